"""Moves prepared for a later turn."""

from __future__ import annotations

from discord import ButtonStyle

from bot.features.contract import BoardNotes, Feature, House
from bot.features.premoves.asking import Asking
from bot.features.premoves.commands import Prepare
from bot.features.premoves.driver import Driver
from bot.features.premoves.keeper import Keeper
from bot.features.premoves.next_up import NextUp
from bot.features.premoves.notes import Notes
from bot.features.premoves.pages import Page
from bot.model.table import PLAYING, Table
from bot.ui.components import Item, button
from bot.ui.ids import custom_id
from bot.ui.offers import KeptLine, MenuEntry
from games.core.match import Match
from games.core.words import Words, plural

KEPT = (
    KeptLine(
        ("prepared", "prepared_dropped"), plural("- {n} move you prepared", "- {n} moves you prepared", 0)
    ),
    KeptLine(
        ("next_up",),
        plural(
            "- when I last told you that you're next, at {n} table",
            "- when I last told you that you're next, at {n} tables",
            0,
        ),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    prepared, tables = house.store.premoves, house.tables
    driver = Driver(tables, prepared, house.hosts)
    keeper = Keeper(tables, prepared, driver.wake)
    notes = Notes(prepared)
    store, hosts = house.store, house.hosts
    next_up = NextUp(house.client, tables, store.preferences, store.next_up, store.messages, hosts)
    page = Page(keeper, next_up)
    asking = Asking(keeper, page)
    return Feature(
        name="premoves",
        cogs=(Prepare(keeper, page),),
        presses=(*page.presses, *asking.presses),
        workers=(driver, next_up),
        tidy=(prepared.tidy, store.next_up.tidy),
        board_notes=(BoardNotes(notes.on_board, driver.settled),),
        menu=(MenuEntry(offer_in_menu, keeper.may_prepare),),
        waiting=(offer_meanwhile,),
        notices=(notes.list_notices,),
        kept=KEPT,
    )


def offer_in_menu(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button behind *More…*, for who has a seat in a match."""
    if table.status != PLAYING or table.match is None or not table.seats_of(user_id):
        return None
    return button(custom_id("b", "ah", table.id), w("Prepare…"), emoji="🕰️", row=row)


def offer_meanwhile(table: Table, match: Match, seat: int, w: Words) -> Item | None:
    """Return the button of somebody who waits."""
    if table.status != PLAYING or match.outcome is not None:
        return None
    here = (table.id, match.seq, seat)
    return button(custom_id("b", "ah", *here), w("Prepare…"), emoji="🕰️", style=ButtonStyle.primary)
