"""Summarizes recent events in at most three lines: turns, the points of a round, and the competition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from types import UnionType
from typing import Final

from games.australis import events as e
from games.australis.events import Scene
from games.australis.names import name_die, name_numbered_die
from games.australis.parts import Colour
from games.australis.texts.narration import narrate_event
from games.australis.texts.nouns import (
    format_cards,
    format_fish,
    format_points,
    name_card,
)
from games.core.words import Words

MAX_LINES: Final = 3
MAX_DETAILED_SEATS: Final = 2
"""Maximum number of seats at which everyone's points are broken down, not only the reader's."""
SECOND_ROUND: Final = 2


def summarize_events(events: Sequence[e.Event], scene: Scene) -> list[str]:
    """Summarize the events of one or more steps in at most three lines.

    New cards on the display are left out, because the picture shows them.
    """
    begins = [index for index, event in enumerate(events) if isinstance(event, e.DieTaken) or not index]
    brief = len(begins) > 1
    turn_lines = [
        (begin, _narrate_turn(events[begin:end], scene, is_brief=brief))
        for begin, end in pairwise([*begins, len(events)])
    ]
    scored = (
        e.FinalPointsScored
        if any(isinstance(event, e.FinalPointsScored) for event in events)
        else e.RoundPointsScored
    )
    ends = [
        (_find_first_event(events, scored), narrate_round(events, scene)),
        (
            _find_first_event(events, e.CompetitionWon | e.CompetitionSkipped | e.TileTaken),
            _narrate_competition(events, scene),
        ),
    ]
    ends = [(index, line) for index, line in ends if line]
    turns = [(index, line) for index, line in turn_lines if line][-(MAX_LINES - len(ends)) :]
    # Sort the lines, so that a die of the next round comes after the scores.
    return [line for _, line in sorted([*turns, *ends], key=itemgetter(0))]


def _find_first_event(events: Sequence[e.Event], kind: type[e.Event] | UnionType) -> int:
    return next((index for index, event in enumerate(events) if isinstance(event, kind)), len(events))


def _narrate_turn(events: Sequence[e.Event], scene: Scene, *, is_brief: bool) -> str:
    """Return a line about the die that a seat took and what followed, or an empty string if nothing did.

    :param is_brief: whether to leave out the cards and shorten the rest, because the recap covers other
        turns as well.
    """
    w, deeds = scene.w, list[str]()
    who = next((scene.names[one.seat] for one in events if isinstance(one, EventWithSeat)), None)
    if scene.is_steady:
        return _narrate_turn_for_replay(events, scene)
    if is_brief and isinstance(events[0], e.DieTaken):
        return " · ".join([_narrate_die_briefly(events[0], events, scene), *_list_brief_gains(events, scene)])
    taken = ""
    used = [event for event in events if isinstance(event, e.CardCarriedOut)]
    for event in events:
        if isinstance(event, e.DieTaken):
            taken = _narrate_die(event, scene)
        elif isinstance(event, e.CardKept):
            deeds.append(w("keeps {card}", card=name_card(w, event.card)))
        elif used and event is used[0]:
            # If several cards were used, give only their count, at the position of the first one.
            several = w.plural("uses {n} card", "uses {n} cards", len(used))
            deeds.append(several if len(used) > 1 else w("uses {card}", card=name_card(w, used[0].card)))
    deeds += _list_gains(events, w)
    if taken:
        return " · ".join([taken, *deeds])
    if who is None or not deeds:
        return ""
    return w("{name}: {deeds}", name=who, deeds=" · ".join(deeds))


def _narrate_die(event: e.DieTaken, scene: Scene) -> str:
    w = scene.w
    return w("{name} takes the {die}", name=scene.names[event.seat], die=name_die(event.die))


EventWithSeat = (
    e.DieTaken
    | e.CardCarriedOut
    | e.CardKept
    | e.CoralPlaced
    | e.CoralsKept
    | e.TurtleMoved
    | e.FishCaught
    | e.PointsGained
)
"""Events that name the seat whose turn it is."""


def _narrate_die_briefly(event: e.DieTaken, events: Sequence[e.Event], scene: Scene) -> str:
    """Return a phrase about a die: its number, its number of cards, or the fish that it brought in the turn.

    If no fish were caught yet, the fish on the face are named.
    """
    w, die, fish = scene.w, event.die, _list_fish(events)
    if die.colour == Colour.WHITE:
        shown = w("white: {shown}", shown=format_cards(w, die.value))
    elif die.colour == Colour.YELLOW:
        shown = w("yellow: {shown}", shown=format_fish(w, sum(fish) if fish else die.value))
    else:
        shown = w.msg(name_numbered_die(die.colour, die.value))
    return w("{name} takes {die}", name=scene.names[event.seat], die=shown)


def _narrate_turn_for_replay(events: Sequence[e.Event], scene: Scene) -> str:
    """Return a sentence about the main gain of a turn, or an empty string if it brought nothing."""
    w, points, fish = scene.w, sum(_list_points(events)), sum(_list_fish(events))
    name = next((scene.names[one.seat] for one in events if isinstance(one, EventWithSeat)), "")
    reefs = [event.reef for event in events if isinstance(event, e.CoralPlaced)]
    swum = [
        event.space for event in events if isinstance(event, e.TurtleMoved) and event.origin != event.space
    ]
    kept = [event.card for event in events if isinstance(event, e.CardKept)]
    values = {"name": name, "points": format_points(w, points)}
    if reefs:
        corals = w.plural("{n} coral", "{n} corals", len(reefs))
        if points and len(reefs) == 1:
            # "Places" would be too long for large letters.
            return w("{name} puts a coral on reef {reef} and scores {points}.", reef=reefs[0], **values)
        if points:
            return w("{name} places {corals} and scores {points}.", corals=corals, **values)
        if len(reefs) == 1:
            corals = w("a coral on reef {reef}", reef=reefs[0])
        return w("{name} places {corals}.", name=name, corals=corals)
    die = next((event.die for event in events if isinstance(event, e.DieTaken)), None)
    if points:
        # Each point is on the die or on a card.
        if fish:
            return w.plural(
                "{name} catches {n} fish and scores {points}.",
                "{name} catches {n} fish and scores {points}.",
                fish,
                **values,
            )
        if swum:
            return w("{name} swims to space {space} and scores {points}.", space=swum[-1], **values)
        if kept:
            return w.plural(
                "{name} scores {points} and takes {n} card.",
                "{name} scores {points} and takes {n} cards.",
                len(kept),
                **values,
            )
        return w("{name} scores {points}.", **values)
    if fish:
        return w.plural("{name} catches {n} fish.", "{name} catches {n} fish.", fish, name=name)
    if swum:
        return w("{name} swims to space {space}.", name=name, space=swum[-1])
    if len(kept) == 1:
        return w("{name} takes a card: {card}.", name=name, card=name_card(w, kept[0]))
    if die is not None and die.colour == Colour.WHITE:
        return w.plural("{name} takes {n} card.", "{name} takes {n} cards.", die.value, name=name)
    if any(isinstance(event, e.TokenTaken) for event in events):
        return w("{name} takes the first-player token.", name=name)
    return ""


def _list_brief_gains(events: Sequence[e.Event], scene: Scene) -> list[str]:
    """Name the gains of a turn in brief, without the fish of a yellow die, which its name includes."""
    w = scene.w
    found = _list_moved_pieces(events, w, is_brief=True)
    if any(isinstance(event, e.TokenTaken) for event in events):
        found.insert(0, w("first-player token"))
    fish, points = _list_fish(events), _list_points(events)
    if fish and not (isinstance(events[0], e.DieTaken) and events[0].die.colour == Colour.YELLOW):
        found.append(format_fish(w, sum(fish)))
    return [*found, format_points(w, sum(points))] if points else found


def _list_gains(events: Sequence[e.Event], w: Words) -> list[str]:
    """Name the gains of a turn, except those in the name of the die. Equal gains are grouped."""
    found = _list_moved_pieces(events, w, is_brief=False)
    # The name of a single die or card already says how many fish and points it brought, unless the die was
    # taken in an earlier step.
    fish, points = _list_fish(events), _list_points(events)
    is_die_named = any(isinstance(event, e.DieTaken) for event in events)
    if len(fish) > 1 or (fish and not is_die_named):
        found.append(format_fish(w, sum(fish)))
    return [*found, format_points(w, sum(points))] if len(points) > 1 else found


def _list_fish(events: Sequence[e.Event]) -> list[int]:
    return [event.fish for event in events if isinstance(event, e.FishCaught)]


def _list_points(events: Sequence[e.Event]) -> list[int]:
    return [event.points for event in events if isinstance(event, e.PointsGained)]


def _list_moved_pieces(events: Sequence[e.Event], w: Words, *, is_brief: bool) -> list[str]:
    """Name where the turtle and the corals moved in a turn, and the number of food cubes collected."""
    # Cubes that come with tiles may belong to other seats.
    cubes = sum(event.is_kept for event in events if isinstance(event, e.CubeCollected) and event.space)
    cube = [w("{n} food", n=cubes)] if cubes else []
    return [*_list_landings(events, w, is_brief=is_brief), *cube, *_list_corals(events, w)]


def _list_landings(events: Sequence[e.Event], w: Words, *, is_brief: bool) -> list[str]:
    swum = [event for event in events if isinstance(event, e.TurtleMoved) and event.origin != event.space]
    if not swum:
        return []
    space = swum[-1].space
    return [w("turtle on {space}", space=space) if is_brief else w("turtle on space {space}", space=space)]


def _list_corals(events: Sequence[e.Event], w: Words) -> list[str]:
    reefs = [str(event.reef) for event in events if isinstance(event, e.CoralPlaced)]
    return [w("coral on reef {reefs}", reefs=w.join_list(reefs))] if reefs else []


def narrate_round(events: Sequence[e.Event], scene: Scene) -> str:
    """Return a line about each seat's points for a round or in the final scoring."""
    w = scene.w
    final = {
        event.seat: (
            (w("corals {n}", n=event.corals), event.corals),
            (w("token {n}", n=event.token), event.token),
            (w("tiles {n}", n=event.tiles), event.tiles),
        )
        for event in events
        if isinstance(event, e.FinalPointsScored)
    }
    if final:
        return w("**Final scoring:** {points}", points=_format_gains(final, scene))
    scored = {
        event.seat: (
            (w("reefs {n}", n=event.reefs), event.reefs),
            (w("fish {n}", n=event.school), event.school),
            (w("turtle {n}", n=event.turtle), event.turtle),
        )
        for event in events
        if isinstance(event, e.RoundPointsScored)
    }
    return w("**Round scored:** {points}", points=_format_gains(scored, scene)) if scored else ""


