"""The settings page: verbosity and language of the channel, and the person's standing orders.

A standing order answers automatically when another player's turn waits for the person.
"""

from __future__ import annotations

import discord

from bot.errors.tables import HostOrModeratorRequired, UnknownGame
from bot.model.verbosity import NORMAL_VERBOSITY, QUIET_VERBOSITY, STORY_VERBOSITY, VERBOSITIES
from bot.platform.emoji import UploadedDrawings
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import OutdatedId, make_custom_id
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.icons import Icon
from games.core.protocol import Game, StandingOrder
from games.core.words import N_, Msg, Words, list_locales, load_words

TEXT_BY_VERBOSITY: dict[str, Msg] = {
    NORMAL_VERBOSITY: Msg(N_("Normal: a new board each turn")),
    QUIET_VERBOSITY: Msg(N_("Quiet: always the same board, a short mention each turn")),
    STORY_VERBOSITY: Msg(N_("Story: a new board for each move")),
}
SERVER_LANGUAGE_OPTION = "-"
MAX_SHOWN_GAMES = 2
"""The form has no room for the standing orders of more games."""
FEATURE_BUTTONS_ROW = 1


async def may_change_channel_settings(interaction: Interaction) -> bool:
    """Return whether the person may change the channel's settings.

    The host of the channel's table may, and so may anyone who can manage messages in the channel.
    """
    if interaction.permissions.manage_messages:
        return True
    table = await interaction.client.services.tables.find_active_table(interaction.channel_id or 0)
    return table is not None and table.host_id == interaction.user.id


async def show_settings(interaction: Interaction, note: str = "") -> None:
    """Show the settings page, below ``note`` if it isn't empty."""
    w = replies.get_words(interaction)
    services = interaction.client.services
    channel = interaction.channel_id or 0
    verbosity = await services.tables.channels.get_verbosity(channel)
    language = await services.tables.channels.get_language(channel) or SERVER_LANGUAGE_OPTION
    lines = [note, f"**{w('Settings')}**"]
    lines.append(w("This channel: {choice}", choice=w.msg(TEXT_BY_VERBOSITY[verbosity])))
    lines.append(
        w("Language of public texts: {language}", language=get_language_names(w).get(language, language))
    )
    if not await may_change_channel_settings(interaction):
        lines.append(w("-# The table's host, and anybody who may manage messages, can change these two."))
    items = [
        make_button(make_custom_id("b", "sf"), w("Change…"), emoji="✏️", style=discord.ButtonStyle.primary)
    ]
    table = await services.tables.find_active_table(channel)
    # If the channel has a table, only the standing orders of its game matter.
    at_hand = services.games.values() if table is None else (table.game,)
    for game in [game for game in at_hand if game.standing_orders][:MAX_SHOWN_GAMES]:
        order = await services.tables.wait_finder.get_standing_order(interaction.user.id, game.key)
        lines.append(
            w(
                "Your standing order in {game}, when somebody's turn waits for you: {choice}",
                game=game.title,
                choice=describe_order(game, order, services.drawings, w),
            )
        )
        name = order.partition(":")[0]
        if any(one.rank_keys for one in game.standing_orders if one.name == name):
            again = make_custom_id("b", "rk", game.key, name, "")
            items.append(
                make_button(again, clip(w("Rank again: {game}", game=game.title), MAX_BUTTON_LABEL_LENGTH))
            )
    for entry in services.offers.channel_settings:
        line, item = await entry(channel, w, FEATURE_BUTTONS_ROW)
        lines.append(line)
        if await may_change_channel_settings(interaction):
            items.append(item)
    await replies.show(interaction, "\n".join(line for line in lines if line), view=make_view(items))


def get_language_names(w: Words) -> dict[str, str]:
    """Return each language's name in that language, by locale, and a text for the server's language."""
    own = {
        locale: load_words(locale).translate_in_context("this language's own name", "English")
        for locale in list_locales()
    }
    return {SERVER_LANGUAGE_OPTION: w("The server's language"), **own}


def find_order(game: Game, name: str) -> StandingOrder:
    """Return a standing order of a game.

    :raises OutdatedId: the game has no standing order of that name.
    """
    for order in game.standing_orders:
        if order.name == name:
            return order
    raise OutdatedId


