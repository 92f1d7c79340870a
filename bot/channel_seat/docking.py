"""How the channel's seat docks on."""

from __future__ import annotations

from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.channel_seat.choices import offer_in_lobby
from bot.channel_seat.driver import Driver
from bot.channel_seat.keeper import Keeper
from bot.channel_seat.page import Page, offer_in_menu
from bot.channel_seat.panel import Panel
from bot.channel_seat.posts import Posts
from bot.channel_seat.verbs import VERBS
from bot.docking import Feature, House
from bot.ui import verbs
from bot.ui.table import lobby_seats, menu

NAME = "channel_seat"


def dock(house: House) -> Feature:
    """Put the parts together."""
    services, store, tables = house.services, house.store, house.tables
    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    recent = RecentMessages(house.client, poster, tables.now)
    keeper = Keeper(tables, store.channel_seats)
    posts = Posts(poster, recent, tables, services.announcer.announced)
    driver = Driver(tables, store.channel_seats, keeper, services.adviser, posts, house.hosts)
    Panel(tables, keeper, Page(tables, keeper, driver.wake))
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    lobby_seats.offer(NAME, offer_in_lobby)
    return Feature(
        NAME,
        hear=driver.hear,
        resume=driver.resume,
        settle=driver.settle,
        stop=driver.stop,
    )
