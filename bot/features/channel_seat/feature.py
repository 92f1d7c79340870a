"""How the channel's seat docks on."""

from __future__ import annotations

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.features.channel_seat.choices import offer_in_lobby
from bot.features.channel_seat.driver import Driver
from bot.features.channel_seat.guests import Guests
from bot.features.channel_seat.keeper import Keeper
from bot.features.channel_seat.mirror import Mirror
from bot.features.channel_seat.pages import Page, offer_in_menu
from bot.features.channel_seat.posts import Posts
from bot.features.channel_seat.presses import Panel
from bot.features.channel_seat.verbs import VERBS
from bot.features.contract import Feature, House
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
    once = Once(poster, recent, tables)
    mirror = Mirror(poster, recent, once, posts, tables, store.channel_seats, services.pictures)
    driver = Driver(tables, store.channel_seats, keeper, services.adviser, posts, mirror, house.hosts)
    page = Page(tables, keeper, driver.count)
    Panel(tables, keeper, page)
    Guests(tables, store.channel_seats, keeper, page, poster, posts, driver.look_at_ask)
    services.announcer.before_announcing(do_nothing_at, mirror.write_notes)
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    lobby_seats.offer(NAME, offer_in_lobby)
    return Feature(
        NAME,
        hear=driver.hear,
        resume=driver.resume,
        lose_posts=driver.lose_posts,
        settle=driver.settle,
        stop=driver.stop,
    )


async def do_nothing_at(table_id: int) -> None:
    """Nobody has to act before a board is shown: a vote takes its time."""
