"""Positions in a few readable words, and chance that falls as a test wants it.

Dice are written as in tokens (``b5 w12``), cards too (``tw py``); corals as reef and count (``3:2 5:1``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games.australis.events import Event
from games.australis.parts import (
    CARD_OF,
    CORALS,
    DIE_OF,
    FACES,
    FISH,
    GOLD,
    GREY_BESIDE,
    REEFS,
    SILVER,
    Card,
    Die,
)
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import CORAL, DRAFT, GAP, LEDGER, Board, Task
from games.core.rng import Chance
from tests.games.clauses import refusal

T = TypeVar("T")
KEY = b"australis clause tests"
DISPLAY = "py pb pv fw fb fv"


class Scripted(Chance):
    """Chance that draws what it is told: faces of dice by code, or numbers. Shuffling changes nothing."""

    __slots__ = ("_draws",)

    def __init__(self, *draws: str | int) -> None:
        super().__init__(KEY, 0)
        self._draws = [face(draw) if isinstance(draw, str) else draw for draw in draws]

    def below(self, limit: int) -> int:
        self.used = True
        drawn = self._draws.pop(0)
        assert 0 <= drawn < limit
        return drawn

    def several(self, limit: int, count: int) -> list[int]:
        return [self.below(limit) for _ in range(count)]

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        self.used = True
        return tuple(items)

    @property
    def left(self) -> int:
        return len(self._draws)


def face(code: str) -> int:
    die = DIE_OF[code]
    return FACES[die.colour].index(die)


def dice(codes: str) -> tuple[Die, ...]:
    return tuple(DIE_OF[code] for code in codes.split())


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(GAP if code == "--" else CARD_OF[code] for code in codes.split())


def board(
    *,
    points: int = 0,
    space: int = 0,
    food: str = "o",
    fish: int = 0,
    corals: str = "",
    supply: int | None = None,
    own: str = "",
    kept: str = "",
    gold: tuple[int, ...] = (),
    silver: tuple[int, ...] = (),
) -> Board:
    """A board; ``own`` are its dice, ``kept`` its cards, ``food`` its cubes: ``o`` own, ``g`` grey."""
    counts = {int(reef): int(n) for reef, n in (pair.split(":") for pair in corals.split())}
    placed = tuple(counts.get(reef, 0) for reef in REEFS)
    return Board(
        (points, *(0,) * (len(LEDGER) - 1)),
        space,
        tuple(cube == "g" for cube in food),
        (),
        fish,
        placed,
        CORALS - sum(placed) if supply is None else supply,
        dice(own),
        tuple(sorted(cards(kept))),
        gold,
        silver,
    )


def position(
    *boards: Board,
    stage: str = DRAFT,
    seat: int | None = None,
    round: int = 1,
    taken: int = 0,
    start: int = 0,
    token: int | None = None,
    task: Task | None = None,
    podium: tuple[int, ...] = (),
    offer: str = "w11 y40 b5 v6 r7",
    display: str = DISPLAY,
    draw: str = "py pb pv fw fb fv tw ty tv cw cy cb",
    discard: str = "",
    grey_track: int = 1,
    fish_left: int | None = None,
    arrived: tuple[int, ...] = (),
    track_end: int = 25,
) -> State:
    """A position of two seats with plain boards on the spaces 0 and 1, but for what is said."""
    given = boards or (board(space=0), board(space=1))
    return State(
        stage=stage,
        seat=(start + taken) % len(given) if seat is None else seat,
        track_end=track_end,
        round=round,
        taken=taken,
        start=start,
        token=token,
        task=task or Task(None, (), 0, 0),
        podium=podium,
        offer=tuple(sorted(dice(offer))),
        display=cards(display),
        draw_pile=cards(draw),
        discard=tuple(sorted(cards(discard))),
        grey_track=grey_track,
        grey_beside=GREY_BESIDE - min(round - 1, GREY_BESIDE),
        fish_left=FISH - sum(b.fish for b in given) if fish_left is None else fish_left,
        gold=GOLD[round - 1 :],
        silver=SILVER[round - 1 :],
        gone=0,
        arrived=arrived,
        boards=given,
    )


def last_pick(*boards: Board, take: str, rest: str = "w11", rng: Chance | None = None, **more: Any) -> Any:
    """Take the last die of a round: ``take``; ``rest`` is left over, and a coral goes onto reef 3."""
    state = position(*boards, taken=4 * len(boards) - 1, offer=f"{take} {rest}", **more)
    after, told = step(state, f"die:{take}", rng)
    if after.stage != CORAL:
        return after, told
    after, more_told = step(after, "reef:3", rng)
    return after, (*told, *more_told)


def tokens(state: State) -> list[str]:
    """What the seat to act may do."""
    return [action.token for action in RULES.legal_actions(state, state.seat)]


def step(state: State, move: str, rng: Chance | None = None) -> tuple[State, tuple[Event, ...]]:
    """Do what must be legal, and return what happened as well."""
    action = RULES.read(move)
    assert RULES.is_legal(state, state.seat, action), f"{move}: {RULES.refusal(state, state.seat, action)}"
    return RULES.apply(state, state.seat, action, rng or Chance(KEY, 1))


def do(state: State, *moves: str, rng: Chance | None = None) -> State:
    for move in moves:
        state, _ = step(state, move, rng)
    return state


def refused(state: State, move: str) -> str:
    """The clause and the sentence with which what must be illegal is refused."""
    return refusal(RULES, state, state.seat, move)
