"""Finds puzzles in matches between computers.

A position is a puzzle if

- a search finds one move that is clearly best,
- the move can't be seen at first sight: it isn't the largest immediate gain, and `easy` misses it in every
  try,
- deeper searches on other deals agree, also with the estimate of `expert` if the game has one, and
- no other move is as good, except equal ones, such as the same corals on another stack.

All random numbers depend on the deal's number, so the same program finds the same puzzles again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from games.core.match import Match
from games.core.protocol import Game
from games.core.puzzle import Puzzle, make_deal_key
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.solo import SOLO_SEATS
from games.players import Thought, think
from games.players.judge import Judge, classify_certainty, rank_moves
from games.players.playouts import search_moves
from games.players.puzzles import is_revealed_by_kind, make_seed, never_stop, scale_walks
from games.players.tree import compare_moves

NORMAL_DEALS: Final = 12
"""Number of deals on which `normal` evaluates the moves of a position."""
EASY_TRIES: Final = 3
"""Number of times that `easy` tries a puzzle. If one of the tries finds the answer, the puzzle is dropped."""
GLIMPSE_WALKS: Final = 16
"""Number of iterations in the first search."""
SEARCH_WALKS: Final = 64
"""Number of iterations in the second search."""
CONFIRM_WALKS: Final = 128
"""Number of iterations in each search that confirms the best move."""
DEEP_WALKS: Final = 384
"""Number of iterations in the last search."""
CONFIRMING_SEARCHES: Final = 2
SHALLOW_WALKS: Final = 24
"""Number of iterations in a short search."""
SHALLOW_SEARCHES: Final = 3
"""Number of short searches. If most searches find the best move but `normal` doesn't, the puzzle has the
grade ``MIDDLE_GRADE``.
"""
MAX_RIVALS: Final = 6
"""Maximum number of unsearched moves to compare with the best move."""
QUICK_DUEL_WALKS: Final = 12
"""Number of iterations for each move in the first comparison with unsearched moves."""
DUEL_WALKS: Final = 48
"""Number of iterations for each move in the last comparison with unsearched moves."""
RIVAL_DEALS: Final = 2
"""Number of random deals on which unsearched moves are evaluated, to choose the ``MAX_RIVALS`` best ones."""
MAX_TEMPTING_ANSWERS: Final = 3
"""Maximum number of wrong answers to compare with the best move for an explanation."""
MIN_CHOICES: Final = 4
MAX_PUZZLES_PER_DEAL: Final = 3
"""Maximum number of puzzles from one match. Their best moves are of different kinds."""
MIN_PUZZLE_DISTANCE: Final = 4
"""Minimum number of plies between two puzzles."""
MAX_PLY: Final = 130
"""Latest ply of a puzzle, to keep the files short."""
MIN_PLY: Final = 4
LEVEL_PAIRS: Final = (("normal", "normal"), ("easy", "normal"), ("normal", "easy"), ("easy", "easy"))
"""Pairs of levels that play the deals in turn, so that positions come from good and from bad play."""
PLAY_ITERATIONS: Final = {"easy": 1, "normal": 2}
EASY_GRADE: Final = 1
"""Grade of puzzles that `normal` solves by looking one move ahead."""
MIDDLE_GRADE: Final = 2
"""Grade of puzzles that a short search solves."""
HARD_GRADE: Final = 3
"""Grade of puzzles that only a longer search solves."""


def find_puzzles(game: Game, deal: int, full: Collection[str] = ()) -> Iterator[Puzzle]:
    """Play the match of a deal and yield its puzzles.

    :param full: kinds of moves for which there are enough puzzles already.
    """
    match = Match.begin(game, SOLO_SEATS, game.daily, make_deal_key(game.key, deal))
    last, kinds = -MIN_PUZZLE_DISTANCE, set(full)
    while match.outcome is None and match.ply < MAX_PLY and len(kinds) < len(full) + MAX_PUZZLES_PER_DEAL:
        seat = match.to_act[0]
        if match.ply >= max(MIN_PLY, last + MIN_PUZZLE_DISTANCE):
            solved = solve_position(game, match, seat, kinds)
            if solved is not None:
                best, margin, grade = solved
                rows = tuple((row.seat, row.text) for row in match.rows)
                yield Puzzle(game.key, match.rules.version, deal, rows, seat, best, margin, grade)
                kinds.add(name_move_kind(match, seat, best))
                last = match.ply
        match = match.act(seat, _choose_move(game, match, seat, LEVEL_PAIRS[deal % len(LEVEL_PAIRS)][seat]))


def name_move_kind(match: Match, seat: int, token: str) -> str:
    """Return a move's kind, by which puzzles are counted. By default it is the value of the first field."""
    action, name = match.rules.read(token), match.game.players.kind
    return str(action.path[0].value) if name is None else name(match.state, seat, action)


