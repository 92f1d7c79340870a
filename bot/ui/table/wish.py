"""Encodes the table that a person wants as a button's custom_id, and decodes it."""

from __future__ import annotations

from bot.model.wish import TableWish
from bot.ui.ids import make_custom_id, read_page
from bot.ui.table import clocks
from bot.ui.table.option_codes import decode_options, encode_options
from games.core.protocol import Game
from games.players import COMPUTER_LEVELS

PEOPLE_OPPONENTS = "people"
"""Replaces the level of a computer if the opponents are people."""


def write_wish(verb: str, wish: TableWish, *numbers: int) -> str:
    """Return the custom_id of a button that opens a table as wished. :func:`read_wish` decodes it.

    :param verb: the verb of the button's handler.
    :param numbers: numbers that the handler needs, put between the verb and the wish.
    """
    return make_custom_id(
        "b",
        verb,
        *numbers,
        wish.game.key,
        wish.opponent_id or 0,
        encode_options(wish.game, wish.options),
        wish.computer_level or PEOPLE_OPPONENTS,
        clocks.NO_CLOCK if wish.clock is None else wish.clock.text,
        wish.seat_count or 0,
        int(wish.waits_for_host),
    )


def read_wish(game: Game, parts: list[str]) -> TableWish:
    """Return the wish in the parts of a custom_id from :func:`write_wish`.

    :raises OutdatedId: the clock is no longer offered.
    """
    # Buttons of earlier versions have fewer parts.
    options, against, clock, *_ = (*parts[2:], "", "", "")
    seats = read_page(parts, 5)
    return TableWish(
        game,
        decode_options(game, options),
        read_page(parts, 1) or None,
        against if against in COMPUTER_LEVELS else None,
        clocks.read_clock(clock or clocks.NO_CLOCK),
        seats if seats in game.seat_counts else None,
        read_page(parts, 6) == 1,
    )
