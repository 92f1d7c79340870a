"""Sums up recent events in at most three lines: turns, the scores of a round, and the competition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.australis import events as e
from games.australis.events import Scene
from games.australis.texts.narration import tell
from games.australis.texts.nouns import count_fish, count_points, name_card, name_die
from games.core.words import Words

LINES: Final = 3


def recap(events: Sequence[e.Event], scene: Scene) -> list[str]:
    """Sum up some steps. New cards on the display are in the picture."""
    turns: list[list[e.Event]] = []
    for event in events:
        if isinstance(event, e.DieTaken) or not turns:
            turns.append([])
        turns[-1].append(event)
    told = [_tell_turn(turn, scene) for turn in turns]
    ends = [_tell_round(events, scene), _tell_competition(events, scene)]
    lines = [line for line in ends if line]
    before = [line for line in told if line][-(LINES - len(lines)) :]
    return [*before, *lines]


def _tell_turn(events: Sequence[e.Event], scene: Scene) -> str:
    """Say in one line which die a seat took and what followed."""
    w, deeds = scene.w, list[str]()
    for event in events:
        if isinstance(event, e.DieTaken):
            deeds.append(name_die(w, event.die))
        elif isinstance(event, e.CardKept):
            deeds.append(w("keeps {card}", card=name_card(w, event.card)))
    used = [event for event in events if isinstance(event, e.CardRun)]
    if len(used) > 1:
        deeds.append(w.plural("uses {n} card", "uses {n} cards", len(used)))
    elif used:
        deeds.append(w("uses {card}", card=name_card(w, used[0].card)))
    deeds += _list_gains(events, w)
    who = next((one.seat for one in events if isinstance(one, SEATED)), None)
    if who is None or not deeds:
        return ""
    return w("{name}: {deeds}", name=scene.names[who], deeds=" · ".join(deeds))


SEATED = e.DieTaken | e.CardRun | e.CardKept | e.CoralPlaced | e.CoralStayed | e.Swam | e.Fished | e.Gained


def _list_gains(events: Sequence[e.Event], w: Words) -> list[str]:
    """Name the gains of a turn, grouping equal ones and leaving out what the die itself shows."""
    found = []
    swum = [event for event in events if isinstance(event, e.Swam) and event.origin != event.space]
    if swum:
        found.append(w("turtle on {space}", space=swum[-1].space))
    cubes = sum(event.kept for event in events if isinstance(event, e.Fed))
    if cubes:
        found.append(w.plural("{n} food cube", "{n} food cubes", cubes))
    reefs = [str(event.reef) for event in events if isinstance(event, e.CoralPlaced)]
    if reefs:
        found.append(w("coral on reef {reefs}", reefs=w.listed(reefs)))
    # With a single source, the die or card already implies it.
    fish = [event.fish for event in events if isinstance(event, e.Fished)]
    if len(fish) > 1:
        found.append(count_fish(w, sum(fish)))
    points = [event.points for event in events if isinstance(event, e.Gained)]
    if len(points) > 1:
        found.append(count_points(w, sum(points)))
    return found


def _tell_round(events: Sequence[e.Event], scene: Scene) -> str:
    """Say what each seat scored in a round or, at the end, in the final scoring."""
    w = scene.w
    final = [event for event in events if isinstance(event, e.FinalScored)]
    if final:
        totals = [(event.seat, event.corals + event.token + event.tiles) for event in final]
        return w("**Final scoring:** {points}", points=_format_gains(totals, scene))
    scored = [event for event in events if isinstance(event, e.SeatScored)]
    totals = [(event.seat, event.reefs + event.school + event.turtle) for event in scored]
    return w("**Round scored:** {points}", points=_format_gains(totals, scene)) if totals else ""


def _format_gains(totals: list[tuple[int, int]], scene: Scene) -> str:
    return ", ".join(f"{scene.names[seat]} +{points}" for seat, points in sorted(totals))


def _tell_competition(events: Sequence[e.Event], scene: Scene) -> str:
    """Say who won the competition and who got which tile."""
    told = [event for event in events if isinstance(event, e.Won | e.NoContest)]
    tiles = [event for event in events if isinstance(event, e.TileTaken)]
    return " ".join([*(tell(event, scene) for event in told), *(_tell_tile(event, scene) for event in tiles)])


def _tell_tile(event: e.TileTaken, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if event.gold:
        return w("{name} takes gold ({points}).", name=name, points=count_points(w, event.points))
    return w("{name} takes silver ({points}).", name=name, points=count_points(w, event.points))
