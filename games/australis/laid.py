"""Positions laid out in a few readable words, for lessons and tests.

Dice are written as in tokens (``b5 w12``), cards too (``tw py``); corals as reef and count (``3:2 5:1``).
"""

from __future__ import annotations

from games.australis.parts import (
    CARD_OF,
    CORALS,
    DIE_OF,
    FISH,
    GOLD,
    GREY_BESIDE,
    REEFS,
    SILVER,
    Card,
    Die,
)
from games.australis.state import State
from games.australis.view import DRAFT, GAP, LEDGER, Board, Task

DISPLAY = "py pb pv fw fb fv"


def dice(codes: str) -> tuple[Die, ...]:
    """Return the dice of some codes."""
    return tuple(DIE_OF[code] for code in codes.split())


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of some codes; ``--`` is a gap."""
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
    """Return a board; ``own`` are its dice, ``kept`` its cards, ``food`` its cubes: ``o`` own, ``g`` grey."""
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
    """Return a position of two seats with plain boards on the spaces 0 and 1, but for what is said."""
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
