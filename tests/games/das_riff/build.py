"""Positions in a few readable words.

Cards: ``rm`` a red male, ``bf`` a blue female, ``co`` coral, ``pe`` pearl, ``sh`` shark, ``wa`` water,
``..`` a gap; ``?gf`` lies face down. Rows are filled up with water. Corals: ``.`` empty, ``rf`` a lone
parent, ``br!`` a brood.
"""

from __future__ import annotations

from typing import Any

from games.core.rng import Chance
from games.das_riff.events import Event
from games.das_riff.parts import (
    BROODS,
    COLOURS,
    COLUMNS,
    CORAL,
    LETTERS,
    PEARL,
    SHARK,
    WATER,
    WORMS_PER_COLOUR,
    Brood,
    fish,
)
from games.das_riff.rules import RULES
from games.das_riff.state import FACE_DOWN, River, Ruleset, State, Turn
from games.das_riff.view import ACT, GAP, Coral, Reef
from tests.games.clauses import refusal

KEY = b"das riff clause tests"
_NAMED = {"co": CORAL, "pe": PEARL, "sh": SHARK, "wa": WATER, "..": GAP}


def card(name: str) -> int:
    if name.startswith("?"):
        return card(name[1:]) + FACE_DOWN
    if name in _NAMED:
        return _NAMED[name]
    return fish(LETTERS.index(name[0]), "mf".index(name[1]))


def cards(names: str) -> tuple[int, ...]:
    return tuple(card(name) for name in names.split())


def brood(name: str) -> Brood:
    low, high = sorted(LETTERS.index(letter) for letter in name)
    return low, high


def coral(name: str) -> Coral:
    if name == ".":
        return Coral()
    return Coral(brood=brood(name[:2])) if name.endswith("!") else Coral(parent=card(name))


def counts(worms: str) -> Any:
    return tuple(worms.count(letter) for letter in LETTERS)


def reef(worms: str = "", *, pearls: int = 0, sharks: int = 0, corals: str = "", boats: int = 1) -> Reef:
    return Reef(boats, counts(worms), pearls, sharks, tuple(coral(name) for name in corals.split()))


def position(
    me: Reef | None = None,
    other: Reef | None = None,
    *,
    a: str = "",
    b: str = "",
    c: str = "",
    d: str = "",
    seat: int = 0,
    stage: str = ACT,
    dice: str = "rb",
    missing: int = 0,
    flipped: int | None = None,
    quiet: int = 1,
    draw: str = "wa " * 20,
    discard: str = "",
    broods: str = "br yy gw pp",
    pile: str = "",
    bank: str | None = None,
    deck: str = "a",
    reshuffle: str = "discard_seven",
) -> State:
    """A position in which ``seat`` is active and owns ``me``. Worms that nobody holds are in the bank."""
    mine, yours = me or reef(), other or reef()
    tableau: list[int] = []
    for row, filler in zip((a, b, c, d), ("wa", "?wa", "?wa", "wa"), strict=True):
        tableau += [*cards(row), *[card(filler)] * COLUMNS][:COLUMNS]
    shown = tuple(brood(name) for name in broods.split())
    used = {*shown, *(coral.brood for owner in (mine, yours) for coral in owner.corals)}
    first = [brood(name) for name in pile.split()]
    rest = [each for each in BROODS if each not in used and each not in first]
    banked: Any = tuple(
        WORMS_PER_COLOUR - one - two for one, two in zip(mine.worms, yours.worms, strict=True)
    )
    one, two = (COLOURS[LETTERS.index(letter)] for letter in dice)
    return State(
        Ruleset(deck, reshuffle),
        Turn(stage, seat, (one, two), missing, flipped, quiet),
        River(tuple(tableau), cards(draw), tuple(sorted(cards(discard)))),
        shown,
        (*first, *rest),
        banked if bank is None else counts(bank),
        (yours, mine) if seat else (mine, yours),
    )


def asked(state: State) -> int:
    return RULES.to_act(state)[0]


def tokens(state: State) -> list[str]:
    """What the seat to act may do."""
    return [action.token for action in RULES.legal_actions(state, asked(state))]


def do(state: State, *moves: str) -> State:
    for move in moves:
        state, _ = step(state, move)
    return state


def step(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    """Do what must be legal, and return what happened as well."""
    seat, action = asked(state), RULES.read(move)
    assert RULES.is_legal(state, seat, action), f"{move}: {RULES.refusal(state, seat, action)}"
    return RULES.apply(state, seat, action, Chance(KEY, 1))


def refused(state: State, move: str) -> str:
    """The clause and the sentence with which what must be illegal is refused."""
    return refusal(RULES, state, asked(state), move)
