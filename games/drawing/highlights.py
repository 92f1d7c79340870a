"""Chooses the turns of a match that its replay shows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from games.core.match import Match, get_view_before_deal
from games.core.picture import ScoreboardEntry
from games.core.records import Record, Story
from games.core.shapes import EventLike
from games.core.texts import Scene
from games.core.words import load_words

MAX_TURNS: Final = 12
"""Maximum number of turns in a replay."""
MAX_OUTSTANDING_TURNS: Final = 9
"""Maximum number of turns chosen for their weight. Further turns are chosen to fill gaps."""
MAX_GAP_SHARE: Final = 0.45
"""Maximum number of turns left out in a row, as a fraction of all turns. In wider gaps, even a turn with
little weight is shown.
"""
MIN_TURNS: Final = 6
"""Number of turns from which turns with little weight are left out."""
MIN_SCORED_ROUNDS: Final = 3
"""Number of scorings from which the replay shows a turn of each round."""
MIN_WEIGHT: Final = 2.0
"""Weight below which a turn is left out, because nothing much happens in it."""
ROUND_WEIGHT: Final = 20.0
"""Weight of a turn in which a seat wins a round, or takes the lead for good. It is greater than that of any
other turn.
"""
SWING_WEIGHT: Final = 12.0
"""Weight of the turn in which the win chance changes most, according to a review."""
MOMENT_WEIGHT: Final = 4.0
RECORD_WEIGHT: Final = 1.5
"""Weights of a memorable moment and of the best value of a record."""
LEAD_CHANGE_WEIGHT: Final = 5.0
"""Weight of the last turn if it gives the lead to another seat. In earlier turns, such a change weighs less
in proportion.
"""
SCORE_WEIGHT: Final = 6.0
"""Weight of a turn whose move changes a seat's points by a large number."""
MINOR_SCORE_WEIGHT: Final = 1.0
"""Weight of such a turn if most points are scored at the end of rounds."""
MIN_EARLY_SHARE: Final = 0.5
"""Weight of points at the beginning, as a fraction of their weight in the middle. It grows steadily, because
late points decide more.
"""
LARGE_GAIN_COUNT: Final = 2
"""Number of turns with the largest gains, all of which have the full weight."""
END_SIGN_WEIGHT: Final = 1.0
"""Weight of a turn after which the round or match may end soon, such as one that leaves few cards."""
MOVE_WEIGHT: Final = 0.25
MAX_WEIGHED_MOVES: Final = 4
"""Weight of each piece that moves, and maximum number of pieces that count."""
MAX_WEIGHED_SPACES: Final = 6
"""Maximum number of spaces that count like a piece each, if a piece moves along several."""
MIN_DECISION_SHARE: Final = 0.25
"""Fraction of the turns before which a move decides nothing, because other seats have hardly moved."""
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
        seat = match.rules.find_active_seat(match.state_at(since))
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

    First comes the last turn, then up to :data:`MAX_OUTSTANDING_TURNS` turns by weight. Then a turn in the
    widest gap is added as long as too few turns are chosen, the gap is too wide or the turn is notable. If
    several rounds are scored, the order is: the best turn before each scoring, and then others by weight.

    :param swings: largest change of a win chance in each step, by the step's ply.
    """
    found = list_turns(match)
    if not found:
        return ()
    weights = _weigh_turns(match, found, swings or {})
    last = len(found) - 1
    ordered = sorted(range(last), key=lambda number: (-weights[number], number))
    scorings = find_scoring_turns(match)
    outstanding = [number for number in ordered if weights[number] >= MIN_WEIGHT]
    best_of_rounds = _list_best_turn_of_each_round([*ordered, last], scorings)
    if best_of_rounds:
        # The best turn of each round comes first, so that a replay shows a move before each scoring.
        further = [number for number in outstanding if number not in best_of_rounds]
        return tuple((*best_of_rounds, *further)[:max_turns])
    outstanding = outstanding[:MAX_OUTSTANDING_TURNS]
    chosen = [last, *outstanding][:max_turns]
    while len(chosen) < min(max_turns, len(found)):
        lower, upper = max(pairwise((-1, *sorted(chosen))), key=lambda gap: gap[1] - gap[0])
        # In a long gap, the chosen turn shouldn't be near the ends of the gap.
        margin = (upper - lower) // 5
        inner = range(lower + max(1, margin), upper - max(0, margin - 1))
        best = max(inner, key=lambda number: (weights[number], -number))
        is_wide = upper - lower - 1 > MAX_GAP_SHARE * len(found)
        if weights[best] < MIN_WEIGHT and len(chosen) >= MIN_TURNS and not is_wide:
            break
        chosen.append(best)
    return tuple(chosen)


def _list_best_turn_of_each_round(ordered: Sequence[int], scorings: Collection[int]) -> list[int]:
    """Return the most important turn of each round, or nothing if few rounds are scored.

    :param ordered: indices of turns, the most important first.
    :param scorings: indices of the turns that end a round with a scoring.
    """
    ends = sorted(scorings)
    if len(ends) < MIN_SCORED_ROUNDS:
        return []
    rounds = dict[int, int]()
    for index in ordered:
        rounds.setdefault(bisect_left(ends, index), index)
    return list(rounds.values())


def _weigh_turns(match: Match, turns: Sequence[MatchTurn], swings: Mapping[int, float]) -> list[float]:
    """Return the weight of each turn.

    A turn's weight is the sum of weights for its win-chance swing, the rounds, lead and points that it
    changes, memorable moments, records, signs of the end, moved pieces and notable events. Rare events weigh
    more.
    """
    # An aftermath doesn't count, because a replay shows it even if it leaves out the turn.
    steps = [list_own_events(match, turn) for turn in turns]
    notable = match.game.is_notable or (lambda event: False)
    kinds = [Counter(type(event) for event in events if notable(event)) for events in steps]
    times = Counter[type]()
    for counted in kinds:
        times.update(counted.keys())
    weights = [sum(1 / times[kind] for kind in counted) for counted in kinds]
    signals_end = match.game.signals_end or (lambda event: False)
    for number, events in enumerate(steps):
        weights[number] += END_SIGN_WEIGHT * any(map(signals_end, events))
        weights[number] += MOVE_WEIGHT * _count_moves(match, turns[number], events)
    for number, weight in enumerate(weigh_scores(match, turns)):
        weights[number] += weight
    outstanding = dict.fromkeys(_list_moment_plies(match), MOMENT_WEIGHT)
    for ply in _list_record_plies(match):
        outstanding[ply] = outstanding.get(ply, 0) + RECORD_WEIGHT
    greatest = max((abs(swing) for swing in swings.values()), default=0) or 1
    scorings = find_scoring_turns(match)
    for number, turn in enumerate(turns):
        plies = range(turn.since + 1, turn.ply + 1)
        # Scorings are always shown, so a memorable scoring doesn't make its turn important.
        if number not in scorings:
            weights[number] += sum(outstanding.get(ply, 0) for ply in plies)
        weights[number] += max(
            (SWING_WEIGHT * abs(swings.get(ply, 0)) / greatest for ply in plies), default=0
        )
    return weights


def _count_moves(match: Match, turn: MatchTurn, events: tuple[EventLike, ...]) -> int:
    """Return the number of pieces that a turn moves plus that of the spaces they pass, both limited."""
    before = match.rules.view(match.state_at(turn.since), None)
    sight = get_view_before_deal(match, turn.ply)
    after = match.rules.view(match.state_at(turn.ply), None) if sight is None else sight[0]
    moves = match.game.list_piece_moves(before, after, events)
    passed = sum(len(move.path) - 2 for move in moves)
    return min(MAX_WEIGHED_MOVES, len(moves)) + min(MAX_WEIGHED_SPACES, passed)


def weigh_scores(match: Match, turns: Sequence[MatchTurn]) -> list[float]:
    """Return the weight of each turn for the rounds, the lead and the points that its own move changes.

    The points of its aftermath don't count, because a replay tells them even if it leaves out the turn. The
    rounds of its aftermath do count.
    """
    pairs = [(list_entries(match, turn.since), list_moved_entries(match, turn)) for turn in turns]
    gains = [
        max((abs(new.value - old.value) for old, new in zip(before, after, strict=True)), default=0)
        for before, after in pairs
    ]
    decision = find_decision(match)
    # A single huge gain must not hide all others.
    large = sorted(gains)[-LARGE_GAIN_COUNT:][0] if gains else 0
    scores_rounds = len(find_scoring_turns(match)) >= MIN_SCORED_ROUNDS
    weight = MINOR_SCORE_WEIGHT if scores_rounds else SCORE_WEIGHT
    leaders, found = frozenset[int](), list[float]()
    for number, (turn, (before, after), gain) in enumerate(zip(turns, pairs, gains, strict=True), 1):
        leaders = find_leaders(before) if len(find_leaders(before)) == 1 else leaders
        ahead = find_leaders(after)
        ended = list_entries(match, turn.ply)
        rounds = sum(max(0, new.stars - old.stars) for old, new in zip(before, ended, strict=True))
        changed = len(ahead) == 1 and bool(leaders) and ahead != leaders
        found.append(
            ROUND_WEIGHT * (rounds > 0 or decision == (number - 1, False))
            + weight * _weigh_gain(gain, large) * (MIN_EARLY_SHARE + number / len(turns))
            + LEAD_CHANGE_WEIGHT * changed * number / len(turns)
        )
    return found


def _weigh_gain(gain: int, large: int) -> float:
    """Return the weight of a gain of points, from 0 to 1. Gains below half a large one hardly matter."""
    share = min(1.0, gain / max(large, 1))
    return share if share >= 1 / 2 else share**2


def list_entries(match: Match, ply: int) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard at a step."""
    return match.game.list_scoreboard_entries(match.rules.view(match.state_at(ply), None))


