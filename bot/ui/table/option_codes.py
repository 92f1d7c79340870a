"""Reads the options of a game as people type them, and encodes and decodes them for custom_ids."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from bot.errors.tables import UnreadableOptions
from bot.platform.limits import MAX_CHOICE_NAME_LENGTH, clip
from bot.ui.ids import decode_number, encode_number
from games.core.protocol import Game
from games.core.words import Words


def read_options(text: str) -> dict[str, str]:
    """Parse options typed as ``name=value name=value``.

    :raises UnreadableOptions: a part doesn't have that form.
    """
    options: dict[str, str] = {}
    for part in text.split():
        name, separator, value = part.partition("=")
        if not (name and separator and value):
            raise UnreadableOptions(part)
        options[name] = value
    return options


def suggest_options(game: Game, typed: str, w: Words) -> tuple[list[tuple[str, str]], str]:
    """Suggest the values of options that are not typed yet.

    Return (label, full text) pairs, and the unfinished last word that suggestions should contain.
    """
    written = typed.split()
    whole = [part for part in written if "=" in part]
    named = {part.partition("=")[0] for part in whole}
    suggestions = []
    for option in game.options:
        if option.name in named:
            continue
        for value, text in zip(option.values, option.value_labels, strict=True):
            label = w("{name}: {choice}", name=w.msg(option.label), choice=w.msg(text))
            suggestions.append(
                (clip(label, MAX_CHOICE_NAME_LENGTH), " ".join([*whole, f"{option.name}={value}"]))
            )
    return suggestions, "" if not written or "=" in written[-1] else written[-1]


def encode_options(game: Game, options: Mapping[str, str]) -> str:
    """Encode each option of a game, in the game's order, as one character: the index of the chosen value."""
    chosen = game.get_default_options() | dict(options)
    return "".join(encode_number(option.values.index(chosen[option.name])) for option in game.options)


def decode_options(game: Game, encoded: str) -> dict[str, str]:
    """Parse the result of :func:`encode_options`.

    An option whose index is missing, invalid or too large is left out.
    """
    chosen: dict[str, str] = {}
    for option, digit in zip(game.options, encoded, strict=False):
        with suppress(ValueError):
            index = decode_number(digit)
            if index < len(option.values):
                chosen[option.name] = option.values[index]
    return chosen
