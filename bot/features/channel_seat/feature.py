"""The channel seat: a seat that a whole channel plays by vote."""

from __future__ import annotations

from bot.features.channel_seat.choices import offer_in_lobby
from bot.features.channel_seat.driver import Driver
from bot.features.channel_seat.guests import Guests
from bot.features.channel_seat.keeper import Keeper
from bot.features.channel_seat.mirror import Mirror
from bot.features.channel_seat.pages import Page, offer_in_menu
from bot.features.channel_seat.posts import Posts
from bot.features.channel_seat.presses import Panel
from bot.features.contract import BoardNotes, Feature, House
from bot.ui.offers import KeptLine, MenuEntry
from games.core.words import plural

KEPT = (
    KeptLine(
        ("channel_votes",), plural("- {n} vote for a channel's move", "- {n} votes for a channel's moves", 0)
    ),
    KeptLine(
        ("channel_sides",),
        plural(
            "- for which channel you vote, in {n} match", "- for which channel you vote, in {n} matches", 0
        ),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    store, tables = house.store, house.tables
    keeper = Keeper(tables, store.channel_seats)
    posts = Posts(house.poster, house.recent, tables, house.announcer.announced)
    mirror = Mirror(
        house.poster, house.recent, house.once, posts, tables, store.channel_seats, house.pictures
    )
    driver = Driver(tables, store.channel_seats, keeper, house.adviser, posts, mirror, house.hosts)
    page = Page(tables, keeper, driver.count)
    panel = Panel(tables, keeper, page)
    guests = Guests(tables, store.channel_seats, keeper, page, house.poster, posts, driver.look_at_ask)
    return Feature(
        name="channel_seat",
        presses=(*page.presses, *panel.presses, *guests.presses),
        workers=(driver,),
        lose_posts=(driver.lose_posts,),
        board_notes=(BoardNotes(mirror.write_notes),),
        menu=(MenuEntry(offer_in_menu),),
        lobby_seats=(offer_in_lobby,),
        kept=KEPT,
    )
