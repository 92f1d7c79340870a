"""Checks that simultaneous presses have the effect of sequential presses in some order.

Each seed chooses a table, in its lobby or during a match, and up to five presses. These run simultaneously,
in an event loop whose order depends on the seed. They then run one after another on the same initial
database, in each possible order, until an order gives the same answers and the same final database.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any
from unittest.mock import patch

from bot.errors.base import BotError
from bot.model.table import ActionResult, Person, Place, Table
from bot.tables.service import Tables, make_tables
from bot.tables.store import TableStore
from games.core.errors import RuleError
from tests.proof.sim.loop import SimLoop
from tests.proof.sim.process import Disk
from tests.support.toy import TOYS

PEOPLE = tuple(Person(100 + number, name) for number, name in enumerate(("Anna", "Ben", "Chris", "Dana")))
PLACE = Place(7, 8, "en")
NOW = 1_780_000_000.0
MAX_PRESSES = 5
"""Maximum number of simultaneous presses. All their orders are tried."""

Press = Callable[[Tables], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Presses:
    """Simultaneous presses, and the database before them."""

    names: tuple[str, ...]
    presses: tuple[Press, ...]
    database: bytes


@dataclass(frozen=True, slots=True)
class PressesOutcome:
    """The answer to each press, and all database rows afterwards."""

    answers: tuple[str, ...]
    rows: dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class OrderSearch:
    """Result of searching for an order in which sequential presses have the same outcome."""

    presses: Presses
    concurrent_outcome: PressesOutcome
    tried_order_count: int
    order: tuple[int, ...] | None

    def describe(self) -> str:
        return "; ".join(
            f"{n}: {a}" for n, a in zip(self.presses.names, self.concurrent_outcome.answers, strict=True)
        )


def check_orders(seed: int) -> OrderSearch:
    """Run a seed's presses simultaneously, then search for an order with the same outcome."""
    chance = Random(f"orders {seed}")
    presses = _draw_presses(chance)
    everything = range(len(presses.presses))
    concurrent_outcome = _run_presses(presses, chance, None)
    tried = 0
    for order in permutations(everything):
        tried += 1
        if _run_presses(presses, Random(0), order) == concurrent_outcome:
            return OrderSearch(presses, concurrent_outcome, tried, order)
    return OrderSearch(presses, concurrent_outcome, tried, None)


@contextmanager
def remove_table_lock() -> Iterator[None]:
    """Remove only the tables' locks. The database still rejects a second row with the same ``seq``."""
    with patch.object(TableStore, "lock", lambda self, table_id: asyncio.Lock()):
        yield


def _run_presses(presses: Presses, chance: Random, order: tuple[int, ...] | None) -> PressesOutcome:
    """Run presses on a copy of the database: in ``order``, or simultaneously if it is ``None``."""
    loop = SimLoop(chance, shuffles_callbacks=order is None)
    disk = Disk(loop, chance)
    disk._connection.deserialize(presses.database)
    tables = _make_tables(disk)
    answers: dict[int, str] = {}

    async def make_press(number: int) -> None:
        answers[number] = await _describe_answer(presses.presses[number](tables))

    async def run_and_read() -> None:
        if chance.random() < 0.5:
            # Load the table into the cache, where it usually is during play.
            await tables.get(1)
        if order is None:
            await asyncio.gather(*map(make_press, range(len(presses.presses))))
        else:
            for number in order:
                await make_press(number)

    try:
        loop.run_until_complete(run_and_read())
        return PressesOutcome(tuple(answers[number] for number in sorted(answers)), _read_all_tables(disk))
    finally:
        disk.close()
        loop.close()


def _make_tables(disk: Disk) -> Tables:
    tables = make_tables(disk.open(0), TOYS)
    core: Any = tables.core
    core.get_time = lambda: NOW
    core.draw_secret = lambda: hashlib.sha256(b"orders").digest()
    return tables


async def _describe_answer(work: Awaitable[Any]) -> str:
    """Return the answer to a press: the new position, or the name of the error."""
    try:
        done = await work
    except (BotError, RuleError) as error:
        return type(error).__name__
    if isinstance(done, ActionResult):
        rows = " ".join(f"{row.seat}/{row.text}" for row, _ in done.steps)
        return f"{done.match_before.seq} + {rows}"
    if isinstance(done, Table):
        match = None if done.match is None else done.match.seq
        return f"{done.status} {done.user_ids} {done.computer_seats} {match}"
    return str(done)


def _read_all_tables(disk: Disk) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all database tables, sorted so that their order doesn't matter."""
    names = [name for (name,) in disk.run_sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: sorted(disk.run_sql(f"SELECT * FROM {name}"), key=repr) for name in names}


