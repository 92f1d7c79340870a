"""Finds puzzles in matches between computers.

A position is a puzzle if

- a search finds one move that is clearly best,
- the move isn't obvious: it doesn't have the largest immediate gain, and `easy` misses it in every try,
- deeper searches on other deals agree, also with the estimate of `expert` if the game has one, and
- no other move is as good. Exceptions are equal moves, such as the same corals on another stack, and moves
  after which the puzzle's move is still the best of the same turn.

If an obvious move can be made first without losing anything, the puzzle may begin after it. All random
numbers are derived from the deal's number, so the same version of the program finds the same puzzles again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from games.core.match import Match
from games.core.protocol import Game
from games.core.puzzle import Puzzle, make_deal_key
from games.core.rng import Chance
from games.core.solo import SOLO_SEAT_COUNT
from games.players.best_move import (
    SEARCH_WALKS,
    confirm_best_move,
    find_clear_best_move,
    has_rival,
    is_best_confirmed,
    search_position,
)
from games.players.first_sight import (
    are_equal_moves,
    find_first_sight_moves,
    find_greedy_moves,
    is_found_by_easy,
)
from games.players.first_steps import (
    find_obvious_step,
    is_best_after_steps,
    list_earlier_moves,
    list_first_steps,
)
from games.players.judge import Judge, rank_moves
from games.players.puzzles import (
    MIN_LOSS_SHARE,
    is_as_good,
    is_revealed_by_kind,
    make_seed,
    name_move_kind,
    never_stop,
)
from games.players.thinking import think

NORMAL_DEALS: Final = 12
"""Number of deals on which `normal` evaluates the moves of a position."""
FIRST_SEARCH_WALKS: Final = 48
SHORT_SEARCH_WALKS: Final = 24
SHORT_SEARCH_COUNT: Final = 3
"""Number of short searches. If most searches find the best move but `normal` doesn't, the puzzle has the
grade ``MIDDLE_GRADE``.
"""
QUICK_COMPARISON_WALKS: Final = 12
"""Number of iterations for each move in the first comparison with unsearched moves."""
MAX_TEMPTING_ANSWERS: Final = 3
"""Maximum number of wrong answers to compare with the best move for an explanation."""
MIN_CHOICES: Final = 4
MAX_OBVIOUS_STEPS: Final = 8
"""Maximum number of obvious moves to play before a puzzle, whose turn may begin with them."""
MAX_PUZZLES_PER_DEAL: Final = 3
"""Maximum number of puzzles from one match. Their best moves are of different kinds."""
MIN_PUZZLE_DISTANCE: Final = 4
"""Minimum number of plies between two puzzles."""
MAX_PLY: Final = 300
"""Latest ply of a puzzle, to keep the files short."""
MIN_PLY: Final = 4
LEVEL_PAIRS: Final = (("normal", "normal"), ("easy", "normal"), ("normal", "easy"), ("easy", "easy"))
"""Pairs of levels that play the deals in turn, so that positions come from good and from bad play."""
LEVEL_PERIOD: Final = 2 * len(LEVEL_PAIRS)
"""Number of deals after which levels and habits repeat."""
PLAY_ITERATIONS_BY_LEVEL: Final = {"easy": 1, "normal": 2}
EASY_GRADE: Final = 1
"""Grade of puzzles that `normal` solves by looking one move ahead."""
MIDDLE_GRADE: Final = 2
"""Grade of puzzles that a short search solves."""
HARD_GRADE: Final = 3
"""Grade of puzzles that only a longer search solves."""


def find_puzzles(game: Game, deal: int, full_kinds: Collection[str] = ()) -> Iterator[Puzzle]:
    """Play the match of a deal and yield its puzzles.

    :param full_kinds: kinds of moves for which there are enough puzzles already.
    """
    match = Match.begin(game, SOLO_SEAT_COUNT, game.daily_options, make_deal_key(game.key, deal))
    last, kinds = -MIN_PUZZLE_DISTANCE, set(full_kinds)
    while (
        match.outcome is None and match.ply < MAX_PLY and len(kinds) < len(full_kinds) + MAX_PUZZLES_PER_DEAL
    ):
        seat = match.to_act[0]
        if match.ply >= max(MIN_PLY, last + MIN_PUZZLE_DISTANCE):
            turn_solution = _solve_turn(game, match, seat, kinds)
            if turn_solution is not None:
                at, (best, margin, grade) = turn_solution
                rows = tuple((row.seat, row.text) for row in at.rows)
                yield Puzzle(game.key, match.rules.version, deal, rows, seat, best, margin, grade)
                kinds.add(name_move_kind(at, seat, best))
                last = at.ply
        match = match.act(seat, _choose_move(game, match, seat, deal))


def _solve_turn(
    game: Game, match: Match, seat: int, full_kinds: Collection[str]
) -> tuple[Match, tuple[str, float, int]] | None:
    """Return a position of the turn that is a puzzle, with its solution, or ``None`` if there is none.

    If obvious moves can be made first without losing anything, the position after them is tried.
    """
    for _ in range(MAX_OBVIOUS_STEPS + 1):
        solution = _examine_position(game, match, seat, full_kinds)
        if solution is None:
            return None
        if isinstance(solution, tuple):
            return match, solution
        match = match.act(seat, solution)
    return None


def solve_position(
    game: Game, match: Match, seat: int, full_kinds: Collection[str] = ()
) -> tuple[str, float, int] | None:
    """Return the best move of a position, its margin and its grade, or ``None`` if it isn't a puzzle.

    :param full_kinds: kinds of moves for which there are enough puzzles already.
    """
    solution = _examine_position(game, match, seat, full_kinds)
    return solution if isinstance(solution, tuple) else None


def _examine_position(
    game: Game, match: Match, seat: int, full_kinds: Collection[str]
) -> tuple[str, float, int] | str | None:
    """Return the solution of a position as :func:`solve_position` does.

    If the position is no puzzle only because an obvious move can be made first without losing anything,
    return the token of that move.
    """
    if len(match.rules.legal_actions(match.state, seat)) < MIN_CHOICES:
        return None
    margin = game.computer_settings.min_puzzle_margin
    glance = rank_moves(
        Judge(game, match.rules.version),
        match.rules.recall(match.state, seat),
        seat,
        Chance(make_seed(match, "glance"), match.ply),
        never_stop,
        1,
    )
    if glance[0].value - glance[-1].value < margin:
        return None  # No move is clearly best if all look about equally good at first glance.
    glimpsed = search_position(game, match, seat, "glimpse", FIRST_SEARCH_WALKS)
    best = find_clear_best_move(match, seat, glimpsed, margin / 2)
    if best is None or (
        name_move_kind(match, seat, best) in full_kinds
        or is_revealed_by_kind(match, seat, best)
        or best in find_greedy_moves(match, seat)
        or is_found_by_easy(match, seat, best)
    ):
        return None
    # The most expensive checks come last.
    if not is_best_confirmed(game, match, seat, best, "search", SEARCH_WALKS):
        return None
    if has_rival(match, seat, best, "quick rivals", QUICK_COMPARISON_WALKS, 0.0) or has_rival(
        match, seat, best
    ):
        return None
    first, steps = list_first_steps(match, seat, best)
    step = find_obvious_step(match, seat, steps)
    if step is not None:
        return step
    if not is_best_after_steps(match, seat, first, steps):
        return None
    sure = confirm_best_move(game, match, seat, best)
    if sure is None:
        return None
    earlier = list_earlier_moves(match, seat, match.rules.read(best))
    first_sight_moves = find_first_sight_moves(match, seat)
    for move in earlier:
        if move in first_sight_moves and is_as_good(match, seat, best, move):
            return move.token
    if earlier:
        # Making another move first only delays the best move, which may cost less than never making it.
        sure = min(sure, margin * MIN_LOSS_SHARE)
    return best, sure, find_grade(match, seat, best)


def list_tempting_answers(match: Match, seat: int, best: str) -> tuple[str, ...]:
    """Return at most ``MAX_TEMPTING_ANSWERS`` wrong answers to a puzzle, a greedy player's first."""
    searched = search_position(match.game, match, seat, "search", SEARCH_WALKS)
    thoughts = sorted(searched, key=lambda one: -one.value)
    answer, greedy = match.rules.read(best), find_greedy_moves(match, seat)
    wrong = [
        one.action.token for one in thoughts if one.visits and not are_equal_moves(match, one.action, answer)
    ]
    first = [token for token in wrong if token in greedy] or sorted(greedy)
    return tuple(dict.fromkeys([*first[:1], *wrong]))[:MAX_TEMPTING_ANSWERS]


