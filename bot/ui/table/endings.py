"""Resigning and closing: asked once more, since neither can be taken back."""

from __future__ import annotations

import discord

from bot.errors.seats import NotSeated
from bot.errors.tables import NotStarted, TableOver
from bot.model.table import LOBBY, OVER, Table
from bot.tables.checks import check_host
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id, table_of
from bot.ui.presses import Press, moderates
from bot.ui.services import Interaction
from games.core.words import Words

DANGER = discord.ButtonStyle.danger


async def ask_resign(interaction: Interaction, table: Table) -> None:
    """Ask whether the match is to be given up.

    :raises TableError: there is nothing to give up, or not for this person.
    """
    if table.status == LOBBY:
        raise NotStarted
    if table.status == OVER:
        raise TableOver
    if not table.seats_of(interaction.user.id):
        raise NotSeated
    w = replies.reader(interaction)
    yes = button(custom_id("b", "rs", table.id), w("Resign"), style=DANGER)
    await _ask(interaction, table.id, w("Resign this match? You can't take it back."), yes)


async def ask_close(interaction: Interaction, table: Table) -> None:
    """Ask whether the table is to end without a result.

    :raises TableOver: it has ended.
    :raises NotHost: the person is neither the host nor a moderator.
    """
    if table.status == OVER:
        raise TableOver
    check_host(table, interaction.user.id, moderator=moderates(interaction))
    w = replies.reader(interaction)
    if table.status == LOBBY:
        text = w("Close this table? The match hasn't begun.")
    else:
        text = w("End this match without a result? You can't take it back.")
    await _ask(interaction, table.id, text, _end_button(table.id, "cl", w))


async def ask_close_unhosted(interaction: Interaction, table_id: int) -> None:
    """Ask whether a table whose game is no longer hosted is to end."""
    w = replies.reader(interaction)
    text = w("End this match without a result? You can't take it back.")
    await _ask(interaction, table_id, text, _end_button(table_id, "unh", w))


def _end_button(table_id: int, verb: str, w: Words) -> Item:
    return button(custom_id("b", verb, table_id), w("End it"), style=DANGER)


async def _ask(interaction: Interaction, table_id: int, text: str, yes: Item) -> None:
    """Ask once more, with a way out."""
    no = make_way_out(table_id, replies.reader(interaction))
    await replies.show(interaction, text, view=view([yes, no]))


def make_way_out(table_id: int, w: Words) -> Item:
    """Return the button that closes a question and changes nothing."""
    return button(custom_id("b", "kp", table_id), w("Keep playing"))


async def keep_playing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Change nothing."""
    await replies.begin(interaction)
    await replies.show(interaction, replies.reader(interaction)("Nothing has changed. Play on!"))


async def close_unhosted(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """End a table whose game is no longer hosted, as confirmed."""
    await replies.begin(interaction)
    moderator = moderates(interaction)
    tables = interaction.client.services.tables
    await tables.play.close_unhosted(table_of(parts), interaction.user.id, moderator=moderator)
    await _tell_over(interaction)


async def resign(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the match up, as confirmed."""
    await replies.begin(interaction)
    await interaction.client.services.tables.play.resign(table_of(parts), interaction.user.id)
    await _tell_over(interaction)


async def close(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """End the table, as confirmed."""
    await replies.begin(interaction)
    moderator = moderates(interaction)
    await interaction.client.services.tables.play.close(
        table_of(parts), interaction.user.id, moderator=moderator
    )
    await _tell_over(interaction)


async def _tell_over(interaction: Interaction) -> None:
    await replies.done(interaction, replies.reader(interaction)("The match has ended."))


PRESSES = (
    Press("kp", keep_playing),
    Press("unh", close_unhosted),
    Press("rs", resign),
    Press("cl", close),
)
