"""The database and its repositories. SQL is written only in this package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors.storage import DatabaseDriverMissing
from bot.kit.server_url import ServerUrl
from bot.storage.answer_times import AnswerTimes
from bot.storage.challenges import Challenges
from bot.storage.channel_seats import ChannelSeats
from bot.storage.clocks import ClockRows
from bot.storage.daily import DailyChallenges
from bot.storage.direct_reminders import DirectReminderRows
from bot.storage.engine.database import Database, Statement, Transaction
from bot.storage.engine.sqlite import FileReport, SqliteDatabase, check_file
from bot.storage.follows import Follows
from bot.storage.forums import Forums
from bot.storage.imports import Imports
from bot.storage.invitation_mentions import InvitationMentions
from bot.storage.lessons import Lessons
from bot.storage.looks import Looks
from bot.storage.matches import Matches, TableServers
from bot.storage.mention_requests import MentionRequests
from bot.storage.messages import OUTDATED_TABLES_SQL, Messages
from bot.storage.missing_rows import MissingRows
from bot.storage.next_up import NextTurnNotifications
from bot.storage.notes import Notes
from bot.storage.people import PersonalData
from bot.storage.predictions import Predictions
from bot.storage.premoves import Premoves
from bot.storage.proposals import Proposals
from bot.storage.rating_reader import RatingReader
from bot.storage.ratings import Ratings
from bot.storage.reviews import Reviews
from bot.storage.seats import SeatRows
from bot.storage.server_boards import ServerBoards
from bot.storage.settings import BOT_OWNER, Settings
from bot.storage.shadows import SealedMoves
from bot.storage.tournament_events import TournamentEvents
from bot.storage.tournaments import Tournaments
from games.core.values import value_class

if TYPE_CHECKING:
    from bot.storage.engine.server_report import ServerReport

WRITE_CHECK_KEY = "tried"
"""Name of the bot's own setting that is rewritten to check whether the database accepts writes."""
WRITE_CHECK_CHARACTERS = 16_384
"""Length of the text that a write check stores. It is long enough to fail if the disk is full."""
_COUNT_LIVE_TABLES_SQL = (
    "SELECT game, status, count(*) FROM matches WHERE status <> 'over' GROUP BY game, status"
)


@value_class
class TableCounts:
    """Numbers of live and outdated tables, for the metrics."""

    live_count_by_game_and_status: Mapping[tuple[str, str], int]
    outdated_table_count: int


class Store:
    """An open database with its repositories."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.missing_rows = MissingRows(database)
        self.matches = Matches(database)
        self.table_servers = TableServers(database)
        self.imports = Imports(database)
        self.seats = SeatRows(database)
        self.proposals = Proposals(database)
        self.clocks = ClockRows(database)
        self.messages = Messages(database)
        self.direct_reminders = DirectReminderRows(database, self.missing_rows)
        self.looks = Looks(database)
        self.lessons = Lessons(database)
        self.daily = DailyChallenges(database)
        self.invitation_mentions = InvitationMentions(database)
        self.follows = Follows(database, self.missing_rows)
        self.predictions = Predictions(database, self.missing_rows)
        self.sealed_moves = SealedMoves(database)
        self.channel_seats = ChannelSeats(database)
        self.reviews = Reviews(database)
        self.mention_requests = MentionRequests(database)
        self.people = PersonalData(database)
        self.premoves = Premoves(database, self.missing_rows)
        self.next_up = NextTurnNotifications(database)
        self.answer_times = AnswerTimes(database)
        self.notes = Notes(database, self.missing_rows)
        self.ratings = Ratings(database)
        self.rating_reader = RatingReader(database)
        self.server_boards = ServerBoards(database)
        self.challenges = Challenges(database)
        self.forums = Forums(database)
        self.tournaments = Tournaments(database)
        self.tournament_events = TournamentEvents(database)
        self.preferences = Settings(database, "preferences", "user_id")
        self.channels = Settings(database, "channels", "channel_id")
        self._write_check_digit = 0

    @classmethod
    async def open(cls, location: Path | ServerUrl) -> Store:
        """Open an SQLite file, which is created if missing, or a server's database.

        :raises StorageError: the database can't be written or reached, isn't a database, is too new, or is in
            use.
        """
        if isinstance(location, Path):
            return cls(await SqliteDatabase.open(location))
        return cls(await _open_server(location))

    async def read_schema_version(self) -> int:
        """Return the version of the schema: the highest number of a migration that has run.

        :raises StorageError: the version cannot be read.
        """
        return await self._database.read_schema_version()

    async def check_readable(self) -> None:
        """Run a query to check that the database answers.

        :raises StorageError: the database does not answer.
        """
        await self._database.run("SELECT 1 FROM matches LIMIT 1")

    async def check_writable(self) -> None:
        """Write to disk to check that the database accepts writes.

        :raises StorageError: the database does not accept writes.
        """
        # Write a different text each time, because SQLite only writes pages that change.
        self._write_check_digit = (self._write_check_digit + 1) % 10
        await self.channels.set(
            BOT_OWNER, WRITE_CHECK_KEY, WRITE_CHECK_CHARACTERS * str(self._write_check_digit)
        )

    async def run_statements(self, *statements: Statement) -> None:
        """Run several statements in one transaction. No two may change the same row.

        :raises StorageError: no change was applied.
        """

        async def run_changes(transaction: Transaction) -> None:
            await transaction.run_all(*statements)

        if statements:
            await self._database.write(run_changes)

    async def count_tables(self) -> TableCounts:
        """Count unfinished tables and those with outdated messages, without delaying other queries.

        :raises DatabaseFailed: the database cannot be read.
        """
        live_count_by_game_and_status, outdated = await self._database.fetch_rows_separately(
            _COUNT_LIVE_TABLES_SQL, OUTDATED_TABLES_SQL
        )
        return TableCounts(
            {(str(game), str(status)): int(number) for game, status, number in live_count_by_game_and_status},
            len(outdated),
        )

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Make further writes fail unless the given tenure (:mod:`bot.storage.leases`) still lasts.

        :param tenure: the number of the tenure; 0 makes all writes fail.
        :param shard_count: the number of shards leased in this tenure.
        """
        self._database.require_tenure(tenure, shard_count)

    async def close(self) -> None:
        """Finish pending writes, then close."""
        await self._database.close()

    @staticmethod
    async def inspect_server(url: ServerUrl) -> ServerReport:
        """Inspect a server's database without changing anything.

        :raises StorageError: the server cannot be reached or is too old, or the driver isn't installed.
        """
        _require_driver()
        from bot.storage.engine.postgres_report import inspect_server

        return await inspect_server(url)

    @staticmethod
    def check_file(path: Path) -> FileReport:
        """Check a database file without changing it.

        :raises NotADatabase: the file is not a readable database.
        """
        return check_file(path)


def _require_driver() -> None:
    if find_spec("asyncpg") is None:
        raise DatabaseDriverMissing


async def _open_server(url: ServerUrl) -> Database:
    _require_driver()
    from bot.storage.engine.postgres import PostgresDatabase

    return await PostgresDatabase.open(url)


__all__ = ["FileReport", "Store", "TableCounts"]
