"""A seat's prospects depend only on its view, and contain only moves that the rules can allow later."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.core.match import Match
from games.core.premoves import MoveCondition
from games.core.rng import Chance
from games.players.prospects import predict_turn
from games.registry import GAMES
from tests.support.toy import TOY


def find_waiting_seat(key: str, seed: int) -> tuple[Match, int]:
    """Return a match after some random moves, and a seat whose turn it isn't."""
    chance, match = Random(seed), Match.begin(GAMES[key], GAMES[key].seat_counts[0], {}, bytes([seed]) * 32)
    for _ in range(3 + seed):
        if match.outcome is None:
            actor = match.to_act[0]
            match = match.act(actor, chance.choice(match.rules.list_candidates(match.state, actor)).token)
    return match, next(seat for seat in range(match.seat_count) if seat != match.active_seat)


@pytest.mark.parametrize("key", GAMES)
def test_prospects_do_not_depend_on_hidden_parts(key: str) -> None:
    found = 0
    for seed in range(1, 6):
        match, seat = find_waiting_seat(key, seed)
        if match.outcome is not None:
            continue
        view = match.rules.view(match.state, seat)
        anew = match.rules.sample(view, Chance(b"anew", seed))
        prediction = predict_turn(match.rules, view, seat, b"key")
        other = predict_turn(match.rules, match.rules.view(anew, seat), seat, b"key")
        assert prediction == other
        tokens = [prospect.action.token for prospect in prediction.prospects]
        assert len(set(tokens)) == len(tokens)
        assert all(match.rules.read(token).token == token for token in tokens)
        assert all(
            one.condition.is_met_by(one.condition.seat or 0, one.action.token)
            for one in prediction.possible_moves
        )
        assert all(
            one.condition.seat != seat and one.view.viewer == seat for one in prediction.possible_moves
        )
        found += bool(tokens)
    assert found >= 2


@pytest.mark.parametrize("key", GAMES)
def test_frequent_beginnings_of_moves_are_included(key: str) -> None:
    """For example, a boat that every second roll can pay for is included."""
    for seed in range(1, 9):
        match, seat = find_waiting_seat(key, seed)
        rules, begun, reached = match.rules, Counter[Any](), 0
        view = rules.view(match.state, seat)
        for number in range(40):
            state, chance = rules.sample(view, Chance(b"another", number)), Chance(b"walk", number)
            while rules.outcome(state) is None and (
                rules.find_active_seat(state) != seat or seat not in rules.to_act(state)
            ):
                actor = rules.to_act(state)[0]
                action = chance.choice(rules.list_candidates(state, actor))
                state, _ = rules.apply(state, actor, action, chance)
            if rules.outcome(state) is None:
                begun.update({action.path[:2] for action in rules.legal_actions(state, seat)})
                reached += 1
        offered = {one.action.path[:2] for one in predict_turn(rules, view, seat, b"key").prospects}
        assert {path for path, count in begun.items() if 2 * count >= reached} <= offered


def test_earlier_actions_of_the_turn_are_considered() -> None:
    match = Match.begin(TOY, 2, {"goal": "40"}, bytes(32))
    view = match.rules.view(match.state, 1)

    def list_tokens(*plays: str, conditions: tuple[MoveCondition, ...] = ()) -> list[str]:
        prediction = predict_turn(match.rules, view, 1, b"key", conditions, plays)
        return [prospect.action.token for prospect in prediction.prospects]

    assert "add:1" in list_tokens() and "add:1" in list_tokens("add:2", "add:2")
    assert "add:1" not in list_tokens("add:1", "add:1", "add:1")
    assert list_tokens("end:0") == [], "the turn is over then"
    assert list_tokens(conditions=(MoveCondition("ring:0", 0),)) and list_tokens(
        conditions=(MoveCondition("never"),)
    )
