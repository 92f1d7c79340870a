"""Names of dice, cards and counts.

Each card has a complete phrase in the table below, not one assembled from colour and function, because other
languages inflect adjectives. Sentences separate the phrase with a colon, a comma or a dot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.australis.names import describe_face, name_die
from games.australis.parts import ROUND_COUNT, TOKEN_POINTS, Card, Colour, Die
from games.australis.view import View
from games.core.words import N_, Words

_CARD_NAMES: Final = (
    N_("yellow card, 2 points"),
    N_("blue card, 2 points"),
    N_("violet card, 2 points"),
    N_("white card, 1 fish"),
    N_("blue card, 1 fish"),
    N_("violet card, 1 fish"),
    N_("white card, turtle +1"),
    N_("yellow card, turtle +1"),
    N_("violet card, turtle +1"),
    N_("white card, coral"),
    N_("yellow card, coral"),
    N_("blue card, coral"),
    N_("blue competition card, +1"),
    N_("violet competition card, +1"),
    N_("red competition card, +1"),
)
_GAIN_EMOJI: Final = ("🃏", "🐟", "🐢", "🪸")
"""Emoji for the gain from a die, by its colour."""
MAX_LABEL_LENGTH: Final = 80
MAX_HINT_LENGTH: Final = 100
MAX_QUESTION_LENGTH: Final = 200
MAX_PHRASE_LENGTH: Final = 90


def find_reader(view: View) -> int:
    """Return the seat that a text addresses: the viewer, the active seat or, after the match, seat 0."""
    if view.viewer is not None:
        return view.viewer
    return view.active_seat or 0


def name_card(w: Words, card: Card) -> str:
    """Return the translated name of a card."""
    return w(_CARD_NAMES[card])


def format_cards(w: Words, n: int) -> str:
    """Return a number of cards as text, such as ``2 cards``."""
    return w.plural("{n} card", "{n} cards", n)


def format_fish(w: Words, n: int) -> str:
    """Return a number of fish as text, such as ``2 fish``."""
    return w.plural("{n} fish", "{n} fish", n)


def format_points(w: Words, n: int) -> str:
    """Return a number of points as text, such as ``2 points``."""
    return w.plural("{n} point", "{n} points", n)


def format_die(w: Words, die: Die, round: int) -> str:
    """Return the gain from a die, so short that two such texts fit in a phone's row of buttons.

    :param round: number of the round.
    """
    if die.colour == Colour.WHITE and die.circles:
        return w.plural("{n} card · +{points}", "{n} cards · +{points}", die.value, points=die.circles)
    if die.colour == Colour.YELLOW and die.circles:
        return w.plural("{n} fish · +{points}", "{n} fish · +{points}", die.value, points=die.circles)
    if die.colour == Colour.WHITE:
        return format_cards(w, die.value)
    if die.colour == Colour.YELLOW:
        return format_fish(w, die.value)
    if die.colour == Colour.BLUE:
        return w("Swim {n}", n=die.value)
    if die.colour == Colour.VIOLET:
        return w("Reef {reef}", reef=die.value)
    if round < ROUND_COUNT:
        return w("Begin round {round}", round=round + 1)
    return w("+{points} at the end", points=TOKEN_POINTS)


def format_die_with_signs(w: Words, die: Die) -> str:
    """Return the gain from a die, so short that three such texts fit in a phone's row of buttons."""
    if die.colour == Colour.RED:
        return w("Go first")
    circles = f"+{die.circles}" if die.circles else ""
    return f"{die.value}{_GAIN_EMOJI[die.colour]}{circles}"


def describe_gain(w: Words, die: Die) -> str:
    """Return a die's colour and what it gives, such as ``blue: turtle +3``."""
    if die.colour == Colour.WHITE:
        return w("white: {shown}", shown=describe_face(die))
    if die.colour == Colour.YELLOW:
        return w("yellow: {shown}", shown=describe_face(die))
    if die.colour == Colour.BLUE:
        return w("blue: turtle +{spaces}", spaces=die.value)
    if die.colour == Colour.VIOLET:
        return w("violet: coral up to reef {reef}", reef=die.value)
    return w("red: first-player token")


def name_dice(w: Words, dice: Sequence[Die]) -> str:
    """Return the names of dice, with a number for equal dice."""
    parts = []
    for die in dict.fromkeys(dice):
        n, name = dice.count(die), w.msg(name_die(die))
        parts.append(name if n == 1 else w("{n} × {name}", n=n, name=name))
    return "; ".join(parts) or w("none")
