"""Checks with several searches that one move of a position is clearly the best.

Each search has its own random numbers, derived from its purpose, so that every run has the same result.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.players.first_sight import are_equal_moves
from games.players.judge import Judge, Thought, classify_certainty
from games.players.playouts import search_moves
from games.players.puzzles import MIN_LOSS_SHARE, can_always_follow, make_seed, never_stop, scale_walks
from games.players.tree import compare_moves

SEARCH_WALKS: Final = 64
"""Number of iterations in the second search, and in searches of positions within a turn."""
CONFIRMING_WALKS: Final = 128
"""Number of iterations in each search that confirms the best move."""
DEEP_WALKS: Final = 384
"""Number of iterations in the last search."""
CONFIRMING_SEARCH_COUNT: Final = 2
MAX_RIVALS: Final = 6
"""Maximum number of unsearched moves to compare with the best move."""
COMPARISON_WALKS: Final = 48
"""Number of iterations for each move in a direct comparison of moves."""
RIVAL_DEALS: Final = 2
"""Number of random deals on which unsearched moves are evaluated, to choose the ``MAX_RIVALS`` best ones."""


def is_best_confirmed(game: Game, match: Match, seat: int, best: str, purpose: str, walks: int) -> bool:
    """Return whether a further search finds that the move ``best`` is clearly the best.

    :param purpose: determines the random numbers of the search.
    """
    thoughts = search_position(game, match, seat, purpose, walks)
    return measure_margin(match, seat, best, thoughts, get_min_margin(game)) is not None


def confirm_best_move(game: Game, match: Match, seat: int, best: str) -> float | None:
    """Return the margin of the best move in the last of several searches, or ``None`` if one disagrees."""
    least = game.computer_settings.min_puzzle_margin
    for number in range(CONFIRMING_SEARCH_COUNT):
        if not is_best_confirmed(game, match, seat, best, f"confirm {number}", CONFIRMING_WALKS):
            return None
    expert = game.computer_settings.expert
    if expert is not None and game.computer_settings.flat_search is None:
        by_expert = replace(game, computer_settings=replace(game.computer_settings, hard=expert))
        thoughts = search_position(by_expert, match, seat, "expert", CONFIRMING_WALKS)
        if measure_margin(match, seat, best, thoughts, least / 2) is None:
            return None
    return measure_margin(match, seat, best, search_position(game, match, seat, "deep", DEEP_WALKS), least)


def has_rival(
    match: Match,
    seat: int,
    best: str,
    purpose: str = "rivals",
    walks: int = COMPARISON_WALKS,
    margin_share: float = MIN_LOSS_SHARE,
) -> bool:
    """Return whether an unsearched move is about as good as the best move, without being equal to it.

    Moves that the best move can follow in the same turn are ignored, because
    :func:`games.players.first_steps.is_best_after_steps` examines them.

    :param purpose: determines the random numbers.
    :param margin_share: fraction of the game's ``min_puzzle_margin`` by which the best move must lead.
    """
    rules, judge = match.rules, make_hard_judge(match.game, match.rules.version)
    view, dice = rules.recall(match.state, seat), Chance(make_seed(match, purpose), match.ply)
    action, known = rules.read(best), {*judge.list_actions(match.state, seat)}
    others = [
        other
        for other in rules.legal_actions(match.state, seat)
        if other not in known
        and not are_equal_moves(match, other, action)
        and not can_always_follow(match.game, rules.version, view, seat, other, action)
    ]
    if not others:
        return False
    rivals = choose_rivals(match, seat, others, dice)
    first, *rest = compare_moves(judge, view, seat, (action, *rivals), dice, walks)
    return any(
        first.value - other.value < match.game.computer_settings.min_puzzle_margin * margin_share
        for other in rest
    )


def choose_rivals(
    match: Match, seat: int, moves: Collection[ActionLike], rng: Chance
) -> tuple[ActionLike, ...]:
    """Return at most ``MAX_RIVALS`` moves: those with the best immediate values on random deals."""
    rules, judge = match.rules, make_hard_judge(match.game, match.rules.version)
    view, looked = rules.recall(match.state, seat), dict.fromkeys(moves, 0.0)
    for _ in range(RIVAL_DEALS):
        state = rules.sample(view, rng)
        for move in moves:
            looked[move] += judge.evaluate(rules.apply(state, seat, move, rng)[0], seat)
    return tuple(sorted(moves, key=lambda move: -looked[move])[:MAX_RIVALS])


def get_min_margin(game: Game) -> float:
    """Return the minimum margin of the best move in a search that confirms it."""
    return game.computer_settings.min_puzzle_margin * 2 / 3


def make_hard_judge(game: Game, version: int) -> Judge:
    """Return a judge with the search settings of `hard`."""
    return Judge(game, version, game.computer_settings.hard)


def search_position(game: Game, match: Match, seat: int, purpose: str, walks: int) -> tuple[Thought, ...]:
    """Return the results of a search of a position.

    :param purpose: determines the random numbers of the search.
    """
    judge, view = make_hard_judge(game, match.rules.version), match.rules.recall(match.state, seat)
    chance = Chance(make_seed(match, purpose), match.ply)
    return search_moves(judge, view, seat, chance, never_stop, scale_walks(game, walks))


def find_clear_best_move(
    match: Match, seat: int, thoughts: tuple[Thought, ...], min_margin: float
) -> str | None:
    """Return the token of the move with the highest value, if its margin is at least ``min_margin``."""
    visited = [thought for thought in thoughts if thought.visits]
    if not visited:
        return None
    best = max(visited, key=lambda one: one.value).action.token
    return None if measure_margin(match, seat, best, thoughts, min_margin) is None else best


def measure_margin(
    match: Match,
    seat: int,
    best: str,
    thoughts: tuple[Thought, ...],
    min_margin: float,
    *,
    ignores_earlier_moves: bool = True,
) -> float | None:
    """Return the margin of the best move over the next best one that isn't equal to it.

    Return ``None`` if the margin is less than ``min_margin``, if a move wins the match for certain, or if the
    search didn't visit the best move and another one.

    :param ignores_earlier_moves: whether to ignore moves that the best move can follow in the same turn.
    """
    rules, view, action = match.rules, match.rules.recall(match.state, seat), match.rules.read(best)
    ranked = sorted((thought for thought in thoughts if thought.visits), key=lambda one: -one.value)
    equal = [one for one in ranked if are_equal_moves(match, one.action, action)]
    if not equal or classify_certainty(ranked[0].value) > 0:
        return None
    value = next((one.value for one in equal if one.action == action), equal[0].value)
    for other in ranked:
        if other in equal or (
            ignores_earlier_moves
            and can_always_follow(match.game, rules.version, view, seat, other.action, action)
        ):
            continue
        margin = value - other.value
        return margin if margin >= min_margin else None
    return None