def find_greedy_moves(match: Match, seat: int) -> frozenset[str]:
    """Return the moves with the largest immediate gain, and moves equal to these.

    Return an empty set if no move gains anything, or if the game doesn't count gains.
    """
    gain, rules = match.game.players.gain, match.rules
    if gain is None:
        return frozenset()
    view, seed = rules.recall(match.state, seat), make_seed(match, "greedy")
    state, gained = rules.sample(view, Chance(seed, match.ply)), dict[ActionLike, float]()
    actions = rules.legal_actions(state, seat)
    for action in actions:
        # Use the same random numbers for all moves, so that only the moves make a difference.
        after = rules.apply(state, seat, action, Chance(seed, match.ply + 1))[0]
        gained[action] = gain(after, seat) - gain(state, seat)
    most = max(gained.values())
    best = [action for action, each in gained.items() if most > 0 and each == most]
    return frozenset(
        [one.token for one in actions if any(are_equal_moves(match, one, other) for other in best)]
    )


def is_found_by_easy(match: Match, seat: int, token: str) -> bool:
    """Return whether `easy` finds a move or an equal one at first sight, in any of several tries."""
    view, action = match.rules.recall(match.state, seat), match.rules.read(token)
    for number in range(EASY_TRIES):
        chance = Chance(make_seed(match, f"try {number}"), match.ply)
        found = think(match.game, match.rules.version, view, seat, "easy", chance, never_stop, 1)
        if are_equal_moves(match, found[0].action, action):
            return True
    return False


def solve_position(
    game: Game, match: Match, seat: int, full: Collection[str] = ()
) -> tuple[str, float, int] | None:
    """Return the best move of a position, its margin and its grade, or ``None`` if it isn't a puzzle.

    :param full: kinds of moves for which there are enough puzzles already.
    """
    if len(match.rules.legal_actions(match.state, seat)) < MIN_CHOICES:
        return None
    margin = game.players.puzzle_margin
    glance = rank_moves(
        Judge(game, match.rules.version),
        match.rules.recall(match.state, seat),
        seat,
        Chance(make_seed(match, "glance"), match.ply),
        never_stop,
        1,
    )
    if glance[0].value - glance[-1].value < margin:
        # All moves are about equally good.
        return None
    glimpsed = _find_clear_best_move(match, _search(game, match, seat, "glimpse", GLIMPSE_WALKS), margin / 2)
    if glimpsed is None:
        return None
    best = glimpsed[0]
    if (
        name_move_kind(match, seat, best) in full
        or best in find_greedy_moves(match, seat)
        or is_found_by_easy(match, seat, best)
        or is_revealed_by_kind(match, seat, best)
    ):
        return None
    # Each check is cheaper than the next one, and drops about half of the positions.
    if not is_best_confirmed(game, match, seat, best, "search", SEARCH_WALKS):
        return None
    if has_rival(match, seat, best, "quick rivals", QUICK_DUEL_WALKS, 0.0):
        return None
    sure = confirm_best_move(game, match, seat, best)
    if sure is None or has_rival(match, seat, best):
        return None
    return best, sure, find_grade(match, seat, best)


def is_best_confirmed(game: Game, match: Match, seat: int, best: str, name: str, walks: int) -> bool:
    """Return whether another search, with its own random numbers, also finds ``best`` to be clearly
    the best.
    """
    least = game.players.puzzle_margin * 2 / 3
    found = _find_clear_best_move(match, _search(game, match, seat, name, walks), least)
    return found is not None and found[0] == best


