"""Each stored puzzle can be replayed and has a legal solution, and the solver finds a sample again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.core.match import Match
from games.core.puzzle import Puzzle, find_puzzle_file, make_puzzle_match, read_puzzles
from games.core.rng import Chance
from games.core.solo import make_seed, recall_view
from games.players import Thought, best_move, first_sight, mining, think
from games.players.best_move import has_rival
from games.players.first_sight import find_greedy_moves, is_found_by_easy
from games.players.first_steps import list_earlier_moves
from games.players.judge import Judge
from games.players.marks import BEST_MARK, choose_mark
from games.players.mining import (
    MIN_CHOICES,
    MIN_PLY,
    MIN_PUZZLE_DISTANCE,
    find_puzzles,
    solve_position,
)
from games.players.puzzles import (
    MIN_LOSS_SHARE,
    is_revealed_by_kind,
    judge_answer,
    make_judge_seed,
)
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_PUZZLES
from tests.support.nightly import defer_to_ci, defer_to_night
from tools.puzzles import (
    MAX_KIND_SHARE,
    check_puzzles,
    count_kinds,
    find_new_puzzles,
    list_graded_puzzles,
    main,
)

MAX_FILE_BYTES = 400_000
"""Maximum size of a file of puzzles, in bytes."""
CHECKED_PUZZLE_COUNT = 1
"""Number of puzzles of each game that are solved again."""
MIN_EQUIVALENT_ANSWER_PUZZLES = 3
"""Minimum number of puzzles with an equivalent answer that the test checks."""


@pytest.mark.parametrize("step", defer_to_ci([6, 1], 1))
@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_every_puzzle_replays_and_its_solution_is_legal(key: str, step: int) -> None:
    """Every ``step``-th puzzle is tried."""
    game, known = GAMES[key], read_puzzles(key)
    assert len(known) >= 20
    assert len({puzzle.id for puzzle in known}) == len(known)
    for puzzle in known[::step]:
        match = make_puzzle_match(game, puzzle)
        assert match.outcome is None and match.ply >= MIN_PLY
        match.check_action(puzzle.seat, puzzle.best_token)
        assert len(match.legal_actions(puzzle.seat)) >= MIN_CHOICES
        assert round(puzzle.margin, 3) >= find_least_loss(match, puzzle)
        assert not is_revealed_by_kind(match, puzzle.seat, puzzle.best_token)


def find_least_loss(match: Match, puzzle: Puzzle) -> float:
    """Return the minimum margin of a puzzle, which is smaller if another move can precede the best one."""
    least = match.game.computer_settings.min_puzzle_margin
    can_wait = puzzle.margin < least and list_earlier_moves(
        match, puzzle.seat, match.rules.read(puzzle.best_token)
    )
    return least * MIN_LOSS_SHARE if can_wait else least


def test_a_position_reached_by_other_moves_has_another_id() -> None:
    """Puzzles may have the same deal and ply if the file was rewritten with changed computer players."""
    puzzle = read_puzzles("reef")[0]
    (seat, _), *others = puzzle.rows
    assert replace(puzzle, rows=((seat, "another"), *others)).id != puzzle.id
    assert replace(puzzle, margin=0.5).id == puzzle.id
    assert len({one.id for key in GAMES for one in read_puzzles(key)}) == sum(
        len(read_puzzles(key)) for key in GAMES
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_PUZZLES, "reef", "australis"))
def test_the_solver_finds_a_sample_again(key: str) -> None:
    """If this fails because a game's players have changed, run ``python -m tools.puzzles``."""
    assert check_puzzles(GAMES[key], CHECKED_PUZZLE_COUNT) == []


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_each_game_sets_its_own_minimum_margin(key: str) -> None:
    game, puzzle = GAMES[key], list_graded_puzzles(key)[0]
    strict = replace(game, computer_settings=replace(game.computer_settings, min_puzzle_margin=1.0))
    assert solve_position(strict, make_puzzle_match(game, puzzle), puzzle.seat) is None


