"""Pages with tabs. A row of buttons leads from each tab to the others.

Each tab draws its own page and adds this row at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import OutdatedId, make_custom_id
from bot.ui.offers import PageTab
from bot.ui.services import Interaction

LAST_ROW = 4
"""Row of the tabs' buttons."""


def make_tab_buttons(
    interaction: Interaction, tabs: Sequence[PageTab], verb: str, current_key: str
) -> list[Item]:
    """Return a button for each tab. The current tab's button is highlighted and disabled."""
    w = replies.get_words(interaction)
    return [
        make_button(
            make_custom_id("b", verb, tab.key),
            w(tab.label),
            emoji=tab.emoji,
            row=LAST_ROW,
            style=ButtonStyle.primary if tab.key == current_key else ButtonStyle.secondary,
            disabled=tab.key == current_key,
        )
        for tab in tabs
    ]


def find_tab(tabs: Sequence[PageTab], parts: list[str]) -> PageTab:
    """Return the tab that a button names, by default the first.

    :raises OutdatedId: there is no such tab.
    """
    for tab in tabs:
        if not parts or tab.key == parts[0]:
            return tab
    raise OutdatedId
