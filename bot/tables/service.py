"""The table service: everything people do at tables. Changes are stored, then announced.

The service uses IDs instead of Discord's types, and depends on no particular game. Each table has a lock, so
that its changes are made one after the other. Results are immutable snapshots.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from secrets import token_bytes

from bot.model.table import Table
from bot.storage import Store
from bot.tables.answer_speed import AnswerSpeed
from bot.tables.arranged import ArrangedTables
from bot.tables.channels import Channels
from bot.tables.clock_switcher import ClockSwitcher
from bot.tables.clocks import Clocks
from bot.tables.exports import Exports
from bot.tables.feed import Feed
from bot.tables.form_settings import FormSettings
from bot.tables.lobby import Lobbies
from bot.tables.lobby_seats import LobbySeats
from bot.tables.lookup import TableFinder
from bot.tables.orders import StandingOrders
from bot.tables.people import People
from bot.tables.play import PlayerRequests
from bot.tables.rematches import Rematches
from bot.tables.seats import Seats
from bot.tables.store import MAX_CACHED_TABLES, TableStore
from bot.tables.times import PersonalTimes
from bot.tables.wait_finder import WaitFinder
from games.core.protocol import Game
from games.core.values import value_class


@value_class
class Tables:
    """The parts of the table service, and shortcuts for looking up tables.

    Methods raise a :class:`bot.errors.base.TableError` if the table refuses a request, or a ``RuleError`` if
    the rules do. In both cases nothing has changed.
    """

    core: TableStore
    feed: Feed
    lookup: TableFinder
    wait_finder: WaitFinder
    lobby: Lobbies
    seats: Seats
    play: PlayerRequests
    rematches: Rematches
    arranged: ArrangedTables
    clocks: Clocks
    times: PersonalTimes
    speeds: AnswerSpeed
    orders: StandingOrders
    channels: Channels
    forms: FormSettings
    people: People
    exports: Exports

    def now(self) -> int:
        """Return the current epoch second."""
        return self.core.now()

    async def get(self, table_id: int) -> Table:
        """Return a table; see :meth:`bot.tables.store.TableStore.get`."""
        return await self.core.get(table_id)

    async def find_active_table(self, channel_id: int) -> Table | None:
        """Return the active table of a channel, if any."""
        return await self.lookup.find_active_table(channel_id)

    async def find_latest_table(self, channel_id: int) -> Table | None:
        """Return a channel's active or latest table, if any."""
        return await self.lookup.find_latest_table(channel_id)

    async def list_active_tables(self, user_id: int) -> list[Table]:
        """Return a person's active tables; see :meth:`bot.tables.lookup.TableFinder.list_active_tables`."""
        return await self.lookup.list_active_tables(user_id)


def draw_secret() -> bytes:
    """Return a random secret for a table."""
    return token_bytes(32)


def make_tables(
    store: Store,
    games: Mapping[str, Game],
    *,
    cache_size: int = MAX_CACHED_TABLES,
    get_time: Callable[[], float] = time.time,
    draw_secret: Callable[[], bytes] = draw_secret,
) -> Tables:
    """Create the table service for the tables in a store.

    :param get_time: returns epoch seconds.
    :param draw_secret: returns 32 random bytes for a new table.
    """
    feed = Feed()
    wait_finder = WaitFinder(games, store.preferences)
    clock_switcher = ClockSwitcher(store.clocks, wait_finder)
    core = TableStore(
        store, games, clock_switcher, feed, cache_size=cache_size, get_time=get_time, draw_secret=draw_secret
    )
    lookup = TableFinder(core)
    channels = Channels(core, lookup)
    lobby_seats = LobbySeats(core, clock_switcher)
    lobby = Lobbies(core, lookup, lobby_seats, channels)
    seats = Seats(core, lobby_seats, channels, clock_switcher)
    play = PlayerRequests(core, lookup, wait_finder)
    clocks = Clocks(core, clock_switcher, seats)
    orders = StandingOrders(core, lookup, clocks)
    return Tables(
        core=core,
        feed=feed,
        lookup=lookup,
        wait_finder=wait_finder,
        lobby=lobby,
        seats=seats,
        play=play,
        rematches=Rematches(core, lookup, lobby, lobby_seats),
        arranged=ArrangedTables(core, lookup, lobby_seats, seats, clocks),
        clocks=clocks,
        times=PersonalTimes(core, lookup),
        speeds=AnswerSpeed(core),
        orders=orders,
        channels=channels,
        forms=FormSettings(core, channels, orders),
        people=People(core, seats, play),
        exports=Exports(core),
    )
