"""Stores tournaments: their terms, participants and logs, and the tables of their rounds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.storage.engine.database import Database, NotUnique, Statement, Transaction, Values
from bot.storage.tournament_rows import (
    EntryRow,
    RoundTable,
    SharedDeal,
    TournamentLogRow,
    TournamentPost,
    TournamentRow,
)
from games.tournament.events import ENDED_EVENT, RENAMED_EVENT, TournamentEvent
from games.tournament.terms import TournamentTerms

_COLUMN_LIST = (
    "id, guild_id, channel_id, locale, host_id, title, game, options, clock, terms, opened_at, ended"
)
MAX_LISTED_TOURNAMENTS = 200
"""Maximum number of a server's tournaments that commands offer."""
_INSERT_LOG_ROW_SQL = (
    "INSERT INTO tournament_log (tournament_id, seq, kind, text, user_id, name, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)


class Tournaments:
    """Stores tournaments with their participants, logs, tables and posts."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add_tournament(
        self, row: TournamentRow, first_log_row: TournamentLogRow | None = None, *, wants_event: bool = False
    ) -> int:
        """Store a tournament and return its ID. ``row.id`` is ignored.

        :param wants_event: whether the tournament should have a scheduled event on Discord.
        """

        async def insert_with_first_event(transaction: Transaction) -> int:
            new = await transaction.insert(
                "INSERT INTO tournaments (guild_id, channel_id, locale, host_id, title, game, options, clock,"
                " terms, opened_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row.guild_id,
                    row.channel_id,
                    row.locale,
                    row.host_id,
                    row.title,
                    row.game,
                    json.dumps(dict(row.options)),
                    row.clock,
                    json.dumps(asdict(row.terms)),
                    row.opened_at,
                ),
            )
            if first_log_row is not None:
                await transaction.run(_INSERT_LOG_ROW_SQL, _make_log_values(new, first_log_row))
            if wants_event:
                await transaction.run("INSERT INTO tournament_events (tournament_id) VALUES (?)", (new,))
            return new

        return await self._db.write(insert_with_first_event)

    async def find_tournament(self, tournament_id: int) -> TournamentRow | None:
        """Return a tournament, if it exists."""
        row = await self._db.fetch_row(
            f"SELECT {_COLUMN_LIST} FROM tournaments WHERE id = ?", (tournament_id,)
        )
        return None if row is None else _read_tournament(row)

    async def list_tournaments_in_server(
        self, guild_id: int, limit: int = MAX_LISTED_TOURNAMENTS
    ) -> tuple[TournamentRow, ...]:
        """Return the tournaments of a server, unfinished ones first, then the newest."""
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM tournaments WHERE guild_id = ? ORDER BY ended, id DESC LIMIT ?",
            (guild_id, limit),
        )
        return tuple(_read_tournament(row) for row in rows)

    async def list_entered_tournament_ids(self, user_id: int, guild_id: int) -> list[int]:
        """Return the IDs of a server's unfinished tournaments that a person has joined, newest first."""
        rows = await self._db.fetch_rows(
            "SELECT t.id FROM tournaments t JOIN tournament_entries e ON e.tournament_id = t.id"
            " WHERE e.user_id = ? AND t.guild_id = ? AND t.ended = 0 ORDER BY t.id DESC",
            (user_id, guild_id),
        )
        return [int(row[0]) for row in rows]

    async def list_recent_tournament_and_server_ids(self, since: int) -> list[tuple[int, int]]:
        """Return the IDs of unfinished and recently ended tournaments, each with its server's ID.

        :param since: epoch second from which an end counts as recent.
        """
        rows = await self._db.fetch_rows(
            "SELECT id, guild_id FROM tournaments WHERE ended = 0 OR id IN"
            " (SELECT tournament_id FROM tournament_log WHERE kind = ? AND at >= ?) ORDER BY id",
            (ENDED_EVENT, since),
        )
        return [(int(row[0]), int(row[1])) for row in rows]

    async def list_tournament_ids_in_channel(self, channel_id: int) -> list[int]:
        """Return the IDs of unfinished tournaments that belong to a channel or have a table in it."""
        rows = await self._db.fetch_rows(
            "SELECT id FROM tournaments WHERE ended = 0 AND (channel_id = ? OR id IN"
            " (SELECT tournament_id FROM tournament_tables WHERE thread_id = ?)) ORDER BY id",
            (channel_id, channel_id),
        )
        return [int(row[0]) for row in rows]

    async def count_unfinished_tournaments(self, guild_id: int) -> int:
        """Count the unfinished tournaments of a server."""
        row = await self._db.fetch_row(
            "SELECT count(*) FROM tournaments WHERE guild_id = ? AND ended = 0", (guild_id,)
        )
        return 0 if row is None else int(row[0])

    async def count_hosted_tournaments(self, guild_id: int, host_id: int) -> int:
        """Count the unfinished tournaments that a person hosts in a server."""
        row = await self._db.fetch_row(
            "SELECT count(*) FROM tournaments WHERE guild_id = ? AND host_id = ? AND ended = 0",
            (guild_id, host_id),
        )
        return 0 if row is None else int(row[0])

    async def count_namesakes(self, row: TournamentRow) -> int:
        """Count the earlier tournaments with the same channel and title as ``row``."""
        count_row = await self._db.fetch_row(
            "SELECT count(*) FROM tournaments WHERE channel_id = ? AND title = ? AND id < ?",
            (row.channel_id, row.title, row.id),
        )
        return 0 if count_row is None else int(count_row[0])

    async def list_entries(self, tournament_id: int) -> tuple[EntryRow, ...]:
        """Return all current and former participants in order of joining."""
        rows = await self._db.fetch_rows(
            "SELECT entry, user_id, name, press FROM tournament_entries WHERE tournament_id = ?"
            " ORDER BY entry",
            (tournament_id,),
        )
        return tuple(EntryRow(*row) for row in rows)

    async def read_log(self, tournament_id: int) -> tuple[TournamentLogRow, ...]:
        """Return the log of a tournament, oldest row first.

        :raises EventRefused: a row cannot be read.
        """
        rows = await self._db.fetch_rows(
            "SELECT seq, kind, text, user_id, name, at FROM tournament_log WHERE tournament_id = ?"
            " ORDER BY seq",
            (tournament_id,),
        )
        return tuple(
            TournamentLogRow(seq, TournamentEvent.from_text(kind, text), *rest)
            for seq, kind, text, *rest in rows
        )

    async def append_event(
        self,
        tournament_id: int,
        row: TournamentLogRow,
        *,
        new_entry: EntryRow | None = None,
        tables: Sequence[RoundTable] = (),
        deal: SharedDeal | None = None,
        ends_tournament: bool = False,
        host_id: int | None = None,
    ) -> bool:
        """Store an event and its consequences. Return ``False`` if another event was stored first.

        :param new_entry: the participant who has joined with this event.
        :param tables: the tables of the round that begins with this event.
        :param deal: the secret that the tables share, if any.
        :param host_id: ID of the new host, if the host changes.
        """
        changes: list[Statement] = []
        if new_entry is not None:
            entered = (tournament_id, new_entry.entry, new_entry.user_id, new_entry.name, new_entry.press_id)
            changes.append(
                (
                    "INSERT INTO tournament_entries (tournament_id, entry, user_id, name, press)"
                    " VALUES (?, ?, ?, ?, ?)",
                    entered,
                )
            )
        for table in tables:
            changes.append(
                (
                    "INSERT INTO tournament_tables (tournament_id, round, number) VALUES (?, ?, ?)",
                    (tournament_id, table.round, table.number),
                )
            )
        if deal is not None:
            changes.append(
                (
                    "INSERT INTO tournament_secrets (tournament_id, round, secret) VALUES (?, ?, ?)",
                    (tournament_id, deal.round, deal.secret),
                )
            )
        if ends_tournament:
            changes.append(("UPDATE tournaments SET ended = 1 WHERE id = ?", (tournament_id,)))
        if host_id is not None:
            changes.append(("UPDATE tournaments SET host_id = ? WHERE id = ?", (host_id, tournament_id)))
        if row.event.kind == RENAMED_EVENT:
            changes.append(
                ("UPDATE tournaments SET title = ? WHERE id = ?", (row.event.title, tournament_id))
            )
        note = _make_log_values(tournament_id, row)

        async def add_event(transaction: Transaction) -> None:
            await transaction.run(_INSERT_LOG_ROW_SQL, note)
            if changes:
                await transaction.run_all(*changes)

        try:
            await self._db.write(add_event, subject_id=tournament_id)
        except NotUnique:
            return False
        return True

    async def list_tables(self, tournament_id: int) -> tuple[RoundTable, ...]:
        """Return the tables of all rounds of a tournament."""
        rows = await self._db.fetch_rows(
            "SELECT round, number, thread_id, match_id FROM tournament_tables WHERE tournament_id = ?"
            " ORDER BY round, number",
            (tournament_id,),
        )
        return tuple(RoundTable(*row) for row in rows)

    async def store_table(self, tournament_id: int, table: RoundTable) -> None:
        """Store the thread and the match ID of a round's table."""
        await self._db.run(
            "UPDATE tournament_tables SET thread_id = ?, match_id = ?"
            " WHERE tournament_id = ? AND round = ? AND number = ?",
            (table.thread_id, table.match_id, tournament_id, table.round, table.number),
        )

    async def find_round(self, match_id: int) -> tuple[int, int] | None:
        """Return the tournament ID and round number (from 0) of a match, if it belongs to a tournament."""
        row = await self._db.fetch_row(
            "SELECT tournament_id, round FROM tournament_tables WHERE match_id = ?", (match_id,)
        )
        return None if row is None else (int(row[0]), int(row[1]))

    async def find_deal(self, tournament_id: int, round_number: int) -> SharedDeal | None:
        """Return the secret shared by a round's tables; ``None`` if each table has its own."""
        row = await self._db.fetch_row(
            "SELECT secret FROM tournament_secrets WHERE tournament_id = ? AND round = ?",
            (tournament_id, round_number),
        )
        return None if row is None else SharedDeal(round_number, bytes(row[0]))

    async def list_match_ids_with_hidden_secret(self, tournament_id: int, round_number: int) -> list[int]:
        """Return the IDs of a round's matches whose secret is still hidden, even if they have ended."""
        rows = await self._db.fetch_rows(
            "SELECT m.id FROM matches m JOIN tournament_tables t ON t.match_id = m.id"
            " WHERE t.tournament_id = ? AND t.round = ? AND m.sealed = 1 ORDER BY m.id",
            (tournament_id, round_number),
        )
        return [int(row[0]) for row in rows]

    async def list_posts(self, tournament_id: int) -> dict[str, TournamentPost]:
        """Return the posts of a tournament by key."""
        rows = await self._db.fetch_rows(
            "SELECT what, message_id, at FROM tournament_posts WHERE tournament_id = ?", (tournament_id,)
        )
        return {row[0]: TournamentPost(*row) for row in rows}

    async def reserve_post(self, tournament_id: int, key: str, now: int) -> None:
        """Record that a post is about to be sent, unless that is recorded already."""
        await self._db.run(
            "INSERT INTO tournament_posts (tournament_id, what, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (tournament_id, key, now),
        )

    async def confirm_post(self, tournament_id: int, key: str, message_id: int) -> None:
        """Record that a post was sent."""
        await self._db.run(
            "UPDATE tournament_posts SET message_id = ? WHERE tournament_id = ? AND what = ?",
            (message_id, tournament_id, key),
        )

    async def drop_post(self, tournament_id: int, key: str) -> None:
        """Delete the record of a post that no longer exists."""
        await self._db.run(
            "DELETE FROM tournament_posts WHERE tournament_id = ? AND what = ?", (tournament_id, key)
        )


def _make_log_values(tournament_id: int, row: TournamentLogRow) -> Values:
    return (
        tournament_id,
        row.seq,
        row.event.kind,
        row.event.text,
        row.user_id,
        row.name,
        row.happened_at,
    )


def _read_tournament(values: Sequence[Any]) -> TournamentRow:
    *head, options, clock, terms, opened_at, ended = values
    key, guild_id, channel_id, locale, host_id, title, game = head
    return TournamentRow(
        key,
        guild_id,
        channel_id,
        locale,
        host_id,
        title,
        game,
        json.loads(options),
        clock,
        _read_terms(terms),
        opened_at,
        bool(ended),
    )


def _read_terms(text: str) -> TournamentTerms:
    data = json.loads(text)
    return TournamentTerms(**{**data, "sizes": tuple(data["sizes"])})
