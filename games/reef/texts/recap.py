"""Summarizes recent events in at most three lines: cards taken and played, and what ran out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.outcome import Outcome
from games.core.words import Words
from games.reef.ending import DECK_RAN_OUT_ENDING
from games.reef.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    ColoursRanOut,
    DeckRanOut,
    Event,
    FirstCoralsChosen,
    HandScored,
    PatternScored,
    Scene,
    StartingSeatDrawn,
)
from games.reef.parts import CARDS, DECK_PRICE, Colour
from games.reef.texts.narration import narrate_event
from games.reef.texts.nouns import (
    describe_pattern,
    describe_placed_corals,
    format_matches,
    format_points,
    name_colour,
    name_colours,
    start_with_colours,
)

MAX_LINES: Final = 3
MAX_DETAILED_SEATS: Final = 2
"""Maximum number of seats at which all scores are broken down, not only the reader's."""


def summarize_events(events: Sequence[Event], scene: Scene) -> list[str]:
    """Summarize the events of one or more steps in at most three lines.

    New open cards and the points on cards are left out, because the picture shows them.
    """
    turns, ends = [], []
    moves = sum(isinstance(event, CardPlayed | CardTaken | CardDrawn) for event in events)
    brief = moves > 1 or scene.outcome is not None
    for number, event in enumerate(events):
        if isinstance(event, CardPlayed) and scene.is_steady:
            turns.append(_narrate_play_for_replay(event, events[number + 1 :], scene))
        elif isinstance(event, CardPlayed):
            after = events[number + 1] if number + 1 < len(events) else None
            scored = after if isinstance(after, PatternScored) else None
            turns.append(_narrate_play(event, scored, scene, is_brief=brief))
        elif isinstance(event, CardTaken | CardDrawn):
            turns.append(_narrate_take(event, scene, is_brief=brief))
        elif isinstance(event, StartingSeatDrawn | FirstCoralsChosen):
            turns.append(narrate_event(event, scene))
        elif isinstance(event, ColoursRanOut | DeckRanOut) and scene.outcome is None:
            ends.append(_narrate_run_out(event, scene))
    if scene.is_steady and scene.outcome is not None:
        ends.append(_narrate_end(events, scene.outcome, scene))
    hands = _narrate_hands([event for event in events if isinstance(event, HandScored)], scene)
    if hands:
        ends.append(hands)
    room = max(MAX_LINES - len(ends), 1)
    return [*turns[-room:], *ends][-MAX_LINES:]


def _narrate_play(event: CardPlayed, scored: PatternScored | None, scene: Scene, *, is_brief: bool) -> str:
    """Return a sentence about the card that a seat played and the points that it scored.

    :param is_brief: whether to leave out the spaces of the corals and, with more than two seats, the number
        of matches. It is set if the recap covers several turns, or a turn of an ended match.
    """
    w, placed = scene.w, event.placed
    colours = _name_placed_colours([colour for _, colour in placed], w)
    values = {
        "name": scene.names[event.seat],
        "card": event.card,
        "corals": (colours if is_brief else describe_placed_corals(w, placed)) or w("no coral"),
    }
    if scored is None or not scored.matches:
        return w("{name} plays card {card}: {corals}.", **values)
    values["points"] = format_points(w, scored.points)
    if scene.outcome is None and (scene.reader_seat == event.seat or len(scene.names) == MAX_DETAILED_SEATS):
        pattern = _break_down_score(scored, w)
        return w("{name} plays card {card}: {corals} – **{points}** ({pattern}).", pattern=pattern, **values)
    if is_brief or len(scored.matches) == 1:
        return w("{name} plays card {card}: {corals} – **{points}**.", **values)
    return w(
        "{name} plays card {card}: {corals} – **{points}** ({n} patterns).",
        n=len(scored.matches),
        **values,
    )


