"""The page that ``/table`` opens: one private message with everything about a table except moves."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors.tables import NoTableHere, UnhostedGame
from bot.model.table import TABLE_FROZEN, TABLE_OVER, Table
from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_MESSAGE_LENGTH, clip
from bot.ui import refusals, replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import IdParts, make_custom_id, read_table_id
from bot.ui.play.own_view import write_status
from bot.ui.play.pages import write_heading
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from bot.ui.table import claims, endings, lobby_message, reposting, tabs
from games.core.words import Words

FRONT_TAB, HISTORY_TAB, PEOPLE_TAB, SETTINGS_TAB, END_TAB = "f", "h", "p", "s", "e"
EMOJI_BY_TAB = {FRONT_TAB: "🪸", HISTORY_TAB: "📜", PEOPLE_TAB: "🪑", SETTINGS_TAB: "⚙️", END_TAB: "🏁"}
MORE_HISTORY_TAB = "hm"
"""The second page of the *History* tab."""
TAB_VERB = "tb"


def make_tab_button(table: Table, tab: str, w: Words, row: int | None = None) -> Item:
    """Return the button that opens a tab of the page."""
    return make_button(
        make_custom_id("b", TAB_VERB, table.id, tab), name_tab(tab, w), emoji=EMOJI_BY_TAB[tab], row=row
    )


def name_tab(tab: str, w: Words) -> str:
    """Return the translated name of a tab."""
    names = {
        FRONT_TAB: w("Table"),
        HISTORY_TAB: w("History"),
        PEOPLE_TAB: w("People"),
        SETTINGS_TAB: w("Settings"),
        END_TAB: w("End"),
    }
    return names[tab]


def _make_more_history_button(table: Table, w: Words) -> Item:
    return make_button(make_custom_id("b", TAB_VERB, table.id, MORE_HISTORY_TAB), w("More…"), emoji="➕")


async def open_tab(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the buttons that show a tab of the page."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await show_table_page(interaction, table, IdParts(parts)[1])


async def show_table_page(interaction: Interaction, table: Table, tab: str = FRONT_TAB) -> None:
    """Show a tab of the page, or the front tab if the requested one has nothing to offer now."""
    table = await interaction.client.services.attendance.replace_absent_players(table)
    w = replies.get_words(interaction)
    items_by_tab = {
        FRONT_TAB: await tabs.list_front_buttons(interaction, table, w),
        HISTORY_TAB: tabs.list_history_buttons(table, w),
        PEOPLE_TAB: await tabs.list_people_buttons(interaction, table, w),
        SETTINGS_TAB: tabs.list_settings_buttons(interaction, table, w),
        END_TAB: await tabs.list_ending_buttons(interaction, table, w),
    }
    offered = [one for one in items_by_tab if one == FRONT_TAB or items_by_tab[one]]
    if items_by_tab[HISTORY_TAB]:
        items_by_tab[HISTORY_TAB].append(_make_more_history_button(table, w))
        items_by_tab[MORE_HISTORY_TAB] = await tabs.list_more_history_buttons(interaction, table, w)
    shown = tab if items_by_tab.get(tab) else FRONT_TAB
    lines = [write_heading(table, w), *await _write_tab(interaction, table, shown, w)]
    items = _make_tabs(table, shown, offered, w)
    for index, item in enumerate(items_by_tab[shown]):
        item.row = 1 + index // MAX_BUTTONS_PER_ROW
        items.append(item)
    await replies.show(
        interaction,
        clip("\n".join(line for line in lines if line), MAX_MESSAGE_LENGTH),
        view=make_view(items),
    )


async def _write_tab(interaction: Interaction, table: Table, tab: str, w: Words) -> Sequence[str]:
    if tab in (HISTORY_TAB, MORE_HISTORY_TAB):
        return tabs.write_history_lines(table, w)
    if tab == PEOPLE_TAB:
        return tabs.write_people_lines(table, w)
    if tab == SETTINGS_TAB:
        return await tabs.write_settings_lines(interaction, table, w)
    if tab == END_TAB:
        return tabs.write_ending_lines(table, w)
    if table.status == TABLE_FROZEN:
        return [w("I can't read its moves any more, so it's frozen.")]
    if table.match is not None:
        return [write_status(table, table.match, None, w)]
    if table.status == TABLE_OVER:
        return [w("This table was closed before the match began.")]
    return [lobby_message.write_next_step(table, w)]


def _make_tabs(table: Table, open_tab: str, offered_tabs: Sequence[str], w: Words) -> list[Item]:
    """Return a button for each tab. The current tab's button is highlighted and disabled."""
    items = []
    for tab in offered_tabs:
        style = discord.ButtonStyle.primary if tab == open_tab else discord.ButtonStyle.secondary
        identity = make_custom_id("b", TAB_VERB, table.id, tab)
        items.append(
            make_button(
                identity,
                name_tab(tab, w),
                emoji=EMOJI_BY_TAB[tab],
                row=0,
                style=style,
                disabled=tab == open_tab,
            )
        )
    return items


async def show_no_table(interaction: Interaction, error: NoTableHere) -> None:
    """Say that the channel has never had a table, and offer the channel's settings."""
    w = replies.get_words(interaction)
    await replies.show(
        interaction, refusals.write_refusal(error, w), view=make_view([tabs.make_channel_settings_button(w)])
    )


async def show_unhosted_table(interaction: Interaction, error: UnhostedGame) -> None:
    """Say that a table's game is no longer hosted, and offer to end the table."""
    w = replies.get_words(interaction)
    items = [endings.make_close_unhosted_button(error.table_id, w)]
    await replies.show(interaction, refusals.write_refusal(error, w), view=make_view(items))


async def repost_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Post the table again at the end of its channel."""
    await reposting.repost_newest_message(
        interaction, await interaction.client.services.tables.get(read_table_id(parts))
    )


async def open_claims(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the person's options when a clock has run out."""
    await claims.show_claims(interaction, await interaction.client.services.tables.get(read_table_id(parts)))


async def ask_to_confirm_closing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before the table is closed."""
    services = interaction.client.services
    try:
        table = await services.attendance.replace_absent_players(
            await services.tables.get(read_table_id(parts))
        )
    except UnhostedGame as error:
        await endings.ask_to_confirm_closing_unhosted_table(interaction, error.table_id)
    else:
        await endings.ask_to_confirm_closing(interaction, table)


PRESS_HANDLERS = (
    PressHandler(TAB_VERB, open_tab),
    PressHandler(tabs.REPOST_VERB, repost_table),
    PressHandler(tabs.CLAIM_VERB, open_claims),
    PressHandler(tabs.CLOSE_VERB, ask_to_confirm_closing),
)
