"""Messages for tables. Each is recorded before it is posted, so that a restart can complete the post."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import astuple, replace
from typing import Any

from bot.storage.engine.database import Database, Transaction
from bot.storage.message_cache import CachedMessages, MessageCache
from games.core.values import value_class

BOARD_MESSAGE = "board"
LOBBY_MESSAGE = "lobby"
MENTION_MESSAGE = "mention"
PROPOSAL_MESSAGE = "proposal"
REMINDER_MESSAGE = "reminder"
CLAIM_MESSAGE = "claim"
INVITATION_MESSAGE = "call"
"""Invitation to a table, a rematch or a seat."""
REVIEW_MESSAGE = "review"
"""Review of an ended match. It is posted once, and edited when a player is renamed."""

FOLLOW_MESSAGE = "follow"
"""Message that mentions followers of a match at a moment they chose."""

PREDICTION_LOCK_MESSAGE = "tip_lock"
"""Message that announces that the predictions of a match are locked."""
PREDICTION_RESULTS_MESSAGE = "tips"
"""Result of the predictions after a match. It is edited when a spectator is renamed."""

SHADOW_COMPARISON_MESSAGE = "shadows"
"""Comparison of spectators' sealed moves after a match. It is edited when a spectator is renamed."""

CHANNEL_VOTE_MESSAGE = "channel_vote"
"""Message about a channel's vote on the move of its seat, and later about the result."""

CHANNEL_INVITATION_MESSAGE = "channel_ask"
"""Message that asks another channel whether it wants to play."""
CHANNEL_DECLINED_MESSAGE = "channel_no"
"""Message to a table's channel that the invited channel doesn't want to play."""
CHANNEL_BOARD_MESSAGE = "channel_board"
"""Board in another channel that plays a seat of the match."""
CHANNEL_UNREACHABLE_MESSAGE = "channel_lost"
"""Message to one of two channels that play each other, when the other can no longer be reached."""

LATE_MESSAGE = "late"
"""Message that a process posted or edited after another process took over. Its buttons must be removed.

A row without a message ID requests a search for such messages.
"""

JOIN_REQUEST = "join"
"""Value of :attr:`MessageSubject.request` for inviting someone to join a lobby."""
TAKE_OVER_REQUEST = "play_on"
"""Value of :attr:`MessageSubject.request` for inviting someone to take over a computer's seat."""
OPEN_SEAT_REQUEST = "anybody"
"""Value of :attr:`MessageSubject.request` for inviting everyone to replace a player who left."""
ALLOW_DIRECT_MESSAGES_REQUEST = "open_door"
"""Value of :attr:`MessageSubject.request` for a reminder that also asks to allow direct messages."""

WAS_POSTED_SQL = """EXISTS (
    SELECT 1 FROM messages told
    WHERE told.match_id = m.id AND told.purpose = ? AND told.message_id IS NOT NULL
)"""
"""SQL condition that a message for a purpose was posted in match ``m``, even if it was removed later.

A row without a message ID doesn't count, because its message may never have been sent.
"""

MARK_STALE_SQL = """
UPDATE messages SET stale = 1, thinking = NULL
WHERE match_id = ? AND purpose IN ('board', 'channel_board', 'review') AND retired = 0
    AND message_id IS NOT NULL
"""
"""SQL that marks a table's boards and review as stale because the people they name have changed."""


@value_class
class MessageSubject:
    """The subject of a message, with everything that a process needs to update the message.

    Fields that don't apply are ``None``.
    """

    turn: int | None = None
    """Turn that a board or mention is about (:func:`bot.ui.play.board.make_turn_key`).

    If ``seat`` is given, the turn of that seat's clock (:attr:`bot.model.clocks.SeatClock.last_turn`).
    """
    since: int | None = None
    """Number of the first step that a board narrates; 0 for the setup."""
    seat: int | None = None
    proposal: int | None = None
    """ID of the proposal that a question is about."""
    request: str | None = None
    """Request of an invitation or reminder, such as :data:`JOIN_REQUEST`.

    For :data:`CHANNEL_DECLINED_MESSAGE`, the ID of the channel.
    """


