"""Tournaments of a server, from their opening to the final standings."""

from __future__ import annotations

from bot.cogs.groups import CLUB_GROUP, SERVER_GROUP, GroupPartCog
from bot.features.contract import Feature, FeatureServices
from bot.features.tournaments import swiss
from bot.features.tournaments.calendar import EventCalendar
from bot.features.tournaments.corrections import ResultCorrections
from bot.features.tournaments.creators import CreatorRole
from bot.features.tournaments.finder import TournamentFinder
from bot.features.tournaments.home import OwnTournamentsSource
from bot.features.tournaments.keeper import TournamentKeeper
from bot.features.tournaments.listing import TOURNAMENTS_TAB_KEY, TournamentList
from bot.features.tournaments.manage import HostControls
from bot.features.tournaments.manage_forms import HostForms
from bot.features.tournaments.opening import TournamentOpener
from bot.features.tournaments.opening_commands import CreatorCommands, OpeningCommands
from bot.features.tournaments.origin import DealOriginWriter
from bot.features.tournaments.presence import DeletedChannelsCog, PresenceChecker
from bot.features.tournaments.presses import PanelButtons
from bot.features.tournaments.round_pages import RoundPages
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.settings import TournamentSettings
from bot.features.tournaments.venue import DiscordVenue
from bot.ui.offers import DataLine, PageTab
from games.core.words import N_, plural

POST_TIMEOUT_SECONDS = 2.0
"""Maximum seconds to wait for the posts of a new or changed tournament, and then for its event."""

DATA_LINES = (
    DataLine(
        ("tournaments",), plural("- {n} tournament you took part in", "- {n} tournaments you took part in", 0)
    ),
    DataLine(("hosted",), plural("- {n} tournament you hosted", "- {n} tournaments you hosted", 0)),
    DataLine(
        ("in_tournaments",),
        plural(
            "- {n} entry of yours in the log of a tournament",
            "- {n} entries of yours in the logs of tournaments",
            0,
        ),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    tables, store = services.tables, services.store
    games = tables.core.games
    service = TournamentService(store.tournaments, games, tables.now, lambda: tables.core.draw_secret())
    venue = DiscordVenue(
        services.poster,
        services.recent_messages,
        services.announcer,
        store.messages,
        store.tournaments,
        tables,
        services.pictures,
        games,
        PresenceChecker(services.client, services.attendance),
    )
    events = store.tournament_events
    calendar = EventCalendar(
        services.client,
        service,
        events,
        store.tournaments,
        tables,
        games,
        services.is_hosting,
        venue.find_words,
    )
    keeper = TournamentKeeper(tables, service, venue, services.is_hosting, swiss.pair_round, calendar.wake)

    async def wait_until_updated(tournament_id: int) -> None:
        await keeper.wait_until_updated(tournament_id, POST_TIMEOUT_SECONDS)
        await calendar.wait_until_updated(tournament_id, POST_TIMEOUT_SECONDS)

    settings = TournamentSettings(service, events, tables.times, keeper.wake, wait_until_updated, tables.now)
    finder = TournamentFinder(service)
    listing = TournamentList(service, finder, games, keeper.recheck_tournament)
    creators = CreatorRole(store.channels)
    opening = TournamentOpener(
        service,
        creators,
        settings,
        keeper.wake,
        wait_until_updated,
        tables.now,
    )
    panel = PanelButtons(service, games, services.pictures, keeper.wake)
    rounds = RoundPages(service)
    manage = HostControls(service, events, keeper.wake, keeper.withdraw_departed_entrants)
    host_forms = HostForms(service, events, settings, ResultCorrections(service, keeper), keeper.wake)

    return Feature(
        name="tournaments",
        cogs=(
            GroupPartCog(services.client.tree, SERVER_GROUP, CreatorCommands(creators)),
            GroupPartCog(services.client.tree, CLUB_GROUP, OpeningCommands(games, opening, settings)),
            DeletedChannelsCog(keeper.recheck_channel),
        ),
        press_handlers=(
            *panel.press_handlers,
            *rounds.press_handlers,
            *manage.press_handlers,
            *host_forms.press_handlers,
            *listing.press_handlers,
        ),
        workers=(keeper, calendar),
        daily_cleanups=(keeper.resume, calendar.resume),
        origin_writers=(DealOriginWriter(store.tournaments).describe_deal_origin,),
        home_sources=(OwnTournamentsSource(service, listing).make_home_entry,),
        club_tabs=(PageTab(TOURNAMENTS_TAB_KEY, 3, N_("Tournaments"), "🏅", listing.show_tab),),
        data_lines=DATA_LINES,
    )
