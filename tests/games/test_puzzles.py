"""Each puzzle in the repository replays and has a legal solution, and the solver finds a sample again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from games.core.puzzle import Puzzle, find_file, read_puzzles, set_up
from games.core.rng import Chance
from games.core.solo import make_seed, recall_view
from games.players import puzzles as miner
from games.players.judge import Judge
from games.players.marks import BEST, name_loss
from games.players.puzzles import (
    MIN_CHOICES,
    MIN_DISTANCE,
    MIN_PLY,
    TREE_ITERATIONS,
    TREE_SEARCHES,
    is_revealed_by_kind,
    judge_answer,
    make_judge_seed,
    solve,
)
from games.registry import GAMES
from tests.support.brought import WITH_PUZZLES
from tools.puzzles import check_puzzles, find_more, main

LARGEST = 300_000
SAMPLE = 3
ENOUGH = 8


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_every_puzzle_replays_and_its_solution_is_legal(key: str) -> None:
    game, known = GAMES[key], read_puzzles(key)
    assert len(known) >= 20
    assert len({puzzle.id for puzzle in known}) == len(known)
    for puzzle in known:
        match = set_up(game, puzzle)
        assert match.outcome is None and match.ply >= MIN_PLY
        match.check(puzzle.seat, puzzle.best)
        assert len(match.legal_actions(puzzle.seat)) >= MIN_CHOICES
        assert puzzle.margin >= game.players.puzzle_margin - 0.001
        assert not is_revealed_by_kind(match, puzzle.seat, puzzle.best)


def test_a_position_reached_by_other_moves_has_another_id() -> None:
    """The deal and ply may be the same if the file was written again after the players had changed."""
    puzzle = read_puzzles("reef")[0]
    (seat, _), *others = puzzle.rows
    assert replace(puzzle, rows=((seat, "another"), *others)).id != puzzle.id
    assert replace(puzzle, margin=0.5).id == puzzle.id
    assert len({one.id for key in GAMES for one in read_puzzles(key)}) == sum(
        len(read_puzzles(key)) for key in GAMES
    )


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_the_solver_finds_a_sample_again(key: str) -> None:
    """If this fails because a game's players have changed, run ``python -m tools.puzzles``."""
    assert check_puzzles(GAMES[key], SAMPLE) == []


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_each_game_sets_its_own_minimum_margin(key: str) -> None:
    game, puzzle = GAMES[key], read_puzzles(key)[0]
    assert (
        solve(
            replace(game, players=replace(game.players, puzzle_margin=1.0)), set_up(game, puzzle), puzzle.seat
        )
        is None
    )


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_the_solution_does_not_depend_on_hidden_cards(key: str) -> None:
    """In other deals of the hidden cards the same move is best."""
    game, puzzle = GAMES[key], read_puzzles(key)[0]
    match = set_up(game, puzzle)
    other = match.rules.sample(match.rules.view(match.state, puzzle.seat), Chance(b"another world", 1))
    assert match.rules.view(other, puzzle.seat) == match.rules.view(match.state, puzzle.seat)
    # The solver gets only a view, so it can't see hidden cards.
    solved = solve(game, match, puzzle.seat)
    assert solved is not None and solved[0] == puzzle.best


def judged(key: str, puzzle: Puzzle, token: str) -> float:
    """Return the stated loss of an answer to a puzzle."""
    game, match = GAMES[key], set_up(GAMES[key], puzzle)
    view, seed = recall_view(match, puzzle.seat), make_judge_seed(match)
    return judge_answer(game, puzzle.version, view, puzzle.seat, puzzle.best, token, seed, match.ply)


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_every_other_answer_loses_at_least_the_margin(key: str) -> None:
    """The search that confirms a puzzle last is also the judge of answers."""
    for puzzle in read_puzzles(key)[::90]:
        match = set_up(GAMES[key], puzzle)
        searched = Judge(GAMES[key], puzzle.version).actions(match.state, puzzle.seat)
        others = [action.token for action in searched if action.token != puzzle.best]
        lost = [judged(key, puzzle, token) for token in others[:3]]
        assert lost and min(lost) >= puzzle.margin - 0.001 and name_loss(min(lost)) != BEST
        assert judged(key, puzzle, puzzle.best) == 0
        assert [judged(key, puzzle, token) for token in others[:1]] == lost[:1], "it is said the same again"


