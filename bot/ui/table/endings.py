"""Resigns a match or closes a table, after a confirmation, because neither can be undone."""

from __future__ import annotations

import discord

from bot.errors.seats import NotSeated
from bot.errors.tables import MatchNotStarted, TableOver
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Table
from bot.tables.checks import check_host
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.presses import PressHandler, is_moderator
from bot.ui.services import Interaction
from games.core.words import Words

DANGER_STYLE = discord.ButtonStyle.danger


async def ask_to_confirm_resignation(interaction: Interaction, table: Table) -> None:
    """Ask for confirmation before the person resigns.

    :raises TableError: there is no match to resign, or the person has no seat in it.
    """
    if table.status == TABLE_IN_LOBBY:
        raise MatchNotStarted
    if table.status == TABLE_OVER:
        raise TableOver
    if not table.list_seats(interaction.user.id):
        raise NotSeated
    w = replies.get_words(interaction)
    yes = make_button(make_custom_id("b", "rs", table.id), w("Resign"), style=DANGER_STYLE)
    await _ask_confirmation(interaction, table.id, w("Resign this match? You can't take it back."), yes)


async def ask_to_confirm_closing(interaction: Interaction, table: Table) -> None:
    """Ask for confirmation before the table is closed without a result.

    :raises TableOver: the table has ended.
    :raises HostRequired: the person is neither the host nor a moderator.
    """
    if table.status == TABLE_OVER:
        raise TableOver
    check_host(table, interaction.user.id, is_moderator=is_moderator(interaction))
    w = replies.get_words(interaction)
    if table.status == TABLE_IN_LOBBY:
        text = w("Close this table? The match hasn't begun.")
    else:
        text = w("End this match without a result? You can't take it back.")
    await _ask_confirmation(interaction, table.id, text, _make_end_button(table.id, "cl", w))


def make_close_unhosted_button(table_id: int, w: Words) -> Item:
    """Return the button that asks whether to close a table whose game is no longer hosted."""
    return make_button(make_custom_id("b", "tbx", table_id), w("End it…"), style=DANGER_STYLE)


async def ask_to_confirm_closing_unhosted_table(interaction: Interaction, table_id: int) -> None:
    """Ask for confirmation before a table whose game is no longer hosted is closed."""
    w = replies.get_words(interaction)
    text = w("End this match without a result? You can't take it back.")
    await _ask_confirmation(interaction, table_id, text, _make_end_button(table_id, "unh", w))


def _make_end_button(table_id: int, verb: str, w: Words) -> Item:
    return make_button(make_custom_id("b", verb, table_id), w("End it"), style=DANGER_STYLE)


async def _ask_confirmation(interaction: Interaction, table_id: int, text: str, confirm_button: Item) -> None:
    dismiss_button = make_dismiss_button(table_id, replies.get_words(interaction))
    await replies.show(interaction, text, view=make_view([confirm_button, dismiss_button]))


def make_dismiss_button(table_id: int, w: Words) -> Item:
    """Return the button that dismisses a question."""
    return make_button(make_custom_id("b", "kp", table_id), w("Keep playing"))


async def keep_playing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button that dismisses a question: say that nothing has changed."""
    await replies.show(interaction, replies.get_words(interaction)("Nothing has changed. Play on!"))


async def close_unhosted_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Close a table whose game is no longer hosted, after the person has confirmed it."""
    moderator = is_moderator(interaction)
    tables = interaction.client.services.tables
    await tables.play.close_unhosted_table(read_table_id(parts), interaction.user.id, is_moderator=moderator)
    await _confirm_end(interaction)


async def resign_match(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Resign the match, after the person has confirmed it."""
    await interaction.client.services.tables.play.resign_match(read_table_id(parts), interaction.user.id)
    await _confirm_end(interaction)


async def close_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Close the table, after the person has confirmed it."""
    moderator = is_moderator(interaction)
    await interaction.client.services.tables.play.close_table(
        read_table_id(parts), interaction.user.id, is_moderator=moderator
    )
    await _confirm_end(interaction)


async def _confirm_end(interaction: Interaction) -> None:
    await replies.confirm(interaction, replies.get_words(interaction)("The match has ended."))


PRESS_HANDLERS = (
    PressHandler("kp", keep_playing),
    PressHandler("unh", close_unhosted_table),
    PressHandler("rs", resign_match),
    PressHandler("cl", close_table),
)
