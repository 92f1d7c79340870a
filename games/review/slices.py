"""Splits a review into slices, one per step, so that other work can run in between.

A slice contains only the views of its seats and the token played, so it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.core.match import Match
from games.core.protocol import Game
from games.core.shapes import ActionLike, ViewLike
from games.core.values import value_class
from games.review.answers import AnswerSlice, explain_answer
from games.review.lines import DEAL_COUNT as LINE_DEALS
from games.review.lines import MoveFork
from games.review.moves import MIN_INACCURACY_LOSS, MIN_LOSS, BestChoice, ReviewEffort, compare_with_best
from games.review.points import (
    POINT_KEY,
    ReviewPoint,
    find_certain_win,
    find_first_step,
    find_telling_point,
    is_fruitless_choice,
)
from games.review.value import ShareJudge, Shares, estimate_shares, estimate_start_shares

DEALS_PER_MATCH: Final = 12_000
MIN_DEALS, MAX_DEALS = 32, 200
WALKS_PER_MATCH: Final = 20_000
"""Total numbers of deals and of walks for a match, divided among its steps."""
MIN_WALKS, MAX_WALKS = 10, 250
PLAYOUT_COST: Final = 12
"""Approximate cost of a walk with a playout, relative to a walk without one."""
FLAT_WALKS_FACTOR: Final = 2
"""Factor by which a flat search makes more walks, because it doesn't learn from earlier walks."""


@value_class
class MatchSlice:
    """A step to review, or the last position of a match that the players or the clock ended."""

    game: str
    version: int
    seat_count: int
    ply: int
    """Number of steps before this one."""
    seat: int
    view: ViewLike
    """The position as ``seat`` saw it."""
    token: str
    """The token that ``seat`` played. Empty for a last position."""
    effort: ReviewEffort
    views: tuple[ViewLike, ...] = ()


@value_class
class StartSlice:
    """A slice for the time before the deal, for which only win chances are estimated."""

    game: str
    version: int
    seat_count: int
    options: Mapping[str, str]


@value_class
class ReviewFinding:
    """The result of reviewing a slice."""

    shown: Shares
    """Each seat's win chance before the step, estimated from its own view."""
    best: str = ""
    """Token of the best move, if there was a choice."""
    value: float = 0.0
    loss: float = 0.0
    """Win chance lost by the move played."""
    point: ReviewPoint | None = None
    """Reason why the best move was better. ``None`` for small losses, or if no reason was found."""


def count_slices(match: Match) -> int:
    """Return the number of slices without creating them."""
    return 1 + len(match.steps) + bool(match.rules.to_act(match.state))


def make_slices(match: Match) -> Iterator[MatchSlice | StartSlice]:
    """Yield the slices of a match one by one, because all slices together would need a lot of memory."""
    steps, version = match.steps, match.rules.version
    effort = choose_effort(match.game, len(steps), match.seat_count)
    yield StartSlice(match.game.key, version, match.seat_count, dict(match.options))
    for ply, step in enumerate(steps):
        views = list_views(match, ply)
        view = views[step.seat]
        token = step.action.token
        yield MatchSlice(
            match.game.key, version, match.seat_count, ply, step.seat, view, token, effort, views
        )
    if waiting := match.rules.to_act(match.state):
        # The players or the clock ended the match, so review its last position too.
        views = list_views(match, len(steps))
        view = views[waiting[0]]
        yield MatchSlice(
            match.game.key, version, match.seat_count, len(steps), waiting[0], view, "", effort, views
        )


def list_views(match: Match, ply: int) -> tuple[ViewLike, ...]:
    """Return each seat's view after ``ply`` steps, including everything that the seat was ever shown."""
    state = match.state_at(ply)
    return tuple(match.rules.recall(state, seat) for seat in range(match.seat_count))


def list_legal_actions(match: Match, ply: int, seat: int) -> tuple[ActionLike, ...]:
    """Return the legal actions of a seat after ``ply`` steps."""
    return match.rules.legal_actions(match.state_at(ply), seat)


