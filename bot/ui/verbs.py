"""The index of verbs: what each button and list does, and which function answers it.

A message keeps its buttons for years, so a verb once used keeps its meaning.

A feature in a room of its own does not write here. It keeps a table like :data:`VERBS` beside its handlers,
which register themselves by :func:`bot.ui.presses.press`, and loads it where it is put together: the
``setup`` of its cog calls ``verbs.load(ITS_VERBS)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple


class Verb(NamedTuple):
    """What a press brings about, and the function behind it as ``module:function``."""

    does: str
    handler: str

    @property
    def module(self) -> str:
        """The module that registers the handler."""
        return self.handler.partition(":")[0]


VERBS = {
    # A match: bot/ui/play
    "cu": Verb("tell what has happened since the last look", "bot.ui.play.catchup:open_catchup"),
    "ds": Verb("describe the position in words", "bot.ui.play.description:open_description"),
    "hn": Verb("give a hint", "bot.ui.play.hints:ask_hint"),
    "gd": Verb("switch the guide on or off", "bot.ui.play.hints:choose_guide"),
    "hi": Verb("show an earlier position", "bot.ui.play.history:open_position"),
    "lg": Verb("show the log", "bot.ui.play.match_log:open_log"),
    "vw": Verb("show the own view", "bot.ui.play.own_view:open_view"),
    "go": Verb("go on with the picks of a move", "bot.ui.play.panel:take_pick"),
    "pk": Verb("go on with a pick from a list", "bot.ui.play.panel:take_listed_pick"),
    "ac": Verb("do an action", "bot.ui.play.panel:confirm_action"),
    "rp": Verb("show the match as a film", "bot.ui.play.replay:open_replay"),
    "rpp": Verb("post the film in the channel", "bot.ui.play.replay:ask_posting"),
    "ru": Verb("show a page of the rules", "bot.ui.play.rulebook:open_rules"),
    "un": Verb("take the own last step back", "bot.ui.play.undo:offer_undo"),
    "uq": Verb("ask the others for that", "bot.ui.play.undo:confirm_undo"),
    # A table: bot/ui/table
    "cmq": Verb("ask how strong the computer is to be", "bot.ui.table.claims:computer_asked"),
    "cmy": Verb("let a computer play on", "bot.ui.table.claims:computer"),
    "cpq": Verb("ask once more whether the seat is to be passed on", "bot.ui.table.claims:pass_asked"),
    "cpy": Verb("offer the seat to everybody", "bot.ui.table.claims:passed"),
    "ceq": Verb("ask once more whether the match is to end", "bot.ui.table.claims:end_asked"),
    "cey": Verb("end the match whose time ran out", "bot.ui.table.claims:ended"),
    "ckq": Verb("show the clocks", "bot.ui.table.clocks:asked"),
    "ck": Verb("set the clock of a lobby", "bot.ui.table.clocks:chosen"),
    "unh": Verb("end a table of an unhosted game", "bot.ui.table.endings:closed_unhosted"),
    "rs": Verb("give the match up", "bot.ui.table.endings:resigned"),
    "cl": Verb("end the table", "bot.ui.table.endings:closed"),
    "jo": Verb("take a free seat", "bot.ui.table.lobby:join"),
    "le": Verb("give a seat of a lobby back", "bot.ui.table.lobby:leave"),
    "sa": Verb("begin the match", "bot.ui.table.lobby:start"),
    "ca": Verb("give the table up before it has begun", "bot.ui.table.lobby:cancel"),
    "op": Verb("set a switch of the rules", "bot.ui.table.lobby:option"),
    "ls": Verb("show who sits in a lobby, to change it", "bot.ui.table.lobby_seats:opened"),
    "lc": Verb("seat a computer player", "bot.ui.table.lobby_seats:computer_added"),
    "lx": Verb("take a computer player's seat away", "bot.ui.table.lobby_seats:computer_removed"),
    "in": Verb("ask somebody to the table", "bot.ui.table.lobby_seats:invited"),
    "lu": Verb("take an invitation back", "bot.ui.table.lobby_seats:uninvited"),
    "mo": Verb("show what else can be done", "bot.ui.table.menu:more"),
    "se": Verb("show the settings panel", "bot.ui.table.menu:settings_asked"),
    "rq": Verb("ask whether the match is to be given up", "bot.ui.table.menu:resign_asked"),
    "rem": Verb("open the rematch of a board's table, or join it", "bot.ui.table.rematch:pressed"),
    "lvq": Verb("ask whether the seat is to be given up", "bot.ui.table.seats:leave_asked"),
    "lvy": Verb("give the seat up", "bot.ui.table.seats:left"),
    "ivq": Verb("ask who is to be invited to a computer's seat", "bot.ui.table.seats:ask_over_asked"),
    "ivu": Verb("call the chosen person", "bot.ui.table.seats:asked_over"),
    "ivx": Verb("take that invitation back", "bot.ui.table.seats:withdrawn"),
    "tkq": Verb("ask which seat is to be taken over", "bot.ui.table.seats:take_asked"),
    "tky": Verb("take the seat that the button names", "bot.ui.table.seats:taken"),
    "mv": Verb("go on here with a table whose channel is gone", "bot.ui.table.threads:moved"),
    "th": Verb("make a thread and open the table there", "bot.ui.table.threads:open_thread"),
    "vt": Verb("take somebody's answer to a proposal", "bot.ui.table.votes:vote"),
    # A person: bot/ui/person
    "pm": Verb("show the page about the own data again", "bot.ui.person.privacy:back"),
    "pj": Verb("hand the own data out", "bot.ui.person.privacy:downloaded"),
    "pe": Verb("say what erasing does, and ask once more", "bot.ui.person.privacy:asked"),
    "py": Verb("forget the person", "bot.ui.person.privacy:erased"),
    "sc": Verb("set how much is told here, or the language", "bot.ui.person.settings:channel_chosen"),
    "so": Verb("set the own standing order for a game", "bot.ui.person.settings:order_chosen"),
    "rk": Verb("rank one more value in that order", "bot.ui.person.settings:ranked"),
    "me": Verb("show one's own times", "bot.ui.person.times:asked"),
    "hq": Verb("set when the quiet hours begin, or that there are none", "bot.ui.person.times:begin_chosen"),
    "hu": Verb("set when the quiet hours end", "bot.ui.person.times:end_chosen"),
    "hv": Verb("begin or end a vacation", "bot.ui.person.times:vacation_chosen"),
    "hr": Verb("set after how long a reminder comes", "bot.ui.person.times:remind_chosen"),
}

INDEX: dict[str, Verb] = {}
"""All verbs of the tables that have been loaded."""


def load(verbs: Mapping[str, Verb] = VERBS) -> None:
    """Register the handlers of a table of verbs. Twice does no harm.

    :raises ValueError: another table has one of its verbs already.
    """
    for verb, entry in verbs.items():
        if INDEX.setdefault(verb, entry) != entry:
            raise ValueError(f"two handlers for {verb!r}: {INDEX[verb].handler} and {entry.handler}")
        import_module(entry.module)
