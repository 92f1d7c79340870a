"""Results, ratings, cards and histories."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.ratings.boards import Boards
from bot.features.ratings.cards import Cards
from bot.features.ratings.choice import StayingOut
from bot.features.ratings.commands import StandingCog
from bot.features.ratings.counter import Counter
from bot.features.ratings.histories import Histories
from bot.features.ratings.reader import Reader
from bot.ui.offers import KeptLine
from games.core.words import plural

KEPT = (
    KeptLine(
        ("result_seats",),
        plural(
            "- {n} result of a finished match, with your rating after it",
            "- {n} results of finished matches, with your rating after each",
            0,
        ),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    tables, store, games = house.tables, house.store, house.tables.core.games
    standing, reads, pictures = store.ratings, store.rating_reads, house.pictures
    counter = Counter(standing, Reader(store, games), games, tables.core.share.owned_here, house.hosts)
    boards = Boards(reads, games, pictures, tables.now)
    cards = Cards(standing, reads, tables, games, pictures)
    histories = Histories(standing, reads, store.messages, tables, games)
    choice = StayingOut(standing, counter.wake)
    return Feature(
        name="ratings",
        cogs=(StandingCog(house.client.tree, boards, cards, histories, games),),
        presses=(*boards.presses, *cards.presses, *histories.presses, *choice.presses),
        workers=(counter,),
        tidy=(counter.resume,),
        own_settings=(choice.offer,),
        kept=KEPT,
    )