def _format_gains(gains: Mapping[int, Sequence[tuple[str, int]]], scene: Scene) -> str:
    """Return each seat's points. With two seats, all are broken down by source, otherwise only the
    reader's.
    """
    parts_by_seat = []
    for seat, parts in sorted(gains.items()):
        named = ", ".join(text for text, points in parts if points)
        text = f"{scene.names[seat]} +{sum(points for _, points in parts)}"
        broken_down = named and (len(scene.names) == MAX_DETAILED_SEATS or seat == scene.reader_seat)
        parts_by_seat.append(f"{text} ({named})" if broken_down else text)
    return ", ".join(parts_by_seat)


def _narrate_competition(events: Sequence[e.Event], scene: Scene) -> str:
    """Return a line about who got which tile or, before that, who won the competition.

    It is empty without a competition, and in replays once a tile is taken.
    """
    w = scene.w
    results = [event for event in events if isinstance(event, e.CompetitionWon | e.CompetitionSkipped)]
    tiles = [event for event in events if isinstance(event, e.TileTaken)]
    if scene.is_steady and tiles:
        # In a replay, each event in which a seat takes a tile has a sentence of its own.
        return ""
    if not tiles:
        rolls = [event for event in events if isinstance(event, e.CompetitionRolled)]
        return " ".join(_narrate_win(event, rolls, scene) for event in results)
    fed = {
        event.seat
        for event in events
        if isinstance(event, e.CubeCollected) and not event.space and event.is_kept
    }
    # The winner's tile is always taken first.
    won, *others = [_name_tile(event, scene, is_fed=event.seat in fed) for event in tiles]
    # Only the first competition of a match, which the second round follows, is explained.
    is_first = any(isinstance(event, e.RoundBegan) and event.round == SECOND_ROUND for event in events)
    heading = (
        w("**Dice competition** (lowest dice go out, last one wins):")
        if is_first
        else w("**Dice competition:**")
    )
    if not others:
        return w(
            "{heading} {name} wins {tile}",
            heading=heading,
            name=scene.names[tiles[0].seat],
            tile=won,
        )
    return w(
        "{heading} {name} wins {tile}; {second} gets {other}",
        heading=heading,
        name=scene.names[tiles[0].seat],
        tile=won,
        second=scene.names[tiles[1].seat],
        other=others[0],
    )


