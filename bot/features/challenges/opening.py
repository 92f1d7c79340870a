"""Opens challenges in the server's forum for tables or, without one, in the current channel or a thread."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.errors.tables import ChannelTaken, ServerChannelRequired
from bot.features.challenges.expiry import ChallengeExpiry
from bot.model.hours import DAY
from bot.model.table import Place, Table
from bot.model.table_request import TableRequest
from bot.platform import obstacles
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_BUTTONS_PER_ROW, clip
from bot.storage.messages import LOBBY_MESSAGE, Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.components import make_button, make_view
from bot.ui.durations import write_timestamp
from bot.ui.ids import make_custom_id
from bot.ui.links import make_table_link
from bot.ui.people import get_person
from bot.ui.places import get_place, get_public_locale
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import channel_taken, special_places
from bot.ui.table.beginning import open_table
from bot.ui.table.open_button import OPEN_TABLE_VERB
from bot.ui.table.strengths import ANY_STRENGTH

DEFAULT_CHALLENGE_SECONDS = 3 * DAY
"""Time until the deadline of a challenge that is opened with the button on the server's board."""
MAX_THREAD_NAME_LENGTH = 100


class ChallengeOpener:
    """Asks which game to play, and opens challenges."""

    def __init__(self, tables: Tables, messages: Messages, expiry: ChallengeExpiry) -> None:
        self._tables, self._messages, self._expiry = tables, messages, expiry

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler(OPEN_TABLE_VERB, self.ask_for_game),
            make_tableless_handler("tdg", self.open_for_chosen_game),
        )

    async def ask_for_game(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask which game the challenge is for."""
        w, games = replies.get_words(interaction), interaction.client.services.games
        lines = [
            w("Which game? The table waits three days for anybody. `/club challenge` lets you choose more.")
        ]
        lines += [f"- **{game.title}**: {w.msg(game.summary)}" for game in games.values()]
        items = [
            make_button(
                make_custom_id("b", "tdg", game.key),
                clip(game.title, MAX_BUTTON_LABEL_LENGTH),
                row=number // MAX_BUTTONS_PER_ROW,
                style=discord.ButtonStyle.primary,
            )
            for number, game in enumerate(games.values())
        ]
        await replies.show(interaction, "\n".join(lines), view=make_view(items))

    async def open_for_chosen_game(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Open a challenge for the chosen game, and ignore further presses by the user until it is open."""
        async with channel_taken.read_chosen_game(interaction, parts) as game:
            if game is not None:
                await self.open_challenge(
                    interaction,
                    TableRequest(game, {}),
                    ANY_STRENGTH,
                    DEFAULT_CHALLENGE_SECONDS,
                    prefers_thread=True,
                )

    async def open_challenge(
        self,
        interaction: Interaction,
        request: TableRequest,
        strength: str,
        seconds: int,
        *,
        prefers_thread: bool = False,
    ) -> None:
        """Open a table that anyone can join, ping the server's role, and reply with a link.

        :param seconds: how long the table waits for players.
        :param prefers_thread: open the table in a thread of this channel, unless the server has chosen where
            tables are opened.
        :raises ServerChannelRequired: this is a direct message.
        :raises TableError: the table can't be opened, for example after too many recent ones.
        """
        if interaction.guild_id is None:
            raise ServerChannelRequired
        w, services = replies.get_words(interaction), interaction.client.services
        until = self._tables.now() + seconds
        request = replace(request, strength=strength, closes_at=until)
        with services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id):
            table = await special_places.create_in_special_place(interaction, request)
            if table is None:
                obstacle = await obstacles.find_obstacle(interaction)
                if obstacle is not None:
                    await replies.refuse(interaction, obstacle.describe(w))
                    return
                table = await self._open_in_channel_or_thread(
                    interaction, request, prefers_thread=prefers_thread
                )
                if table is None:
                    names = f"**{w('Create Public Threads')}**"
                    await replies.refuse(interaction, w("I need the permission {names} here.", names=names))
                    return
            await self._expiry.add_challenge(table, strength, until)
        unposted = await services.announcer.wait_until_announced(table.id, LOBBY_MESSAGE)
        await self._expiry.ping_role(table)
        text = w(
            "Your table is open: {link}. It closes {when} if seats are still free then.",
            link=await make_table_link(self._messages, table, w),
            when=write_timestamp(until),
        )
        await replies.show(interaction, text if unposted is None else f"{text}\n{unposted.describe(w)}")

    async def _open_in_channel_or_thread(
        self, interaction: Interaction, request: TableRequest, *, prefers_thread: bool
    ) -> Table | None:
        """Open the table in this channel or a thread; return ``None`` if Discord refuses the thread.

        :raises ChannelTaken: this channel has a table and can't have threads.
        """
        threads = channel_taken.can_open_thread(interaction)
        if not (prefers_thread and threads):
            try:
                return await open_table(interaction, get_place(interaction), request)
            except ChannelTaken:
                if not threads:
                    raise
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        kinds = discord.ChannelType
        title = f"{request.game.title}: {get_person(interaction).name}"
        try:
            thread = await channel.create_thread(
                name=clip(title, MAX_THREAD_NAME_LENGTH),
                type=kinds.news_thread if channel.is_news() else kinds.public_thread,
            )
        except discord.Forbidden:
            return None
        return await open_table(
            interaction, Place(thread.id, interaction.guild_id, get_public_locale(interaction)), request
        )
