"""Everything that happens in a tournament, stored before it is told. It knows no Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.errors.storage import StorageError
from bot.features.tournaments.errors import (
    HostsEnough,
    NotNow,
    NoTournament,
    OwnMatch,
    TooManyHere,
    TooManyOwn,
)
from bot.model.hours import DAY
from bot.model.table import NOBODY, Person
from bot.storage.tournament_rows import Deal, EntryRow, LogRow, RoundTable, TournamentRow
from bot.storage.tournaments import Tournaments
from games.core.protocol import Game
from games.core.words import N_
from games.tournament.events import (
    ALREADY_IN,
    BEGAN,
    CORRECTED,
    ENDED,
    HANDED,
    JOINED,
    LEFT,
    NO_TABLE,
    NOT_IN,
    PAIRED,
    SCHEDULED,
    STILL_PLAYED,
    Event,
    Refused,
    apply,
    fold,
)
from games.tournament.state import OPEN, OVER, Pairing, Result, State
from games.tournament.steps import is_absent

MOST_HERE = 10
"""Maximum number of tournaments going on in a server."""
UNBEGUN = 14 * DAY
"""How long a tournament waits to begin after the last person joined or its time was set."""
LEFT_SERVER = "server"
"""Why somebody was withdrawn who is no longer in the server."""
MOST_OWN = 2
"""Maximum number of those that one person hosts."""
TRIES = 8
"""So often something else may happen just before what is to be noted."""
ITSELF = Person(NOBODY, "")
"""Who did what came by itself."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands. ``entries`` are by number."""

    row: TournamentRow
    entries: Mapping[int, EntryRow]
    log: tuple[LogRow, ...]
    course: State

    @property
    def id(self) -> int:
        """Its number."""
        return self.row.id

    @property
    def missed(self) -> int | None:
        """The row that says that it didn't begin at its time; ``None`` where it has, or has another time."""
        times = [row for row in self.log if row.event.kind == SCHEDULED]
        if self.course.status != OPEN or not times or times[-1].event.at or not times[-1].is_automatic:
            return None
        return times[-1].seq

    @property
    def withdrawn(self) -> list[int]:
        """The people who have been withdrawn for being absent since the last round, once it's all of them."""
        if self.course.current is not None or any(is_absent(self.course, one) for one in self.course.active):
            return []
        last = max((n for n, row in enumerate(self.log) if row.event.kind == PAIRED), default=len(self.log))
        left = [row.event.entry for row in self.log[last:] if _was_silent(row)]
        return [user for user in self.people([one for one in left if one in self.course.gone]) if user]

    @property
    def expires(self) -> int:
        """When it ends unless it begins or somebody joins, in seconds; 0 once it has begun."""
        if self.course.status != OPEN:
            return 0
        acts = [row.at for row in self.log if row.event.kind in (JOINED, SCHEDULED)]
        return max(self.row.opened_at, self.course.starts_at, *acts) + UNBEGUN

    @property
    def has_expired(self) -> bool:
        """Whether it ended automatically before it began."""
        kinds = {row.event.kind: row for row in self.log}
        return ENDED in kinds and BEGAN not in kinds and kinds[ENDED].is_automatic

    def entry_of(self, user_id: int) -> int | None:
        """Return the number of a person; ``None`` where they never came."""
        return next((one.entry for one in self.entries.values() if one.user_id == user_id), None)

    def find_table(self, round_: int, number: int) -> Pairing:
        """Return a table of a round, both counted from 0.

        :raises NotNow: there is no such table.
        """
        rounds = self.course.rounds
        if not 0 <= round_ < len(rounds) or not 0 <= number < len(rounds[round_].tables):
            raise NotNow(NO_TABLE)
        return rounds[round_].tables[number]

    def names(self, entries: Sequence[int]) -> list[str]:
        """Return the names of entries."""
        return [self.entries[entry].name for entry in entries]

    def people(self, entries: Sequence[int]) -> list[int]:
        """Return the user ids of entries."""
        return [self.entries[entry].user_id for entry in entries]


def _was_silent(row: LogRow) -> bool:
    """Return whether somebody was withdrawn because they were absent."""
    return row.event.kind == LEFT and row.is_automatic and not row.event.reason


class Overtaken(StorageError):
    """Other things went on happening in between."""

    def __init__(self) -> None:
        super().__init__(N_("Too much is happening here. Try again in a moment."))


