"""Reviews: a curve of win chances, the turning points, and *Try again*."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.review.again import TryAgain
from bot.features.review.late import LateAnswers
from bot.features.review.layout import offer_in_menu
from bot.features.review.posts import ReviewPosts
from bot.features.review.presses import ReviewPresses
from bot.ui.offers import HISTORY, MenuEntry


def dock(house: House) -> Feature:
    """Create the feature's objects, and return what it adds to the bot."""
    store, tables = house.store, house.tables
    reviewer = house.reviewer
    posts = ReviewPosts(
        house.poster,
        house.one_time_posts,
        tables,
        store.channels,
        store.reviews,
        reviewer,
        house.pictures,
        house.hosts,
    )
    late = LateAnswers(reviewer)
    presses = ReviewPresses(tables, store.messages, reviewer, late, house.pictures, store.channels)
    again = TryAgain(tables, reviewer, house.pictures)
    return Feature(
        name="review",
        presses=(*presses.presses, *again.presses),
        workers=(posts.upkeep, reviewer, late),
        tidy=(reviewer.tidy,),
        menu=(MenuEntry(offer_in_menu, HISTORY),),
        endings=(offer_in_menu,),
        judges=(presses.judge,),
        swings=(reviewer.find_swings,),
        channel_settings=(presses.offer_setting,),
    )
