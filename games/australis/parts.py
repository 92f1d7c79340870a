"""The components of Australis.

All numbers come from the published rules, unless a comment marks them as derived or reconstructed. If you own
the game and find a reconstructed number wrong, this is the only file to change.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import Final, NamedTuple


class Colour(IntEnum):
    """Colours of dice."""

    WHITE = 0
    YELLOW = 1
    BLUE = 2
    VIOLET = 3
    RED = 4

    @property
    def letter(self) -> str:
        """The colour's letter in tokens."""
        return COLOUR_LETTERS[self]


COLOUR_LETTERS: Final = "wybvr"
COLOURS: Final = tuple(Colour)
WHITE, YELLOW, BLUE, VIOLET, RED = COLOURS
COMPETITION_COLOURS: Final = (BLUE, VIOLET, RED)
"""Colours of the dice that enter the competition."""


class Die(NamedTuple):
    """A die with the face that it shows."""

    colour: Colour
    value: int
    """The number on the face, or the number of fish or cards on it."""
    circles: int = 0

    @property
    def code(self) -> str:
        """The face in tokens: ``b5``, ``w12`` (one card, two circles), ``y31`` (three fish, one circle)."""
        circles = str(self.circles) if self.colour <= Colour.YELLOW else ""
        return f"{self.colour.letter}{self.value}{circles}"


DIE_FACES: Final[tuple[tuple[Die, ...], ...]] = (
    # White: the rules give the numbers of cards (1 or 2). How often each occurs, and the circles, are
    # reconstructed.
    tuple(Die(Colour.WHITE, *face) for face in ((1, 1), (1, 2), (1, 3), (2, 0), (2, 0), (2, 1))),
    # Yellow: the rules give the numbers of fish (2 to 5). How often each occurs, and the circles, are
    # reconstructed.
    tuple(Die(Colour.YELLOW, *face) for face in ((2, 2), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0))),
    tuple(Die(Colour.BLUE, value) for value in range(2, 8)),
    tuple(Die(Colour.VIOLET, value) for value in range(3, 9)),
    tuple(Die(Colour.RED, value) for value in range(4, 10)),
)
DIE_SIDE_COUNT: Final = 6
DIE_BY_CODE: Final[dict[str, Die]] = {die.code: die for faces in DIE_FACES for die in faces}
DICE_PER_SEAT: Final = 4
"""Number of dice that a seat takes in a round, and of colours with one die for each seat."""
ROUND_COUNT: Final = 5


class CardFunction(IntEnum):
    """The effect of an advantage card."""

    CIRCLES = 0
    FISH = 1
    TURTLE = 2
    CORAL = 3
    COMPETITION = 4


CARD_FUNCTION_LETTERS: Final = "pftcd"
Card = int
"""Kind of an advantage card, as an index into :data:`CARD_KINDS`."""
CARD_KINDS: Final[tuple[tuple[CardFunction, Colour], ...]] = (
    # The rules give the colours of competition cards. The other colours are reconstructed.
    (CardFunction.CIRCLES, Colour.YELLOW),
    (CardFunction.CIRCLES, Colour.BLUE),
    (CardFunction.CIRCLES, Colour.VIOLET),
    (CardFunction.FISH, Colour.WHITE),
    (CardFunction.FISH, Colour.BLUE),
    (CardFunction.FISH, Colour.VIOLET),
    (CardFunction.TURTLE, Colour.WHITE),
    (CardFunction.TURTLE, Colour.YELLOW),
    (CardFunction.TURTLE, Colour.VIOLET),
    (CardFunction.CORAL, Colour.WHITE),
    (CardFunction.CORAL, Colour.YELLOW),
    (CardFunction.CORAL, Colour.BLUE),
    (CardFunction.COMPETITION, Colour.BLUE),
    (CardFunction.COMPETITION, Colour.VIOLET),
    (CardFunction.COMPETITION, Colour.RED),
)
CARD_CODES: Final = tuple(CARD_FUNCTION_LETTERS[function] + colour.letter for function, colour in CARD_KINDS)
"""Codes of the cards, such as ``tw``: the turtle card for white dice."""
CARD_BY_CODE: Final[dict[str, Card]] = {code: card for card, code in enumerate(CARD_CODES)}
CARD_SECTIONS: Final = tuple(
    None if function == CardFunction.COMPETITION else int(colour) for function, colour in CARD_KINDS
)
"""Colour of the section in which a card is kept, by kind of card, or ``None`` for competition cards."""
CARD_COPIES: Final = 3
"""Number of copies of each card. Reconstructed: three of each of the fifteen kinds make the printed 45."""
SHELL_CARD_COPIES: Final = 1
"""Number of these copies with a shell. Reconstructed: one of each kind makes the printed 15."""
MIN_SHELL_SEATS: Final = 4
"""Minimum number of seats at which the shell cards and the second grey cube on the track are used."""
DISPLAY_SIZE: Final = 6
MAX_SECTION_CARDS: Final = 3
"""Maximum number of cards in a section of a board."""
CARD_CIRCLES: Final = 2
CARD_FISH: Final = 1
CARD_SPACES: Final = 1
"""Number of circles, fish or spaces on a card with that function."""


