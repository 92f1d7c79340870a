"""Records the events of tournaments, before anything is announced and without using Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakValueDictionary

from bot.errors.storage import StorageError
from bot.features.tournaments.errors import (
    NoSuchTournament,
    OwnMatchCorrection,
    TooManyHostedTournaments,
    TooManyOwnTournaments,
    TooManyTournamentsHere,
    TournamentActionRefused,
)
from bot.model.hours import DAY
from bot.model.table import NO_USER_ID, Person
from bot.storage.tournament_rows import EntryRow, RoundTable, SharedDeal, TournamentLogRow, TournamentRow
from bot.storage.tournaments import Tournaments
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import N_
from games.tournament.events import (
    ALREADY_ENTERED,
    BEGAN_EVENT,
    CORRECTED_EVENT,
    ENDED_EVENT,
    HANDED_OVER_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    NO_SUCH_TABLE,
    NOT_ENTERED,
    PAIRED_EVENT,
    SCHEDULED_EVENT,
    STILL_PLAYED,
    EventRefused,
    TournamentEvent,
    apply_event,
    compute_state,
)
from games.tournament.state import OPEN_STATUS, OVER_STATUS, Pairing, TableResult, TournamentState
from games.tournament.steps import was_repeatedly_absent

MAX_TOURNAMENTS_PER_SERVER = 10
"""Only unfinished tournaments count."""
EXPIRY_SECONDS = 14 * DAY
"""Seconds after which a tournament that hasn't begun is ended.

They begin at its start time or, if later, when somebody last opened, joined or rescheduled it.
"""
LEFT_SERVER_REASON = "server"
"""Recorded when a person is withdrawn because they left the server."""
MAX_TOURNAMENTS_PER_HOST = 2
"""Only unfinished tournaments in one server count."""
MAX_RECORD_ATTEMPTS = 8
"""Maximum number of attempts if other events keep being recorded first."""
AUTOMATIC_ACTOR = Person(NO_USER_ID, "")
"""Recorded for automatic events."""


@value_class
class Tournament:
    """A tournament, with its entrants by entry number and the state computed from its log."""

    row: TournamentRow
    entries: Mapping[int, EntryRow]
    log: tuple[TournamentLogRow, ...]
    state: TournamentState

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def missed_start_seq(self) -> int | None:
        """Sequence number of the log row that records that too few people had joined at the start time.

        ``None`` without such a row, after a change of the start time, or once the tournament has begun.
        """
        times = [row for row in self.log if row.event.kind == SCHEDULED_EVENT]
        if (
            self.state.status != OPEN_STATUS
            or not times
            or times[-1].event.starts_at
            or not times[-1].is_automatic
        ):
            return None
        return times[-1].seq

    @property
    def withdrawn_user_ids(self) -> list[int]:
        """The user IDs of people withdrawn for absence since the last round was paired.

        The list is empty while a round is running, and until all absent people have been withdrawn.
        """
        if self.state.current_round is not None or any(
            was_repeatedly_absent(self.state, one) for one in self.state.active_entries
        ):
            return []
        last = max(
            (n for n, row in enumerate(self.log) if row.event.kind == PAIRED_EVENT), default=len(self.log)
        )
        left = [row.event.entry for row in self.log[last:] if _is_absence(row)]
        return [
            user
            for user in self.list_user_ids([one for one in left if one in self.state.withdrawn_entries])
            if user
        ]

    @property
    def expires_at(self) -> int:
        """Epoch second at which an open tournament ends if it hasn't begun by then; 0 once it isn't open."""
        if self.state.status != OPEN_STATUS:
            return 0
        acts = [row.happened_at for row in self.log if row.event.kind in (JOINED_EVENT, SCHEDULED_EVENT)]
        return max(self.row.opened_at, self.state.starts_at, *acts) + EXPIRY_SECONDS

    @property
    def has_expired(self) -> bool:
        """Whether the tournament ended automatically without having begun."""
        kinds = {row.event.kind: row for row in self.log}
        return ENDED_EVENT in kinds and BEGAN_EVENT not in kinds and kinds[ENDED_EVENT].is_automatic

    def find_entry_number(self, user_id: int) -> int | None:
        """Return the entry number of a person; ``None`` if they never joined."""
        return next((one.entry for one in self.entries.values() if one.user_id == user_id), None)

    def find_table(self, round_index: int, number: int) -> Pairing:
        """Return a table of a round, both counted from 0.

        :raises TournamentActionRefused: the table doesn't exist.
        """
        rounds = self.state.rounds
        if not 0 <= round_index < len(rounds) or not 0 <= number < len(rounds[round_index].tables):
            raise TournamentActionRefused(NO_SUCH_TABLE)
        return rounds[round_index].tables[number]

    def list_names(self, entries: Sequence[int]) -> list[str]:
        """Return the names of entrants, given their entry numbers."""
        return [self.entries[entry].name for entry in entries]

    def list_user_ids(self, entries: Sequence[int]) -> list[int]:
        """Return the user IDs of entrants, given their entry numbers."""
        return [self.entries[entry].user_id for entry in entries]


def _is_absence(row: TournamentLogRow) -> bool:
    return row.event.kind == LEFT_EVENT and row.is_automatic and not row.event.reason


class EventOvertaken(StorageError):
    """The event couldn't be recorded, because other events kept being recorded first."""

    def __init__(self) -> None:
        super().__init__(N_("Too much is happening here. Try again in a moment."))


