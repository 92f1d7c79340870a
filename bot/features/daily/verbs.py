"""The index of the verbs of the reef of the day, loaded where it docks on."""

from __future__ import annotations

from bot.ui.verbs import SOLO, Verb

PANEL = "bot.features.daily.presses:Panel"
PAGES = "bot.features.daily.pages:Pages"
CARDS = "bot.features.daily.cards:Cards"
PAST = "bot.features.daily.past:Past"
BEST_LINE = "bot.features.daily.best_line:BestLine"

VERBS = {
    "rg": Verb("go on with the picks of a move", SOLO),
    "rl": Verb("go on with a pick from a list", SOLO),
    "ra": Verb("do an action", SOLO),
    "rz": Verb("take the own last step back", PANEL),
    "rdb": Verb("begin the try of a day, or go on with it", PANEL),
    "rdo": Verb("open the page of today", PAGES),
    "rdx": Verb("list oneself on the boards of days, or not", PAGES),
    "rdt": Verb("show the board of a day", PAGES, dear=True),
    "rdp": Verb("post the result of a day in the channel", CARDS),
    "rdy": Verb("show yesterday's reef", PAST),
    "rdl": Verb("show the best line of a day that is over, step by step", BEST_LINE, dear=True),
    "rdf": Verb("hand the record of a day that is over out", PAST),
    "rdh": Verb("show the hashes of today and tomorrow", PAST),
}

TURNED = {"go": "rg", "pk": "rl", "ac": "ra", "un": "rz", "rdo": "rdo"}
"""The verbs of the panel of a table, and those that answer in their place; *Back* leads to the page."""
