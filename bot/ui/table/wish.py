"""How a button carries what a table is to be opened for."""

from __future__ import annotations

from bot.model.wish import Wish
from bot.ui.ids import custom_id, page_of
from bot.ui.table import clocks
from bot.ui.table.switches import pack_switches, unpack_switches
from games.core.protocol import Game
from games.players import LEVELS

PEOPLE = "people"
"""What stands for a table that waits for whoever joins, in place of a computer player's level."""


def write_wish(verb: str, wish: Wish, *before: int) -> str:
    """Return the custom_id of a button that grants a wish; other numbers may stand before it."""
    return custom_id(
        "b",
        verb,
        *before,
        wish.game.key,
        wish.opponent or 0,
        pack_switches(wish.game, wish.options),
        wish.against or PEOPLE,
        clocks.NONE if wish.clock is None else wish.clock.text,
        wish.seats or 0,
        int(wish.waits),
    )


def read_wish(game: Game, parts: list[str]) -> Wish:
    """Read the parts of :func:`write_wish` back."""
    # A button of an earlier version says less.
    switches, against, clock, *_ = (*parts[2:], "", "", "")
    seats = page_of(parts, 5)
    return Wish(
        game,
        unpack_switches(game, switches),
        page_of(parts, 1) or None,
        against if against in LEVELS else None,
        clocks.clock_of(clock or clocks.NONE),
        seats if seats in game.seats else None,
        page_of(parts, 6) == 1,
    )
