"""The settings panel: how much a channel is told, in which language, and the own standing orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.errors import NotHost
from bot.tables import Table
from bot.ui import replies
from bot.ui.announcer import NORMAL, QUIET, STORY, VERBOSITIES
from bot.ui.ids import OutdatedId, custom_id, table_of
from bot.ui.limits import LABEL, OPTION_TEXT, clip
from bot.ui.presses import Item, button, press, select, view
from games.core.protocol import Order, Scene
from games.core.words import N_, Msg, Words, available, words

if TYPE_CHECKING:
    from bot.app import ReefBot

    Interaction = discord.Interaction[ReefBot]

VERBOSITY_TEXTS: dict[str, Msg] = {
    NORMAL: Msg(N_("Normal: a new picture at each turn, edited while the turn goes on")),
    QUIET: Msg(N_("Quiet: one picture, edited; a short mention at each turn")),
    STORY: Msg(N_("Story: a new picture for each move")),
}
SERVER_LANGUAGE = "-"


def may_set(interaction: Interaction, table: Table) -> bool:
    """Whether the person may change what the channel is told: the host, or who may manage messages."""
    return interaction.user.id == table.host_id or interaction.permissions.manage_messages


async def show(interaction: Interaction, table: Table, note: str = "") -> None:
    """Show the panel."""
    w = replies.reader(interaction)
    bot = interaction.client
    items: list[Item] = []
    lines = [note, f"**{w('Settings')}**"]
    channel = table.place.channel_id
    verbosity = await bot.announcer.verbosity(channel)
    language = await bot.store.channels.get(channel, "locale") or SERVER_LANGUAGE
    lines.append(w("This channel: {choice}", choice=w.msg(VERBOSITY_TEXTS[verbosity])))
    if may_set(interaction, table):
        items.append(_verbosity(table, verbosity, w))
        items.append(_language(table, language, w))
    if table.game.orders:
        order = await bot.tables.order(interaction.user.id, table.game.key)
        lines.append(
            w(
                "Your standing order when another's turn waits for you: {choice}",
                choice=_said(table, order, w),
            )
        )
        items.append(_orders(table, order, w))
    await replies.show(interaction, "\n".join(line for line in lines if line), view=view(items))


def _verbosity(table: Table, current: str, w: Words) -> Item:
    options = [
        discord.SelectOption(label=clip(w.msg(text), OPTION_TEXT), value=key, default=key == current)
        for key, text in VERBOSITY_TEXTS.items()
    ]
    return select(custom_id("s", "se", table.id, "v"), options, w("How much is posted here"), row=0)


def _language(table: Table, current: str, w: Words) -> Item:
    named = {SERVER_LANGUAGE: w("The server's language")}
    for locale in available():
        named[locale] = words(locale).ctx("this language's own name", "English")
    options = [
        discord.SelectOption(label=clip(name, OPTION_TEXT), value=key, default=key == current)
        for key, name in named.items()
    ]
    return select(custom_id("s", "se", table.id, "l"), options, w("Language of public texts"), row=1)


def _orders(table: Table, current: str, w: Words) -> Item:
    name = current.partition(":")[0] or table.game.orders[0].name
    options = [
        discord.SelectOption(label=clip(w.msg(o.label), OPTION_TEXT), value=o.name, default=o.name == name)
        for o in table.game.orders
    ]
    return select(custom_id("s", "se", table.id, "o"), options, w("Your standing order"), row=2)


def _order(table: Table, name: str) -> Order:
    for order in table.game.orders:
        if order.name == name:
            return order
    raise OutdatedId


def _said(table: Table, text: str, w: Words) -> str:
    name, _, ranking = text.partition(":")
    order = _order(table, name or table.game.orders[0].name)
    label = w.msg(order.label)
    return f"{label}: {' '.join(ranking)}" if ranking else label


@press("se")
async def chosen(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set what was chosen from one of the lists."""
    await replies.begin(interaction)
    if len(parts) < 2:
        raise OutdatedId
    bot = interaction.client
    table = await bot.tables.get(table_of(parts))
    what, value = parts[1], values[0]
    if what == "o":
        order = _order(table, value)
        if order.rank:
            await _rank(interaction, table, order, "")
            return
        await bot.tables.set_order(interaction.user.id, table.game.key, value)
    else:
        if not may_set(interaction, table):
            raise NotHost(table.host.name)
        await _set_channel(interaction, table, what, value)
    await show(interaction, table, replies.reader(interaction)("Changed."))


async def _set_channel(interaction: Interaction, table: Table, what: str, value: str) -> None:
    settings = interaction.client.store.channels
    channel = table.place.channel_id
    if what == "v" and value in VERBOSITIES:
        await settings.set(channel, "verbosity", value)
    elif what == "l" and value == SERVER_LANGUAGE:
        await settings.clear(channel, "locale")
    elif what == "l" and value in available():
        await settings.set(channel, "locale", value)
    else:
        raise OutdatedId
    interaction.client.announcer.touch(table.id, reworded=what == "l")


@press("rk")
async def ranked(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Put one more value into the own order; store it when all are named."""
    await replies.begin(interaction)
    if len(parts) < 3:
        raise OutdatedId
    table = await interaction.client.tables.get(table_of(parts))
    order = _order(table, parts[1])
    left = [value for value in order.rank if value not in parts[2]]
    if len(left) > 1:
        await _rank(interaction, table, order, parts[2])
        return
    text = f"{order.name}:{parts[2]}{''.join(left)}"
    await interaction.client.tables.set_order(interaction.user.id, table.game.key, text)
    await show(interaction, table, replies.reader(interaction)("Changed."))


async def _rank(interaction: Interaction, table: Table, order: Order, named: str) -> None:
    w = replies.reader(interaction)
    scene = Scene(table.names, w)
    words_of_game = table.game.words
    items: list[Item] = [
        button(
            custom_id("b", "rk", table.id, order.name, named + value),
            clip(words_of_game.label(order.field, value, None, scene), LABEL),
            emoji=words_of_game.icon(order.field, value, None),
        )
        for value in order.rank
        if value not in named
    ]
    so_far = w("So far: {order}", order=" ".join(named)) if named else ""
    text = w("Which do you want next?") if named else w("Which do you want first of all?")
    await replies.show(interaction, f"{text}\n{so_far}".strip(), view=view(items))
