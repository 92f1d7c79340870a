"""Functions that several commands use to find tables and games, and to suggest choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from discord import app_commands

from bot.errors.tables import NoTableHere, UnknownGame
from bot.model.table import Table
from bot.platform.limits import MAX_CHOICE_NAME_LENGTH, MAX_CHOICES, clip
from bot.platform.translator import make_choice_name
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import N_, Msg


async def find_channel_table(interaction: Interaction) -> Table:
    """Return the active table of the interaction's channel, or else its last table.

    :raises NoTableHere: the channel has never had a table.
    """
    tables = interaction.client.services.tables
    table = await tables.find_latest_table(interaction.channel_id or 0)
    if table is None:
        raise NoTableHere
    return table


def find_game(games: Mapping[str, Game], text: str) -> Game:
    """Return the game whose key or title is ``text``, ignoring case.

    :raises UnknownGame: there is no such game.
    """
    for game in games.values():
        if text.casefold() in (game.key, game.title.casefold()):
            return game
    raise UnknownGame(text, (game.title for game in games.values()))


def list_game_choices(games: Mapping[str, Game]) -> list[app_commands.Choice[str]]:
    """Return the games as choices of a command's parameter, with their numbers of players."""
    return [
        app_commands.Choice(name=make_choice_name(_label_game(game)), value=game.key)
        for game in games.values()
    ]


def _label_game(game: Game) -> Msg:
    least, most = min(game.seat_counts), max(game.seat_counts)
    if least == most:
        return Msg(N_("{title} ({most} players)"), {"title": game.title, "most": most})
    return Msg(N_("{title} ({least} to {most} players)"), {"title": game.title, "least": least, "most": most})


def filter_choices(choices: Iterable[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Return up to 25 choices that contain the typed text, first those that start with it."""
    needle = current.casefold().strip()
    hits = [
        (name, value) for name, value in choices if needle in name.casefold() or needle in value.casefold()
    ]
    hits.sort(
        key=lambda hit: not (hit[1].casefold().startswith(needle) or hit[0].casefold().startswith(needle))
    )
    return [
        app_commands.Choice(name=clip(name, MAX_CHOICE_NAME_LENGTH), value=value[:MAX_CHOICE_NAME_LENGTH])
        for name, value in hits[:MAX_CHOICES]
    ]