def confirm_best_move(game: Game, match: Match, seat: int, best: str) -> float | None:
    """Return the margin of a move in the last of several searches, or ``None`` if one of these searches
    disagrees.
    """
    least = game.players.puzzle_margin
    for number in range(CONFIRMING_SEARCHES):
        if not is_best_confirmed(game, match, seat, best, f"confirm {number}", CONFIRM_WALKS):
            return None
    expert = game.players.expert
    if expert is not None and game.players.flat_search is None:
        by_expert = replace(game, players=replace(game.players, hard=expert))
        found = _find_clear_best_move(
            match, _search(by_expert, match, seat, "expert", CONFIRM_WALKS), least / 2
        )
        if found is None or found[0] != best:
            return None
    final = _find_clear_best_move(match, _search(game, match, seat, "deep", DEEP_WALKS), least)
    return final[1] if final is not None and final[0] == best else None


def has_rival(
    match: Match, seat: int, best: str, name: str = "rivals", walks: int = DUEL_WALKS, part: float = 0.5
) -> bool:
    """Return whether an unsearched move is about as good as the best move, without being equal to it.

    :param name: purpose of the random numbers.
    :param part: fraction of the game's ``puzzle_margin`` by which the best move must lead.
    """
    rules, judge = match.rules, _make_judge(match.game, match.rules.version)
    view, dice = rules.recall(match.state, seat), Chance(make_seed(match, name), match.ply)
    action, known = rules.read(best), {*judge.actions(match.state, seat)}
    others = [
        other
        for other in rules.legal_actions(match.state, seat)
        if other not in known and not are_equal_moves(match, other, action)
    ]
    if not others:
        return False
    looked = dict.fromkeys(others, 0.0)
    for _ in range(RIVAL_DEALS):
        state = rules.sample(view, dice)
        for other in others:
            looked[other] += judge.value(rules.apply(state, seat, other, dice)[0], seat)
    rivals = sorted(others, key=lambda other: -looked[other])[:MAX_RIVALS]
    first, *rest = compare_moves(judge, view, seat, (action, *rivals), dice, walks)
    return any(first.value - other.value < match.game.players.puzzle_margin * part for other in rest)


def are_equal_moves(match: Match, one: ActionLike, other: ActionLike) -> bool:
    """Return whether two moves are the same, or differ only in the place or the payment."""
    alike = match.game.players.alike
    return one == other or (alike is not None and alike(match.state, one, other))


def list_tempting_answers(match: Match, seat: int, best: str) -> tuple[str, ...]:
    """Return up to ``MAX_TEMPTING_ANSWERS`` wrong answers to a puzzle: first a greedy player's, then the best
    of the others.
    """
    found = sorted(_search(match.game, match, seat, "search", SEARCH_WALKS), key=lambda one: -one.value)
    answer, greedy = match.rules.read(best), find_greedy_moves(match, seat)
    wrong = [
        one.action.token for one in found if one.visits and not are_equal_moves(match, one.action, answer)
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
        _search(match.game, match, seat, f"short {n}", SHALLOW_WALKS)[0].action.token
        for n in range(SHALLOW_SEARCHES)
    ]
    return MIDDLE_GRADE if 2 * short.count(best) > len(short) else HARD_GRADE


def _make_judge(game: Game, version: int) -> Judge:
    return Judge(game, version, game.players.hard)


def _search(game: Game, match: Match, seat: int, name: str, walks: int) -> tuple[Thought, ...]:
    """Return the actions that a search with its own random numbers has evaluated."""
    judge, view = _make_judge(game, match.rules.version), match.rules.recall(match.state, seat)
    chance = Chance(make_seed(match, name), match.ply)
    return search_moves(judge, view, seat, chance, never_stop, scale_walks(game, walks))


def _find_clear_best_move(
    match: Match, thoughts: tuple[Thought, ...], least: float
) -> tuple[str, float] | None:
    """Return the best token and its margin over the moves not equal to it.

    ``None`` if the margin is less than ``least``, or if the move wins the match for certain.
    """
    ranked = sorted((thought for thought in thoughts if thought.visits), key=lambda one: -one.value)
    if not ranked or classify_certainty(ranked[0].value) > 0:
        return None
    best = ranked[0]
    others = [one.value for one in ranked if not are_equal_moves(match, one.action, best.action)]
    margin = best.value - max(others, default=best.value)
    return (best.action.token, margin) if margin >= least else None


def _choose_move(game: Game, match: Match, seat: int, level: str) -> str:
    """Return the token of the move that a level chooses, found with few iterations."""
    view: ViewLike = match.rules.recall(match.state, seat)
    chance = Chance(make_seed(match, f"play {seat}"), match.ply)
    found = think(game, match.rules.version, view, seat, level, chance, never_stop, PLAY_ITERATIONS[level])
    return found[0].action.token
