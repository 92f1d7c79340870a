"""The ``/learn`` page: the rules, and the tabs of features, such as lessons. All tabs are layouts."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui import layouts, replies, tabs
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.offers import PageTab
from bot.ui.play.rulebook import show_rules
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import N_

TAB_VERB = "lrn"
"""Verb of the buttons that show a tab of the page."""
RULES_TAB_KEY = "r"


def list_tabs(interaction: Interaction) -> Sequence[PageTab]:
    """Return the tabs of ``/learn`` in order: the rules, and the tabs that features add."""
    own = PageTab(RULES_TAB_KEY, 2, N_("Rules"), "📖", show_rules_tab)
    return sorted((own, *interaction.client.services.offers.learn_tabs), key=lambda tab: tab.position)


async def open_page(interaction: Interaction, game: Game | None = None) -> None:
    """Show the first tab of ``/learn``, about ``game`` if one is given."""
    await list_tabs(interaction)[0].show(interaction, game)


async def show_tab(
    interaction: Interaction,
    current_key: str,
    parts: Sequence[layouts.LayoutPart],
    plain: str,
    items: Sequence[Item],
    files: Sequence[discord.File] = (),
) -> None:
    """Show a tab, with a row of buttons that lead to the other tabs."""
    row = tabs.make_tab_buttons(interaction, list_tabs(interaction), TAB_VERB, current_key)
    await layouts.show_layout(
        interaction, MessageLayout([*parts, layouts.make_action_row(row)], plain, [*items, *row], list(files))
    )


async def show_text_tab(
    interaction: Interaction,
    current_key: str,
    content: str,
    items: Sequence[Item],
    files: Sequence[discord.File] = (),
) -> None:
    """Show a tab that consists of a text, with pictures and buttons below it."""
    parts: list[layouts.LayoutPart] = [layouts.make_text(content)]
    if files:
        parts.append(layouts.make_gallery(files))
    await show_tab(
        interaction, current_key, [*parts, *layouts.make_action_rows(items)], content, items, files
    )


async def show_rules_tab(interaction: Interaction, game: Game | None) -> None:
    """Show the rules of a game or, if none is given, a button for each game's rules."""
    if game is not None:
        await show_rules(interaction, game, 0)
        return
    w = replies.get_words(interaction)
    items = [
        make_button(make_custom_id("b", "ru", one.key), one.title, emoji="📖")
        for one in interaction.client.services.games.values()
    ]
    text = "\n".join((w("## Rules"), w("How each game is played, with pictures.")))
    await show_text_tab(interaction, RULES_TAB_KEY, text, items)


async def show_chosen_tab(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the tab that the button names. A button on another page opens the first tab in a new message."""
    await replies.acknowledge(interaction, in_new_message=not parts, is_layout=True)
    await tabs.find_tab(list_tabs(interaction), parts).show(interaction, None)


PRESS_HANDLERS = (make_tableless_handler(TAB_VERB, show_chosen_tab, acknowledge=None),)
