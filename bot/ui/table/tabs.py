"""The text and buttons of each tab of a table's page."""

from __future__ import annotations

import discord

from bot.model.table import TABLE_FROZEN, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.model.turns import count_played_turns, list_step_numbers
from bot.tables.seats import list_takeable_seats
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.offers import HISTORY_GROUP, TABLE_GROUP, WATCH_GROUP, EntryGroup
from bot.ui.person import my_tables
from bot.ui.person.settings import TEXT_BY_VERBOSITY
from bot.ui.play import history, own_view, replay, undo
from bot.ui.play.pages import (
    make_catch_up_button,
    make_describe_button,
    make_log_button,
    make_view_button,
)
from bot.ui.play.story import sum_up_steps
from bot.ui.presses import is_moderator
from bot.ui.services import Interaction
from bot.ui.table import clocks, fairness_page, lobby_message
from bot.ui.table.lobby import list_seat_lines
from games.core.match import Match
from games.core.words import Words

REPOST_VERB, CLAIM_VERB, CLOSE_VERB = "tba", "tbc", "tbx"
"""Verbs of the buttons that only this page has."""
MAX_RECENT_TURNS = 3
MAX_STEPS_OF_SHORT_MATCH = 6
"""Maximum length of an ended match whose steps are all summed up."""
ButtonStyle = discord.ButtonStyle


async def list_front_buttons(interaction: Interaction, table: Table, w: Words) -> list[Item]:
    """Return the buttons of the front tab: join, play, play again, show the newest message, and export."""
    user, items = interaction.user.id, list[Item | None]()
    if table.status == TABLE_OVER and table.match is not None and not table.is_arranged:
        identity = make_custom_id("b", "rem", table.id)
        items.append(make_button(identity, w("Play again"), emoji="🔁", style=ButtonStyle.success))
    if table.status == TABLE_IN_LOBBY:
        items += _list_joining_buttons(table, user, w)
    if table.match is not None:
        seat = table.find_acting_seat(user)
        if table.status == TABLE_PLAYING and seat is not None and own_view.can_act(table.match, seat):
            items.append(own_view.make_move_button(table, table.match, seat, w))
        items.append(make_view_button(table, table.match, w, has_icon=True))
        items.append(make_undo_button(table, user, w, 1))
    items += await _list_feature_buttons(interaction, table, w, TABLE_GROUP)
    items.append(make_button(make_custom_id("b", "ru", table.game.key), w("Rules"), emoji="📖"))
    if table.status == TABLE_IN_LOBBY or table.match is not None:
        items.append(make_button(make_custom_id("b", REPOST_VERB, table.id), w("Show again"), emoji="📌"))
    if table.match is not None or table.status == TABLE_FROZEN:
        items.append(make_button(make_custom_id("b", "fx", table.id), w("Export"), emoji="💾"))
    items.append(my_tables.make_home_button(w))
    return [item for item in items if item is not None]


