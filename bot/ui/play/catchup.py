"""*Catch me up*: a picture and a few lines about the events since the person last looked."""

from __future__ import annotations

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.model.turns import count_played_turns, find_turn_number
from bot.storage.looks import LastLook
from bot.ui import replies
from bot.ui.components import make_view
from bot.ui.ids import OutdatedId, decode_number, read_table_id
from bot.ui.play import history
from bot.ui.play.own_view import list_buttons
from bot.ui.play.pages import make_text_key
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, redact_events, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.match import UNDO_KIND, Match
from games.core.shapes import EventLike
from games.core.texts import Scene
from games.core.words import Words

MAX_SENTENCES = 6
MIN_SENTENCES = 3
"""A shorter summary is filled up with unimportant sentences."""
MAX_SUMMARY_CHARACTERS = 1000
"""Maximum number of characters in all sentences of a summary."""


async def open_catchup(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Catch me up* button."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await refresh_if_stale(interaction, table)
    await show_catchup(interaction, table, _read_look(parts))


def _read_look(parts: list[str]) -> LastLook | None:
    """Return the look from which a button starts, if it names one.

    :raises OutdatedId: the look isn't two numbers.
    """
    if len(parts) <= 2:
        return None
    try:
        return LastLook(decode_number(parts[2]), decode_number(parts[3]))
    except (ValueError, IndexError) as error:
        raise OutdatedId from error


async def show_catchup(interaction: Interaction, table: Table, look: LastLook | None = None) -> None:
    """Show a picture and a summary of the events since the person last looked, or since an earlier look."""
    match = require_match(table)
    w = replies.get_words(interaction)
    services = interaction.client.services
    seat = table.find_acting_seat(interaction.user.id)
    look = look or await services.looks.find_look(interaction.user.id, table.id)
    known = 0 if look is None else find_ply(match, look.seq)
    files = await services.pictures.draw_changes(table, match, seat, known, w)
    text = await services.texts.get(
        ("catchup", *make_text_key(table, match, seat, w), look),
        lambda: write_catchup(table, match, seat, look, w),
    )
    items = list_buttons(table, match, seat, w)
    items.append(history.make_history_button(table, w))
    await replies.show(interaction, text, view=make_view(items), files=files)
    replies.record_look(interaction, table.id, match.seq)


def write_catchup(table: Table, match: Match, seat: int | None, look: LastLook | None, w: Words) -> str:
    """Return the number of turns, the most important events, and the current status.

    :param seat: seat of the reader; ``None`` for a spectator.
    :param look: time and position of the person's last look; ``None`` if they never looked.
    """
    position, scene = make_scene(table, match, seat, w)
    scene = escape_scene(scene)
    known = 0 if look is None else find_ply(match, look.seq)
    lines = [_write_count(match, look, known, scene)]
    if look is not None and known < match.ply and any(r.kind == UNDO_KIND for r in match.rows[look.seq :]):
        lines.append(w("Other moves were taken back in the meantime."))
    lines += [f"> {line}" for line in choose_sentences(match, known, seat, scene)]
    lines.append(match.game.texts.describe_status(position, scene))
    return "\n".join(line for line in lines if line)


def _write_count(match: Match, look: LastLook | None, known_ply: int, scene: Scene) -> str:
    """Return the sentence with the number of turns since the person last looked."""
    w = scene.w
    steps, turns = match.steps[known_ply:], count_played_turns(match)
    if look is None:
        if not steps:
            return w("Your first look at this match: nobody has moved yet.")
        return w.plural(
            "Your first look at this match: {n} turn so far.",
            "Your first look at this match: {n} turns so far.",
            turns,
        )
    when = f"<t:{look.looked_at}:R>"
    if look.seq >= match.seq:
        return w("Nothing new since you last looked ({when}).", when=when)
    if not steps:
        if any(row.kind == UNDO_KIND for row in match.rows[look.seq :]):
            return w("Since you last looked ({when}), moves were only taken back.", when=when)
        return w("Since you last looked ({when}), the match has ended.", when=when)
    # Count the turn in which the person last looked, because it has continued since.
    return w.plural(
        "Since you last looked ({when}): {n} turn.",
        "Since you last looked ({when}): {n} turns.",
        turns - find_turn_number(match, known_ply) + 1,
        when=when,
    )


def choose_sentences(match: Match, known_ply: int, seat: int | None, scene: Scene) -> list[str]:
    """Return the most important sentences about the steps after ``known_ply``, in order.

    Notable events are preferred, then newer ones. If some are left out, the first line says so.
    """
    narrated: list[tuple[EventLike, str]] = []
    for event in redact_events(match, known_ply, seat):
        line = match.game.texts.narrate_event(event, scene)
        if line:
            narrated.append((event, line))
    notable = match.game.is_notable
    newest = [(bool(notable and notable(event)), index) for index, (event, _) in enumerate(narrated)]
    chosen: list[int] = []
    room = MAX_SUMMARY_CHARACTERS
    for weighty, index in sorted(newest, reverse=True):
        room -= len(narrated[index][1])
        if room < 0 or len(chosen) == (MAX_SENTENCES if weighty else MIN_SENTENCES):
            break
        chosen.append(index)
    lines = [narrated[index][1] for index in sorted(chosen)]
    return lines if len(lines) == len(narrated) else [scene.w("Among other things:"), *lines]


PRESS_HANDLERS = (PressHandler("cu", open_catchup, is_expensive=True, acknowledge="new"),)
