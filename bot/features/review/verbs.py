"""The index of the review's verbs, loaded where it docks on."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import SOLO, Verb

OPEN: Final = "rv"
POINTS: Final = "rvp"
SWITCH: Final = "rvs"
AGAIN: Final = "rvt"
PICK: Final = "rvg"
LISTED: Final = "rvk"
ANSWER: Final = "rva"

_REVIEW, _AGAIN = "bot.features.review.presses:ReviewPresses", "bot.features.review.again:TryAgain"

VERBS = {
    OPEN: Verb("show the review of a match that has ended", _REVIEW, dear=True),
    POINTS: Verb("show its turning points", _REVIEW, dear=True),
    SWITCH: Verb("switch the posts of reviews in a channel on or off", _REVIEW),
    AGAIN: Verb("show a costly move of one's own once more, to find a better one", _AGAIN, dear=True),
    PICK: Verb("go on with the picks of such an answer", SOLO),
    LISTED: Verb("go on with a pick from a list", SOLO),
    ANSWER: Verb("judge such an answer", SOLO),
}

TURNED = {"go": PICK, "pk": LISTED, "ac": ANSWER}
"""The verbs of the panel of a table, and those that answer in their place."""
