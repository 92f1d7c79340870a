from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.errors import (
    IllegalAction,
    MatchOver,
    NothingToUndo,
    NotYourTurn,
    RuleError,
    StaleAction,
    UnplayableSettings,
    UnreadableToken,
)
from games.core.match import (
    ACT_KIND,
    CLOSE_KIND,
    DRAW_KIND,
    FORFEIT_KIND,
    RESIGN_KIND,
    UNDO_KIND,
    GenericMatch,
    LoggedRow,
    Match,
)
from games.core.outcome import (
    AGREED_DRAW_ENDING,
    CLOSED_ENDING,
    FORFEITED_ENDING,
    RESIGNED_ENDING,
    make_draw,
    make_win,
    rank_seats,
)
from games.core.rng import Chance
from games.core.words import load_words
from games.das_riff import GAME
from games.das_riff.actions import Action
from games.das_riff.events import Event
from games.das_riff.rules import DasRiffRules
from games.das_riff.state import State
from games.das_riff.view import View
from games.registry import GAMES
from tests.games.das_riff.build import make_position, make_reef

MATCH_KEY = b"match tests"
RiffMatch = GenericMatch[State, Action, Event, View]


def begin_match() -> RiffMatch:
    return GenericMatch.begin(GAME, 2, {}, MATCH_KEY)


def begin_at_position(**fields: Any) -> RiffMatch:
    """Return a match that begins in a made-up position with seat 0 to act."""
    return replace(begin_match(), opening_state=make_position(**fields))


def test_a_match_begins_with_the_defaults_and_the_newest_rules() -> None:
    match = begin_match()
    assert match.options == {"reshuffle": "discard_seven", "deck": "a"}
    assert match.rules.version == GAME.version
    assert (match.seq, match.ply, match.outcome, match.is_rated) == (0, 0, None, True)
    assert match.events == match.opening_events


@pytest.mark.parametrize(
    ("seat_count", "options"), [(3, {}), (1, {}), (2, {"deck": "c"}), (2, {"wind": "a"})]
)
def test_a_match_refuses_unknown_seat_numbers_and_options(seat_count: int, options: dict[str, str]) -> None:
    with pytest.raises(UnplayableSettings, match="Das Riff"):
        Match.begin(GAME, seat_count, options, MATCH_KEY)


def test_a_move_is_checked_in_order_and_a_refusal_changes_nothing() -> None:
    match = begin_at_position(me=make_reef("r"), a="co")
    over = match.resign(1)
    with pytest.raises(MatchOver):
        over.act(0, "nonsense", seq=99)
    with pytest.raises(StaleAction):
        match.act(1, "nonsense", seq=99)
    with pytest.raises(NotYourTurn):
        match.act(1, "nonsense", seq=0)
    with pytest.raises(UnreadableToken):
        match.act(0, "nonsense", seq=0)
    with pytest.raises(UnreadableToken):
        match.act(0, "take:A1:" + "r" * 40)
    with pytest.raises(IllegalAction) as refused:
        match.act(0, "take:A2:r")
    assert refused.value.clause == "DR-3.1"
    assert str(refused.value) == "DR-3.1: A2 is out of reach: your boat reaches column 1 only."
    assert match == begin_at_position(me=make_reef("r"), a="co")
    assert match.act(0, "take:A1:r", seq=0).seq == 1


def test_a_token_that_is_too_long_is_refused_without_parsing() -> None:
    class RecordingRules(DasRiffRules):
        def read(self, token: str) -> Action:
            raise AssertionError(token)

    with pytest.raises(UnreadableToken):
        replace(begin_match(), rules=RecordingRules()).act(begin_match().to_act[0], "x" * 41)


def test_a_refusal_can_be_printed_with_nested_messages() -> None:
    with pytest.raises(IllegalAction, match="This costs 1 red worm; you have none, and no pearl"):
        begin_at_position(me=make_reef("b", corals="."), a="rm").act(0, "take:A1:r>1")


