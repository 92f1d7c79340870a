"""Exports and erases everything stored about a person.

This module names each column that may contain a person's ID or name. A test compares these names with the
schema, so that no new column is forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot.model.table import NO_USER_ID
from bot.storage.daily import store_attempt_hashes
from bot.storage.engine.database import Database, Transaction
from bot.storage.messages import MARK_STALE_SQL
from bot.storage.traces import NameTraces, find_traces, replace_names_in_tournaments

ID_COLUMN_BY_PERSONAL_TABLE: Mapping[str, str] = {
    "preferences": "user_id",
    "looks": "user_id",
    "lessons": "user_id",
    "daily_tries": "user_id",
    "daily_moves": "user_id",
    "calls": "user_id",
    "asked": "user_id",
    "clocks": "user_id",
    "direct_reminders": "user_id",
    "invitations": "user_id",
    "proposals": "user_id",
    "consents": "user_id",
    "prepared": "user_id",
    "prepared_dropped": "user_id",
    "next_up": "user_id",
    "notes": "user_id",
    "imports": "user_id",
    "follows": "user_id",
    "tips": "user_id",
    "shadows": "user_id",
    "channel_votes": "user_id",
    "channel_sides": "user_id",
    "result_seats": "user_id",
    "forum_wishes": "user_id",
}
"""SQL tables whose rows concern only one person, with the column that contains the person's ID.

An export contains these rows in full, and an erasure deletes them.
"""
PERSONAL_COLUMNS_BY_SHARED_TABLE: Mapping[str, tuple[str, ...]] = {
    "seats": ("user_id", "name"),
    "former_seats": ("user_id", "name"),
    "matches": ("host_id",),
    "challenges": ("user_id",),
    "tournaments": ("host_id",),
    "tournament_entries": ("user_id", "name"),
    "tournament_log": ("user_id", "name"),
}
"""Personal columns of SQL tables whose rows others need as well.

An erasure sets the ID to 0 and replaces the name.
"""
DELETE_RESULTS_SQL = (
    "DELETE FROM results WHERE match_id IN (SELECT match_id FROM result_seats WHERE user_id = ?)"
)
"""SQL that deletes the results of a person's matches. They are computed again from the logs."""
TIME_COLUMNS = ("at", "opened_at", "ended_at", "since", "began", "due", "until")
"""Columns that contain epoch seconds. They are exported as ISO 8601."""
ID_COLUMNS = ("server", "channel", "press", "guild_id", "channel_id", "thread_id", "message_id", "card")
"""Columns that contain Discord IDs. They are exported as strings."""

