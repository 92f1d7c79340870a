"""The private page about a lobby's seats: computers and invitations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.errors.seats import BotOpponent
from bot.model.table import TABLE_IN_LOBBY, Table
from bot.platform.limits import MAX_OPTION_TEXT_LENGTH, clip
from bot.tables.seats import name_computer
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import Item, make_member_select, make_select, make_view
from bot.ui.ids import make_custom_id, read_chosen_number, read_table_id
from bot.ui.offers import TableButtonMaker
from bot.ui.people import describe_level
from bot.ui.presses import PressHandler, is_bot
from bot.ui.services import Interaction, Services
from bot.ui.staleness import refresh_if_refused
from bot.ui.table.invitations import write_invitation_confirmation
from bot.ui.table.lobby import list_seat_lines
from games.core.words import Words
from games.players import list_levels


async def seat_computer(
    services: Services, table: Table, actor_id: int, level: str, interaction_id: int
) -> Table:
    """Give the next seat of a lobby to a computer, named in the channel's language.

    :param interaction_id: becomes part of the match key.
    :raises TableError: no seat is free, or the person isn't the host.
    """
    name = name_computer(level, await services.tables.channels.find_words(table))
    return await services.tables.lobby.add_computer(table.id, actor_id, level, name, interaction_id)


def make_selects(
    table: Table, user_id: int, w: Words, feature_button_makers: Sequence[TableButtonMaker]
) -> discord.ui.View:
    """Return the selects and buttons for adding and removing players. Unusable ones are left out.

    :param user_id: ID of the person who sees the page.
    :param feature_button_makers: makers of features' buttons below the selects.
    """
    items: list[Item] = []
    room = table.status == TABLE_IN_LOBBY and table.free_seat_count > 0
    if room:
        choices = [
            discord.SelectOption(label=describe_level(level, w), value=level)
            for level in list_levels(table.game)
        ]
        items.append(make_select(make_custom_id("s", "lc", table.id), choices, w("Add a computer…"), row=0))
        items.append(make_member_select(make_custom_id("u", "in", table.id), w("Invite somebody…"), row=1))
    if table.status == TABLE_IN_LOBBY and table.computer_seats:
        seats = [
            discord.SelectOption(
                label=clip(f"{seat + 1}. {table.names[seat]}", MAX_OPTION_TEXT_LENGTH),
                value=str(seat),
            )
            for seat in table.computer_seats
        ]
        items.append(make_select(make_custom_id("s", "lx", table.id), seats, w("Remove a computer…"), row=2))
    if table.status == TABLE_IN_LOBBY and table.invited_ids:
        items.append(
            make_member_select(make_custom_id("u", "lu", table.id), w("Withdraw an invitation…"), row=3)
        )
    entries = (make(table, user_id, w, 4) for make in feature_button_makers)
    return make_view([*items, *(item for item in entries if item is not None)])


async def _show_page(interaction: Interaction, table: Table, note: str = "") -> None:
    page = await _make_page(interaction, table)
    text = "\n".join((*([note, ""] if note else []), page.text))
    await replies.show(interaction, text, view=page.view)
    interaction.client.services.panels.keep_answer_updated(
        interaction, table, page.state_key, partial(_make_updated_page, interaction)
    )


async def _make_page(interaction: Interaction, table: Table) -> PanelPage:
    w = replies.get_words(interaction)
    seats = "\n".join(list_seat_lines(table, w))
    obstacle = await replies.explain_obstacle(interaction)
    offered = interaction.client.services.offers.lobby_seat_buttons
    shown = make_selects(table, interaction.user.id, w, offered)
    return PanelPage(seats, f"{seats}\n\n{obstacle}".strip(), shown)


async def _make_updated_page(interaction: Interaction, table: Table) -> PanelPage | None:
    """Return the page after a change. The note at the top is left out, because it may no longer be true."""
    if table.status == TABLE_IN_LOBBY:
        return await _make_page(interaction, table)
    w = replies.get_words(interaction)
    text = w("The table is closed.") if table.match is None else w("The match has begun.")
    return PanelPage(text, text, make_view([]))


async def open_seats(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the page about a lobby's seats."""
    await _show_page(
        interaction, await interaction.client.services.tables.lobby.get_lobby(read_table_id(parts))
    )


async def add_computer(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the next seat to a computer."""
    services, table_id = interaction.client.services, read_table_id(parts)
    with refresh_if_refused(interaction, table_id):
        table = await services.tables.get(table_id)
        table = await seat_computer(services, table, interaction.user.id, values[0], interaction.id)
    await _show_page(interaction, table)


async def remove_computer(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Free the seat of a computer."""
    table_id, lobby = read_table_id(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        table = await lobby.remove_computer(table_id, interaction.user.id, read_chosen_number(values))
    await _show_page(interaction, table)


async def invite_person(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Invite somebody to the table, and mention them."""
    chosen = read_chosen_number(values)
    services, table_id = interaction.client.services, read_table_id(parts)
    with refresh_if_refused(interaction, table_id):
        if is_bot(interaction, values[0]):
            raise BotOpponent
        table = await services.tables.lobby.invite_person(table_id, interaction.user.id, chosen)
        again = await services.invitations.invite_to_table(table, interaction.user.id, chosen)
    await _show_page(
        interaction, table, write_invitation_confirmation(chosen, replies.get_words(interaction), again)
    )


async def withdraw_invitation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Withdraw an invitation to the lobby."""
    chosen = read_chosen_number(values)
    table_id, lobby = read_table_id(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        table = await lobby.withdraw_invitation(table_id, interaction.user.id, chosen)
    w = replies.get_words(interaction)
    await _show_page(interaction, table, w("{person} is no longer invited.", person=f"<@{chosen}>"))


PRESS_HANDLERS = (
    PressHandler("ls", open_seats),
    PressHandler("lc", add_computer),
    PressHandler("lx", remove_computer),
    PressHandler("in", invite_person),
    PressHandler("lu", withdraw_invitation),
)
