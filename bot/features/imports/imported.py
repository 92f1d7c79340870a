"""Checks, stores and loads imported matches. Replays run off the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping

from bot.errors.tables import UnknownGame
from bot.features.imports.errors import ImportNotFound, InvalidRecord, ReplayTooSlow, TooManyImports
from bot.kit.cache import Cache
from bot.model.table import NO_USER_ID, TABLE_OVER, Occupant, Place, Table
from bot.storage.imports import ImportRow, Imports
from games.core.errors import BrokenRecord
from games.core.match import Match
from games.core.match_record import MatchRecord
from games.core.protocol import Game
from games.core.upload import parse_upload
from games.core.values import value_class
from games.core.words import Words

MAX_IMPORTED_MATCHES = 10
"""Limit per user."""
MAX_TOTAL_BYTES = 512 * 1024
"""Limit per user."""
MAX_REPLAY_SECONDS = 20
"""The longest known match takes one second."""
MAX_CACHED_MATCHES = 4
"""A long match takes a few megabytes."""


@value_class
class ImportedMatch:
    """An imported match, with its stored row and its match record."""

    row: ImportRow
    record: MatchRecord
    match: Match

    def make_table(self, w: Words) -> Table:
        """Return a table with the match. Its ID is negative, unlike that of a real table."""
        names = [w("Seat {n}", n=seat + 1) for seat in range(self.match.seat_count)]
        return Table(
            id=-self.row.id,
            game=self.match.game,
            place=Place(0, None, w.locale),
            host_id=NO_USER_ID,
            status=TABLE_OVER,
            options=self.record.options,
            capacity=self.match.seat_count,
            occupants=tuple(Occupant(seat, NO_USER_ID, name) for seat, name in enumerate(names)),
            commitment=self.record.commitment,
            match=self.match,
            proposal=None,
            invited_ids=(),
            secret=None,
            opened_at=self.row.uploaded_at,
            ended_at=self.row.uploaded_at,
        )


class ImportedMatches:
    """Checks and stores match files, and loads the matches for their owners and readers."""

    def __init__(
        self,
        imports: Imports,
        games: Mapping[str, Game],
        now: Callable[[], int],
        get_time: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the store with an empty cache.

        :param now: returns the time to store, in epoch seconds.
        :param get_time: returns seconds, to measure how long a replay takes.
        """
        self._imports = imports
        self._games = games
        self._now = now
        self._get_time = get_time
        self._lock = asyncio.Lock()
        self._cache: Cache[int, ImportedMatch] = Cache(MAX_CACHED_MATCHES)

    async def import_file(self, data: bytes, user_id: int) -> ImportedMatch:
        """Check a file and store it for a user.

        :raises InvalidRecord: the file isn't the record of an ended match, or what it states is wrong.
        :raises ReplayTooSlow: the replay takes too long.
        :raises TooManyImports: the user has reached the limit.
        :raises ImportNotFound: the user removed the match in the meantime.
        """
        # Check one file at a time, so that long matches delay only other imports.
        async with self._lock:
            try:
                record, match = await asyncio.to_thread(self._verify_file, data)
            except BrokenRecord as error:
                raise InvalidRecord(error) from error
        text = record.to_json()
        import_id = await self._imports.add_import(
            user_id, record.digest, text, self._now(), MAX_IMPORTED_MATCHES, MAX_TOTAL_BYTES
        )
        if import_id is None:
            raise TooManyImports(MAX_IMPORTED_MATCHES, MAX_TOTAL_BYTES // 1024)
        row = await self._imports.find_import(import_id)
        if row is None:
            raise ImportNotFound
        imported_match = ImportedMatch(row, record, match)
        self._cache.put(import_id, imported_match)
        return imported_match

    def _verify_file(self, data: bytes) -> tuple[MatchRecord, Match]:
        """Read and replay a file. Return its record and match.

        :raises BrokenRecord: the file isn't a valid record.
        :raises ReplayTooSlow: the replay takes too long.
        """
        until = self._get_time() + MAX_REPLAY_SECONDS

        def check_time() -> None:
            if self._get_time() > until:
                raise ReplayTooSlow

        record = parse_upload(data)
        return record, record.verify(self._games, before_row=check_time)

    async def get_match(self, import_id: int, user_id: int, channel_id: int | None) -> ImportedMatch:
        """Return a match for its owner, or for anyone in the channel where it was last posted.

        :raises ImportNotFound: the user may not see it, or it doesn't exist.
        :raises UnknownGame: its game, or that version of its rules, is no longer hosted.
        """
        row = await self._imports.find_import(import_id)
        if row is None or (
            row.user_id != user_id and (row.channel_id is None or row.channel_id != channel_id)
        ):
            raise ImportNotFound
        known = self._cache.get(import_id)
        if known is not None and known.row.text == row.text:
            return ImportedMatch(row, known.record, known.match)
        try:
            record = MatchRecord.from_json(row.text)
            match = await asyncio.to_thread(record.replay, self._games)
        except BrokenRecord as error:
            # The match was valid when it was imported, so its game or rules must have been removed since.
            raise UnknownGame(record.game) from error
        imported_match = ImportedMatch(row, record, match)
        self._cache.put(import_id, imported_match)
        return imported_match

    async def list_owned_matches(self, user_id: int) -> list[tuple[ImportRow, MatchRecord]]:
        """Return a user's imported matches, newest first."""
        return [
            (row, MatchRecord.from_json(row.text))
            for row in await self._imports.list_imports_of_person(user_id)
        ]

    async def record_post(self, imported_match: ImportedMatch, user_id: int, channel: int) -> None:
        """Record the channel in which a match is posted.

        :raises ImportNotFound: the match isn't the user's.
        """
        if not await self._imports.mark_posted(imported_match.row.id, user_id, channel):
            raise ImportNotFound

    async def store_review(self, imported_match: ImportedMatch, review: str) -> None:
        """Store the review of a match, as text."""
        if review != imported_match.row.review:
            await self._imports.store_review(imported_match.row.id, review)

    async def remove_match(self, import_id: int, user_id: int) -> None:
        """Remove a match of a user. Repeating the call changes nothing."""
        await self._imports.remove_import(import_id, user_id)
        self._cache.drop(import_id)
