"""The board's *More…* menu: buttons that only the person who opened it can see."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import TABLE_PLAYING, Table
from bot.platform.limits import MAX_BUTTONS_PER_ROW
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import MoveChoice, make_custom_id, read_table_id
from bot.ui.offers import TABLE_GROUP, WATCH_GROUP, TableButtonMaker
from bot.ui.person import settings
from bot.ui.play import guide
from bot.ui.play.board import find_hinted_seat
from bot.ui.play.own_view import can_act
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import endings, page, tabs
from games.core.words import Words


def _make_history_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    return page.make_tab_button(table, page.HISTORY_TAB, w, row)


def _make_rules_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    return make_button(make_custom_id("b", "ru", table.game.key), w("Rules"), emoji="📖", row=row)


def _make_page_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    return page.make_tab_button(table, page.FRONT_TAB, w, row)


def _make_hint_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *Hint* button for a person who can move, unless the board has one for their seat."""
    match, seat = table.match, table.find_acting_seat(user_id)
    if match is None or seat is None or table.status != TABLE_PLAYING or table.is_help_forbidden:
        return None
    if not can_act(match, seat) or find_hinted_seat(table, match) == seat:
        return None
    return guide.make_hint_button(MoveChoice(table.id, match.seq, seat), w, row=row)


async def open_menu(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *More…* button of a board."""
    services = interaction.client.services
    table = await services.tables.get(read_table_id(parts))
    table = await services.attendance.replace_absent_players(table)
    w = replies.get_words(interaction)
    user, offers = interaction.user.id, services.offers
    spectator_button_makers = await offers.list_menu_button_makers(table, user, WATCH_GROUP)
    items = list_entries(
        table,
        user,
        w,
        spectator_button_makers,
        await offers.list_menu_button_makers(table, user, TABLE_GROUP),
    )
    await replies.show(interaction, w("What would you like to do?"), view=make_view(items))


def list_entries(
    table: Table,
    user_id: int,
    w: Words,
    spectator_button_makers: Sequence[TableButtonMaker] = (),
    other_button_makers: Sequence[TableButtonMaker] = (),
) -> list[Item]:
    """Return the menu's buttons in three rows: *Undo* and spectators' buttons, the history, and the table.

    Buttons without a use now are left out.

    :param spectator_button_makers: makers of features' buttons in the first row, after *Undo*.
    :param other_button_makers: makers of features' buttons in the last row.
    """
    items: list[Item] = []
    groups = (
        (tabs.make_undo_button, *spectator_button_makers),
        (_make_hint_button, _make_history_button),
        (*other_button_makers, _make_rules_button, _make_page_button),
    )
    for row, entries in enumerate(groups):
        buttons = (entry(table, user_id, w, row) for entry in entries)
        items += [item for item in buttons if item is not None][:MAX_BUTTONS_PER_ROW]
    return items


async def open_settings(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the settings of the channel and the person."""
    await settings.show_settings(interaction)


async def ask_to_confirm_resignation(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before the person resigns."""
    await endings.ask_to_confirm_resignation(
        interaction, await interaction.client.services.tables.get(read_table_id(parts))
    )


PRESS_HANDLERS = (
    PressHandler("mo", open_menu, acknowledge="new"),
    make_tableless_handler("se", open_settings, acknowledge="new"),
    PressHandler("rq", ask_to_confirm_resignation),
)
