"""Encodes the table that a person wants as a button's custom_id, and decodes it."""

from __future__ import annotations

from bot.model.table_request import TableRequest
from bot.ui.ids import make_custom_id, read_page
from bot.ui.table import clocks
from bot.ui.table.option_codes import decode_options, encode_options
from games.core.protocol import Game
from games.players import COMPUTER_LEVELS

PEOPLE_OPPONENTS = "people"
"""Replaces the level of a computer if the opponents are people."""


def write_table_request(verb: str, request: TableRequest, *numbers: int) -> str:
    """Return the custom_id of a button that opens the requested table; see :func:`read_table_request`.

    :param verb: the verb of the button's handler.
    :param numbers: numbers that the handler needs, put between the verb and the request.
    """
    return make_custom_id(
        "b",
        verb,
        *numbers,
        request.game.key,
        request.opponent_id or 0,
        encode_options(request.game, request.options),
        request.computer_level or PEOPLE_OPPONENTS,
        clocks.NO_CLOCK if request.clock is None else request.clock.text,
        request.seat_count or 0,
        int(request.waits_for_host),
    )


def read_table_request(game: Game, parts: list[str]) -> TableRequest:
    """Return the request in the parts of a custom_id from :func:`write_table_request`.

    :raises OutdatedId: the clock is no longer offered.
    """
    # Buttons of earlier versions have fewer parts.
    options, against, clock, *_ = (*parts[2:], "", "", "")
    seats = read_page(parts, 5)
    return TableRequest(
        game,
        decode_options(game, options),
        read_page(parts, 1) or None,
        against if against in COMPUTER_LEVELS else None,
        clocks.read_clock(clock or clocks.NO_CLOCK),
        seats if seats in game.seat_counts else None,
        read_page(parts, 6) == 1,
    )
