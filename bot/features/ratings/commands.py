"""``/standings``, ``/card``, ``/history``, and *Card* in a user's *Apps* menu."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_choices, find_game, list_games
from bot.errors.base import BotError
from bot.features.ratings.boards import Leaderboards
from bot.features.ratings.cards import PlayerCards
from bot.features.ratings.errors import NoSeason
from bot.features.ratings.histories import EVERYBODY, HistoryPages
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.fairness import EXPENSIVE_COMMAND
from bot.ui.seasons import is_season, name_season
from bot.ui.services import Interaction
from games.core.protocol import Game

AnyUser = discord.Member | discord.User


class RatingCommands(commands.Cog):
    """The commands about ratings and past matches."""

    def __init__(
        self,
        tree: app_commands.CommandTree,
        boards: Leaderboards,
        cards: PlayerCards,
        histories: HistoryPages,
        games: Mapping[str, Game],
    ) -> None:
        self._tree, self._boards, self._cards, self._histories = tree, boards, cards, histories
        self._games = games
        app_commands.choices(game=list_games(games))(self.standings)
        self._context_menu = app_commands.ContextMenu(
            name=L(TEXT, "Card"), callback=self.show_card_of, extras=EXPENSIVE_COMMAND
        )

    async def cog_load(self) -> None:
        """Add the context menu."""
        self._tree.add_command(self._context_menu)

    async def cog_unload(self) -> None:
        """Remove the context menu."""
        self._tree.remove_command(self._context_menu.name, type=self._context_menu.type)

    @app_commands.command(
        name=L(NAME, "standings"),
        description=L(TEXT, "The best of this server, and its records"),
        extras=EXPENSIVE_COMMAND,
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
        """Show the leaderboard of a game and season privately."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            guild = interaction.guild_id or 0
            chosen = (
                await self._boards.find_most_played(guild) if game is None else find_game(self._games, game)
            )
            number = (await self._boards.list_seasons(guild))[0]
            if season is not None:
                if not season.isdecimal() or len(season) > 6 or not is_season(int(season)):
                    raise NoSeason(season)
                number = int(season)
            await self._boards.show(interaction, chosen, number)

    @standings.autocomplete("season")
    async def _seasons(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        w = replies.get_words(interaction)
        try:
            known = await self._boards.list_seasons(interaction.guild_id or 0)
        except BotError:
            return []
        return find_choices([(name_season(one, w), str(one)) for one in known], current)

    @app_commands.command(
        name=L(NAME, "card"),
        description=L(TEXT, "Your card or somebody else's: matches, ratings, best moment"),
        extras=EXPENSIVE_COMMAND,
    )
    @app_commands.rename(person=L(NAME, "person"))
    @app_commands.describe(person=L(TEXT, "Whose; by default your own"))
    async def card(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show a player's card privately."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._cards.show(interaction, person or interaction.user)

    @app_commands.command(
        name=L(NAME, "history"),
        description=L(TEXT, "Finished matches with links and replays"),
        extras=EXPENSIVE_COMMAND,
    )
    @app_commands.rename(person=L(NAME, "person"))
    @app_commands.describe(person=L(TEXT, "Whose; by default everybody's in this server"))
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the newest matches of a user or server privately. In a direct message the default is the
        user's own.
        """
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            whose = EVERYBODY if interaction.guild_id is not None else interaction.user.id
            await self._histories.show(interaction, whose if person is None else person.id, 0)

    async def show_card_of(self, interaction: Interaction, person: AnyUser) -> None:
        """Show the card of the user whose menu was opened."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._cards.show(interaction, person)
