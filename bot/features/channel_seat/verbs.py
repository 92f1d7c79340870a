"""The index of this room's verbs."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import SOLO, Verb

OPEN: Final = "cv"
GIVE: Final = "cvo"
TAKE_BACK: Final = "cve"
SIT: Final = "cvs"
STAND: Final = "cvx"
INVITE: Final = "cvi"
WITHDRAW: Final = "cvw"
AGREE: Final = "cvy"
DECLINE: Final = "cvd"
QUIT: Final = "cvz"
TIME: Final = "cvt"
QUORUM: Final = "cvn"
ASK: Final = "cvq"
PICK: Final = "cvg"
LISTED: Final = "cvl"
VOTE: Final = "cva"

_PAGE = "bot.features.channel_seat.pages:Page"
_PANEL = "bot.features.channel_seat.presses:Panel"
_GUESTS = "bot.features.channel_seat.guests:Guests"

VERBS = {
    OPEN: Verb("show the vote of the channel", _PAGE),
    GIVE: Verb("give a computer's seat to the channel", _PAGE),
    TAKE_BACK: Verb("let a computer go on for the channel", _PAGE),
    SIT: Verb("give the channel a seat of a lobby", _PAGE),
    STAND: Verb("take that seat away", _PAGE),
    INVITE: Verb("ask another channel to play", _GUESTS),
    WITHDRAW: Verb("ask it no more", _GUESTS),
    AGREE: Verb("let the channel that is asked play", _GUESTS),
    DECLINE: Verb("say no for it", _GUESTS),
    QUIT: Verb("have it play no more", _GUESTS),
    TIME: Verb("set how long a vote is open", _PAGE),
    QUORUM: Verb("set how many votes end one", _PAGE),
    ASK: Verb("ask what the channel is to play", _PANEL, dear=True),
    PICK: Verb("go on with the picks of a vote", SOLO),
    LISTED: Verb("go on with a pick from a list", SOLO),
    VOTE: Verb("vote for a move", SOLO),
}

TURNED = {"go": PICK, "pk": LISTED, "ac": VOTE}
"""The verbs of the panel of a table, and those that answer in their place."""
