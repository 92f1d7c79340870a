"""The ``/club open`` page about the matches and people of a server, in tabs that features add."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors.tables import ServerChannelRequired
from bot.ui import replies, tabs
from bot.ui.components import Item
from bot.ui.offers import PageTab
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction

TAB_VERB = "clb"
"""Verb of the buttons that show a tab of the page."""


def list_tabs(interaction: Interaction) -> Sequence[PageTab]:
    """Return the tabs of ``/club open`` in order. All are added by features."""
    return sorted(interaction.client.services.offers.club_tabs, key=lambda tab: tab.position)


def make_tab_buttons(interaction: Interaction, current_key: str) -> list[Item]:
    """Return the row of buttons that open the other tabs. Empty outside a server."""
    if interaction.guild_id is None:
        return []
    return tabs.make_tab_buttons(interaction, list_tabs(interaction), TAB_VERB, current_key)


async def open_tab(interaction: Interaction, parts: list[str]) -> None:
    """Show the tab whose key is the first of ``parts``, or the first tab if there is none.

    :raises ServerChannelRequired: the press or command is from outside a server.
    :raises OutdatedId: there is no such tab.
    """
    if interaction.guild_id is None:
        raise ServerChannelRequired
    await tabs.find_tab(list_tabs(interaction), parts).show(interaction, None)


async def show_chosen_tab(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the tab that the button names. A button on another page opens the first tab in a new message."""
    await replies.acknowledge(interaction, in_new_message=not parts)
    await open_tab(interaction, parts)


PRESS_HANDLERS = (make_tableless_handler(TAB_VERB, show_chosen_tab, is_expensive=True, acknowledge=None),)
