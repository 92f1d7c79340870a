"""How tournaments dock on to the house."""

from __future__ import annotations

from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.docking import Feature, House
from bot.tournament import swiss
from bot.tournament.calendar import Calendar
from bot.tournament.choosing import Choosing
from bot.tournament.cog import TournamentCog
from bot.tournament.creators import Creators
from bot.tournament.gone import GoneCog
from bot.tournament.keeper import Keeper
from bot.tournament.listing import Listing
from bot.tournament.manage import Manage
from bot.tournament.opening import Opening
from bot.tournament.origin import Origin
from bot.tournament.panel import Panel
from bot.tournament.presence import Presence
from bot.tournament.putting_right import PuttingRight
from bot.tournament.round_pages import RoundPages
from bot.tournament.service import Arrangements
from bot.tournament.starting import Starting
from bot.tournament.venue import DiscordVenue
from bot.tournament.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import fairness_page

POSTED_SECONDS = 2.0
"""Who opens a tournament waits so long at most for its panel, and so long for its event."""


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
        Presence(house.client, services.attendance),
    )
    events = store.tournament_events
    calendar = Calendar(
        house.client, arrangements, events, store.tournaments, tables, games, house.hosts, venue.words
    )
    keeper = Keeper(tables, arrangements, venue, house.hosts, swiss.pair, calendar.wake)

    async def settle_one(tournament_id: int) -> None:
        await keeper.settle_one(tournament_id, POSTED_SECONDS)
        await calendar.settle_one(tournament_id, POSTED_SECONDS)

    starting = Starting(arrangements, events, tables.times, keeper.wake, settle_one, tables.now)
    choosing = Choosing(arrangements)
    listing = Listing(arrangements, choosing, games, keeper.recheck)
    creators = Creators(store.channels)
    opening = Opening(
        arrangements,
        creators,
        starting,
        keeper.wake,
        settle_one,
        tables.now,
    )
    Panel(arrangements, games, services.pictures, keeper.wake)
    RoundPages(arrangements)
    Manage(arrangements, events, keeper.wake, keeper.withdraw_left)
    verbs.load(VERBS)
    fairness_page.offer("tournament", Origin(store.tournaments).tell)
    right = PuttingRight(arrangements, keeper, choosing)

    async def resume() -> None:
        await keeper.resume()
        await calendar.resume()

    async def settle() -> None:
        await keeper.settle()
        await calendar.settle()

    def stop() -> None:
        keeper.stop()
        calendar.stop()

    return Feature(
        "tournament",
        cogs=(
            TournamentCog(
                games, arrangements, creators, choosing, listing, opening, starting, right, keeper.wake
            ),
            GoneCog(keeper.channel_deleted),
        ),
        hear=keeper.hear,
        resume=resume,
        tidy=resume,
        settle=settle,
        stop=stop,
    )
