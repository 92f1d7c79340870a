"""Reading tokens: one canonical form each, anything else is refused."""

from __future__ import annotations

import re
from typing import Final

from games.australis.actions import Action, Choose, Move, Place, Run, Stay, Take, Tile
from games.australis.parts import CARD_OF, DIE_OF
from games.core.errors import UnreadableToken

_MOVE: Final = re.compile(r"move:([3-8])>([3-8])")
_FIXED: Final[tuple[Action, ...]] = (
    *(Take(die) for die in DIE_OF.values()),
    *(Run(card) for card in CARD_OF.values()),
    *(Choose(card, keep) for card in CARD_OF.values() for keep in (True, False)),
    *(Place(reef) for reef in range(3, 9)),
    Stay(),
    Tile(True),
    Tile(False),
)
_WHOLE: Final = {action.token: action for action in _FIXED}


def read(token: str) -> Action:
    """Return the action that ``token`` writes.

    :raises UnreadableToken: it writes none.
    """
    action = _WHOLE.get(token)
    if action is not None:
        return action
    found = _MOVE.fullmatch(token)
    if found is None:
        raise UnreadableToken(token)
    return Move(int(found[1]), int(found[2]))
