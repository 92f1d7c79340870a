"""What somebody may try at a table: anything, by anyone, at any moment, sensible or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from bot.privacy import erase
from bot.snapshot import Clock, Person, Table
from bot.tables import Tables
from games.players import LEVELS
from tests.bot.tables_kit import ANN, BEN, CAT, DAN, EVE, place

PEOPLE = (ANN, BEN, CAT, DAN, EVE)
CHANNELS = 3
LARGEST = 2**63 - 1
"""The largest number that a custom_id or a command can bring (:mod:`bot.ui.ids`)."""
TOKENS = ("", "gift:y", "add:1", "roll:0", "add:9", "ADD:1", "nonsense", "ring:0" * 9, "\ud800", "add:1\0")
ORDERS = ("", "wait", "least", "mine:yn", "mine:ny", "mine:", "mine:yy", "x" * 99, "wait:")
LEVELS_TOO = (*LEVELS, "", "god")

SANE = 6
"""An ``odd`` from here on means nothing odd."""


@dataclass(frozen=True, slots=True)
class Try:
    """One press. ``table`` counts from the newest; a ``who`` from 5 on is whoever is entitled to it."""

    kind: int
    table: int
    who: int
    number: int
    odd: int


Call = Callable[[], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call of the service. ``must``: it has to be done; ``never``: it has to be refused."""

    call: Call
    must: bool = False
    never: bool = False
    name: str = ""


