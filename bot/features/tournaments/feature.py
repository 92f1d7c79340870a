"""Tournaments."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.tournaments import swiss
from bot.features.tournaments.calendar import Calendar
from bot.features.tournaments.choosing import Choosing
from bot.features.tournaments.commands import TournamentCog
from bot.features.tournaments.corrections import PuttingRight
from bot.features.tournaments.creators import Creators
from bot.features.tournaments.gone import GoneCog
from bot.features.tournaments.keeper import Keeper
from bot.features.tournaments.listing import Listing
from bot.features.tournaments.manage import Manage
from bot.features.tournaments.opening import Opening
from bot.features.tournaments.origin import Origin
from bot.features.tournaments.presence import Presence
from bot.features.tournaments.presses import Panel
from bot.features.tournaments.round_pages import RoundPages
from bot.features.tournaments.service import Arrangements
from bot.features.tournaments.starting import Starting
from bot.features.tournaments.venue import DiscordVenue
from bot.ui.offers import KeptLine
from games.core.words import plural

POSTED_SECONDS = 2.0
"""How long the person who opens a tournament waits for its panel, and again for its event."""

KEPT = (
    KeptLine(
        ("tournaments",), plural("- {n} tournament you took part in", "- {n} tournaments you took part in", 0)
    ),
    KeptLine(("hosted",), plural("- {n} tournament you hosted", "- {n} tournaments you hosted", 0)),
    KeptLine(
        ("in_tournaments",),
        plural(
            "- {n} entry of yours in the log of a tournament",
            "- {n} entries of yours in the logs of tournaments",
            0,
        ),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    tables, store = house.tables, house.store
    games = tables.core.games
    arrangements = Arrangements(store.tournaments, games, tables.now, lambda: tables.core.secrets())
    venue = DiscordVenue(
        house.poster,
        house.recent,
        house.announcer,
        store.messages,
        store.tournaments,
        tables,
        house.pictures,
        games,
        Presence(house.client, house.attendance),
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
    panel = Panel(arrangements, games, house.pictures, keeper.wake)
    rounds = RoundPages(arrangements)
    manage = Manage(arrangements, events, keeper.wake, keeper.withdraw_left)
    right = PuttingRight(arrangements, keeper, choosing)

    return Feature(
        name="tournaments",
        cogs=(
            TournamentCog(
                games, arrangements, creators, choosing, listing, opening, starting, right, keeper.wake
            ),
            GoneCog(keeper.channel_deleted),
        ),
        presses=(*panel.presses, *rounds.presses, *manage.presses),
        workers=(keeper, calendar),
        tidy=(keeper.resume, calendar.resume),
        origins=(Origin(store.tournaments).tell,),
        kept=KEPT,
    )
