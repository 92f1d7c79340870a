"""Leaving a match, taking over a seat, and the card that shows the new player the position."""

from __future__ import annotations

from functools import partial

import discord

from bot.errors.seats import NoSuchSeat, NotSeated
from bot.errors.tables import TableOver
from bot.model.table import TABLE_FROZEN, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip, keep_newest_lines
from bot.tables.seats import WEAKEST_LEVEL, list_takeable_seats, name_computer
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, make_custom_id, read_seat, read_table_id
from bot.ui.people import NAME_BY_LEVEL, get_person
from bot.ui.play.own_view import list_buttons, write_status
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, narrate_steps, require_match
from bot.ui.services import Interaction
from bot.ui.table.endings import make_dismiss_button
from bot.ui.table.invitations import decline_invitation
from bot.ui.table.invited import write_decline_confirmation
from games.core.words import Words
from games.players import list_levels

MAX_HIDDEN_CHARACTERS = 800
"""Maximum number of characters of hidden information shown to a seat's new player."""
ENDS_MATCH_PART = "x"
"""Part of the custom_id of *Leave*, if the question above it said that leaving ends the match."""
MAX_RECENT_STEPS = 6
"""Maximum number of steps that are narrated to a seat's new player."""


async def ask_to_confirm_leaving(interaction: Interaction, table: Table) -> None:
    """Ask for confirmation before a seat is given up, and for the level of the computer that takes it.

    An invited person has no seat to give up, so their invitation is declined without a question.

    :raises TableOver: the table has ended.
    :raises NotSeated: the person has no seat.
    """
    user = interaction.user.id
    if table.status == TABLE_OVER:
        raise TableOver
    if user in table.invited_ids:
        await decline_invitation(interaction, table.id)
        return
    if not table.list_seats(user):
        raise NotSeated
    w = replies.get_words(interaction)
    if table.status == TABLE_IN_LOBBY:
        text = w("Leave the table?")
    elif set(table.user_ids) == {user}:
        text = w("Nobody else plays here: if you leave, the match ends without a result.")
    elif table.status == TABLE_FROZEN:
        text = w("Leave the table?")
    elif table.is_arranged:
        text = w(
            "Leave the match? {computer} plays on, the weakest computer player, until you take your seat "
            "back. If you don't, you count as absent.",
            computer=name_computer(WEAKEST_LEVEL, w),
        )
    else:
        text = w(
            "Leave the match? A computer plays on until you, or somebody new here, takes the seat. Who "
            "plays on for you?"
        )
        items = [
            make_button(
                make_custom_id("b", "lvy", table.id, level),
                w("Leave: {level}", level=w.msg(NAME_BY_LEVEL[level])),
                style=discord.ButtonStyle.danger,
            )
            for level in list_levels(table.game)
        ]
        items.append(make_dismiss_button(table.id, w))
        await replies.show(interaction, text, view=make_view(items))
        return
    closes = [ENDS_MATCH_PART] if table.status == TABLE_PLAYING and set(table.user_ids) == {user} else []
    identity = make_custom_id("b", "lvy", table.id, WEAKEST_LEVEL, *closes)
    yes = make_button(identity, w("Yes, leave"), style=discord.ButtonStyle.danger)
    await replies.show(interaction, text, view=make_view([yes, make_dismiss_button(table.id, w)]))


async def confirm_leaving(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before the seat is given up."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await ask_to_confirm_leaving(
        interaction, await interaction.client.services.attendance.replace_absent_players(table)
    )


