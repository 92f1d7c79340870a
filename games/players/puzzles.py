"""Judges people's answers to puzzles. :mod:`games.players.mining` finds the puzzles."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from games.core.match import Match
from games.core.narrow import FieldQuestion, filter_by_first_value, find_next_question, format_pick
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge
from games.players.marks import measure_move_loss
from games.players.playouts import search_moves
from games.players.tree import compare_moves

JUDGING_WALKS: Final = 384
"""Number of iterations in the search that judges answers, as in the last search that confirmed the puzzle."""
FLAT_WALKS_FACTOR: Final = 5
"""Factor by which a flat search makes more playouts, because each playout is short."""
MIN_LOSS_SHARE: Final = 0.5
"""Fraction of ``min_puzzle_margin`` that a move must lose directly, not to be as good as the best."""
FOLLOWING_DEALS: Final = 6
"""Number of random deals on which a move must be able to follow another one."""
_JUDGING_PURPOSE: Final = "deep"


def make_judge_seed(match: Match) -> bytes:
    """Return the seed for :func:`judge_answer`, so that equal answers always get equal results."""
    return make_seed(match, _JUDGING_PURPOSE)


def judge_answer(
    game: Game, version: int, view: ViewLike, seat: int, best: str, token: str, seed: bytes, ply: int
) -> float:
    """Return the win chance that an answer loses against the best move, at least 0.

    The last search that confirmed the puzzle is repeated. If that search doesn't visit one of the two moves,
    or if the best move can follow the answer in the same turn, they are compared directly.

    :param seed: the result of :func:`make_judge_seed`.
    """
    if token == best:
        return 0.0
    judge, walks = Judge(game, version, game.computer_settings.hard), scale_walks(game, JUDGING_WALKS)
    actions = (judge.rules.read(best), judge.rules.read(token))
    if can_always_follow(game, version, view, seat, actions[1], actions[0]):
        first, second = compare_moves(judge, view, seat, actions, Chance(seed, ply), walks // 2)
        lost = first.value - second.value
        # The answer only delays the best move, so a small loss doesn't make it wrong.
        return lost if lost >= game.computer_settings.min_puzzle_margin * MIN_LOSS_SHARE else 0.0
    thoughts = search_moves(judge, view, seat, Chance(seed, ply), never_stop, walks)
    value_by_token = {thought.action.token: thought.value for thought in thoughts if thought.visits}
    if token in value_by_token and best in value_by_token:
        return max(value_by_token[best] - value_by_token[token], 0.0)
    if game.computer_settings.flat_search is None:
        return max(measure_move_loss(game, version, view, seat, token, Chance(seed, ply)) or 0.0, 0.0)
    first, second = compare_moves(judge, view, seat, actions, Chance(seed, ply), walks // 2)
    return max(first.value - second.value, 0.0)


def can_always_follow(
    game: Game, version: int, view: ViewLike, seat: int, first: ActionLike, second: ActionLike
) -> bool:
    """Return whether a seat can always make the second move of two, or an equal one, after the first.

    A move is equal if it differs only in a place or a payment that makes no difference.
    """
    rules = game.rules[version]
    for deal in range(FOLLOWING_DEALS):
        dice = Chance(b"follow", deal)
        state = rules.sample(view, dice)
        after = rules.apply(state, seat, first, dice)[0]
        if rules.find_active_seat(after) != rules.find_active_seat(state) or seat not in rules.to_act(after):
            return False
        if not find_alike_action(game, rules, after, seat, second):
            return False
    return True


def find_alike_action(
    game: Game, rules: AnyRules, state: object, seat: int, action: ActionLike
) -> ActionLike | None:
    """Return an action if it is legal, or else a legal one that is equal to it, or ``None``.

    Actions are equal if they differ only in a place or a payment that makes no difference.
    """
    if rules.is_legal(state, seat, action):
        return action
    alike = game.computer_settings.are_alike
    others = () if alike is None else rules.list_candidates(state, seat)
    return next((other for other in others if alike is not None and alike(state, other, action)), None)


def is_revealed_by_kind(match: Match, seat: int, token: str) -> bool:
    """Return whether a move's first field determines all others, so that its button reveals the move."""
    path = match.rules.read(token).path
    alike = filter_by_first_value(match.legal_actions(seat), format_pick(path[0].value))
    return len(path) > 1 and not isinstance(
        find_next_question(alike, (), match.game.field_settings), FieldQuestion
    )


def scale_walks(game: Game, walks: int) -> int:
    """Return ``walks``, multiplied by :data:`FLAT_WALKS_FACTOR` if the game's search is flat."""
    return walks if game.computer_settings.flat_search is None else FLAT_WALKS_FACTOR * walks


def make_seed(match: Match, purpose: str) -> bytes:
    """Return the seed of the random numbers for a purpose, such as a certain search."""
    return hmac.new(match.key, purpose.encode(), hashlib.sha256).digest()


def never_stop() -> bool:
    """Return ``False``. Pass this function to a search to make it do all of its iterations."""
    return False


def name_move_kind(match: Match, seat: int, token: str) -> str:
    """Return a move's kind, by which puzzles are counted: by default, the value of its first field."""
    action, name = match.rules.read(token), match.game.computer_settings.classify_action
    return str(action.path[0].value) if name is None else name(match.state, seat, action)


def is_as_good(match: Match, seat: int, best: str, move: ActionLike) -> bool:
    """Return whether a move is as good an answer as the best move, according to :func:`judge_answer`."""
    version, view = match.rules.version, match.rules.recall(match.state, seat)
    seed = make_judge_seed(match)
    return judge_answer(match.game, version, view, seat, best, move.token, seed, match.ply) == 0
