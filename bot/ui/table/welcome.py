"""The message in servers that have just added the bot, and its buttons for games (also used by ``/help``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from bot.errors.seats import BotOpponent
from bot.errors.tables import ServerChannelRequired
from bot.model.table_request import TableRequest
from bot.ui import replies
from bot.ui.components import Item, make_button, make_member_select, make_select, make_view
from bot.ui.ids import OutdatedId, make_custom_id, read_chosen_number
from bot.ui.people import NAME_BY_LEVEL, describe_level
from bot.ui.presses import is_bot, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import channel_taken
from bot.ui.table.table_request import read_table_request, write_table_request
from games.core.protocol import Game
from games.core.words import Words
from games.players import list_levels


def write_welcome(w: Words) -> str:
    """Return the text that is posted once in a server that has just added the bot.

    The text doesn't list the games, because the buttons below it do.
    """
    return "\n".join(
        (
            w("## Hello! I bring ocean board games."),
            w("**Press a game to play it here**, or type `/play` in any channel. `/help` says more."),
        )
    )


def make_welcome_buttons(games: Iterable[Game]) -> discord.ui.View:
    """Return the view of the welcome message, with a button for each game."""
    return make_view(list_game_buttons(games))


def list_game_buttons(games: Iterable[Game]) -> list[Item]:
    """Return a button for each game. A press on it asks how to play the game."""
    style = discord.ButtonStyle.primary
    return [make_button(make_custom_id("b", "pl", game.key), game.title, style=style) for game in games]


async def offer_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask how to play the game that a button names."""
    services, w = interaction.client.services, replies.get_words(interaction)
    game = _find_game(services.games, parts[0])
    _require_server(interaction)
    level = await services.adviser.choose_level(interaction.user.id, game.key)
    options = await services.adviser.choose_options(interaction.user.id, game, level)
    items: list[Item] = [
        make_button(
            write_table_request("pw", TableRequest(game, options, computer_level=level)),
            w("Play the computer ({level})", level=w.msg(NAME_BY_LEVEL[level])),
            emoji="🤖",
            style=discord.ButtonStyle.success,
        ),
        make_button(write_table_request("pw", TableRequest(game, {})), w("Play with people"), emoji="👥"),
    ]
    items += services.offers.list_game_buttons(game, w, replaces_page=True)
    items.append(make_button(make_custom_id("b", "ru", game.key), w("Rules"), emoji="📖"))
    others = [
        discord.SelectOption(label=describe_level(other, w), value=other)
        for other in list_levels(game)
        if other != level
    ]
    items.append(make_select(make_custom_id("s", "pv", game.key), others, w("Another level…")))
    items.append(make_member_select(make_custom_id("u", "pc", game.key), w("Challenge somebody…")))
    text = f"## {game.title}\n{w.msg(game.summary)}"
    files = await services.pictures.draw_poster(game, w)
    await replies.show(interaction, text, view=make_view(items), files=files)


async def play_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the table that a button offers, in this channel."""
    _require_server(interaction)
    game = _find_game(interaction.client.services.games, parts[0])
    await channel_taken.open_table_or_offer_alternatives(interaction, read_table_request(game, parts))


async def play_level(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a table against the computer at the level that the person chose."""
    _require_server(interaction)
    services = interaction.client.services
    game, level = _find_game(services.games, parts[0]), values[0]
    if level not in list_levels(game):
        raise OutdatedId
    options = await services.adviser.choose_options(interaction.user.id, game, level)
    await channel_taken.open_table_or_offer_alternatives(
        interaction, TableRequest(game, options, computer_level=level)
    )


async def challenge_person(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a table for the person and the opponent they chose."""
    chosen = read_chosen_number(values)
    _require_server(interaction)
    game = _find_game(interaction.client.services.games, parts[0])
    if is_bot(interaction, values[0]):
        raise BotOpponent
    await channel_taken.open_table_or_offer_alternatives(interaction, TableRequest(game, {}, chosen))


def _find_game(games: Mapping[str, Game], key: str) -> Game:
    """Return the game whose key is in a button's custom_id.

    :raises OutdatedId: the game is no longer hosted.
    """
    if key not in games:
        raise OutdatedId
    return games[key]


def _require_server(interaction: Interaction) -> None:
    """Require that a press was made in a server.

    :raises ServerChannelRequired: the press was made outside a server.
    """
    if interaction.guild_id is None:
        raise ServerChannelRequired


PRESS_HANDLERS = (
    make_tableless_handler("pl", offer_game, acknowledge="new"),
    make_tableless_handler("pw", play_game),
    make_tableless_handler("pv", play_level),
    make_tableless_handler("pc", challenge_person),
)
