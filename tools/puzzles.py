"""Find puzzles and write them to each game's folder: ``python -m tools.puzzles``.

Numbered deals are searched in order until a game has enough puzzles, with a limit for each kind of answer. A
puzzle is kept only if the bot can explain it: deals of the hidden cards show why its move is best, or the
guide's advice on the move is a reason that doesn't apply to tempting moves.
``--check`` searches for some existing puzzles again, and reports those not found. ``--explain`` finds new
reasons for existing puzzles. Puzzles that can't be explained, or that are too easy, lose their grade.
``--count`` prints the number of puzzles of each kind and grade.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from games.core.protocol import Game
from games.core.puzzle import Puzzle, find_puzzle_file, make_puzzle_match, read_puzzles
from games.players.first_sight import find_greedy_moves, is_found_by_easy
from games.players.mining import find_puzzles, list_tempting_answers, solve_position
from games.players.puzzles import name_move_kind
from games.registry import GAMES
from games.review.guide_reasons import is_explained_by_advice
from games.review.reasons import find_reason, is_reason_true

PUZZLES_PER_GAME: Final = 200
MAX_KIND_SHARE: Final = 0.4
"""Maximum share of one kind of answer among a game's puzzles."""


def find_new_puzzles(
    game: Game, wanted_count: int, seconds: float, first_deal: int = 0, known_puzzles: Sequence[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Yield a game's puzzles in the order of their deals, until there are enough or time is up.

    :param known_puzzles: existing puzzles. They count towards the limit for each kind of answer.
    """
    until, kinds = time.monotonic() + seconds, count_kinds(game, known_puzzles)
    for deal in count(first_deal):
        full = [kind for kind, number in kinds.items() if number >= MAX_KIND_SHARE * wanted_count]
        for candidate in find_puzzles(game, deal, full):
            puzzle = explain_puzzle(game, candidate)
            if not is_explained(game, puzzle):
                continue
            yield puzzle
            kinds.update(count_kinds(game, [puzzle]))
            if sum(kinds.values()) >= wanted_count:
                return
        if time.monotonic() >= until:
            return


def explain_puzzle(game: Game, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the reason for its best move, if a reason is found."""
    match = make_puzzle_match(game, puzzle)
    tempting = list_tempting_answers(match, puzzle.seat, puzzle.best_token)
    margin = max(puzzle.margin, game.computer_settings.min_puzzle_margin)
    return replace(puzzle, reason=find_reason(match, puzzle.seat, puzzle.best_token, tempting, margin))


def is_explained(game: Game, puzzle: Puzzle) -> bool:
    """Return whether a puzzle has a reason, or the guide's advice explains its best move."""
    if puzzle.reason is not None:
        return True
    match = make_puzzle_match(game, puzzle)
    tempting = list_tempting_answers(match, puzzle.seat, puzzle.best_token)
    return is_explained_by_advice(match, puzzle.seat, puzzle.best_token, tempting)


def explain_puzzle_again(game: Game, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with a new reason, and without its grade if it isn't explained or is too easy."""
    if not puzzle.grade:
        return puzzle
    match, explained = make_puzzle_match(game, puzzle), explain_puzzle(game, puzzle)
    solved = puzzle.best_token in find_greedy_moves(match, puzzle.seat)
    if not is_explained(game, explained) or solved or is_found_by_easy(match, puzzle.seat, puzzle.best_token):
        return replace(explained, grade=0)
    return explained


def is_explanation_true(game: Game, puzzle: Puzzle) -> bool:
    """Return whether a puzzle's reason is true on other deals, or else whether advice explains its move."""
    return is_explained(game, puzzle) if puzzle.reason is None else is_reason_true(game, puzzle)


def count_kinds(game: Game, puzzles: Sequence[Puzzle]) -> Counter[str]:
    """Return the number of puzzles with each kind of answer."""
    return Counter(
        name_move_kind(make_puzzle_match(game, puzzle), puzzle.seat, puzzle.best_token) for puzzle in puzzles
    )


def list_graded_puzzles(key: str) -> list[Puzzle]:
    """Return a game's puzzles that meet the current criteria."""
    return [puzzle for puzzle in read_puzzles(key) if puzzle.grade]


def write_puzzles(game: Game, wanted_count: int, seconds: float, first_deal: int = 0) -> int:
    """Add puzzles to a game's file, starting at ``first_deal`` or after the last deal with a graded puzzle.

    Return the number of graded puzzles. Puzzles without a grade stay in the file, so that their buttons still
    open them.
    """
    graded = list_graded_puzzles(game.key)
    by_id = {puzzle.id: puzzle for puzzle in read_puzzles(game.key)}
    first_deal = max([first_deal, *[puzzle.deal_number + 1 for puzzle in graded]])
    for puzzle in find_new_puzzles(game, wanted_count, seconds, first_deal, graded):
        by_id[puzzle.id] = puzzle
        graded.append(puzzle)
        write_puzzle_file(game.key, by_id.values())
    return len(graded)


def write_puzzle_file(key: str, puzzles: Iterable[Puzzle]) -> None:
    """Write a game's puzzle file, ordered by deal and by number of moves."""
    ordered = sorted(puzzles, key=lambda one: (one.deal_number, len(one.rows)))
    text = "".join(f"{one.to_line()}\n" for one in ordered)
    find_puzzle_file(key).write_text(text, encoding="utf-8", newline="\n")


def describe_puzzles(game: Game) -> str:
    """Return a line that counts a game's graded puzzles by kind of answer and by grade."""
    graded = list_graded_puzzles(game.key)
    kinds = ", ".join(f"{kind} {number}" for kind, number in count_kinds(game, graded).most_common())
    grades = Counter(puzzle.grade for puzzle in graded)
    steps = ", ".join(f"{grade}: {number}" for grade, number in sorted(grades.items()))
    return f"{game.key}: {len(graded)} puzzles; kinds {kinds}; grades {steps}"


def check_puzzles(game: Game, max_count: int) -> list[int]:
    """Search again for up to ``max_count`` graded puzzles of the file, and check their explanations.

    Return the deals of puzzles that aren't found again, or whose explanation isn't confirmed.
    """
    known = list_graded_puzzles(game.key)
    step = max(1, len(known) // max_count)
    lost = []
    for puzzle in known[::step][:max_count]:
        solution = solve_position(game, make_puzzle_match(game, puzzle), puzzle.seat)
        if solution is None or solution[0] != puzzle.best_token or not is_explanation_true(game, puzzle):
            lost.append(puzzle.deal_number)
    return lost


def main(arguments: list[str] | None = None) -> int:
    """Find, check, explain or count puzzles. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument(
        "--wanted", type=int, default=PUZZLES_PER_GAME, help="number of puzzles for each game"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="maximum time for each game")
    parser.add_argument("--check", type=int, metavar="N", help="search again for N puzzles of each file")
    parser.add_argument("--first", type=int, default=0, help="deal to begin with, if it is a later one")
    parser.add_argument("--explain", action="store_true", help="find the reasons of graded puzzles again")
    parser.add_argument("--count", action="store_true", help="show the number of each kind and grade")
    chosen = parser.parse_args(arguments)
    missing = 0
    for game in GAMES.values():
        if chosen.game not in (None, game.key):
            continue
        if chosen.check is not None:
            lost = check_puzzles(game, chosen.check)
            missing += len(lost)
            print(f"{game.key}: {len(read_puzzles(game.key))} puzzles, not found again: {lost or 'none'}")
        elif chosen.explain:
            write_puzzle_file(game.key, [explain_puzzle_again(game, one) for one in read_puzzles(game.key)])
        elif chosen.count:
            print(describe_puzzles(game))
        else:
            puzzle_count = write_puzzles(game, chosen.wanted, chosen.seconds, chosen.first)
            print(f"{game.key}: {puzzle_count} puzzles", flush=True)
    return min(missing, 1)


if __name__ == "__main__":
    sys.exit(main())