@pytest.mark.parametrize(
    "step", [20, pytest.param(5, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_a_graded_puzzle_is_not_solved_by_a_greedy_or_easy_player(key: str, step: int) -> None:
    """Every ``step``-th puzzle is tried."""
    known = list_graded_puzzles(key)[::step]
    assert known
    for puzzle in known:
        match = make_puzzle_match(GAMES[key], puzzle)
        assert 1 <= puzzle.grade <= 3
        assert puzzle.best_token not in find_greedy_moves(match, puzzle.seat)
        assert not is_found_by_easy(match, puzzle.seat, puzzle.best_token)
    for puzzle in known[::20]:
        assert not has_rival(make_puzzle_match(GAMES[key], puzzle), puzzle.seat, puzzle.best_token)


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_no_kind_of_answer_has_too_many_puzzles(key: str) -> None:
    kinds = count_kinds(GAMES[key], list_graded_puzzles(key))
    assert len(kinds) >= 4 and max(kinds.values()) <= MAX_KIND_SHARE * sum(kinds.values())


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_puzzles_of_one_match_with_equal_answers_differ_in_the_kind_of_answer(key: str) -> None:
    """A card that is worth taking now is often worth taking in the next turns too."""
    by_answer: dict[tuple[int, int, str], list[Puzzle]] = {}
    for puzzle in list_graded_puzzles(key):
        by_answer.setdefault((puzzle.deal_number, puzzle.seat, puzzle.best_token), []).append(puzzle)
    for puzzles in by_answer.values():
        assert len(puzzles) == 1 or len(count_kinds(GAMES[key], puzzles)) == len(puzzles)


def test_puzzles_of_one_match_of_das_riff_have_different_kinds_of_answers() -> None:
    """Some of them continue the same position, and would differ little otherwise."""
    by_deal: dict[int, list[Puzzle]] = {}
    for puzzle in list_graded_puzzles("das_riff"):
        by_deal.setdefault(puzzle.deal_number, []).append(puzzle)
    for puzzles in by_deal.values():
        assert len(puzzles) == 1 or len(count_kinds(GAMES["das_riff"], puzzles)) == len(puzzles)


def compute_loss(key: str, puzzle: Puzzle, token: str) -> float:
    """Return the stated loss of an answer to a puzzle."""
    game, match = GAMES[key], make_puzzle_match(GAMES[key], puzzle)
    view, seed = recall_view(match, puzzle.seat), make_judge_seed(match)
    return judge_answer(game, puzzle.version, view, puzzle.seat, puzzle.best_token, token, seed, match.ply)


@pytest.mark.slow
@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_PUZZLES, "reef", "australis"))
def test_every_other_answer_loses_at_least_the_margin(key: str) -> None:
    """Answers are judged by the search that last confirmed the puzzle."""
    for puzzle in list_graded_puzzles(key)[::40]:
        match = make_puzzle_match(GAMES[key], puzzle)
        searched = Judge(GAMES[key], puzzle.version).list_actions(match.state, puzzle.seat)
        earlier = list_earlier_moves(match, puzzle.seat, match.rules.read(puzzle.best_token))
        others = [action for action in searched if action.token != puzzle.best_token]
        for other in others[:2]:
            lost = compute_loss(key, puzzle, other.token)
            # A move that only delays the best one loses nothing.
            assert lost >= puzzle.margin - 0.001 or (lost == 0 and other in earlier)
            assert lost == 0 or choose_mark(lost) != BEST_MARK
        assert compute_loss(key, puzzle, puzzle.best_token) == 0


@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_PUZZLES, "reef", "australis"))
def test_an_answer_always_loses_the_same_win_chance(key: str) -> None:
    puzzle = list_graded_puzzles(key)[0]
    other = next(
        one
        for one in make_puzzle_match(GAMES[key], puzzle).legal_actions(puzzle.seat)
        if one.token != puzzle.best_token
    )
    first, again = (compute_loss(key, puzzle, other.token) for _ in range(2))
    assert first == again


def test_the_best_move_stays_right_after_the_players_change() -> None:
    """Stored puzzles stay valid until they are replaced, even if a search now disagrees."""
    game, puzzle = GAMES["coral_reef"], read_puzzles("coral_reef")[0]
    own, match = game.computer_settings.hard, make_puzzle_match(game, puzzle)
    assert own is not None and own.estimate is not None
    judge = own.estimate
    fooled = replace(own, estimate=lambda state, seat: 1 - judge(state, seat))
    wrong = replace(game, computer_settings=replace(game.computer_settings, hard=fooled))
    view, seed = recall_view(match, puzzle.seat), make_judge_seed(match)
    lost = {
        action.token: judge_answer(
            wrong, puzzle.version, view, puzzle.seat, puzzle.best_token, action.token, seed, match.ply
        )
        for action in (match.rules.read(puzzle.best_token), *match.legal_actions(puzzle.seat)[::12])
    }
    assert lost[puzzle.best_token] == 0 and min(lost.values()) == 0


