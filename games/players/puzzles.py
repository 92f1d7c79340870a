"""Finds puzzles in matches that computer players play among themselves, and judges what people answer.

A position is one where a move is best by a clear margin: by a look at once, by a search of the tree that is
repeated with what is hidden dealt in other ways, by a search of four times the budget, and by the search of
``hard`` where a game has one of its own. Everything is keyed by the deal's number, so that the same program
finds the same puzzles again.
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
"""Paths of a search; the last one has four times as many."""
FLAT_ITERATIONS: Final = 960
"""Iterations of a game's own search."""
TREE_SEARCHES: Final = 3
"""So many searches, each dealing what is hidden in ways of its own."""
MIN_CHOICES: Final = 4
MAX_PER_DEAL: Final = 3
"""The most puzzles of one match."""
MIN_DISTANCE: Final = 4
"""So many plies lie between two of them."""
MAX_PLY: Final = 90
"""Later positions are not looked at: their files would be long."""
MIN_PLY: Final = 4
LEVEL: Final = "normal"
PLAY_ITERATIONS: Final = 2


def find_puzzles(game: Game, deal: int) -> Iterator[Puzzle]:
    """Play the match of a deal and yield the puzzles in it."""
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
    """Return the one best move of a position with its margin; ``None`` where there is none."""
    view, rules = match.rules.recall(match.state, seat), match.rules
    if len(rules.legal_actions(match.state, seat)) < MIN_CHOICES:
        return None
    judge = Judge(game, rules.version)
    seen = rank_moves(judge, view, seat, Chance(_seed(match, "look"), match.ply), _never, DEALS)
    best = _find_clear_best(seen, game.players.puzzle_margin)
    if best is None or is_revealed_by_kind(match, seat, best[0]):
        return None
    # A search that finds another best has shown at once that this is no puzzle.
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
    """Return what keys the chance by which answers are judged: that of the last search that agreed."""
    return _seed(match, _name_search(len(_list_searches(match.game)) - 1))


def judge_answer(
    game: Game, version: int, view: ViewLike, seat: int, best: str, token: str, seed: bytes, ply: int
) -> float:
    """Return how much less an answer is worth than the best move, as a part of a win chance; never below 0.

    The last search that agreed to the puzzle is done again, so that no answer which it took for worse is
    called as good. A move that it never looked at, as another comes to much the same, is set beside the
    best.

    :param seed: of :func:`make_judge_seed`; with it the same answer is always worth the same.
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
    """Tell whether naming the kind of a move would name all of it: whoever only looks has solved it then."""
    path = match.rules.read(token).path
    alike = filter_by_first(match.legal_actions(seat), write_pick(path[0].value))
    return len(path) > 1 and not isinstance(narrow(alike, (), match.game.fields), Question)


def _list_searches(game: Game) -> list[tuple[Game, int]]:
    """Return the searches that have to agree to a puzzle, with their iterations, in their order."""
    tree = replace(game, players=replace(game.players, hard=None))
    searches = [(tree, TREE_ITERATIONS)] * TREE_SEARCHES + [(tree, 4 * TREE_ITERATIONS)]
    return searches if game.players.flat_search is None else [*searches, (game, FLAT_ITERATIONS)]


def _name_search(number: int) -> str:
    return f"search {number}"


def _search(
    game: Game, match: Match, view: ViewLike, seat: int, number: int, paths: int
) -> tuple[Thought, ...]:
    chance = Chance(_seed(match, _name_search(number)), match.ply)
    return think(game, match.rules.version, view, seat, "hard", chance, _never, paths)


def _find_clear_best(thoughts: tuple[Thought, ...], least: float) -> tuple[str, float] | None:
    """Return what is best by a margin of at least so much, and that margin."""
    if len(thoughts) < 2:
        return None
    ranked = sorted((thought for thought in thoughts if thought.visits), key=lambda one: -one.value)
    margin = ranked[0].value - ranked[1].value if len(ranked) > 1 else 0.0
    return (ranked[0].action.token, margin) if margin >= least else None


def _play(game: Game, match: Match, seat: int) -> str:
    """Return the move that goes on with the match: quick, and as people err."""
    view = match.rules.recall(match.state, seat)
    chance = Chance(_seed(match, f"play {seat}"), match.ply)
    return think(game, match.rules.version, view, seat, LEVEL, chance, _never, PLAY_ITERATIONS)[
        0
    ].action.token


def _seed(match: Match, use: str) -> bytes:
    return hmac.new(match.key, use.encode(), hashlib.sha256).digest()


def _never() -> bool:
    return False
