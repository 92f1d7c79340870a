"""The index of this room's verbs."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import Verb

OPEN: Final = "fo"
CHOOSE: Final = "fos"
END: Final = "fox"

_PAGE = "bot.features.follow.pages:Page"

VERBS = {
    OPEN: Verb("show how one follows a table", _PAGE),
    CHOOSE: Verb("choose at which turning points of a table one is mentioned, or none", _PAGE),
    END: Verb("follow the table that is chosen from one's own list no longer", _PAGE),
}
