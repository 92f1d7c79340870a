"""The review of a match, its moments, and *Try again*."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.review.again import TryAgain
from bot.features.review.commands import ReviewCommand
from bot.features.review.layout import opener
from bot.features.review.posts import ReviewPosts
from bot.features.review.presses import ReviewPresses
from bot.ui.offers import MenuEntry


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    store, tables = house.store, house.tables
    reviewer = house.reviewer
    posts = ReviewPosts(
        house.poster,
        house.once,
        tables,
        store.channels,
        store.reviews,
        reviewer,
        house.pictures,
        house.hosts,
    )
    presses = ReviewPresses(tables, reviewer, house.pictures, store.channels)
    again = TryAgain(tables, reviewer, house.pictures)
    return Feature(
        name="review",
        cogs=(ReviewCommand(tables, store.reviews, presses),),
        presses=(*presses.presses, *again.presses),
        workers=(posts.upkeep,),
        tidy=(reviewer.tidy,),
        menu=(MenuEntry(opener),),
        judges=(presses.judge,),
        channel_settings=(presses.offer_setting,),
    )
