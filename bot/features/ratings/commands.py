"""``/standings``, ``/card`` and ``/history``, and *Card* under *Apps* of a person."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, list_games, matching
from bot.errors.base import BotError
from bot.features.ratings.boards import Boards
from bot.features.ratings.cards import Cards
from bot.features.ratings.errors import NoSeason
from bot.features.ratings.histories import EVERYBODY, Histories
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.fairness import DEAR_COMMAND
from bot.ui.seasons import is_season, name_season
from bot.ui.services import Interaction
from games.core.protocol import Game

Anybody = discord.Member | discord.User


class StandingCog(commands.Cog):
    """The commands of this room."""

    def __init__(
        self,
        tree: app_commands.CommandTree,
        boards: Boards,
        cards: Cards,
        histories: Histories,
        games: Mapping[str, Game],
    ) -> None:
        self._tree, self._boards, self._cards, self._histories = tree, boards, cards, histories
        self._games = games
        app_commands.choices(game=list_games(games))(self.standings)
        self._menu = app_commands.ContextMenu(
            name=L(TEXT, "Card"), callback=self.show_card_of, extras=DEAR_COMMAND
        )

    async def cog_load(self) -> None:
        """Bring the menu."""
        self._tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the menu away."""
        self._tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name=L(NAME, "standings"),
        description=L(TEXT, "The best of this server, and its records"),
        extras=DEAR_COMMAND,
    )
    @app_commands.guild_only()
    @app_commands.rename(game=L(NAME, "game"), season=L(NAME, "season"))
    @app_commands.describe(
        game=L(TEXT, "Which game; by default the one played most here"),
        season=L(TEXT, "Which season; by default the present one"),
    )
    async def standings(
        self, interaction: Interaction, game: str | None = None, season: str | None = None
    ) -> None:
        """Show the board of a game and a season, in private."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            guild = interaction.guild_id or 0
            chosen = await self._boards.usual(guild) if game is None else game_named(self._games, game)
            number = (await self._boards.seasons(guild))[0]
            if season is not None:
                if not season.isdecimal() or len(season) > 6 or not is_season(int(season)):
                    raise NoSeason(season)
                number = int(season)
            await self._boards.show(interaction, chosen, number)

    @standings.autocomplete("season")
    async def _seasons(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        w = replies.reader(interaction)
        try:
            known = await self._boards.seasons(interaction.guild_id or 0)
        except BotError:
            return []
        return matching([(name_season(one, w), str(one)) for one in known], current)

    @app_commands.command(
        name=L(NAME, "card"),
        description=L(TEXT, "Your card or somebody else's: matches, ratings, best moment"),
        extras=DEAR_COMMAND,
    )
    @app_commands.rename(person=L(NAME, "person"))
    @app_commands.describe(person=L(TEXT, "Whose; by default your own"))
    async def card(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show a card, in private."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self._cards.show(interaction, person or interaction.user)

    @app_commands.command(
        name=L(NAME, "history"),
        description=L(TEXT, "Finished matches with links and replays"),
        extras=DEAR_COMMAND,
    )
    @app_commands.rename(person=L(NAME, "person"))
    @app_commands.describe(person=L(TEXT, "Whose; by default everybody's in this server"))
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the newest, in private; in a direct message one's own."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            whose = EVERYBODY if interaction.guild_id is not None else interaction.user.id
            await self._histories.show(interaction, whose if person is None else person.id, 0)

    async def show_card_of(self, interaction: Interaction, person: Anybody) -> None:
        """Show the card of the person that was pressed."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self._cards.show(interaction, person)
