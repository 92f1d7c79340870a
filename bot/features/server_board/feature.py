"""The board of a server, kept up to date in one message, and *Join* for the tables on it."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.server_board.commands import ServerBoardCog
from bot.features.server_board.home import OpenSeatsSource
from bot.features.server_board.joining import JoinButtons
from bot.features.server_board.keeper import ServerBoardKeeper
from bot.features.server_board.placer import BoardPlacer
from bot.features.server_board.reading import BoardReader
from bot.features.server_board.seats_tab import OPEN_SEATS_TAB_KEY, OpenSeatsTab
from bot.features.server_board.visibility import ChannelVisibility
from bot.ui.offers import PageTab
from games.core.words import N_


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    client, store, tables = services.client, services.store, services.tables
    reader = BoardReader(store.server_boards, store.challenges, store.ratings, tables, services.games)
    keeper = ServerBoardKeeper(
        services.sender,
        client,
        store.server_boards,
        store.table_servers,
        reader,
        ChannelVisibility(client),
        tables,
        services.is_hosting,
    )
    joining = JoinButtons(tables, store.messages)
    return Feature(
        name="server_board",
        cogs=(ServerBoardCog(client.tree, BoardPlacer(keeper)),),
        press_handlers=joining.press_handlers,
        workers=(keeper,),
        home_sources=(OpenSeatsSource(store.server_boards, tables, store.messages).make_home_entry,),
        server_change_callbacks=(keeper.wake,),
        club_tabs=(PageTab(OPEN_SEATS_TAB_KEY, 1, N_("Open seats"), "🪑", OpenSeatsTab(reader).show_tab),),
    )
