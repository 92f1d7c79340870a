"""Finds the changes to outline in the picture, from the newest events or by comparing two positions."""

from __future__ import annotations

from typing import NamedTuple

from games.das_riff import parts
from games.das_riff.events import (
    BoatBought,
    BroodShown,
    CardFlipped,
    CardHunted,
    CardTaken,
    DiceRolled,
    Event,
    FishBred,
    PricePaid,
    StartingSeatDrawn,
    TableauRefilled,
    WormDeclined,
    WormTaken,
)
from games.das_riff.parts import Brood
from games.das_riff.view import Reef, View


class CardPath(NamedTuple):
    """The path of a card from the river to a seat's coral, or to its stock of pearls or sharks."""

    cell: int
    seat: int
    coral: int | None
    """Index of the destination coral, -1 for a new coral, or ``None`` for a stock."""
    stock: int | None
    """Number of the destination stock (0 for pearls, 1 for sharks, then worms), or ``None`` for a coral."""


class Changes(NamedTuple):
    """Changes to outline in the river, at the side, and on each seat's reef."""

    cells: frozenset[int]
    """Cells whose card was turned up or driven off or, between two views, is new."""
    refilled_cells: frozenset[int]
    """Cells to which a new card was dealt."""
    paths: tuple[CardPath, ...]
    """Paths of cards from the river to a reef."""
    corals: frozenset[tuple[int, int]]
    """Pairs of a seat and the index of a changed coral."""
    stocks: frozenset[tuple[int, int]]
    """Pairs of a seat and the number of a changed stock: 0 for pearls, 1 for sharks, then worms by colour."""
    boats: frozenset[tuple[int, int]]
    """Pairs of a seat and the index of the column that a new boat reaches."""
    broods: frozenset[Brood]
    """Breeding cards that were turned up."""
    mover: int | None = None
    """Seat that made the last move, if the events show it."""


def find_changes(events: tuple[Event, ...]) -> Changes:
    """Return the changes caused by ``events``."""
    cells, refilled, paths = set[int](), set[int](), list[CardPath]()
    corals, stocks, boats = set[tuple[int, int]](), set[tuple[int, int]](), set[tuple[int, int]]()
    broods = set[Brood]()
    for event in events:
        match event:
            case CardTaken(seat=seat, cell=cell, card=card, coral=coral):
                stock = card - parts.PEARL_CARD if card in (parts.PEARL_CARD, parts.SHARK_CARD) else None
                new = -1 if card == parts.CORAL_CARD else None
                paths.append(CardPath(cell, seat, new if coral is None else coral, stock))
            case CardFlipped(cell=cell):
                cells.add(cell)
            case CardHunted(seat=seat, cell=cell, coral=coral):
                stocks.add((seat, 1))
                if cell is not None:
                    cells.add(cell)
                if coral is not None:
                    corals.add((seat, coral))
            case FishBred(seat=seat, coral=coral):
                corals.add((seat, coral))
            case BroodShown(brood=shown):
                broods.add(shown)
            case BoatBought(seat=seat, boats=count):
                boats.add((seat, count - 1))
            case WormTaken(seat=seat, colour=colour):
                stocks.add((seat, 2 + colour))
            case PricePaid(seat=seat, worms=worms, pearls=pearls):
                stocks |= {(seat, 2 + colour) for colour in range(6) if worms[colour]}
                if pearls:
                    stocks.add((seat, 0))
            case TableauRefilled(cells=filled):
                refilled |= set(filled)
            case _:
                pass
    return Changes(
        frozenset(cells),
        frozenset(refilled - cells),
        tuple(paths),
        frozenset(corals),
        frozenset(stocks),
        frozenset(boats),
        frozenset(broods),
        find_mover(events),
    )


def find_mover(events: tuple[Event, ...]) -> int | None:
    """Return the seat that acted last, or else the one whose turn ended, or ``None``."""
    acted, begun = None, False
    for event in events:
        match event:
            case StartingSeatDrawn():
                begun = True
            case DiceRolled(seat=seat) if not begun and acted is None:
                acted = 1 - seat
            case WormTaken(seat=seat, is_rolled=False):
                acted = seat
            case (
                PricePaid(seat=seat)
                | CardTaken(seat=seat)
                | CardFlipped(seat=seat)
                | CardHunted(seat=seat)
                | BoatBought(seat=seat)
                | FishBred(seat=seat)
                | WormDeclined(seat=seat)
            ):
                acted = seat
            case _:
                pass
    return acted


def compare_views(before: View, after: View) -> Changes:
    """Return the changes between two positions. Cards that only moved along their row don't count."""
    pairs = tuple(enumerate(zip(before.reefs, after.reefs, strict=True)))
    cells = set[int]()
    for start in range(0, len(after.tableau), parts.COLUMN_COUNT):
        cells |= {
            start + index for index in _find_new_card_indices(_get_row(before, start), _get_row(after, start))
        }
    return Changes(
        cells=frozenset(cells),
        refilled_cells=frozenset(),
        paths=(),
        corals=frozenset(
            (seat, i)
            for seat, (old, new) in pairs
            for i, coral in enumerate(new.corals)
            if i >= len(old.corals) or coral != old.corals[i]
        ),
        stocks=frozenset(
            (seat, i)
            for seat, (old, new) in pairs
            for i, (had, has) in enumerate(zip(_list_stocks(old), _list_stocks(new), strict=True))
            if had != has
        ),
        boats=frozenset((seat, i) for seat, (old, new) in pairs for i in range(old.boats, new.boats)),
        broods=frozenset(after.broods) - frozenset(before.broods),
    )


def _get_row(view: View, start: int) -> tuple[int, ...]:
    return view.tableau[start : start + parts.COLUMN_COUNT]


def _list_stocks(reef: Reef) -> tuple[int, ...]:
    return (reef.pearls, reef.sharks, *reef.worms)


def _find_new_card_indices(before: tuple[int, ...], after: tuple[int, ...]) -> set[int]:
    """Return the indices of new cards in a row, those outside the longest common subsequence."""
    stayed = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(after))):
            same = stayed[i + 1][j + 1] + 1 if before[i] == after[j] else 0
            stayed[i][j] = max(same, stayed[i + 1][j], stayed[i][j + 1])
    new = set[int]()
    i = 0
    for j in range(len(after)):
        later_indices = range(i, len(before))
        match_index = next(
            (k for k in later_indices if before[k] == after[j] and stayed[k + 1][j + 1] + 1 == stayed[i][j]),
            None,
        )
        if match_index is None:
            new.add(j)
        else:
            i = match_index + 1
    return new
