"""What this room's buttons do: handlers register themselves where they are made."""

from __future__ import annotations

from bot.ui.verbs import Verb

PANEL = "bot.features.tournaments.presses:Panel"
MANAGE = "bot.features.tournaments.manage:Manage"
ROUND = "bot.features.tournaments.round_pages:RoundPages"

VERBS = {
    "tmj": Verb("take part in a tournament", PANEL),
    "tml": Verb("withdraw from a tournament", PANEL),
    "tms": Verb("show the standings of a tournament", PANEL, dear=True),
    "tmt": Verb("turn to a page of these standings", PANEL, dear=True),
    "tmh": Verb("explain a tournament", PANEL),
    "tmf": Verb("show the hash that the deals of a round were committed to by", PANEL),
    "tmc": Verb("show what was changed in a tournament, by whom and when", PANEL),
    "tmr": Verb("show all tables of a round", ROUND),
    "tmu": Verb("turn to a page of these tables", ROUND),
    "tmm": Verb("show what the host of a tournament can do", MANAGE),
    "tmb": Verb("begin a tournament", MANAGE),
    "tmp": Verb("draw no further round for now", MANAGE),
    "tmg": Verb("go on after that", MANAGE),
    "tme": Verb("ask once more whether a tournament is to end", MANAGE),
    "tmx": Verb("end a tournament", MANAGE),
}
