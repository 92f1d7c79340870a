"""Stores each reef of the day: the secret that determines its deal, and everyone's attempts."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import field

from bot.storage.engine.database import Database, NotUnique, Transaction
from games.core.match import LoggedRow
from games.core.values import value_class

_COLUMN_LIST = "day, user_id, name, server, place, own, other, marks, card"
ATTEMPT_WON, ATTEMPT_DRAWN, ATTEMPT_LOST = 1, 2, 3
CARD_POSTING = 0
"""Value of :attr:`AttemptRow.card_message_id` while the result card is being posted."""


@value_class
class DayRow:
    """A day's challenge. Its deal is derived from the secret, which the repr therefore hides."""

    day: int
    """Number of the day in UTC."""
    game: str
    version: int
    options: Mapping[str, str]
    secret: bytes = field(repr=False)


@value_class
class AttemptRow:
    """A person's attempt at a day's challenge."""

    day: int
    """Number of the day in UTC."""
    user_id: int
    name: str
    server_id: int | None = None
    """ID of the server in whose ranking the attempt appears."""
    result: int | None = None
    """:data:`ATTEMPT_WON`, :data:`ATTEMPT_DRAWN` or :data:`ATTEMPT_LOST`; ``None`` until the attempt ends."""
    points: int | None = None
    """``None`` in games without points."""
    opponent_points: int | None = None
    """Points of the best opponent; ``None`` in games without points."""
    marks: str = ""
    """First letters of the marks (:mod:`games.players.marks`) of the attempt's stretches of moves."""
    card_message_id: int | None = None
    """ID of the message that shows the result card; :data:`CARD_POSTING` while it is being posted."""


def hash_attempt(secret: bytes, day: int, user_id: int) -> str:
    """Return the hash that stops a person from repeating their attempt after an erasure of their data.

    Without the secret, the hash doesn't reveal the person.
    """
    return hmac.new(secret, f"spent {day} {user_id}".encode("ascii"), hashlib.sha256).hexdigest()