def list_moved_entries(match: Match, turn: MatchTurn) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard after a turn's move, without the turn's aftermath."""
    view = match.rules.view(match.state_at(turn.ply), None)
    return match.game.list_scoreboard_entries(view, list_later_events(match, turn))


def list_own_events(match: Match, turn: MatchTurn) -> tuple[EventLike, ...]:
    """Return the public events of a turn without its aftermath."""
    events = list_public_events(match, turn.since, turn.ply)
    return events[: len(events) - len(list_later_events(match, turn))]


def list_later_events(match: Match, turn: MatchTurn) -> tuple[EventLike, ...]:
    """Return the public events of a turn's aftermath."""
    events = list_public_events(match, turn.since, turn.ply)
    scene = Scene(tuple(map(str, range(match.seat_count))), load_words())
    told = match.game.tell_aftermath(events, scene)
    return () if told is None else events[told.start :]


def find_leaders(entries: Sequence[ScoreboardEntry]) -> frozenset[int]:
    """Return the seats with the most rounds won, and then the greatest value, on the scoreboard."""
    results = [(entry.stars, entry.value) for entry in entries]
    return frozenset(seat for seat, result in enumerate(results) if result == max(results))


def find_decision(match: Match) -> tuple[int, bool] | None:
    """Return the index of the turn after which the winner is ahead until the end, and whether the turn's
    aftermath decides instead of its move.

    Return ``None`` if there is no single winner with the best score, if the winner is ahead from the start or
    by an early move, or if that turn only costs another seat points.
    """
    outcome = match.outcome
    if outcome is None or match.early_outcome is not None or len(outcome.winners) != 1:
        return None
    decision, winner, turns = None, frozenset(outcome.winners), list_turns(match)
    for index, turn in reversed(tuple(enumerate(turns))):
        if find_leaders(list_entries(match, turn.ply)) != winner:
            break
        decision = index, True
        if find_leaders(list_moved_entries(match, turn)) != winner:
            break
        decision = index, False
    if decision is None:
        return None
    index, is_aftermath = decision
    if not is_aftermath and index < MIN_DECISION_SHARE * len(turns):
        return None
    (seat,), turn = winner, turns[index]
    has_scored = list_entries(match, turn.ply)[seat].value > list_entries(match, turn.since)[seat].value
    return decision if has_scored else None