NO_SUBJECT = MessageSubject()


@value_class
class MessageRow:
    """A message about a table. It is recorded before it is posted."""

    id: int
    table_id: int
    purpose: str
    """Kind of message, such as :data:`BOARD_MESSAGE`."""
    channel_id: int
    message_id: int | None
    """``None`` until Discord has confirmed the post."""
    nonce: str
    """Identifier of the post. Discord ignores a second post with this nonce."""
    seq: int
    """Length of the log in the position that the message shows."""
    posted_at: int
    """Epoch second at which the post was recorded or, once it is confirmed, at which it was confirmed."""
    posted_seq: int
    """Length of the log in the position for which the message was posted."""
    thinking_seat: int | None
    """Seat of the computer that a board shows as thinking."""
    is_stale: bool
    """Whether the message must be rewritten even if it shows the current position."""
    subject: MessageSubject

    def shows_position(self, seq: int) -> bool:
        """Return whether the message shows the position with ``seq`` log rows and needs no change."""
        return self.seq == seq and self.thinking_seat is None and not self.is_stale


_COLUMN_LIST = (
    "id, match_id, purpose, channel_id, message_id, nonce, seq, posted_at, posted_seq, thinking, stale,"
    " turn, since, seat, proposal_id, asks"
)

_LIST_LIVE_AND_LAST_BOARD_SQL = f"""
SELECT {_COLUMN_LIST}, retired, (
    SELECT max(posted_seq) FROM messages WHERE match_id = ? AND purpose = '{BOARD_MESSAGE}'
) FROM messages WHERE match_id = ? AND retired = 0 OR id = (
    SELECT max(id) FROM messages WHERE match_id = ? AND purpose = '{BOARD_MESSAGE}' AND message_id IS NOT NULL
) ORDER BY id
"""

_FROM_LIVE_MESSAGES = "messages live WHERE live.match_id = m.id AND live.retired = 0"
OUTDATED_TABLES_SQL = f"""
SELECT m.id FROM matches m WHERE (m.status = 'lobby' AND NOT (
    SELECT count(*) = 1 AND count(live.message_id) = 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'lobby'
)) OR EXISTS (SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'late')
OR m.status <> 'lobby' AND (
    EXISTS (SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'lobby')
    OR (
        (m.status = 'playing'
            OR EXISTS (SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'board'))
        AND NOT EXISTS (
            SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'board' AND live.message_id IS NOT NULL
            AND live.thinking IS NULL AND live.stale = 0
            AND live.seq >= (SELECT coalesce(max(log.seq), 0) FROM log WHERE log.match_id = m.id)
        )
    )
    OR EXISTS (
        SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose IN ('board', 'proposal')
        GROUP BY live.purpose HAVING count(*) > 1
    )
    OR EXISTS (SELECT 1 FROM proposals WHERE proposals.match_id = m.id) <> EXISTS (
        SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'proposal' AND live.message_id IS NOT NULL
    )
    OR EXISTS (
        SELECT 1 FROM clocks c JOIN seats s ON s.match_id = c.match_id AND s.user_id NOT IN (0, c.user_id)
        WHERE c.match_id = m.id AND c.empty = 1
    ) <> EXISTS (
        SELECT 1 FROM {_FROM_LIVE_MESSAGES} AND live.purpose = 'claim' AND live.message_id IS NOT NULL
    )
) ORDER BY m.id
"""