_LIST_SEATS_SQL = """
SELECT m.id AS "table", m.game, m.status, m.options, m.guild_id AS server, m.channel_id AS channel,
    m.host_id = s.user_id AS host, m.opened_at, m.ended_at, s.seat, s.name, s.press
FROM seats s JOIN matches m ON m.id = s.match_id WHERE s.user_id = ? ORDER BY m.id, s.seat
"""
_LIST_HOSTED_WITHOUT_SEAT_SQL = """
SELECT m.id AS "table", m.game, m.status, m.options, m.guild_id AS server, m.channel_id AS channel,
    m.opened_at, m.ended_at
FROM matches m WHERE m.host_id = ?1
    AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.id AND s.user_id = ?1) ORDER BY m.id
"""
_LIST_ABANDONED_LOBBIES_SQL = """
SELECT m.id FROM matches m WHERE m.host_id = ? AND m.status = 'lobby'
    AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.id AND s.user_id <> 0) ORDER BY m.id
"""
# A host without a seat gives up no seat when their data is erased, so their role is passed on here.
_PASS_ON_HOSTING_SQL = """
UPDATE matches SET host_id = coalesce((
    SELECT s.user_id FROM seats s WHERE s.match_id = matches.id AND s.user_id NOT IN (0, ?1)
    ORDER BY s.seat LIMIT 1
), 0) WHERE host_id = ?1 AND status <> 'over'
"""
_LIST_FORMER_SEATS_SQL = """
SELECT match_id AS "table", seat, name, seq AS until_row FROM former_seats WHERE user_id = ? ORDER BY id
"""
_LIST_TOURNAMENT_ENTRIES_SQL = """
SELECT t.id AS tournament, t.title, t.game, t.guild_id AS server, t.channel_id AS channel, t.opened_at,
    t.host_id = e.user_id AS host, e.entry, e.name, e.press
FROM tournament_entries e JOIN tournaments t ON t.id = e.tournament_id WHERE e.user_id = ? ORDER BY t.id
"""
_LIST_HOSTED_TOURNAMENTS_SQL = """
SELECT id AS tournament, title, game, guild_id AS server, channel_id AS channel, opened_at
FROM tournaments WHERE host_id = ? ORDER BY id
"""
_LIST_TOURNAMENT_EVENTS_SQL = """
SELECT tournament_id AS tournament, seq AS "row", kind, text, name, at FROM tournament_log
WHERE user_id = ? ORDER BY tournament_id, seq
"""
_LIST_CHALLENGES_SQL = (
    "SELECT match_id, strength, until, state, called FROM challenges WHERE user_id = ? ORDER BY match_id"
)
# A row of the log belongs to whoever had its seat when the row was added.
_LIST_MOVES_SQL = """
SELECT log.match_id AS "table", log.seq AS "row", log.seat, log.kind, log.text, log.at FROM log
WHERE log.match_id IN (
    SELECT match_id FROM seats WHERE user_id = ?1
    UNION SELECT match_id FROM former_seats WHERE user_id = ?1
) AND coalesce(
    (
        SELECT f.user_id FROM former_seats f
        WHERE f.match_id = log.match_id AND f.seat = log.seat AND f.seq >= log.seq
        ORDER BY f.seq, f.id LIMIT 1
    ),
    (SELECT s.user_id FROM seats s WHERE s.match_id = log.match_id AND s.seat = log.seat)
) = ?1 ORDER BY log.match_id, log.seq
"""
_LIST_AFFECTED_TABLES_SQL = """
SELECT id, (SELECT count(*) FROM log WHERE log.match_id = matches.id) FROM matches WHERE id IN (
SELECT match_id FROM seats WHERE user_id = ?1
UNION SELECT match_id FROM former_seats WHERE user_id = ?1
UNION SELECT id FROM matches WHERE host_id = ?1
UNION SELECT match_id FROM invitations WHERE user_id = ?1
UNION SELECT match_id FROM tips WHERE user_id = ?1
UNION SELECT match_id FROM shadows WHERE user_id = ?1
UNION SELECT match_id FROM proposals WHERE user_id = ?1
UNION SELECT p.match_id FROM consents c JOIN proposals p ON p.id = c.proposal_id WHERE c.user_id = ?1
) ORDER BY id
"""
_HAS_ACTIVE_TABLE_SQL = """
SELECT 1 FROM seats s JOIN matches m ON m.id = s.match_id
WHERE s.user_id = ? AND m.status <> 'over' LIMIT 1
"""
_EXPORT_KEY_BY_COLUMN = {
    "match_id": "table",
    "opened_at": "opened",
    "ended_at": "ended",
    "guild_id": "server",
}
_ENDED_BEFORE = "(SELECT id FROM matches WHERE status = 'over' AND ended_at < ?)"