def test_a_move_equivalent_to_the_best_is_as_good() -> None:
    """For example, a card can be played on any of several equal stacks."""
    game, alike = GAMES["coral_reef"], 0
    for puzzle in read_puzzles(game.key):
        if alike >= MIN_EQUIVALENT_ANSWER_PUZZLES:
            break
        match, rules = make_puzzle_match(game, puzzle), game.rules[puzzle.version]
        ends, seed = {}, make_seed(match, match.ply, "judgement")
        for action in match.legal_actions(puzzle.seat):
            ends[action.token] = rules.apply(match.state, puzzle.seat, action, Chance(seed, match.ply))[0]
        for token, end in ends.items():
            if token != puzzle.best_token and end == ends[puzzle.best_token]:
                assert compute_loss(game.key, puzzle, token) == pytest.approx(0)
                alike += 1
    assert alike


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_a_file_is_small_and_can_be_read_back(key: str) -> None:
    path = find_puzzle_file(key)
    assert path.stat().st_size < MAX_FILE_BYTES
    lines = path.read_text("utf-8").splitlines()
    assert [Puzzle.from_line(key, line).to_line() for line in lines] == lines


def test_a_file_names_a_seat_only_if_it_changes() -> None:
    puzzle = replace(read_puzzles("reef")[0], rows=((1, "a"), (1, "b"), (0, "c"), (0, "d"), (1, "a")))
    line = puzzle.to_line()
    assert '"rows":"1/a b 0/c d 1/a"' in line
    assert Puzzle.from_line("reef", line).rows == puzzle.rows


def test_puzzles_of_one_match_are_far_apart() -> None:
    for key in GAMES:
        for one, next_one in pairwise(list_graded_puzzles(key)):
            assert (
                one.deal_number < next_one.deal_number
                or len(next_one.rows) - len(one.rows) >= MIN_PUZZLE_DISTANCE
            )


