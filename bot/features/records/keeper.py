"""Imported matches: checked off the event loop, kept for their person, found again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.errors.tables import UnknownGame
from bot.features.records.errors import NotKept, Refused, ShelfFull, TooSlow
from bot.kit.cache import Cache
from bot.model.table import NOBODY, OVER, Occupant, Place, Table
from bot.storage.imports import ImportRow, Imports
from games.core.errors import BrokenRecord
from games.core.match import Match
from games.core.match_record import MatchRecord
from games.core.protocol import Game
from games.core.upload import read_upload
from games.core.words import Words

MOST = 10
MOST_KEPT = 512 * 1024
"""So many bytes a person's records have together."""
PATIENCE = 20
"""Seconds that a match may take to be played again; the longest that people have played takes one."""
PLAYED = 4
"""So many matches are kept as they were played; a long one is some megabytes."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A record with what it says."""

    row: ImportRow
    record: MatchRecord
    match: Match

    def make_table(self, w: Words) -> Table:
        """Return it as a table where nobody sits: its number, below 0, is that of none.

        A record names no people, so each seat is called by its number.
        """
        names = [w("Seat {n}", n=seat + 1) for seat in range(self.match.seats)]
        return Table(
            id=-self.row.id,
            game=self.match.game,
            place=Place(0, None, w.locale),
            host_id=NOBODY,
            status=OVER,
            options=self.record.options,
            capacity=self.match.seats,
            occupants=tuple(Occupant(seat, NOBODY, name) for seat, name in enumerate(names)),
            commitment=self.record.commitment,
            match=self.match,
            proposal=None,
            invited=(),
            secret=None,
            opened_at=self.row.at,
            ended_at=self.row.at,
        )


class Keeper:
    """Takes files in and finds them again."""

    def __init__(
        self,
        imports: Imports,
        games: Mapping[str, Game],
        now: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep them in ``imports``.

        :param now: the time that is noted, in epoch seconds.
        :param clock: measures how long a match takes.
        """
        self._imports = imports
        self._games = games
        self._now = now
        self._clock = clock
        self._one = asyncio.Lock()
        self._played: Cache[int, Imported] = Cache(PLAYED)

    async def take(self, data: bytes, user_id: int) -> Imported:
        """Check a file and keep it for a person.

        :raises Refused: it is no record of an ended match, or does not hold.
        :raises TooSlow: it takes too long.
        :raises ShelfFull: the person has brought too much already.
        """
        # One at a time: whoever sends the longest matches keeps only those waiting who send files too.
        async with self._one:
            try:
                record, match = await asyncio.to_thread(self._check, data)
            except BrokenRecord as error:
                raise Refused(error) from error
        text = record.to_json()
        kept = await self._imports.add(user_id, record.digest, text, self._now(), MOST, MOST_KEPT)
        if kept is None:
            raise ShelfFull(MOST, MOST_KEPT // 1024)
        row = await self._imports.find(kept)
        if row is None:
            raise NotKept
        found = Imported(row, record, match)
        self._played.put(kept, found)
        return found

    def _check(self, data: bytes) -> tuple[MatchRecord, Match]:
        until = self._clock() + PATIENCE

        def look() -> None:
            if self._clock() > until:
                raise TooSlow

        record = read_upload(data)
        return record, record.verify(self._games, each=look)

    async def get(self, import_id: int, user_id: int, channel_id: int | None) -> Imported:
        """Return a match for its person, or for anybody in the channel where it was posted last.

        :raises NotKept: there is none for whoever asks.
        """
        row = await self._imports.find(import_id)
        if row is None or (row.user_id != user_id and (row.channel is None or row.channel != channel_id)):
            raise NotKept
        known = self._played.get(import_id)
        if known is not None and known.row.text == row.text:
            return Imported(row, known.record, known.match)
        try:
            record = MatchRecord.from_json(row.text)
            match = await asyncio.to_thread(record.replay, self._games)
        except BrokenRecord as error:
            # It held when it came: the game is not played here any more.
            raise UnknownGame(record.game) from error
        found = Imported(row, record, match)
        self._played.put(import_id, found)
        return found

    async def list_of(self, user_id: int) -> list[tuple[ImportRow, MatchRecord]]:
        """Return what a person has brought, the newest first."""
        return [
            (row, MatchRecord.from_json(row.text)) for row in await self._imports.list_for_person(user_id)
        ]

    async def post(self, imported: Imported, user_id: int, channel: int) -> None:
        """Note where a match is posted.

        :raises NotKept: it is not that person's.
        """
        if not await self._imports.mark_posted(imported.row.id, user_id, channel):
            raise NotKept

    async def keep_review(self, imported: Imported, review: str) -> None:
        """Keep what was worked out about a match."""
        if review != imported.row.review:
            await self._imports.keep_review(imported.row.id, review)

    async def remove(self, import_id: int, user_id: int) -> None:
        """Forget a match of a person; twice does no harm."""
        await self._imports.remove(import_id, user_id)
        self._played.drop(import_id)
