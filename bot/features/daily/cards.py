"""Posting a result: once for each try, by its person, in the channel where they press."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.errors.tables import ServerOnly
from bot.features.daily.attempts import Attempt
from bot.features.daily.days import write_date
from bot.features.daily.errors import NotFinished
from bot.features.daily.keeper import Keeper
from bot.features.daily.pages import Pages
from bot.features.daily.telling import tell_all, write_score, write_symbols
from bot.platform import obstacles
from bot.platform.deadlines import copy_files, retry_if_cut
from bot.platform.limits import NONCE
from bot.storage.daily import Daily
from bot.tables.channels import Channels
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, packed, table_of
from bot.ui.places import place_here
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import Words


class Cards:
    """Posts results."""

    def __init__(self, keeper: Keeper, daily: Daily, pages: Pages, channels: Channels) -> None:
        self._keeper = keeper
        self._daily = daily
        self._pages = pages
        self._channels = channels
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (Press("rdp", self.post, table=None),)

    async def post(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post the result of one's try here, unless it has been.

        :raises ServerOnly: it was pressed where nobody else reads.
        :raises NotFinished: the try has not come to its end.
        """
        await replies.begin(interaction)
        w, day = replies.reader(interaction), table_of(parts)
        if interaction.guild_id is None:
            raise ServerOnly
        attempt = await self._keeper.get(day, interaction.user.id)
        if attempt.row.place is None:
            raise NotFinished
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.text(w))
            return
        # A nonce is one of a channel: of two presses in two channels one waits for the other.
        async with self._lock(day, interaction.user.id):
            posted = await self._post_once(interaction, attempt)
        if not posted:
            await replies.refuse(interaction, w("You've posted this result already."))
            return
        # Who has played in a direct message is on the board of where they show it.
        await self._daily.settle_server(day, interaction.user.id, interaction.guild_id)
        await self._pages.show_result(interaction, await self._keeper.get(day, interaction.user.id), "")

    async def _post_once(self, interaction: Interaction, attempt: Attempt) -> bool:
        """Post a result; ``False`` where that has been done."""
        day, user_id = attempt.day.day, interaction.user.id
        # Noted before it is posted: a stop in between leaves what the next press posts under the same nonce.
        if not await self._daily.take_card(day, user_id):
            return False
        try:
            message = await self._send(interaction, attempt)
        except discord.HTTPException:
            await self._daily.confirm_card(day, user_id, None)
            raise
        await self._daily.confirm_card(day, user_id, message.id)
        return True

    def _lock(self, day: int, user_id: int) -> asyncio.Lock:
        return self._locks.setdefault((day, user_id), asyncio.Lock())

    async def _send(self, interaction: Interaction, attempt: Attempt) -> discord.Message:
        w = await self._channels.words_at(place_here(interaction))
        text = _write_post(attempt, escape_name(interaction.user.display_name), w)
        files = [await self._pages.draw_card(attempt, w)] if interaction.app_permissions.attach_files else []
        channel: Any = interaction.channel
        nonce = f"rd{packed(attempt.day.day)}-{packed(interaction.user.id)}"[:NONCE]
        play = button(custom_id("b", "rdo"), w("Play it too"), emoji="▶️")
        posted: discord.Message = await retry_if_cut(
            lambda: channel.send(
                text,
                files=copy_files(files),
                view=view([play]),
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )
        return posted


def _write_post(attempt: Attempt, name: str, w: Words) -> str:
    """Return what everybody reads: nothing of the deal is in it."""
    row = attempt.row
    result = " · ".join(part for part in (tell_all(row, name, w), write_score(row)) if part)
    head = w(
        "**Reef of the day** · {game} · {date}",
        game=attempt.match.game.title,
        date=write_date(attempt.day.day),
    )
    return "\n".join(part for part in (head, result, write_symbols(row)) if part)
