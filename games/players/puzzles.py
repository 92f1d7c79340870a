"""Finds puzzles in matches between computers, and judges people's answers.

A position is a puzzle if one move is best by a clear margin in an evaluation of single moves, in several tree
searches with different deals, in one with four times as many iterations, and in the game's flat search if it
has one. All chance is keyed by the deal's number, so the same program finds the same puzzles again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.core.match import Match
from games.core.narrow import Question, filter_by_first, narrow, write_pick
from games.core.protocol import Game
from games.core.puzzle import Puzzle, make_key
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.core.solo import SEATS
from games.players import Thought, think
from games.players.judge import Judge, rank_moves
from games.players.marks import find_loss
from games.players.tree import compare

DEALS: Final = 12
TREE_ITERATIONS: Final = 32
"""Iterations of a tree search. The last search has four times as many."""
FLAT_ITERATIONS: Final = 960
"""Iterations of a flat search."""
TREE_SEARCHES: Final = 3
"""Number of tree searches, each with different deals."""
MIN_CHOICES: Final = 4
MAX_PER_DEAL: Final = 3
"""Maximum number of puzzles from one match."""
MIN_DISTANCE: Final = 4
"""Minimum number of plies between two puzzles."""
MAX_PLY: Final = 90
"""Latest ply of a puzzle, to keep the files short."""
MIN_PLY: Final = 4
LEVEL: Final = "normal"
PLAY_ITERATIONS: Final = 2


def find_puzzles(game: Game, deal: int) -> Iterator[Puzzle]:
    """Play the match of a deal and yield its puzzles."""
    match = Match.begin(game, SEATS, game.daily, make_key(game.key, deal))
    found, last = 0, -MIN_DISTANCE
    while match.outcome is None and match.ply < MAX_PLY and found < MAX_PER_DEAL:
        seat = match.to_act[0]
        if match.ply >= max(MIN_PLY, last + MIN_DISTANCE):
            solved = solve(game, match, seat)
            if solved is not None:
                rows = tuple((row.seat, row.text) for row in match.rows)
                yield Puzzle(game.key, match.rules.version, deal, rows, seat, *solved)
                found, last = found + 1, match.ply
        match = match.act(seat, _play(game, match, seat))


def solve(game: Game, match: Match, seat: int) -> tuple[str, float] | None:
    """Return the best move of a position and its margin, or ``None`` if it isn't a puzzle."""
    view, rules = match.rules.recall(match.state, seat), match.rules
    if len(rules.legal_actions(match.state, seat)) < MIN_CHOICES:
        return None
    judge = Judge(game, rules.version)
    seen = rank_moves(judge, view, seat, Chance(_make_seed(match, "look"), match.ply), _never, DEALS)
    best = _find_clear_best(seen, game.players.puzzle_margin)
    if best is None or is_revealed_by_kind(match, seat, best[0]):
        return None
    # All searches must agree on the best move.
    margins = [best[1]]
    for number, (searched, paths) in enumerate(_list_searches(game)):
        found = _find_clear_best(
            _search(searched, match, view, seat, number, paths), game.players.puzzle_margin
        )
        if found is None or found[0] != best[0]:
            return None
        margins.append(found[1])
    return best[0], min(margins)


def make_judge_seed(match: Match) -> bytes:
    """Return the key of the random numbers for judging answers, the same as for the last search."""
    return _make_seed(match, _name_search(len(_list_searches(match.game)) - 1))


def judge_answer(
    game: Game, version: int, view: ViewLike, seat: int, best: str, token: str, seed: bytes, ply: int
) -> float:
    """Return how much win chance an answer loses against the best move, at least 0.

    The last search is repeated. A move it didn't visit is compared with the best one directly.

    :param seed: the result of :func:`make_judge_seed`, so that the same answer always gets the same result.
    """
    if token == best:
        return 0.0
    searched, paths = _list_searches(game)[-1]
    thoughts = think(searched, version, view, seat, "hard", Chance(seed, ply), _never, paths)
    found = {thought.action.token: thought.value for thought in thoughts if thought.visits}
    if token in found and best in found:
        return max(found[best] - found[token], 0.0)
    if game.players.flat_search is None:
        return max(find_loss(game, version, view, seat, token, Chance(seed, ply)) or 0.0, 0.0)
    judge = Judge(game, version, game.players.flat_search)
    both = (judge.rules.read(best), judge.rules.read(token))
    first, second = compare(judge, view, seat, both, Chance(seed, ply), paths // 2)
    return max(first.value - second.value, 0.0)


def is_revealed_by_kind(match: Match, seat: int, token: str) -> bool:
    """Return whether the first field of a move determines the rest, so its button gives it away."""
    path = match.rules.read(token).path
    alike = filter_by_first(match.legal_actions(seat), write_pick(path[0].value))
    return len(path) > 1 and not isinstance(narrow(alike, (), match.game.fields), Question)


def _list_searches(game: Game) -> list[tuple[Game, int]]:
    """Return the searches that must agree on a puzzle, with their iterations."""
    tree = replace(game, players=replace(game.players, hard=None))
    searches = [(tree, TREE_ITERATIONS)] * TREE_SEARCHES + [(tree, 4 * TREE_ITERATIONS)]
    return searches if game.players.flat_search is None else [*searches, (game, FLAT_ITERATIONS)]


def _name_search(number: int) -> str:
    """Return the name that keys the random numbers of a search."""
    return f"search {number}"


def _search(
    game: Game, match: Match, view: ViewLike, seat: int, number: int, paths: int
) -> tuple[Thought, ...]:
    """Return the thoughts of a search with its own random numbers."""
    chance = Chance(_make_seed(match, _name_search(number)), match.ply)
    return think(game, match.rules.version, view, seat, "hard", chance, _never, paths)


def _find_clear_best(thoughts: tuple[Thought, ...], least: float) -> tuple[str, float] | None:
    """Return the best token and its margin, if the margin is at least ``least``."""
    if len(thoughts) < 2:
        return None
    ranked = sorted((thought for thought in thoughts if thought.visits), key=lambda one: -one.value)
    margin = ranked[0].value - ranked[1].value if len(ranked) > 1 else 0.0
    return (ranked[0].action.token, margin) if margin >= least else None


def _play(game: Game, match: Match, seat: int) -> str:
    """Return a move for a player who errs, found quickly."""
    view = match.rules.recall(match.state, seat)
    chance = Chance(_make_seed(match, f"play {seat}"), match.ply)
    return think(game, match.rules.version, view, seat, LEVEL, chance, _never, PLAY_ITERATIONS)[
        0
    ].action.token


def _make_seed(match: Match, use: str) -> bytes:
    return hmac.new(match.key, use.encode(), hashlib.sha256).digest()


def _never() -> bool:
    return False
