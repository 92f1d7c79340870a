"""What this room's buttons and lists do: handlers register themselves where they are made."""

from __future__ import annotations

from bot.ui.verbs import Verb

_HISTORIES, _CHOICE = "bot.features.ratings.histories:Histories", "bot.features.ratings.choice:StayingOut"

VERBS = {
    "wb": Verb("show the standings of a game", "bot.features.ratings.boards:Boards", dear=True),
    "wbp": Verb("post them in the channel", "bot.features.ratings.boards:Boards", dear=True),
    "wc": Verb("show one's own card", "bot.features.ratings.cards:Cards", dear=True),
    "wcp": Verb("post it in the channel", "bot.features.ratings.cards:Cards", dear=True),
    "wh": Verb("turn to a page of a history", _HISTORIES, dear=True),
    "wr": Verb("show a match of a history as a film", _HISTORIES, dear=True),
    "ws": Verb("stay out of ratings and boards, or take part again", _CHOICE),
}