def make_undo_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button that undoes the person's last step; ``None`` if it can't be undone."""
    if table.status != TABLE_PLAYING or table.match is None or not undo.can_undo_or_propose(table, user_id):
        return None
    return make_button(make_custom_id("b", "un", table.id, table.match.seq), w("Undo"), emoji="↩️", row=row)


def _list_joining_buttons(table: Table, user_id: int, w: Words) -> list[Item]:
    items = []
    if not table.list_seats(user_id) and table.free_seat_count:
        items.append(make_button(make_custom_id("b", "jo", table.id), w("Join"), style=ButtonStyle.success))
    if table.host_id == user_id and len(table.occupants) in table.game.seat_counts:
        items.append(make_button(make_custom_id("b", "sa", table.id), w("Start"), style=ButtonStyle.primary))
    return items


async def _list_feature_buttons(
    interaction: Interaction, table: Table, w: Words, group: EntryGroup
) -> list[Item | None]:
    user, offers = interaction.user.id, interaction.client.services.offers
    return [make(table, user, w, 1) for make in await offers.list_menu_button_makers(table, user, group)]


def list_history_buttons(table: Table, w: Words) -> list[Item]:
    """Return the buttons of the *History* tab that most people need. The list is empty before the match."""
    match = table.match
    if match is None:
        return []
    return [
        make_catch_up_button(table, match, w),
        history.make_history_button(table, w),
        *([replay.make_replay_button(table, w)] if match.steps or match.outcome is None else []),
    ]


async def list_more_history_buttons(interaction: Interaction, table: Table, w: Words) -> list[Item]:
    """Return the other buttons about the history of a match."""
    match = table.match
    if match is None:
        return []
    offered = await _list_feature_buttons(interaction, table, w, HISTORY_GROUP)
    return [
        make_log_button(table, match, w),
        make_describe_button(table, match, w),
        *(item for item in offered if item is not None),
        fairness_page.make_fairness_button(table, w),
    ]


def write_history_lines(table: Table, w: Words) -> list[str]:
    """Return the number of turns, and the newest turns. All steps of a short match are listed at its end."""
    match = table.match
    assert match is not None
    turns = count_played_turns(match)
    is_over = match.outcome is not None
    is_short = is_over and match.ply <= MAX_STEPS_OF_SHORT_MATCH
    since = 0 if is_short else _find_turn_start(match, turns - MAX_RECENT_TURNS + 1)
    story = sum_up_steps(table, match, w, since) if match.ply else []
    if is_over:
        count = w.plural("{n} turn", "{n} turns", turns)
    else:
        count = w.plural("{n} turn so far", "{n} turns so far", turns)
    return [count, *(f"> {line}" for line in story)]


def _find_turn_start(match: Match, number: int) -> int:
    """Return the ply at which a turn began, or 0 if there is no such turn."""
    return next((ply for ply, step in enumerate(list_step_numbers(match)) if step.turn >= number), 0)


async def list_people_buttons(interaction: Interaction, table: Table, w: Words) -> list[Item]:
    """Return the buttons about seats and spectators."""
    user, seated = interaction.user.id, bool(table.list_seats(interaction.user.id))
    items: list[Item | None] = []
    if table.status == TABLE_IN_LOBBY:
        items.append(make_button(make_custom_id("b", "ls", table.id), w("Seats…"), emoji="🪑"))
    if table.status == TABLE_PLAYING and list_takeable_seats(table, user):
        items.append(make_button(make_custom_id("b", "tkq", table.id), w("Take a seat…"), emoji="🪑"))
    if table.status == TABLE_PLAYING and table.computer_seats and seated:
        items.append(make_button(make_custom_id("b", "ivq", table.id), w("Invite…"), emoji="👋"))
    if table.status != TABLE_OVER and (seated or user in table.invited_ids):
        items.append(make_button(make_custom_id("b", "lvq", table.id), w("Leave…"), emoji="🚪"))
    items += await _list_feature_buttons(interaction, table, w, WATCH_GROUP)
    return [item for item in items if item is not None]


def write_people_lines(table: Table, w: Words) -> list[str]:
    """Return the lines that name each seat's player, the invited people and those who declined."""
    return list_seat_lines(table, w)


def list_settings_buttons(interaction: Interaction, table: Table, w: Words) -> list[Item]:
    """Return the buttons that change settings."""
    items = []
    if table.status == TABLE_IN_LOBBY and table.host_id == interaction.user.id:
        items.append(make_button(make_custom_id("b", "oq", table.id), w("Options…"), emoji="⚙️"))
    if table.status == TABLE_IN_LOBBY or (table.status == TABLE_PLAYING and table.clock is not None):
        items.append(make_button(make_custom_id("b", "ckq", table.id), w("Clock"), emoji="⏳"))
    items.append(make_channel_settings_button(w))
    return items


def make_channel_settings_button(w: Words) -> Item:
    """Return the button that opens the channel's settings."""
    return make_button(make_custom_id("b", "se"), w("This channel…"), emoji="📣")


async def write_settings_lines(interaction: Interaction, table: Table, w: Words) -> list[str]:
    """Return the lines about the options, the clock and the channel's verbosity."""
    verbosity = await interaction.client.services.tables.channels.get_verbosity(table.place.channel_id)
    return [
        " · ".join(lobby_message.list_changed_options(table, w)) or w("Usual rules"),
        clocks.write_clock_line(table, w),
        w("This channel: {choice}", choice=w.msg(TEXT_BY_VERBOSITY[verbosity])),
    ]


async def list_ending_buttons(interaction: Interaction, table: Table, w: Words) -> list[Item]:
    """Return the buttons that end the table. The list is empty once it has ended."""
    user, seated = interaction.user.id, bool(table.list_seats(interaction.user.id))
    if table.status == TABLE_OVER:
        return []
    items = []
    if table.status == TABLE_PLAYING and seated:
        if set(table.user_ids) != {user}:
            items.append(make_button(make_custom_id("b", "dq", table.id), w("Draw…"), emoji="🤝"))
        times = await interaction.client.services.tables.clocks.read_seat_times(table)
        if any(one.has_run_out and one.seat not in table.list_seats(user) for one in times):
            items.append(make_button(make_custom_id("b", CLAIM_VERB, table.id), w("Time's up…"), emoji="⌛"))
        items.append(make_button(make_custom_id("b", "rq", table.id), w("Resign"), emoji="🏳️"))
    if table.host_id == user or is_moderator(interaction):
        items.append(make_button(make_custom_id("b", CLOSE_VERB, table.id), w("Close…"), emoji="🚫"))
    return items


def write_ending_lines(table: Table, w: Words) -> list[str]:
    """Return the question above the buttons that end the table."""
    if table.status == TABLE_IN_LOBBY:
        return [w("Close the table before the match?")]
    return [w("How should this match end? Each button asks first.")]