@pytest.mark.parametrize("name", ["search", "confirm 1", "deep"])
def test_a_move_that_any_search_finds_worse_does_not_make_a_puzzle(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, puzzle = GAMES["coral_reef"], list_graded_puzzles("coral_reef")[0]
    match, real = make_puzzle_match(game, puzzle), best_move.search_position

    def omit_best_move(*args: object) -> object:
        found = real(*args)  # type: ignore[arg-type]
        return found[1:] if args[3] == name else found

    monkeypatch.setattr(best_move, "search_position", omit_best_move)
    assert solve_position(game, match, puzzle.seat) is None


@pytest.mark.parametrize("name", ["is_revealed_by_kind", "is_found_by_easy", "has_rival"])
def test_an_easy_or_ambiguous_answer_does_not_make_a_puzzle(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, puzzle = GAMES["coral_reef"], list_graded_puzzles("coral_reef")[0]
    monkeypatch.setattr(mining, name, lambda *given: True)
    assert solve_position(game, make_puzzle_match(game, puzzle), puzzle.seat) is None


def test_the_end_of_a_turn_is_not_revealed_by_its_kind() -> None:
    puzzle = read_puzzles("das_riff")[0]
    assert not is_revealed_by_kind(make_puzzle_match(GAMES["das_riff"], puzzle), puzzle.seat, "end")


def test_copies_of_a_greedy_answer_are_greedy_too() -> None:
    """In this puzzle the whole hand can be played on any of three nines."""
    puzzle = next(one for one in read_puzzles("coral_reef") if one.best_token == "play:3:67kj2at>t")
    greedy = find_greedy_moves(make_puzzle_match(GAMES["coral_reef"], puzzle), puzzle.seat)
    assert greedy == {f"play:{stack}:67kj2at>t" for stack in (3, 4, 5)}


def test_the_easy_level_solves_a_puzzle_with_an_equal_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in read_puzzles("coral_reef") if one.best_token == "play:3:67kj2at>t")
    match = make_puzzle_match(GAMES["coral_reef"], puzzle)
    copy, other = match.rules.read("play:5:67kj2at>t"), match.rules.read("play:2:7kj2>7")
    for action, found in ((copy, True), (other, False)):
        monkeypatch.setattr(first_sight, "think", lambda *given, one=action: (Thought(one, 0.5, 1),))
        assert is_found_by_easy(match, puzzle.seat, puzzle.best_token) is found


@pytest.mark.parametrize("deal", range(4))
def test_deals_are_played_by_seats_of_several_levels(deal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: dict[int, set[str]] = {0: set(), 1: set()}

    def record_level(*args: Any) -> Any:
        levels[args[3]].add(args[4])
        return think(*args)

    monkeypatch.setattr(mining, "think", record_level)
    monkeypatch.setattr(mining, "MAX_PLY", 8)
    monkeypatch.setattr(mining, "_solve_turn", lambda *given: None)
    assert not list(find_puzzles(GAMES["coral_reef"], deal))
    assert [levels[seat] for seat in (0, 1)] == [{level} for level in mining.LEVEL_PAIRS[deal]]


@pytest.mark.parametrize(("deal", "is_odd"), [(3, False), (4, True), (7, True), (8, False)])
def test_half_of_the_deals_are_played_with_odd_habits(
    deal: int, is_odd: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []

    def choose_worst(state: object, seat: int, ranked: tuple[Any, ...], rng: Chance) -> Any:
        tokens.append(ranked[-1].token)
        return ranked[-1]

    settings = replace(GAMES["das_riff"].computer_settings, choose_odd_action=choose_worst)
    monkeypatch.setattr(mining, "MAX_PLY", 8)
    monkeypatch.setattr(mining, "_solve_turn", lambda *given: None)
    assert not list(find_puzzles(replace(GAMES["das_riff"], computer_settings=settings), deal))
    assert len(tokens) == (8 if is_odd else 0)


def test_the_command_counts_puzzles_and_explains_them_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    known = list_graded_puzzles("coral_reef")
    assert main(["--game", "coral_reef", "--count"]) == 0
    assert f"coral_reef: {len(known)} puzzles; kinds " in capsys.readouterr().out
    few = (replace(known[0], reason=None), known[1])
    monkeypatch.setattr("tools.puzzles.read_puzzles", lambda key: few)
    monkeypatch.setattr("tools.puzzles.find_puzzle_file", lambda key: tmp_path / key)
    monkeypatch.setattr(
        "tools.puzzles.is_found_by_easy", lambda match, seat, best: best == known[1].best_token
    )
    assert main(["--game", "coral_reef", "--explain"]) == 0
    kept, lost = [
        Puzzle.from_line("coral_reef", line)
        for line in (tmp_path / "coral_reef").read_text("utf-8").splitlines()
    ]
    assert kept == known[0] and kept.reason is not None
    assert lost == replace(known[1], grade=0), "what `easy` finds stays in the file, but isn't drawn"


def test_a_puzzle_that_cannot_be_explained_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    known = list_graded_puzzles("coral_reef")[:2]
    monkeypatch.setattr("tools.puzzles.is_explained_by_advice", lambda *given: False)
    monkeypatch.setattr("tools.puzzles.find_puzzles", lambda game, deal, full: known[deal : deal + 1])
    monkeypatch.setattr(
        "tools.puzzles.find_reason",
        lambda match, seat, best, others, margin: None if best == known[0].best_token else known[1].reason,
    )
    assert list(find_new_puzzles(GAMES["coral_reef"], 1, 1000)) == [known[1]]


@pytest.mark.parametrize(("wanted", "is_full"), [(2, True), (200, False)])
def test_each_kind_of_answer_is_limited_to_a_share_of_the_wanted_puzzles(
    monkeypatch: pytest.MonkeyPatch, wanted: int, is_full: bool
) -> None:
    known = list_graded_puzzles("coral_reef")[:1]
    (kind,) = count_kinds(GAMES["coral_reef"], known)
    excluded: list[list[str]] = []

    def find_no_puzzles(game: object, deal: int, full: list[str]) -> list[Puzzle]:
        excluded.append(full)
        return []

    monkeypatch.setattr("tools.puzzles.find_puzzles", find_no_puzzles)
    assert not list(find_new_puzzles(GAMES["coral_reef"], wanted, 0, known_puzzles=known))
    assert excluded == [[kind] if is_full else []]


def test_the_command_reports_puzzles_that_are_not_found_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--game", "coral_reef", "--check", "1"]) == 0
    monkeypatch.setattr("tools.puzzles.solve_position", lambda *given: None)
    assert main(["--game", "coral_reef", "--check", "1"]) == 1
    assert "not found again: [" in capsys.readouterr().out