class PersonalData:
    """Exports and erases personal data."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def collect_data(self, user_id: int) -> dict[str, Any]:
        """Return everything stored about a person, except for other people's data and secrets.

        The values can be written as JSON. Times are ISO 8601 in UTC. Discord IDs are strings, because JSON
        readers may round large numbers.
        """

        async def read_rows(transaction: Transaction) -> dict[str, Any]:
            data: dict[str, Any] = {"user_id": str(user_id)}
            data["tables"] = await _read_export_rows(transaction, _LIST_SEATS_SQL, (user_id,))
            data["former_seats"] = await _read_export_rows(transaction, _LIST_FORMER_SEATS_SQL, (user_id,))
            data["moves"] = await _read_export_rows(transaction, _LIST_MOVES_SQL, (user_id,))
            for name, sql in (
                ("run", _LIST_HOSTED_WITHOUT_SEAT_SQL),
                ("tournaments", _LIST_TOURNAMENT_ENTRIES_SQL),
                ("hosted", _LIST_HOSTED_TOURNAMENTS_SQL),
                ("in_tournaments", _LIST_TOURNAMENT_EVENTS_SQL),
                ("challenges", _LIST_CHALLENGES_SQL),
            ):
                data[name] = await _read_export_rows(transaction, sql, (user_id,))
            for table, column in ID_COLUMN_BY_PERSONAL_TABLE.items():
                rows = await _read_export_rows(
                    transaction, f"SELECT * FROM {table} WHERE {column} = ?", (user_id,)
                )
                data[table] = [{k: v for k, v in row.items() if k != column} for row in rows]
            return data

        return await self._db.write(read_rows)

    async def list_abandoned_lobby_ids(self, user_id: int) -> list[int]:
        """Return the IDs of a host's lobbies in which no person is seated, not even the host."""
        return [int(row[0]) for row in await self._db.fetch_rows(_LIST_ABANDONED_LOBBIES_SQL, (user_id,))]

    async def find_traces(self, user_id: int) -> NameTraces:
        """Return a person's names, and the channels that may be threads named after them."""

        async def read_traces(transaction: Transaction) -> NameTraces:
            return await find_traces(transaction, user_id)

        return await self._db.write(read_traces, subject_id=user_id)

    async def erase_person(
        self, user_id: int, replacement: str, today: int = 0, other_names: tuple[str, ...] = ()
    ) -> tuple[tuple[int, int], ...] | None:
        """Erase a person. Delete their own rows, and replace their name in rows that others need.

        If the person hosts an active table without having a seat, the first person seated becomes the host.
        Boards that show the person are outdated until they are edited.

        :param today: the first day whose daily challenge is still open. The person can't repeat it.
        :param other_names: further names of the person to replace in tournaments' titles and logs.
        :returns: the ID and log length of each changed table. ``None`` if the person is seated at an active
            table. Nothing is changed then, because nobody could act for that seat any longer.
        """

        async def erase_rows(transaction: Transaction) -> tuple[tuple[int, int], ...] | None:
            if await transaction.fetch_row(_HAS_ACTIVE_TABLE_SQL, (user_id,)) is not None:
                return None
            rows = await transaction.fetch_rows(_LIST_AFFECTED_TABLES_SQL, (user_id,))
            await transaction.run_each(MARK_STALE_SQL, [(row[0],) for row in rows])
            known = (await find_traces(transaction, user_id)).names
            await replace_names_in_tournaments(transaction, user_id, (*known, *other_names), replacement)
            await store_attempt_hashes(transaction, user_id, today)
            await transaction.run(DELETE_RESULTS_SQL, (user_id,))
            await transaction.run(_PASS_ON_HOSTING_SQL, (user_id,))
            for table, column in ID_COLUMN_BY_PERSONAL_TABLE.items():
                await transaction.run(f"DELETE FROM {table} WHERE {column} = ?", (user_id,))
            for table, columns in PERSONAL_COLUMNS_BY_SHARED_TABLE.items():
                values = [replacement if column == "name" else NO_USER_ID for column in columns]
                changed = ", ".join(f"{column} = ?" for column in columns)
                await transaction.run(
                    f"UPDATE {table} SET {changed} WHERE {columns[0]} = ?", (*values, user_id)
                )
            return tuple((int(row[0]), int(row[1])) for row in rows)

        return await self._db.write(erase_rows, is_exclusive=True)

    async def delete_old_data(self, before: int) -> None:
        """Delete data that is no longer needed.

        For tables that ended before the epoch second ``before``, delete looks, invitations and retired
        messages, or the whole table if it never had a match. Delete records of mentions that are older than
        ``before``.
        """

        async def delete_rows(transaction: Transaction) -> None:
            await transaction.run("DELETE FROM calls WHERE at < ?", (before,))
            await transaction.run("DELETE FROM asked WHERE at < ?", (before,))
            await transaction.run(f"DELETE FROM looks WHERE match_id IN {_ENDED_BEFORE}", (before,))
            await transaction.run(f"DELETE FROM invitations WHERE match_id IN {_ENDED_BEFORE}", (before,))
            await transaction.run(
                f"DELETE FROM messages WHERE retired = 1 AND match_id IN {_ENDED_BEFORE}", (before,)
            )
            await transaction.run(
                f"DELETE FROM matches WHERE version IS NULL AND id IN {_ENDED_BEFORE}", (before,)
            )

        await self._db.write(delete_rows)


async def _read_export_rows(
    transaction: Transaction, sql: str, values: tuple[int, ...]
) -> list[dict[str, Any]]:
    """Return a query's rows in the form of the export: public keys, ISO 8601 times, IDs as strings."""
    return [
        {_find_export_key(name): _format_value(name, value) for name, value in row.items()}
        for row in await transaction.fetch_dicts(sql, values)
    ]


def _find_export_key(name: str) -> str:
    return _EXPORT_KEY_BY_COLUMN.get(name, name)


def _format_value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in TIME_COLUMNS:
        return datetime.fromtimestamp(value, UTC).isoformat()
    if name == "options":
        return json.loads(value)
    if name == "host":
        return bool(value)
    return str(value) if name in ID_COLUMNS else value
