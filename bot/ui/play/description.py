"""*Describe*: the whole position in words, for whoever cannot or would rather not see the picture."""

from __future__ import annotations

from bot.model.table import Table
from bot.platform.limits import split_pages
from bot.ui import replies
from bot.ui.ids import page_of, table_of
from bot.ui.mending import mend
from bot.ui.play.own_view import write_news
from bot.ui.play.pages import PAGE, show_page
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words


async def open_description(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Answer the button *Describe*, and those that turn its pages."""
    turning = len(parts) > 2
    await replies.begin(interaction, new=not turning)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    await show_description(interaction, table, page_of(parts, 2))


async def show_description(interaction: Interaction, table: Table, page: int = 0) -> None:
    """Put a page of the position in words into the private answer."""
    match, w = require_match(table), replies.reader(interaction)
    text = write_description(table, match, table.seat_for(interaction.user.id), w)
    await show_page(interaction, split_pages(text, PAGE), page, "ds", table, match)
    replies.note_look(interaction, table.id, match.seq)


def write_description(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return the whole position in words, after what its person alone has heard of late."""
    position, scene = make_scene(table, match, seat, w)
    text = match.game.texts.describe(position, escape_scene(scene))
    return "\n".join(part for part in (write_news(table, match, seat, w, PAGE // 2), text) if part)


PRESSES = (Press("ds", open_description, guests=True, dear=True),)
