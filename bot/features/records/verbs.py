"""The index of the verbs of imported matches, loaded where they dock on."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import Verb

OPEN: Final = "imo"
STEP: Final = "imp"
FILM: Final = "imr"
REVIEW: Final = "imv"
VALUES: Final = "imh"
POST: Final = "ims"
ASK: Final = "imq"
REMOVE: Final = "imx"
LIST: Final = "iml"
CHOOSE: Final = "imc"
BRING: Final = "imm"

_PRESSES, _SHELF, _BRINGING = (
    "bot.features.records.presses:Presses",
    "bot.features.records.shelf:Shelf",
    "bot.features.records.commands:Bringing",
)

VERBS = {
    OPEN: Verb("show an imported match", _PRESSES, dear=True),
    STEP: Verb("turn to a position of one", _PRESSES, dear=True),
    FILM: Verb("show one as a film", _PRESSES, dear=True),
    REVIEW: Verb("review one", _PRESSES, dear=True),
    VALUES: Verb("show the hashes of one, and what they prove", _PRESSES),
    POST: Verb("post one in the channel", _PRESSES, dear=True),
    ASK: Verb("ask whether one is to be forgotten", _SHELF),
    REMOVE: Verb("forget it", _SHELF),
    LIST: Verb("list the own imported matches", _SHELF),
    CHOOSE: Verb("show the one chosen from that list", _SHELF, dear=True),
    BRING: Verb("take the file of a form", _BRINGING, dear=True),
}
