"""The question what is to be done about a seat whose time has run out: asked of the others, once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.announcing.posting import Channel, Poster
from bot.model.clocks import SeatClock
from bot.model.table import Table
from bot.storage.clocks import ClockRows
from bot.storage.messages import CLAIM, About, MessageRow
from bot.ui.ids import packed
from bot.ui.table.claims import offer_claims, write_question
from games.core.words import Words


class ClaimQuestions:
    """Posts these questions, and takes those away that are over."""

    def __init__(self, poster: Poster, clocks: ClockRows) -> None:
        self._poster = poster
        self._clocks = clocks

    async def announce(
        self, table: Table, channel: Channel, live: Sequence[MessageRow], w: Words, *, anew: bool
    ) -> None:
        """Tell the others of a clock that has run out; take away what is over. Twice does no harm.

        :param live: the messages of the table.
        :param anew: a new message takes the place of one that tells so already.
        """
        rows = await self._clocks.list_by_seat(table.id) if table.clock is not None else {}
        open_claims = {
            About(turn=row.turn, seat=row.seat): row
            for row in rows.values()
            if row.since is not None and row.empty and _list_others(table, row)
        }
        told, before, over = set(), [], []
        for message in live:
            if message.purpose != CLAIM:
                continue
            key = message.about
            if key not in open_claims:
                over.append(message)
            elif anew:
                before.append(message)
            elif message.message_id is not None:
                told.add(key)
        await self._poster.delete_for_good(channel, over)
        for key, row in open_claims.items():
            if key in told:
                continue
            others = _list_others(table, row)
            text = write_question(table, row, others, w)
            await self._poster.post(
                table,
                channel,
                CLAIM,
                await self._poster.find_nonce(table.id, CLAIM, partial(_make_nonce, table, row), before),
                0 if table.match is None else table.match.seq,
                text,
                view=offer_claims(table, row.seat, w),
                mentions=() if before else others,
                about=key,
            )
        await self._poster.delete_for_good(channel, before)


def _list_others(table: Table, row: SeatClock) -> list[int]:
    """Return the user ids of those who may claim."""
    return [user for user in table.people if user != row.user_id]


def _make_nonce(table: Table, row: SeatClock, attempt: int) -> str:
    return "c" + ".".join(packed(number) for number in (table.id, row.seat, row.turn, attempt))
