"""Buttons and selects that work as long as their message exists.

Their custom_ids contain everything that a press needs, so the bot keeps nothing in memory.
"""

from __future__ import annotations

import re
from math import ceil
from typing import Any

import discord
from discord import ui

from bot.platform.emoji import make_emoji
from bot.platform.limits import MAX_BUTTONS_PER_ROW
from bot.ui.ids import renew_custom_id


class Item(ui.DynamicItem[Any], template=r"$^"):
    """A component whose presses are answered from its custom_id alone, even after a restart."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Item:
        """Return the pressed component, so that discord.py calls its :meth:`callback`."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press to the router, which finds its handler."""
        await interaction.client.services.router.route_press(interaction)


class Button(Item, template=r"b:.*"):
    """A button whose press is routed by its custom_id."""


class Select(Item, template=r"s:.*"):
    """A select with fixed options."""


class MemberSelect(Item, template=r"u:.*"):
    """A select of the server's members."""


class ChannelSelect(Item, template=r"c:.*"):
    """A select of the server's channels."""


class UnknownItem(Item, template=r"(?s)(?![bsuc]:).*"):
    """A component of another version. Pressing it is answered with a note that it is out of date."""


ITEM_CLASSES = (Button, Select, MemberSelect, ChannelSelect, UnknownItem)


def make_button(
    custom_id: str,
    label: str,
    *,
    row: int | None = None,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Item:
    """Return a button. An :class:`~games.core.icons.Icon` as ``emoji`` is shown as its uploaded drawing."""
    return Button(
        ui.Button(
            custom_id=custom_id,
            label=label,
            row=row,
            emoji=make_emoji(emoji),
            style=style,
            disabled=disabled,
        )
    )


def make_select(
    custom_id: str, options: list[discord.SelectOption], placeholder: str, *, row: int | None = None
) -> Item:
    """Return a select with fixed options."""
    return Select(ui.Select(custom_id=custom_id, options=options, placeholder=placeholder, row=row))


def make_member_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a select of the server's members."""
    return MemberSelect(ui.UserSelect(custom_id=custom_id, placeholder=placeholder, row=row))


def make_channel_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a select of text channels."""
    types = [discord.ChannelType.text]
    return ChannelSelect(
        ui.ChannelSelect(custom_id=custom_id, placeholder=placeholder, channel_types=types, row=row)
    )


def arrange_rows(*groups: list[Item]) -> list[Item]:
    """Put buttons into one row if all fit. Otherwise start a new row for each group."""
    if sum(map(len, groups)) <= MAX_BUTTONS_PER_ROW:
        groups = ([item for group in groups for item in group],)
    row = 0
    for group in groups:
        for number, item in enumerate(group):
            item.row = row + number // MAX_BUTTONS_PER_ROW
        row += ceil(len(group) / MAX_BUTTONS_PER_ROW)
    return [item for group in groups for item in group]


def renew_selects(view: ui.View | ui.LayoutView | None, press_id: int) -> None:
    """Give the selects of a view new custom_ids, so that an option can be chosen twice in a row."""
    for part in () if view is None else view.walk_children():
        select = part.item if isinstance(part, ui.DynamicItem) else part
        if isinstance(select, (ui.Select, ui.UserSelect, ui.ChannelSelect)):
            select.custom_id = renew_custom_id(select.custom_id, press_id)


class _StatelessMixin:
    """Makes a view or layout answer presses from their custom_ids, so that discord.py needn't store it."""

    def is_dispatchable(self) -> bool:
        """Return ``False``, so that discord.py doesn't store the view after sending it."""
        return False


class StatelessView(_StatelessMixin, ui.View):
    """A view that discord.py doesn't store."""


class StatelessLayoutView(_StatelessMixin, ui.LayoutView):
    """A layout that discord.py doesn't store."""


def make_view(items: list[Item]) -> ui.View:
    """Combine components into a view that discord.py doesn't keep in memory."""
    view = StatelessView(timeout=None)
    for item in items:
        view.add_item(item)
    return view
