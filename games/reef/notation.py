"""Makes positions from short strings, for lessons and tests.

A reef is written with row 4 first, as its player sees it. A stack is written as its colours from bottom to
top, an empty space as a dot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.reef.parts import CARDS, COLOUR_LETTERS, COLOURS, CORALS_PER_COLOUR_BY_SEAT_COUNT, READING_ORDER
from games.reef.stacks import EMPTY_STACK, Reef, add_coral, list_corals
from games.reef.state import Seat, State
from games.reef.view import PLAY_STAGE, OpenCard, Ruleset, Supply

DEFAULT_OPTIONS = {"start": "fixed", "deck": "face_down", "deck_end": "at_once"}


def parse_stack(text: str) -> int:
    """Return a stack, given the letters of its colours from bottom to top."""
    stack = EMPTY_STACK
    for letter in text.strip("."):
        stack = add_coral(stack, COLOUR_LETTERS.index(letter))
    return stack


def parse_reef(*rows: str) -> Reef:
    """Return the reef with these rows, row 4 first. Stacks in a row are separated by spaces."""
    spaces = [0] * 16
    for cell, text in zip(READING_ORDER, " ".join(rows).split(), strict=True):
        spaces[cell] = parse_stack(text)
    return tuple(spaces)


def fill_reef(text: str) -> Reef:
    """Return a reef with the same stack on every space."""
    return (parse_stack(text),) * 16


START_REEF = parse_reef(". . . .", ". y r .", ". g p .", ". . . .")
BARE_REEF = fill_reef(".")


def find_played_cards(coral_counts: Counter[int], cards: Sequence[int]) -> tuple[int, ...]:
    """Return some of ``cards`` that together have exactly the corals in ``coral_counts`` (numbers by colour).

    :raises ValueError: if no cards have exactly these corals.
    """
    cards_played = _find_played_cards(coral_counts, tuple(cards))
    if cards_played is None:
        raise ValueError(f"no cards bring the corals {dict(coral_counts)}")
    return cards_played


def _find_played_cards(coral_counts: Counter[int], cards: tuple[int, ...]) -> tuple[int, ...] | None:
    if not coral_counts.total():
        return ()
    colour = min(coral_counts)
    for i, number in enumerate(cards):
        brings = Counter(map(int, CARDS[number].corals))
        if colour in brings and brings <= coral_counts:
            rest = _find_played_cards(coral_counts - brings, cards[:i] + cards[i + 1 :])
            if rest is not None:
                return (number, *rest)
    return None


def make_position(
    hands: Sequence[Sequence[int]] = ((1, 2), (3, 4)),
    reefs: Sequence[Reef] = (),
    display: Sequence[tuple[int, int]] = ((50, 0), (51, 0), (52, 0)),
    deck: Sequence[int] | None = None,
    points: Sequence[int] = (),
    supply: Supply | None = None,
    active_seat: int = 0,
    starter: int = 0,
    **switches: str,
) -> State:
    """Return a position that uses every card in the box.

    Each seat's discard pile holds cards whose corals are exactly those in its reef, except the four first
    corals. The remaining cards are in the deck. If ``deck`` is given, all cards not given are instead in the
    last seat's discard pile.

    :raises ValueError: if a card is given twice, or a reef can't be built from the cards.
    """
    count = len(hands)
    reefs = list(reefs) + [START_REEF] * (count - len(reefs))
    points = list(points) + [3] * (count - len(points))
    named = [
        *(deck or ()),
        *(number for number, _ in display),
        *(number for hand in hands for number in hand),
    ]
    if len(set(named)) < len(named):
        raise ValueError("a card is named twice")
    rest = tuple(number for number in CARDS if number not in named)
    played: list[tuple[int, ...]] = [()] * count
    if deck is None:
        for i, one in enumerate(reefs):
            laid = Counter(int(colour) for pile in one for colour in list_corals(pile))
            played[i] = find_played_cards(laid - Counter(map(int, COLOURS)), rest)
            rest = tuple(number for number in rest if number not in played[i])
        deck = rest
    else:
        played[-1] = rest
    if supply is None:
        supply = _count_supply(reefs)
    seats = tuple(Seat(reefs[i], tuple(sorted(hands[i])), points[i], played[i]) for i in range(count))
    ruleset = Ruleset(**(DEFAULT_OPTIONS | switches))
    shown = tuple(OpenCard(number, lying) for number, lying in display)
    return State(ruleset, PLAY_STAGE, active_seat, starter, supply, tuple(deck), shown, seats)


def _count_supply(reefs: Sequence[Reef]) -> Supply:
    """Return the number of corals of each colour that are left when these reefs have been built."""
    laid = [colour for reef in reefs for pile in reef for colour in list_corals(pile)]
    yellow, red, green, purple = (
        max(0, CORALS_PER_COLOUR_BY_SEAT_COUNT[len(reefs)] - laid.count(colour)) for colour in COLOURS
    )
    return yellow, red, green, purple
