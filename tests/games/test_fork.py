"""A fork agrees with the rules, reveals nothing hidden, and is determined by its start and steps."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import RuleError
from games.core.fork import (
    can_fork,
    find_newest_playable_ply,
    fork_match,
    format_steps,
    is_position_unchanged,
    make_fork_key,
    replay_steps,
    undo_step,
)
from games.core.match import UNDO_KIND, LoggedRow, Match
from games.core.rng import Chance
from games.registry import GAMES
from tests.proof import whatif
from tests.proof.whatif import find_faults, main, pick_position, play_match_to_ply
from tests.support.toy import TOYS, State, ToyAction, ToyRules

GAMES_WITH_SECRETS = ("das_riff", "coral_reef", "reef")
"""The published games in which something is hidden from players."""


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=12, deadline=None)
@given(number=st.integers(0, 10**6))
def test_random_positions_agree_with_the_rules(key: str, number: int) -> None:
    assert find_faults(GAMES[key], number) == []


@pytest.mark.parametrize("key", GAMES)
def test_a_fork_deals_other_hands_again_and_keeps_the_viewers_hand(key: str) -> None:
    differing = 0
    for number in range(12):
        match, ply, _ = pick_position(GAMES[key], number)
        rules, state = match.rules, match.state_at(ply)
        viewer = match.seat_count - 1
        forks = [fork_match(match, ply, viewer, make_fork_key(number, deal)) for deal in range(6)]
        assert {rules.view(one.state, viewer) == rules.view(state, viewer) for one in forks} == {True}
        hidden = len({repr(one.state) for one in forks}) > 1
        differing += hidden
    assert differing or key not in GAMES_WITH_SECRETS, "something is hidden"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_only_cards_taken_in_public_stay_in_hands(viewer: int | None) -> None:
    """Each deal keeps the cards that everybody saw being taken. Other cards in hands vary between deals."""
    stayed = free = 0
    for number in range(8):
        match = play_match_to_ply(GAMES["reef"], 3, number, 24, {"deck": "face_down"})
        if not match.to_act:
            continue
        state: Any = match.state
        recalled: Any = match.rules.recall(state, viewer)
        forks: list[Any] = [
            fork_match(match, match.ply, viewer, make_fork_key(number, deal)).state for deal in range(60)
        ]
        for seat, shown in enumerate(recalled.seats):
            if seat == viewer:
                continue
            # The tests of Reef's clauses check that known cards come only from the public log.
            known = set(shown.seen_cards)
            hands = [set(one.seats[seat].hand) for one in forks]
            always = set.intersection(*hands)
            assert known <= always
            stayed += len(known)
            hidden = shown.cards - len(known)
            if hidden and len(forks[0].deck) > 2 * hidden:
                assert always == known, "a card that nobody could place came in every deal"
                free += hidden
    assert stayed and free


def test_undone_positions_are_recognized() -> None:
    match = play_match_to_ply(GAMES["das_riff"], 2, 5, 6)
    assert (
        is_position_unchanged(match, match.seq, 6)
        and is_position_unchanged(match, 3, 3)
        and not is_position_unchanged(match, match.seq, 7)
    )
    back = match.play_row(LoggedRow(UNDO_KIND, 0, "4"))
    assert is_position_unchanged(back, match.seq, 4) and not is_position_unchanged(back, match.seq, 5)
    again = back.act(back.to_act[0], back.legal_actions(back.to_act[0])[0].token)
    assert not is_position_unchanged(again, match.seq, 5), "another step is there by now"
    assert is_position_unchanged(again, again.seq, 5)
    assert not is_position_unchanged(again, again.seq + 1, 0)


@pytest.mark.parametrize("key", GAMES)
def test_the_final_position_cannot_be_forked(key: str) -> None:
    match = play_match_to_ply(GAMES[key], GAMES[key].seat_counts[0], 1, 10**6)
    assert match.outcome is not None
    assert not can_fork(match, match.ply) and find_newest_playable_ply(match) == match.ply - 1
    assert can_fork(match, match.ply - 1) and not can_fork(match, match.ply + 1) and not can_fork(match, -1)
    resigned = play_match_to_ply(GAMES[key], GAMES[key].seat_counts[0], 1, 3).resign(0)
    assert can_fork(resigned, find_newest_playable_ply(resigned)) and find_newest_playable_ply(resigned) == 3
    assert fork_match(resigned, 3, None, make_fork_key(1)).to_act


@pytest.mark.parametrize("steps", ["nonsense", "9/nonsense", "x/y", "/", " ", "0/", "99999/flip", "²/flip"])
def test_invalid_steps_are_refused(steps: str) -> None:
    forked = fork_match(play_match_to_ply(GAMES["das_riff"], 2, 1, 4), 4, 0, make_fork_key(1))
    with pytest.raises(RuleError):
        replay_steps(forked, steps)


def test_a_fork_does_not_depend_on_the_secret() -> None:
    match: Match = play_match_to_ply(GAMES["reef"], 2, 1, 4)
    state = match.rules.sample(match.rules.recall(match.state, 0), Chance(b"another", 0))
    last = replace(match.steps[-1], state=state)
    other = replace(match, key=bytes(32), steps=(*match.steps[:-1], last))
    assert fork_match(match, 4, 0, make_fork_key(7)) == fork_match(other, 4, 0, make_fork_key(7))
    assert undo_step(replay_steps(fork_match(match, 4, 0, make_fork_key(7)), "")).steps == ()
    assert format_steps(fork_match(match, 4, 0, make_fork_key(7))) == ""


def test_an_undo_in_a_fork_returns_to_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_unasked_action(rules: ToyRules, state: State, seat: int) -> ToyAction | None:
        return ToyAction("add", "1") if state.add_count == 1 else None

    monkeypatch.setattr(ToyRules, "find_unasked_action", find_unasked_action)
    begun = fork_match(play_match_to_ply(TOYS["toy"], 2, 1, 0), 0, 0, make_fork_key(1))
    after = begun.act_until_asked(begun.to_act[0], "add:2")
    assert after.ply == 2 and undo_step(after) == begun


def test_asked_seats_may_answer_in_any_order() -> None:
    begun = fork_match(play_match_to_ply(TOYS["toy"], 3, 1, 0), 0, 0, make_fork_key(1))
    asked = begun.act(begun.to_act[0], "ring:0")
    assert len(asked.to_act) == 2
    answered = asked.act(asked.to_act[1], "gift:y")
    assert format_steps(answered) == f"ring:0 {asked.to_act[1]}/gift:y"
    assert replay_steps(begun, format_steps(answered)) == answered


def test_the_command_counts_the_judged_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--positions", "10", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["positions"] == sum(output["games"].values()) == 10 and output["faults"] == []
    assert main(["--positions", "1"]) == 0
    assert "1 positions" in capsys.readouterr().out


def test_a_fork_that_disagrees_with_the_rules_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork that uses the true hidden cards is reported."""
    game = GAMES["coral_reef"]
    monkeypatch.setattr(
        whatif,
        "fork_match",
        lambda match, ply, viewer, key: Match(
            match.game, match.rules, match.seat_count, match.options, key, match.state_at(ply), ()
        ),
    )
    assert any("hidden parts" in fault for number in range(4) for fault in find_faults(game, number))
