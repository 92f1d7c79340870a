"""Reviews add up and judge moves without hidden information."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from games.core.match import CLOSE_KIND, LoggedRow, Match
from games.core.puzzle import make_puzzle_match, read_puzzles
from games.core.rng import Chance
from games.players import think
from games.players.judge import compute_win_shares
from games.registry import GAMES
from games.review import REVIEW_VERSION
from games.review import review as reviews
from games.review.accuracy import rate_match, rate_move, weigh_moves
from games.review.moves import MIN_INACCURACY_LOSS, ReviewEffort
from games.review.review import Review, ReviewedMove, assemble_review, scale_loss
from games.review.slices import MatchSlice, ReviewFinding, choose_effort, make_slices, review_slice
from tests.proof.review import count_flagged_moves, play_matches_in_processes
from tests.support.nightly import defer_to_night

EFFORT = ReviewEffort(8, 4, 4)
"""Low effort, so that the tests' reviews are quick."""
GAME_KEYS = sorted(GAMES)


@cache
def play_match(key: str, seat_count: int = 2) -> Match:
    match = Match.begin(GAMES[key], seat_count, {}, bytes(31) + bytes([seat_count]))
    for _ in range(match.game.max_plies):
        if not match.to_act:
            break
        seat = match.to_act[0]
        view, dice = match.rules.view(match.state, seat), Chance(bytes(32), match.ply + 1)
        found = think(match.game, match.rules.version, view, seat, "normal", dice, lambda: False, 1)
        match = match.act(seat, found[0].action.token)
    return match


@cache
def make_findings(key: str, seat_count: int = 2) -> tuple[ReviewFinding, ...]:
    """Return all of a match's findings at low effort."""
    match = play_match(key, seat_count)
    pieces = [
        replace(piece, effort=EFFORT) if isinstance(piece, MatchSlice) else piece
        for piece in make_slices(match)
    ]
    return tuple(review_slice(match.game, piece) for piece in pieces)


@pytest.mark.parametrize(
    ("value", "loss", "win_chance", "expected"),
    [
        (0.65, 0.5, 0.35, 0.27),
        (0.9, 0.1, 0.35, 0.1),
        (0.4, 0.3, 0.5, 0.3),
        (0.9, 0.3, 0.4, 0.2),
        (0.5, 0.5, 0.3, 0.3),
    ],
    ids=["leaves_a_part", "small", "more_on_the_curve", "at_least_half", "all"],
)
def test_a_move_that_leaves_a_chance_never_costs_the_whole_win_chance(
    value: float, loss: float, win_chance: float, expected: float
) -> None:
    assert scale_loss(ReviewFinding((), "b", value, loss), win_chance) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_seat_whose_moves_cost_least_has_the_most_play(seat_count: int) -> None:
    curve = tuple(tuple(share / 10 for share in (4, 3, 2, 1)[:seat_count]) for _ in range(seat_count + 1))
    moves = tuple(
        ReviewedMove(seat, seat, "a", "b", 0.5, (0.3, 0.1, 0.0, 0.4)[seat]) for seat in range(seat_count)
    )
    review = Review(seat_count, curve[0], curve, curve[-1], moves)
    plays = {seat: review.explain_result(seat).play for seat in range(seat_count)}
    assert sum(plays.values()) == pytest.approx(0)
    assert sorted(plays, key=lambda seat: -plays[seat]) == [
        seat for seat in (2, 1, 0, 3) if seat < seat_count
    ]


def test_swings_say_how_much_each_step_changed_the_win_chances() -> None:
    curve = ((0.5, 0.3, 0.2), (0.5, 0.2, 0.3), (0.9, 0.1, 0.0))
    review = Review(2, (1 / 3, 1 / 3, 1 / 3), curve, (1.0, 0.0, 0.0), ())
    assert review.measure_swings() == pytest.approx({1: 0.1, 2: 0.4})


