"""Chooses the turns of a match that its replay shows."""

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
from games.core.words import load_words

MAX_TURNS: Final = 12
"""Maximum number of turns in a replay."""
MAX_OUTSTANDING_TURNS: Final = 6
"""Maximum number of turns chosen for their weight. Further turns are chosen to fill gaps."""
SWING_WEIGHT: Final = 12.0
"""Weight of the turn in which the win chance changes most, according to a review."""
MOMENT_WEIGHT: Final = 4.0
RECORD_WEIGHT: Final = 2.0
"""Weights of a memorable moment and of the best value of a record."""
LEAD_CHANGE_WEIGHT: Final = 3.0
"""Weight of the last turn if it gives the lead to another seat. In earlier turns, such a change weighs less
in proportion.
"""
SCORE_WEIGHT: Final = 4.0
"""Weight of the turn in which a seat's points change most, compared with the other seats' points."""
NO_RECORD_VALUE: Final = -(10**9)
"""Value of a record that hasn't been set, lower than any real value."""


class MatchTurn(NamedTuple):
    """A turn of ``seat``, which consists of the steps after ply ``since`` up to ``ply``.

    ``number`` is the turn's number as in a review: 1 more than the number of turns that had ended before it,
    including turns of seats that had nothing to do.
    """

    since: int
    ply: int
    seat: int
    number: int


def list_turns(match: Match) -> tuple[MatchTurn, ...]:
    """Return the turns of a match. The last one may be unfinished."""
    ended = tuple(accumulate(match.count_ended_turns(ply) for ply in range(match.ply + 1)))
    plies = [0, *(ply for ply in range(1, match.ply) if ended[ply] > ended[ply - 1])]
    if match.ply:
        plies.append(match.ply)
    found = []
    for since, ply in pairwise(plies):
        seat = match.rules.turn(match.state_at(since))
        found.append(
            MatchTurn(since, ply, match.steps[ply - 1].seat if seat is None else seat, 1 + ended[since])
        )
    return tuple(found)


def list_public_events(match: Match, since: int, ply: int) -> tuple[EventLike, ...]:
    """Return the public events of the steps after ``since`` up to ``ply``."""
    events = (event for step in match.steps[since:ply] for event in step.events)
    return tuple(match.rules.redact(event, None) for event in events)


def rank_turns(
    match: Match, swings: Mapping[int, float] | None = None, max_turns: int = MAX_TURNS
) -> tuple[int, ...]:
    """Return the indices of at most ``max_turns`` turns, the most important first.

    The order is: the last turn, the last notable turn before it, the first turn, up to
    :data:`MAX_OUTSTANDING_TURNS` turns with the greatest weights, and then turns in the widest gaps.

    :param swings: largest change of a win chance in each step, by the step's ply.
    """
    found = list_turns(match)
    if not found:
        return ()
    weights = _weigh_turns(match, found, swings or {})
    last = len(found) - 1
    late = next((number for number in range(last - 1, 0, -1) if weights[number] > 0), last)
    chosen = list(dict.fromkeys((last, late, 0)))[:max_turns]
    rest = sorted(set(range(len(found))) - set(chosen), key=lambda number: (-weights[number], number))
    chosen += rest[: max(0, min(MAX_OUTSTANDING_TURNS, max_turns - len(chosen)))]
    while len(chosen) < min(max_turns, len(found)):
        lower, upper = max(pairwise(sorted(chosen)), key=lambda gap: gap[1] - gap[0])
        # In a wide gap, the chosen turn shouldn't be near the ends of the gap.
        margin = (upper - lower) // 5
        inner = range(lower + max(1, margin), upper - max(0, margin - 1))
        chosen.append(max(inner, key=lambda number: (weights[number], -number)))
    return tuple(chosen)


