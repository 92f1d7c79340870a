"""Fuzzes the table service with presses, faults and restarts, comparing it with a simple model."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from bot.errors.base import BotError, TableError
from bot.errors.storage import StorageError
from bot.model.table import TABLE_FROZEN, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Clock, Table
from bot.tables.seats import find_known_seats
from bot.tables.service import Tables, make_tables
from games.core.errors import RuleError
from games.core.match import LoggedRow
from games.core.words import load_words
from tests.proof.fuzz.attempts import PEOPLE, Attempt
from tests.proof.fuzz.invariants import check_clocks, check_replay, check_seats
from tests.proof.fuzz.lobbies import CLOCKS
from tests.proof.fuzz.memory import MemoryDatabase
from tests.proof.fuzz.presses import ATTEMPT_STRATEGY, MULTI_TRANSACTION_OPERATIONS, prepare_call
from tests.proof.fuzz.server import ServerDatabase
from tests.support.tables_kit import make_place
from tests.support.toy import TOYS

Refusal = (TableError, RuleError)
OPERATION_COUNTS: Counter[tuple[str, str]] = Counter()
"""Number of times that each operation had each result (success or an error) in this process."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table and its log at the last check."""

    table: Table
    rows: tuple[LoggedRow, ...]


class TableMachine(RuleBasedStateMachine):
    """Five people who press buttons in three channels: in sequence, concurrently, and with a failing disk."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.memory = self.open_database()
        self.now = 1_000_000.0
        self.presses = 1000
        self.secrets = 0
        self.cache = 64
        self.tables = self._make_service()
        self.known: dict[int, KnownTable] = {}

    def open_database(self) -> MemoryDatabase | ServerDatabase:
        return MemoryDatabase()

    def teardown(self) -> None:
        try:
            self.restart_service(1)
        finally:
            self.memory.close()
            self.loop.close()

    @initialize(
        channel=st.integers(0, 2),
        people=st.integers(1, 4),
        computer_count=st.integers(0, 2),
        cache=st.sampled_from((1, 64)),
        begun=st.integers(0, 3),
        clock=st.sampled_from(CLOCKS),
    )
    def open_first_table(
        self, channel: int, people: int, computer_count: int, cache: int, begun: int, clock: Clock | None
    ) -> None:
        """Open a first table, and usually start its match."""
        self.cache = cache
        self.tables = self._make_service()
        self._run(
            self._open_table(channel, people, min(computer_count, 4 - people), clock, begins_match=begun > 0)
        )
        self._check_all_tables()

    async def _open_table(
        self, channel: int, people: int, computer_count: int, clock: Clock | None, *, begins_match: bool
    ) -> None:
        host = PEOPLE[0]
        table = await self.tables.lobby.open_table(
            make_place(channel), host, "toy", {}, press_id=self._make_press_id(), clock=clock
        )
        for person in PEOPLE[1:people]:
            await self.tables.lobby.join_lobby(table.id, person, self._make_press_id())
        for _ in range(computer_count):
            await self.tables.lobby.add_computer(
                table.id, host.user_id, "normal", "Octopus", self._make_press_id()
            )
        if begins_match and people + computer_count > 1:
            await self.tables.lobby.start_match(table.id, host.user_id, self._make_press_id())

    @rule(attempts=st.lists(ATTEMPT_STRATEGY, min_size=1, max_size=6))
    def press_in_sequence(self, attempts: list[Attempt]) -> None:
        """Run people's operations one after another. A refused operation must change nothing."""
        for attempt in attempts:
            self.now += attempt.number
            prepared = prepare_call(
                self.tables, self._pick_table(attempt.table_index), attempt, self._make_press_id()
            )
            before = self.memory.dump()
            refusal = self._catch_refusal(prepared.call())
            OPERATION_COUNTS[prepared.name, type(refusal).__name__ if refusal else "done"] += 1
            if refusal is None:
                assert not prepared.must_fail, "this should have been refused"
                self._check_all_tables(was_person_erased=prepared.name == "erase")
            else:
                assert not prepared.must_succeed, "this should have been done"
                self._check_refusal(refusal, before)

    @rule(attempts=st.lists(ATTEMPT_STRATEGY, min_size=2, max_size=3))
    def press_concurrently(self, attempts: list[Attempt]) -> None:
        """Run several people's operations concurrently. If all are refused, nothing may change."""
        found = [
            prepare_call(self.tables, self._pick_table(attempt.table_index), attempt, self._make_press_id())
            for attempt in attempts
        ]
        before = self.memory.dump()

        async def gather_calls() -> list[Any]:
            return await asyncio.gather(*(prepared.call() for prepared in found), return_exceptions=True)

        refusals = self._run(gather_calls())
        for refusal in refusals:
            if isinstance(refusal, BaseException):
                if not isinstance(refusal, Refusal):
                    raise refusal
                _check_message(refusal)
        if all(isinstance(refusal, Refusal) for refusal in refusals):
            assert self.memory.dump() == before
        self._check_all_tables(was_person_erased=any(p.name == "erase" for p in found))

    @rule(attempt=ATTEMPT_STRATEGY, after=st.integers(0, 5))
    def fill_disk_during_call(self, attempt: Attempt, after: int) -> None:
        """Make the disk full during an operation.

        If the operation fails, nothing may have changed, unless it has several transactions.
        """
        prepared = prepare_call(
            self.tables, self._pick_table(attempt.table_index), attempt, self._make_press_id()
        )
        before = self.memory.dump()
        self.memory.fails_in = after
        try:
            refusal = self._catch_refusal(prepared.call(), StorageError)
        finally:
            self.memory.fails_in = None
        if refusal is not None and prepared.name not in MULTI_TRANSACTION_OPERATIONS:
            self._check_refusal(refusal, before)
        self._check_all_tables(was_person_erased=prepared.name == "erase", is_fault_injected=True)
        self._run(self.tables.clocks.start_missing_clocks())

    @rule(cache=st.sampled_from((1, 64)))
    def restart_service(self, cache: int) -> None:
        """Restart the service on the same database. All tables must be unchanged."""
        self.cache = cache
        before = [self._run(self.tables.get(number)) for number in self.known]
        self.tables = self._make_service()
        assert [self._run(self.tables.get(number)) for number in self.known] == before
        self._run(self.tables.clocks.start_missing_clocks())
        self._check_all_tables()

    @rule(table=st.integers(0, 3), skip=st.integers(0, 3))
    def damage_log(self, table: int, skip: int) -> None:
        """Sometimes insert an invalid row into a log, bypassing the service. The table must then freeze."""
        known = self._pick_table(table)
        if skip or known.status != TABLE_PLAYING or known.match is None:
            return
        seq = known.match.seq + 1
        self.memory.run_sql("INSERT INTO log VALUES (?, ?, 'act', 0, 'nonsense', 0)", known.id, seq)
        self.memory.run_sql("DELETE FROM proposals WHERE match_id = ?", known.id)
        self.tables = self._make_service()
        assert self._run(self.tables.get(known.id)).status == TABLE_FROZEN
        self._remember_table(known.id)

    def _make_service(self) -> Tables:
        def make_secret() -> bytes:
            self.secrets += 1
            return hashlib.sha256(str(self.secrets).encode()).digest()

        return make_tables(
            self.memory.open_store(),
            TOYS,
            cache_size=self.cache,
            get_time=lambda: self.now,
            draw_secret=make_secret,
        )

    def _run(self, call: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(call)

    def _make_press_id(self) -> int:
        self.presses += 1
        return self.presses

    def _pick_table(self, number: int) -> Table:
        newest = sorted(self.known, reverse=True)
        return self._run(self.tables.get(newest[number % len(newest)]))  # type: ignore[no-any-return]

    def _catch_refusal(self, call: Awaitable[Any], *expected_errors: type[Exception]) -> Exception | None:
        """Run an operation; return its error if it was refused."""
        try:
            self._run(call)
        except Exception as error:
            if isinstance(error, (*Refusal, *expected_errors)):
                return error
            raise
        return None

    def _check_refusal(self, refusal: Exception, before: bytes) -> None:
        """Check that a refusal has a message, and changed neither the database nor a table."""
        _check_message(refusal)
        assert self.memory.dump() == before, f"{refusal!r} changed something"
        for number, known in self.known.items():
            assert self._run(self.tables.get(number)) == known.table, f"{refusal!r} changed a snapshot"

    def _check_all_tables(self, *, was_person_erased: bool = False, is_fault_injected: bool = False) -> None:
        """Check every table against the model, and update the model."""
        stored = [row[0] for row in self.memory.run_sql("SELECT id FROM matches ORDER BY id")]
        assert set(self.known) <= set(stored)
        active = self.memory.run_sql("SELECT channel_id FROM matches WHERE status <> 'over'")
        assert len(active) == len(set(active)), "two active tables in a channel"
        for number in stored:
            before = self.known.get(number)
            now = self._remember_table(number)
            if before is None or now.table != before.table:
                check_seats(now.table)
                self._run(check_replay(self.tables, now.table, TOYS))
            if not is_fault_injected:
                self._run(check_clocks(self.tables, now.table))
            if before is not None:
                _check_progress(before, now, was_person_erased=was_person_erased)

    def _remember_table(self, number: int) -> KnownTable:
        table = self._run(self.tables.get(number))
        rows = self.memory.run_sql("SELECT kind, seat, text FROM log WHERE match_id = ? ORDER BY seq", number)
        self.known[number] = KnownTable(table, tuple(LoggedRow(*row) for row in rows))
        return self.known[number]


def _check_progress(before: KnownTable, now: KnownTable, *, was_person_erased: bool) -> None:
    """Check that a table only progressed: its log grew, and settled facts are unchanged."""
    old, new = before.table, now.table
    assert now.rows[: len(before.rows)] == before.rows, "the log has shrunk"
    assert new.commitment == old.commitment
    if old.status != TABLE_IN_LOBBY:
        assert new.status != TABLE_IN_LOBBY
        assert (new.options, new.capacity, len(new.occupants)) == (
            old.options,
            old.capacity,
            len(old.occupants),
        )
    if old.match is not None and new.match is not None:
        assert new.match.key == old.match.key
        assert new.match.seq >= old.match.seq
    if was_person_erased:
        return
    assert new.former_occupants[: len(old.former_occupants)] == old.former_occupants
    if old.status == TABLE_OVER:
        assert new == old, "an ended match has changed"
    if old.status == TABLE_PLAYING:
        for person in PEOPLE:
            known = find_known_seats(old, person.user_id)
            assert known in ((), find_known_seats(new, person.user_id)), "somebody saw two hidden sides"


def _check_message(error: Exception) -> None:
    """Check that a refusal has a message in every language."""
    assert isinstance(error, BotError | RuleError)
    for locale in ("en", "de", "nl"):
        assert load_words(locale).msg(error.message)