async def leave_match(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give up the seat, after the person has confirmed it."""
    services = interaction.client.services
    if len(parts) < 2:
        raise OutdatedId
    user, table = interaction.user.id, await services.tables.get(read_table_id(parts))
    if table.status == TABLE_PLAYING and set(table.user_ids) == {user} and parts[2:] != [ENDS_MATCH_PART]:
        # Ask again. The question said that a computer would play on, but the other people have left
        # since, so leaving ends the match.
        await ask_to_confirm_leaving(interaction, table)
        return
    table = await services.tables.seats.leave_table(table.id, user, parts[1])
    w = replies.get_words(interaction)
    if interaction.user.id in table.declined_ids:
        text = write_decline_confirmation(table, w)
    elif table.status == TABLE_PLAYING:
        text = w("You've left, and a computer plays on. `/table`, *People* takes your seat back.")
    else:
        text = w("You've left the table.")
    await replies.confirm(interaction, text)


async def offer_seats(interaction: Interaction, table: Table) -> None:
    """Show which computers' seats the person may take over.

    :raises TableError: there is no match, or it is over.
    """
    if table.status == TABLE_OVER:
        raise TableOver
    require_match(table)
    w = replies.get_words(interaction)
    free = list_takeable_seats(table, interaction.user.id)
    if not free:
        await replies.show(interaction, w("There's no seat here for you to take over."))
        return
    items = [
        make_button(
            make_custom_id("b", "tky", table.id, seat),
            clip(name_seat(table, seat, w), MAX_BUTTON_LABEL_LENGTH),
        )
        for seat in free
    ]
    await replies.show(interaction, w("Whose seat do you take over?"), view=make_view(items))


def name_seat(table: Table, seat: int, w: Words) -> str:
    """Name a computer's seat by its number, the computer, and the person who had it before."""
    name = table.names[seat]
    level = table.occupants[seat].computer
    values = {"seat": seat + 1, "name": name, "level": "" if level is None else w.msg(NAME_BY_LEVEL[level])}
    before = [f.name for f in table.former_occupants if f.seat == seat and f.computer is None]
    if before:
        return w("{seat}. {name} (computer, {level}), was {former}", **values, former=before[-1])
    return w("{seat}. {name} (computer, {level})", **values)


async def choose_seat(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask which seat to take over."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await offer_seats(interaction, await interaction.client.services.attendance.replace_absent_players(table))


async def take_seat(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Take over the seat that the button names, and show its new player the position."""
    seats, seat = interaction.client.services.tables.seats, read_seat(parts, 1)
    table = await seats.take_over_seat(read_table_id(parts), get_person(interaction), seat)
    await _show_to_new_player(interaction, table, seat)


def find_seat(table: Table, typed: str) -> int:
    """Return the seat that a person typed, as its number counted from 1 or as its player's name.

    :raises NoSuchSeat: there is no such seat.
    """
    text = typed.strip()
    if text.isdecimal() and 0 < int(text[:3]) <= len(table.occupants):
        return int(text[:3]) - 1
    for seat, name in enumerate(table.names):
        if name.casefold() == text.casefold():
            return seat
    raise NoSuchSeat


def _name_previous_player(table: Table, seat: int, taker_id: int) -> str:
    """Name the previous player of a seat: the last person other than ``taker_id``, or else the computer."""
    had = [former for former in reversed(table.former_occupants) if former.seat == seat]
    people = [former.name for former in had if former.computer is None and former.user_id != taker_id]
    return people[0] if people else had[0].name


async def _show_to_new_player(interaction: Interaction, table: Table, seat: int) -> None:
    """Show a seat's new player the position: a picture, a text and the buttons of a move."""
    w = replies.get_words(interaction)
    match = require_match(table)
    files = await interaction.client.services.pictures.draw_private_view(table, match, seat, w)
    items: list[Item] = list_buttons(table, match, seat, w)
    await replies.show(
        interaction, write_seat_card(table, seat, interaction.user.id, w), view=make_view(items), files=files
    )
    panels = interaction.client.services.panels
    panels.keep_answer_updated(
        interaction,
        table,
        write_status(table, match, seat, w),
        partial(_make_updated_card, interaction, seat),
    )


async def _make_updated_card(interaction: Interaction, seat: int, table: Table) -> PanelPage | None:
    """Return the card that shows a seat's new player the position, or a note if they lost the seat.

    Return ``None`` if the table has no match.
    """
    match, w = table.match, replies.get_words(interaction)
    if match is None:
        return None
    user, pictures = interaction.user.id, interaction.client.services.pictures
    if seat not in table.list_seats(user):
        left = w("You no longer play this seat.")
        return PanelPage(left, left, make_view([]), _draw_no_pictures)
    return PanelPage(
        write_status(table, match, seat, w),
        write_seat_card(table, seat, user, w),
        make_view(list_buttons(table, match, seat, w)),
        lambda: pictures.draw_private_view(table, match, seat, w),
    )


async def _draw_no_pictures() -> list[discord.File]:
    return []


def write_seat_card(table: Table, seat: int, taker_id: int, w: Words) -> str:
    """Return the text for a seat's new player: the status, their hidden information and the last steps."""
    match = require_match(table)
    position, words = make_scene(table, match, seat, w)
    lines = [
        w(
            "You're now playing {name}'s seat.",
            name=escape_name(_name_previous_player(table, seat, taker_id)),
        ),
        match.game.texts.describe_status(position, escape_scene(words)),
    ]
    hidden = list_hidden_lines(table, seat, w)
    if hidden:
        lines += ["", f"**{w('Only you see this:')}**", clip("\n".join(hidden), MAX_HIDDEN_CHARACTERS)]
    steps = narrate_steps(table, match, seat, w, max(match.ply - MAX_RECENT_STEPS, 0))
    if steps:
        lines += ["", f"**{w('What happened last:')}**"]
        room = MAX_MESSAGE_LENGTH - sum(len(line) + 1 for line in lines)
        lines.append(keep_newest_lines([f"> {step}" for step in steps], room))
    return "\n".join(lines)


def list_hidden_lines(table: Table, seat: int, w: Words) -> list[str]:
    """Return the lines of a seat's description of the position that aren't in the public description."""
    match = require_match(table)
    everybody, words = make_scene(table, match, None, w)
    public = set(match.game.texts.describe_position(everybody, escape_scene(words)).split("\n"))
    own, words = make_scene(table, match, seat, w)
    return [
        line
        for line in match.game.texts.describe_position(own, escape_scene(words)).split("\n")
        if line not in public
    ]


PRESS_HANDLERS = (
    PressHandler("lvq", confirm_leaving),
    PressHandler("lvy", leave_match),
    PressHandler("tkq", choose_seat),
    PressHandler("tky", take_seat),
)
