"""Opens a table for anybody: in the forum of the server, here, or in a thread where here is taken."""

from __future__ import annotations

import discord

from bot.errors.tables import ChannelTaken, ServerOnly
from bot.features.server_board.challenges import Expiry
from bot.features.server_board.forum import Forum
from bot.features.server_board.strength import ANYBODY
from bot.model.hours import DAY
from bot.model.table import Place, Table
from bot.model.wish import Wish
from bot.platform import obstacles
from bot.platform.limits import LABEL, PER_ROW, clip
from bot.storage.messages import LOBBY, Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.durations import stamp
from bot.ui.fairness import OPEN
from bot.ui.ids import custom_id
from bot.ui.links import link
from bot.ui.people import person
from bot.ui.places import place_here, public_locale
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import taken
from bot.ui.table.beginning import open_table

USUAL = 3 * DAY
"""So long a table waits that is opened by the button."""
NAME = 100


class Opening:
    """Asks for a game, and opens tables."""

    def __init__(self, tables: Tables, messages: Messages, expiry: Expiry, forum: Forum) -> None:
        self._tables, self._messages = tables, messages
        self._expiry, self._forum = expiry, forum

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("tdo", self.ask, table=None),
            Press("tdg", self.choose, table=None),
        )

    async def ask(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask which game it is to be."""
        await replies.begin(interaction)
        w, games = replies.reader(interaction), interaction.client.services.games
        lines = [w("Which game? The table waits three days for anybody. `/challenge` lets you choose more.")]
        lines += [f"- **{game.title}**: {w.msg(game.summary)}" for game in games.values()]
        items = [
            button(
                custom_id("b", "tdg", game.key),
                clip(game.title, LABEL),
                row=number // PER_ROW,
                style=discord.ButtonStyle.primary,
            )
            for number, game in enumerate(games.values())
        ]
        await replies.show(interaction, "\n".join(lines), view=view(items))

    async def choose(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the table beside the board; a second press on the question meanwhile opens no second one."""
        async with taken.chosen(interaction, parts) as game:
            if game is not None:
                await self.open(interaction, Wish(game, {}), ANYBODY, USUAL, beside=True)

    async def open(
        self, interaction: Interaction, wish: Wish, strength: str, seconds: int, *, beside: bool = False
    ) -> None:
        """Open a table that waits for anybody, and say where.

        :param beside: not in this very channel, where there can be a thread.
        :raises TableError: the game, the seats or the place are not to be had.
        """
        if interaction.guild_id is None:
            raise ServerOnly
        w, services = replies.reader(interaction), interaction.client.services
        until = self._tables.now() + seconds
        with services.fairness.posting(OPEN, interaction.user.id):
            table = await self._forum.open(interaction, wish, strength, until)
            if table is None:
                obstacle = await obstacles.find_obstacle(interaction)
                if obstacle is not None:
                    await replies.refuse(interaction, obstacle.text(w))
                    return
                table = await self._open_near(interaction, wish, beside=beside)
                if table is None:
                    names = f"**{w('Create Public Threads')}**"
                    await replies.refuse(interaction, w("I need the permission {names} here.", names=names))
                    return
            await self._expiry.begin(table, strength, until)
        unposted = await services.announcer.announced(table.id, LOBBY)
        await self._expiry.call(table)
        text = w(
            "Your table is open: {link}. It closes {when} if seats are still free then.",
            link=await link(self._messages, table, w),
            when=stamp(until),
        )
        await replies.show(interaction, text if unposted is None else f"{text}\n{unposted.text(w)}")

    async def _open_near(self, interaction: Interaction, wish: Wish, *, beside: bool) -> Table | None:
        """Open it here, or in a thread; ``None`` where Discord refuses that."""
        threads = taken.can_open_thread(interaction)
        if not (beside and threads):
            try:
                return await open_table(interaction, place_here(interaction), wish)
            except ChannelTaken:
                if not threads:
                    raise
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        kinds = discord.ChannelType
        title = f"{wish.game.title}: {person(interaction).name}"
        try:
            thread = await channel.create_thread(
                name=clip(title, NAME), type=kinds.news_thread if channel.is_news() else kinds.public_thread
            )
        except discord.Forbidden:
            return None
        return await open_table(
            interaction, Place(thread.id, interaction.guild_id, public_locale(interaction)), wish
        )
