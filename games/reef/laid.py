"""Positions laid out for lessons and tests: row 4 first, a stack from below, a dot where nothing stands."""

from __future__ import annotations

from collections.abc import Sequence

from games.reef.parts import CARDS, COLOURS, CORALS, LETTERS, SEEN_ORDER
from games.reef.stacks import EMPTY, Reef, corals, on
from games.reef.state import Seat, State
from games.reef.view import PLAY, Open, Ruleset, Supply

FIXED = {"start": "fixed", "deck": "face_down", "deck_end": "at_once"}


def stack(text: str) -> int:
    """Return a stack from its letters."""
    made = EMPTY
    for letter in text.strip("."):
        made = on(made, LETTERS.index(letter))
    return made


def reef(*rows: str) -> Reef:
    """Return a reef from its rows."""
    spaces = [0] * 16
    for cell, text in zip(SEEN_ORDER, " ".join(rows).split(), strict=True):
        spaces[cell] = stack(text)
    return tuple(spaces)


def everywhere(text: str) -> Reef:
    """Return a reef with the same stack on every space."""
    return (stack(text),) * 16


START = reef(". . . .", ". y r .", ". g p .", ". . . .")
BARE = everywhere(".")


def position(
    hands: Sequence[Sequence[int]] = ((1, 2), (3, 4)),
    reefs: Sequence[Reef] = (),
    display: Sequence[tuple[int, int]] = ((50, 0), (51, 0), (52, 0)),
    deck: Sequence[int] = (30, 31, 32, 33, 34),
    points: Sequence[int] = (),
    supply: Supply | None = None,
    turn: int = 0,
    starter: int = 0,
    **switches: str,
) -> State:
    """Return a position in which every card not named has been played by the last seat."""
    count = len(hands)
    reefs = list(reefs) + [START] * (count - len(reefs))
    points = list(points) + [3] * (count - len(points))
    used = {*deck, *(number for number, _ in display), *(number for hand in hands for number in hand)}
    rest = tuple(number for number in CARDS if number not in used)
    if supply is None:
        laid = [colour for one in reefs for pile in one for colour in corals(pile)]
        yellow, red, green, purple = (max(0, CORALS[count] - laid.count(colour)) for colour in COLOURS)
        supply = (yellow, red, green, purple)
    seats = tuple(
        Seat(reefs[i], tuple(sorted(hands[i])), points[i], rest if i == count - 1 else ())
        for i in range(count)
    )
    ruleset = Ruleset(**(FIXED | switches))
    shown = tuple(Open(number, lying) for number, lying in display)
    return State(ruleset, PLAY, turn, starter, supply, tuple(deck), shown, seats)
