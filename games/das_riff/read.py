"""Parses the tokens of actions.

Payments of up to :data:`MAX_PAYMENT_LENGTH` worms and pearls are accepted, so that a refusal can state the
right price.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from games.core.errors import NoSuchPart, UnreadableToken
from games.core.words import N_
from games.das_riff.actions import Action, BuyBoat, EndTurn, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.parts import parse_cell
from games.das_riff.payment import parse_payment

MAX_PAYMENT_LENGTH: Final = 8
_PAYMENT_PATTERN: Final = rf"[rybgpw*]{{0,{MAX_PAYMENT_LENGTH}}}"
_TOKEN_PATTERN: Final = re.compile(
    r"worm:(?P<colour>[rybgpw-])"
    rf"|take:(?P<take>[A-D][1-8]):(?P<price>{_PAYMENT_PATTERN})(?:>(?P<onto>[1-5]))?"
    rf"|flip:(?P<flip>[A-D][1-8]):(?P<any>{_PAYMENT_PATTERN})"
    r"|shark:(?P<prey>[A-D][1-8])"
    r"|shark:\#(?P<parent>[1-5])"
    rf"|boat:(?P<boat>{_PAYMENT_PATTERN})"
    r"|end"
)
_UNKNOWN_CELL_PATTERN: Final = re.compile(
    rf"(?:take|flip|shark):((?![A-D][1-8]\b)[A-Z][0-9]{{1,2}})(?::{_PAYMENT_PATTERN}(?:>[1-5])?)?"
)
"""Matches tokens that name a cell that doesn't exist."""


@lru_cache(maxsize=4096)
def read_action(token: str) -> Action:
    """Parse a token and return its action.

    :raises UnreadableToken: if it is not a token, or its payment is not in the order ``rybgpw*``.
    :raises NoSuchPart: if it names a cell that doesn't exist.
    """
    parsed = _TOKEN_PATTERN.fullmatch(token)
    if parsed is None:
        cell = _UNKNOWN_CELL_PATTERN.fullmatch(token)
        if cell is not None:
            text = N_("There's no card {cell}: the rows are A to D, the columns 1 to 8.")
            raise NoSuchPart(token, text, "DR-1.1", cell=cell[1])
        raise UnreadableToken(token)
    part = parsed.groupdict()
    if part["colour"]:
        return TakeWorm(part["colour"])
    if part["prey"]:
        return SendShark(cell=parse_cell(part["prey"]))
    if part["parent"]:
        return SendShark(coral=int(part["parent"]) - 1)
    paid = parse_payment(part["price"] or part["any"] or part["boat"] or "")
    if paid is None:
        raise UnreadableToken(token)
    if part["take"]:
        return TakeCard(parse_cell(part["take"]), paid, int(part["onto"]) - 1 if part["onto"] else None)
    if part["flip"]:
        return FlipCard(parse_cell(part["flip"]), paid)
    return EndTurn() if part["boat"] is None else BuyBoat(paid)
