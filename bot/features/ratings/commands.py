"""The commands ``/club card`` and ``/club history``, and *Card* in a user's *Apps* menu."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs.groups import CLUB_GROUP, GroupPartCog
from bot.features.ratings.cards import PlayerCards
from bot.features.ratings.histories import EVERYBODY_ID, HistoryPages
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.action_limits import EXPENSIVE_COMMAND_EXTRAS
from bot.ui.services import Interaction

AnyUser = discord.Member | discord.User


class PeopleCommands(app_commands.Group):
    """The commands ``card`` and ``history`` of the group ``/club``."""

    def __init__(self, cards: PlayerCards, histories: HistoryPages) -> None:
        self._cards, self._histories = cards, histories
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME_CONTEXT, "card"),
        description=L(TEXT_CONTEXT, "Your card or somebody else's: matches, ratings, best moment"),
        extras=EXPENSIVE_COMMAND_EXTRAS,
    )
    @app_commands.rename(person=L(NAME_CONTEXT, "person"))
    @app_commands.describe(person=L(TEXT_CONTEXT, "Whose; by default your own"))
    async def card(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show a player's card privately."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._cards.show_card(interaction, person or interaction.user)

    @app_commands.command(
        name=L(NAME_CONTEXT, "history"),
        description=L(TEXT_CONTEXT, "Finished matches with links and replays"),
        extras=EXPENSIVE_COMMAND_EXTRAS,
    )
    @app_commands.rename(person=L(NAME_CONTEXT, "person"))
    @app_commands.describe(person=L(TEXT_CONTEXT, "Whose; by default everybody's in this server"))
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the newest finished matches of a user, by default of everyone in the server.

        In a direct message, the default is the user's own matches.
        """
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            whose = EVERYBODY_ID if interaction.guild_id is not None else interaction.user.id
            await self._histories.show_page(interaction, whose if person is None else person.id, 0)


class RatingCog(GroupPartCog):
    """Adds the commands ``card`` and ``history``, and the *Card* entry of a user's *Apps* menu."""

    def __init__(self, tree: app_commands.CommandTree, cards: PlayerCards, histories: HistoryPages) -> None:
        super().__init__(tree, CLUB_GROUP, PeopleCommands(cards, histories))
        self._cards = cards
        self._context_menu = app_commands.ContextMenu(
            name=L(TEXT_CONTEXT, "Card"), callback=self.show_card_from_menu, extras=EXPENSIVE_COMMAND_EXTRAS
        )

    async def cog_load(self) -> None:
        """Add the commands and the context menu."""
        await super().cog_load()
        self._tree.add_command(self._context_menu)

    async def cog_unload(self) -> None:
        """Remove the commands and the context menu."""
        await super().cog_unload()
        self._tree.remove_command(self._context_menu.name, type=self._context_menu.type)

    async def show_card_from_menu(self, interaction: Interaction, person: AnyUser) -> None:
        """Show the card of a user, from that user's context menu."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._cards.show_card(interaction, person)
