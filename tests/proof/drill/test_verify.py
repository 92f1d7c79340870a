"""The drill's judgement accepts every right log and reports every wrong one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.ui.play.settling import DELIBERATE
from games.core.match import Match
from games.core.narrow import Question, filter_by_first, narrow, write_pick
from games.registry import GAMES
from tests.proof.drill.players import Sent
from tests.proof.drill.verify import check_log, find_errors, name_sent_moves
from tools.walks import Case

PLIES = 30


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a match in which no standing order answers, so that every row was sent."""
    game = GAMES["reef"]
    case = Case(game, 2, game.defaults(), 7, rich=True)
    return case.begin().replay(case.match.rows[:PLIES])


def typed(match: Match) -> list[Sent]:
    return [Sent(row.seat, row.text, acknowledged=True) for row in match.rows]


def pressed(match: Match) -> list[Sent]:
    """Return the presses behind each row as the panel asks for them, and those that led to a question."""
    found = []
    for seq, step in enumerate(match.steps):
        legal = match.rules.legal_actions(match.state_at(seq), step.seat)
        first = write_pick(step.action.path[0].value)
        left, fields = filter_by_first(legal, first), match.game.fields
        picks: tuple[str, ...] = ()
        found.append(Sent(step.seat, "", seq, (first,), acknowledged=True))
        while isinstance(asked := narrow(left, picks, fields), Question):
            ways = [(*picks, value) for value in asked.values]
            picks = next(way for way in ways if step.action in _led_to(narrow(left, way, fields)))
            found.append(Sent(step.seat, "", seq, (first, *picks), acknowledged=True))
        if step.sealed and len(picks) + 1 < DELIBERATE:
            # The panel has asked once more.
            found.append(Sent(step.seat, step.action.token, seq, acknowledged=True))
    return found


def _led_to(found: Any) -> tuple[Any, ...]:
    return found.actions if isinstance(found, Question) else (found,)


def test_a_log_of_what_was_typed_and_pressed_is_right(match: Match) -> None:
    assert check_log(match, typed(match)) == []
    moves = name_sent_moves(match, pressed(match))
    assert [entry.token for entry in moves] == [row.text for row in match.rows]
    assert check_log(match, moves) == []


@pytest.mark.parametrize("by", [typed, pressed])
def test_a_move_that_was_acknowledged_and_is_gone_is_noticed(
    match: Match, by: Callable[[Match], list[Sent]]
) -> None:
    moves = name_sent_moves(match, by(match))
    lost = match.begin(match.game, 2, match.options, match.key).replay(match.rows[:-1])
    assert "not stored" in check_log(lost, moves)[0]
    # Sent again in the same position, because nobody noticed.
    again = replace(moves[4], token="something:else")
    assert check_log(match, [*moves[:4], again, *moves[4:]])


@pytest.mark.parametrize("by", [typed, pressed])
def test_a_row_that_nobody_sent_or_that_is_there_twice_is_noticed(
    match: Match, by: Callable[[Match], list[Sent]]
) -> None:
    moves = name_sent_moves(match, by(match))
    assert "stored twice" in check_log(match, [*moves[:9], *moves[10:]])[0]
    assert check_log(match, [*moves[:3], moves[4], moves[3], *moves[5:]])


def test_what_was_not_acknowledged_or_came_too_late_may_be_missing(match: Match) -> None:
    moves = typed(match)
    cut_off = replace(moves[0], acknowledged=False)
    assert check_log(match, [cut_off, *moves, cut_off]) == []
    late = Sent(match.rows[2].seat, "too:late", 2, acknowledged=True)
    assert check_log(match, [*moves[:3], late, *moves[3:]]) == []
    assert check_log(match, [*moves[:2], late, *moves[2:]])


def test_an_error_in_the_log_is_a_problem_but_for_presses_refused_while_the_database_was_away(
    tmp_path: Path,
) -> None:
    log = tmp_path / "bot.log"
    lines = (
        "level=info event=ready",
        'level=error event="not stored" id=1',
        'level=error event="stored, but not read" id=2',
    )
    log.write_text("\n".join(lines))
    assert find_errors(log, away=True) == []
    assert find_errors(log, away=False) == [f"log: {line}" for line in lines[1:]]
    log.write_text('level=error event="announce failed"')
    assert find_errors(log, away=True) == ['log: level=error event="announce failed"']
