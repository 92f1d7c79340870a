"""Names of colours, cards, broods and payments.

Each card has a complete phrase in the table below, not one assembled from colour and sex, because other
languages inflect adjectives. Sentences separate the phrase with a colon, a comma or a dot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from games.core.words import N_, Msg, Words
from games.das_riff.parts import (
    COLOUR_LETTERS,
    COLOURS,
    PEARL_LETTER,
    Brood,
    Colour,
    get_colour,
    get_sex,
    is_fish,
)
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD

_COLOUR_NAMES: Final = (N_("red"), N_("yellow"), N_("blue"), N_("green"), N_("purple"), N_("white"))
SEX_SIGNS: Final = "♂♀"
"""Signs of the sexes, as on the cards."""
COLOUR_LABELS: Final = tuple(map(Msg, _COLOUR_NAMES))
_WORM_ACTIONS: Final = (
    N_("Take a red worm"),
    N_("Take a yellow worm"),
    N_("Take a blue worm"),
    N_("Take a green worm"),
    N_("Take a purple worm"),
    N_("Take a white worm"),
)
_CARD_NAMES: Final = (
    N_("red male"),
    N_("red female"),
    N_("yellow male"),
    N_("yellow female"),
    N_("blue male"),
    N_("blue female"),
    N_("green male"),
    N_("green female"),
    N_("purple male"),
    N_("purple female"),
    N_("white male"),
    N_("white female"),
    N_("coral"),
    N_("pearl"),
    N_("shark"),
    N_("open water"),
)


def name_colour(w: Words, colour: int) -> str:
    """Return the translated name of a colour."""
    return w(_COLOUR_NAMES[colour])


def describe_taking_worm(w: Words, colour: int) -> str:
    """Return the taking of a worm of a colour as a command."""
    return w(_WORM_ACTIONS[colour])


def name_card(w: Words, card: int) -> str:
    """Return the name of a cell's contents: a card, a face-down card or a gap."""
    if card == FACE_DOWN_CARD:
        return w("face down")
    if card == EMPTY_CELL:
        return w("gap")
    return w(_CARD_NAMES[card])


def name_card_with_sign(w: Words, card: int) -> str:
    """Return the name of a card for a button, such as ``green ♀``."""
    return (
        f"{name_colour(w, get_colour(card))} {SEX_SIGNS[get_sex(card)]}"
        if is_fish(card)
        else name_card(w, card)
    )


def name_brood(w: Words, brood: Brood) -> str:
    """Return the name of a brood: its two colours."""
    return w("{first}-{second}", first=name_colour(w, brood[0]), second=name_colour(w, brood[1]))


def format_worms(w: Words, colour: Colour, n: int) -> str:
    """Return a number of worms of one colour as text, such as ``2 red``.

    Reef counts its corals in the same English words, but worms have another gender in some languages.
    """
    if colour is Colour.RED:
        return w.plural_in_context("worms", "{n} red", "{n} red", n)
    if colour is Colour.YELLOW:
        return w.plural_in_context("worms", "{n} yellow", "{n} yellow", n)
    if colour is Colour.BLUE:
        return w.plural_in_context("worms", "{n} blue", "{n} blue", n)
    if colour is Colour.GREEN:
        return w.plural_in_context("worms", "{n} green", "{n} green", n)
    if colour is Colour.PURPLE:
        return w.plural_in_context("worms", "{n} purple", "{n} purple", n)
    return w.plural_in_context("worms", "{n} white", "{n} white", n)


def format_price(w: Words, n: int) -> str:
    """Return a price as text, such as ``3 worms``."""
    return w.plural("{n} worm", "{n} worms", n)


def format_pearls(w: Words, n: int) -> str:
    """Return a number of pearls as text, such as ``2 pearls``."""
    return w.plural("{n} pearl", "{n} pearls", n)


def list_purse_parts(w: Words, worms: Sequence[int], pearls: int = 0) -> list[str]:
    """Return a text such as ``2 red`` for each colour of worms, and one for the pearls, without zeros."""
    parts = [format_worms(w, colour, worms[colour]) for colour in COLOURS if worms[colour]]
    return [*parts, format_pearls(w, pearls)] if pearls else parts


def list_payment_parts(w: Words, letters: Iterable[str]) -> list[str]:
    """Return the worms and pearls of a payment as texts such as ``2 red``."""
    counts = Counter(letters)
    return list_purse_parts(w, [counts[letter] for letter in COLOUR_LETTERS], counts[PEARL_LETTER])


def format_payment(w: Words, letters: Iterable[str]) -> str:
    """Return a payment as text, such as ``2 red, 1 pearl``."""
    return ", ".join(list_payment_parts(w, letters)) or w("nothing")


def format_copy_count(w: Words, n: int) -> str:
    """Return the number of copies of a fish in the deck as text."""
    return w.plural("{n} in the deck", "{n} in the deck", n)
