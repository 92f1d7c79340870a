"""The lobby: who sits, what is open, and what is waited for."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.errors.tables import NotHost
from bot.model.table import CHANNEL, LOBBY, NOBODY, PRESSED, Occupant, Person, Table, is_channel
from bot.storage.messages import BOARD
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, table_of
from bot.ui.mending import refresh_if_refused
from bot.ui.presses import moderates, press
from bot.ui.services import Interaction
from bot.ui.table.asked import list_declined, tell_declined
from games.core.words import N_, Msg, Words
from games.drawing.names import make_drawable

LESSON = "les"
"""Opens the lesson of a game, where there are lessons."""
LEVEL_TEXTS: Mapping[str, Msg] = {
    "easy": Msg(N_("easy")),
    "normal": Msg(N_("normal")),
    "hard": Msg(N_("hard")),
    "expert": Msg(N_("expert")),
    CHANNEL: Msg(N_("by vote")),
}


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


def name_occupant(table: Table, occupant: Occupant, w: Words) -> str:
    """Name who sits on a seat: a person by mention, a computer player by its name and level."""
    if occupant.computer is None:
        # Of somebody who was erased there is only the name that stands for them.
        known = occupant.user_id != NOBODY
        return f"<@{occupant.user_id}>" if known else escape_name(table.names[occupant.seat])
    level = w.msg(LEVEL_TEXTS[CHANNEL if is_channel(occupant.computer) else occupant.computer])
    if is_channel(occupant.computer):
        return w("{name} ({level})", name=escape_name(table.names[occupant.seat]), level=level)
    return w("{name} (computer, {level})", name=escape_name(table.names[occupant.seat]), level=level)


def person(interaction: Interaction) -> Person:
    """Return who acts: the name that this server knows, or the user name where no picture can show it."""
    return Person(interaction.user.id, name_of(interaction.user))


def name_of(user: discord.abc.User) -> str:
    """Return the name that this server knows, or the user name where no picture can show it."""
    return user.display_name if make_drawable(user.display_name) else user.name


@press("jo")
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


@press("le")
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


@press("sa")
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


@press("ca")
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


@press("op")
async def set_option(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set a switch."""
    await replies.begin(interaction, silent=True)
    table_id, lobby = table_of(parts), interaction.client.services.tables.lobby
    with refresh_if_refused(interaction, table_id):
        if len(parts) < 2:
            raise OutdatedId
        await lobby.set_option(table_id, interaction.user.id, parts[1], values[0])
    await replies.done(interaction, replies.reader(interaction)("Changed for everybody at this table."))