def _weigh_turns(match: Match, turns: Sequence[MatchTurn], swings: Mapping[int, float]) -> list[float]:
    """Return the weight of each turn.

    A turn's weight is the sum of weights for its win-chance swing, changes of the lead and of the points,
    memorable moments, records and notable events. Rare events weigh more.
    """
    steps = [list_public_events(match, turn.since, turn.ply) for turn in turns]
    notable = match.game.is_notable or (lambda event: False)
    kinds = [Counter(type(event) for event in events if notable(event)) for events in steps]
    times = Counter[type]()
    for counted in kinds:
        times.update(counted.keys())
    weights = [sum(1 / times[kind] for kind in counted) for counted in kinds]
    for number, weight in enumerate(_weigh_scores(match, turns)):
        weights[number] += weight
    outstanding = dict.fromkeys(_list_moments(match), MOMENT_WEIGHT)
    for ply in _list_record_plies(match):
        outstanding[ply] = outstanding.get(ply, 0) + RECORD_WEIGHT
    greatest = max((abs(swing) for swing in swings.values()), default=0) or 1
    for number, turn in enumerate(turns):
        plies = range(turn.since + 1, turn.ply + 1)
        weights[number] += sum(outstanding.get(ply, 0) for ply in plies)
        weights[number] += max(
            (SWING_WEIGHT * abs(swings.get(ply, 0)) / greatest for ply in plies), default=0
        )
    return weights


def _weigh_scores(match: Match, turns: Sequence[MatchTurn]) -> list[float]:
    """Return the weight of each turn for the lead and the points that it changes."""
    plies = [0, *(turn.ply for turn in turns)]
    views = (match.rules.view(match.state_at(ply), None) for ply in plies)
    scores = [tuple(entry.value for entry in match.game.list_scoreboard_entries(view)) for view in views]
    leads = [frozenset(seat for seat, score in enumerate(row) if score == max(row)) for row in scores]
    gains = [
        max((abs(new - old) for old, new in zip(before, after, strict=True)), default=0)
        for before, after in pairwise(scores)
    ]
    greatest = max(gains, default=0) or 1
    leaders, found = leads[0], list[float]()
    for number, (gain, lead) in enumerate(zip(gains, leads[1:], strict=True), 1):
        changed = len(lead) == 1 and lead != leaders
        if len(lead) == 1:
            leaders = lead
        found.append(SCORE_WEIGHT * gain / greatest + LEAD_CHANGE_WEIGHT * changed * number / len(turns))
    return found


def _list_moments(match: Match) -> list[int]:
    """Return the plies of the memorable moments of a match."""
    scene = Scene(tuple(map(str, range(match.seat_count))), load_words())
    return [moment.ply for moment in match.game.texts.find_moments(_list_public_steps(match), scene)]


def _list_record_plies(match: Match) -> list[int]:
    """Return the plies at which a finished match reached its best value for each record."""
    outcome = match.outcome
    if outcome is None:
        return []
    history = tuple(map(tuple, _list_public_steps(match)))
    numbers = tuple(accumulate(match.count_ended_turns(ply) for ply in range(match.ply + 1)))

    def find_best(record: Record, ply: int) -> int:
        """Return the record's best value up to a step, negated if the smallest value is best."""
        values = record.find_best(Story(history[: ply + 1], numbers[: ply + 1], outcome)).values()
        return max(
            (-value if record.smallest_is_best else value for value in values), default=NO_RECORD_VALUE
        )

    highest = [(record, find_best(record, match.ply)) for record in match.game.records]
    plies = range(match.ply + 1)
    return [
        bisect_left(plies, value, key=partial(find_best, record))
        for record, value in highest
        if value != NO_RECORD_VALUE
    ]


def _list_public_steps(match: Match) -> list[list[EventLike]]:
    """Return the public events of the deal and of each step."""
    redact = match.rules.redact
    steps = [match.opening_events, *(step.events for step in match.steps)]
    return [[redact(event, None) for event in events] for events in steps]
