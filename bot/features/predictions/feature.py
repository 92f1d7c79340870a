"""How tips dock on."""

from __future__ import annotations

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.features.contract import Feature, House
from bot.features.predictions.board import Board
from bot.features.predictions.commands import TipsCommand
from bot.features.predictions.keeper import Keeper
from bot.features.predictions.pages import Page, offer_in_menu
from bot.features.predictions.posts import TipPosts
from bot.features.predictions.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import menu

NAME = "tips"


def dock(house: House) -> Feature:
    """Put the parts together."""
    services, store, tables = house.services, house.store, house.tables
    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    keeper = Keeper(tables, store.tips, house.reviewer)
    recent = RecentMessages(house.client, poster, tables.now)
    posts = TipPosts(poster, Once(poster, recent, tables), tables, store.tips, keeper, house.hosts)
    Page(tables, keeper)
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    upkeep = posts.upkeep
    return Feature(
        NAME,
        cogs=(TipsCommand(Board(store.tips, services.pictures, tables.now)),),
        hear=upkeep.hear,
        resume=upkeep.resume,
        tidy=upkeep.resume,
        settle=upkeep.settle,
        stop=upkeep.stop,
    )
