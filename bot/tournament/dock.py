"""How tournaments dock on to the house."""

from __future__ import annotations

from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.docking import Feature, House
from bot.tournament import swiss
from bot.tournament.cog import TournamentCog
from bot.tournament.keeper import Keeper
from bot.tournament.manage import Manage
from bot.tournament.opening import Opening
from bot.tournament.origin import Origin
from bot.tournament.panel import Panel
from bot.tournament.putting_right import PuttingRight
from bot.tournament.service import Arrangements
from bot.tournament.venue import DiscordVenue
from bot.tournament.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import fairness_page

POSTED_SECONDS = 2.0
"""Who opens a tournament is answered after so long at the latest."""


def dock(house: House) -> Feature:
    """Hand each part what it uses."""
    tables, store, services = house.tables, house.store, house.services
    games = tables.core.games
    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    recent = RecentMessages(house.client, poster, tables.now)
    arrangements = Arrangements(store.tournaments, games, tables.now, lambda: tables.core.secrets())
    venue = DiscordVenue(
        poster,
        recent,
        services.announcer,
        store.messages,
        store.tournaments,
        tables,
        services.pictures,
        games,
    )
    keeper = Keeper(tables, arrangements, venue, house.hosts, swiss.pair)
    opening = Opening(
        arrangements, games, keeper.wake, lambda found: keeper.settle_one(found, POSTED_SECONDS), tables.now
    )
    Panel(arrangements, games, services.pictures, keeper.wake)
    Manage(arrangements, keeper.wake)
    verbs.load(VERBS)
    fairness_page.offer("tournament", Origin(store.tournaments).tell)
    right = PuttingRight(arrangements, keeper, opening)
    return Feature(
        "tournament",
        cogs=(TournamentCog(games, arrangements, opening, right, keeper.wake),),
        hear=keeper.hear,
        resume=keeper.resume,
        tidy=keeper.resume,
        settle=keeper.settle,
        stop=keeper.stop,
    )
