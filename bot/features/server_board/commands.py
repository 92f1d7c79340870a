"""``/reefs board``, ``/reefs forum`` and ``/reefs role``, and ``/challenge``."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named
from bot.cogs.table_options import asks, offer
from bot.features.server_board.opening import Opening
from bot.features.server_board.settings import ServerSettings
from bot.features.server_board.strength import ANYBODY
from bot.model.hours import DAY, HOUR
from bot.model.wish import Wish
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.table import clocks
from games.core.protocol import Game

GROUP = "reefs"


class ServerCommands(app_commands.Group):
    """What a server sets; its commands are taken into the group that there is."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        super().__init__(name="tide", description="…")

    @app_commands.command(
        name=L(NAME, "board"), description=L(TEXT, "Keep one message here with all matches of this server")
    )
    @app_commands.rename(end=L(NAME, "end"))
    @app_commands.describe(end=L(TEXT, "Take it away again"))
    async def board(self, interaction: Interaction, end: bool = False) -> None:
        """Put the board into this channel, or end it."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await (self.settings.end_board(interaction) if end else self.settings.place_board(interaction))

    @app_commands.command(
        name=L(NAME, "forum"), description=L(TEXT, "Give each open table a post of its own in a forum")
    )
    @app_commands.rename(forum=L(NAME, "forum"))
    @app_commands.describe(forum=L(TEXT, "Which forum; leave it empty to stop"))
    async def forum(self, interaction: Interaction, forum: discord.ForumChannel | None = None) -> None:
        """Choose the forum, or none."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self.settings.choose_forum(interaction, forum)

    @app_commands.command(
        name=L(NAME, "role"), description=L(TEXT, "A role that people give themselves to hear of open seats")
    )
    @app_commands.rename(role=L(NAME, "role"), call=L(NAME, "call"))
    @app_commands.describe(
        role=L(TEXT, "Which role; leave it empty to stop"),
        call=L(TEXT, "Mention it when somebody looks for players, once an hour at most"),
    )
    async def role(
        self, interaction: Interaction, role: discord.Role | None = None, call: bool = False
    ) -> None:
        """Choose the role, or none."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self.settings.choose_role(interaction, role, calls=call)


class TideCog(commands.Cog):
    """The commands of this room."""

    def __init__(
        self,
        tree: app_commands.CommandTree,
        settings: ServerSettings,
        opening: Opening,
        games: Mapping[str, Game],
    ) -> None:
        self._tree, self._opening, self._games = tree, opening, games
        self.settings = settings
        self._commands = ServerCommands(settings).commands
        offer(self.challenge, games)

    async def cog_load(self) -> None:
        """Bring the commands into the group."""
        group = self._tree.get_command(GROUP)
        assert isinstance(group, app_commands.Group)
        for command in self._commands:
            group.add_command(command)

    async def cog_unload(self) -> None:
        """Take them out."""
        group = self._tree.get_command(GROUP)
        if isinstance(group, app_commands.Group):
            for command in self._commands:
                group.remove_command(command.name)

    @app_commands.command(
        name=L(NAME, "challenge"), description=L(TEXT, "Open a table for anybody, until a time")
    )
    @app_commands.guild_only()
    @asks("game", "seats", "clock")
    @app_commands.rename(strength=L(NAME, "strength"), until=L(NAME, "until"))
    @app_commands.describe(
        seats=L(TEXT, "How many play; leave it empty for as many as the game takes"),
        strength=L(TEXT, "Who it's for; nobody is kept out by it"),
        until=L(TEXT, "How long the table waits; three days if you leave it empty"),
        clock=L(TEXT, "How much time each seat has; leave it empty to play without a clock"),
    )
    @app_commands.choices(
        strength=[
            app_commands.Choice(name=L(TEXT, "for anybody"), value=ANYBODY),
            app_commands.Choice(name=L(TEXT, "for newcomers"), value="new"),
            app_commands.Choice(name=L(TEXT, "for players of normal strength"), value="normal"),
            app_commands.Choice(name=L(TEXT, "for strong players"), value="strong"),
        ],
    )
    @app_commands.choices(
        until=[
            app_commands.Choice(name=L(TEXT, "an hour"), value=HOUR),
            app_commands.Choice(name=L(TEXT, "twelve hours"), value=12 * HOUR),
            app_commands.Choice(name=L(TEXT, "a day"), value=DAY),
            app_commands.Choice(name=L(TEXT, "three days"), value=3 * DAY),
            app_commands.Choice(name=L(TEXT, "a week"), value=7 * DAY),
        ],
    )
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        seats: int | None = None,
        strength: str = ANYBODY,
        until: int = 3 * DAY,
        clock: str = clocks.NONE,
    ) -> None:
        """Open a table that waits for anybody."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            wish = Wish(game_named(self._games, game), {}, clock=clocks.clock_of(clock), seats=seats)
            await self._opening.open(interaction, wish, strength, until)