def find_grade(match: Match, seat: int, best: str) -> int:
    """Return the grade of a puzzle: ``EASY_GRADE``, ``MIDDLE_GRADE`` or ``HARD_GRADE``."""
    judge, view = Judge(match.game, match.rules.version), match.rules.recall(match.state, seat)
    look = rank_moves(
        judge, view, seat, Chance(make_seed(match, "look"), match.ply), never_stop, NORMAL_DEALS
    )
    if look[0].action.token == best:
        return EASY_GRADE
    short = [
        search_position(match.game, match, seat, f"short {n}", SHORT_SEARCH_WALKS)[0].action.token
        for n in range(SHORT_SEARCH_COUNT)
    ]
    return MIDDLE_GRADE if 2 * short.count(best) > len(short) else HARD_GRADE


def _choose_move(game: Game, match: Match, seat: int, deal: int) -> str:
    """Return the token of the move that a seat makes in the match of a deal.

    In the second half of each ``LEVEL_PERIOD`` deals, the players have the game's odd habits, if it defines
    any.
    """
    level, view = LEVEL_PAIRS[deal % len(LEVEL_PAIRS)][seat], match.rules.recall(match.state, seat)
    chance = Chance(make_seed(match, f"play {seat}"), match.ply)
    thoughts = think(
        game, match.rules.version, view, seat, level, chance, never_stop, PLAY_ITERATIONS_BY_LEVEL[level]
    )
    choose_odd_action = game.computer_settings.choose_odd_action
    if choose_odd_action is None or deal % LEVEL_PERIOD < len(LEVEL_PAIRS):
        return thoughts[0].action.token
    ranked = tuple(thought.action for thought in thoughts)
    dice = Chance(make_seed(match, f"habit {seat}"), match.ply)
    return choose_odd_action(match.state, seat, ranked, dice).token
