"""How the review docks on."""

from __future__ import annotations

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.features.contract import Feature, House
from bot.features.review.again import TryAgain
from bot.features.review.commands import ReviewCommand
from bot.features.review.layout import opener
from bot.features.review.posts import ReviewPosts
from bot.features.review.presses import ReviewPresses
from bot.features.review.verbs import VERBS
from bot.ui import verbs
from bot.ui.person import settings
from bot.ui.play import judging
from bot.ui.table import menu

NAME = "review"


def dock(house: House) -> Feature:
    """Bring reviews into the house."""
    services, store, tables = house.services, house.store, house.tables

    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    reviewer = house.reviewer
    posts = ReviewPosts(
        poster,
        Once(poster, RecentMessages(house.client, poster, tables.now), tables),
        tables,
        store.channels,
        store.reviews,
        reviewer,
        services.pictures,
        house.hosts,
    )
    verbs.load(VERBS)
    presses = ReviewPresses(tables, reviewer, services.pictures, store.channels)
    TryAgain(tables, reviewer, services.pictures)
    menu.offer(NAME, opener)
    judging.offer(NAME, presses.judge)
    settings.offer(NAME, presses.offer_setting)
    upkeep = posts.upkeep
    return Feature(
        NAME,
        cogs=(ReviewCommand(tables, store.reviews, presses),),
        hear=upkeep.hear,
        resume=upkeep.resume,
        tidy=reviewer.tidy,
        settle=upkeep.settle,
        stop=upkeep.stop,
    )
