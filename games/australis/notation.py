"""Makes positions from short strings, for lessons and tests.

Dice and cards are written as in tokens (``b5 w12``, ``tw py``), corals as the number of a reef and a count
(``3:2 5:1``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.australis.parts import (
    CARD_BY_CODE,
    CARD_KINDS,
    CORALS_PER_SEAT,
    DIE_BY_CODE,
    FISH_COUNT,
    GOLD_TILE_POINTS,
    GREY_CUBES_BESIDE_BOARD,
    REEF_NUMBERS,
    SILVER_TILE_POINTS,
    Card,
    Die,
    count_copies,
)
from games.australis.state import State
from games.australis.view import DRAFT_STAGE, EMPTY_PLACE, LEDGER_SOURCES, Board, TurnTask

DISPLAY_CODES = "py pb pv fw fb fv"


def parse_dice(codes: str) -> tuple[Die, ...]:
    """Return the dice with these codes. Codes are separated by spaces."""
    return tuple(DIE_BY_CODE[code] for code in codes.split())


def parse_cards(codes: str) -> tuple[Card, ...]:
    """Return the cards with these codes, separated by spaces. The code ``--`` makes a gap."""
    return tuple(EMPTY_PLACE if code == "--" else CARD_BY_CODE[code] for code in codes.split())


def make_board(
    *,
    points: int = 0,
    space: int = 0,
    food: str = "o",
    fish: int = 0,
    corals: str = "",
    supply: int | None = None,
    dice: str = "",
    cards: str = "",
    gold: tuple[int, ...] = (),
    silver: tuple[int, ...] = (),
) -> Board:
    """Return a seat's board.

    :param food: the food cubes, ``o`` for a cube of the seat's own colour and ``g`` for a grey cube.
    :param dice: the dice on the board.
    :param cards: the cards on the board.
    """
    counts = {int(reef): int(n) for reef, n in (pair.split(":") for pair in corals.split())}
    placed = tuple(counts.get(reef, 0) for reef in REEF_NUMBERS)
    return Board(
        (points, *(0,) * (len(LEDGER_SOURCES) - 1)),
        space,
        tuple(cube == "g" for cube in food),
        (),
        fish,
        placed,
        CORALS_PER_SEAT - sum(placed) if supply is None else supply,
        parse_dice(dice),
        tuple(sorted(parse_cards(cards))),
        gold,
        silver,
    )


def _list_remaining_cards(known_cards: Iterable[Card], seat_count: int) -> tuple[Card, ...]:
    """Return the cards of the box except ``known_cards``, in passes with at most one card of each kind."""
    left = Counter({card: count_copies(seat_count) for card in range(len(CARD_KINDS))})
    left.subtract(card for card in known_cards if card != EMPTY_PLACE)
    if min(left.values()) < 0:
        raise ValueError(f"more than the box has: {left}")
    most = max(left.values())
    return tuple(card for copy in range(most, 0, -1) for card in left if left[card] >= copy)


def make_position(
    *boards: Board,
    stage: str = DRAFT_STAGE,
    seat: int | None = None,
    round: int = 1,
    dice_taken_count: int = 0,
    start: int = 0,
    token: int | None = None,
    task: TurnTask | None = None,
    podium: tuple[int, ...] = (),
    offer: str = "w11 y40 b5 v6 r7",
    display: str = DISPLAY_CODES,
    draw: str = "py pb pv fw fb fv tw ty tv cw cy cb",
    discard: str = "",
    grey_track: int = 1,
    fish_left: int | None = None,
    arrived: tuple[int, ...] = (),
    track_end: int = 25,
    uses_all_cards: bool = True,
) -> State:
    """Return a position. By default it has two seats with empty boards, and turtles on spaces 0 and 1.

    Of the cards that aren't given, as many as earlier rounds would have revealed are in the discard pile. The
    others follow ``draw`` in the draw pile. Tiles of earlier rounds that no seat has are out of the game.

    :param uses_all_cards: whether to use every card of the box. Otherwise cards that aren't given are left
        out.
    :raises ValueError: if more cards are given than the box has.
    """
    boards = boards or (make_board(space=0), make_board(space=1))
    draw_pile, discard_pile = parse_cards(draw), parse_cards(discard)
    grey_beside = GREY_CUBES_BESIDE_BOARD - min(round - 1, GREY_CUBES_BESIDE_BOARD)
    removed_tile_count = 0
    if uses_all_cards:
        on_boards = [card for board in boards for card in board.cards]
        known = (*parse_cards(display), *draw_pile, *discard_pile, *on_boards)
        remaining = _list_remaining_cards(known, len(boards))
        unrevealed_count = max(0, len(remaining) - len(parse_cards(display)) * (round - 1))
        revealed_count = len(remaining) - unrevealed_count
        draw_pile += remaining[revealed_count:]
        discard_pile += remaining[:revealed_count]
        grey_beside = GREY_CUBES_BESIDE_BOARD - sum(
            sum((*board.food, *board.discarded_food)) for board in boards
        )
        removed_tile_count = 2 * (round - 1) - sum(len(board.gold) + len(board.silver) for board in boards)
    return State(
        stage=stage,
        seat=(start + dice_taken_count) % len(boards) if seat is None else seat,
        track_end=track_end,
        round=round,
        dice_taken_count=dice_taken_count,
        start=start,
        token=token,
        task=task or TurnTask(None, (), 0, 0),
        podium=podium,
        offer=tuple(sorted(parse_dice(offer))),
        display=parse_cards(display),
        draw_pile=draw_pile,
        discard=tuple(sorted(discard_pile)),
        grey_track=grey_track,
        grey_beside=grey_beside,
        fish_left=FISH_COUNT - sum(board.fish for board in boards) if fish_left is None else fish_left,
        gold=GOLD_TILE_POINTS[round - 1 :],
        silver=SILVER_TILE_POINTS[round - 1 :],
        removed_tile_count=removed_tile_count,
        arrived=arrived,
        boards=boards,
    )
