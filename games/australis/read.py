"""Parses the tokens of actions."""

from __future__ import annotations

import re
from typing import Final

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    ChooseTile,
    KeepCorals,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.parts import CARD_BY_CODE, DIE_BY_CODE
from games.core.errors import NoSuchPart, UnreadableToken
from games.core.words import N_

_MOVE_PATTERN: Final = re.compile(r"move:([3-8])>([3-8])")
_FIXED_ACTIONS: Final[tuple[Action, ...]] = (
    *(TakeDie(die) for die in DIE_BY_CODE.values()),
    *(CarryOutCard(card) for card in CARD_BY_CODE.values()),
    *(ChooseCard(card, keep) for card in CARD_BY_CODE.values() for keep in (True, False)),
    *(PlaceCoral(reef) for reef in range(3, 9)),
    KeepCorals(),
    ChooseTile(True),
    ChooseTile(False),
)
_UNKNOWN_REEF_MESSAGE: Final = N_("There's no reef {named}: they are 3 to 8.")
_UNKNOWN_PART_PATTERNS: Final = (
    (re.compile(r"die:([a-z][0-9]{1,2})"), N_("There's no die {named} in this game."), "AU-1.2"),
    (re.compile(r"(?:card|keep|use):([a-z]{2})"), N_("There's no card {named} in this game."), "AU-1.1"),
    (
        re.compile(r"(?:reef:|move:[3-8]>)([0-9]{1,2})"),
        N_("There's no reef {named}: they are 3 to 8."),
        "AU-2.7",
    ),
    (re.compile(r"move:([0-9]{1,2})>[0-9]{1,2}"), _UNKNOWN_REEF_MESSAGE, "AU-2.7"),
)
"""Patterns of tokens that name something the game doesn't have, with the message and the clause."""
_ACTION_BY_TOKEN: Final = {action.token: action for action in _FIXED_ACTIONS}


def _explain_unreadable(token: str) -> UnreadableToken:
    """Return the error for a text that is not a token, or that names an unknown die, card or reef."""
    for pattern, text, clause in _UNKNOWN_PART_PATTERNS:
        named = pattern.fullmatch(token)
        if named is not None:
            return NoSuchPart(token, text, clause, named=named[1])
    return UnreadableToken(token)


def read_action(token: str) -> Action:
    """Parse a token and return its action.

    :raises UnreadableToken: if it is not a token.
    :raises NoSuchPart: if it names something that the game doesn't have.
    """
    action = _ACTION_BY_TOKEN.get(token)
    if action is not None:
        return action
    parsed = _MOVE_PATTERN.fullmatch(token)
    if parsed is None:
        raise _explain_unreadable(token)
    return MoveCoral(int(parsed[1]), int(parsed[2]))
