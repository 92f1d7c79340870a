"""The actions of Reef, with their tokens and the order in which the interface asks for their fields.

- ``start:yrgp`` places the first corals: these colours on b3, c3, b2 and c2.
- ``take:17`` takes a card. ``deck>17`` takes a card from the deck and puts a point on card 17.
- ``play:17:b2,c3`` plays card 17, with its first coral on b2 and its second on c3. ``-`` leaves a coral in
  the supply.

Two corals of the same colour are written in reading order (:data:`games.reef.parts.READING_ORDER`). Two
colours on one space are stacked in the order of the card, the first one below; ``play:17:b2,b2*`` puts the
first one on top.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.core.shapes import Pick
from games.core.values import value_class
from games.reef.parts import CARDS, CELL_NAMES, CENTRE_CELLS, COLOUR_LETTERS, COLOURS, Colour

STAYS_IN_SUPPLY: Final = -1
"""Space of a coral that stays in the supply (RF-2.3)."""
STAYS_IN_SUPPLY_TEXT: Final = "-"
DECK_VALUE: Final = "deck"
FIRST_BELOW_VALUE: Final = "below"
FIRST_ABOVE_VALUE: Final = "above"


def format_space(cell: int) -> str:
    """Return the name of a space, or ``-`` for a coral that stays in the supply."""
    return STAYS_IN_SUPPLY_TEXT if cell == STAYS_IN_SUPPLY else CELL_NAMES[cell]


@value_class
class PlaceFirstCorals:
    """Place the first corals, one on each space of the centre (RF-1.1)."""

    colours: tuple[Colour, ...]

    @property
    def letters(self) -> str:
        return "".join(COLOUR_LETTERS[colour] for colour in self.colours)

    @property
    def token(self) -> str:
        return f"start:{self.letters}"

    @property
    def path(self) -> tuple[Pick, ...]:
        places = zip(CENTRE_CELLS, self.letters, strict=True)
        return (Pick("kind", "start"), *(Pick(CELL_NAMES[cell], letter) for cell, letter in places))


@value_class
class TakeCard:
    """Take the open card with this number (RF-2.1)."""

    card: int

    @property
    def token(self) -> str:
        return f"take:{self.card}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "take"), Pick("source", str(self.card)))


@value_class
class DrawCard:
    """Take the top card of the deck, and put a point on the open card ``onto`` (RF-2.2)."""

    onto: int

    @property
    def token(self) -> str:
        return f"{DECK_VALUE}>{self.onto}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "take"), Pick("source", DECK_VALUE), Pick("onto", str(self.onto)))


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card and place its two corals (RF-2.3)."""

    card: int
    first: int
    """Space of the card's first coral, or :data:`STAYS_IN_SUPPLY`."""
    second: int
    """Space of the card's second coral, or :data:`STAYS_IN_SUPPLY`."""
    is_first_above: bool = False
    """Whether both corals are on one space, with the first on top of the second."""
    placed: tuple[tuple[int, Colour], ...] = field(init=False, repr=False, compare=False)
    """Pairs of a space and a colour, in the order in which the corals are placed."""
    path: tuple[Pick, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corals = zip((self.first, self.second), CARDS[self.card].corals, strict=True)
        laid = [(cell, colour) for cell, colour in corals if cell != STAYS_IN_SUPPLY]
        object.__setattr__(self, "placed", tuple(reversed(laid) if self.is_first_above else laid))
        object.__setattr__(self, "path", _list_picks(self))

    @property
    def token(self) -> str:
        above = "*" if self.is_first_above else ""
        return f"play:{self.card}:{format_space(self.first)},{format_space(self.second)}{above}"


def _list_picks(play: PlayCard) -> tuple[Pick, ...]:
    """Return the fields of a play. Each play stores them, because a panel reads hundreds of plays."""
    first, second = format_space(play.first), format_space(play.second)
    head = (Pick("kind", "play"), Pick("card", str(play.card)))
    if CARDS[play.card].has_equal_corals:
        spaces = (first,) if play.second == STAYS_IN_SUPPLY else (first, second)
        return (*head, Pick("spaces", spaces))
    if play.first != play.second or play.first == STAYS_IN_SUPPLY:
        return (*head, Pick("first", first), Pick("second", second))
    order = FIRST_ABOVE_VALUE if play.is_first_above else FIRST_BELOW_VALUE
    return (*head, Pick("first", first), Pick("second", second), Pick("order", order))


Action = PlaceFirstCorals | TakeCard | DrawCard | PlayCard
START_FIELDS: Final = tuple(CELL_NAMES[cell] for cell in CENTRE_CELLS)
"""Fields of :class:`PlaceFirstCorals`, one for each space of the centre."""
COLOUR_BY_LETTER: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
