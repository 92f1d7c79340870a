"""*Describe*: the whole position in words, for people who can't or would rather not see the picture."""

from __future__ import annotations

from bot.model.table import Table
from bot.platform.limits import split_pages
from bot.ui import replies
from bot.ui.ids import read_page, read_table_id
from bot.ui.play.own_view import list_move_buttons, write_news
from bot.ui.play.pages import MAX_PAGE_CHARACTERS, show_page
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.match import Match
from games.core.words import Words


async def open_description(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Describe* button, and the buttons that turn the pages of the description."""
    turning = len(parts) > 2
    await replies.acknowledge(interaction, in_new_message=not turning)
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await refresh_if_stale(interaction, table)
    await show_description(interaction, table, read_page(parts, 2))


async def show_description(interaction: Interaction, table: Table, page: int = 0) -> None:
    """Show one page of the description of a position, and to a person who can move the buttons for it."""
    match, w = require_match(table), replies.get_words(interaction)
    seat = table.find_acting_seat(interaction.user.id)
    pages = split_pages(write_description(table, match, seat, w), MAX_PAGE_CHARACTERS)
    further_buttons = [] if seat is None else list_move_buttons(table, match, seat, w)
    await show_page(interaction, pages, page, "ds", table, match, further_buttons)
    replies.record_look(interaction, table.id, match.seq)


def write_description(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return the whole position in words, below the news that only this person knows."""
    position, scene = make_scene(table, match, seat, w)
    text = match.game.texts.describe_position(position, escape_scene(scene))
    return "\n".join(
        part for part in (write_news(table, match, seat, w, MAX_PAGE_CHARACTERS // 2), text) if part
    )


PRESS_HANDLERS = (
    PressHandler("ds", open_description, allows_guest_channels=True, is_expensive=True, acknowledge=None),
)