def find_scoring_turns(match: Match) -> frozenset[int]:
    """Return the indices of the turns whose aftermath scores points, such as those that end a round."""
    found = set[int]()
    for index, turn in enumerate(list_turns(match)):
        if match.game.aftermath_path and list_later_events(match, turn):
            moved = list_moved_entries(match, turn)
            if any(
                new.value != old.value for old, new in zip(moved, list_entries(match, turn.ply), strict=True)
            ):
                found.add(index)
    return frozenset(found)


def find_round_turns(match: Match) -> frozenset[int]:
    """Return the indices of the turns whose aftermath tells that a seat wins a round."""
    return frozenset(
        index
        for index, turn in enumerate(list_turns(match))
        if any(
            new.stars > old.stars
            for old, new in zip(list_entries(match, turn.since), list_entries(match, turn.ply), strict=True)
        )
        and list_later_events(match, turn)
    )


def count_turns_of_rounds(ranked: Sequence[int], ends: Collection[int]) -> int:
    """Return how many of the most important turns are needed to show a turn of each round.

    :param ranked: indices of turns, the most important first.
    :param ends: indices of the turns that end rounds. If there are few, rounds don't count.
    """
    if len(ends) < MIN_SCORED_ROUNDS:
        return 0
    first = dict[int, int]()
    for count, index in enumerate(ranked, 1):
        first.setdefault(bisect_left(sorted(ends), index), count)
    return max(first.values(), default=0)


