"""The message of a lobby: poster, seats, options and the next step."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.model.table import START_WHEN_ANSWERED, START_WHEN_FULL, TABLE_OVER, Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import layouts
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.offers import Offers
from bot.ui.people import name_occupant
from bot.ui.table import clocks, fairness_page
from bot.ui.table.invited import list_declined_lines
from games.core.words import Words


def lay_out_lobby(
    table: Table, offers: Offers, w: Words, files: Sequence[discord.File] = ()
) -> MessageLayout:
    """Return the message of a table before its match.

    :param files: the poster, if it is shown.
    """
    seats, options = _make_seats_button(table, w), _make_options_button(table, w)
    begin, more = _list_joining_buttons(table, w), _list_information_buttons(table, offers, w)
    head, people, usual, following = _write_sections(table, w)
    parts: list[layouts.LayoutPart] = [layouts.make_text(head)]
    if files:
        parts.append(layouts.make_gallery(files))
    parts += [
        layouts.make_section(people, seats),
        layouts.make_section(usual, options),
        layouts.make_text(following),
        layouts.make_action_row(begin),
        layouts.make_action_row(more),
    ]
    below = [seats, options, *more]
    for item in below:
        item.row = 1
    return MessageLayout(parts, write_lobby(table, w), [*begin, *below], files)


def lay_out_started_lobby(table: Table, w: Words) -> MessageLayout:
    """Return the message of a lobby whose match has begun.

    If the match key uses the message's ID, the message keeps the *Fairness* button, because its custom_id
    contains the hash of the secret.
    """
    text = write_started_lobby(table, w)
    items: list[Item] = []
    if fairness_page.may_key_use_message_id(table):
        items.append(fairness_page.make_commitment_button(table, w))
    return MessageLayout(
        [layouts.make_text(text), *([layouts.make_action_row(items)] if items else [])], text, items
    )


def write_lobby(table: Table, w: Words) -> str:
    """Return the text of a lobby as plain text, for messages without a layout."""
    if table.status == TABLE_OVER:
        return write_closed_lobby(table, w)
    return clip("\n".join(_write_sections(table, w)), MAX_MESSAGE_LENGTH)


def _write_sections(table: Table, w: Words) -> tuple[str, str, str, str]:
    """Return four texts about a lobby: its game, seats and options, and the next step."""
    options = [
        *list_changed_options(table, w),
        *([] if table.clock is None else [clocks.write_clock_line(table, w)]),
    ]
    return (
        f"## {table.game.title}\n{w.msg(table.game.summary)}",
        "\n".join([f"🪑 {_name_seated_people(table, w)}", *list_declined_lines(table, w)]),
        f"⚙️ {' · '.join(options) or w('Usual rules, no clock')}",
        f"**{write_next_step(table, w)}**",
    )


def _name_seated_people(table: Table, w: Words) -> str:
    """Return a line that names the seated people in turn order, and the number of free seats."""
    seated = []
    for occupant in table.occupants:
        name = name_occupant(table, occupant, w)
        host = occupant.user_id == table.host_id
        seated.append(w("{person} (host)", person=name) if host else name)
    free = table.capacity - len(table.occupants)
    people = w.join_list(list(dict.fromkeys(seated)))
    if not free:
        return people
    return w.plural("{people} · {n} seat free", "{people} · {n} seats free", free, people=people)


def write_next_step(table: Table, w: Words) -> str:
    """Return the sentence that names the people a lobby waits for and the button to press."""
    host = f"<@{table.host_id}>"
    free = table.capacity - len(table.occupants)
    if not free or (table.is_complete and table.rematch_of is None):
        return w("Everybody's here. {host} can press Start.", host=host)
    waiting = w.join_list([f"<@{user}>" for user in table.invited_ids])
    by_itself = table.rematch_of is not None or table.start_trigger == START_WHEN_ANSWERED
    startable = can_start_early(table) and table.rematch_of is None
    if waiting and by_itself:
        return w("Waiting for {people}. The match begins when they join.", people=waiting)
    if waiting and table.start_trigger == START_WHEN_FULL and startable:
        return w(
            "Waiting for {people}. The match begins when every seat is taken, or when {host} presses Start.",
            people=waiting,
            host=host,
        )
    if waiting and table.start_trigger == START_WHEN_FULL:
        return w("Waiting for {people}. The match begins when every seat is taken.", people=waiting)
    if waiting:
        return w("Waiting for {people}. {host} starts the match.", people=waiting, host=host)
    if table.start_trigger == START_WHEN_FULL and startable:
        return w(
            "Press Join! The match begins when every seat is taken, or when {host} presses Start.", host=host
        )
    if table.start_trigger == START_WHEN_FULL or table.rematch_of is not None:
        return w("Press Join! The match begins when every seat is taken.")
    if table.start_trigger == START_WHEN_ANSWERED:
        # The invited people have declined or are no longer invited, so anyone can join instead.
        return w.plural(
            "Press Join! The match begins when {n} more person is here.",
            "Press Join! The match begins when {n} more people are here.",
            count_missing_players(table),
        )
    return w("Press Join! {host} starts the match.", host=host)


def count_missing_players(table: Table) -> int:
    """Return the number of further players needed for the next number that the game allows."""
    return min(n for n in table.game.seat_counts if n > len(table.occupants)) - len(table.occupants)


def can_start_early(table: Table) -> bool:
    """Return whether the match can start with a free seat, now or once more people have joined."""
    return min(table.game.seat_counts) < table.capacity


def _has_enough_players(table: Table) -> bool:
    return len(table.occupants) in table.game.seat_counts


def list_changed_options(table: Table, w: Words) -> list[str]:
    """Return a text for each option that differs from its default."""
    usual = table.game.get_default_options()
    lines = []
    for option in table.game.options:
        value = table.options[option.name]
        if value != usual[option.name]:
            label = option.value_labels[option.values.index(value)]
            lines.append(w("{name}: {choice}", name=w.msg(option.label), choice=w.msg(label)))
    return lines


def write_closed_lobby(table: Table, w: Words) -> str:
    """Return the text of a lobby that was closed."""
    return w("## {game}\nThis table was closed before the match began.", game=table.game.title)


def write_started_lobby(table: Table, w: Words) -> str:
    """Return the text of a lobby whose match has begun: the players, the changed options and the clock."""
    people = w.join_list([name_occupant(table, occupant, w) for occupant in table.occupants])
    clock = [] if table.clock is None else [clocks.write_clock_line(table, w)]
    unusual = [f"⚙️ {text}" for text in (*list_changed_options(table, w), *clock)]
    return "\n".join([f"## {table.game.title}", people, *unusual])


def _make_seats_button(table: Table, w: Words) -> Item:
    return make_button(make_custom_id("b", "ls", table.id), w("Seats…"), emoji="🪑")


def _make_options_button(table: Table, w: Words) -> Item:
    return make_button(make_custom_id("b", "oq", table.id), w("Options…"), emoji="⚙️")


def _list_joining_buttons(table: Table, w: Words) -> list[Item]:
    full = len(table.occupants) >= table.capacity
    ready = _has_enough_players(table)
    style = discord.ButtonStyle
    return [
        make_button(
            make_custom_id("b", "jo", table.id), w("Join"), row=0, style=style.success, disabled=full
        ),
        make_button(make_lobby_marker(table.id), w("Leave"), row=0),
        make_button(
            make_custom_id("b", "sa", table.id), w("Start"), row=0, style=style.primary, disabled=not ready
        ),
        make_button(make_custom_id("b", "ca", table.id), w("Cancel"), row=0, style=style.danger),
    ]


def _list_information_buttons(table: Table, offers: Offers, w: Words) -> list[Item]:
    items = [
        make_button(make_custom_id("b", "ru", table.game.key), w("Rules"), emoji="📖"),
        fairness_page.make_commitment_button(table, w),
    ]
    return [*items, *offers.list_game_buttons(table.game, w, replaces_page=True)]


def make_lobby_marker(table: int) -> str:
    """Return the custom_id that identifies a lobby's message in a channel's history."""
    return make_custom_id("b", "le", table)
