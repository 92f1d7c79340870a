"""The switches of a game as text: as people type them, and as a custom_id carries them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors.tables import UnreadableOptions
from bot.platform.limits import CHOICE_NAME, clip
from bot.ui.ids import encode_number, read_page
from games.core.protocol import Game
from games.core.words import Words


def read_options(text: str) -> dict[str, str]:
    """Read ``name=value name=value``.

    :raises UnreadableOptions: a part is not of that form.
    """
    found: dict[str, str] = {}
    for part in text.split():
        name, joint, value = part.partition("=")
        if not (name and joint and value):
            raise UnreadableOptions(part)
        found[name] = value
    return found


def suggest_options(game: Game, typed: str, w: Words) -> tuple[list[tuple[str, str]], str]:
    """Offer each switch's values behind what is typed already.

    Return the name of each and what would be typed then, and the part typed last, which they should hold.
    """
    written = typed.split()
    whole = [part for part in written if "=" in part]
    named = {part.partition("=")[0] for part in whole}
    found = []
    for option in game.options:
        if option.name in named:
            continue
        for value, text in zip(option.values, option.value_labels, strict=True):
            label = w("{name}: {choice}", name=w.msg(option.label), choice=w.msg(text))
            found.append((clip(label, CHOICE_NAME), " ".join([*whole, f"{option.name}={value}"])))
    return found, "" if not written or "=" in written[-1] else written[-1]


def pack_switches(game: Game, options: Mapping[str, str]) -> str:
    """Return the place of each switch's value, in the order of the game."""
    chosen = game.defaults() | dict(options)
    return "".join(encode_number(option.values.index(chosen[option.name])) for option in game.options)


def unpack_switches(game: Game, switches: str) -> dict[str, str]:
    """Read :func:`pack_switches` back; what cannot be read is left at its default."""
    places = [read_page((digit,), 0) for digit in switches]
    return {
        option.name: option.values[place]
        for option, place in zip(game.options, places, strict=False)
        if place < len(option.values)
    }