def find_change_of_lead(match: Match, turns: Sequence[MatchTurn]) -> int | None:
    """Return the index of the turn in which the seat that leads after these turns takes the lead by scoring.

    Return ``None`` if it already led before them, if it took the lead without scoring, or if there is a tie.
    """
    scores = [list_entries(match, ply) for ply in (turns[0].since, *(turn.ply for turn in turns))]
    ahead = [find_leaders(entries) for entries in scores]
    if len(ahead[0]) > 1 or len(ahead[-1]) > 1 or ahead[0] == ahead[-1]:
        return None
    found = max(number for number in range(len(turns)) if ahead[number] != ahead[-1])
    (seat,) = ahead[-1]
    return found if scores[found + 1][seat].value > scores[found][seat].value else None


def _list_moment_plies(match: Match) -> list[int]:
    scene = Scene(tuple(map(str, range(match.seat_count))), load_words())
    return [moment.ply for moment in match.game.texts.find_moments(list_public_steps(match), scene)]


def _list_record_plies(match: Match) -> list[int]:
    """Return the plies at which a finished match reached its best value for each record."""
    outcome = match.outcome
    if outcome is None:
        return []
    history = tuple(map(tuple, list_public_steps(match)))
    numbers = tuple(accumulate(match.count_ended_turns(ply) for ply in range(match.ply + 1)))

    def find_best_value(record: Record, ply: int) -> int:
        """Return the record's best value up to a step, negated if the smallest value is best."""
        values = record.find_best(Story(history[: ply + 1], numbers[: ply + 1], outcome)).values()
        return max(
            (-value if record.smallest_is_best else value for value in values), default=NO_RECORD_VALUE
        )

    highest = [(record, find_best_value(record, match.ply)) for record in match.game.records]
    plies = range(match.ply + 1)
    return [
        bisect_left(plies, value, key=partial(find_best_value, record))
        for record, value in highest
        if value != NO_RECORD_VALUE
    ]


def list_public_steps(match: Match) -> list[list[EventLike]]:
    """Return the public events of the deal and of each step."""
    redact = match.rules.redact
    steps = [match.opening_events, *(step.events for step in match.steps)]
    return [[redact(event, None) for event in events] for events in steps]
