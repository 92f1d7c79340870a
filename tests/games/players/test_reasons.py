"""The reason given after a puzzle holds on other deals, and names what the answer gains or prevents."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest

from games.core.match import Match
from games.core.puzzle import Puzzle, PuzzleReason, make_deal_key, make_puzzle_match, read_puzzles
from games.core.texts import Advice, Scene
from games.core.words import load_words
from games.players.first_sight import are_equal_moves, find_greedy_moves
from games.players.mining import list_tempting_answers
from games.registry import GAMES
from games.review import lines, reasons
from games.review.reasons import describe_reason, find_reason, is_possible_anyway, is_reason_true, make_fork
from tests.games.das_riff.build import make_position, make_reef
from tests.support.game_parts import GAMES_WITH_PUZZLES
from tools.puzzles import explain_puzzle, is_explanation_true, list_graded_puzzles

CHECKED_PUZZLE_COUNT = 1
"""Number of puzzles checked per game."""
NAMES = ("Anna", "Ben")


def open_first_puzzle(key: str) -> tuple[Puzzle, Match]:
    """Return the first graded puzzle of a game, and its match."""
    puzzle = list_graded_puzzles(key)[0]
    return puzzle, make_puzzle_match(GAMES[key], puzzle)


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_every_graded_puzzle_is_compared_with_another_answer(key: str) -> None:
    game, aims = GAMES[key], {aim.key for aim in GAMES[key].aims}
    for puzzle in list_graded_puzzles(key):
        match, reason = make_puzzle_match(game, puzzle), puzzle.reason
        if reason is None:
            assert get_advice(match, puzzle.seat, puzzle.best_token).is_reason
            continue
        assert reason.aim_key in aims
        other = match.check_action(puzzle.seat, reason.other_token)
        assert not are_equal_moves(match, other, match.rules.read(puzzle.best_token))
        assert reason.best_amount != reason.other_amount
        assert describe_reason(game, reason, puzzle.seat, NAMES) is not None


def get_advice(match: Match, seat: int, token: str) -> Advice:
    scene = Scene(NAMES, load_words())
    return match.game.texts.advise_on_action(
        match.rules.read(token), match.rules.view(match.state, seat), scene
    )


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_a_reason_is_true_on_deals_that_were_not_used_to_find_it(key: str) -> None:
    known = list_graded_puzzles(key)
    for puzzle in known[:: max(1, len(known) // CHECKED_PUZZLE_COUNT)]:
        assert is_explanation_true(GAMES[key], puzzle), puzzle.deal_number


def test_a_reason_that_other_deals_contradict_is_detected() -> None:
    puzzle, _ = open_first_puzzle("coral_reef")
    reason = puzzle.reason
    assert reason is not None
    turned = replace(reason, best_amount=reason.other_amount, other_amount=reason.best_amount)
    assert not is_reason_true(GAMES["coral_reef"], replace(puzzle, reason=turned))
    assert not is_reason_true(GAMES["coral_reef"], replace(puzzle, reason=None))


def test_searching_again_finds_the_stored_reason() -> None:
    puzzle, _ = open_first_puzzle("coral_reef")
    assert puzzle.reason is not None
    found = explain_puzzle(GAMES["coral_reef"], replace(puzzle, reason=None)).reason
    assert found is not None
    figures = (round(found.best_amount, 3), round(found.other_amount, 3))
    assert replace(found, best_amount=figures[0], other_amount=figures[1]) == puzzle.reason


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
def test_the_answer_of_a_greedy_player_is_the_first_to_compare_with(key: str) -> None:
    puzzle, match = open_first_puzzle(key)
    tempting, greedy = (
        list_tempting_answers(match, puzzle.seat, puzzle.best_token),
        find_greedy_moves(match, puzzle.seat),
    )
    best = match.rules.read(puzzle.best_token)
    assert tempting and not any(are_equal_moves(match, match.rules.read(token), best) for token in tempting)
    assert not greedy or tempting[0] in greedy


def test_the_action_itself_is_not_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Buying a boat gains a boat" doesn't explain why the move is good."""
    puzzle = next(one for one in read_puzzles("das_riff") if one.best_token.startswith("boat"))
    game = GAMES["das_riff"]
    only = replace(game, aims=tuple(aim for aim in game.aims if aim.key == "boat"))
    monkeypatch.setattr(lines, "DEAL_COUNT", 8)
    assert find_reason(make_puzzle_match(only, puzzle), puzzle.seat, puzzle.best_token, ["end"], 0.1) is None


def test_a_prevented_gain_is_called_a_denial() -> None:
    game = GAMES["das_riff"]
    denied = describe_reason(game, PuzzleReason("end", "brood", 1, 0.01, 0.8), 0, NAMES)
    assert denied is not None
    for language, start in (("en", "Ben is less likely to complete a brood"), ("de", "Ben"), ("nl", "Ben")):
        assert start in load_words(language).msg(denied)


def test_a_game_without_the_aim_gives_no_reason() -> None:
    assert describe_reason(GAMES["das_riff"], PuzzleReason("end", "gone", 1, 0.1, 0.8), 0, NAMES) is None


def test_a_brood_that_becomes_possible_in_the_same_turn_is_a_reason() -> None:
    """Players who choose each action by its own value would not buy the boat and use it."""
    game = GAMES["das_riff"]
    puzzle = next(
        one for one in list_graded_puzzles("das_riff") if one.reason and one.reason.aim_key == "now"
    )
    assert puzzle.reason is not None and puzzle.reason.best_amount == 1
    assert is_reason_true(game, puzzle)
    turned = replace(puzzle.reason, best_amount=0.0, other_amount=1.0)
    assert not is_reason_true(game, replace(puzzle, reason=turned))


@pytest.mark.parametrize(
    ("cells", "expected"), [("wa bm", False), ("bm bm", True)], ids=["needed", "needless"]
)
def test_a_brood_that_needs_no_boat_is_not_a_reason_for_one(cells: str, expected: bool) -> None:
    game = GAMES["das_riff"]
    begun = Match.begin(game, 2, game.daily_options, make_deal_key("das_riff", 0))
    state = make_position(make_reef("rrrb", corals="rf"), make_reef("r"), a=cells, broods="br")
    match = replace(begun, opening_state=state, opening_events=())
    assert is_possible_anyway(make_fork(match, 0, "boat:rrr", "end"), "now") is expected


def test_a_brood_needs_the_shark_that_frees_its_coral_but_no_other_shark() -> None:
    """A shark can free the coral for two fish, and the end of the turn brings a mate within reach."""
    game = GAMES["das_riff"]
    begun = Match.begin(game, 2, game.daily_options, make_deal_key("das_riff", 0))
    reef = make_reef("rrbbb", corals="bf", sharks=2)
    state = make_position(reef, make_reef("r"), a="wa wa wa rm", b="rf", d="bm", broods="br")
    match = replace(begun, opening_state=state, opening_events=())
    assert is_possible_anyway(make_fork(match, 0, "shark:A4", "end"), "now")
    assert not is_possible_anyway(make_fork(match, 0, "shark:#1", "end"), "now")


def test_a_reason_that_one_of_several_checks_refutes_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, match = open_first_puzzle("coral_reef")
    assert puzzle.reason is not None
    answers = cycle([True, True, False])
    monkeypatch.setattr(reasons, "is_confirmed", lambda *given: next(answers))
    other = [puzzle.reason.other_token]
    assert find_reason(match, puzzle.seat, puzzle.best_token, other, puzzle.margin) is None
