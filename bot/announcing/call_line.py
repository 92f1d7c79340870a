"""In quiet channels, mentions the players who must act, in a message that is deleted after the turn."""

from __future__ import annotations

from bot.announcing.posting import Channel, MessagePoster
from bot.model.table import Table
from bot.storage.messages import BOARD_MESSAGE, MENTION_MESSAGE, MessageRow, MessageSubject
from bot.tables.service import Tables
from bot.ui.ids import encode_number
from bot.ui.links import make_table_url
from bot.ui.play import board
from games.core.match import Match
from games.core.words import Words


class CallLine:
    """Posts and deletes the message that mentions the players who must act. Repeated calls do no harm."""

    def __init__(self, poster: MessagePoster, tables: Tables) -> None:
        self._poster = poster
        self._messages = poster.messages
        self._tables = tables

    async def update_message(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        w: Words,
        *,
        is_quiet: bool,
        is_computer_thinking: bool = False,
    ) -> None:
        """Delete the messages of earlier turns. In a quiet channel, post this turn's message once.

        :param is_quiet: whether the channel is quiet. In other channels, the board mentions the players.
        :param is_computer_thinking: whether a computer is thinking, so that no person must act yet.
        """
        live = await self._messages.list_live_messages(table.id, MENTION_MESSAGE)
        if not is_quiet:
            await self._poster.delete_and_retire_messages(channel, live)
            return
        key = board.make_turn_key(match)
        last = await self._messages.find_last_message(table.id, MENTION_MESSAGE)
        outdated = [
            row
            for row in live
            if (last is not None and row.id < last.id) or not _is_for_this_turn(row, match, key)
        ]
        await self._poster.delete_and_retire_messages(channel, outdated)
        called = last is not None and last.channel_id == channel.id and _is_for_this_turn(last, match, key)
        if not (called or is_computer_thinking or table.is_solo_computer_turn(match.active_seat)):
            await self._post_message(table, match, channel, key, w)

    async def _post_message(self, table: Table, match: Match, channel: Channel, key: int, w: Words) -> None:
        """Post the message of the turn with a key, unless nobody must act."""
        asked_user_ids = await self._tables.wait_finder.list_asked_user_ids(table)
        current = await self._messages.find_current_message(table.id, BOARD_MESSAGE)
        lines = board.write_call_lines(table, match, asked_user_ids, w)
        if not lines:
            return
        if current is not None:
            lines.append(make_table_url(table, current.message_id))
        # Use a new nonce, because a turn may be announced again after an undo.
        nonce = await self._poster.find_nonce(
            table.id,
            MENTION_MESSAGE,
            lambda attempt: f"m{encode_number(table.id)}.{encode_number(key)}.{encode_number(attempt)}",
        )
        mentions = board.list_mentioned_user_ids(table, match, asked_user_ids)
        await self._poster.post_message(
            table,
            channel,
            MENTION_MESSAGE,
            nonce,
            match.seq,
            " ".join(lines),
            mentions=mentions,
            subject=MessageSubject(turn=key),
        )


def _is_for_this_turn(row: MessageRow, match: Match, key: int) -> bool:
    return row.subject.turn == key and board.is_same_turn(match, row.posted_seq, key)
