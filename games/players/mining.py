"""Finds puzzles in matches between computers.

A position is a puzzle if

- a search finds one move that is clearly best,
- the move can't be seen at first sight: it isn't the largest immediate gain, and `easy` misses it in every
  try,
- deeper searches on other deals agree, also with the estimate of `expert` if the game has one, and
- no other move is as good, except equal ones, such as the same corals on another stack, and moves that the
  same turn may as well begin with, because the puzzle's move is still the best after them.

If a turn may as well begin with a move that can be seen at first sight, the puzzle may begin after it. All
random numbers depend on the deal's number, so the same program finds the same puzzles again.
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
from games.players.first_sight import (
    are_equal_moves,
    find_first_sight_moves,
    find_greedy_moves,
    is_found_by_easy,
)
from games.players.judge import Judge, classify_certainty, rank_moves
from games.players.playouts import search_moves
from games.players.puzzles import (
    FOLLOWING_DEALS,
    MIN_LOSS_SHARE,
    can_follow,
    find_alike,
    is_as_good,
    is_revealed_by_kind,
    make_seed,
    name_move_kind,
    never_stop,
    scale_walks,
)
from games.players.tree import compare_moves

NORMAL_DEALS: Final = 12
"""Number of deals on which `normal` evaluates the moves of a position."""
GLIMPSE_WALKS: Final = 48
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
MAX_REVEALING_STEPS: Final = 2
"""Maximum number of revealing moves to try as the first step of the best turn."""
QUICK_DUEL_WALKS: Final = 12
"""Number of iterations for each move in the first comparison with unsearched moves."""
DUEL_WALKS: Final = 48
"""Number of iterations for each move in the last comparison with unsearched moves."""
RIVAL_DEALS: Final = 2
"""Number of random deals on which unsearched moves are evaluated, to choose the ``MAX_RIVALS`` best ones."""
MAX_TEMPTING_ANSWERS: Final = 3
"""Maximum number of wrong answers to compare with the best move for an explanation."""
MIN_CHOICES: Final = 4
MAX_OBVIOUS_STEPS: Final = 8
"""Maximum number of moves found at first sight to play before a puzzle, because its turn may as well begin
with them.
"""
MAX_PUZZLES_PER_DEAL: Final = 3
"""Maximum number of puzzles from one match. Their best moves are of different kinds."""
MIN_PUZZLE_DISTANCE: Final = 4
"""Minimum number of plies between two puzzles."""
MAX_PLY: Final = 300
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
    match = Match.begin(game, SOLO_SEATS, game.daily_options, make_deal_key(game.key, deal))
    last, kinds = -MIN_PUZZLE_DISTANCE, set(full)
    while match.outcome is None and match.ply < MAX_PLY and len(kinds) < len(full) + MAX_PUZZLES_PER_DEAL:
        seat = match.to_act[0]
        if match.ply >= max(MIN_PLY, last + MIN_PUZZLE_DISTANCE):
            found = _solve_turn(game, match, seat, kinds)
            if found is not None:
                at, (best, margin, grade) = found
                rows = tuple((row.seat, row.text) for row in at.rows)
                yield Puzzle(game.key, match.rules.version, deal, rows, seat, best, margin, grade)
                kinds.add(name_move_kind(at, seat, best))
                last = at.ply
        match = match.act(seat, _choose_move(game, match, seat, LEVEL_PAIRS[deal % len(LEVEL_PAIRS)][seat]))


def _solve_turn(
    game: Game, match: Match, seat: int, full: Collection[str]
) -> tuple[Match, tuple[str, float, int]] | None:
    """Return a position of the turn that is a puzzle, with its solution, or ``None`` if there is none.

    If the turn may as well begin with moves that are found at first sight, the position after them is tried.
    """
    for _ in range(MAX_OBVIOUS_STEPS + 1):
        found = _examine_position(game, match, seat, full)
        if found is None:
            return None
        if isinstance(found, tuple):
            return match, found
        match = match.act(seat, found)
    return None


def solve_position(
    game: Game, match: Match, seat: int, full: Collection[str] = ()
) -> tuple[str, float, int] | None:
    """Return the best move of a position, its margin and its grade, or ``None`` if it isn't a puzzle.

    :param full: kinds of moves for which there are enough puzzles already.
    """
    found = _examine_position(game, match, seat, full)
    return found if isinstance(found, tuple) else None


def _examine_position(
    game: Game, match: Match, seat: int, full: Collection[str]
) -> tuple[str, float, int] | str | None:
    """Return the solution of a position as :func:`solve_position` does.

    If it isn't a puzzle only because a move that is found at first sight is as good a beginning of the turn,
    return the token of that move.
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
    glimpsed = _search(game, match, seat, "glimpse", GLIMPSE_WALKS)
    best = _find_clear_best_move(match, seat, glimpsed, margin / 2)
    if best is None or (
        name_move_kind(match, seat, best) in full
        or is_revealed_by_kind(match, seat, best)
        or best in find_greedy_moves(match, seat)
        or is_found_by_easy(match, seat, best)
    ):
        return None
    # Cheaper checks come first.
    if not is_best_confirmed(game, match, seat, best, "search", SEARCH_WALKS):
        return None
    if has_rival(match, seat, best, "quick rivals", QUICK_DUEL_WALKS, 0.0) or has_rival(match, seat, best):
        return None
    first, steps = _list_first_steps(match, seat, best)
    step = _find_obvious_step(match, seat, steps)
    if step is not None:
        return step
    if not _is_needed(match, seat, first, steps):
        return None
    sure = confirm_best_move(game, match, seat, best)
    if sure is None:
        return None
    earlier = list_earlier_moves(match, seat, match.rules.read(best))
    seen = find_first_sight_moves(match, seat)
    for move in earlier:
        if move in seen and is_as_good(match, seat, best, move):
            return move.token
    if earlier:
        # A move that puts the best one off may lose less than a move that gives it up.
        sure = min(sure, margin * MIN_LOSS_SHARE)
    return best, sure, find_grade(match, seat, best)


