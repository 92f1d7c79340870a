"""Computes the result of a finished match: who is rated, in which place, and whether the match counts.

Implements the rules of docs/developing/ratings.md.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from bot.model.table import NO_USER_ID, FormerOccupant, Occupant, Table
from bot.storage.ratings import BestMoment, RatedResult, RecordValue, ResultSeat
from bot.ui.scenes import make_scene, redact_events
from games.core.match import ACT_KIND, UNDO_KIND, Match
from games.core.outcome import AGREED_DRAW_ENDING, CLOSED_ENDING, FORFEITED_ENDING, RESIGNED_ENDING, Outcome
from games.core.records import Story
from games.core.shapes import EventLike
from games.core.words import load_words

UNREADABLE_LOG = "unreadable"
NO_RESULT = "no_result"
MOVES_UNDONE = "undone"
TOO_SHORT = "short"
PERSON_ON_BOTH_SIDES = "both_sides"
ONLY_ONE_PERSON = "alone"
CHANNEL_VOTED = "voted"
"""Reasons why a match changes no rating."""
MIN_TURNS = 3
"""Turns in which a player must have moved for the match to be rated.

Checked for players who left and, if the match ended early, for everybody.
"""
EARLY_ENDINGS = (RESIGNED_ENDING, FORFEITED_ENDING, AGREED_DRAW_ENDING)
"""Endings that players caused before the rules ended the match."""


def compute_rated_result(table: Table) -> RatedResult:
    """Return the result of a table that has ended. If its match has no outcome, the result has no seats."""
    match = table.match
    outcome = None if match is None else match.outcome
    if match is None or outcome is None:
        return _make_result(table, CLOSED_ENDING, UNREADABLE_LOG, 0, ())
    seats = compute_seat_results(table, outcome)
    turns = [match.count_ended_turns(ply) for ply in range(match.ply + 1)]
    why = find_unrated_reason(match, outcome, seats) or (CHANNEL_VOTED if table.had_channel_seat else "")
    if not why and was_cut_short(table, match, outcome, turns):
        why = TOO_SHORT
    if why:
        return _make_result(table, outcome.ending, why, sum(turns), seats)
    public_history = [redact_events(match, ply - 1, None, ply) for ply in range(match.ply + 1)]
    return _make_result(
        table,
        outcome.ending,
        why,
        sum(turns),
        seats,
        _find_moment(table, match, public_history),
        _list_record_values(table, match, outcome, public_history, turns),
    )


def _make_result(
    table: Table,
    ending: str,
    unrated_reason: str,
    turns: int,
    seats: tuple[ResultSeat, ...],
    moment: BestMoment | None = None,
    records: tuple[RecordValue, ...] = (),
) -> RatedResult:
    return RatedResult(
        table.id,
        table.game.key,
        table.place.guild_id,
        table.place.channel_id,
        table.ended_at or 0,
        turns,
        ending,
        unrated_reason,
        seats,
        moment,
        records,
    )


def find_original_player(table: Table, seat: int) -> FormerOccupant | Occupant:
    """Return the player who had a seat when the match began."""
    return next((one for one in table.former_occupants if one.seat == seat), table.occupants[seat])


def compute_seat_results(table: Table, outcome: Outcome) -> tuple[ResultSeat, ...]:
    """Return each seat's result: the player it counts for, and their place.

    A player who left a seat is last, whatever their successor achieved. If a person took over a computer's
    seat, the result counts for neither.
    """
    last = max(outcome.placements) + 1
    drawn = outcome.is_draw
    seats = []
    for occupant in table.occupants:
        starter = find_original_player(table, occupant.seat)
        same = (starter.user_id, starter.computer) == (occupant.user_id, occupant.computer)
        # Erased players share an ID and can't be told apart, so the seat counts as changed.
        changed = not same or (isinstance(starter, FormerOccupant) and starter.user_id == NO_USER_ID)
        left = changed and starter.computer is None
        computer = None if changed else starter.computer
        place = last if left else outcome.placements[occupant.seat]
        seats.append(
            ResultSeat(occupant.seat, starter.user_id, starter.name, computer, place, drawn and not left)
        )
    if any(one.place == last for one in seats):
        # Everyone who stayed beat the player who left, so the match is no longer a draw.
        seats = [ResultSeat(o.seat, o.user_id, o.name, o.computer, o.place, is_draw=False) for o in seats]
    return tuple(seats)


def find_unrated_reason(match: Match, outcome: Outcome, seats: tuple[ResultSeat, ...]) -> str:
    """Return a reason in a match's ending, moves or players for not rating it; empty if there is none."""
    if outcome.ending == CLOSED_ENDING:
        return NO_RESULT
    if not match.is_rated:
        return MOVES_UNDONE
    if {step.seat for step in match.steps} != set(range(match.seat_count)):
        return TOO_SHORT
    # Erased players share an ID. Two of them could be one person, so the match doesn't count.
    people = Counter(one.user_id for one in seats if one.computer is None)
    if any(count > 1 for count in people.values()):
        return PERSON_ON_BOTH_SIDES
    return "" if people.keys() - {NO_USER_ID} else ONLY_ONE_PERSON


def was_cut_short(table: Table, match: Match, outcome: Outcome, turns: list[int]) -> bool:
    """Return whether somebody played too few turns for the match to be rated.

    People who left, and everybody in a match that ended early, must have moved in :data:`MIN_TURNS` turns.
    """
    # The step that ends a turn belongs to that turn.
    turn_of = [0, *accumulate(turns[1:])]
    for seat in range(match.seat_count):
        starter = find_original_player(table, seat)
        left = isinstance(starter, FormerOccupant)
        if starter.computer is not None or not (left or outcome.ending in EARLY_ENDINGS):
            continue
        last = _count_steps(match, starter.seq) if isinstance(starter, FormerOccupant) else match.ply
        moved = {turn_of[ply] for ply, step in enumerate(match.steps[:last]) if step.seat == seat}
        if len(moved) < MIN_TURNS:
            return True
    return False


def _count_steps(match: Match, row_count: int) -> int:
    """Return the number of steps in the first ``row_count`` rows of the log, without undone ones."""
    count = 0
    for row in match.rows[:row_count]:
        if row.kind == ACT_KIND:
            count += 1
        elif row.kind == UNDO_KIND:
            count = int(row.text)
    return count


def _find_moment(
    table: Table, match: Match, public_events_by_ply: list[tuple[EventLike, ...]]
) -> BestMoment | None:
    _, scene = make_scene(table, match, None, load_words())
    for moment in match.game.texts.find_moments(public_events_by_ply, scene)[:1]:
        if moment.ply:
            return BestMoment(moment.ply, match.steps[moment.ply - 1].seat)
    return None


def _list_record_values(
    table: Table,
    match: Match,
    outcome: Outcome,
    public_events_by_ply: list[tuple[EventLike, ...]],
    turns: list[int],
) -> tuple[RecordValue, ...]:
    """Return the values that may be records, for seats that one person had throughout the match."""
    whole = {one.seat for one in table.occupants if one.user_id != NO_USER_ID}
    whole -= {former.seat for former in table.former_occupants}
    # The step that ends a turn belongs to that turn.
    before = [0, *accumulate(turns)]
    story = Story(tuple(public_events_by_ply), tuple(count + 1 for count in before[:-1]), outcome)
    return tuple(
        RecordValue(seat, record.name, value)
        for record in match.game.records
        for seat, value in sorted(record.find_best(story).items())
        if seat in whole
    )
