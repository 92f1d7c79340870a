"""Where tables are looked up: one lock a table, a bounded cache, and the log behind it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_bytes
from typing import Literal, TypeVar
from weakref import WeakValueDictionary

from bot.errors import (
    ChannelTaken,
    NoTable,
    NotHost,
    NotStarted,
    StorageError,
    TableFrozen,
    TableOver,
    UnhostedGame,
    UnknownGame,
)
from bot.kit.cache import Cache
from bot.model.table import (
    FROZEN,
    LOBBY,
    OVER,
    PLAYING,
    Clock,
    Former,
    Occupant,
    Place,
    Proposal,
    Status,
    Table,
)
from bot.storage import Store
from bot.storage.matches import ChannelBusy, MatchRow
from bot.storage.proposals import ProposalRow
from bot.storage.seats import FormerSeat, SeatRow
from games.core.match import Match, Row
from games.core.protocol import Game
from games.core.record import Record, record_of
from games.core.rng import commitment, match_key
from games.core.words import Words, words

log = logging.getLogger("bot.tables")

READY = 1024
"""So many tables are kept ready, each with 40 to 170 KiB; to read one again takes milliseconds."""

T = TypeVar("T")


def new_secret() -> bytes:
    """Draw the secret of a table."""
    return token_bytes(32)


class Desk:
    """Finds tables. Snapshots are kept in a cache; what is not there is replayed from its log."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        *,
        cache: int = READY,
        clock: Callable[[], float] = time.time,
        secrets: Callable[[], bytes] = new_secret,
    ) -> None:
        """Look up tables of ``games`` in ``store``.

        :param cache: how many tables are kept ready.
        :param clock: epoch seconds.
        :param secrets: draws the 32 bytes of a new table.
        """
        self.store = store
        self.games = games
        self.clock = clock
        self._secrets = secrets
        self._cache: Cache[int, Table] = Cache(cache)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, table_id: int) -> Table:
        """Return a table as it stands.

        :raises NoTable: there is none.
        :raises UnknownGame: its game is no longer hosted.
        """
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        async with self._lock(table_id):
            return await self._load(table_id)

    async def at(self, channel_id: int) -> Table | None:
        """Return the active table of a channel (lobby, playing or frozen)."""
        found = await self.store.matches.active_at(channel_id)
        return None if found is None else await self.get(found)

    async def _unless_taken(self, write: Callable[[], Awaitable[T]]) -> T:
        """Do what a channel with an active table forbids. Under no lock: it asks for that other table.

        :raises ChannelTaken: the channel has one.
        """
        while True:
            try:
                return await write()
            except ChannelBusy as busy:
                active = await self.at(busy.channel_id)
            # One that has ended in between is in nobody's way.
            if active is not None:
                raise ChannelTaken(active)

    async def latest_at(self, channel_id: int) -> Table | None:
        """Return the active table of a channel, else the last one that ended there."""
        found = await self.store.matches.active_at(channel_id)
        if found is None:
            found = await self.store.matches.latest_at(channel_id)
        return None if found is None else await self.get(found)

    async def of_person(self, user_id: int) -> list[Table]:
        """Return the active tables of a person, those that wait for them first, then the oldest.

        A table whose game is no longer hosted is left out: it must not hide the others.
        """
        tables = []
        for found in await self.store.matches.active_of(user_id):
            try:
                tables.append(await self.get(found))
            except UnknownGame as error:
                log.warning("table left out table=%d", found, extra={"fields": {"reason": str(error)}})
        return sorted(tables, key=lambda table: not table.waits_for(user_id))

    async def words_of(self, table: Table) -> Words:
        """Return the language of a table's public texts: the channel's choice, else the server's."""
        return await self.words_at(table.place)

    async def words_at(self, place: Place) -> Words:
        """Return the language of the public texts in a channel."""
        chosen = await self.store.channels.get(place.channel_id, "locale")
        return words(chosen or place.locale)

    async def unhosted_of(self, user_id: int) -> list[tuple[int, str]]:
        """Return a person's active tables whose game is no longer hosted, as their ids and game keys."""
        rows = [await self._row(found) for found in await self.store.matches.active_of(user_id)]
        return [(row.id, row.game) for row in rows if row.game not in self.games]

    async def export(self, table_id: int) -> str:
        """Return the match as a file (see ``games.core.record``); its secret only once it is over.

        :raises NotStarted: there is no match yet.
        """
        table = await self.get(table_id)
        row = await self._row(table_id)
        if row.version is None or row.start_press is None:
            raise TableOver if table.status == OVER else NotStarted
        presses = _presses(await self.store.seats.of(table_id), row.start_press)
        if table.match is not None:
            return record_of(table.match, row.secret, presses).to_json()
        return Record(
            row.game,
            row.version,
            len(table.occupants),
            row.options,
            table.commitment,
            row.secret if table.status == OVER else None,
            presses,
            await self.store.matches.log(table_id),
        ).to_json()

    async def renew(self, table_id: int) -> None:
        """Forget what is ready of a table, so that the next look reads what is stored."""
        async with self._lock(table_id):
            self._cache.drop(table_id)

    def _lock(self, table_id: int) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def _now(self) -> int:
        return int(self.clock())

    async def _row(self, table_id: int) -> MatchRow:
        row = await self.store.matches.find(table_id)
        if row is None:
            raise NoTable
        return row

    async def _load(self, table_id: int, match: Match | None = None) -> Table:
        """Read a table under its lock; ``match`` spares the replay of a log that is known."""
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        store = self.store
        # Asked for at once, they wait for the database's thread once.
        row, seats, former, invited, proposal, log_rows = await asyncio.gather(
            self._row(table_id),
            store.seats.of(table_id),
            store.seats.former(table_id),
            store.seats.invited(table_id),
            store.proposals.of(table_id),
            store.matches.log(table_id) if match is None else _nothing(),
        )
        game = self.games.get(row.game)
        if game is None:
            raise UnhostedGame(row.game, table_id)
        if match is None and row.version is not None:
            match = _replay(row, game, seats, log_rows)
        table = _table(row, game, seats, former, invited, proposal, match)
        if table.status == FROZEN:
            await self._rest(table_id)
        self._cache.put(table_id, table)
        return table

    async def _rest(self, table_id: int) -> None:
        """Let nobody's time run at a table that nobody can play at."""
        try:
            await self.store.clocks.rest(table_id)
        except StorageError as error:
            # Reading goes on; what falls due tries again.
            log.warning("clocks run on table=%d", table_id, extra={"fields": {"reason": str(error)}})

    async def _playing(self, table_id: int) -> tuple[Table, Match]:
        """Return a table in play, under its lock."""
        table = await self._load(table_id)
        if table.status == FROZEN:
            raise TableFrozen
        if table.status == OVER:
            raise TableOver
        if table.match is None:
            raise NotStarted
        return table, table.match


