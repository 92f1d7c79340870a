"""Buttons and lists that work for as long as their message exists.

Their custom_ids hold everything that a press needs, so the bot keeps none of them in memory.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot.platform.emoji import make_sign
from bot.platform.limits import PER_ROW


class Item(ui.DynamicItem[Any], template=r"$^"):
    """A component whose custom_id holds everything."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Item:
        """Wrap the component that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        await interaction.client.services.router.route(interaction)


class Button(Item, template=r"b:.*"):
    """A button whose custom_id holds everything."""


class Select(Item, template=r"s:.*"):
    """A list to choose from."""


class MemberSelect(Item, template=r"u:.*"):
    """A list of the server's members."""


class ChannelSelect(Item, template=r"c:.*"):
    """A list of the server's channels."""


class Stranger(Item, template=r"(?s)(?![bsuc]:).*"):
    """A component as this version makes none: whoever presses it is told so."""


ITEMS = (Button, Select, MemberSelect, ChannelSelect, Stranger)


def button(
    custom_id: str,
    label: str,
    *,
    row: int | None = None,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Item:
    """Return a button that works as long as its message exists."""
    return Button(
        ui.Button(
            custom_id=custom_id,
            label=label,
            row=row,
            emoji=make_sign(emoji),
            style=style,
            disabled=disabled,
        )
    )


def select(
    custom_id: str, options: list[discord.SelectOption], placeholder: str, *, row: int | None = None
) -> Item:
    """Return a list that works as long as its message exists."""
    return Select(ui.Select(custom_id=custom_id, options=options, placeholder=placeholder, row=row))


def member_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a list of members that works as long as its message exists."""
    return MemberSelect(ui.UserSelect(custom_id=custom_id, placeholder=placeholder, row=row))


def channel_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a list of text channels that works as long as its message exists."""
    types = [discord.ChannelType.text]
    return ChannelSelect(
        ui.ChannelSelect(custom_id=custom_id, placeholder=placeholder, channel_types=types, row=row)
    )


def in_rows(*groups: list[Item]) -> list[Item]:
    """Put buttons into rows: in one where all of them fit, else each group begins a row."""
    if sum(map(len, groups)) <= PER_ROW:
        groups = ([item for group in groups for item in group],)
    row = 0
    for group in groups:
        for number, item in enumerate(group):
            item.row = row + number // PER_ROW
        row += -(-len(group) // PER_ROW)
    return [item for group in groups for item in group]


def view(items: list[Item]) -> ui.View:
    """Put components into a message. Nothing of it is kept in memory."""
    made = ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made