def test_the_same_rows_make_the_same_match() -> None:
    match = begin_match()
    while match.seq < 40:
        (seat,) = match.to_act
        match = match.act(seat, match.legal_actions(seat)[0].token)
    again = begin_match().replay(match.rows)
    assert again == match
    assert again.state_at(0) == match.opening_state
    assert again.state_at(40) == match.state
    assert match.legal_actions(1 - match.to_act[0]) == ()


def test_undo_restores_the_position_and_appends_a_row() -> None:
    match = begin_at_position(me=make_reef("rr"), a="co")
    after = match.act(0, "take:A1:r")
    assert after.find_undo_ply(0) == 0
    back = after.undo(0, 0)
    assert back.state == match.state
    assert (back.ply, back.seq, back.is_rated) == (0, 2, True)
    assert back.rows[-1] == LoggedRow(UNDO_KIND, 0, "0")
    with pytest.raises(StaleAction):
        back.act(0, "take:A1:r", seq=0)


@pytest.mark.parametrize("move", ["flip:B1:r", "end"])
def test_steps_that_reveal_or_draw_cards_are_sealed(move: str) -> None:
    match = begin_at_position(me=make_reef("r"), b="?co").act(0, move)
    with pytest.raises(NothingToUndo, match="You can't take that back"):
        match.find_undo_ply(0)


def test_a_seat_without_steps_of_its_own_has_nothing_to_undo() -> None:
    match = begin_at_position(me=make_reef("r"), a="co")
    with pytest.raises(NothingToUndo):
        match.find_undo_ply(0)
    with pytest.raises(NothingToUndo):
        match.act(0, "take:A1:r").find_undo_ply(1)
    with pytest.raises(NothingToUndo):
        match.find_agreed_undo_ply(0)


def test_a_passed_turn_is_sealed_even_without_chance() -> None:
    match = begin_at_position(stage="offer").act(1, "worm:r")
    assert not match.steps[-1].used_chance
    assert match.steps[-1].is_sealed


def test_a_step_that_asks_another_seat_is_sealed_during_the_turn() -> None:
    match = begin_at_position(stage="choose", missing=1).act(0, "worm:r")
    assert (match.to_act, match.active_seat, match.steps[-1].used_chance) == ((1,), 0, False)
    assert match.steps[-1].is_sealed


def test_a_step_that_uses_chance_is_sealed_during_the_turn() -> None:
    class DiceRollingRules(DasRiffRules):
        def apply(
            self, state: State, seat: int, action: Action, rng: Chance
        ) -> tuple[State, tuple[Event, ...]]:
            rng.draw_below(6)
            return super().apply(state, seat, action, rng)

    match = replace(begin_at_position(me=make_reef("r"), a="co"), rules=DiceRollingRules()).act(
        0, "take:A1:r"
    )
    assert (match.to_act, match.active_seat) == ((0,), 0)
    assert (match.steps[-1].used_chance, match.steps[-1].is_sealed) == (True, True)


def test_an_agreed_undo_past_chance_makes_the_match_unrated() -> None:
    match = begin_at_position(me=make_reef("r"), a="co").act(0, "take:A1:r").act(0, "end")
    assert match.find_agreed_undo_ply(0) == 1
    back = match.undo(0, match.find_agreed_undo_ply(0))
    assert (back.ply, back.is_rated) == (1, False)
    assert back.act(0, "end").state == match.state, "the same ply draws the same chance"


def test_undoing_the_reveal_of_a_card_makes_the_match_unrated() -> None:
    match = begin_at_position(me=make_reef("r"), b="?co").act(0, "flip:B1:r")
    assert (match.steps[-1].used_chance, match.steps[-1].revealed_information) == (False, True)
    assert not match.undo(0, match.find_agreed_undo_ply(0)).is_rated