def _narrate_play_for_replay(event: CardPlayed, later: Sequence[Event], scene: Scene) -> str:
    """Return a short sentence about the pattern that a play scored or, without points, the corals that it
    placed, or those of them that were the last of their colour. A replay shows the card and the spaces.

    :param later: the events after the play.
    """
    w, name = scene.w, scene.names[event.seat]
    scored = next(iter(later), None)
    if isinstance(scored, PatternScored) and scored.matches:
        pattern = format_matches(w, CARDS[scored.card], len(scored.matches))
        return w(
            "{name} scores {points}: {pattern}.",
            name=name,
            points=format_points(w, scored.points),
            pattern=pattern,
        )
    colours = [colour for _, colour in event.placed]
    gone = {colour for other in later if isinstance(other, ColoursRanOut) for colour in other.colours}
    last = [colour for colour in dict.fromkeys(colours) if colour in gone]
    if last:
        # Taking the last corals of a colour is usually the purpose of the play, so say only that.
        corals = w.join_list([name_colour(w, colour) for colour in last])
        return w("{name} takes the last {corals}.", name=name, corals=corals)
    if not colours:
        return w("{name} plays no coral.", name=name)
    if len(colours) > 1 and len(set(colours)) == 1:
        corals = w("{colour} twice", colour=name_colour(w, colours[0]))
    else:
        corals = w.join_list([name_colour(w, colour) for colour in colours])
    return w("{name} plays {corals}.", name=name, corals=corals)


def _name_placed_colours(colours: Sequence[Colour], w: Words) -> str:
    if len(colours) > 1 and len(set(colours)) == 1:
        return w("{colour} twice", colour=name_colour(w, colours[0]))
    return name_colours(w, colours)


def _break_down_score(scored: PatternScored, w: Words) -> str:
    """Name the pattern that scored and, if it has several matches, the points for each match."""
    card, n = CARDS[scored.card], len(scored.matches)
    pattern = describe_pattern(w, card)
    return pattern if n == 1 else w("{n} × {points}, {pattern}", n=n, points=card.points, pattern=pattern)


def _narrate_take(event: CardTaken | CardDrawn, scene: Scene, *, is_brief: bool) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, CardDrawn):
        price = format_points(w, DECK_PRICE)
        if is_brief or scene.is_steady:
            return w("{name} pays {price} and draws the top card.", name=name, price=price)
        return w(
            "{name} pays {price} onto card {onto} and draws the top card.",
            name=name,
            price=price,
            onto=event.onto,
        )
    if scene.is_steady:
        points = format_points(w, event.points)
        return (
            w("{name} takes a card and gets {points}.", name=name, points=points)
            if event.points
            else w("{name} takes a card.", name=name)
        )
    if not event.points:
        return w("{name} takes card {card}.", name=name, card=event.card)
    return w(
        "{name} takes card {card} and **{points}**.",
        name=name,
        card=event.card,
        points=format_points(w, event.points),
    )


def _narrate_run_out(event: ColoursRanOut | DeckRanOut, scene: Scene) -> str:
    w = scene.w
    if isinstance(event, DeckRanOut):
        if scene.is_steady:
            return w("The deck is empty: this is the last round.")
        return w("**The deck is empty.**")
    if scene.is_steady:
        return w("{colours} ran out: this is the last round.", colours=start_with_colours(w, event.colours))
    return w("**Used up: {colours}.**", colours=name_colours(w, event.colours))


def _narrate_end(events: Sequence[Event], outcome: Outcome, scene: Scene) -> str:
    """Return a sentence for a replay about what ended the match in its last turn.

    The colours may have run out earlier in the last round.
    """
    w = scene.w
    if outcome.ending == DECK_RAN_OUT_ENDING:
        return w("The deck is empty: the match ends.")
    missing = set() if scene.earlier_view is None else set(scene.earlier_view.missing_colours)
    for event in events:
        if isinstance(event, ColoursRanOut):
            missing.update(event.colours)
    return w("{colours} ran out: the match ends.", colours=start_with_colours(w, sorted(missing)))


def _narrate_hands(events: Sequence[HandScored], scene: Scene) -> str:
    """Return a sentence about the points that hands scored at the end, or an empty text if none did."""
    w, worth = scene.w, dict[int, int]()
    for event in events:
        if event.points:
            worth[event.seat] = worth.get(event.seat, 0) + event.points
    if not worth:
        return ""
    parts = [w("{name} {points}", name=scene.names[s], points=format_points(w, n)) for s, n in worth.items()]
    return w("Cards left in hand add: {points}.", points=", ".join(parts))
