"""Parameters of all commands that open tables: game, seats, clock and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from discord import app_commands

from bot.cogs.common import filter_choices, list_game_choices
from bot.model.clocks import CLOCK_PRESETS
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.table.option_codes import suggest_options
from games.core.protocol import Game

Command = TypeVar("Command", bound=Callable[..., Any])

NAME_BY_PARAMETER = {
    "game": L(NAME_CONTEXT, "game"),
    "seats": L(NAME_CONTEXT, "seats"),
    "clock": L(NAME_CONTEXT, "clock"),
    "options": L(NAME_CONTEXT, "options"),
}
CLOCK_NAMES = (
    L(TEXT_CONTEXT, "7 days, plus 12 hours each turn"),
    L(TEXT_CONTEXT, "3 days, plus 6 hours each turn"),
    L(TEXT_CONTEXT, "1 day, plus 2 hours each turn"),
    L(TEXT_CONTEXT, "2 hours, plus 5 minutes each turn"),
)
"""Translatable names, in the order of :data:`bot.model.clocks.CLOCK_PRESETS`."""


def declare_parameters(*names: str) -> Callable[[Command], Command]:
    """Return a decorator that gives a command's parameters their shared names, descriptions and choices.

    Each command describes ``seats`` and ``clock`` itself.

    :param names: the parameters that the command has.
    """
    clocks = [
        app_commands.Choice(name=name, value=preset.text)
        for name, preset in zip(CLOCK_NAMES, CLOCK_PRESETS, strict=True)
    ]

    def declare(command: Command) -> Command:
        app_commands.rename(**{name: NAME_BY_PARAMETER[name] for name in names})(command)
        app_commands.describe(game=L(TEXT_CONTEXT, "Which game; new here? Take the first"))(command)
        app_commands.choices(clock=clocks)(command)
        if "options" in names:
            app_commands.describe(
                options=L(TEXT_CONTEXT, "Rule options as name=value; leave it empty for the usual rules")
            )(command)
        return command

    return declare


def set_choices(command: Any, games: Mapping[str, Game]) -> None:
    """Set the choices of a command's parameters ``game`` and ``seats``, and autocomplete ``options``."""
    app_commands.choices(game=list_game_choices(games))(command)
    app_commands.choices(seats=list_seat_count_choices(games))(command)
    if command.get_parameter(NAME_BY_PARAMETER["options"].message) is None:
        return

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = games.get(str(interaction.namespace.game))
        return (
            []
            if game is None
            else filter_choices(*suggest_options(game, current, replies.get_words(interaction)))
        )

    app_commands.autocomplete(options=suggest)(command)


def list_seat_count_choices(games: Mapping[str, Game]) -> list[app_commands.Choice[int]]:
    """Return a choice for each number of players, starting with 2, that at least one game allows."""
    numbers = sorted({seats for game in games.values() for seats in game.seat_counts})
    return [app_commands.Choice(name=str(seats), value=seats) for seats in numbers if seats > 1]
