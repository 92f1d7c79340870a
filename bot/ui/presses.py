"""Every press on every message ever posted comes in here and goes to the handler of its verb.

A custom_id says what it likes, so a press that names a table counts only where that table lives, or in
private for its own people.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.errors.tables import OtherChannel
from bot.platform.emoji import make_sign
from bot.platform.limits import PER_ROW
from bot.ui import measured, replies
from bot.ui.ids import Brought, OutdatedId, table_of
from bot.ui.services import Interaction

Handler = Callable[["Interaction", list[str], list[str]], Awaitable[None]]
"""Gets the interaction, the parts of the custom_id behind the verb, and the values of a select."""

HANDLERS: dict[str, Handler] = {}
TABLE_AT: dict[str, int | None] = {}
"""At which place the parts of a verb's custom_id name the table; ``None`` for those that act on none."""
KINDS = ("b", "s", "u", "c")
FORM = "m"
FORMS: set[str] = set()
"""The verbs of forms (:mod:`bot.ui.forms`). No button acts by one of these, and no form by another."""
GUESTS: set[str] = set()
"""The verbs that also answer in the other channels that play at a table."""
_HOME = "home"


def press(
    verb: str, *, table: int | None = 0, form: bool = False, guests: bool = False
) -> Callable[[Handler], Handler]:
    """Make a function the handler of a verb.

    :param table: at which place the parts name the table that the press is about; ``None`` where the handler
        looks at no table that a custom_id names.
    :param form: it takes what was filled in.
    :param guests: it answers in the other channels too that play there.
    """

    def register(handler: Handler) -> Handler:
        known = HANDLERS.get(verb)
        # The playground registers its own anew for each world of a process.
        if known is not None and (known.__module__, known.__qualname__) != (
            handler.__module__,
            handler.__qualname__,
        ):
            raise ValueError(f"two handlers for {verb!r}")
        HANDLERS[verb], TABLE_AT[verb] = handler, table
        if form:
            FORMS.add(verb)
        if guests:
            GUESTS.add(verb)
        return handler

    return register


async def route(interaction: Interaction) -> None:
    """Answer a press; whatever goes wrong is told to the person who pressed."""
    data: Any = interaction.data
    kind, _, rest = str(data["custom_id"]).partition(":")
    verb, *parts = rest.split(":")
    values = Brought(str(value) for value in data.get("values", ()))
    submitted = interaction.type is discord.InteractionType.modal_submit
    fits = submitted == (verb in FORMS) and (kind == FORM if submitted else kind in KINDS)
    handler = HANDLERS.get(verb) if fits else None
    if handler is not None:
        interaction.extras[measured.VERB] = handler.__name__
    async with replies.guarded(interaction):
        if handler is None:
            raise OutdatedId
        place = TABLE_AT[verb]
        if place is not None:
            replies.guard(interaction, partial(_admit, interaction, verb, parts[place:]))
        await handler(interaction, Brought(parts), values)


async def hear_form(interaction: discord.Interaction[Any]) -> None:
    """Answer a form that was filled in; discord.py itself knows only those that it keeps in memory."""
    if interaction.type is discord.InteractionType.modal_submit:
        await route(interaction)


async def _admit(interaction: Interaction, verb: str, parts: list[str]) -> None:
    """Let a press on a table pass where the table lives, and in private those who belong to it.

    :raises OutdatedId: the parts name no table.
    :raises TableError: there is no such table, or it is somewhere else.
    """
    home, people, guests = await interaction.client.services.tables.lookup.find_home(table_of(parts))
    at_home = interaction.channel_id == home
    message = interaction.message
    private = interaction.guild_id is None or (message is not None and message.flags.ephemeral)
    there = verb in GUESTS and interaction.channel_id in guests
    if not at_home and not there and not (private and interaction.user.id in people):
        raise OtherChannel
    interaction.extras[_HOME] = at_home


def moderates(interaction: Interaction) -> bool:
    """Tell whether a press or command is that of a moderator, in the channel of the table that it is about.

    A command is about the table of its own channel. What somebody may do elsewhere counts for nothing.
    """
    command = interaction.type is discord.InteractionType.application_command
    return interaction.permissions.manage_messages and bool(interaction.extras.get(_HOME, command))


class Item(ui.DynamicItem[Any], template=r"$^"):
    """A component whose custom_id tells everything."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Item:
        """Wrap the component that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        await route(interaction)


class Button(Item, template=r"b:.*"):
    """A button whose custom_id tells everything."""


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
    """Return a button that works for ever."""
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
    """Return a list that works for ever."""
    return Select(ui.Select(custom_id=custom_id, options=options, placeholder=placeholder, row=row))


def member_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a list of members that works for ever."""
    return MemberSelect(ui.UserSelect(custom_id=custom_id, placeholder=placeholder, row=row))


def channel_select(custom_id: str, placeholder: str, *, row: int | None = None) -> Item:
    """Return a list of text channels that works for ever."""
    types = [discord.ChannelType.text]
    return ChannelSelect(
        ui.ChannelSelect(custom_id=custom_id, placeholder=placeholder, channel_types=types, row=row)
    )


def chosen_bot(interaction: Interaction, user_id: str) -> bool:
    """Tell whether the one who was chosen from a list of members is a bot."""
    data: Any = interaction.data
    return bool(data.get("resolved", {}).get("users", {}).get(user_id, {}).get("bot"))


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