def _draw_presses(chance: Random) -> Presses:
    """Set up a table, and choose random presses to make there."""
    loop = SimLoop(chance)
    disk = Disk(loop, chance)
    try:
        draw = _list_lobby_presses if chance.random() < 0.25 else _list_match_presses
        found = loop.run_until_complete(draw(_make_tables(disk), chance))
        drawn = chance.choices(found, k=chance.randrange(2, MAX_PRESSES + 1))
        return Presses(tuple(name for name, _ in drawn), tuple(work for _, work in drawn), disk.dump())
    finally:
        disk.close()
        loop.close()


async def _list_lobby_presses(tables: Tables, chance: Random) -> list[tuple[str, Press]]:
    """Open a lobby; return the presses to choose from."""
    lobby = tables.lobby
    anna, ben, *others = PEOPLE
    await lobby.open_table(
        PLACE, anna, "toy", {"goal": "12"}, press_id=1, seat_count=chance.choice((2, 3, 4))
    )
    if chance.random() < 0.5:
        await lobby.join_lobby(1, ben, 2)
    found: list[tuple[str, Press]] = [
        ("start", lambda tables: tables.lobby.start_match(1, anna.user_id, 10)),
        ("computer", lambda tables: tables.lobby.add_computer(1, anna.user_id, "easy", "Octopus", 11)),
        ("remove", lambda tables: tables.lobby.remove_computer(1, anna.user_id, 1)),
        ("goal", lambda tables: tables.lobby.set_option(1, anna.user_id, "goal", "12")),
        ("cancel", lambda tables: tables.lobby.cancel_lobby(1, anna.user_id)),
    ]
    for person in (ben, *others):
        found += [_make_join(person), _make_join(person), _make_departure(person)]
    return found


def _make_join(person: Person) -> tuple[str, Press]:
    return f"join {person.name}", lambda tables: tables.lobby.join_lobby(1, person, 20 + person.user_id)


def _make_departure(person: Person) -> tuple[str, Press]:
    return f"leave {person.name}", lambda tables: tables.seats.leave_table(1, person.user_id)


async def _list_match_presses(tables: Tables, chance: Random) -> list[tuple[str, Press]]:
    """Play part of a match; return the presses to choose from."""
    seated = PEOPLE[: chance.choice((2, 2, 3))]
    await tables.lobby.open_table(PLACE, seated[0], "toy", {"goal": "12"}, press_id=1)
    for person in seated[1:]:
        await tables.lobby.join_lobby(1, person, 2)
    await tables.lobby.start_match(1, seated[0].user_id, 3)
    for _ in range(chance.randrange(8)):
        match: Any = (await tables.get(1)).match
        if match.outcome is not None:
            break
        seat = match.to_act[0]
        token = chance.choice(match.legal_actions(seat)).token
        await tables.play.perform_action(
            1, (await tables.get(1)).occupants[seat].user_id, token, match.seq, seat=seat
        )
    table = await tables.get(1)
    match = table.match
    found: list[tuple[str, Press]] = []
    for seat in match.to_act:
        for action in match.legal_actions(seat):
            user = table.occupants[seat].user_id
            found += [_make_action(user, action.token, seq) for seq in (match.seq, match.seq, None)]
    for person in seated:
        found += [
            (f"undo {person.name}", _make_undo(person.user_id, match.seq)),
            (f"undo {person.name} as it is", _make_undo(person.user_id, None)),
            _make_departure(person),
            (f"resign {person.name}", _make_resignation(person.user_id)),
            (f"draw {person.name}", _make_proposal(person.user_id)),
            (f"vote {person.name}", _make_vote(person.user_id)),
        ]
    stranger = PEOPLE[-1]
    found.append((f"take over {stranger.name}", lambda tables: tables.seats.take_over_seat(1, stranger, 0)))
    return found


def _make_action(user: int, token: str, seq: int | None) -> tuple[str, Press]:
    return f"{user} {token} at {seq}", lambda tables: tables.play.perform_action(1, user, token, seq)


def _make_undo(user: int, seq: int | None) -> Press:
    return lambda tables: tables.play.undo_step(1, user, seq)


def _make_resignation(user: int) -> Press:
    return lambda tables: tables.play.resign_match(1, user)


def _make_proposal(user: int) -> Press:
    return lambda tables: tables.play.propose_draw(1, user)


def _make_vote(user: int) -> Press:
    return lambda tables: tables.play.answer_proposal(1, user, 1, agrees=True)