def prepare(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    """Turn a try into a call, with what has to become of it as far as a simple model can tell."""
    names = tuple(OPERATIONS) if t.kind % 7 == 0 else USUAL[table.status]
    name = names[t.kind // 7 % len(names)]
    return replace(OPERATIONS[name](tables, table, t, press), name=name)


def _person(table: Table, t: Try, entitled: int | None) -> Person:
    if t.who >= len(PEOPLE) and entitled is not None:
        return next((p for p in PEOPLE if p.user_id == entitled), PEOPLE[t.number % len(PEOPLE)])
    return PEOPLE[t.who % len(PEOPLE)]


def _host(table: Table, t: Try) -> Person:
    return _person(table, t, table.host_id)


def _in_turn(table: Table, t: Try) -> Person:
    match = table.match
    if match is None or not match.to_act:
        return _person(table, t, None)
    seat = match.to_act[t.number % len(match.to_act)]
    turn = match.turn if t.number % 3 == 0 and match.turn is not None else seat
    return _person(table, t, table.occupants[turn].user_id)


def _number(table: Table, t: Try) -> int:
    return -1 if t.odd == 0 else LARGEST if t.odd == 1 else table.id


def _seat(table: Table, t: Try) -> int:
    return (-1, 99, LARGEST)[t.odd] if t.odd < 3 else t.number % max(len(table.occupants), 1)


def _seq(table: Table, t: Try) -> int | None:
    seq = 0 if table.match is None else table.match.seq
    return (seq - 1, seq + 1, LARGEST, -1, None, None)[t.odd] if t.odd < SANE else seq


def _stale(table: Table, seq: int | None) -> bool:
    return table.match is None or (seq is not None and seq != table.match.seq)


def _join(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person = _person(table, t, None)
    number = table.id if t.odd > 1 else _number(table, t)
    return Prepared(lambda: tables.join(number, person, press, again=t.number % 3 == 0))


def _invite(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, asked = _host(table, t), PEOPLE[t.number % len(PEOPLE)]
    never = by.user_id != table.host_id or asked.user_id in table.people
    return Prepared(lambda: tables.invite(table.id, by.user_id, asked.user_id), never=never)


def _ask_over(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, asked = _host(table, t), PEOPLE[t.number % len(PEOPLE)]
    return Prepared(
        lambda: tables.ask_over(table.id, by.user_id, asked.user_id),
        never=table.status != "playing" or not table.seats_of(by.user_id),
    )


def _uninvite(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, asked = _host(table, t), PEOPLE[t.number % len(PEOPLE)]
    good = table.status == "lobby" and by.user_id == table.host_id and asked.user_id in table.invited
    return Prepared(lambda: tables.uninvite(table.id, by.user_id, asked.user_id), good, not good)


def _start(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = _host(table, t)
    ready = table.status == "lobby" and len(table.occupants) in table.game.seats
    good = ready and by.user_id == table.host_id
    return Prepared(lambda: tables.start(table.id, by.user_id, press), good, not good)


def _option(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = _host(table, t)
    name, value = (("goal", "12"), ("goal", "40"), ("goal", "13"), ("", ""), ("x\0", "12"))[t.number % 5]
    good = table.status == "lobby" and by.user_id == table.host_id and t.number % 5 < 2
    return Prepared(lambda: tables.set_option(table.id, by.user_id, name, value), good, not good)


def _add_computer(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, level = _host(table, t), LEVELS_TOO[t.number % len(LEVELS_TOO)]
    never = by.user_id != table.host_id or level not in LEVELS
    return Prepared(lambda: tables.add_computer(table.id, by.user_id, level, "Octopus", press), never=never)


def _remove_computer(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, seat = _host(table, t), _seat(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id and seat in table.computers
    return Prepared(lambda: tables.remove_computer(table.id, by.user_id, seat), good, not good)


def _cancel(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = _host(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id
    return Prepared(lambda: tables.cancel(table.id, by.user_id), good, not good)


def _token(table: Table, t: Try, user_id: int) -> tuple[str, bool]:
    """A token, and whether it can be done now by that person."""
    match = table.match
    if t.odd < SANE or match is None:
        return TOKENS[t.number % len(TOKENS)], False
    for seat in match.to_act:
        if seat in table.seats_of(user_id):
            legal = match.legal_actions(seat)
            return legal[t.number % len(legal)].token, True
    seat = match.to_act[0] if match.to_act else 0
    legal = match.rules.legal_actions(match.state, seat)
    return (legal[t.number % len(legal)].token if legal else "end:0"), False


def _act(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, seq = _in_turn(table, t), _seq(table, t)
    token, good = _token(table, t, person.user_id)
    seat = _seat(table, t) if t.odd in (0, 1, 2) else None
    good = good and table.status == "playing" and not _stale(table, seq)
    never = _stale(table, seq) or table.status != "playing" or not table.seats_of(person.user_id)
    return Prepared(lambda: tables.act(table.id, person.user_id, token, seq, seat=seat), good, never)


def _play_on(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    seq = _seq(table, t) or 0
    match = table.match
    due = [] if match is None else [seat for seat in match.to_act if seat in table.computers]
    if match is not None and due and t.odd >= SANE:
        seat = due[0]
        legal = match.legal_actions(seat)
        token, good = legal[t.number % len(legal)].token, True
    else:
        seat, token, good = _seat(table, t), TOKENS[t.number % len(TOKENS)], False
    good = good and table.status == "playing" and not _stale(table, seq)
    never = _stale(table, seq) or seat not in table.computers
    return Prepared(lambda: tables.play_on(table.id, seat, token, seq), good, never)


def _undo(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, seq = _in_turn(table, t), _seq(table, t)
    match = table.match
    if match is not None and match.steps and t.who >= len(PEOPLE):
        person = _person(table, t, table.occupants[match.steps[-1].seat].user_id)
    return Prepared(lambda: tables.undo(table.id, person.user_id, seq), never=_stale(table, seq))


def _draw(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, seq = _in_turn(table, t), _seq(table, t)
    never = _stale(table, seq) or not table.seats_of(person.user_id)
    return Prepared(lambda: tables.propose_draw(table.id, person.user_id, seq), never=never)


def _vote(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    proposal = table.proposal
    asked = None if proposal is None else proposal.awaiting[t.number % len(proposal.awaiting)]
    person = _person(table, t, asked)
    number = t.number - 3 if proposal is None or t.odd < 2 else proposal.id
    good = proposal is not None and number == proposal.id and person.user_id in proposal.awaiting
    agree = t.number % 4 > 0
    never = proposal is None or number != proposal.id or not table.seats_of(person.user_id)
    return Prepared(lambda: tables.vote(table.id, person.user_id, number, agree), good, never)


def _resign(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, seq = _in_turn(table, t), _seq(table, t)
    seated = bool(table.seats_of(person.user_id))
    good = table.status == "playing" and seated and not _stale(table, seq)
    return Prepared(lambda: tables.resign(table.id, person.user_id, seq), good, not good)


def _leave(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, level = _in_turn(table, t), LEVELS_TOO[t.number % len(LEVELS_TOO)]
    there = person.user_id in table.people or (table.status == "lobby" and person.user_id in table.invited)
    good = table.status != "over" and there and level in LEVELS
    return Prepared(lambda: tables.leave(table.id, person.user_id, level), good, not good)


def _take(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, seat = _person(table, t, None), _seat(table, t)
    if table.computers and t.odd >= SANE:
        seat = table.computers[t.number % len(table.computers)]
    return Prepared(lambda: tables.take(table.id, person, seat), never=seat not in table.computers)


def _close(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, moderator = _host(table, t), t.number % 5 == 0
    good = table.status != "over" and (moderator or by.user_id == table.host_id)
    return Prepared(lambda: tables.close(table.id, by.user_id, moderator=moderator), good, not good)


def _close_unhosted(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = _host(table, t)
    return Prepared(lambda: tables.close_unhosted(table.id, by.user_id, moderator=True), never=True)


def _move(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, channel = _in_turn(table, t), t.number % (CHANNELS + 1)
    never = table.status == "over" or not table.seats_of(by.user_id)
    return Prepared(lambda: tables.move(table.id, by.user_id, place(channel)), never=never)


def _rematch(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person = _host(table, t)
    never = table.status != "over" or table.secret is None or not table.seats_of(person.user_id)
    return Prepared(lambda: tables.rematch(table.id, person, press), never=never)


def _open(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    host, channel = _person(table, t, None), t.number % CHANNELS
    game = "chess\0" if t.odd == 0 else "toy"
    seats = (99, -1, 0)[t.odd - 1] if t.odd in (1, 2, 3) else (None, 2, 3, 4)[t.number % 4]
    options = {"goal": "13"} if t.odd == 4 else {}
    return Prepared(
        lambda: tables.open(place(channel), host, game, options, press=press, seats=seats), never=t.odd < 5
    )


def _order(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person, order = _in_turn(table, t), ORDERS[t.number % len(ORDERS)]
    return Prepared(lambda: tables.set_order(person.user_id, "toy", order))


CLOCKS = (None, Clock(60, 5), Clock(3600, 0), Clock(1, 10**6))
ZONES = ("UTC", "europe/berlin", "Asia/Kolkata", "Mars", "", "../etc/passwd", "Europe/\0", "\ud800")
QUIET = (None, (0, 0), (1380, 420), (0, 960), (0, 961), (600, 599))
DAYS = ("1970-01-20", "1969-01-01", "2026-13-01", "9999-12-31", "0001-01-01", "", "\ud800", "1970-W04-1")
AWAY = (None, 1_000_500, 0, -1, 1_000_000 + 31 * 86400, LARGEST)


def _clock(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = _host(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id
    return Prepared(
        lambda: tables.set_clock(table.id, by.user_id, CLOCKS[t.number % len(CLOCKS)]), good, not good
    )


def _claimed(table: Table, t: Try) -> tuple[int, int]:
    """Who claims, and the seat whose time is said to have run out: mostly that of the turn."""
    turn = None if table.match is None else table.match.turn
    seat = turn if turn is not None and t.odd >= SANE else _seat(table, t)
    others = [user for user in table.people if turn is None or user != table.occupants[turn].user_id]
    return _person(table, t, others[t.number % len(others)] if others else None).user_id, seat


def _never_claimed(table: Table, by: int, seat: int) -> bool:
    return table.status != "playing" or table.clock is None or seat in table.seats_of(by)


def _claim_end(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, seat = _claimed(table, t)
    seq = _seq(table, t)
    never = _never_claimed(table, by, seat) or _stale(table, seq)
    return Prepared(lambda: tables.claim_end(table.id, by, seat, seq), never=never)


def _claim_computer(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, seat = _claimed(table, t)
    level = LEVELS_TOO[t.number % len(LEVELS_TOO)]
    return Prepared(
        lambda: tables.claim_computer(table.id, by, seat, level),
        never=_never_claimed(table, by, seat) or level not in LEVELS,
    )


def _habits(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    user, number = _in_turn(table, t).user_id, t.number // 5
    calls: tuple[Call, ...] = (
        lambda: tables.set_zone(user, ZONES[number % len(ZONES)]),
        lambda: tables.set_quiet(user, QUIET[number % len(QUIET)]),
        lambda: tables.set_remind(user, (None, 3600, 86400)[number % 3]),
        lambda: tables.set_away(user, AWAY[number % len(AWAY)]),
        lambda: tables.set_away_until(user, DAYS[number % len(DAYS)]),
    )
    return Prepared(calls[t.number % 5])


def _look(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    """What is only read: it may be refused, and changes nothing."""
    person, seat = _in_turn(table, t), _seat(table, t)

    async def look() -> None:
        await tables.at(t.number)
        await tables.latest_at(t.number)
        await tables.of_person(person.user_id)
        await tables.asked_in_person(table)
        await tables.times(table)
        await tables.get(_number(table, t))
        await tables.export(table.id)
        if 0 <= seat < len(table.occupants):
            await tables.foreseen(table, seat)

    return Prepared(look)


def _erase(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    user = _person(table, t, table.host_id).user_id
    return Prepared(lambda: erase(tables, user, "Somebody"), must=True)


OPERATIONS: dict[str, Callable[[Tables, Table, Try, int], Prepared]] = {
    "act": _act,
    "play_on": _play_on,
    "undo": _undo,
    "draw": _draw,
    "vote": _vote,
    "resign": _resign,
    "leave": _leave,
    "take": _take,
    "join": _join,
    "invite": _invite,
    "uninvite": _uninvite,
    "ask_over": _ask_over,
    "start": _start,
    "option": _option,
    "add_computer": _add_computer,
    "remove_computer": _remove_computer,
    "cancel": _cancel,
    "close": _close,
    "close_unhosted": _close_unhosted,
    "move": _move,
    "rematch": _rematch,
    "open": _open,
    "order": _order,
    "clock": _clock,
    "claim_end": _claim_end,
    "claim_computer": _claim_computer,
    "habits": _habits,
    "look": _look,
    "erase": _erase,
}
USUAL: dict[str, tuple[str, ...]] = {
    "lobby": (
        "join",
        "join",
        "start",
        "start",
        "start",
        "add_computer",
        "invite",
        "leave",
        "rematch",
        "clock",
        "clock",
    ),
    "playing": (
        *("act",) * 8,
        *("play_on",) * 4,
        *("undo", "undo", "vote", "vote", "draw", "take", "take", "leave", "resign"),
        *("claim_end", "claim_computer", "habits"),
    ),
    "over": ("rematch", "rematch", "rematch", "open"),
    "frozen": ("act", "leave", "close", "undo", "take", "vote"),
}
"""What makes sense at a table; the rest is tried at times too."""
SEVERAL = ("rematch", "join", "order", "erase")
"""These write in several transactions: a fault in between leaves what is whole in itself."""

TRIES = st.builds(
    Try,
    st.integers(0, 209),
    st.sampled_from((0, 0, 0, 0, 1, 1, 2, 3, 4)),
    st.integers(0, 11),
    st.integers(0, 29),
    st.integers(0, 23),
)
