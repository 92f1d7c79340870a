"""A tiny game for tests of the search."""

from __future__ import annotations

from typing import NamedTuple

from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.shapes import FIRST_FIELD, Pick


class Take(NamedTuple):
    number: int

    @property
    def token(self) -> str:
        return str(self.number)

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick(FIRST_FIELD, self.token),)


class Pile(NamedTuple):
    """A state: a pile of pieces. Nothing is hidden, so it is its own view."""

    piece_count: int
    seat: int

    @property
    def viewer(self) -> int:
        return self.seat

    @property
    def active_seat(self) -> int:
        return self.seat

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.seat,)


class PileRules:
    """The parts of a game's rules that a search needs."""

    def to_act(self, state: Pile) -> tuple[int, ...]:
        return (state.seat,) if state.piece_count else ()

    def list_candidates(self, state: Pile, seat: int) -> tuple[Take, ...]:
        return tuple(map(Take, range(1, min(state.piece_count, 2) + 1)))

    def apply(self, state: Pile, seat: int, action: Take, rng: Chance) -> tuple[Pile, tuple[()]]:
        return Pile(state.piece_count - action.number, 1 - seat), ()

    def view(self, state: Pile, seat: int) -> Pile:
        return state

    def sample(self, view: Pile, rng: Chance) -> Pile:
        return view

    def outcome(self, state: Pile) -> Outcome | None:
        if state.piece_count:
            return None
        winner = 1 - state.seat
        return Outcome("last_taken", (1, 2) if winner == 0 else (2, 1), (0, 0))