def host_only(table: Table, user_id: int, *, moderator: bool = False) -> None:
    """Let the host pass, and a moderator where one may.

    :raises NotHost: it is neither.
    """
    if user_id != table.host_id and not moderator:
        raise NotHost(table.host.name)


def _presses(seats: tuple[SeatRow, ...], start: int) -> tuple[int, ...]:
    return (*(seat.press for seat in seats), start)


async def _nothing() -> tuple[Row, ...]:
    return ()


def _replay(row: MatchRow, game: Game, seats: tuple[SeatRow, ...], rows: tuple[Row, ...]) -> Match | None:
    try:
        return _deal(game, row, seats).replay(rows)
    except Exception:
        # Whatever a log trips over, its table freezes and the others go on.
        log.exception("table=%d kind=frozen rows=%d", row.id, len(rows))
        return None


def _deal(game: Game, row: MatchRow, seats: tuple[SeatRow, ...]) -> Match:
    if row.start_press is None:
        raise ValueError("the match was never started")
    key = match_key(row.secret, _presses(seats, row.start_press))
    return Match.begin(game, len(seats), row.options, key, row.version)


def _table(
    row: MatchRow,
    game: Game,
    seats: tuple[SeatRow, ...],
    former: tuple[FormerSeat, ...],
    invited: tuple[int, ...],
    proposal: ProposalRow | None,
    match: Match | None,
) -> Table:
    over = row.status == OVER
    status: Status = OVER if over else LOBBY if row.version is None else PLAYING if match else FROZEN
    people = dict.fromkeys(seat.user_id for seat in seats if seat.computer is None)
    return Table(
        id=row.id,
        game=game,
        place=Place(row.channel_id, row.guild_id, row.locale),
        host_id=row.host_id,
        status=status,
        options=row.options,
        capacity=row.capacity,
        occupants=tuple(Occupant(s.seat, s.user_id, s.name, s.computer) for s in seats),
        commitment=commitment(row.secret),
        match=match,
        proposal=None if proposal is None else _proposal(proposal, tuple(people)),
        invited=invited,
        secret=row.secret.hex() if over and row.version is not None else None,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        former=tuple(Former(f.seat, f.user_id, f.name, f.computer, f.seq) for f in former),
        follows=row.follows,
        clock=None if row.clock is None else Clock.of(row.clock),
    )


def _proposal(row: ProposalRow, people: tuple[int, ...]) -> Proposal:
    kind: Literal["undo", "draw"] = "undo" if row.kind == "undo" else "draw"
    awaiting = tuple(user_id for user_id in people if user_id not in row.agreed)
    return Proposal(row.id, kind, row.seat, row.user_id, row.ply, row.agreed, awaiting)