def choose_effort(game: Game, step_count: int, seat_count: int = 2) -> ReviewEffort:
    """Return the effort for each step. Long matches get less, to limit the time for a review.

    With a flat search, the number of walks also falls with the number of seats, because playouts include
    everyone's turns.
    """
    step_count = max(step_count, 1)
    walks = min(
        max(
            WALKS_PER_MATCH // (PLAYOUT_COST if game.computer_settings.playout_turns else 1) // step_count,
            MIN_WALKS,
        ),
        MAX_WALKS,
    )
    deals = min(max(DEALS_PER_MATCH // step_count, MIN_DEALS), MAX_DEALS)
    search_walks = (
        walks if game.computer_settings.flat_search is None else FLAT_WALKS_FACTOR * walks * 2 // seat_count
    )
    return ReviewEffort(deals, search_walks, max(walks // 2, MIN_WALKS))


def review_slice(game: Game, match_slice: MatchSlice | StartSlice | AnswerSlice) -> ReviewFinding:
    """Review a slice.

    An answer to a puzzle only gets a reason. Before the deal, only win chances are estimated. For a step, its
    move is judged, and a reason is found if the move lost win chance.
    """
    if isinstance(match_slice, AnswerSlice):
        return ReviewFinding((), match_slice.best, point=explain_answer(game, match_slice))
    if isinstance(match_slice, StartSlice):
        return ReviewFinding(
            estimate_start_shares(game, match_slice.version, match_slice.seat_count, match_slice.options)
        )
    shown: Shares = ()
    if match_slice.views:
        judge = ShareJudge(game, match_slice.version)
        shown = estimate_shares(judge, match_slice.views, match_slice.ply, match_slice.effort.deals)
    if not match_slice.token:
        return ReviewFinding(shown)
    # The judge above only estimates win chances. Finding a better move takes the search of ``hard``.
    able = ShareJudge(game, match_slice.version, game.computer_settings.hard)
    action = able.rules.read(match_slice.token)
    choice = compare_with_best(
        able, match_slice.view, match_slice.seat, action, match_slice.ply, match_slice.effort
    )
    if choice is None:
        return ReviewFinding(shown)
    if choice.loss < MIN_LOSS:
        return ReviewFinding(shown, choice.best, choice.value, choice.loss)
    pair = able.rules.read(choice.best), action
    deals = min(LINE_DEALS, 2 * match_slice.effort.deals)
    if able.choose_by_habit is not None:
        # With large hidden hands, it takes many deals to see differences in rare results, such as a round
        # win.
        deals *= 2
    fork = MoveFork(
        game, match_slice.version, match_slice.view, match_slice.seat, pair, match_slice.seat_count, deals
    )
    near_results = None
    if able.choose_by_habit is None:
        # With ``choose_by_habit``, every simulated deal is played to its end, so losses need no check.
        near_results = fork.play_lines(POINT_KEY)
        choice = choice.limit_loss(near_results.measure_loss(), match_slice.token)
    if choice.loss < MIN_INACCURACY_LOSS:
        # Small losses are listed without an explanation.
        return ReviewFinding(shown, choice.best, choice.value, choice.loss)
    win = find_certain_win(fork)
    if win is not None and win.played < 1 and not fork.is_first_certain() and find_first_step(fork) is None:
        # On every deal tried, the move revealed a winning card, but another deal may have another card there.
        win = None
    if win is not None and win.played == 1:
        # The move played also wins, which the search misses if the win takes many actions of the turn.
        choice = choice.limit_loss(0.0, match_slice.token)
        return ReviewFinding(shown, choice.best, choice.value, choice.loss)
    if win is not None:
        return _judge_missed_win(fork, choice, win, shown)
    point = find_telling_point(fork, near_results, choice.loss)
    if point is None and is_fruitless_choice(fork):
        # The estimate shows a loss, but playing on doesn't confirm it.
        choice = choice.limit_loss(0.0, match_slice.token)
    return ReviewFinding(shown, choice.best, choice.value, choice.loss, point)


def _judge_missed_win(
    fork: MoveFork, choice: BestChoice, win: ReviewPoint, win_chances: Shares
) -> ReviewFinding:
    """Return the finding about a move whose seat missed a certain win in the same turn.

    The estimate doesn't see a win that takes many actions, so the seat's win chance is replaced by 1.
    """
    step = find_first_step(fork)
    best = choice.best if step is None else step.token
    left = max(choice.value - choice.loss, win.played)
    sure = tuple([float(seat == fork.seat) for seat in range(len(win_chances))])
    return ReviewFinding(sure, best, 1.0, max(1 - left, choice.loss), win)
