"""Fuzzed operations on matches in progress."""

from __future__ import annotations

from bot.model.table import Table
from bot.tables.service import Tables
from games.players import list_levels
from tests.proof.fuzz.attempts import (
    ANY_LEVELS,
    CHANNEL_COUNT,
    MIN_SENSIBLE_ODDNESS,
    PEOPLE,
    Attempt,
    Operation,
    PreparedCall,
    is_stale,
    pick_host,
    pick_person,
    pick_player,
    pick_seat,
    pick_seq,
)
from tests.support.tables_kit import make_place

TOKENS = ("", "gift:y", "add:1", "roll:0", "add:9", "ADD:1", "nonsense", "ring:0" * 9, "\ud800", "add:1\0")


def _pick_token(table: Table, attempt: Attempt, user_id: int) -> tuple[str, bool]:
    """Return a token, and whether the person can legally play it now."""
    match = table.match
    if attempt.oddness < MIN_SENSIBLE_ODDNESS or match is None:
        return TOKENS[attempt.number % len(TOKENS)], False
    for seat in match.to_act:
        if seat in table.list_seats(user_id):
            legal = match.legal_actions(seat)
            return legal[attempt.number % len(legal)].token, True
    seat = match.to_act[0] if match.to_act else 0
    legal = match.rules.legal_actions(match.state, seat)
    return (legal[attempt.number % len(legal)].token if legal else "end:0"), False


