"""Loads the puzzles of all hosted games, and chooses one to show."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hashlib import blake2b

from bot.errors.base import TableError
from bot.ui.ids import OutdatedId
from games.core.match import Match
from games.core.protocol import Game
from games.core.puzzle import Puzzle, make_puzzle_match, read_puzzles
from games.core.words import N_

MIN_GRADED_PUZZLES = 20
"""From this number on, only graded puzzles are chosen."""
EASIEST_GRADE = 1


class NoPuzzles(TableError):
    """There are no puzzles of this game, or none at all."""

    def __init__(self) -> None:
        super().__init__(N_("There are no puzzles of that game yet."))


class PuzzleCollection:
    """The puzzles of all hosted games, loaded when they are first needed."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._by_id: dict[int, Puzzle] | None = None

    async def find_puzzle(self, number: int) -> tuple[Puzzle, Match]:
        """Return a puzzle by its number, and a match in the puzzle's position.

        :raises OutdatedId: the puzzle no longer exists.
        """
        return await asyncio.to_thread(self._set_up_puzzle, number)

    async def choose_puzzle(self, game: str, chance: int, *, is_first: bool = False) -> int:
        """Return the number of a random puzzle of a game, or of any game if ``game`` is empty.

        :param chance: number that determines the choice. Callers pass a different one each time.
        :param is_first: whether to choose one of the easiest graded puzzles, if there are any.
        :raises NoPuzzles: the game has no puzzles, or no game has any.
        """
        known = await asyncio.to_thread(self._load_all_puzzles)
        fitting = [number for number, puzzle in known.items() if game in ("", puzzle.game)]
        if not fitting:
            raise NoPuzzles
        graded = [number for number in fitting if known[number].grade]
        if len(graded) >= MIN_GRADED_PUZZLES:
            # Prefer graded puzzles, because ungraded puzzles are older and easier.
            fitting = graded
        if is_first:
            fitting = [one for one in fitting if known[one].grade == EASIEST_GRADE] or fitting
        drawn = int.from_bytes(blake2b(str(chance).encode(), digest_size=8).digest())
        return fitting[drawn % len(fitting)]

    async def list_games(self) -> list[Game]:
        """Return the games that have puzzles."""
        keys = {puzzle.game for puzzle in (await asyncio.to_thread(self._load_all_puzzles)).values()}
        return [game for key, game in self._games.items() if key in keys]

    def _load_all_puzzles(self) -> dict[int, Puzzle]:
        if self._by_id is None:
            self._by_id = {
                puzzle.id: puzzle
                for game in self._games.values()
                for puzzle in read_puzzles(game.key)
                if puzzle.version in game.rules
            }
        return self._by_id

    def _set_up_puzzle(self, number: int) -> tuple[Puzzle, Match]:
        puzzle = self._load_all_puzzles().get(number)
        if puzzle is None:
            raise OutdatedId
        return puzzle, make_puzzle_match(self._games[puzzle.game], puzzle)