def test_a_match_with_an_undo_past_chance_stays_unrated() -> None:
    match = begin_at_position(me=make_reef("r"), a="co").act(0, "end")
    back = match.undo(0, 0).act(0, "take:A1:r")
    free = back.undo(0, back.find_undo_ply(0))
    assert (free.ply, free.is_rated) == (0, False)
    assert not free.act(0, "end").is_rated
    assert not begin_at_position(me=make_reef("r"), a="co").replay(free.rows).is_rated


@pytest.mark.parametrize("ply", [-1, 1, 5])
def test_an_undo_can_go_back_only_to_an_earlier_point(ply: int) -> None:
    match = begin_at_position(me=make_reef("r"), a="co").act(0, "take:A1:r")
    with pytest.raises(IllegalAction):
        match.undo(0, ply)


def test_players_can_end_a_match() -> None:
    match = begin_match()
    assert match.resign(0).outcome == make_win(RESIGNED_ENDING, 2, 1)
    assert match.forfeit(1).outcome == make_win(FORFEITED_ENDING, 2, 0)
    assert match.agree_draw(1).outcome == make_draw(AGREED_DRAW_ENDING, 2)
    closed = match.close().outcome
    assert closed is not None and closed == make_draw(CLOSED_ENDING, 2)
    assert (closed.winners, closed.is_draw) == ((), False), "nobody has won a match that was closed"
    for over in (match.resign(0), match.forfeit(0), match.agree_draw(0), match.close()):
        assert over.to_act == ()
        assert over.active_seat is None
        for row in (
            LoggedRow(CLOSE_KIND, -1),
            LoggedRow(RESIGN_KIND, 1),
            LoggedRow(DRAW_KIND, 1),
            LoggedRow(UNDO_KIND, 0, "0"),
            LoggedRow(ACT_KIND, 0, "end"),
        ):
            with pytest.raises(MatchOver):
                over.play_row(row)
        with pytest.raises(MatchOver):
            over.find_undo_ply(0)
        with pytest.raises(MatchOver):
            over.find_agreed_undo_ply(0)


def test_every_kind_of_row_can_be_played_again() -> None:
    for row in (
        LoggedRow(RESIGN_KIND, 1),
        LoggedRow(FORFEIT_KIND, 0),
        LoggedRow(DRAW_KIND, 0),
        LoggedRow(CLOSE_KIND, -1),
    ):
        assert begin_match().play_row(row).rows == (row,)
    for broken in (LoggedRow(UNDO_KIND, 0, "x"), LoggedRow("dance", 0), LoggedRow(ACT_KIND, 0, "")):
        with pytest.raises(RuleError):
            begin_match().play_row(broken)
    for nobody in (
        LoggedRow(RESIGN_KIND, 2),
        LoggedRow(RESIGN_KIND, -1),
        LoggedRow(FORFEIT_KIND, 9),
        LoggedRow(DRAW_KIND, -1),
    ):
        with pytest.raises(NotYourTurn):
            begin_match().play_row(nobody)


def test_an_outcome_places_seats() -> None:
    assert rank_seats("end", [(3, 1), (3, 2), (3, 1)], (3, 3, 3)).placements == (2, 1, 2)
    assert make_win("end", 3, 2).winners == (2,)
    assert make_draw("end", 3).is_draw
    assert not make_win("end", 2, 0).is_draw


def test_each_error_has_a_message() -> None:
    errors = (MatchOver(), StaleAction(), NotYourTurn(), UnreadableToken("x" * 99))
    for error in errors:
        assert load_words().msg(error.message)
    assert "x" * 41 not in str(errors[-1])


@pytest.mark.parametrize("key", GAMES)
def test_active_seats_are_listed_for_every_number_of_steps(key: str) -> None:
    match = Match.begin(GAMES[key], 2, {}, bytes(32))
    for _ in range(12):
        if match.outcome is None:
            match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[-1].token)
    assert match.list_active_seats() == [match.active_seat_at(ply) for ply in range(match.ply + 1)]
