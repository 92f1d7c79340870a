"""Scripted players, against which computer players are measured, make legal and repeatable moves."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import Chance
from games.registry import GAMES
from tests.proof.strength.matches import Pairing, play_block
from tests.proof.strength.people import CAUTIOUS, GREEDY, HASTY, PEOPLE, choose_as_person
from tests.proof.strength.players import Player, parse_player


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("key", GAMES)
def test_every_scripted_player_makes_legal_moves_in_every_game(key: str, person: str) -> None:
    game, dice = GAMES[key], Chance(b"people", 0)
    rules = game.rules[game.version]
    state, _ = rules.setup(2, game.get_default_options(), dice)
    for ply in range(1, 30):
        seat = rules.to_act(state)[0]
        token = choose_as_person(person, game, game.version, rules.recall(state, seat), seat, dice)
        assert token in {action.token for action in rules.legal_actions(state, seat)}
        state, _ = rules.apply(state, seat, rules.read(token), Chance(b"people", ply))
        if not rules.to_act(state):
            break


def test_a_scripted_player_plays_the_same_match_in_each_run() -> None:
    pairing = Pairing("coral_reef", 2, Player(HASTY), Player(GREEDY))
    assert play_block(pairing, 1) == play_block(pairing, 1)


@pytest.mark.parametrize("person", PEOPLE)
def test_a_scripted_player_is_found_by_name(person: str) -> None:
    assert parse_player(person) == Player(person)


def test_a_cautious_player_of_das_riff_keeps_worms_unless_it_breeds() -> None:
    game, dice = GAMES["das_riff"], Chance(b"cautious", 0)
    rules = game.rules[game.version]
    state, _ = rules.setup(2, game.get_default_options(), dice)
    bought = 0
    for ply in range(1, 60):
        seat = rules.to_act(state)[0]
        before: Any = rules.recall(state, seat)
        token = choose_as_person(CAUTIOUS, game, game.version, before, seat, dice)
        state, _ = rules.apply(state, seat, rules.read(token), Chance(b"cautious", ply))
        after: Any = rules.recall(state, seat)
        if token.startswith(("take", "boat")) and after.reefs[seat].broods == before.reefs[seat].broods:
            bought += 1
            assert sum(after.reefs[seat].worms) >= 3
    assert bought