def _narrate_win(
    event: e.CompetitionWon | e.CompetitionSkipped, rolls: Sequence[e.CompetitionRolled], scene: Scene
) -> str:
    """Return a sentence about who won, with the values of the last roll if that roll decided it."""
    if (
        isinstance(event, e.CompetitionSkipped)
        or event.second is None
        or event.is_decided_by_turtles
        or not rolls
    ):
        return narrate_event(event, scene)
    best = {
        cast.seat: cast.competition_value
        for cast in sorted(rolls[-1].casts, key=lambda cast: cast.competition_value)
    }
    return scene.w(
        "Dice competition for tiles: {name} beats {second} (last roll {own} to {other}).",
        name=scene.names[event.seat],
        own=best[event.seat],
        other=best[event.second],
        second=scene.names[event.second],
    )


def _name_tile(event: e.TileTaken, scene: Scene, *, is_fed: bool) -> str:
    """Name a tile with its points, which only the final scoring adds, and the silver tile's food cube.

    :param is_fed: whether the seat kept a food cube.
    """
    w = scene.w
    if event.is_gold:
        return w("gold (end: +{points})", points=event.points)
    if is_fed:
        return w("silver (end: +{points}, {food})", points=event.points, food=w("{n} food", n=1))
    return w("silver (end: +{points})", points=event.points)