class Messages:
    """Stores the messages of tables. A retired message was deleted or has lost its buttons."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._cache: MessageCache[MessageRow] = MessageCache(BOARD_MESSAGE)

    def cache_announcement(self, table_id: int) -> AbstractContextManager[None]:
        """Read the messages of a table only once while the block announces the table."""
        return self._cache.cache_announcement(table_id)

    async def reserve_message(
        self,
        table_id: int,
        purpose: str,
        channel_id: int,
        nonce: str,
        seq: int,
        now: int,
        replaced_row_ids: Iterable[int] = (),
        subject: MessageSubject = NO_SUBJECT,
    ) -> MessageRow:
        """Record that a message is about to be posted. Return the new row.

        If a live message has this nonce already, nothing is recorded and its row is returned.

        :param replaced_row_ids: IDs of rows to retire in the same transaction, so that the old rows and the
            new row are never live together or missing together.
        """

        async def add_message(transaction: Transaction) -> Any:
            await transaction.run_each(
                "UPDATE messages SET retired = 1 WHERE id = ?", [(row,) for row in replaced_rows]
            )
            await transaction.run(
                "INSERT INTO messages (match_id, purpose, channel_id, nonce, seq, posted_at,"
                " posted_seq, turn, since, seat, proposal_id, asks)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (table_id, purpose, channel_id, nonce, seq, now, seq, *astuple(subject)),
            )
            # Read the row in the same transaction, because another process could retire it afterwards.
            return await transaction.fetch_row(
                f"SELECT {_COLUMN_LIST} FROM messages WHERE nonce = ? AND retired = 0", (nonce,)
            )

        replaced_rows = tuple(replaced_row_ids)
        with self._cache.track_write():
            row = _read_message(*await self._db.write(add_message))
        self._cache.add(row, replaced_rows)
        return row

    async def confirm_message(self, row_id: int, message_id: int, now: int) -> None:
        """Record that a message was posted."""
        with self._cache.track_write():
            await self._db.run(
                "UPDATE messages SET message_id = ?, posted_at = ? WHERE id = ?", (message_id, now, row_id)
            )
        self._cache.change(row_id, lambda row: replace(row, message_id=message_id, posted_at=now))

    async def mark_shown(self, row_id: int, seq: int, *, thinking_seat: int | None = None) -> None:
        """Record that a message was edited and now shows the position with ``seq`` log rows.

        :param thinking_seat: the seat of the computer that the message shows as thinking.
        """
        with self._cache.track_write():
            await self._db.run(
                "UPDATE messages SET seq = ?, thinking = ?, stale = 0 WHERE id = ?",
                (seq, thinking_seat, row_id),
            )
        self._cache.change(
            row_id, lambda row: replace(row, seq=seq, thinking_seat=thinking_seat, is_stale=False)
        )

    async def retire_messages(self, row_ids: Iterable[int]) -> None:
        """Retire messages that were deleted or have lost their buttons."""
        gone = tuple(row_ids)
        if gone:
            with self._cache.track_write():
                await self._db.run_each(
                    "UPDATE messages SET retired = 1 WHERE id = ?", [(row_id,) for row_id in gone]
                )
            self._cache.retire(gone)

    async def find_current_message(self, table_id: int, purpose: str) -> MessageRow | None:
        """Return a table's newest live and confirmed message for a purpose, if any."""
        known = await self._read_announced_messages(table_id)
        if known is not None:
            live = [row for row in known.live.values() if row.purpose == purpose]
            return max((row for row in live if row.message_id is not None), key=_read_id, default=None)
        rows = await self._select_rows(
            "match_id = ? AND purpose = ? AND retired = 0 AND message_id IS NOT NULL", table_id, purpose
        )
        return rows[-1] if rows else None

    async def find_last_message(self, table_id: int, purpose: str) -> MessageRow | None:
        """Return the newest message posted for a purpose, retired or not; ``None`` if there is none."""
        known = await self._read_announced_messages(table_id) if purpose == BOARD_MESSAGE else None
        if known is not None:
            current = await self.find_current_message(table_id, purpose)
            candidates = [row for row in (known.last_board, current) if row is not None]
            return max(candidates, key=_read_id, default=None)
        rows = await self._select_rows(
            "id = (SELECT max(id) FROM messages"
            " WHERE match_id = ? AND purpose = ? AND message_id IS NOT NULL)",
            table_id,
            purpose,
        )
        return rows[0] if rows else None

    async def find_newest_time(self) -> int | None:
        """Return the epoch second at which the newest message was posted; ``None`` if there is none."""
        row = await self._db.fetch_row("SELECT max(posted_at) FROM messages")
        return None if row is None or row[0] is None else int(row[0])

    async def find_table_id(self, channel_id: int, message_id: int) -> int | None:
        """Return the ID of the table for which a message was posted in a channel, even a retired message."""
        # Narrow the search to the channel's tables, because both columns of these queries have indexes.
        row = await self._db.fetch_row(
            "SELECT match_id FROM messages WHERE message_id = ?"
            " AND match_id IN (SELECT id FROM matches WHERE channel_id = ?)",
            (message_id, channel_id),
        )
        return None if row is None else int(row[0])

    async def list_live_messages(self, table_id: int, purpose: str | None = None) -> list[MessageRow]:
        """Return a table's messages that are not retired, including unconfirmed ones, oldest first."""
        known = await self._read_announced_messages(table_id)
        if known is not None:
            rows = sorted(known.live.values(), key=_read_id)
            return [row for row in rows if purpose is None or row.purpose == purpose]
        if purpose is None:
            return await self._select_rows("match_id = ? AND retired = 0", table_id)
        return await self._select_rows("match_id = ? AND purpose = ? AND retired = 0", table_id, purpose)

    async def list_unconfirmed_messages(self, purpose: str) -> list[MessageRow]:
        """Return the messages for a purpose whose posting was never confirmed."""
        return await self._select_rows("purpose = ? AND message_id IS NULL AND retired = 0", purpose)

    async def is_nonce_used(
        self, table_id: int, purpose: str, nonce: str, board_seq: int | None = None
    ) -> bool:
        """Return whether a message with ``nonce`` was confirmed or retired.

        :param board_seq: length of the log that the nonce of a board contains.
        """
        if board_seq is not None:
            # No board of a newer position than all recorded ones has been posted yet.
            known = await self._read_announced_messages(table_id)
            newest = None if known is None else known.newest_board_seq
            if newest is not None and board_seq > newest:
                return False
        row = await self._db.fetch_row(
            "SELECT 1 FROM messages WHERE match_id = ? AND purpose = ? AND nonce = ?"
            " AND (retired = 1 OR message_id IS NOT NULL)",
            (table_id, purpose, nonce),
        )
        return row is not None

    async def list_outdated_table_ids(self) -> list[int]:
        """Return the IDs of tables whose messages are out of date. These are:

        - lobbies without a confirmed message
        - matches in progress without a confirmed board of the current position
        - ended matches whose live board is older than the end
        - started tables with a live lobby message
        - tables with an open proposal or an expired clock, but no message about the proposal or clock
        - tables with a message about a proposal that isn't open, or about a clock that hasn't expired
        - tables with several live lobby messages, boards or questions about a proposal
        - tables with late messages (:data:`LATE_MESSAGE`)
        """
        rows = await self._db.fetch_rows(OUTDATED_TABLES_SQL)
        return [int(row[0]) for row in rows]

    async def _read_announced_messages(self, table_id: int) -> CachedMessages[MessageRow] | None:
        """Return the messages of a table that is being announced, reading them only once per announcement.

        Return ``None`` for a table that isn't being announced.
        """
        if not self._cache.is_announcing(table_id):
            return None
        known = self._cache.get(table_id)
        if known is None:
            version = self._cache.version
            rows = await self._db.fetch_rows(_LIST_LIVE_AND_LAST_BOARD_SQL, (table_id,) * 3)
            messages = [(_read_message(*row), bool(retired)) for *row, retired, _ in rows]
            boards = [
                row for row, _ in messages if row.purpose == BOARD_MESSAGE and row.message_id is not None
            ]
            live = {row.id: row for row, retired in messages if not retired}
            newest_board_seq = next((row[-1] for row in rows), None)
            known = CachedMessages(live, boards[-1] if boards else None, newest_board_seq)
            self._cache.store(table_id, known, version)
        return known

    async def _select_rows(self, condition: str, *values: int | str) -> list[MessageRow]:
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM messages WHERE {condition} ORDER BY id", values
        )
        return [_read_message(*row) for row in rows]


def _read_id(row: MessageRow) -> int:
    return row.id


def _read_message(*values: Any) -> MessageRow:
    *known, stale, turn, since, seat, proposal, asks = values
    make_row: Callable[..., MessageRow] = MessageRow
    return make_row(*known, bool(stale), MessageSubject(turn, since, seat, proposal, asks))
