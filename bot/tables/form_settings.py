"""Stores the channel's and the person's settings of a form in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.channels import Channels
from bot.tables.orders import StandingOrders
from bot.tables.store import TableStore


@dataclass(frozen=True, slots=True)
class FormValues:
    """The settings in a submitted form, by key."""

    channel: Mapping[str, str | None] = field(default_factory=dict)
    """``None`` resets a setting."""
    personal: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, str] = field(default_factory=dict)
    """Standing orders by game."""


class FormSettings:
    """Stores the settings that a person submits in a form."""

    def __init__(self, tables: TableStore, channels: Channels, orders: StandingOrders) -> None:
        self._tables = tables
        self._channels = channels
        self._orders = orders

    async def save_settings(self, channel_id: int, user_id: int, form_values: FormValues) -> None:
        """Store all settings of a form.

        :raises UnknownGame: an order names an unknown game.
        :raises UnknownStandingOrder: the game has no such order.
        """
        channels = await self._channels.plan_changes(channel_id, form_values.channel)
        orders = await self._orders.plan_changes(user_id, form_values.orders)
        personal = [
            self._tables.store.preferences.make_set_statement(user_id, key, value)
            for key, value in form_values.personal.items()
        ]
        await self._tables.store.run_statements(*channels.writes, *personal, *orders.writes)
        self._tables.publish(*channels.changes, *orders.changes)
        await self._orders.update_clocks(orders.table_ids)
