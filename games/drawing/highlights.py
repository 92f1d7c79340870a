"""Chooses the turns of a match that its film shows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from games.core.match import Match
from games.core.records import Record, Story
from games.core.shapes import EventLike
from games.core.texts import Scene
from games.core.words import words

MOST: Final = 12
"""Turns of a film."""
OUTSTANDING: Final = 5
"""How many turns are shown only because they stand out; the others also fill the gaps between them."""
SWING: Final = 12.0
"""Weight of the turn with the greatest swing of a review."""
MOMENT: Final = 4.0
RECORD: Final = 2.0
NOTHING: Final = -(10**9)
"""Less than any value of a record."""


class Turn(NamedTuple):
    """The steps after ``since`` up to ``ply``, which ``seat`` made in its turn.

    ``number`` turns have ended with it, several together if seats between had nothing to do.
    """

    since: int
    ply: int
    seat: int
    number: int


def turns(match: Match) -> tuple[Turn, ...]:
    """Return the turns of a match; the last may be under way."""
    ended = tuple(accumulate(match.turns_ended(ply) for ply in range(match.ply + 1)))
    plies = [0, *(ply for ply in range(1, match.ply) if ended[ply] > ended[ply - 1])]
    if match.ply:
        plies.append(match.ply)
    found = []
    for since, ply in pairwise(plies):
        seat = match.rules.turn(match.state_at(since))
        found.append(Turn(since, ply, match.steps[ply - 1].seat if seat is None else seat, ended[ply]))
    return tuple(found)


def heard(match: Match, since: int, ply: int) -> tuple[EventLike, ...]:
    """Return the public events of the steps after ``since`` up to ``ply``."""
    events = (event for step in match.steps[since:ply] for event in step.events)
    return tuple(match.rules.redact(event, None) for event in events)


def ranked(match: Match, swings: Mapping[int, float] | None = None, most: int = MOST) -> tuple[int, ...]:
    """Return the indices of at most ``most`` turns, the most important first.

    The last turn and the last notable one before it come first, then the first turn, then what stands out,
    then what fills the widest gaps.

    :param swings: by the ply of a step, how much it changed the chances to win.
    """
    found = turns(match)
    if not found:
        return ()
    weights = _weights(match, found, swings or {})
    last = len(found) - 1
    late = next((number for number in range(last - 1, 0, -1) if weights[number] > 0), last)
    chosen = list(dict.fromkeys((last, late, 0)))[:most]
    rest = sorted(set(range(len(found))) - set(chosen), key=lambda number: (-weights[number], number))
    chosen += rest[: max(0, min(OUTSTANDING, most - len(chosen)))]
    while len(chosen) < min(most, len(found)):
        lower, upper = max(pairwise(sorted(chosen)), key=lambda gap: gap[1] - gap[0])
        # Not from its ends, if it is wide.
        margin = (upper - lower) // 5
        inner = range(lower + max(1, margin), upper - max(0, margin - 1))
        chosen.append(max(inner, key=lambda number: (weights[number], -number)))
    return tuple(chosen)


def _weights(match: Match, found: Sequence[Turn], swings: Mapping[int, float]) -> list[float]:
    """Judge turns by the review if there is one, by moments, records and rare notable events."""
    steps = [heard(match, turn.since, turn.ply) for turn in found]
    notable = match.game.notable or (lambda event: False)
    kinds = [Counter(type(event) for event in events if notable(event)) for events in steps]
    times = Counter[type]()
    for counted in kinds:
        times.update(counted.keys())
    weights = [sum(1 / times[kind] for kind in counted) for counted in kinds]
    outstanding = dict.fromkeys(_moments(match), MOMENT)
    for ply in _records(match):
        outstanding[ply] = outstanding.get(ply, 0) + RECORD
    greatest = max((abs(swing) for swing in swings.values()), default=0) or 1
    for number, turn in enumerate(found):
        plies = range(turn.since + 1, turn.ply + 1)
        weights[number] += sum(outstanding.get(ply, 0) for ply in plies)
        weights[number] += max((SWING * abs(swings.get(ply, 0)) / greatest for ply in plies), default=0)
    return weights


def _moments(match: Match) -> list[int]:
    """Return the plies of what a match is remembered by."""
    scene = Scene(tuple(map(str, range(match.seats))), words())
    return [moment.ply for moment in match.game.texts.moments(_history(match), scene)]


def _records(match: Match) -> list[int]:
    """Return the plies in which a finished match reached what could become records."""
    outcome = match.outcome
    if outcome is None:
        return []
    history = tuple(map(tuple, _history(match)))
    numbers = tuple(accumulate(match.turns_ended(ply) for ply in range(match.ply + 1)))

    def best(record: Record, ply: int) -> int:
        """Return the best value up to a step, negative if less is better."""
        values = record.find_best(Story(history[: ply + 1], numbers[: ply + 1], outcome)).values()
        return max((-value if record.least else value for value in values), default=NOTHING)

    highest = [(record, best(record, match.ply)) for record in match.game.records]
    plies = range(match.ply + 1)
    return [
        bisect_left(plies, value, key=partial(best, record)) for record, value in highest if value != NOTHING
    ]


def _history(match: Match) -> list[list[EventLike]]:
    """Return the public events of the deal and of each step."""
    redact = match.rules.redact
    steps = [match.opening_events, *(step.events for step in match.steps)]
    return [[redact(event, None) for event in events] for events in steps]
