"""The buttons of a lobby: join, leave, start, cancel."""

from __future__ import annotations

from bot.errors.tables import HostRequired
from bot.model.table import START_WHEN_PRESSED, TABLE_IN_LOBBY, Table
from bot.storage.messages import BOARD_MESSAGE
from bot.ui import replies
from bot.ui.ids import OutdatedId, read_table_id
from bot.ui.people import get_person, name_occupant
from bot.ui.presses import PressHandler, is_moderator
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_refused
from bot.ui.table.invited import list_declined_lines, write_decline_confirmation
from games.core.words import Words


def list_seat_lines(table: Table, w: Words) -> list[str]:
    """Return a line for each seat, one with the invited people, and one with those who declined."""
    lines = []
    by_seat = {occupant.seat: occupant for occupant in table.occupants}
    for seat in range(table.capacity):
        text = w("free")
        if seat in by_seat:
            text = name_occupant(table, by_seat[seat], w)
            if by_seat[seat].user_id == table.host_id:
                text = w("{person} (host)", person=text)
        lines.append(f"{seat + 1}. {text}")
    waiting = [f"<@{user}>" for user in table.invited_ids if not table.list_seats(user)]
    if waiting:
        lines.append(w("Invited: {people}", people=w.join_list(waiting)))
    return [*lines, *list_declined_lines(table, w)]


async def join_lobby(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Take a free seat of a lobby.

    :raises TableError: the person can't join.
    """
    table_id, lobby = read_table_id(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        table = await lobby.join_lobby(table_id, get_person(interaction), interaction.id)
    w = replies.get_words(interaction)
    if table.status != TABLE_IN_LOBBY:
        text = w("The match begins.")
    elif table.rematch_of is None and (table.start_trigger == START_WHEN_PRESSED or table.is_complete):
        text = w("You're in. The host starts the match.")
    else:
        text = w("You're in. The match begins when everybody's here.")
    await replies.confirm(interaction, text)


async def leave_lobby(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Leave a lobby or decline an invitation to it. The next person becomes the host if the host leaves.

    :raises TableError: the person has neither a seat nor an invitation.
    """
    table_id = read_table_id(parts)
    with refresh_if_refused(interaction, table_id):
        table = await interaction.client.services.tables.seats.leave_table(table_id, interaction.user.id)
    w = replies.get_words(interaction)
    if interaction.user.id in table.declined_ids:
        # Confirm privately, because the public lobby already shows that the person declined.
        await replies.refuse(interaction, write_decline_confirmation(table, w))
        return
    await replies.confirm(interaction, w("You've left the table."))


async def start_match(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Start the match of a lobby.

    :raises TableError: the match can't start, or the person may not start it.
    """
    table_id, tables = read_table_id(parts), interaction.client.services.tables
    with refresh_if_refused(interaction, table_id):
        try:
            await tables.lobby.start_match(table_id, interaction.user.id, interaction.id)
        except HostRequired:
            # If the host has left the server, let the next person host, and try again.
            await interaction.client.services.attendance.replace_absent_players(await tables.get(table_id))
            await tables.lobby.start_match(table_id, interaction.user.id, interaction.id)
    begins = replies.get_words(interaction)("The match begins.")
    await replies.confirm_posted(interaction, table_id, BOARD_MESSAGE, begins, begins)


async def cancel_lobby(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Close the table of a lobby."""
    table_id, moderator = read_table_id(parts), is_moderator(interaction)
    tables = interaction.client.services.tables
    with refresh_if_refused(interaction, table_id):
        try:
            await tables.lobby.cancel_lobby(table_id, interaction.user.id, is_moderator=moderator)
        except HostRequired:
            await interaction.client.services.attendance.replace_absent_players(await tables.get(table_id))
            await tables.lobby.cancel_lobby(table_id, interaction.user.id, is_moderator=moderator)
    await replies.confirm(interaction, replies.get_words(interaction)("The table is closed."))


async def set_option(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set an option of the game, from a select that earlier versions posted."""
    table_id, lobby = read_table_id(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        if len(parts) < 2:
            raise OutdatedId
        await lobby.set_option(table_id, interaction.user.id, parts[1], values[0])
    await replies.confirm(interaction, replies.get_words(interaction)("Changed for everybody at this table."))


PRESS_HANDLERS = (
    PressHandler("jo", join_lobby, acknowledge="silent"),
    PressHandler("le", leave_lobby, acknowledge="silent"),
    PressHandler("sa", start_match, acknowledge="silent"),
    PressHandler("ca", cancel_lobby, acknowledge="silent"),
    PressHandler("op", set_option, acknowledge="silent"),
)
