"""The drill's log check accepts correct logs and reports wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.ui.play.confirmation import MIN_DELIBERATE_PRESSES
from games.core.match import Match
from games.core.narrow import FieldQuestion, filter_by_first_value, find_next_question, format_pick
from games.registry import GAMES
from tests.proof.drill.players import SentMove
from tests.proof.drill.verify import check_log, fill_in_tokens, find_errors
from tools.walks import Case

MATCH_PLIES = 30


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a match without standing orders, in which people made all moves."""
    game = GAMES["reef"]
    case = Case(game, 2, game.get_default_options(), 7, is_rich=True)
    return case.begin_match().replay(case.match.rows[:MATCH_PLIES])


def list_typed_moves(match: Match) -> list[SentMove]:
    """Return a log's moves as if all were typed and acknowledged."""
    return [SentMove(row.seat, row.text, is_acknowledged=True) for row in match.rows]


def list_panel_presses(match: Match) -> list[SentMove]:
    """Return a log's moves as panel presses: one for each question, and one to confirm a move."""
    found = []
    for seq, step in enumerate(match.steps):
        legal = match.rules.legal_actions(match.state_at(seq), step.seat)
        first = format_pick(step.action.path[0].value)
        left, fields = filter_by_first_value(legal, first), match.game.field_settings
        picks: tuple[str, ...] = ()
        found.append(SentMove(step.seat, "", seq, (first,), is_acknowledged=True))
        while isinstance(asked := find_next_question(left, picks, fields), FieldQuestion):
            ways = [(*picks, value) for value in asked.values]
            picks = next(
                way for way in ways if step.action in _list_actions(find_next_question(left, way, fields))
            )
            found.append(SentMove(step.seat, "", seq, (first, *picks), is_acknowledged=True))
        if step.is_sealed and len(picks) + 1 < MIN_DELIBERATE_PRESSES:
            # The panel asks for confirmation.
            found.append(SentMove(step.seat, step.action.token, seq, is_acknowledged=True))
    return found


def _list_actions(answer: Any) -> tuple[Any, ...]:
    """Return the actions that are possible after a pick."""
    return answer.actions if isinstance(answer, FieldQuestion) else (answer,)


def test_a_log_that_matches_the_sent_moves_is_accepted(match: Match) -> None:
    assert check_log(match, list_typed_moves(match)) == []
    moves = fill_in_tokens(match, list_panel_presses(match))
    assert [sent_move.token for sent_move in moves] == [row.text for row in match.rows]
    assert check_log(match, moves) == []


@pytest.mark.parametrize("list_sent", [list_typed_moves, list_panel_presses])
def test_an_acknowledged_move_that_is_missing_is_reported(
    match: Match, list_sent: Callable[[Match], list[SentMove]]
) -> None:
    moves = fill_in_tokens(match, list_sent(match))
    lost = match.begin(match.game, 2, match.options, match.key).replay(match.rows[:-1])
    assert "not stored" in check_log(lost, moves)[0]
    # Another move was acknowledged in the same position, but isn't in the log.
    again = replace(moves[4], token="something:else")
    assert check_log(match, [*moves[:4], again, *moves[4:]])


@pytest.mark.parametrize("list_sent", [list_typed_moves, list_panel_presses])
def test_a_row_that_nobody_sent_or_that_is_doubled_is_reported(
    match: Match, list_sent: Callable[[Match], list[SentMove]]
) -> None:
    moves = fill_in_tokens(match, list_sent(match))
    assert "stored twice" in check_log(match, [*moves[:9], *moves[10:]])[0]
    assert check_log(match, [*moves[:3], moves[4], moves[3], *moves[5:]])


def test_actions_that_the_rules_do_not_ask_for_need_not_be_sent() -> None:
    game, chance = GAMES["australis"], Random(4)
    match, sent = Match.begin(game, 2, game.get_default_options(), bytes([4]) * 32), list[SentMove]()
    while match.outcome is None:
        seat = match.to_act[0]
        token = chance.choice(match.legal_actions(seat)).token
        sent.append(SentMove(seat, token, is_acknowledged=True))
        match = match.act_until_asked(seat, token)
    assert len(match.rows) > len(sent)
    assert check_log(match, sent) == []
    assert "stored twice" in check_log(match, [*sent[:5], *sent[6:]])[0]


def test_an_unacknowledged_or_late_move_may_be_missing(match: Match) -> None:
    moves = list_typed_moves(match)
    cut_off = replace(moves[0], is_acknowledged=False)
    assert check_log(match, [cut_off, *moves, cut_off]) == []
    late = SentMove(match.rows[2].seat, "too:late", 2, is_acknowledged=True)
    assert check_log(match, [*moves[:3], late, *moves[3:]]) == []
    assert check_log(match, [*moves[:2], late, *moves[2:]])


def test_logged_errors_are_reported_except_refusals_during_a_database_outage(
    tmp_path: Path,
) -> None:
    log = tmp_path / "bot.log"
    lines = (
        "level=info event=ready",
        'level=error event="not stored" id=1',
        'level=error event="stored, but not read" id=2',
    )
    log.write_text("\n".join(lines))
    assert find_errors(log, with_outages=True) == []
    assert find_errors(log, with_outages=False) == [f"log: {line}" for line in lines[1:]]
    log.write_text('level=error event="announce failed"')
    assert find_errors(log, with_outages=True) == ['log: level=error event="announce failed"']