def describe_order(game: Game, text: str, drawings: UploadedDrawings, w: Words) -> str:
    """Return the label of a stored standing order, with its ranking if it has a valid one."""
    name, _, ranking = text.partition(":")
    # An order that the game no longer has counts as its default.
    order = next((order for order in game.standing_orders if order.name == name), game.standing_orders[0])
    label = w.msg(order.label)
    ranked = bool(ranking) and set(ranking) <= set(order.rank_keys)
    return f"{label}: {_name_ranking(order, ranking, drawings, w)}" if ranked else label


def _name_ranking(order: StandingOrder, ranking: str, drawings: UploadedDrawings, w: Words) -> str:
    signs = ((order.get_icon(value), order.get_label(value, w)) for value in ranking)
    return " › ".join(
        f"{drawings.format_icon(sign) if isinstance(sign, Icon) else sign} {text}" for sign, text in signs
    )


async def choose_channel_setting(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the channel's verbosity or language, from a select that earlier versions posted."""
    if not await may_change_channel_settings(interaction):
        raise HostOrModeratorRequired
    settings, channel = interaction.client.services.tables.channels, interaction.channel_id or 0
    setting, value = parts[0] if parts else "", values[0]
    if setting == "v" and value in VERBOSITIES:
        await settings.set_verbosity(channel, value)
    elif setting == "l" and value == SERVER_LANGUAGE_OPTION:
        await settings.set_language(channel, None)
    elif setting == "l" and value in list_locales():
        await settings.set_language(channel, value)
    else:
        raise OutdatedId
    await show_settings(interaction, replies.get_words(interaction)("Changed."))


async def choose_order(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set a standing order or ask for its ranking, from a select that earlier versions posted."""
    game = _find_game(interaction, parts)
    order = find_order(game, values[0])
    if order.rank_keys:
        await ask_ranking(interaction, game, order, "")
        return
    await _set_standing_order(interaction, game, order.name)


async def rank_value(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for the next value of a ranking, or store the ranking once at most one value is left."""
    game = _find_game(interaction, parts)
    if len(parts) < 3:
        raise OutdatedId
    order = find_order(game, parts[1])
    left = [value for value in order.rank_keys if value not in parts[2]]
    if len(left) > 1:
        await ask_ranking(interaction, game, order, parts[2])
        return
    text = f"{order.name}:{parts[2]}{''.join(left)}"
    await _set_standing_order(interaction, game, text)


async def _set_standing_order(interaction: Interaction, game: Game, text: str) -> None:
    await interaction.client.services.tables.orders.set_order(interaction.user.id, game.key, text)
    await show_settings(interaction, replies.get_words(interaction)("Changed."))


def _find_game(interaction: Interaction, parts: list[str]) -> Game:
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    return game


async def ask_ranking(interaction: Interaction, game: Game, order: StandingOrder, ranked_values: str) -> None:
    """Ask for the next value of a ranking, after ``ranked_values``."""
    w = replies.get_words(interaction)
    items: list[Item] = [
        make_button(
            make_custom_id("b", "rk", game.key, order.name, ranked_values + value),
            clip(order.get_label(value, w), MAX_BUTTON_LABEL_LENGTH),
            row=0 if index < 5 else 1,
            emoji=order.get_icon(value),
        )
        for index, value in enumerate(value for value in order.rank_keys if value not in ranked_values)
    ]
    text = w("Which do you want first?")
    if ranked_values:
        back = make_custom_id("b", "rk", game.key, order.name, ranked_values[:-1])
        items.append(make_button(back, w("Back"), row=2, emoji="◀️"))
        ranking = _name_ranking(order, ranked_values, interaction.client.services.drawings, w)
        text = "\n".join((w("Which do you want next?"), w("So far: {order}", order=ranking)))
    await replies.show(interaction, text, view=make_view(items))


PRESS_HANDLERS = (
    make_tableless_handler("sc", choose_channel_setting),
    make_tableless_handler("so", choose_order),
    make_tableless_handler("rk", rank_value),
)