def _prepare_act(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person, seq = pick_player(table, attempt), pick_seq(table, attempt)
    token, good = _pick_token(table, attempt, person.user_id)
    seat = pick_seat(table, attempt) if attempt.oddness in (0, 1, 2) else None
    good = good and table.status == "playing" and not is_stale(table, seq)
    never = is_stale(table, seq) or table.status != "playing" or not table.list_seats(person.user_id)
    return PreparedCall(
        lambda: tables.play.perform_action(table.id, person.user_id, token, seq, seat=seat), good, never
    )


def _prepare_play_on(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    seq = pick_seq(table, attempt) or 0
    match = table.match
    due = [] if match is None else [seat for seat in match.to_act if seat in table.computer_seats]
    if match is not None and due and attempt.oddness >= MIN_SENSIBLE_ODDNESS:
        seat = due[0]
        legal = match.legal_actions(seat)
        token, good = legal[attempt.number % len(legal)].token, True
    else:
        seat, token, good = pick_seat(table, attempt), TOKENS[attempt.number % len(TOKENS)], False
    good = good and table.status == "playing" and not is_stale(table, seq)
    never = is_stale(table, seq) or seat not in table.computer_seats
    return PreparedCall(lambda: tables.play.perform_computer_action(table.id, seat, token, seq), good, never)


def _prepare_undo(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person, seq = pick_player(table, attempt), pick_seq(table, attempt)
    match = table.match
    if match is not None and match.steps and attempt.person_index >= len(PEOPLE):
        person = pick_person(table, attempt, table.occupants[match.steps[-1].seat].user_id)
    return PreparedCall(
        lambda: tables.play.undo_step(table.id, person.user_id, seq), must_fail=is_stale(table, seq)
    )


def _prepare_propose_draw(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person = pick_player(table, attempt)
    never = not table.list_seats(person.user_id)
    return PreparedCall(lambda: tables.play.propose_draw(table.id, person.user_id), must_fail=never)


def _prepare_vote(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    proposal = table.proposal
    asked = None if proposal is None else proposal.awaited_ids[attempt.number % len(proposal.awaited_ids)]
    person = pick_person(table, attempt, asked)
    number = attempt.number - 3 if proposal is None or attempt.oddness < 2 else proposal.id
    good = proposal is not None and number == proposal.id and person.user_id in proposal.awaited_ids
    agree = attempt.number % 4 > 0
    never = proposal is None or number != proposal.id or not table.list_seats(person.user_id)
    return PreparedCall(
        lambda: tables.play.answer_proposal(table.id, person.user_id, number, agree), good, never
    )


def _prepare_resign(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person = pick_player(table, attempt)
    good = table.status == "playing" and bool(table.list_seats(person.user_id))
    return PreparedCall(lambda: tables.play.resign_match(table.id, person.user_id), good, not good)


def _prepare_leave(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person, level = pick_player(table, attempt), ANY_LEVELS[attempt.number % len(ANY_LEVELS)]
    there = person.user_id in table.user_ids or person.user_id in table.invited_ids
    good = table.status != "over" and there and level in list_levels(table.game)
    return PreparedCall(lambda: tables.seats.leave_table(table.id, person.user_id, level), good, not good)


def _prepare_take_over(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person, seat = pick_person(table, attempt, None), pick_seat(table, attempt)
    if table.computer_seats and attempt.oddness >= MIN_SENSIBLE_ODDNESS:
        seat = table.computer_seats[attempt.number % len(table.computer_seats)]
    return PreparedCall(
        lambda: tables.seats.take_over_seat(table.id, person, seat),
        must_fail=seat not in table.computer_seats,
    )


def _prepare_invite_to_take_over(
    tables: Tables, table: Table, attempt: Attempt, press_id: int
) -> PreparedCall:
    by, asked = pick_host(table, attempt), PEOPLE[attempt.number % len(PEOPLE)]
    return PreparedCall(
        lambda: tables.seats.invite_to_take_over(table.id, by.user_id, asked.user_id),
        must_fail=table.status != "playing" or not table.list_seats(by.user_id),
    )


def _prepare_close(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, moderator = pick_host(table, attempt), attempt.number % 5 == 0
    good = table.status != "over" and (moderator or by.user_id == table.host_id)
    return PreparedCall(
        lambda: tables.play.close_table(table.id, by.user_id, is_moderator=moderator), good, not good
    )


def _prepare_close_unhosted(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by = pick_host(table, attempt)
    return PreparedCall(
        lambda: tables.play.close_unhosted_table(table.id, by.user_id, is_moderator=True), must_fail=True
    )


def _prepare_move_table(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, channel = pick_player(table, attempt), attempt.number % (CHANNEL_COUNT + 1)
    never = table.status == "over" or not table.list_seats(by.user_id)
    return PreparedCall(
        lambda: tables.play.move_table(table.id, by.user_id, make_place(channel)), must_fail=never
    )


def _pick_claim(table: Table, attempt: Attempt) -> tuple[int, int]:
    """Return the user ID of a claimant, and the seat claimed to be out of time, usually the active one."""
    active_seat = None if table.match is None else table.match.active_seat
    seat = (
        active_seat
        if active_seat is not None and attempt.oddness >= MIN_SENSIBLE_ODDNESS
        else pick_seat(table, attempt)
    )
    others = [
        user for user in table.user_ids if active_seat is None or user != table.occupants[active_seat].user_id
    ]
    return pick_person(table, attempt, others[attempt.number % len(others)] if others else None).user_id, seat


def _is_claim_impossible(table: Table, claimant_id: int, seat: int) -> bool:
    """Return whether a claim by ``claimant_id`` that ``seat`` is out of time must always be refused."""
    return table.status != "playing" or table.clock is None or seat in table.list_seats(claimant_id)


def _prepare_claim_end(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, seat = _pick_claim(table, attempt)
    seq = pick_seq(table, attempt)
    never = _is_claim_impossible(table, by, seat) or is_stale(table, seq)
    return PreparedCall(lambda: tables.clocks.end_match_by_claim(table.id, by, seat, seq), must_fail=never)


def _prepare_claim_computer(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, seat = _pick_claim(table, attempt)
    level = ANY_LEVELS[attempt.number % len(ANY_LEVELS)]
    return PreparedCall(
        lambda: tables.clocks.replace_player_by_claim(table.id, by, seat, level),
        must_fail=_is_claim_impossible(table, by, seat) or level not in list_levels(table.game),
    )


OPERATIONS_BY_NAME: dict[str, Operation] = {
    "act": _prepare_act,
    "play_on": _prepare_play_on,
    "undo": _prepare_undo,
    "draw": _prepare_propose_draw,
    "vote": _prepare_vote,
    "resign": _prepare_resign,
    "leave": _prepare_leave,
    "take": _prepare_take_over,
    "ask_over": _prepare_invite_to_take_over,
    "close": _prepare_close,
    "close_unhosted_table": _prepare_close_unhosted,
    "move": _prepare_move_table,
    "end_match_by_claim": _prepare_claim_end,
    "replace_player_by_claim": _prepare_claim_computer,
}