def is_best_confirmed(game: Game, match: Match, seat: int, best: str, name: str, walks: int) -> bool:
    """Return whether another search, with its own random numbers, also finds ``best`` to be clearly
    the best.
    """
    found = _search(game, match, seat, name, walks)
    return _measure_margin(match, seat, best, found, _get_least_margin(game)) is not None


def _get_least_margin(game: Game) -> float:
    """Return the margin that the best move must have in a search before the last one."""
    return game.players.puzzle_margin * 2 / 3


def is_best_needed(match: Match, seat: int, best: str) -> bool:
    """Return whether the best move belongs to every good way to play the turn.

    The turn may as well begin with a move that loses almost nothing, if the best move is still the best after
    it, and is the only best one after all such moves that reveal nothing. A greedy player or `easy` must not
    find such a move at first sight.
    """
    first, steps = _list_first_steps(match, seat, best)
    return _find_obvious_step(match, seat, steps) is None and _is_needed(match, seat, first, steps)


def _list_first_steps(match: Match, seat: int, best: str) -> tuple[Thought, list[Thought]]:
    """Return the best move, and the moves that lose almost nothing as the beginning of its turn."""
    first, *rest = _compare_first_steps(match, seat, match.rules.read(best))
    least = first.value - match.game.players.puzzle_margin * MIN_LOSS_SHARE
    return first, [other for other in rest if other.value > least]


def _find_obvious_step(match: Match, seat: int, steps: Collection[Thought]) -> str | None:
    """Return the token of the best step that is found at first sight, or ``None`` if none is."""
    seen = find_first_sight_moves(match, seat)
    obvious = [step for step in steps if step.action in seen]
    return max(obvious, key=lambda one: one.value).action.token if obvious else None


def _is_needed(match: Match, seat: int, first: Thought, steps: Collection[Thought]) -> bool:
    """Return whether the best move stays the best after the steps that its turn may as well begin with.

    :param first: the best move.
    """
    rules, action, best, last = match.rules, first.action, first.action.token, match
    for step in sorted(steps, key=lambda one: -one.value):
        if not _is_revealing(match, seat, step.action):
            if rules.is_legal(last.state, seat, step.action):
                after = last.act(seat, step.action.token)
                last = last if find_alike(match.game, rules, after.state, seat, action) is None else after
        elif step.value >= first.value or not is_best_confirmed(
            match.game, match.act(seat, step.action.token), seat, best, "after a step", SEARCH_WALKS
        ):
            return False
    if last is match:
        return True
    found, margin = _search(match.game, last, seat, "all steps", SEARCH_WALKS), _get_least_margin(match.game)
    return _measure_margin(last, seat, best, found, margin, may_follow=False) is not None


def _compare_first_steps(match: Match, seat: int, best: ActionLike) -> tuple[Thought, ...]:
    """Return the best move and the moves that it can follow, after a direct comparison.

    Of those moves, the most promising are included, and those that are found at first sight.
    """
    rules, judge = match.rules, _make_judge(match.game, match.rules.version)
    view, dice = rules.recall(match.state, seat), Chance(make_seed(match, "first steps"), match.ply)
    others = list_earlier_moves(match, seat, best)
    seen = find_first_sight_moves(match, seat)
    revealing = [other for other in others if _is_revealing(match, seat, other)]
    tried = [
        *_choose_rivals(match, seat, [other for other in others if other not in revealing], dice),
        *_choose_rivals(match, seat, revealing, dice)[:MAX_REVEALING_STEPS],
        *[other for other in others if other in seen],
    ]
    return compare_moves(judge, view, seat, dict.fromkeys((best, *tried)), dice, DUEL_WALKS if tried else 0)


