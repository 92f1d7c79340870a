"""Long texts about a match, cached and shown page by page."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH
from bot.storage.looks import LastLook
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words

MAX_PAGE_CHARACTERS = MAX_MESSAGE_LENGTH - 200
"""The rest of the message is for the page number."""


def make_text_key(table: Table, match: Match, viewer: int | None, w: Words) -> tuple[Hashable, ...]:
    """Return everything a text about a match depends on, as a cache key."""
    return (table.id, match.seq, table.status, table.occupants, table.former_occupants, viewer, w.locale)


async def show_page(
    interaction: Interaction,
    pages: Sequence[str],
    page: int,
    verb: str,
    table: Table,
    match: Match,
    further_buttons: Sequence[Item] = (),
) -> None:
    """Show one page with buttons to the neighbouring pages.

    :param page: number of the page from 0, clamped to the existing pages.
    :param further_buttons: further buttons, which lead away from the pages.
    """
    w = replies.get_words(interaction)
    shown = max(0, min(page, len(pages) - 1))
    items: list[Item] = []
    if shown > 0:
        items.append(
            make_button(make_custom_id("b", verb, table.id, match.seq, shown - 1), w("Back"), emoji="◀️")
        )
    if shown + 1 < len(pages):
        items.append(
            make_button(make_custom_id("b", verb, table.id, match.seq, shown + 1), w("More"), emoji="▶️")
        )
    foot = w("-# Page {page} of {pages}", page=shown + 1, pages=len(pages)) if len(pages) > 1 else ""
    items += further_buttons
    await replies.show(interaction, f"{pages[shown]}\n{foot}".strip(), view=make_view(items))


def write_heading(table: Table, w: Words) -> str:
    """Return the line that names the table."""
    return f"**{table.game.title}** · {w('table {number}', number=table.id)}"


def make_view_button(table: Table, match: Match, w: Words, *, has_icon: bool = False) -> Item:
    """Return the button that shows a person's own picture: *My hand*, or *My view* in games without hands."""
    identity, hands = make_custom_id("b", "vw", table.id, match.seq), match.game.has_hidden_hands
    label, icon = (w("My hand"), "🖐️") if hands else (w("My view"), "👀")
    return make_button(identity, label, emoji=icon if has_icon else None)


def make_catch_up_button(table: Table, match: Match, w: Words, look: LastLook | None = None) -> Item:
    """Return the *Catch me up* button, which starts from ``look`` or else the person's last look."""
    start = () if look is None else (look.seq, look.looked_at)
    return make_button(make_custom_id("b", "cu", table.id, match.seq, *start), w("Catch me up"), emoji="🔎")


def make_describe_button(table: Table, match: Match, w: Words) -> Item:
    """Return the *Describe* button, which shows the position in words."""
    return make_button(make_custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝")


def make_log_button(table: Table, match: Match, w: Words) -> Item:
    """Return the *Log* button, which shows the log of the match."""
    return make_button(make_custom_id("b", "lg", table.id, match.seq), w("Log"), emoji="🧾")
