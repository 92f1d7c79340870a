"""The decisions of Reef: tokens, and the order in which the interface asks for their fields.

Tokens: ``start:yrgp`` (the colours on b3, c3, b2, c2), ``take:17``, ``deck>17`` (the point goes onto 17),
``play:17:b2,c3`` (the spaces of the first and second coral of card 17; ``-`` leaves one in the supply).
Corals of one colour are written in the order of :data:`SEEN_ORDER`. Two colours on one space are stacked in
the order of the card, the first below; ``play:17:b2,b2*`` puts the first one on top.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.core.shapes import Pick
from games.core.values import value
from games.reef.parts import CARDS, CELL_NAMES, CENTRE, COLOURS, LETTERS, Colour

STAYS: Final = -1
"""Used as a space for a coral that stays in the supply (RF-2.3)."""
STAYS_TEXT: Final = "-"
DECK: Final = "deck"
FIRST_BELOW: Final = "below"
FIRST_ABOVE: Final = "above"


def format_space(cell: int) -> str:
    """Return the name of a space, or ``-`` for a coral that stays in the supply."""
    return STAYS_TEXT if cell == STAYS else CELL_NAMES[cell]


@value
class Start:
    """Place the first corals, a colour on each space of the centre (RF-1.1)."""

    colours: tuple[Colour, ...]

    @property
    def letters(self) -> str:
        """The colours as letters."""
        return "".join(LETTERS[colour] for colour in self.colours)

    @property
    def token(self) -> str:
        return f"start:{self.letters}"

    @property
    def path(self) -> tuple[Pick, ...]:
        places = zip(CENTRE, self.letters, strict=True)
        return (Pick("kind", "start"), *(Pick(CELL_NAMES[cell], letter) for cell, letter in places))


@value
class Take:
    """Take an open card by its number (RF-2.1)."""

    card: int

    @property
    def token(self) -> str:
        return f"take:{self.card}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "take"), Pick("source", str(self.card)))


@value
class Draw:
    """Take the top card of the deck and put a point on the open card ``onto`` (RF-2.2)."""

    onto: int

    @property
    def token(self) -> str:
        return f"{DECK}>{self.onto}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "take"), Pick("source", DECK), Pick("onto", str(self.onto)))


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card and place its first and second coral (RF-2.3).

    ``first_above`` is set if both go onto one space, the first on top.
    """

    card: int
    first: int
    second: int
    first_above: bool = False
    placed: tuple[tuple[int, Colour], ...] = field(init=False, repr=False, compare=False)
    """Pairs of a space and a colour, in the order of placement."""
    path: tuple[Pick, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corals = zip((self.first, self.second), CARDS[self.card].corals, strict=True)
        laid = [(cell, colour) for cell, colour in corals if cell != STAYS]
        object.__setattr__(self, "placed", tuple(reversed(laid) if self.first_above else laid))
        object.__setattr__(self, "path", _make_path(self))

    @property
    def token(self) -> str:
        above = "*" if self.first_above else ""
        return f"play:{self.card}:{format_space(self.first)},{format_space(self.second)}{above}"


def _make_path(play: Play) -> tuple[Pick, ...]:
    """Return the fields of a play. Each play caches them, because a panel reads hundreds of plays at once."""
    first, second = format_space(play.first), format_space(play.second)
    head = (Pick("kind", "play"), Pick("card", str(play.card)))
    if CARDS[play.card].alike:
        spaces = (first,) if play.second == STAYS else (first, second)
        return (*head, Pick("spaces", spaces))
    if play.first != play.second or play.first == STAYS:
        return (*head, Pick("first", first), Pick("second", second))
    order = FIRST_ABOVE if play.first_above else FIRST_BELOW
    return (*head, Pick("first", first), Pick("second", second), Pick("order", order))


Action = Start | Take | Draw | Play
START_FIELDS: Final = tuple(CELL_NAMES[cell] for cell in CENTRE)
"""The fields of :class:`Start`: the spaces of the centre."""
COLOUR_OF: Final = dict(zip(LETTERS, COLOURS, strict=True))
