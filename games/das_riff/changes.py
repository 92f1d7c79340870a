"""What has changed, for the outlines of the picture: by the newest events, or since an earlier position."""

from __future__ import annotations

from typing import NamedTuple

from games.das_riff import parts
from games.das_riff.events import (
    Boated,
    Bred,
    BroodShown,
    Event,
    Flipped,
    Hunted,
    Paid,
    Refilled,
    Rolled,
    Took,
    TookWorm,
)
from games.das_riff.parts import Brood
from games.das_riff.view import Reef, View


class Changes(NamedTuple):
    """What the newest events touched: cells by strength, and parts of each seat's reef."""

    cells: frozenset[int]
    refilled: frozenset[int]
    left: frozenset[tuple[int, int]]
    """Pairs of a cell that a card left and the seat that took it."""
    corals: frozenset[tuple[int, int]]
    stocks: frozenset[tuple[int, int]]
    """Pairs of a seat and a place in :data:`STOCK_X`."""
    boats: frozenset[tuple[int, int]]
    broods: frozenset[Brood]
    dice: bool
    landed: frozenset[tuple[int, int]] = frozenset()
    """Of the corals, those to which a card has come from the sea."""
    won: frozenset[tuple[int, int]] = frozenset()
    """Of the stocks, those that a card was laid to."""


def changes(events: tuple[Event, ...]) -> Changes:
    """Gather what ``events`` touched."""
    cells, refilled, left = set[int](), set[int](), set[tuple[int, int]]()
    corals, stocks, boats = set[tuple[int, int]](), set[tuple[int, int]](), set[tuple[int, int]]()
    broods, landed, won = set[Brood](), set[tuple[int, int]](), set[tuple[int, int]]()
    dice = False
    for event in events:
        match event:
            case Took(seat=seat, cell=cell, card=card, coral=coral):
                cells.add(cell)
                left.add((cell, seat))
                if coral is not None:
                    corals.add((seat, coral))
                    landed.add((seat, coral))
                if card in (parts.PEARL, parts.SHARK):
                    stocks.add((seat, card - parts.PEARL))
                    won.add((seat, card - parts.PEARL))
            case Flipped(cell=cell):
                cells.add(cell)
            case Hunted(seat=seat, cell=cell, coral=coral):
                stocks.add((seat, 1))
                if cell is not None:
                    cells.add(cell)
                if coral is not None:
                    corals.add((seat, coral))
            case Bred(seat=seat, coral=coral):
                corals.add((seat, coral))
            case BroodShown(brood=shown):
                broods.add(shown)
            case Boated(seat=seat, boats=count):
                boats.add((seat, count - 1))
            case TookWorm(seat=seat, colour=colour):
                stocks.add((seat, 2 + colour))
            case Paid(seat=seat, worms=worms, pearls=pearls):
                stocks |= {(seat, 2 + colour) for colour in range(6) if worms[colour]}
                stocks |= {(seat, 0)} if pearls else set()
            case Refilled(cells=filled):
                refilled |= set(filled)
            case Rolled():
                dice = True
            case _:
                pass
    return Changes(
        frozenset(cells),
        frozenset(refilled - cells),
        frozenset(left),
        frozenset(corals),
        frozenset(stocks),
        frozenset(boats),
        frozenset(broods),
        dice,
        frozenset(landed),
        frozenset(won),
    )


def differences(before: View, now: View) -> Changes:
    """Compare two positions. A card that only flowed on has not changed."""
    pairs = tuple(enumerate(zip(before.reefs, now.reefs, strict=True)))
    cells = set[int]()
    for start in range(0, len(now.tableau), parts.COLUMNS):
        cells |= {start + place for place in _new(_row(before, start), _row(now, start))}
    return Changes(
        cells=frozenset(cells),
        refilled=frozenset(),
        left=frozenset(),
        corals=frozenset(
            (seat, i)
            for seat, (old, new) in pairs
            for i, coral in enumerate(new.corals)
            if i >= len(old.corals) or coral != old.corals[i]
        ),
        stocks=frozenset(
            (seat, i)
            for seat, (old, new) in pairs
            for i, (had, has) in enumerate(zip(_stocks(old), _stocks(new), strict=True))
            if had != has
        ),
        boats=frozenset((seat, i) for seat, (old, new) in pairs for i in range(old.boats, new.boats)),
        broods=frozenset(now.broods) - frozenset(before.broods),
        dice=(before.turn, before.dice) != (now.turn, now.dice),
    )


def _row(view: View, start: int) -> tuple[int, ...]:
    return view.tableau[start : start + parts.COLUMNS]


def _stocks(reef: Reef) -> tuple[int, ...]:
    return (reef.pearls, reef.sharks, *reef.worms)


def _new(before: tuple[int, ...], now: tuple[int, ...]) -> set[int]:
    """Return the places of a row whose card was not in it before; as many cards as can have stayed."""
    stayed = [[0] * (len(now) + 1) for _ in range(len(before) + 1)]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(now))):
            same = stayed[i + 1][j + 1] + 1 if before[i] == now[j] else 0
            stayed[i][j] = max(same, stayed[i + 1][j], stayed[i][j + 1])
    new = set[int]()
    i = 0
    for j in range(len(now)):
        rest = range(i, len(before))
        found = next(
            (k for k in rest if before[k] == now[j] and stayed[k + 1][j + 1] + 1 == stayed[i][j]), None
        )
        if found is None:
            new.add(j)
        else:
            i = found + 1
    return new
