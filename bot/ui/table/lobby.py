"""The lobby: who sits where, which switches are on, and the commitment to the secret."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.errors.tables import NotHost
from bot.model.table import LOBBY, NOBODY, Occupant, Person, Table
from bot.platform.limits import CONTENT, OPTION_TEXT, PLACEHOLDER, clip
from bot.storage.messages import BOARD
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id, table_of
from bot.ui.mending import refresh_if_refused
from bot.ui.presses import Item, button, moderates, press, select, view
from bot.ui.services import Interaction
from bot.ui.table import clocks
from games.core.words import N_, Msg, Words
from games.kit.names import drawable

_OPTION_ROWS = 3
LEVEL_TEXTS: Mapping[str, Msg] = {
    "easy": Msg(N_("easy")),
    "normal": Msg(N_("normal")),
    "hard": Msg(N_("hard")),
}


def content(table: Table, w: Words) -> str:
    """Return the text of a lobby message."""
    game = table.game
    lines = [f"## {game.title}", w.msg(game.summary), ""]
    lines += [*list_seats(table, w), "", *_options(table, w), f"- {clocks.lobby_line(table, w)}"]
    lines += ["", _commitment(table, w)]
    if len(table.occupants) >= game.seats.start:
        lines.append(w("Everybody is here? {host} presses **Start**.", host=f"<@{table.host_id}>"))
    return clip("\n".join(lines), CONTENT)


def list_seats(table: Table, w: Words) -> list[str]:
    """Return who has which seat, a line each, and who is invited."""
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
    return lines


def name_occupant(table: Table, occupant: Occupant, w: Words) -> str:
    """Name who sits on a seat: a person by mention, a computer player by its name and level."""
    if occupant.computer is None:
        # Of somebody who was erased there is only the name that stands for them.
        known = occupant.user_id != NOBODY
        return f"<@{occupant.user_id}>" if known else escape_name(table.names[occupant.seat])
    level = w.msg(LEVEL_TEXTS[occupant.computer])
    return w("{name} (computer, {level})", name=escape_name(table.names[occupant.seat]), level=level)


def _options(table: Table, w: Words) -> list[str]:
    made = []
    for option in table.game.options:
        value = table.options[option.name]
        text = w.msg(option.value_labels[option.values.index(value)])
        made.append(f"- {w.msg(option.label)}: {text}")
    return made


def _commitment(table: Table, w: Words) -> str:
    return w(
        "-# Fair chance: this table's secret has the SHA-256 `{hash}`. It is mixed with everybody's presses "
        "and shown at the end, so that anybody can check every draw.",
        hash=table.commitment,
    )


def closed_content(table: Table, w: Words) -> str:
    """Return the text of a lobby that has gone."""
    return w("## {game}\nThis table was closed before it began.", game=table.game.title)


def started_content(table: Table, w: Words) -> str:
    """Return the text of a lobby whose match has begun."""
    people = w.listed([name_occupant(table, occupant, w) for occupant in table.occupants])
    head = w("## {game}\nThe match of {people} has begun.", game=table.game.title, people=people)
    clock = [] if table.clock is None else [f"- {clocks.lobby_line(table, w)}"]
    return "\n".join([head, *_options(table, w), *clock, "", _commitment(table, w)])


def components(table: Table, w: Words) -> discord.ui.View:
    """Return the buttons and lists of a lobby."""
    full = len(table.occupants) >= table.capacity
    ready = len(table.occupants) >= table.game.seats.start
    style = discord.ButtonStyle
    items: list[Item] = [
        button(custom_id("b", "jo", table.id), w("Join"), row=0, style=style.success, disabled=full),
        button(marker(table.id), w("Leave"), row=0),
        button(custom_id("b", "sa", table.id), w("Start"), row=0, style=style.primary, disabled=not ready),
        button(custom_id("b", "ca", table.id), w("Cancel"), row=0, style=style.danger),
        button(custom_id("b", "ls", table.id), w("Seats and invitations…"), row=1, emoji="🪑"),
        button(custom_id("b", "ru", table.game.key), w("Rules"), row=1, emoji="📖"),
    ]
    for row, option in enumerate(table.game.options[:_OPTION_ROWS], 2):
        items.append(
            select(
                custom_id("s", "op", table.id, option.name),
                [
                    discord.SelectOption(
                        label=clip(f"{w.msg(option.label)}: {w.msg(text)}", OPTION_TEXT),
                        value=value,
                        default=value == table.options[option.name],
                    )
                    for value, text in zip(option.values, option.value_labels, strict=True)
                ],
                clip(w.msg(option.label), PLACEHOLDER),
                row=row,
            )
        )
    return view(items)


def marker(table: int) -> str:
    """Return the custom_id by which a lobby is known in a channel's history."""
    return custom_id("b", "le", table)


def person(interaction: Interaction) -> Person:
    """Return who acts: the name that this server knows, or the user name where no picture can show it."""
    user = interaction.user
    return Person(user.id, user.display_name if drawable(user.display_name) else user.name)


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
    elif table.follows is None:
        text = w("You have a seat. The match begins when the host starts it.")
    else:
        text = w("You have a seat. The match begins when everybody is here.")
    await replies.done(interaction, text)


@press("le")
async def leave(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the seat back; the host's place passes on."""
    await replies.begin(interaction, silent=True)
    await leave_lobby(interaction, table_of(parts))


async def leave_lobby(interaction: Interaction, table_id: int) -> None:
    """Give a seat of a lobby back.

    :raises TableError: the person has none.
    """
    with refresh_if_refused(interaction, table_id):
        await interaction.client.services.tables.seats.leave(table_id, interaction.user.id)
    await replies.done(interaction, replies.reader(interaction)("You have left the table."))


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