class Arrangements:
    """Notes what happens in tournaments, one thing at a time in each."""

    def __init__(
        self,
        store: Tournaments,
        games: Mapping[str, Game],
        now: Callable[[], int],
        secrets: Callable[[], bytes],
    ) -> None:
        """Keep tournaments in ``store``; ``secrets`` draws what a round of a duplicate is dealt from."""
        self.store = store
        self.games = games
        self._now = now
        self._secrets = secrets
        self._creating = asyncio.Lock()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self, row: TournamentRow, starts_at: int = 0, by: Person = ITSELF, *, event: bool = False
    ) -> Tournament:
        """Open a tournament for people to join.

        :param starts_at: when it begins by itself, in seconds; 0 where its host begins it.
        :param event: whether Discord is to show an event of it.
        :raises TooManyOwn: the person hosts enough of them here.
        :raises TooManyHere: the server has enough of them.
        """
        first = None
        if starts_at:
            first = LogRow(1, Event(SCHEDULED, at=starts_at), by.user_id, by.name, row.opened_at)
        async with self._creating:
            if await self.store.count_hosted(row.guild_id, row.host_id) >= MOST_OWN:
                raise TooManyOwn(MOST_OWN)
            if await self.store.count_in_server(row.guild_id) >= MOST_HERE:
                raise TooManyHere(MOST_HERE)
            new = await self.store.add(row, first, event=event)
        return await self.get(new)

    async def get(self, tournament_id: int) -> Tournament:
        """Return a tournament as it stands.

        :raises NoTournament: there is none.
        """
        row = await self.store.find(tournament_id)
        if row is None:
            raise NoTournament
        entries = await self.store.list_entries(tournament_id)
        log = await self.store.read_log(tournament_id)
        state = fold(row.terms, [one.event for one in log])
        return Tournament(row, {one.entry: one for one in entries}, log, state)

    async def note(
        self,
        tournament_id: int,
        make: Callable[[Tournament], Event | None],
        by: Person = ITSELF,
        host_id: int | None = None,
    ) -> Tournament:
        """Note what ``make`` says happens, as the tournament stands; nothing where it says so.

        :param host_id: who hosts it from now on, if that changes.

        :raises NotNow: it can't happen.
        """
        async with self._lock(tournament_id):
            for _ in range(TRIES):
                found = await self.get(tournament_id)
                event = make(found)
                if event is None:
                    return found
                if await self._append(found, event, by, host_id=host_id):
                    return await self.get(tournament_id)
        raise Overtaken

    async def join(self, tournament_id: int, person: Person, press: int) -> Tournament:
        """Let somebody in, late too where the format allows it; who withdrew may come back.

        :raises NotNow: nobody is taken any more, or they are in it.
        """
        async with self._lock(tournament_id):
            for _ in range(TRIES):
                found = await self.get(tournament_id)
                known = found.entry_of(person.user_id)
                if known is not None and known in found.course.active:
                    raise NotNow(ALREADY_IN)
                entry = known if known is not None else max(found.entries, default=0) + 1
                come = None if known is not None else EntryRow(entry, person.user_id, person.name, press)
                if await self._append(found, Event(JOINED, entry), person, come):
                    return await self.get(tournament_id)
        raise Overtaken

    async def leave(self, tournament_id: int, user_id: int, by: Person) -> Tournament:
        """Withdraw somebody. A table at which they sit goes on as it would without.

        :raises NotNow: they aren't in it.
        """

        def make(found: Tournament) -> Event:
            entry = found.entry_of(user_id)
            if entry is None:
                raise NotNow(NOT_IN)
            return Event(LEFT, entry)

        return await self.note(tournament_id, make, by)

    async def withdraw_gone(self, tournament_id: int, users: Sequence[int]) -> Tournament:
        """Withdraw people who have left the server."""
        for user_id in users:

            def make(found: Tournament, user_id: int = user_id) -> Event | None:
                entry = found.entry_of(user_id)
                if entry is None or entry not in found.course.active or found.course.status == OVER:
                    return None
                return Event(LEFT, entry, reason=LEFT_SERVER)

            await self.note(tournament_id, make)
        return await self.get(tournament_id)

    async def hand_over(self, tournament_id: int, host_id: int, by: Person) -> Tournament:
        """Let somebody else host a tournament.

        :raises HostsEnough: they host enough of them in that server.
        :raises NotNow: it is over.
        """
        async with self._creating:
            found = await self.get(tournament_id)
            if await self.store.count_hosted(found.row.guild_id, host_id) >= MOST_OWN:
                raise HostsEnough(host_id, MOST_OWN)
            return await self.note(tournament_id, lambda _: Event(HANDED), by, host_id=host_id)

    async def correct(
        self, tournament_id: int, round_: int, number: int, result: Result, reason: str, by: Person
    ) -> Tournament:
        """Correct the result of a match that is over. The earlier one stays in the log.

        :raises NotNow: there is no such table, it is still played, or later rounds depend on it.
        :raises OwnMatch: ``by`` played there.
        """

        def make(found: Tournament) -> Event:
            event = Event(CORRECTED, round=round_, table=number, result=result, reason=reason)
            pairing = found.find_table(round_, number)
            if found.entry_of(by.user_id) in pairing.entries:
                raise OwnMatch
            if pairing.result is None:
                raise NotNow(STILL_PLAYED)
            return event

        return await self.note(tournament_id, make, by)

    async def _append(
        self,
        found: Tournament,
        event: Event,
        by: Person,
        come: EntryRow | None = None,
        host_id: int | None = None,
    ) -> bool:
        try:
            apply(found.course, event)
        except Refused as error:
            raise NotNow(error.why) from error
        tables: list[RoundTable] = []
        deal = None
        if event.kind == PAIRED and event.paired is not None:
            at = len(found.course.rounds)
            tables = [RoundTable(at, number) for number in range(len(event.paired.tables))]
            if found.row.terms.duplicate:
                deal = Deal(at, self._secrets())
        row = LogRow(len(found.log) + 1, event, by.user_id, by.name, self._now())
        ended = event.kind == ENDED
        return await self.store.append(
            found.id, row, come=come, tables=tables, deal=deal, ended=ended, host_id=host_id
        )

    def _lock(self, tournament_id: int) -> asyncio.Lock:
        lock = self._locks.get(tournament_id)
        if lock is None:
            lock = self._locks[tournament_id] = asyncio.Lock()
        return lock
