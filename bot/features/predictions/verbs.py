"""The index of this room's verbs."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import Verb

OPEN: Final = "tp"
GIVE: Final = "tpg"
WITHDRAW: Final = "tpx"
TURN: Final = "tpb"
POST: Final = "tpp"

_PAGE, _BOARD = "bot.features.predictions.pages:Page", "bot.features.predictions.board:Board"

VERBS = {
    OPEN: Verb("show one's own tip who wins, and at the end all of them", _PAGE),
    GIVE: Verb("tip who wins", _PAGE),
    WITHDRAW: Verb("take the own tip back", _PAGE),
    TURN: Verb("show who tips best in a season", _BOARD, dear=True),
    POST: Verb("post that in the channel", _BOARD, dear=True),
}
