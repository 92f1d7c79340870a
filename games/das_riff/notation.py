"""Makes positions from short strings, for lessons and tests.

- Cards: ``rm`` is a red male, ``bf`` a blue female, ``co`` coral, ``pe`` pearl, ``sh`` shark, ``wa`` water,
  ``..`` a gap, and ``?gf`` a face-down green female.
- Corals: ``.`` is empty, ``rf`` has a lone parent, ``br!`` a brood.
- Cells that aren't given contain water in rows A and D, and face-down cards in rows B and C.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.das_riff.parts import (
    BROODS,
    COLOUR_LETTERS,
    COLOURS,
    COLUMN_COUNT,
    CORAL_CARD,
    DECKS,
    PEARL_CARD,
    SHARK_CARD,
    WATER_CARD,
    WORMS_PER_COLOUR,
    Brood,
    Card,
    make_fish,
)
from games.das_riff.public import list_kept_cards
from games.das_riff.state import FACE_DOWN_OFFSET, River, Ruleset, State, Turn
from games.das_riff.view import ACT_STAGE, EMPTY_CELL, Coral, Reef

_CARD_BY_NAME = {"co": CORAL_CARD, "pe": PEARL_CARD, "sh": SHARK_CARD, "wa": WATER_CARD, "..": EMPTY_CELL}


def parse_card(name: str) -> int:
    """Return the contents of a cell, given their short name such as ``rm``."""
    if name.startswith("?"):
        return parse_card(name[1:]) + FACE_DOWN_OFFSET
    if name in _CARD_BY_NAME:
        return _CARD_BY_NAME[name]
    return make_fish(COLOUR_LETTERS.index(name[0]), "mf".index(name[1]))


def parse_cards(names: str) -> tuple[int, ...]:
    """Return the contents of cells, given their short names separated by spaces."""
    return tuple(parse_card(name) for name in names.split())


def parse_brood(name: str) -> Brood:
    """Return the breeding card of two colours, given their letters."""
    low, high = sorted(COLOUR_LETTERS.index(letter) for letter in name)
    return low, high


def parse_coral(name: str) -> Coral:
    """Return a coral, given its contents such as ``br!``."""
    if name == ".":
        return Coral()
    return Coral(brood=parse_brood(name[:2])) if name.endswith("!") else Coral(parent=parse_card(name))


def parse_worms(worms: str) -> Any:
    """Count the worms of each colour, given a letter for each worm."""
    return tuple(worms.count(letter) for letter in COLOUR_LETTERS)


def make_reef(worms: str = "", *, pearls: int = 0, sharks: int = 0, corals: str = "", boats: int = 1) -> Reef:
    """Return a seat's reef.

    :param worms: a colour letter for each worm.
    :param corals: the contents of each coral, such as ``br!``, separated by spaces.
    """
    return Reef(
        boats, parse_worms(worms), pearls, sharks, tuple(parse_coral(name) for name in corals.split())
    )


def _list_cards_left(given: Iterable[int], deck: str) -> list[Card]:
    """Return the cards of the deck that aren't given, sorted by kind.

    :param given: face-up or face-down cards, and gaps.
    :raises ValueError: if more cards are given than the deck has.
    """
    counts = Counter(dict(enumerate(DECKS[deck])))
    counts.subtract(card % FACE_DOWN_OFFSET for card in given if card != EMPTY_CELL)
    if min(counts.values()) < 0:
        raise ValueError(f"more than the box has: {counts}")
    return list(counts.elements())


def _fill_river(river: River, down: tuple[str, str], held: Iterable[Card], deck: str) -> River:
    """Deal the remaining cards of the deck to the remaining face-down cells and to the draw pile.

    :param down: the cards given for rows B and C.
    :param held: the cards of both reefs.
    """
    free_cells = [
        row * COLUMN_COUNT + column
        for row, cards in enumerate(down, 1)
        for column in range(len(cards.split()), COLUMN_COUNT)
    ]
    lying = [card for cell, card in enumerate(river.tableau) if cell not in free_cells]
    cards_left = _list_cards_left([*lying, *river.draw_pile, *river.discard, *held], deck)
    # Deal cards at equal distances, so that cards of every kind are face down.
    step = len(cards_left) // len(free_cells)
    dealt_indices = range(0, step * len(free_cells), step)
    tableau = list(river.tableau)
    for cell, index in zip(free_cells, dealt_indices, strict=True):
        tableau[cell] = cards_left[index] + FACE_DOWN_OFFSET
    undealt = [card for index, card in enumerate(cards_left) if index not in dealt_indices]
    return River(tuple(tableau), (*river.draw_pile, *undealt), river.discard)


def _arrange_brood_pile(first: str, face_up: Sequence[Brood], reefs: Sequence[Reef]) -> tuple[Brood, ...]:
    """Return the face-down breeding cards: those in ``first``, and then all that are left."""
    on_top = [parse_brood(name) for name in first.split()]
    used = {*on_top, *face_up, *(coral.brood for reef in reefs for coral in reef.corals)}
    return (*on_top, *(brood for brood in BROODS if brood not in used))


def _count_bank(reefs: Sequence[Reef]) -> Any:
    """Return the number of worms of each colour that no reef has."""
    return tuple(WORMS_PER_COLOUR - sum(held) for held in zip(*(reef.worms for reef in reefs), strict=True))


def make_position(
    me: Reef | None = None,
    other: Reef | None = None,
    *,
    a: str = "",
    b: str = "",
    c: str = "",
    d: str = "",
    seat: int = 0,
    stage: str = ACT_STAGE,
    dice: str = "rb",
    missing: int = 0,
    flipped: int | None = None,
    quiet: int = 1,
    draw: str = "",
    discard: str = "",
    broods: str = "br yy gw pp",
    pile: str = "",
    bank: str | None = None,
    deck: str = "a",
    reshuffle: str = "discard_seven",
    uses_all_cards: bool = True,
) -> State:
    """Return a position in which ``seat`` is active and has the reef ``me``.

    Worms that neither reef has are in the bank. Cards of the deck that aren't given fill the remaining
    face-down cells and, after ``draw``, the draw pile.

    :param a: cards of row A, starting at the sea edge. ``b``, ``c`` and ``d`` are the other rows.
    :param missing: number of worms that the active seat must still choose.
    :param quiet: number of turns without a brood.
    :param pile: first face-down breeding cards. All others follow them.
    :param uses_all_cards: whether to use every card of the deck. Otherwise cards that aren't given are left
        out, and cells that aren't given contain water.
    :raises ValueError: if more cards are given than the deck has.
    """
    reefs = (me or make_reef(), other or make_reef())
    tableau: list[int] = []
    for row, filler in zip((a, b, c, d), ("wa", "?wa", "?wa", "wa"), strict=True):
        tableau += [*parse_cards(row), *[parse_card(filler)] * COLUMN_COUNT][:COLUMN_COUNT]
    river = River(tuple(tableau), parse_cards(draw), tuple(sorted(parse_cards(discard))))
    if uses_all_cards:
        river = _fill_river(river, (b, c), [card for reef in reefs for card in list_kept_cards(reef)], deck)
    face_up = tuple(parse_brood(name) for name in broods.split())
    first_die, second_die = (COLOURS[COLOUR_LETTERS.index(letter)] for letter in dice)
    return State(
        ruleset=Ruleset(deck, reshuffle),
        turn=Turn(
            stage=stage,
            seat=seat,
            dice=(first_die, second_die),
            missing=missing,
            flipped=flipped,
            quiet_turns=quiet,
        ),
        river=river,
        broods=face_up,
        brood_pile=_arrange_brood_pile(pile, face_up, reefs),
        bank=_count_bank(reefs) if bank is None else parse_worms(bank),
        reefs=reefs[::-1] if seat else reefs,
    )
