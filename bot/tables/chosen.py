"""What somebody has chosen in one form, for a channel and for themselves: stored together or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.channels import Channels
from bot.tables.orders import Orders
from bot.tables.store import TableStore


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices, by key; of a channel ``None`` is to have chosen nothing. ``orders`` are by the game."""

    channel: Mapping[str, str | None] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, str] = field(default_factory=dict)


class Forms:
    """Stores what forms say."""

    def __init__(self, tables: TableStore, channels: Channels, orders: Orders) -> None:
        self._tables = tables
        self._channels = channels
        self._orders = orders

    async def take(self, channel_id: int, user_id: int, chosen: Chosen) -> None:
        """Store everything that was chosen.

        :raises UnknownGame: an order is for no game.
        :raises BadOrder: a game has none such.
        """
        channels = await self._channels.plan(channel_id, chosen.channel)
        orders = await self._orders.plan(user_id, chosen.orders)
        own = [
            self._tables.store.preferences.to_set(user_id, key, value) for key, value in chosen.own.items()
        ]
        await self._tables.store.change_all(*channels.writes, *own, *orders.writes)
        self._tables.publish(*channels.tells, *orders.tells)
        await self._orders.settle(orders.tables)
