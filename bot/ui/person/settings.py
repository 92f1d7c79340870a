"""The settings panel: how much a channel is told, in which language, and the own standing orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.errors.tables import NotAllowed, UnknownGame
from bot.model.verbosity import NORMAL, QUIET, STORY, VERBOSITIES
from bot.platform.limits import LABEL, OPTION_TEXT, PLACEHOLDER, ROWS, clip
from bot.ui import replies
from bot.ui.ids import OutdatedId, custom_id
from bot.ui.presses import Item, button, press, select, view
from bot.ui.services import Interaction
from games.core.protocol import Game, Order
from games.core.words import N_, Msg, Words, available, words

VERBOSITY_TEXTS: dict[str, Msg] = {
    NORMAL: Msg(N_("Normal: a new picture each turn, then edited")),
    QUIET: Msg(N_("Quiet: one picture, edited; a short mention each turn")),
    STORY: Msg(N_("Story: a new picture for each move")),
}
SERVER_LANGUAGE = "-"
_CHANNEL_ROWS = 2
LAST_ROW = ROWS - 1
Entry = Callable[[int, Words, int], Awaitable[tuple[str, Item]]]
"""Gets a channel, the language and the row; returns what is in force, and the button that changes it."""
OFFERED: dict[str, Entry] = {}
"""What features let a channel choose."""


def offer(name: str, entry: Entry) -> None:
    """Have what a feature lets a channel choose stand in the panel."""
    OFFERED[name] = entry


async def may_set(interaction: Interaction) -> bool:
    """Whether the person may change what the channel is told: the table's host, or who manages messages."""
    if interaction.permissions.manage_messages:
        return True
    table = await interaction.client.services.tables.at(interaction.channel_id or 0)
    return table is not None and table.host_id == interaction.user.id


async def show(interaction: Interaction, note: str = "") -> None:
    """Show the panel."""
    w = replies.reader(interaction)
    services = interaction.client.services
    channel = interaction.channel_id or 0
    verbosity = await services.tables.channels.verbosity(channel)
    language = await services.tables.channels.language(channel) or SERVER_LANGUAGE
    lines = [note, f"**{w('Settings')}**"]
    lines.append(w("This channel: {choice}", choice=w.msg(VERBOSITY_TEXTS[verbosity])))
    lines.append(
        w("Language of public texts: {language}", language=list_languages(w).get(language, language))
    )
    items: list[Item] = []
    if not await may_set(interaction):
        lines.append(w("-# The table's host, and anybody who may manage messages, can change these two."))
    else:
        items += [_verbosity(verbosity, w), _language(language, w)]
    table = await services.tables.at(channel)
    # At a table those of its game; those of the others have no business there.
    at_hand = services.games.values() if table is None else (table.game,)
    asking = [game for game in at_hand if game.orders]
    for row, game in enumerate(asking[: LAST_ROW - _CHANNEL_ROWS], _CHANNEL_ROWS):
        order = await services.tables.waiting.order(interaction.user.id, game.key)
        lines.append(
            w(
                "Your standing order in {game}, when somebody's turn waits for you: {choice}",
                game=game.title,
                choice=_tell_order(game, order, w),
            )
        )
        items.append(_orders(game, order, row, w))
    for entry in OFFERED.values():
        line, item = await entry(channel, w, LAST_ROW)
        lines.append(line)
        items += [item] if await may_set(interaction) else []
    style = discord.ButtonStyle.primary
    several = w("Change several at once…")
    items.append(button(custom_id("b", "sf"), several, row=LAST_ROW, emoji="✏️", style=style))
    await replies.show(interaction, "\n".join(line for line in lines if line), view=view(items))


def _verbosity(current: str, w: Words) -> Item:
    options = [
        discord.SelectOption(label=clip(w.msg(text), OPTION_TEXT), value=key, default=key == current)
        for key, text in VERBOSITY_TEXTS.items()
    ]
    return select(custom_id("s", "sc", "v"), options, w("How much is posted here"), row=0)


def _language(current: str, w: Words) -> Item:
    options = [
        discord.SelectOption(label=clip(name, OPTION_TEXT), value=key, default=key == current)
        for key, name in list_languages(w).items()
    ]
    return select(custom_id("s", "sc", "l"), options, w("Language of public texts"), row=1)