class DailyChallenges:
    """Stores daily challenges and the attempts at them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_day(self, day: int) -> DayRow | None:
        """Return the challenge of a day, if anyone has asked for it yet."""
        row = await self._db.fetch_row(
            "SELECT day, game, version, options, secret FROM daily_days WHERE day = ?", (day,)
        )
        return None if row is None else DayRow(row[0], row[1], row[2], json.loads(row[3]), bytes(row[4]))

    async def add_day(self, row: DayRow) -> DayRow:
        """Store a day's challenge unless another process was first. Return the stored challenge."""
        values = (row.day, row.game, row.version, json.dumps(dict(row.options)), row.secret)
        await self._db.run(
            "INSERT INTO daily_days (day, game, version, options, secret) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (day) DO NOTHING",
            values,
        )
        return await self.find_day(row.day) or row

    async def begin_attempt(self, day: int, user_id: int, name: str, server_id: int | None) -> bool:
        """Record that a person has started a day's challenge.

        Return ``False`` if the person had an attempt on that day before their data was erased.
        Starting again has no effect.
        """

        async def add_attempt(transaction: Transaction) -> bool:
            if await _has_erased_attempt(transaction, day, user_id):
                return False
            await transaction.run(
                "INSERT INTO daily_tries (day, user_id, name, server) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (day, user_id) DO NOTHING",
                (day, user_id, name, server_id),
            )
            return True

        return await self._db.write(add_attempt, subject_id=user_id)

    async def has_erased_attempt(self, day: int, user_id: int) -> bool:
        """Return whether a person had an attempt on a day before their data was erased."""
        return await _has_erased_attempt(self._db, day, user_id)

    async def find_attempt(self, day: int, user_id: int) -> AttemptRow | None:
        """Return a person's attempt, if they have started."""
        rows = await self._select_rows("day = ? AND user_id = ?", day, user_id)
        return rows[0] if rows else None

    async def read_log(self, day: int, user_id: int) -> tuple[LoggedRow, ...]:
        """Return the log of an attempt, oldest row first."""
        rows = await self._db.fetch_rows(
            "SELECT kind, seat, text FROM daily_moves WHERE day = ? AND user_id = ? ORDER BY seq",
            (day, user_id),
        )
        return tuple(LoggedRow(*row) for row in rows)

    async def append_rows(self, day: int, user_id: int, seq: int, rows: Sequence[LoggedRow]) -> bool:
        """Store rows of an attempt's log, all or none of them.

        Return ``False`` if the log doesn't have exactly ``seq`` rows, or the attempt no longer exists.
        """

        async def add_rows(transaction: Transaction) -> bool:
            last = await transaction.fetch_row(
                "SELECT count(*) FROM daily_moves WHERE day = ? AND user_id = ?", (day, user_id)
            )
            if last != (seq,):
                return False
            begun = "SELECT 1 FROM daily_tries WHERE day = ? AND user_id = ?"
            if await transaction.fetch_row(begun, (day, user_id)) is None:
                return False
            await transaction.run_each(
                "INSERT INTO daily_moves (day, user_id, seq, kind, seat, text) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (day, user_id, number, row.kind, row.seat, row.text)
                    for number, row in enumerate(rows, seq)
                ],
            )
            return True

        try:
            return await self._db.write(add_rows, subject_id=user_id)
        except NotUnique:
            return False

    async def record_end(self, row: AttemptRow) -> None:
        """Record how an attempt ended, unless that is recorded already."""
        await self._db.run(
            "UPDATE daily_tries SET place = ?, own = ?, other = ?, marks = ?"
            " WHERE day = ? AND user_id = ? AND place IS NULL",
            (row.result, row.points, row.opponent_points, row.marks, row.day, row.user_id),
        )

    async def list_finished_days(self, user_id: int) -> list[int]:
        """Return the days on which a person has finished the challenge."""
        rows = await self._db.fetch_rows(
            "SELECT day FROM daily_tries WHERE user_id = ? AND place IS NOT NULL ORDER BY day", (user_id,)
        )
        return [int(row[0]) for row in rows]

    async def find_unfinished_day(self, user_id: int, before: int) -> int | None:
        """Return the newest day before ``before`` on which a person has an unfinished attempt, if any."""
        row = await self._db.fetch_row(
            "SELECT max(day) FROM daily_tries WHERE user_id = ? AND day < ? AND place IS NULL",
            (user_id, before),
        )
        return None if row is None else row[0]

    async def list_ranked_attempts(
        self, day: int, server_id: int, opt_out: tuple[str, str]
    ) -> list[AttemptRow]:
        """Return a server's finished attempts at a day's challenge, best first.

        :param opt_out: the key and value of the preference of people who don't want to be listed.
        """
        return await self._select_rows(
            "day = ? AND server = ? AND place IS NOT NULL AND user_id NOT IN"
            " (SELECT p.user_id FROM preferences p WHERE p.key = ? AND p.value = ?)"
            " ORDER BY place, other - own, user_id",
            day,
            server_id,
            *opt_out,
        )

    async def reserve_card(self, day: int, user_id: int) -> bool:
        """Record that the result card of an attempt is about to be posted.

        Return ``False`` if the card is posted already or the attempt hasn't ended.
        """
        changed = await self._db.run(
            "UPDATE daily_tries SET card = ? WHERE day = ? AND user_id = ? AND place IS NOT NULL"
            " AND (card IS NULL OR card = ?)",
            (CARD_POSTING, day, user_id, CARD_POSTING),
        )
        return changed == 1

    async def confirm_card(self, day: int, user_id: int, message_id: int | None) -> None:
        """Record which message shows an attempt's result card; ``None`` if the card could not be posted."""
        await self._db.run(
            "UPDATE daily_tries SET card = ? WHERE day = ? AND user_id = ?", (message_id, day, user_id)
        )

    async def assign_server(self, day: int, user_id: int, server_id: int) -> None:
        """Assign an attempt to a server, unless it already belongs to one."""
        await self._db.run(
            "UPDATE daily_tries SET server = ? WHERE day = ? AND user_id = ? AND server IS NULL",
            (server_id, day, user_id),
        )

    async def delete_old_data(self, before: int, today: int) -> None:
        """Delete move logs from days before ``before``, and hashes of erased attempts before ``today``.

        The hashes stop erased people from repeating an attempt.
        """
        await self._db.run("DELETE FROM daily_moves WHERE day < ?", (before,))
        await self._db.run("DELETE FROM daily_spent WHERE day < ?", (today,))

    async def _select_rows(self, condition: str, *values: int | str) -> list[AttemptRow]:
        rows = await self._db.fetch_rows(f"SELECT {_COLUMN_LIST} FROM daily_tries WHERE {condition}", values)
        return [
            AttemptRow(day, user_id, name, server_id, result, own, other, marks or "", card_message_id)
            for day, user_id, name, server_id, result, own, other, marks, card_message_id in rows
        ]


async def _has_erased_attempt(reader: Database | Transaction, day: int, user_id: int) -> bool:
    secret = await reader.fetch_row("SELECT secret FROM daily_days WHERE day = ?", (day,))
    if secret is None:
        return False
    mark = hash_attempt(bytes(secret[0]), day, user_id)
    row = await reader.fetch_row("SELECT 1 FROM daily_spent WHERE day = ? AND mark = ?", (day, mark))
    return row is not None


async def store_attempt_hashes(transaction: Transaction, user_id: int, today: int) -> None:
    """Store hashes of a person's attempts before their data is erased, so that they can't be repeated.

    :param today: the first day whose challenge is still open.
    """
    rows = await transaction.fetch_rows(
        "SELECT d.day, d.secret FROM daily_days d JOIN daily_tries t ON t.day = d.day"
        " WHERE t.user_id = ? AND d.day >= ?",
        (user_id, today),
    )
    for day, secret in rows:
        await transaction.run(
            "INSERT INTO daily_spent (day, mark) VALUES (?, ?) ON CONFLICT (day, mark) DO NOTHING",
            (day, hash_attempt(bytes(secret), day, user_id)),
        )
