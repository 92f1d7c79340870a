"""What a table is opened for, and how a button carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.table import Clock
from bot.ui.ids import custom_id, page_of
from bot.ui.table import clocks
from bot.ui.table.switches import pack_switches, unpack_switches
from games.core.protocol import Game
from games.players import LEVELS

PEOPLE = "people"
"""What stands for a table that waits for whoever joins, in place of a computer player's level."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a table is opened for.

    ``options`` are switches, each known to the game; ``opponent`` is the id of the user to be asked to it,
    who has both sides if it is the one who asks; ``against`` is the level of computer players to begin with
    at once where nobody else is asked, ``None`` waits for whoever joins. Without a ``clock`` nobody is
    hurried.
    """

    game: Game
    options: Mapping[str, str]
    opponent: int | None = None
    against: str | None = None
    clock: Clock | None = None


def write_wish(verb: str, wish: Wish) -> str:
    """Return the custom_id of a button that grants a wish."""
    return custom_id(
        "b",
        verb,
        wish.game.key,
        wish.opponent or 0,
        pack_switches(wish.game, wish.options),
        wish.against or PEOPLE,
        clocks.NONE if wish.clock is None else wish.clock.text,
    )


def read_wish(game: Game, parts: list[str]) -> Wish:
    """Read the parts of :func:`write_wish` back."""
    # A button of an earlier version says less.
    switches, against, clock, *_ = (*parts[2:], "", "", "")
    return Wish(
        game,
        unpack_switches(game, switches),
        page_of(parts, 1) or None,
        against if against in LEVELS else None,
        clocks.clock_of(clock or clocks.NONE),
    )