def list_languages(w: Words) -> dict[str, str]:
    """Return each choice of a language under the name that its own speakers give it."""
    own = {locale: words(locale).ctx("this language's own name", "English") for locale in available()}
    return {SERVER_LANGUAGE: w("The server's language"), **own}


def _orders(game: Game, current: str, row: int, w: Words) -> Item:
    name = current.partition(":")[0] or game.orders[0].name
    options = [
        discord.SelectOption(label=clip(w.msg(o.label), OPTION_TEXT), value=o.name, default=o.name == name)
        for o in game.orders
    ]
    placeholder = w("Your standing order in {game}", game=game.title)
    return select(custom_id("s", "so", game.key), options, clip(placeholder, PLACEHOLDER), row=row)


def find_order(game: Game, name: str) -> Order:
    """Return a standing order of a game.

    :raises OutdatedId: it has none of that name.
    """
    for order in game.orders:
        if order.name == name:
            return order
    raise OutdatedId


def _tell_order(game: Game, text: str, w: Words) -> str:
    name, _, ranking = text.partition(":")
    # An order of an earlier version of the game counts as none.
    order = next((order for order in game.orders if order.name == name), game.orders[0])
    label = w.msg(order.label)
    ranked = bool(ranking) and set(ranking) <= set(order.rank)
    return f"{label}: {_ranking(order, ranking, w)}" if ranked else label


def _ranking(order: Order, ranking: str, w: Words) -> str:
    """Name the values of a ranking by their icon and label, the first first."""
    return " › ".join(f"{order.icon_of(value)} {order.label_of(value, w)}" for value in ranking)


@press("sc", table=None)
async def choose_for_channel(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set how much the channel is told, or in which language."""
    await replies.begin(interaction)
    if not await may_set(interaction):
        raise NotAllowed
    settings, channel = interaction.client.services.tables.channels, interaction.channel_id or 0
    what, value = parts[0] if parts else "", values[0]
    if what == "v" and value in VERBOSITIES:
        await settings.set_verbosity(channel, value)
    elif what == "l" and value == SERVER_LANGUAGE:
        await settings.set_language(channel, None)
    elif what == "l" and value in available():
        await settings.set_language(channel, value)
    else:
        raise OutdatedId
    await show(interaction, replies.reader(interaction)("Changed."))


@press("so", table=None)
async def choose_order(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the own standing order for a game, or ask for its ranking."""
    await replies.begin(interaction)
    game = _game(interaction, parts)
    order = find_order(game, values[0])
    if order.rank:
        await ask_ranking(interaction, game, order, "")
        return
    await _set_order(interaction, game, order.name)


@press("rk", table=None)
async def rank_value(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Put one more value into the own order; store it when all are named."""
    await replies.begin(interaction)
    game = _game(interaction, parts)
    if len(parts) < 3:
        raise OutdatedId
    order = find_order(game, parts[1])
    left = [value for value in order.rank if value not in parts[2]]
    if len(left) > 1:
        await ask_ranking(interaction, game, order, parts[2])
        return
    text = f"{order.name}:{parts[2]}{''.join(left)}"
    await _set_order(interaction, game, text)


async def _set_order(interaction: Interaction, game: Game, text: str) -> None:
    """Store a standing order."""
    await interaction.client.services.tables.orders.set(interaction.user.id, game.key, text)
    await show(interaction, replies.reader(interaction)("Changed."))


def _game(interaction: Interaction, parts: list[str]) -> Game:
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    return game


async def ask_ranking(interaction: Interaction, game: Game, order: Order, named: str) -> None:
    """Ask which value comes next in a ranking; with the last one it is stored.

    :param named: the values so far.
    """
    w = replies.reader(interaction)
    items: list[Item] = [
        button(
            custom_id("b", "rk", game.key, order.name, named + value),
            clip(order.label_of(value, w), LABEL),
            row=0 if place < 5 else 1,
            emoji=order.icon_of(value),
        )
        for place, value in enumerate(value for value in order.rank if value not in named)
    ]
    if named:
        back = custom_id("b", "rk", game.key, order.name, named[:-1])
        items.append(button(back, w("Back"), row=2, emoji="◀️"))
    so_far = w("So far: {order}", order=_ranking(order, named, w)) if named else ""
    text = w("Which do you want next?") if named else w("Which do you want first?")
    await replies.show(interaction, f"{text}\n{so_far}".strip(), view=view(items))
