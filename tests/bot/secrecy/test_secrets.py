"""Nothing hidden leaves the process. Its output doesn't change when hidden parts are dealt again."""

from __future__ import annotations

import ast
import re
import zlib
from copy import copy
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.computers.thinker import Thinker
from bot.ui.play import start_buttons
from games.core.match import Match
from games.core.texts import Advice
from games.drawing.replay_frames import Replay
from games.registry import GAMES
from tests.support.dealing import cut_match, make_cases, redeal_hidden_parts
from tests.support.nightly import defer_to_ci, defer_to_night
from tests.support.outputs import collect_outputs


def advance_to_decision(match: Match, viewer: int | None, ply: int) -> Match:
    """Return the match at ``ply`` or, for a viewer, at the next ply at which they must act."""
    while viewer is not None and ply < match.ply and viewer not in match.rules.to_act(match.state_at(ply)):
        ply += 1
    return cut_match(match, ply)


@pytest.mark.parametrize("seats", defer_to_night(["fewest", "most"], "fewest"))
@pytest.mark.parametrize("key", GAMES)
def test_nothing_that_leaves_the_process_depends_on_hidden_parts(key: str, seats: str) -> None:
    case = make_cases(GAMES[key])[("fewest", "most").index(seats)]
    whole = case.match
    differing = panels = 0
    some = (None, 0, case.seat_count - 1)
    watched = [(1, who) for who in some] + [(3, who) for who in case.viewers] + [(4, who) for who in some]
    for part, viewer in watched:
        match = advance_to_decision(whole, viewer, whole.ply * part // 4)
        other = redeal_hidden_parts(match, viewer, part)
        differing += other.state != match.state
        shown, hidden = (collect_outputs(m, viewer, includes_pictures=part == 1) for m in (match, other))
        panels += "first question" in shown
        for name in shown.keys() | hidden.keys():
            assert shown.get(name) == hidden.get(name), f"{case.name} ply {match.ply} {viewer}: {name}"
    assert differing >= 6, "nothing was hidden, so nothing is proved"
    assert panels >= 4


WORDLESS_OUTPUTS_PATTERN = re.compile(
    r"answer .*|awaited|claim.*|clock .*|replay's plan|final|last row|lobby.*|menu|nonce|orders .*|outcome"
    r"|own buttons|position \d+'s buttons|question|record|refusal .*|reminder .*|settled .*|turn|undo .*"
)
"""Matches the names of outputs without a game's words or pictures: only tokens, seats and people."""


LEAK_CASES = [(key, viewer) for key in GAMES for viewer in (None, 0)]
LEAK_CASES = defer_to_ci(
    LEAK_CASES, *(case for number, case in enumerate(LEAK_CASES) if number % 4 in (1, 2))
)
"""Games and viewers. In the suite, two games leak to spectators, and the other two to a player."""


def separate_events(match: Match) -> Match:
    """Return a copy of a match in which all events are separate objects, even equal ones."""
    steps = tuple(replace(step, events=tuple(map(copy, step.events))) for step in match.steps)
    return replace(match, opening_events=tuple(map(copy, match.opening_events)), steps=steps)


@pytest.mark.parametrize(("key", "viewer"), LEAK_CASES)
def test_every_leak_is_detected(key: str, viewer: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """If hidden state leaks into any text or picture of a game, the comparison detects it."""
    (_, case) = make_cases(GAMES[key])
    match = advance_to_decision(case.match, viewer, case.match.ply * 2 // 3)
    match, other = separate_events(match), separate_events(redeal_hidden_parts(match, viewer, 1))
    marks: dict[int, Any] = {}
    for whole in (match, other):
        happened = [(whole.opening_state, whole.opening_events), *((s.state, s.events) for s in whole.steps)]
        marks |= {id(event): make_mark(state) for state, events in happened for event in events}
    kept: list[Any] = []
    rules, said = type(match.rules), match.game.texts
    module, _, name = match.game.drawing_path.partition(":")
    drawing = import_module(module)
    view, draw = rules.view, getattr(drawing, name)

    def add_mark_to_view(self: Any, state: Any, viewer: int | None) -> Any:
        found = copy(view(self, state, viewer))
        kept.append(found)
        marks[id(found)] = make_mark(state)
        return found

    get_view_before_deal = rules.get_view_before_deal

    def add_mark_to_view_before_deal(self: Any, before: Any, events: Any) -> Any:
        found = get_view_before_deal(self, before, events)
        if found is not None:
            kept.append(found)
            marks[id(found[0])] = marks[id(before)]
        return found

    make_scene = Replay.make_scene

    def add_mark_to_scene(self: Any, shot: Any) -> Any:
        position, scene = make_scene(self, shot)
        if id(position) not in marks:
            # For the picture of a move, the game may replace the view. Give the new view the mark of the
            # original.
            kept.append(position)
            marks[id(position)] = marks[id(self.view_after(shot.turn)[0])]
        return position, scene

    def add_mark(function: Any) -> Any:
        def call_and_mark(*args: Any) -> Any:
            (mark,) = {marks[id(one)] for one in args if id(one) in marks}
            text = function(*args)
            return replace(text, text=f"{mark} {text.text}") if isinstance(text, Advice) else f"{mark} {text}"

        return call_and_mark

    def add_mark_to_picture(position: Any, scene: Any) -> Any:
        picture = draw(position, scene)
        for pixel in range(32):
            picture.putpixel((pixel, 0), marks[id(position)] >> pixel & 1)
        return picture

    # Lift the limits on buttons, because the marked labels are longer and would exceed them, and the buttons
    # that are shown instead have no marks.
    monkeypatch.setattr(start_buttons, "MAX_ROWS", 9)
    monkeypatch.setattr(start_buttons, "MAX_START_BUTTONS", 25)
    monkeypatch.setattr(rules, "view", add_mark_to_view)
    monkeypatch.setattr(rules, "get_view_before_deal", add_mark_to_view_before_deal)
    monkeypatch.setattr(Replay, "make_scene", add_mark_to_scene)
    monkeypatch.setattr(rules, "redact", lambda self, event, who: event)
    for text in (
        "describe_status",
        "describe_picture",
        "describe_position",
        "format_question",
        "label_value",
        "explain_value",
        "describe_action",
        "advise_on_action",
        "describe_task",
        "describe_result",
    ):
        monkeypatch.setattr(said, text, add_mark(getattr(said, text)))
    monkeypatch.setattr(said, "narrate_event", lambda event, scene: str(marks[id(event)]))
    monkeypatch.setattr(
        said, "summarize_events", lambda events, scene: [str(marks[id(event)]) for event in events]
    )
    monkeypatch.setattr(drawing, name, add_mark_to_picture)
    monkeypatch.setattr(Thinker, "_make_job", lambda self, table, match, *rest: match.state)
    shown, hidden = (collect_outputs(m, viewer, includes_pictures=True) for m in (match, other))
    unnoticed = {name for name in shown.keys() | hidden.keys() if shown.get(name) == hidden.get(name)}
    assert {name for name in unnoticed if not WORDLESS_OUTPUTS_PATTERN.fullmatch(name)} == set()


def make_mark(state: Any) -> int:
    return zlib.crc32(repr(state).encode())


STATE_ATTRIBUTES = {"state", "state_at", "opening_state", "opening_events", "events"}
"""Names of a match's attributes that contain hidden information."""
STATE_READERS = {
    "tables.store",
    "tables.answering",
    "computers.thinker",
    "ui.scenes",
    "ui.play.history",
    "ui.play.rulebook",
    "features.channel_seat.texts",
    "ui.play.match_log",
}
"""Modules of the bot that may read one of :data:`STATE_ATTRIBUTES`."""
TOURNAMENT_CLASS_FILE = ("tournaments", "service.py")
"""The file of the class ``Tournament``, which reads the tournament's own state."""


def test_only_listed_modules_read_a_full_state() -> None:
    """Before adding a module to ``STATE_READERS``, add its outputs to the compared ones."""
    host = Path(bot.__file__).parent
    found = set()
    # Parse only files that can contain such an attribute, because parsing all files is slow.
    pattern = re.compile(rf"\.\s*({'|'.join(sorted(STATE_ATTRIBUTES))})\b")
    for path in host.rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if pattern.search(text) else ():
            if isinstance(node, ast.Attribute) and node.attr in STATE_ATTRIBUTES:
                # A tournament's state is public, unlike a match's.
                is_public = (
                    ast.unparse(node) == "tournament.state" or path.parts[-2:] == TOURNAMENT_CLASS_FILE
                )
                found |= set() if is_public else {".".join(path.relative_to(host).with_suffix("").parts)}
    assert found == STATE_READERS
