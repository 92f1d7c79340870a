"""Players by name, such as ``easy``, ``hard:60``, ``hard@main:60``, ``greedy`` and ``random``."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from typing import Any

from games.core.protocol import Game
from games.core.rng import Chance
from games.players import COMPUTER_LEVELS, MAX_ITERATIONS_BY_LEVEL, SEARCHING_LEVELS, think
from tests.proof.strength.beginner import choose_token
from tests.proof.strength.budgets import find_budget
from tests.proof.strength.elsewhere import ROOT, ask_revision
from tests.proof.strength.people import PEOPLE, choose_as_person

RANDOM, BEGINNER = "random", "beginner"
SCRIPTED_PLAYERS = (RANDOM, BEGINNER, *PEOPLE)
_PLAYER_NAME_PATTERN = re.compile(
    r"(?P<level>[a-z]+)(?:@(?P<revision>[^:]+))?(?::(?P<iterations>[1-9][0-9]*))?"
)


class NoSuchPlayer(ValueError):
    """No player has this name."""


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player or a scripted player."""

    level: str
    """The level of a computer player, or the name of a scripted player."""
    revision: str = ""
    """The computer player's git revision. Empty for the current sources."""
    iterations: int | None = None
    """Iterations per move, or ``None`` as at a table (:mod:`tests.proof.strength.budgets`)."""

    @property
    def name(self) -> str:
        revision = f"@{self.revision}" if self.revision else ""
        return f"{self.level}{revision}{f':{self.iterations}' if self.iterations else ''}"

    def find_iterations(self, key: str, seat_count: int) -> int | None:
        """Return the player's iterations per move, or None for a scripted player."""
        if self.level not in COMPUTER_LEVELS:
            return None
        if self.iterations:
            return self.iterations
        return (
            find_budget(key, seat_count, self.level)
            if self.level in SEARCHING_LEVELS
            else MAX_ITERATIONS_BY_LEVEL[self.level]
        )

    def choose_move(
        self, game: Game, version: int, view: Any, seat: int, rng: Chance, seat_count: int
    ) -> Any:
        """Return the token to play. It depends only on the arguments."""
        rules = game.rules[version]
        if self.level == RANDOM:
            return rng.choice(rules.legal_actions(rules.sample(view, rng), seat)).token
        if self.level == BEGINNER:
            return choose_token(game, version, view, seat, rng)
        if self.level in PEOPLE:
            return choose_as_person(self.level, game, version, view, seat, rng)
        budget = self.find_iterations(game.key, seat_count)
        if self.revision:
            seed = bytes([rng.draw_below(256) for _ in range(32)])
            return ask_revision(self.revision, (game.key, version, view, seat, self.level, seed, budget))
        seed = bytes([rng.draw_below(256) for _ in range(32)])
        found = think(game, version, view, seat, self.level, Chance(seed, 0), lambda: False, budget)
        return found[0].action.token


def parse_player(name: str) -> Player:
    """Parse a player's name. A git revision is resolved to its current commit.

    :raises NoSuchPlayer: no player has this name.
    """
    found = _PLAYER_NAME_PATTERN.fullmatch(name)
    if found is None or found["level"] not in (*COMPUTER_LEVELS, *SCRIPTED_PLAYERS):
        raise NoSuchPlayer(
            f"{name!r} is not a player; use one of {', '.join((*COMPUTER_LEVELS, *SCRIPTED_PLAYERS))}"
        )
    if found["level"] not in COMPUTER_LEVELS and (found["revision"] or found["iterations"]):
        raise NoSuchPlayer(f"{found['level']} follows a script, so it has no revision and no iterations")
    revision = _find_commit(found["revision"]) if found["revision"] else ""
    return Player(found["level"], revision, int(found["iterations"]) if found["iterations"] else None)


def _find_commit(revision: str) -> str:
    completed = subprocess.run(
        [
            "git",
            "rev-parse",
            "--verify",
            "--quiet",
            "--short=10",
            "--end-of-options",
            f"{revision}^{{commit}}",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise NoSuchPlayer(f"git knows no revision {revision!r}")
    return completed.stdout.strip()
