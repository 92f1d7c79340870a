"""Moves ahead: people prepare what is done when it is their turn again."""

from __future__ import annotations

from discord import ButtonStyle

from bot.features.contract import Feature, House
from bot.features.premoves.asking import Asking
from bot.features.premoves.commands import Prepare
from bot.features.premoves.driver import Driver
from bot.features.premoves.keeper import Keeper
from bot.features.premoves.next_up import NextUp
from bot.features.premoves.notes import Notes
from bot.features.premoves.pages import Page
from bot.model.table import PLAYING, Table
from bot.tables.feed import Change
from bot.ui import verbs
from bot.ui.ids import custom_id
from bot.ui.play import meanwhile, tidings
from bot.ui.presses import Item, button, press
from bot.ui.table import menu
from bot.ui.verbs import Verb
from games.core.match import Match
from games.core.words import Words

NAME = "ahead"
_PAGES, _ASKING = "bot.features.premoves.pages:Page", "bot.features.premoves.asking:Asking"
VERBS = {
    "ah": Verb("show what is prepared", _PAGES),
    "ahi": Verb("ask what others are to do before a prepared move", _PAGES),
    "ahx": Verb("cancel a prepared move", _PAGES),
    "aht": Verb("have a prepared move hold whatever comes up, or no longer", _PAGES),
    "ahn": Verb("have oneself told that one is next, or no longer", _PAGES),
    "ahp": Verb("prepare to pass the next turn", _PAGES),
    "ahg": Verb("go on with the picks of a prepared move", _ASKING),
    "ahl": Verb("go on with a pick from a list", _ASKING),
    "ahe": Verb("prepare for what somebody may do", _ASKING),
}


def dock(house: House) -> Feature:
    """Put the parts together."""
    prepared, tables = house.store.premoves, house.tables
    driver = Driver(tables, prepared, house.hosts)
    keeper = Keeper(tables, prepared, driver.wake)
    notes = Notes(prepared)
    store, hosts = house.store, house.hosts
    next_up = NextUp(house.client, tables, store.preferences, store.next_up, store.messages, hosts)
    page = Page(keeper, next_up)
    asking = Asking(keeper, page)
    for verb, handler in (
        ("ah", page.open),
        ("ahi", page.ask_event),
        ("ahx", page.cancel),
        ("aht", page.turn_chance),
        ("ahn", page.turn_next),
        ("ahp", page.pass_next),
        ("ahg", asking.take_pick),
        ("ahl", asking.take_listed),
        ("ahe", asking.take_event),
    ):
        press(verb)(handler)
    verbs.load(VERBS)
    house.services.announcer.before_announcing(driver.settled, notes.on_board)
    menu.offer(NAME, offer_in_menu, keeper.may_prepare)
    meanwhile.offer(NAME, offer_meanwhile)
    tidings.offer(NAME, notes.tidings)

    def hear(change: Change) -> None:
        driver.hear(change)
        next_up.hear(change)

    async def settle() -> None:
        await driver.settle()
        await next_up.settle()

    async def tidy() -> None:
        await prepared.tidy()
        await store.next_up.tidy()

    return Feature(
        NAME,
        cogs=(Prepare(keeper, page),),
        hear=hear,
        resume=driver.resume,
        tidy=tidy,
        settle=settle,
        stop=driver.stop,
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