@pytest.mark.parametrize("key", ["coral_reef"])
@pytest.mark.parametrize("seat_count", defer_to_night([2, 4], 4))
def test_start_play_and_luck_add_up_to_the_result(key: str, seat_count: int) -> None:
    match = play_match(key, seat_count)
    review = assemble_review(match, make_findings(key, seat_count))
    assert all(sum(shares) == pytest.approx(1) for shares in review.curve)
    assert len(review.curve) == match.ply + 1
    plays = [review.explain_result(seat).play for seat in range(seat_count)]
    assert sum(plays) == pytest.approx(0)
    for seat in range(seat_count):
        account = review.explain_result(seat)
        assert account.ended == 0.0
        assert account.start + account.play + account.luck == pytest.approx(account.result, abs=1e-12)
        assert account.result == compute_win_shares(match.outcome)[seat] if match.outcome else False


@pytest.mark.parametrize("key", defer_to_night(GAME_KEYS, "australis"))
def test_hidden_parts_do_not_change_the_judgement_of_a_step(key: str) -> None:
    match = play_match(key)
    steps = [piece for piece in make_slices(match) if isinstance(piece, MatchSlice)]
    for piece in (steps[0], steps[len(steps) // 2]):
        other = match.rules.sample(piece.view, Chance(b"other", piece.ply))
        alone = replace(piece, views=(), effort=EFFORT)
        again = replace(alone, view=match.rules.recall(other, piece.seat))
        assert review_slice(match.game, again) == review_slice(match.game, alone)


def test_moves_are_judged_by_the_best_player() -> None:
    """A search with inverted values would judge the best move to be a mistake."""
    game = GAMES["coral_reef"]
    own, puzzle = game.computer_settings.hard, read_puzzles(game.key)[0]
    assert own is not None and own.estimate is not None and own.choose_by_habit is not None
    judged = own.estimate
    fooled = replace(own, playout_turns=1, estimate=lambda state, seat: 1 - judged(state, seat))
    wrong = replace(game, computer_settings=replace(game.computer_settings, hard=fooled))
    match = make_puzzle_match(game, puzzle)
    piece = tuple(make_slices(match.act(puzzle.seat, puzzle.best_token)))[-2]
    assert isinstance(piece, MatchSlice) and piece.token == puzzle.best_token
    piece = replace(piece, effort=ReviewEffort(8, 60, 30))
    right, flawed = review_slice(game, piece), review_slice(wrong, piece)
    assert (right.best, right.loss) == (puzzle.best_token, 0.0)
    assert flawed.best != puzzle.best_token and flawed.loss > MIN_INACCURACY_LOSS
    assert flawed.shown == right.shown


@pytest.mark.parametrize("key", GAME_KEYS)
def test_a_slice_contains_neither_a_state_nor_a_key(key: str) -> None:
    match = play_match(key)
    for piece in make_slices(match):
        if isinstance(piece, MatchSlice):
            assert piece.view == match.rules.recall(match.state_at(piece.ply), piece.seat)
        assert match.key.hex() not in repr(piece) and repr(match.key) not in repr(piece)


def test_a_resigned_match_is_accounted_for() -> None:
    match = play_match("coral_reef")
    early = Match.begin(match.game, 2, {}, match.key)
    for step in match.steps[:3]:
        early = early.act(step.seat, step.action.token)
    early = early.resign(0)
    pieces = [
        replace(piece, effort=EFFORT) if isinstance(piece, MatchSlice) else piece
        for piece in make_slices(early)
    ]
    assert isinstance(pieces[-1], MatchSlice) and pieces[-1].token == ""
    review = assemble_review(early, [review_slice(early.game, piece) for piece in pieces])
    account = review.explain_result(1)
    assert account.result == 1.0
    # The final swing is the win chance given up by resigning. It isn't attributed to earlier play.
    assert account.ended == pytest.approx(1.0 - review.curve[-1][1], abs=1e-12) and account.ended > 0
    until_then = account.start + account.play + account.luck
    assert until_then == pytest.approx(review.curve[-1][1], abs=1e-12)
    assert until_then + account.ended == pytest.approx(1.0, abs=1e-12)


@cache
def play_and_resign(key: str) -> Match:
    """Return the random beginning of a match that the first seat resigns."""
    match, dice = Match.begin(GAMES[key], 2, {}, bytes(32)), Chance(b"wild", 1)
    for _ in range(6):
        seat = match.to_act[0]
        match = match.act(seat, dice.choice(match.legal_actions(seat)).token)
    return match.resign(0)


@pytest.mark.parametrize("min_loss", [0.0, 0.9], ids=["as_found", "by_a_deeper_look"])
@pytest.mark.parametrize("key", defer_to_night(GAME_KEYS, "australis", "reef"))
def test_nobody_loses_more_than_their_win_chance(key: str, min_loss: float) -> None:
    match = play_and_resign(key)
    found = [
        replace(one, loss=max(one.loss, min_loss) if one.best else 0.0, value=1.0)
        for one in evaluate_resigned_match(key)
    ]
    review = assemble_review(match, found)
    assert len(review.moves) > 2
    for move in review.moves:
        had = review.list_shares(move.seat)[move.ply + 1]
        assert 0 <= round(100 * move.loss) <= round(100 * had) <= 100 and move.value == had
    for seat in range(2):
        account, course = review.explain_result(seat), review.list_shares(seat)
        assert course[0] == account.start and len(course) == match.ply + 2
        parts = account.start + account.play + account.luck + account.ended
        assert parts == pytest.approx(account.result, abs=1e-12)


@cache
def evaluate_resigned_match(key: str) -> tuple[ReviewFinding, ...]:
    match = play_and_resign(key)
    pieces = [
        replace(piece, effort=EFFORT) if isinstance(piece, MatchSlice) else piece
        for piece in make_slices(match)
    ]
    return tuple(review_slice(match.game, piece) for piece in pieces)


def test_nobody_wins_a_match_that_was_closed() -> None:
    match = play_match("coral_reef")
    closed = Match.begin(match.game, 2, {}, match.key).play_row(LoggedRow(CLOSE_KIND, -1))
    assert closed.outcome is not None and compute_win_shares(closed.outcome) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("loss", "judgement"),
    [
        (0.049, ""),
        (0.05, "inaccuracy"),
        (0.099, "inaccuracy"),
        (0.1, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
    ],
)
def test_judgements_start_at_five_ten_and_fifteen_points(loss: float, judgement: str) -> None:
    assert ReviewedMove(0, 0, "a", "b", 0.5, loss).judgement == judgement


@pytest.mark.parametrize(
    ("loss", "accuracy"), [(0.0, 100.0), (0.05, 79.8), (0.1, 63.6), (0.3, 24.8), (0.9, 0.0)]
)
def test_the_accuracy_of_a_move_follows_the_formula_of_lichess(loss: float, accuracy: float) -> None:
    assert rate_move(loss) == pytest.approx(accuracy, abs=0.06)


def test_good_moves_do_not_hide_a_bad_one_and_important_moves_count_most() -> None:
    assert rate_match([100.0] * 10, [1.0] * 10) == pytest.approx(100.0)
    assert rate_match([100.0] * 9 + [10.0], [1.0] * 10) == pytest.approx(((91 + 1 / 0.019) / 2 + 100) / 2)
    chances = [0.5] * 10 + [0.1, 0.9] * 5 + [0.5] * 10
    weights = weigh_moves(chances)
    assert weights[15] > weights[2] == weights[-1]
    assert rate_match([], []) is None


@pytest.mark.parametrize("moves", [1, 10, 50, 200])
def test_many_small_losses_that_add_up_to_half_a_match_are_not_accurate_play(moves: int) -> None:
    accuracies = [rate_move(0.5 / moves)] * moves
    found = rate_match(accuracies, [1.0] * moves, 0.5)
    assert found is not None and found < 81


def test_the_turning_points_are_the_costliest_moves_in_order() -> None:
    moves = tuple(
        ReviewedMove(ply, ply % 2, "a", "b", 0.5, loss)
        for ply, loss in enumerate((0.2, 0.06, 0.01, 0.3, 0.1, 0.4))
    )
    review = Review(6, (0.5, 0.5), ((0.5, 0.5),) * 7, (1.0, 0.0), moves)
    assert [move.ply for move in review.find_turning_points()] == [0, 3, 5]
    assert [move.ply for move in review.find_costliest_moves(0)] == [0, 4]
    assert [move.ply for move in review.find_costliest_moves(1)] == [5, 3, 1]


def test_a_review_can_be_stored_and_read_back_and_other_versions_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    review = assemble_review(play_match("coral_reef"), make_findings("coral_reef"))
    text = reviews.serialize_review(review)
    again = reviews.parse_review(text)
    assert (
        again is not None
        and reviews.serialize_review(again) == text
        and again.moves[0].ply == review.moves[0].ply
    )
    monkeypatch.setattr(reviews, "REVIEW_VERSION", REVIEW_VERSION + 1)
    assert reviews.parse_review(text) is None


@pytest.mark.parametrize("key", GAME_KEYS)
def test_a_long_match_takes_no_more_work_than_a_short_one(key: str) -> None:
    game = GAMES[key]
    short, long = choose_effort(game, 20), choose_effort(game, 200)
    assert short.deals > long.deals and short.search_walks > long.search_walks
    most = (
        4_000
        if game.computer_settings.playout_turns
        else 20_000
        if game.computer_settings.flat_search is None
        else 2 * 20_000
    )
    assert 200 * long.search_walks <= most
    assert (choose_effort(game, 200, 6).search_walks < long.search_walks) == (
        game.computer_settings.flat_search is not None
    )


def test_measurements_use_the_values_that_a_review_shows() -> None:
    match = play_match("coral_reef")
    found = list(make_findings("coral_reef"))
    lost = next(ply for ply, step in enumerate(match.steps) if found[ply + 1].best)
    seat = match.steps[lost].seat
    # Make the position a lost one, in which the comparison of moves still finds a large loss.
    shown = tuple(0.01 if one == seat else 0.99 for one in range(2))
    found[lost + 1] = replace(found[lost + 1], shown=shown, loss=0.4)
    review = assemble_review(match, found)
    moves = count_flagged_moves(review, lost)
    assert moves.has_planted_blunder and not moves.is_blunder_flagged
    assert moves.own_count == len(review.moves) - 1
    assert moves.own_flagged_count == sum(move.loss >= MIN_INACCURACY_LOSS for move in review.moves)
    found[lost + 1] = replace(found[lost + 1], shown=(0.5, 0.5))
    assert count_flagged_moves(assemble_review(match, found), lost).is_blunder_flagged
    assert (
        count_flagged_moves(assemble_review(match, found), -1).own_flagged_count
        == moves.own_flagged_count + 1
    )


def test_a_run_continues_where_another_ended() -> None:
    """Two runs give the results of one long run, because a match depends only on its number."""
    with_all = play_matches_in_processes("all", str, range(5), 2, 60.0)
    assert with_all == play_matches_in_processes("a", str, range(3), 2, 60.0) + play_matches_in_processes(
        "b", str, range(3, 5), 2, 60.0
    )
    assert with_all == ["0", "1", "2", "3", "4"]


def make_advised_review() -> Review:
    moves = tuple(
        ReviewedMove(ply, ply % 2, "a", "b", 0.5, loss, ply in (0, 3))
        for ply, loss in enumerate((0.2, 0.06, 0.3, 0.4, 0.01))
    )
    return Review(5, (0.5, 0.5), ((0.5, 0.5),) * 6, (1.0, 0.0), moves)


def test_an_advised_move_is_neither_an_error_nor_offered_to_try_again() -> None:
    review = make_advised_review()
    assert [move.judgement for move in review.moves] == ["", "inaccuracy", "blunder", "", ""]
    assert [move.ply for move in review.find_turning_points()] == [1, 2]
    assert [move.ply for seat in (0, 1) for move in review.find_costliest_moves(seat)] == [2, 1]
    assert [move.ply for move in review.find_disagreements()] == [0, 3]
    without = replace(review, moves=tuple(replace(move, advised=False) for move in review.moves))
    for seat in (0, 1):
        accuracy, blamed = review.rate_accuracy(seat), without.rate_accuracy(seat)
        assert accuracy is not None and blamed is not None and accuracy > blamed
    assert without.find_disagreements() == ()


def test_a_stored_review_keeps_its_advised_moves() -> None:
    again = reviews.parse_review(reviews.serialize_review(make_advised_review()))
    assert again is not None and [move.ply for move in again.moves if move.advised] == [0, 3]
    match, found = play_match("coral_reef"), make_findings("coral_reef")
    assert [
        move.ply
        for move in assemble_review(match, found, {2: (match.steps[2].action.token,)}).moves
        if move.advised
    ] == [2]
