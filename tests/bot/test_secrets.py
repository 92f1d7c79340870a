"""Nothing hidden leaves the process: all that the host makes is the same when hidden parts are dealt anew."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.registry import GAMES
from tests.bot.outputs import outputs
from tests.games.contract.walk import Case


def cases(game: Game) -> list[Case]:
    """The fewest and the most seats, with the first and the last value of every switch."""
    return [
        Case(game, seats, {o.name: o.values[which] for o in game.options}, 500 + seats, rich=True)
        for seats, which in zip((game.seats[0], game.seats[-1]), (0, -1), strict=True)
    ]


def until(match: Match, ply: int) -> Match:
    """The match as it was after so many steps."""
    rows = match.rows[:ply]
    return replace(match, rows=rows, steps=match.steps[:ply], decided=None)


def dealt_anew(match: Match, viewer: int | None, salt: int) -> Match:
    """The match with all that a viewer cannot know dealt anew, in every position of it."""

    def anew(state: Any, ply: int) -> Any:
        view = match.rules.view(state, viewer)
        return match.rules.sample(view, Chance(f"{viewer} {salt}".encode(), ply))

    steps = [replace(step, state=anew(step.state, ply)) for ply, step in enumerate(match.steps, 1)]
    return replace(match, opening=anew(match.opening, 0), steps=tuple(steps), key=bytes([salt]) * 32)


@pytest.mark.parametrize("key", GAMES)
def test_what_leaves_the_process_tells_nothing_hidden(key: str) -> None:
    differing = 0
    for case in cases(GAMES[key]):
        whole = case.match
        for part, viewer in itertools.product((1, 3, 4), (None, 0, case.seats - 1)):
            match = until(whole, whole.ply * part // 4)
            other = dealt_anew(match, viewer, part)
            differing += other.state != match.state
            pictures = part == 1
            shown, hidden = (outputs(m, viewer, pictures=pictures) for m in (match, other))
            for name in shown.keys() | hidden.keys():
                assert shown.get(name) == hidden.get(name), f"{case.name} ply {match.ply} {viewer}: {name}"
    assert differing >= 12, "nothing was hidden, so nothing is proved"


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of what lies in the decks slips into an alt text: the comparison sees it."""
    (case, _) = cases(GAMES["reef"])
    match = until(case.match, case.match.ply // 2)
    other = dealt_anew(match, 0, 1)
    assert outputs(match, 0, pictures=False) == outputs(other, 0, pictures=False)
    leaking = {id(match.state): "one", id(other.state): "another"}
    rules = type(match.rules)
    view = rules.view

    def told(self: Any, state: Any, viewer: int | None) -> Any:
        seen = view(self, state, viewer)
        leaks.append(leaking.get(id(state), ""))
        return seen

    leaks: list[str] = []
    monkeypatch.setattr(rules, "view", told)
    said = type(match.game.words)
    monkeypatch.setattr(said, "alt", lambda self, position, scene: leaks[-1])
    shown, hidden = (outputs(m, 0, pictures=False) for m in (match, other))
    assert {name for name in shown if shown[name] != hidden[name]} >= {"alt", "own alt"}
