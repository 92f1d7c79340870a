"""What this room's buttons and lists do: handlers register themselves where they are made."""

from __future__ import annotations

from bot.ui.verbs import Verb

VERBS = {
    "wb": Verb("show the standings of a game", "bot.standing.boards:Boards", dear=True),
    "wbp": Verb("post them in the channel", "bot.standing.boards:Boards", dear=True),
    "wc": Verb("show one's own card", "bot.standing.cards:Cards", dear=True),
    "wcp": Verb("post it in the channel", "bot.standing.cards:Cards", dear=True),
    "wh": Verb("turn to a page of a history", "bot.standing.histories:Histories", dear=True),
    "wr": Verb("show a match of a history as a film", "bot.standing.histories:Histories", dear=True),
    "ws": Verb("stay out of ratings and boards, or take part again", "bot.standing.choice:StayingOut"),
}
