"""The lobby: who sits, what is open, and what is waited for."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.errors.tables import NotHost
from bot.model.table import ASKED, FULL, LOBBY, NOBODY, PRESSED, Occupant, Person, Table
from bot.platform.limits import CONTENT, clip
from bot.storage.messages import BOARD
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id, table_of
from bot.ui.mending import refresh_if_refused
from bot.ui.presses import Item, button, moderates, press, view
from bot.ui.services import Interaction
from bot.ui.table import clocks, fairness_page
from bot.ui.verbs import INDEX
from games.core.words import N_, Msg, Words
from games.kit.names import drawable

LESSON = "les"
"""Opens the lesson of a game, where there are lessons."""
LEVEL_TEXTS: Mapping[str, Msg] = {
    "easy": Msg(N_("easy")),
    "normal": Msg(N_("normal")),
    "hard": Msg(N_("hard")),
}


def content(table: Table, w: Words) -> str:
    """Return the text of a lobby message: the game, who sits, what is open, what is waited for."""
    lines = [f"## {table.game.title}", w.msg(table.game.summary), "", f"🪑 {_who_sits(table, w)}"]
    unusual = [*_list_changed(table, w), *([] if table.clock is None else [clocks.lobby_line(table, w)])]
    if unusual:
        lines.append(f"⚙️ {' · '.join(unusual)}")
    lines += ["", f"**{_tell_next(table, w)}**", *_commitment(table, w)]
    return clip("\n".join(lines), CONTENT)


def _who_sits(table: Table, w: Words) -> str:
    """Return who has a seat, in turn order, and how many seats are free."""
    seated = []
    for occupant in table.occupants:
        name = name_occupant(table, occupant, w)
        host = occupant.user_id == table.host_id
        seated.append(w("{person} (host)", person=name) if host else name)
    free = table.capacity - len(table.occupants)
    people = w.listed(list(dict.fromkeys(seated)))
    if not free:
        return people
    return w.plural("{people} · {n} seat free", "{people} · {n} seats free", free, people=people)


def _tell_next(table: Table, w: Words) -> str:
    """Return what is waited for, and what to press."""
    host = f"<@{table.host_id}>"
    if table.is_complete and table.follows is None:
        return w("Everybody's here: {host} presses Start.", host=host)
    waiting = w.listed([f"<@{user}>" for user in table.invited])
    by_itself = table.follows is not None or table.begins == ASKED
    if waiting and by_itself:
        return w("Waiting for {people}. The match begins when they join.", people=waiting)
    if waiting:
        return w("Waiting for {people}. {host} starts the match.", people=waiting, host=host)
    if table.begins == FULL:
        return w("Press Join! The match begins when every seat is taken.")
    return w("Press Join! {host} starts the match.", host=host)


def _list_changed(table: Table, w: Words) -> list[str]:
    """Return the switches that are not as usual."""
    usual = table.game.defaults()
    return [
        w("{name}: {choice}", name=w.msg(option.label), choice=w.msg(option.value_labels[place]))
        for option in table.game.options
        if (value := table.options[option.name]) != usual[option.name]
        for place in (option.values.index(value),)
    ]


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


def _commitment(table: Table, w: Words) -> list[str]:
    """Return the line with the hash where the number of the message stands for a press: it has to be there.

    Everybody else finds it behind *Fairness* before they press.
    """
    if len(table.people) != 1 or not (table.match is not None or table.is_complete):
        return []
    return [w("-# Fair chance: the SHA-256 value of the secret is `{hash}`.", hash=table.commitment)]


def closed_content(table: Table, w: Words) -> str:
    """Return the text of a lobby that has gone."""
    return w("## {game}\nThis table was closed before the match began.", game=table.game.title)


def started_content(table: Table, w: Words) -> str:
    """Return the text of a lobby whose match has begun."""
    people = w.listed([name_occupant(table, occupant, w) for occupant in table.occupants])
    head = w("## {game}\nThe match of {people} has begun.", game=table.game.title, people=people)
    clock = [] if table.clock is None else [clocks.lobby_line(table, w)]
    unusual = [f"⚙️ {text}" for text in (*_list_changed(table, w), *clock)]
    return "\n".join([head, *unusual, *_commitment(table, w)])


def components(table: Table, w: Words) -> discord.ui.View:
    """Return the buttons of a lobby."""
    full = len(table.occupants) >= table.capacity
    ready = len(table.occupants) >= table.game.seats.start
    style = discord.ButtonStyle
    items: list[Item] = [
        button(custom_id("b", "jo", table.id), w("Join"), row=0, style=style.success, disabled=full),
        button(marker(table.id), w("Leave"), row=0),
        button(custom_id("b", "sa", table.id), w("Start"), row=0, style=style.primary, disabled=not ready),
        button(custom_id("b", "ca", table.id), w("Cancel"), row=0, style=style.danger),
        button(custom_id("b", "ls", table.id), w("Seats…"), row=1, emoji="🪑"),
        button(custom_id("b", "oq", table.id), w("Options…"), row=1, emoji="⚙️"),
        button(custom_id("b", "ru", table.game.key), w("Rules"), row=1, emoji="📖"),
        fairness_page.opener(table, w, row=1),
    ]
    if LESSON in INDEX:
        items.append(button(custom_id("b", LESSON, table.game.key, 0), w("Learn"), row=1, emoji="🎓"))
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
    elif table.follows is None and (table.begins == PRESSED or table.is_complete):
        text = w("You have a seat. The host starts the match.")
    else:
        text = w("You have a seat. The match begins when everybody's here.")
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