def get_card_function(card: Card) -> CardFunction:
    """Return the effect of a card."""
    return CARD_KINDS[card][0]


def get_colour(card: Card) -> Colour:
    """Return the colour of a card, which is also the colour of the dice that trigger it."""
    return CARD_KINDS[card][1]


def count_copies(seat_count: int) -> int:
    """Return the number of copies of each kind of card in a match with this number of seats."""
    return CARD_COPIES if seat_count >= MIN_SHELL_SEATS else CARD_COPIES - SHELL_CARD_COPIES


CORALS_PER_SEAT: Final = 16
"""Number of corals in each seat's supply at the start."""
FISH_COUNT: Final = 106
"""Number of fish in the supply, as 34 pieces of one fish and 24 of three."""
FOOD_SLOTS: Final = 6
"""Number of food cubes that a board holds. Further cubes leave the game."""
FOOD_SPACES: Final = (5, 11, 15)
GREY_CUBE_SPACE: Final = 17
GREY_CUBES_BESIDE_BOARD: Final = 3
"""Number of grey cubes beside the board, one with each silver tile of the first rounds."""
GREY_CUBE_ROUNDS: Final = 3


def count_grey_cubes(seat_count: int) -> int:
    """Return the number of grey cubes on the track at the start of a match with this number of seats."""
    return 2 if seat_count >= MIN_SHELL_SEATS else 1


TRACK_ENDS: Final = (25, 18)
"""Last space of the track, by choice of option, the default first. Both values are reconstructed."""
REEF_NUMBERS: Final = (3, 4, 5, 6, 7, 8)
SECTION_STARTS: Final = (0, 4, 7, 10, 13, 16)
"""First space of each reef's section of the track. Derived for reefs 6, 7 and 8."""
FIRST_PLACE_POINTS: Final = (1, 2, 2, 3, 3, 4)
"""Points for most corals on each reef. Reconstructed, except for reef 5."""
SECOND_PLACE_POINTS: Final = (0, 0, 1, 1, 2, 2)
"""Points for second most corals on each reef. Reconstructed for reefs 6, 7 and 8."""
SCHOOL_FISH: Final = (3, 6, 10, 15, 21, 28)
"""Number of fish fed by 1 to 6 cubes. Reconstructed, except for 2 cubes."""
SCHOOL_POINTS: Final = (1, 3, 7, 13, 21, 31)
"""Points for fish fed by 1 to 6 cubes. Reconstructed, except for 2 and 3 cubes."""
GOLD_TILE_POINTS: Final = (7, 8, 9, 12, 15)
SILVER_TILE_POINTS: Final = (3, 3, 4, 5, 6)
"""Points of the silver tile of each round. Reconstructed, except for the first."""
TOKEN_POINTS: Final = 1
CORAL_POINTS: Final = 1
"""Points for each coral on a reef at the end of the match."""


def find_landing_space(wanted_space: int, occupied_spaces: Collection[int], last_space: int) -> int:
    """Return the first free space from ``wanted_space`` on, or the last space, which turtles can share."""
    while wanted_space < last_space and wanted_space in occupied_spaces:
        wanted_space += 1
    return min(wanted_space, last_space)


def find_reef(space: int) -> int:
    """Return the number of the reef whose section of the current has this space."""
    return REEF_NUMBERS[sum(1 for start in SECTION_STARTS if start <= space) - 1]
