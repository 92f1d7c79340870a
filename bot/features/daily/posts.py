"""Posts the result of an attempt once, in the channel where its player presses *Post it here*."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.errors.tables import ServerChannelRequired
from bot.features.daily.attempts import Attempt
from bot.features.daily.days import write_date
from bot.features.daily.errors import AttemptNotFinished
from bot.features.daily.pages import DailyPages
from bot.features.daily.service import DailyService
from bot.features.daily.texts import describe_result, write_mark_symbols, write_score
from bot.platform import obstacles
from bot.platform.deadlines import copy_files, retry_if_unanswered
from bot.platform.limits import MAX_NONCE_LENGTH
from bot.storage.daily import DailyChallenges
from bot.tables.channels import Channels
from bot.ui import replies
from bot.ui.components import make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import encode_number, make_custom_id, read_table_id
from bot.ui.places import get_place
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words


class ResultPosts:
    """Posts players' results, each once, in a channel that the player chooses."""

    def __init__(
        self, service: DailyService, daily: DailyChallenges, pages: DailyPages, channels: Channels
    ) -> None:
        self._service = service
        self._daily = daily
        self._pages = pages
        self._channels = channels
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler("rdp", self.post_result),)

    async def post_result(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post the player's result in this channel unless it was posted before.

        :raises ServerChannelRequired: the button was pressed in a direct message.
        :raises AttemptNotBegun: the player has no attempt at that day's challenge.
        :raises AttemptNotFinished: the attempt isn't finished.
        """
        w, day = replies.get_words(interaction), read_table_id(parts)
        if interaction.guild_id is None:
            raise ServerChannelRequired
        attempt = await self._service.get_attempt(day, interaction.user.id)
        if attempt.row.result is None:
            raise AttemptNotFinished
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.describe(w))
            return
        # Nonces prevent duplicates only within a channel, so presses in two channels need a lock.
        async with self._get_lock(day, interaction.user.id):
            posted = await self._post_result_once(interaction, attempt)
        if not posted:
            await replies.refuse(interaction, w("You've already posted this result."))
            return
        # An attempt played in a direct message joins this server's ranking when its result is posted here.
        await self._daily.assign_server(day, interaction.user.id, interaction.guild_id)
        await self._pages.show_result(
            interaction, await self._service.get_attempt(day, interaction.user.id), ""
        )

    async def _post_result_once(self, interaction: Interaction, attempt: Attempt) -> bool:
        """Post a result unless it was posted before. Return whether this call posted it."""
        day, user_id = attempt.day.day, interaction.user.id
        # Record the post before sending it. After a crash in between, the next press uses the same nonce.
        if not await self._daily.reserve_card(day, user_id):
            return False
        try:
            message = await self._send_result(interaction, attempt)
        except discord.HTTPException:
            await self._daily.confirm_card(day, user_id, None)
            raise
        await self._daily.confirm_card(day, user_id, message.id)
        return True

    def _get_lock(self, day: int, user_id: int) -> asyncio.Lock:
        return self._locks.setdefault((day, user_id), asyncio.Lock())

    async def _send_result(self, interaction: Interaction, attempt: Attempt) -> discord.Message:
        w = await self._channels.find_words_at(get_place(interaction))
        text = _write_result_post(attempt, escape_name(interaction.user.display_name), w)
        files = [await self._pages.draw_card(attempt, w)] if interaction.app_permissions.attach_files else []
        channel: Any = interaction.channel
        nonce = f"rd{encode_number(attempt.day.day)}-{encode_number(interaction.user.id)}"[:MAX_NONCE_LENGTH]
        play = make_button(make_custom_id("b", "rdo"), w("Play it too"), emoji="▶️")
        posted: discord.Message = await retry_if_unanswered(
            lambda: channel.send(
                text,
                files=copy_files(files),
                view=make_view([play]),
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )
        return posted


def _write_result_post(attempt: Attempt, name: str, w: Words) -> str:
    """Return the public text of a result, which reveals nothing about the deal."""
    row = attempt.row
    result = " · ".join(part for part in (describe_result(row, name, w), write_score(row)) if part)
    head = w(
        "**Reef of the day** · {game} · {date}",
        game=attempt.match.game.title,
        date=write_date(attempt.day.day),
    )
    return "\n".join(part for part in (head, result, write_mark_symbols(row)) if part)
