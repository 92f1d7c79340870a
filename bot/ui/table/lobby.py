"""The lobby: who sits, what is open, and what is waited for."""

from __future__ import annotations

from bot.errors.tables import NotHost
from bot.model.table import LOBBY, PRESSED, Table
from bot.storage.messages import BOARD
from bot.ui import replies
from bot.ui.ids import OutdatedId, table_of
from bot.ui.mending import refresh_if_refused
from bot.ui.people import name_occupant, person
from bot.ui.presses import Press, moderates
from bot.ui.services import Interaction
from bot.ui.table.asked import list_declined, tell_declined
from games.core.words import Words


def list_seats(table: Table, w: Words) -> list[str]:
    """Return who has which seat, a line each, who is invited, and who has said no."""
    lines = []
    by_seat = {occupant.seat: occupant for occupant in table.occupants}
    for seat in range(table.capacity):
        text = w("free")
        if seat in by_seat:
            text = name_occupant(table, by_seat[seat], w)
            if by_seat[seat].user_id == table.host_id:
                text = w("{person} (host)", person=text)
        lines.append(f"{seat + 1}. {text}")
    waiting = [f"<@{user}>" for user in table.invited if not table.seats_of(user)]
    if waiting:
        lines.append(w("Invited: {people}", people=w.listed(waiting)))
    return [*lines, *list_declined(table, w)]


async def join(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Take a free seat."""
    await replies.begin(interaction, silent=True)
    await join_table(interaction, table_of(parts))


async def join_table(interaction: Interaction, table_id: int) -> None:
    """Take a free seat of a lobby.

    :raises TableError: it is not to be had.
    """
    lobby = interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        table = await lobby.join(table_id, person(interaction), interaction.id)
    w = replies.reader(interaction)
    if table.status != LOBBY:
        text = w("The match begins.")
    elif table.follows is None and (table.begins == PRESSED or table.is_complete):
        text = w("You're in. The host starts the match.")
    else:
        text = w("You're in. The match begins when everybody's here.")
    await replies.done(interaction, text)


async def leave(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the seat back; the host's place passes on."""
    await replies.begin(interaction, silent=True)
    await leave_lobby(interaction, table_of(parts))


async def leave_lobby(interaction: Interaction, table_id: int) -> None:
    """Give a seat of a lobby back, or turn an invitation to it down.

    :raises TableError: the person has neither.
    """
    with refresh_if_refused(interaction, table_id):
        table = await interaction.client.services.tables.seats.leave(table_id, interaction.user.id)
    w = replies.reader(interaction)
    if interaction.user.id in table.declined:
        # That they aren't coming is seen on the message; that it was heard they read in private.
        await replies.refuse(interaction, tell_declined(table, w))
        return
    await replies.done(interaction, w("You've left the table."))


async def start(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Begin the match."""
    await replies.begin(interaction, silent=True)
    await start_match(interaction, table_of(parts))


async def start_match(interaction: Interaction, table_id: int) -> None:
    """Begin the match of a lobby.

    :raises TableError: it cannot begin, or not for this person.
    """
    tables = interaction.client.services.tables
    with refresh_if_refused(interaction, table_id):
        try:
            await tables.lobby.start(table_id, interaction.user.id, interaction.id)
        except NotHost:
            # The host may have left the server, and then another has become it.
            await interaction.client.services.attendance.replace_absent(await tables.get(table_id))
            await tables.lobby.start(table_id, interaction.user.id, interaction.id)
    begins = replies.reader(interaction)("The match begins.")
    await replies.posted(interaction, table_id, BOARD, begins, begins)


async def cancel(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the table up before it has begun."""
    await replies.begin(interaction, silent=True)
    table_id, moderator = table_of(parts), moderates(interaction)
    tables = interaction.client.services.tables
    with refresh_if_refused(interaction, table_id):
        try:
            await tables.lobby.cancel(table_id, interaction.user.id, moderator=moderator)
        except NotHost:
            await interaction.client.services.attendance.replace_absent(await tables.get(table_id))
            await tables.lobby.cancel(table_id, interaction.user.id, moderator=moderator)
    await replies.done(interaction, replies.reader(interaction)("The table is closed."))


async def set_option(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set a switch."""
    await replies.begin(interaction, silent=True)
    table_id, lobby = table_of(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        if len(parts) < 2:
            raise OutdatedId
        await lobby.set_option(table_id, interaction.user.id, parts[1], values[0])
    await replies.done(interaction, replies.reader(interaction)("Changed for everybody at this table."))


PRESSES = (
    Press("jo", join),
    Press("le", leave),
    Press("sa", start),
    Press("ca", cancel),
    Press("op", set_option),
)
