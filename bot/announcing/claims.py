"""Asks players what to do about another player whose time has run out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.announcing.posting import Channel, MessagePoster
from bot.model.clocks import SeatClock
from bot.model.table import Table
from bot.storage.clocks import ClockRows
from bot.storage.messages import CLAIM_MESSAGE, MessageRow, MessageSubject
from bot.ui.ids import encode_number
from bot.ui.table.claims import make_claim_buttons, write_claim_question
from games.core.words import Words


class ClaimQuestions:
    """Posts questions about expired clocks, and deletes settled questions."""

    def __init__(self, poster: MessagePoster, clocks: ClockRows) -> None:
        self._poster = poster
        self._clocks = clocks

    async def update_questions(
        self, table: Table, channel: Channel, live_rows: Sequence[MessageRow], w: Words, *, must_repost: bool
    ) -> None:
        """Ask about seats whose time has run out, and delete settled questions.

        Repeated calls do no harm.

        :param live_rows: the messages of the table that aren't retired.
        :param must_repost: post open questions again, and delete the previous messages.
        """
        rows = await self._clocks.list_clocks_by_seat(table.id) if table.clock is not None else {}
        open_claims = {
            MessageSubject(turn=row.last_turn, seat=row.seat): row
            for row in rows.values()
            if row.running_since is not None and row.is_timeout_announced and _list_claimant_ids(table, row)
        }
        asked, before, over = set(), [], []
        for message in live_rows:
            if message.purpose != CLAIM_MESSAGE:
                continue
            key = message.subject
            if key not in open_claims:
                over.append(message)
            elif must_repost:
                before.append(message)
            elif message.message_id is not None:
                asked.add(key)
        await self._poster.delete_and_retire_messages(channel, over)
        for key, row in open_claims.items():
            if key in asked:
                continue
            others = _list_claimant_ids(table, row)
            text = write_claim_question(table, row, others, w)
            await self._poster.post_message(
                table,
                channel,
                CLAIM_MESSAGE,
                await self._poster.find_nonce(
                    table.id, CLAIM_MESSAGE, partial(_make_nonce, table, row), before
                ),
                0 if table.match is None else table.match.seq,
                text,
                view=make_claim_buttons(table, row.seat, w),
                mentions=() if before else others,
                subject=key,
            )
        await self._poster.delete_and_retire_messages(channel, before)


def _list_claimant_ids(table: Table, row: SeatClock) -> list[int]:
    """Return the IDs of the users who may decide what to do about a seat's expired clock."""
    return [user for user in table.user_ids if user != row.user_id]


def _make_nonce(table: Table, row: SeatClock, attempt: int) -> str:
    return "c" + ".".join(encode_number(number) for number in (table.id, row.seat, row.last_turn, attempt))
