"""Spectators predict the winner."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.predictions.board import Board
from bot.features.predictions.commands import TipsCommand
from bot.features.predictions.keeper import Keeper
from bot.features.predictions.pages import Page, offer_in_menu
from bot.features.predictions.posts import TipPosts
from bot.ui.offers import KeptLine, MenuEntry
from games.core.words import plural

KEPT = (KeptLine(("tips",), plural("- {n} tip who wins", "- {n} tips who wins", 0)),)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    store, tables = house.store, house.tables
    keeper = Keeper(tables, store.tips, house.reviewer)
    posts = TipPosts(house.poster, house.once, tables, store.tips, keeper, house.hosts)
    page, board = Page(tables, keeper), Board(store.tips, house.pictures, tables.now)
    return Feature(
        name="predictions",
        cogs=(TipsCommand(board),),
        presses=(*page.presses, *board.presses),
        workers=(posts.upkeep,),
        tidy=(posts.upkeep.resume,),
        menu=(MenuEntry(offer_in_menu),),
        kept=KEPT,
    )