class TournamentService:
    """Records the events of tournaments, one at a time for each tournament."""

    def __init__(
        self,
        store: Tournaments,
        games: Mapping[str, Game],
        now: Callable[[], int],
        draw_secret: Callable[[], bytes],
    ) -> None:
        """Create the service. ``draw_secret`` returns a random secret to deal a duplicate round from."""
        self.store = store
        self.games = games
        self._now = now
        self._draw_secret = draw_secret
        self._creating = asyncio.Lock()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def create_tournament(
        self,
        row: TournamentRow,
        starts_at: int = 0,
        actor: Person = AUTOMATIC_ACTOR,
        *,
        wants_event: bool = False,
    ) -> Tournament:
        """Open a tournament that people can join.

        :param starts_at: epoch second at which the tournament begins automatically; 0 if its host begins it.
        :param wants_event: whether Discord should show an event for the tournament.
        :raises TooManyOwnTournaments: the person hosts the maximum number of tournaments in that
            server.
        :raises TooManyTournamentsHere: the server has the maximum number of tournaments.
        """
        first = None
        if starts_at:
            first = TournamentLogRow(
                1,
                TournamentEvent(SCHEDULED_EVENT, starts_at=starts_at),
                actor.user_id,
                actor.name,
                row.opened_at,
            )
        async with self._creating:
            if (
                await self.store.count_hosted_tournaments(row.guild_id, row.host_id)
                >= MAX_TOURNAMENTS_PER_HOST
            ):
                raise TooManyOwnTournaments(MAX_TOURNAMENTS_PER_HOST)
            if await self.store.count_unfinished_tournaments(row.guild_id) >= MAX_TOURNAMENTS_PER_SERVER:
                raise TooManyTournamentsHere(MAX_TOURNAMENTS_PER_SERVER)
            new = await self.store.add_tournament(row, first, wants_event=wants_event)
        return await self.get_tournament(new)

    async def get_tournament(self, tournament_id: int) -> Tournament:
        """Return the current state of a tournament.

        :raises NoSuchTournament: there is no such tournament.
        """
        row = await self.store.find_tournament(tournament_id)
        if row is None:
            raise NoSuchTournament
        entries = await self.store.list_entries(tournament_id)
        log = await self.store.read_log(tournament_id)
        state = compute_state(row.terms, [one.event for one in log])
        return Tournament(row, {one.entry: one for one in entries}, log, state)

    async def record_event(
        self,
        tournament_id: int,
        make_event: Callable[[Tournament], TournamentEvent | None],
        actor: Person = AUTOMATIC_ACTOR,
        host_id: int | None = None,
    ) -> Tournament:
        """Record the event that ``make_event`` returns for the current state, unless it returns ``None``.

        :param actor: the person who caused the event.
        :param host_id: the new host, if that changes.
        :raises TournamentActionRefused: the current state doesn't allow the event.
        :raises EventOvertaken: other events kept being recorded first.
        """
        async with self._get_lock(tournament_id):
            for _ in range(MAX_RECORD_ATTEMPTS):
                tournament = await self.get_tournament(tournament_id)
                event = make_event(tournament)
                if event is None:
                    return tournament
                if await self._append_event(tournament, event, actor, host_id=host_id):
                    return await self.get_tournament(tournament_id)
        raise EventOvertaken

    async def add_entrant(self, tournament_id: int, person: Person, press_id: int) -> Tournament:
        """Add a person to a tournament. After the start, this works only if the format allows late entry.

        People who withdrew may join again.

        :raises TournamentActionRefused: nobody can join now, or the person is in the tournament already.
        :raises EventOvertaken: other events kept being recorded first.
        """
        async with self._get_lock(tournament_id):
            for _ in range(MAX_RECORD_ATTEMPTS):
                tournament = await self.get_tournament(tournament_id)
                known = tournament.find_entry_number(person.user_id)
                if known is not None and known in tournament.state.active_entries:
                    raise TournamentActionRefused(ALREADY_ENTERED)
                entry = known if known is not None else max(tournament.entries, default=0) + 1
                new_entry = (
                    None if known is not None else EntryRow(entry, person.user_id, person.name, press_id)
                )
                if await self._append_event(
                    tournament, TournamentEvent(JOINED_EVENT, entry), person, new_entry
                ):
                    return await self.get_tournament(tournament_id)
        raise EventOvertaken

    async def withdraw_entrant(self, tournament_id: int, user_id: int, actor: Person) -> Tournament:
        """Withdraw a person. If they are playing a match, it continues.

        :raises TournamentActionRefused: the person isn't in the tournament, or it is over.
        """

        def make_event(tournament: Tournament) -> TournamentEvent:
            entry = tournament.find_entry_number(user_id)
            if entry is None:
                raise TournamentActionRefused(NOT_ENTERED)
            return TournamentEvent(LEFT_EVENT, entry)

        return await self.record_event(tournament_id, make_event, actor)

    async def withdraw_departed_users(self, tournament_id: int, users: Sequence[int]) -> Tournament:
        """Withdraw people who have left the server. People who aren't in the tournament are ignored."""
        for user_id in users:

            def make_event(tournament: Tournament, user_id: int = user_id) -> TournamentEvent | None:
                entry = tournament.find_entry_number(user_id)
                if (
                    entry is None
                    or entry not in tournament.state.active_entries
                    or tournament.state.status == OVER_STATUS
                ):
                    return None
                return TournamentEvent(LEFT_EVENT, entry, reason=LEFT_SERVER_REASON)

            await self.record_event(tournament_id, make_event)
        return await self.get_tournament(tournament_id)

    async def hand_over_tournament(self, tournament_id: int, host_id: int, actor: Person) -> Tournament:
        """Hand a tournament over to another host.

        :raises TooManyHostedTournaments: the new host already hosts the maximum number of tournaments in that
            server.
        :raises TournamentActionRefused: the tournament is over.
        """
        async with self._creating:
            tournament = await self.get_tournament(tournament_id)
            if (
                await self.store.count_hosted_tournaments(tournament.row.guild_id, host_id)
                >= MAX_TOURNAMENTS_PER_HOST
            ):
                raise TooManyHostedTournaments(host_id, MAX_TOURNAMENTS_PER_HOST)
            return await self.record_event(
                tournament_id, lambda _: TournamentEvent(HANDED_OVER_EVENT), actor, host_id=host_id
            )

    async def correct_result(
        self,
        tournament_id: int,
        round_index: int,
        table_index: int,
        result: TableResult,
        reason: str,
        actor: Person,
    ) -> Tournament:
        """Correct the result of an ended match. The earlier result stays in the log.

        :param round_index: the round, counted from 0.
        :param table_index: the table in that round, counted from 0.
        :raises TournamentActionRefused: the table doesn't exist, its match is running, or later rounds depend
            on its result.
        :raises OwnMatchCorrection: ``actor`` played in that match.
        """

        def make_event(tournament: Tournament) -> TournamentEvent:
            event = TournamentEvent(
                CORRECTED_EVENT,
                round_number=round_index,
                table_number=table_index,
                result=result,
                reason=reason,
            )
            pairing = tournament.find_table(round_index, table_index)
            if tournament.find_entry_number(actor.user_id) in pairing.entries:
                raise OwnMatchCorrection
            if pairing.result is None:
                raise TournamentActionRefused(STILL_PLAYED)
            return event

        return await self.record_event(tournament_id, make_event, actor)

    async def _append_event(
        self,
        tournament: Tournament,
        event: TournamentEvent,
        actor: Person,
        new_entry: EntryRow | None = None,
        host_id: int | None = None,
    ) -> bool:
        """Append an event to the log, and store the new entrant, tables or deal that belong to it.

        Return ``False`` if another event was recorded first.

        :raises TournamentActionRefused: the tournament's state doesn't allow the event.
        """
        try:
            apply_event(tournament.state, event)
        except EventRefused as error:
            raise TournamentActionRefused(error.reason) from error
        tables: list[RoundTable] = []
        deal = None
        if event.kind == PAIRED_EVENT and event.new_round is not None:
            at = len(tournament.state.rounds)
            tables = [RoundTable(at, number) for number in range(len(event.new_round.tables))]
            if tournament.row.terms.duplicate:
                deal = SharedDeal(at, self._draw_secret())
        row = TournamentLogRow(len(tournament.log) + 1, event, actor.user_id, actor.name, self._now())
        ended = event.kind == ENDED_EVENT
        return await self.store.append_event(
            tournament.id,
            row,
            new_entry=new_entry,
            tables=tables,
            deal=deal,
            ends_tournament=ended,
            host_id=host_id,
        )

    def _get_lock(self, tournament_id: int) -> asyncio.Lock:
        lock = self._locks.get(tournament_id)
        if lock is None:
            lock = self._locks[tournament_id] = asyncio.Lock()
        return lock
