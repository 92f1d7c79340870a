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
    """What a press brings about, and the function behind it as ``module:function``.

    What is ``dear`` takes longer than a move, or draws a picture of its own: nobody has others wait for it.
    """

    does: str
    handler: str
    dear: bool = False

    @property
    def module(self) -> str:
        """The module that registers the handler."""
        return self.handler.partition(":")[0]


SOLO = "bot.ui.play.answering:answer_presses"
"""Answers the picks and the action of every panel of a match at no table, for the feature whose it is."""

VERBS = {
    # A match: bot/ui/play
    "cu": Verb("tell what has happened since the last look", "bot.ui.play.catchup:open_catchup", dear=True),
    "ds": Verb("describe the position in words", "bot.ui.play.description:open_description", dear=True),
    "hn": Verb("give a hint", "bot.ui.play.hints:ask_hint"),
    "gd": Verb("switch the guide on or off", "bot.ui.play.hints:choose_guide"),
    "hi": Verb("show an earlier position", "bot.ui.play.history:open_position", dear=True),
    "lg": Verb("show the log", "bot.ui.play.match_log:open_log", dear=True),
    "vw": Verb("show the own view", "bot.ui.play.own_view:open_view", dear=True),
    "go": Verb("go on with the picks of a move", "bot.ui.play.panel:take_pick"),
    "pk": Verb("go on with a pick from a list", "bot.ui.play.panel:take_listed_pick"),
    "ac": Verb("do an action", "bot.ui.play.panel:confirm_action"),
    "rp": Verb("show the match as a film", "bot.ui.play.replay:open_replay", dear=True),
    "rpp": Verb("post the film in the channel", "bot.ui.play.replay:ask_posting"),
    "ru": Verb("show a page of the rules", "bot.ui.play.rulebook:open_rules"),
    "yr": Verb("open the panel as it stands now", "bot.ui.play.now:open_now"),
    "un": Verb("take the own last step back", "bot.ui.play.undo:offer_undo"),
    "uq": Verb("ask the others for that", "bot.ui.play.undo:confirm_undo"),
    # A table: bot/ui/table
    "cmq": Verb("ask how strong the computer is to be", "bot.ui.table.claims:ask_computer"),
    "cmy": Verb("let a computer play on", "bot.ui.table.claims:let_computer_play"),
    "cpq": Verb("ask once more whether the seat is to be passed on", "bot.ui.table.claims:ask_pass"),
    "cpy": Verb("offer the seat to everybody", "bot.ui.table.claims:pass_seat"),
    "ceq": Verb("ask once more whether the match is to end", "bot.ui.table.claims:ask_end"),
    "cey": Verb("end the match whose time ran out", "bot.ui.table.claims:end_match"),
    "ckq": Verb("show the clocks", "bot.ui.table.clocks:open_clocks"),
    "ck": Verb("set the clock of a lobby", "bot.ui.table.clocks:choose_clock"),
    "unh": Verb("end a table of an unhosted game", "bot.ui.table.endings:close_unhosted"),
    "rs": Verb("give the match up", "bot.ui.table.endings:resign"),
    "kp": Verb("change nothing after all", "bot.ui.table.endings:keep_playing"),
    "cl": Verb("end the table", "bot.ui.table.endings:close"),
    "fa": Verb(
        "show the hashes of a match and how to check them", "bot.ui.table.fairness_page:open_fairness"
    ),
    "fx": Verb("hand the record of a match out", "bot.ui.table.export:send_record"),
    "jo": Verb("take a free seat", "bot.ui.table.lobby:join"),
    "le": Verb("give a seat of a lobby back", "bot.ui.table.lobby:leave"),
    "sa": Verb("begin the match", "bot.ui.table.lobby:start"),
    "ca": Verb("give the table up before it has begun", "bot.ui.table.lobby:cancel"),
    "op": Verb("set a switch of the rules", "bot.ui.table.lobby:set_option"),
    "oq": Verb("open the form of a lobby's options", "bot.ui.table.options:open_options"),
    "os": Verb("set what that form says", "bot.ui.table.options:take_options"),
    "ls": Verb("show who sits in a lobby, to change it", "bot.ui.table.lobby_seats:open_seats"),
    "lc": Verb("seat a computer player", "bot.ui.table.lobby_seats:add_computer"),
    "lx": Verb("take a computer player's seat away", "bot.ui.table.lobby_seats:remove_computer"),
    "in": Verb("ask somebody to the table", "bot.ui.table.lobby_seats:invite"),
    "lu": Verb("take an invitation back", "bot.ui.table.lobby_seats:withdraw_invitation"),
    "mo": Verb("show what else can be done", "bot.ui.table.menu:open_menu"),
    "se": Verb("show the settings panel", "bot.ui.table.menu:open_settings"),
    "rq": Verb("ask whether the match is to be given up", "bot.ui.table.menu:confirm_resign"),
    "rem": Verb("open the rematch of a board's table, or join it", "bot.ui.table.rematch:open_rematch"),
    "dq": Verb("ask whether a draw is to be offered", "bot.ui.table.votes:confirm_draw"),
    "dy": Verb("offer a draw", "bot.ui.table.votes:make_offer"),
    "lvq": Verb("ask whether the seat is to be given up", "bot.ui.table.seats:confirm_leave"),
    "lvy": Verb("give the seat up", "bot.ui.table.seats:leave_match"),
    "ivq": Verb("ask who is to be invited to a computer's seat", "bot.ui.table.invitations:open_invitations"),
    "ivu": Verb("call the chosen person", "bot.ui.table.invitations:ask_over"),
    "ivx": Verb("take that invitation back", "bot.ui.table.invitations:withdraw_seat_invitation"),
    "ivd": Verb("turn an invitation down", "bot.ui.table.invitations:decline"),
    "tkq": Verb("ask which seat is to be taken over", "bot.ui.table.seats:choose_seat"),
    "tky": Verb("take the seat that the button names", "bot.ui.table.seats:take_chosen"),
    "pl": Verb("ask against whom a game is to be played", "bot.ui.table.welcome:offer_game"),
    "pw": Verb("open what a button says", "bot.ui.table.welcome:play_game"),
    "pc": Verb("open a table for two people", "bot.ui.table.welcome:challenge"),
    "mv": Verb("go on here with a table whose channel is gone", "bot.ui.table.moving:move_here"),
    "sh": Verb("post the table of the channel again", "bot.ui.table.taken:show_table"),
    "em": Verb("ask whether a table is to make way for another", "bot.ui.table.taken:ask_end"),
    "ey": Verb("end a table and open another in its place", "bot.ui.table.taken:end_and_open"),
    "th": Verb("make a thread and open the table there", "bot.ui.table.threads:open_thread"),
    "vt": Verb("take somebody's answer to a proposal", "bot.ui.table.votes:vote"),
    # A person: bot/ui/person
    "my": Verb("turn to a page of the own tables", "bot.ui.person.my_tables:turn_page"),
    "pm": Verb("show the page about the own data again", "bot.ui.person.privacy:show_again"),
    "pj": Verb("hand the own data out", "bot.ui.person.privacy:download"),
    "pe": Verb("say what erasing does, and ask once more", "bot.ui.person.privacy:confirm_erasing"),
    "py": Verb("forget the person", "bot.ui.person.privacy:erase"),
    "sc": Verb("set how much is told here, or the language", "bot.ui.person.settings:choose_for_channel"),
    "so": Verb("set the own standing order for a game", "bot.ui.person.settings:choose_order"),
    "rk": Verb("rank one more value in that order", "bot.ui.person.settings:rank_value"),
    "sf": Verb("open the form of the settings here", "bot.ui.person.settings_form:open_form"),
    "sfs": Verb("store what that form says", "bot.ui.person.settings_form:take_form"),
    "mf": Verb("open the form of one's own times", "bot.ui.person.times_form:open_form"),
    "mfs": Verb("store what that form says", "bot.ui.person.times_form:take_form"),
    "me": Verb("show one's own times", "bot.ui.person.times:open_times"),
    "hq": Verb(
        "set when the quiet hours begin, or that there are none", "bot.ui.person.times:choose_quiet_begin"
    ),
    "hu": Verb("set when the quiet hours end", "bot.ui.person.times:choose_quiet_end"),
    "hv": Verb("begin or end a vacation", "bot.ui.person.times:choose_vacation"),
    "hr": Verb("set after how long a reminder comes", "bot.ui.person.times:choose_reminder"),
}

INDEX: dict[str, Verb] = {}
"""All verbs of the tables that have been loaded."""


def is_dear(verb: str = "") -> bool:
    """Tell whether a press of a verb takes longer than a move."""
    return verb in INDEX and INDEX[verb].dear


def load(verbs: Mapping[str, Verb] = VERBS) -> None:
    """Register the handlers of a table of verbs. Twice does no harm.

    :raises ValueError: another table has one of its verbs already.
    """
    for verb, entry in verbs.items():
        if INDEX.setdefault(verb, entry) != entry:
            raise ValueError(f"two handlers for {verb!r}: {INDEX[verb].handler} and {entry.handler}")
        import_module(entry.module)
