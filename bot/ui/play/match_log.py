"""The log of a match, step by step, without hidden information."""

from __future__ import annotations

from dataclasses import replace

from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.model.turns import list_step_numbers
from bot.platform.limits import join_pages
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import read_page, read_table_id
from bot.ui.play.pages import MAX_PAGE_CHARACTERS, make_text_key, show_page
from bot.ui.play.seatnotes import write_log_notes, write_unrated_reason
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from bot.ui.turn_numbers import write_turn
from games.core.match import ACT_KIND, Match
from games.core.words import Words


async def open_log(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Log* button, and the buttons that turn the pages of the log."""
    turning = len(parts) > 2
    await replies.acknowledge(interaction, in_new_message=not turning)
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await show_log(interaction, table, read_page(parts, 2) if turning else None)


async def show_log(interaction: Interaction, table: Table, page: int | None = None) -> None:
    """Show a page of the log, by default the newest."""
    await refresh_if_stale(interaction, table)
    w, match = replies.get_words(interaction), require_match(table)
    pages = await interaction.client.services.texts.get(
        ("log", *make_text_key(table, match, None, w)),
        lambda: join_pages(write_log_texts(table, match, w), MAX_PAGE_CHARACTERS),
    )
    await show_page(interaction, pages, len(pages) - 1 if page is None else page, "lg", table, match)


def write_log_texts(table: Table, match: Match, w: Words) -> list[str]:
    """Return the public log as texts: the opening, one for each step, and the result. Undone steps are only
    counted.
    """
    lines: list[str] = []
    position, scene = make_scene(table, match, None, w)
    scene = escape_scene(scene)
    for event in match.opening_events:
        lines.append(match.game.texts.narrate_event(match.rules.redact(event, None), scene))
    names, notes = make_name_lookup(table, match), write_log_notes(table, match, w)
    numbers = list_step_numbers(match)
    lines += notes.get(0, ())
    for ply, step in enumerate(match.steps, 1):
        scene_at_step = replace(scene, names=tuple(map(escape_name, names(ply))))
        sentences = (
            match.game.texts.narrate_event(match.rules.redact(e, None), scene_at_step) for e in step.events
        )
        turn, name = write_turn(numbers[ply - 1], w), scene_at_step.names[step.seat]
        entry = [f"**{turn}** · {name} · `{step.action.token}`"]
        entry += [f"> {line}" for line in sentences if line]
        lines.append("\n".join((*entry, *notes.get(ply, ()))))
    taken_back = sum(row.kind == ACT_KIND for row in match.rows) - match.ply
    if taken_back:
        lines.append(
            w.plural(
                "-# ↩️ {n} move was taken back and isn't shown here.",
                "-# ↩️ {n} moves were taken back and aren't shown here.",
                taken_back,
            )
        )
    if not match.is_rated:
        lines.append(write_unrated_reason(match, w))
    if match.outcome is not None:
        lines.append(match.game.texts.describe_status(position, scene))
    return [line for line in lines if line]


PRESS_HANDLERS = (PressHandler("lg", open_log, is_expensive=True, acknowledge=None),)