def list_earlier_moves(match: Match, seat: int, best: ActionLike) -> tuple[ActionLike, ...]:
    """Return the moves that the best move can follow in the same turn, without its copies."""
    rules, view = match.rules, match.rules.recall(match.state, seat)
    return tuple(
        other
        for other in rules.legal_actions(match.state, seat)
        if not are_equal_moves(match, other, best)
        and can_follow(match.game, rules.version, view, seat, other, best)
    )


def _is_revealing(match: Match, seat: int, action: ActionLike) -> bool:
    """Return whether a move shows its seat something that differs between random deals."""
    rules, view, seen = match.rules, match.rules.recall(match.state, seat), set[ViewLike]()
    for deal in range(FOLLOWING_DEALS):
        dice = Chance(b"reveals", deal)
        seen.add(rules.view(rules.apply(rules.sample(view, dice), seat, action, dice)[0], seat))
        if len(seen) > 1:
            return True
    return False


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
        found = _search(by_expert, match, seat, "expert", CONFIRM_WALKS)
        if _measure_margin(match, seat, best, found, least / 2) is None:
            return None
    return _measure_margin(match, seat, best, _search(game, match, seat, "deep", DEEP_WALKS), least)


def has_rival(
    match: Match,
    seat: int,
    best: str,
    name: str = "rivals",
    walks: int = DUEL_WALKS,
    part: float = MIN_LOSS_SHARE,
) -> bool:
    """Return whether an unsearched move is about as good as the best move, without being equal to it. Moves
    that the best move can follow are left to :func:`is_best_needed`.

    :param name: purpose of the random numbers.
    :param part: fraction of the game's ``puzzle_margin`` by which the best move must lead.
    """
    rules, judge = match.rules, _make_judge(match.game, match.rules.version)
    view, dice = rules.recall(match.state, seat), Chance(make_seed(match, name), match.ply)
    action, known = rules.read(best), {*judge.actions(match.state, seat)}
    others = [
        other
        for other in rules.legal_actions(match.state, seat)
        if other not in known
        and not are_equal_moves(match, other, action)
        and not can_follow(match.game, rules.version, view, seat, other, action)
    ]
    if not others:
        return False
    rivals = _choose_rivals(match, seat, others, dice)
    first, *rest = compare_moves(judge, view, seat, (action, *rivals), dice, walks)
    return any(first.value - other.value < match.game.players.puzzle_margin * part for other in rest)


def _choose_rivals(
    match: Match, seat: int, moves: Collection[ActionLike], dice: Chance
) -> tuple[ActionLike, ...]:
    """Return the ``MAX_RIVALS`` moves with the best immediate values on random deals."""
    rules, judge = match.rules, _make_judge(match.game, match.rules.version)
    view, looked = rules.recall(match.state, seat), dict.fromkeys(moves, 0.0)
    for _ in range(RIVAL_DEALS):
        state = rules.sample(view, dice)
        for move in moves:
            looked[move] += judge.value(rules.apply(state, seat, move, dice)[0], seat)
    return tuple(sorted(moves, key=lambda move: -looked[move])[:MAX_RIVALS])


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


def _find_clear_best_move(match: Match, seat: int, thoughts: tuple[Thought, ...], least: float) -> str | None:
    """Return the token of the move with the highest value, if its margin is at least ``least``."""
    visited = [thought for thought in thoughts if thought.visits]
    if not visited:
        return None
    best = max(visited, key=lambda one: one.value).action.token
    return None if _measure_margin(match, seat, best, thoughts, least) is None else best


def _measure_margin(
    match: Match,
    seat: int,
    best: str,
    thoughts: tuple[Thought, ...],
    least: float,
    *,
    may_follow: bool = True,
) -> float | None:
    """Return the margin of a move over the best move that is not equal to it.

    ``None`` if the margin is less than ``least``, or if a move wins the match for certain.

    :param may_follow: whether to leave out moves that the move can follow in the same turn.
    """
    rules, view, action = match.rules, match.rules.recall(match.state, seat), match.rules.read(best)
    ranked = sorted((thought for thought in thoughts if thought.visits), key=lambda one: -one.value)
    equal = [one for one in ranked if are_equal_moves(match, one.action, action)]
    if not equal or classify_certainty(ranked[0].value) > 0:
        return None
    value = next((one.value for one in equal if one.action == action), equal[0].value)
    for other in ranked:
        if other in equal or (
            may_follow and can_follow(match.game, rules.version, view, seat, other.action, action)
        ):
            continue
        margin = value - other.value
        return margin if margin >= least else None
    return None


def _choose_move(game: Game, match: Match, seat: int, level: str) -> str:
    """Return the token of the move that a level chooses, found with few iterations."""
    view: ViewLike = match.rules.recall(match.state, seat)
    chance = Chance(make_seed(match, f"play {seat}"), match.ply)
    found = think(game, match.rules.version, view, seat, level, chance, never_stop, PLAY_ITERATIONS[level])
    return found[0].action.token
