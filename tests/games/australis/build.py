"""Builds positions of Australis with :mod:`games.australis.notation`, and replaces chance with given
results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games.australis import notation
from games.australis.events import Event
from games.australis.notation import DISPLAY_CODES, make_board, parse_cards, parse_dice
from games.australis.parts import DIE_BY_CODE, DIE_FACES
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import CORAL_STAGE, Board
from games.core.rng import Chance
from tests.games.clauses import find_refusal

__all__ = [
    "DISPLAY_CODES",
    "MATCH_KEY",
    "ScriptedChance",
    "find_face",
    "list_tokens",
    "make_board",
    "make_position",
    "parse_cards",
    "parse_dice",
    "play_last_pick",
    "play_moves",
    "read_refusal",
    "take_step",
]
T = TypeVar("T")
MATCH_KEY = b"australis clause tests"


def make_position(*boards: Board, **fields: Any) -> State:
    """Return a position with only the given boards, cards and tiles."""
    return notation.make_position(*boards, uses_all_cards=False, **fields)


class ScriptedChance(Chance):
    """Chance that draws given values: codes of die faces, or numbers. Shuffling keeps the order."""

    __slots__ = ("_draws",)

    def __init__(self, *draws: str | int) -> None:
        super().__init__(MATCH_KEY, 0)
        self._draws = [find_face(draw) if isinstance(draw, str) else draw for draw in draws]

    def draw_below(self, limit: int) -> int:
        self.used = True
        drawn = self._draws.pop(0)
        assert 0 <= drawn < limit
        return drawn

    def draw_several(self, limit: int, count: int) -> list[int]:
        return [self.draw_below(limit) for _ in range(count)]

    def choice(self, items: Sequence[T]) -> T:
        return items[self.draw_below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        self.used = True
        return tuple(items)

    @property
    def remaining_draw_count(self) -> int:
        return len(self._draws)


def find_face(code: str) -> int:
    die = DIE_BY_CODE[code]
    return DIE_FACES[die.colour].index(die)


def play_last_pick(
    *boards: Board, take: str, rest: str = "w11", rng: Chance | None = None, **fields: Any
) -> Any:
    """Take the last die of a round, and place a coral on reef 3 if the die requires one.

    :returns: the new state and the events.
    """
    state = make_position(*boards, dice_taken_count=4 * len(boards) - 1, offer=f"{take} {rest}", **fields)
    after, events = take_step(state, f"die:{take}", rng)
    if after.stage != CORAL_STAGE:
        return after, events
    after, more_events = take_step(after, "reef:3", rng)
    return after, (*events, *more_events)


def list_tokens(state: State) -> list[str]:
    return [action.token for action in RULES.legal_actions(state, state.seat)]


def take_step(state: State, move: str, rng: Chance | None = None) -> tuple[State, tuple[Event, ...]]:
    action = RULES.read(move)
    assert RULES.is_legal(state, state.seat, action), (
        f"{move}: {RULES.explain_refusal(state, state.seat, action)}"
    )
    return RULES.apply(state, state.seat, action, rng or Chance(MATCH_KEY, 1))


def play_moves(state: State, *moves: str, rng: Chance | None = None) -> State:
    for move in moves:
        state, _ = take_step(state, move, rng)
    return state


def read_refusal(state: State, move: str) -> str:
    """Return the clause and the sentence that refuse an illegal action."""
    return find_refusal(RULES, state, state.seat, move)
