"""The menu behind *More*: everything that can be done at a table and is not a move, on private buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import LOBBY, OVER, PLAYING, Table
from bot.platform.limits import PER_ROW
from bot.tables.seats import list_takeable
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id, table_of
from bot.ui.offers import TableButton
from bot.ui.person import settings
from bot.ui.play import history, replay, undo
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import endings, fairness_page
from games.core.words import Words


def _log(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    return button(custom_id("b", "lg", table.id, table.match.seq), w("Log"), emoji="📜", row=row)


def _catch_up(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    identity = custom_id("b", "cu", table.id, table.match.seq)
    return button(identity, w("Catch me up"), emoji="🔎", row=row)


def _describe(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    return button(custom_id("b", "ds", table.id, table.match.seq), w("Describe"), emoji="📝", row=row)


def _fairness(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    return fairness_page.opener(table, w, row)


def _undo(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status != PLAYING or table.match is None or not undo.can_undo(table, user_id):
        return None
    return button(custom_id("b", "un", table.id, table.match.seq), w("Undo"), emoji="↩️", row=row)


def _earlier(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    return history.opener(table, w, row)


def _replay(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.match is None:
        return None
    return replay.opener(table, w, row)


def _rules(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    return button(custom_id("b", "ru", table.game.key), w("Rules"), emoji="📖", row=row)


def _settings(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    return button(custom_id("b", "se"), w("Settings"), emoji="⚙️", row=row)


def _resign(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status != PLAYING or not table.seats_of(user_id):
        return None
    return button(custom_id("b", "rq", table.id), w("Resign"), emoji="🏳️", row=row)


def _draw(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    alone = set(table.people) == {user_id}
    if table.status != PLAYING or alone or not table.seats_of(user_id):
        return None
    return button(custom_id("b", "dq", table.id), w("Draw…"), emoji="🤝", row=row)


def _leave(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status == OVER or not table.seats_of(user_id):
        return None
    return button(custom_id("b", "lvq", table.id), w("Leave…"), emoji="🚪", row=row)


def _take(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status != PLAYING or not list_takeable(table, user_id):
        return None
    return button(custom_id("b", "tkq", table.id), w("Take a seat…"), emoji="🪑", row=row)


def _clock(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status != LOBBY and (table.status != PLAYING or table.clock is None):
        return None
    return button(custom_id("b", "ckq", table.id), w("Clock"), emoji="⏳", row=row)


def _ask_over(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    if table.status != PLAYING or not table.computers or not table.seats_of(user_id):
        return None
    return button(custom_id("b", "ivq", table.id), w("Invite…"), emoji="👋", row=row)


ENTRIES: tuple[tuple[TableButton, ...], ...] = (
    (_catch_up, _describe, _log, _earlier, _replay),
    (_rules, _fairness, _settings),
    (_undo, _clock, _draw, _resign),
    (_leave, _take, _ask_over),
)
"""The buttons of each row: reading, looking up, the match, the seats."""


async def open_menu(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the menu."""
    await replies.begin(interaction, new=True)
    services = interaction.client.services
    table = await services.tables.get(table_of(parts))
    table = await services.attendance.replace_absent(table)
    w = replies.reader(interaction)
    user = interaction.user.id
    offered = [
        entry.make for entry in services.offers.menu if entry.fits is None or await entry.fits(table, user)
    ]
    items = list_entries(table, user, w, offered)
    await replies.show(interaction, w("What would you like to do?"), view=view(items))


def list_entries(table: Table, user_id: int, w: Words, offered: Sequence[TableButton] = ()) -> list[Item]:
    """Return the buttons of the menu that make sense for a person now.

    :param offered: makes the buttons of features, in a row below the others.
    """
    items: list[Item] = []
    for row, entries in enumerate((*ENTRIES, offered)):
        made = (entry(table, user_id, w, row) for entry in entries)
        items += [item for item in made if item is not None][:PER_ROW]
    return items


async def open_settings(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the settings panel."""
    await replies.begin(interaction, new=True)
    await settings.show(interaction)


async def confirm_resign(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask whether the match is to be given up."""
    await replies.begin(interaction)
    await endings.ask_resign(interaction, await interaction.client.services.tables.get(table_of(parts)))


PRESSES = (
    Press("mo", open_menu),
    Press("se", open_settings, table=None),
    Press("rq", confirm_resign),
)
