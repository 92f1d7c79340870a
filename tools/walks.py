"""Random matches of a game, called walks, on which its properties are tested.

A *random* walk chooses any legal action. Random players are usually poor, so a *rich* walk alternates between
moods that last some turns: hoarding (pass the turn if possible), spending (do anything else if possible) and
wandering (do anything). A rich walk chooses the kind of action first, so that kinds with many variants aren't
chosen more often.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance, derive_match_key
from games.core.texts import Scene
from games.core.words import SOURCE_LANGUAGE, list_locales, load_words

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
HOARD, SPEND, WANDER = "hoard", "spend", "wander"


def list_translated_locales(game: Game) -> tuple[str, ...]:
    """Return the locales that a game's summary is translated into."""
    summary = game.summary
    return tuple(
        locale
        for locale in list_locales()
        if locale == SOURCE_LANGUAGE
        or load_words(locale).msg(summary) != load_words(SOURCE_LANGUAGE).msg(summary)
    )


@dataclass(eq=False)
class Case:
    """A random match of a game, determined by its seed, options and kind of walk."""

    game: Game
    seat_count: int
    options: Mapping[str, str]
    seed: int
    is_rich: bool
    max_plies: int | None = None
    """Maximum number of plies; ``None`` plays to the end."""
    position_divisor: int = 1
    """Number by which the number of positions that a test asks for is divided."""
    presses: tuple[int, ...] = (7, 11)
    """IDs of the presses that opened and joined the table. They affect the match's key."""
    locales: tuple[str, ...] = ()
    """Languages in which texts are checked, by default all into which the game is translated."""

    def __post_init__(self) -> None:
        self.locales = self.locales or list_translated_locales(self.game)

    @property
    def name(self) -> str:
        switches = ",".join(self.options.values()) or "plain"
        return (
            f"{self.game.key}-{self.seat_count}-{switches}-{self.seed}-{'rich' if self.is_rich else 'random'}"
        )

    @property
    def secret(self) -> bytes:
        return hashlib.sha256(f"contract {self.seed}".encode()).digest()

    @property
    def rules(self) -> Any:
        return self.game.rules[self.game.version]

    @property
    def viewers(self) -> tuple[int | None, ...]:
        return (None, *range(self.seat_count))

    def begin_match(self) -> Match:
        """Return the match before its first move."""
        return Match.begin(
            self.game, self.seat_count, self.options, derive_match_key(self.secret, self.presses)
        )

    @cached_property
    def match(self) -> Match:
        """The match, played to its end or for at most :attr:`max_plies` plies."""
        match = self.begin_match()
        walker = Walker(self.rules, self.seed, self.is_rich)
        limit = self.game.max_plies if self.max_plies is None else min(self.max_plies, self.game.max_plies)
        while match.outcome is None and match.ply < limit:
            match = match.act(*walker.choose_action(match))
        return match

    def with_fewer_positions(self, position_divisor: int) -> Case:
        """Return a copy of the case with another :attr:`position_divisor` and the same played match."""
        fewer = replace(self, position_divisor=position_divisor)
        fewer.match = self.match
        return fewer

    def list_plies(self, count: int) -> list[int]:
        """Return evenly spread plies, including the deal (ply 0) and the last position.

        Their number is at most ``count`` divided by :attr:`position_divisor`, but two if that is less.
        """
        last, most = self.match.ply, max(2, count // self.position_divisor)
        return sorted({round(i * last / (most - 1)) for i in range(most)})

    def iterate_states(self, count: int) -> Iterator[tuple[int, Any]]:
        """Yield the plies of :meth:`list_plies`, each with the state after it."""
        for ply in self.list_plies(count):
            yield ply, self.match.state_at(ply)

    def list_events(self, ply: int) -> tuple[Any, ...]:
        """Return the events of step ``ply``, or the deal's events if it is 0."""
        return self.match.steps[ply - 1].events if ply else self.match.opening_events

    def make_scene(self, ply: int, viewer: int | None, state: Any) -> Scene:
        """Return the scene for a text or picture of ``state``, the state after ``ply`` plies."""
        events = tuple(self.rules.redact(event, viewer) for event in self.list_events(ply))
        return Scene(
            NAMES[: self.seat_count], load_words(), events, self.rules.outcome(state), reader_seat=viewer
        )

    def make_random(self, *parts: object) -> random.Random:
        """Return a reproducible random generator for a test, independent of the match's randomness."""
        return random.Random(f"{self.name} {parts}")


class Walker:
    """Chooses random moves in a match."""

    def __init__(self, rules: Any, seed: int, is_rich: bool) -> None:
        self._rules = rules
        self._dice = random.Random(f"walk {seed} {is_rich}")
        self._rich = is_rich
        self._mood, self._turns = WANDER, 0
        self._active_seat: int | None = None

    def choose_action(self, match: Match) -> tuple[int, str]:
        """Return a seat to act and the token of one of its legal actions."""
        seat = self._dice.choice(match.to_act)
        legal = match.legal_actions(seat)
        if not self._rich:
            return seat, self._dice.choice(legal).token
        self._update_mood(match)
        kinds: dict[Any, list[Any]] = {}
        for action in legal:
            kinds.setdefault(action.path[0].value, []).append(action)
        wanted = list(kinds)
        if self._mood != WANDER and len(kinds) > 1:
            passing = {kind for kind in kinds if self._ends_turn(match, seat, kinds[kind][0])}
            fitting = [kind for kind in kinds if (kind in passing) == (self._mood == HOARD)]
            wanted = fitting or wanted
        return seat, self._dice.choice(kinds[self._dice.choice(wanted)]).token

    def _update_mood(self, match: Match) -> None:
        """Count turns, and change the mood once it has lasted its number of turns."""
        if match.active_seat != self._active_seat:
            self._active_seat = match.active_seat
            self._turns -= 1
        if self._turns <= 0:
            self._turns = self._dice.randint(4, 16)
            self._mood = self._dice.choice((HOARD, HOARD, SPEND, WANDER))

    def _ends_turn(self, match: Match, seat: int, action: Any) -> bool:
        state, _ = self._rules.apply(match.state, seat, action, Chance(match.key, match.ply + 1))
        return bool(self._rules.find_active_seat(state) != match.active_seat)
