"""The index of the verbs of this room, loaded where it docks on."""

from __future__ import annotations

from bot.ui.verbs import Verb

JOINING = "bot.features.server_board.joining:Joining"
OPENING = "bot.features.server_board.opening:Opening"
IN_FORUM = "bot.features.server_board.in_forum:InForum"

VERBS = {
    "tj": Verb("take a free seat of a table from the board of the server", JOINING),
    "tr": Verb("give oneself the role that is called to open seats, or back", JOINING),
    "tdo": Verb("ask which game a table for anybody is to be of", OPENING),
    "tdg": Verb("open a table of a game for anybody", OPENING),
    "tdh": Verb("open in this channel what can't be opened in the forum", IN_FORUM),
}
