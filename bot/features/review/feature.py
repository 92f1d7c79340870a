"""Reviews: a curve of win chances, the turning points, and *Try again*."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.review.again import TryAgainPanel
from bot.features.review.late import PendingReviews
from bot.features.review.layout import make_menu_button
from bot.features.review.posts import ReviewPosts
from bot.features.review.presses import ReviewPresses
from bot.ui.offers import HISTORY_GROUP, MenuEntry


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, tables = services.store, services.tables
    reviewer = services.reviewer
    posts = ReviewPosts(
        services.poster,
        services.one_time_posts,
        tables,
        store.channels,
        store.reviews,
        reviewer,
        services.pictures,
        services.is_hosting,
    )
    late = PendingReviews(reviewer)
    presses = ReviewPresses(tables, store.messages, reviewer, posts, late, services.pictures, store.channels)
    again = TryAgainPanel(tables, reviewer, services.pictures)
    return Feature(
        name="review",
        press_handlers=(*presses.press_handlers, *again.press_handlers),
        workers=(posts.upkeep, reviewer, late),
        daily_cleanups=(reviewer.delete_outdated_reviews,),
        menu_entries=(MenuEntry(make_menu_button, HISTORY_GROUP),),
        ending_buttons=(make_menu_button,),
        match_reviewers=(presses.review_imported_match,),
        swing_sources=(reviewer.find_swings,),
        channel_settings=(presses.make_setting_row,),
    )
