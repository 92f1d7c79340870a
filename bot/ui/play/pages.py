"""Long texts about a match: what they are kept by, and how they are shown, a page at a time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from bot.model.table import Table
from bot.platform.limits import CONTENT
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words

PAGE = CONTENT - 200
"""So many characters a page has; the number below it takes the rest."""


def make_key(table: Table, match: Match, viewer: int | None, w: Words) -> tuple[Hashable, ...]:
    """Return what a text about a match depends on: the position, who sits there, and who it is told."""
    return (table.id, match.seq, table.status, table.occupants, table.former, viewer, w.locale)


async def show_page(
    interaction: Interaction, pages: Sequence[str], page: int, verb: str, table: Table, match: Match
) -> None:
    """Put one page into the private answer, with buttons to the ones beside it.

    :param page: its number from 0; the nearest that there is takes its place.
    :param verb: of the buttons, whose handler shows another page of the same text.
    """
    w = replies.reader(interaction)
    shown = max(0, min(page, len(pages) - 1))
    items: list[Item] = []
    if shown > 0:
        items.append(button(custom_id("b", verb, table.id, match.seq, shown - 1), w("Back"), emoji="◀️"))
    if shown + 1 < len(pages):
        items.append(button(custom_id("b", verb, table.id, match.seq, shown + 1), w("More"), emoji="▶️"))
    foot = w("-# Page {page} of {pages}", page=shown + 1, pages=len(pages)) if len(pages) > 1 else ""
    await replies.show(interaction, f"{pages[shown]}\n{foot}".strip(), view=view(items))
