"""The fans in which stacks are shown: which of their cards are visible, and how much of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.coral_reef.layout import (
    LIFT_HEIGHT,
    STACK_GAP,
    STUB_HEIGHT,
    Grid,
    measure_card,
    measure_foot,
)
from games.coral_reef.parts import FACE_RANKS, LETTER_BY_CARD, Card
from games.core.picture import Box

MIN_STRIP_PERCENT: Final = 90
"""Percentage of the visible height of covered cards at which ranks and values are still whole."""


class Fan(NamedTuple):
    """The visible cards of a stack."""

    card_count: int
    """Number of visible cards. See :func:`list_visible_cards`."""
    has_stub: bool
    """Whether edges of hidden cards are shown above the visible cards."""
    new_count: int = 0
    """Number of cards inside the ring."""
    lift_height: int = 0
    """Pixels by which the cards above the ring are raised, so that the ring doesn't hide their ranks."""
    strip_height: int = 0
    """Visible height of each covered card, or 0 for that of the grid."""


def make_fan(card_count: int, new_count: int, box: Box, grid: Grid, *, is_squeezed: bool = False) -> Fan:
    """Return the visible part of a stack in its cell.

    :param is_squeezed: whether a high stack shows less of each covered card, so that it shows more of them.
    """
    lift = LIFT_HEIGHT if 0 < new_count < card_count else 0
    room = box.h - measure_foot(grid.card_width) - STACK_GAP - measure_card(grid.card_width) - lift
    if card_count <= 1 + max(0, room // grid.strip_height):
        return Fan(card_count, has_stub=False, new_count=new_count, lift_height=lift)
    least = grid.strip_height * MIN_STRIP_PERCENT // 100 if is_squeezed else grid.strip_height
    has_stub = card_count > 1 + room // least
    room -= STUB_HEIGHT * has_stub
    cards = min(card_count, 1 + max(0, room // least))
    strip = min(grid.strip_height, room // (cards - 1)) if is_squeezed and cards > 1 else 0
    return Fan(cards, has_stub and room >= 0, min(new_count, cards), lift, strip)


def measure_strip(fan: Fan, grid: Grid) -> int:
    """Return the visible height of each covered card of a fan."""
    return fan.strip_height or grid.strip_height


def measure_fan(fan: Fan, grid: Grid) -> int:
    """Return the height of a fan."""
    return (
        measure_card(grid.card_width)
        + measure_strip(fan, grid) * (fan.card_count - 1)
        + STUB_HEIGHT * fan.has_stub
        + fan.lift_height
    )


def list_visible_cards(cards: Sequence[Card], fan: Fan, *, keeps_newest: bool) -> list[Card]:
    """Return the cards of a stack that its fan shows, from the oldest to the newest.

    It shows the cards inside the ring, or at least the newest card. In the rest of the room, it prefers those
    with a negative value to others, and then newer cards to older ones.

    :param keeps_newest: whether to show the newest cards whatever their value, for replays.
    """
    hidden = len(cards) - fan.card_count
    if keeps_newest or not hidden:
        return list(cards[hidden:])
    fixed_count = max(1, fan.new_count)
    places = range(len(cards) - fixed_count)
    first = sorted(places, key=lambda place: (LETTER_BY_CARD[cards[place]] not in FACE_RANKS, -place))
    kept = sorted(first[: fan.card_count - fixed_count])
    return [*(cards[place] for place in kept), *cards[-fixed_count:]]