def test_the_best_move_stays_right_after_the_players_change() -> None:
    """Puzzles stay valid until they are mined again, even if a search now disagrees."""
    game, puzzle = GAMES["coral_reef"], read_puzzles("coral_reef")[0]
    own, match = game.players.hard, set_up(game, puzzle)
    assert own is not None and own.estimate is not None
    judge = own.estimate
    fooled = replace(own, estimate=lambda state, seat: 1 - judge(state, seat))
    wrong = replace(game, players=replace(game.players, hard=fooled))
    view, seed = recall_view(match, puzzle.seat), make_judge_seed(match)
    lost = {
        action.token: judge_answer(
            wrong, puzzle.version, view, puzzle.seat, puzzle.best, action.token, seed, match.ply
        )
        for action in match.legal_actions(puzzle.seat)
    }
    assert lost[puzzle.best] == 0 and min(lost.values()) == 0


def test_a_move_equivalent_to_the_best_is_as_good() -> None:
    """For example, the same card can go onto any of several equal stacks."""
    game, alike = GAMES["coral_reef"], 0
    for puzzle in read_puzzles(game.key):
        if alike >= ENOUGH:
            break
        match, rules = set_up(game, puzzle), game.rules[puzzle.version]
        ends, seed = {}, make_seed(match, match.ply, "judgement")
        for action in match.legal_actions(puzzle.seat):
            ends[action.token] = rules.apply(match.state, puzzle.seat, action, Chance(seed, match.ply))[0]
        for token, end in ends.items():
            if token != puzzle.best and end == ends[puzzle.best]:
                assert judged(game.key, puzzle, token) == pytest.approx(0)
                alike += 1
    assert alike


@pytest.mark.parametrize("key", WITH_PUZZLES)
def test_a_file_is_small_and_can_be_read_back(key: str) -> None:
    path = find_file(key)
    assert path.stat().st_size < LARGEST
    lines = path.read_text("utf-8").splitlines()
    assert [Puzzle.read(key, line).write() for line in lines] == lines


def test_a_second_run_finds_the_same_puzzles() -> None:
    game = GAMES["coral_reef"]
    known = find_file(game.key).read_text("utf-8").splitlines()[:3]
    assert [puzzle.write() for puzzle in find_more(game, 3, float("inf"))] == known


def test_puzzles_of_one_match_are_far_apart() -> None:
    for key in GAMES:
        known = read_puzzles(key)
        for one, next_one in pairwise(known):
            assert one.deal < next_one.deal or len(next_one.rows) - len(one.rows) >= MIN_DISTANCE


def test_a_move_that_the_games_own_search_judges_worse_is_no_puzzle() -> None:
    game, puzzle = GAMES["coral_reef"], read_puzzles("coral_reef")[0]
    own = game.players.hard
    assert own is not None and own.estimate is not None
    judged = own.estimate
    fooled = replace(own, estimate=lambda state, seat: 1 - judged(state, seat))
    wrong = replace(game, players=replace(game.players, hard=fooled))
    match = set_up(game, puzzle)
    assert solve(replace(game, players=replace(game.players, hard=None)), match, puzzle.seat) is not None
    assert solve(wrong, match, puzzle.seat) is None


def test_a_move_that_is_best_only_in_one_search_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    game, puzzle = GAMES["coral_reef"], read_puzzles("coral_reef")[0]
    match, real, asked = set_up(game, puzzle), miner._search, []

    def waver(*given: object) -> object:
        number, paths = given[4], given[5]
        asked.append(paths)
        found = real(*given)  # type: ignore[arg-type]
        return found[1:] if number == TREE_SEARCHES else found

    monkeypatch.setattr(miner, "_search", waver)
    assert solve(game, match, puzzle.seat) is None
    assert asked == [TREE_ITERATIONS] * TREE_SEARCHES + [4 * TREE_ITERATIONS]


def test_a_move_revealed_by_its_kind_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """In deal 208 taking a fish is clearly best, but *Take a card* leaves no further choice."""
    game = GAMES["das_riff"]
    assert list(find_more(game, 1, 0, 208)) == []
    monkeypatch.setattr(miner, "is_revealed_by_kind", lambda *given: False)
    (puzzle,) = find_more(game, 1, 0, 208)
    match = set_up(game, puzzle)
    assert puzzle.best.startswith("take") and is_revealed_by_kind(match, puzzle.seat, puzzle.best)
    assert not is_revealed_by_kind(match, puzzle.seat, "end"), "there is no more to it"


def test_the_command_reports_puzzles_that_are_not_found_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--game", "coral_reef", "--check", "1"]) == 0
    monkeypatch.setattr("tools.puzzles.solve", lambda *given: None)
    assert main(["--game", "coral_reef", "--check", "1"]) == 1
    assert "not found again: [" in capsys.readouterr().out
