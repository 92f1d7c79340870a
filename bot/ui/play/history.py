"""*Turn by turn*: step through the public positions of a match."""

from __future__ import annotations

from math import ceil

import discord

from bot.model.table import Table
from bot.model.turns import count_played_turns, list_step_numbers
from bot.platform.limits import MAX_MESSAGE_LENGTH, MAX_SELECT_OPTIONS, keep_newest_lines
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.ids import encode_number, make_custom_id, read_page, read_table_id
from bot.ui.play.pages import write_heading
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene_at, require_match
from bot.ui.services import Interaction
from bot.ui.turn_numbers import write_turn_with_total
from games.core.match import Match
from games.core.words import Words

NEWEST_PLY = 10**6
"""Larger than any ply, so a button with this number always leads to the newest position."""


def make_history_button(table: Table, w: Words, row: int | None = None) -> Item:
    """Return the button that opens the positions turn by turn."""
    return make_button(make_custom_id("b", "hi", table.id, NEWEST_PLY), w("Turn by turn"), emoji="🕰️", row=row)


async def open_position(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Turn by turn* button, and the components that lead from one position to another."""
    turning = len(parts) > 2
    await replies.acknowledge(interaction, in_new_message=not turning)
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await show_position(interaction, table, read_position(parts, values))


async def show_position(interaction: Interaction, table: Table, ply: int) -> None:
    """Show the position after the first ``ply`` steps that have not been undone.

    If there are fewer steps, show the newest position.
    """
    match, w = require_match(table), replies.get_words(interaction)
    ply = min(ply, match.ply)
    files = await interaction.client.services.pictures.draw_position(table, match, ply, w)
    offered = interaction.client.services.offers.list_position_buttons(table, ply, w, 2)
    items = [*list_position_buttons(match, ply, w, "hi", table.id), *offered]
    await replies.show(
        interaction, write_position_text(table, match, ply, w), view=make_view(items), files=files
    )


def write_position_text(table: Table, match: Match, ply: int, w: Words, title: str = "") -> str:
    """Return the text of a position: its turn, the events that led to it, and its status.

    :param title: the name of a match without a table. By default, the table's number is shown.
    """
    position, scene = make_scene_at(table, match, ply, w)
    scene = escape_scene(scene)
    head = f"**{table.game.title}** · {title}" if title else write_heading(table, w)
    if ply:
        turn = write_turn_with_total(list_step_numbers(match)[ply - 1], count_played_turns(match), w)
        which = f"{turn} · {scene.names[match.steps[ply - 1].seat]}"
    elif match.ply:
        which = w("Before turn 1 of {all}", all=count_played_turns(match))
    else:
        which = w("The beginning: nobody has moved yet")
    status = match.game.texts.describe_status(position, scene)
    sentences = (match.game.texts.narrate_event(event, scene) for event in scene.events)
    room = MAX_MESSAGE_LENGTH - len(head) - len(which) - len(status) - 4
    story = keep_newest_lines([f"> {line}" for line in sentences if line], room)
    return "\n".join(part for part in (head, which, story, status) if part)


def read_position(parts: list[str], values: list[str]) -> int:
    """Return the ply that a button names, or the option chosen in a select."""
    return read_page(values, 0) if values else read_page(parts, 1)


def list_position_buttons(match: Match, ply: int, w: Words, verb: str, subject_id: int) -> list[Item]:
    """Return two buttons that lead one step back and forward, and a select that leads to other turns.

    :param subject_id: the ID of the table, or the number of a match without a table, for the custom_ids.
    """
    last = match.ply

    def make_step_button(mark: str, target: int, label: str, emoji: str, *, is_disabled: bool) -> Item:
        identity = make_custom_id("b", verb, subject_id, max(target, 0), mark)
        return make_button(identity, label, emoji=emoji, row=0, disabled=is_disabled)

    items = [
        make_step_button("b", ply - 1, w("Back"), "◀️", is_disabled=ply == 0),
        make_step_button("n", ply + 1, w("Forward"), "▶️", is_disabled=ply == last),
    ]
    if last > 1:
        jumps, interval = _list_jumps(match, w)
        options = [discord.SelectOption(label=label, value=encode_number(target)) for target, label in jumps]
        identity = make_custom_id("s", verb, subject_id, ply, "j")
        placeholder = w("Jump to…") if interval == 1 else w("Jump to… (every {n} turns)", n=interval)
        items.append(make_select(identity, options, placeholder, row=1))
    return items


def _list_jumps(match: Match, w: Words) -> tuple[list[tuple[int, str]], int]:
    """Return plies and labels for a select, and the interval between the turns that it has.

    The select has the first and newest position, and the turns in between. If there are too many, it has only
    every second turn, or every third, and so on.
    """
    ends = {number.turn: ply for ply, number in enumerate(list_step_numbers(match), 1)}
    turns = [turn for turn, ply in ends.items() if ply < match.ply]
    interval = ceil(max(len(turns), 1) / (MAX_SELECT_OPTIONS - 2))
    jumps = [
        (0, w("First")),
        *((ends[turn], w("Turn {n}", n=turn)) for turn in turns if turn % interval == 0),
        (NEWEST_PLY, w("Newest")),
    ]
    return jumps, interval


PRESS_HANDLERS = (PressHandler("hi", open_position, is_expensive=True, acknowledge=None),)
