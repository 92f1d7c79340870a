"""Names of colours, cards, patterns and spaces.

Heights are written as on the cards: ``3`` is exactly three, ``2+`` is two or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.core.words import N_, Msg, Words
from games.reef.parts import CARDS, CELL_NAMES, Card, Colour, PatternElement
from games.reef.stacks import STACK_HEIGHTS, TOP_COLOURS, Stack

_COLOUR_NAMES: Final = (N_("yellow"), N_("red"), N_("green"), N_("purple"))
COLOUR_LABELS: Final = tuple(map(Msg, _COLOUR_NAMES))

_SINGLE_SPACE: Final = frozenset({(0, 0)})
_ADJACENT_PAIR: Final = frozenset({(0, 0), (1, 0)})
_DIAGONAL_PAIR: Final = frozenset({(0, 0), (1, 1)})
_DIAGONAL_OF_THREE: Final = frozenset({(0, 0), (1, 1), (2, 2)})
_ROW_OF_THREE: Final = frozenset({(0, 0), (1, 0), (2, 0)})
_CORNER_PATTERN: Final = frozenset({(0, 0), (1, 0), (0, 1)})
_SQUARE_PATTERN: Final = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})


def name_colour(w: Words, colour: int) -> str:
    """Return the translated name of a colour."""
    return w(_COLOUR_NAMES[colour])


def name_colours(w: Words, colours: Iterable[int]) -> str:
    """Return the translated names of colours, separated by commas."""
    return ", ".join(name_colour(w, colour) for colour in colours)


def start_with_colours(w: Words, colours: Sequence[int]) -> str:
    """Return the joined names of colours for the start of a sentence."""
    named = w.join_list([name_colour(w, colour) for colour in colours])
    return named[:1].upper() + named[1:]


def name_element(w: Words, element: PatternElement) -> str:
    """Name the requirement of a space of a pattern, such as ``green at height 3`` or ``red at height 2+``."""
    name = w("any colour") if element.colour is None else name_colour(w, element.colour)
    if not element.height:
        return name
    return w("{colour} at height {height}", colour=name, height=_format_height(element))


def _format_height(element: PatternElement) -> str:
    return f"{element.height}{'+' if element.is_min_height else ''}"


def describe_pattern(w: Words, card: Card) -> str:
    """Describe a card's pattern in words, such as which colours are next to each other."""
    spaces = [name_element(w, element) for element in card.pattern]
    if card.ring is not None:
        return w("each {ring} around the tallest {centre}", ring=name_colour(w, card.ring), centre=spaces[0])
    kinds = set(spaces)
    if len(kinds) == 1:
        return _describe_equal_spaces(w, card, spaces[0])
    layout = _list_offsets(card)
    if layout == _ADJACENT_PAIR:
        return w("side by side: {first}, {second}", first=spaces[0], second=spaces[1])
    if layout == _DIAGONAL_PAIR:
        return w("corner to corner: {first}, {second}", first=spaces[0], second=spaces[1])
    return w("together: {spaces}", spaces=", ".join(spaces))


def _list_offsets(card: Card) -> frozenset[tuple[int, int]]:
    return frozenset((element.column, element.row) for element in card.pattern)


def _describe_equal_spaces(w: Words, card: Card, space: str) -> str:
    layout, element = _list_offsets(card), card.pattern[0]
    if layout == _SINGLE_SPACE and element.colour is None:
        return w("each stack {height} high", height=_format_height(element))
    if layout == _SINGLE_SPACE:
        return w("each {space}", space=space)
    if layout == _ADJACENT_PAIR:
        return w("two side by side: {space}", space=space)
    if layout == _DIAGONAL_OF_THREE:
        return w("three on a diagonal: {space}", space=space)
    if layout == _ROW_OF_THREE:
        return w("three in a row: {space}", space=space)
    if layout == _CORNER_PATTERN:
        return w("three in an L: {space}", space=space)
    if layout == _SQUARE_PATTERN:
        return w("a square of four: {space}", space=space)
    return w("{n} together: {space}", n=len(card.pattern), space=space)


def format_matches(w: Words, card: Card, n: int) -> str:
    """Return a short phrase about ``n`` matches of a card's pattern, such as ``3 reds in a row, twice``."""
    space, layout = card.pattern[0], _list_offsets(card)
    if card.ring is not None and space.colour is not None:
        around = format_corals(w, card.ring, n)
        return w("{corals} around the tallest {centre}", corals=around, centre=name_colour(w, space.colour))
    if layout == _SINGLE_SPACE and space.colour is None:
        return w.plural(
            "{n} stack {height} high", "{n} stacks {height} high", n, height=_format_height(space)
        )
    if layout == _SINGLE_SPACE:
        return _format_equal_spaces(w, card, n)
    pattern = _name_layout(w, card, layout)
    if n == 1:
        return pattern
    if n == 2:
        return w("{pattern}, twice", pattern=pattern)
    return w("{pattern}, {n} times", pattern=pattern, n=n)


def _name_layout(w: Words, card: Card, layout: frozenset[tuple[int, int]]) -> str:
    """Return a short phrase about a pattern of several spaces."""
    colours = [name_colour(w, one.colour) for one in card.pattern if one.colour is not None]
    if len(set(colours)) > 1:
        values = {"first": colours[0], "second": colours[1]}
        if layout == _ADJACENT_PAIR:
            return w("{first} next to {second}", **values)
        return w("{first} and {second} corner to corner", **values)
    corals = _format_equal_spaces(w, card, len(card.pattern))
    if layout == _DIAGONAL_OF_THREE:
        return w("{corals} on a diagonal", corals=corals)
    if layout == _ROW_OF_THREE:
        return w("{corals} in a row", corals=corals)
    if layout == _CORNER_PATTERN:
        return w("{corals} in an L", corals=corals)
    if layout == _SQUARE_PATTERN:
        return w("{corals} in a square", corals=corals)
    return w("{corals} side by side", corals=corals)


def _format_equal_spaces(w: Words, card: Card, n: int) -> str:
    """Return a number of corals of the colour and height that a card's pattern needs."""
    space = card.pattern[0]
    corals = format_corals(w, space.colour or Colour.YELLOW, n)
    if not space.height:
        return corals
    return w("{corals} at height {height}", corals=corals, height=_format_height(space))


def format_corals(w: Words, colour: Colour, n: int) -> str:
    """Return a number of corals of a colour, such as ``3 reds``."""
    if colour == Colour.YELLOW:
        return w.plural("{n} yellow", "{n} yellows", n)
    if colour == Colour.RED:
        return w.plural("{n} red", "{n} reds", n)
    if colour == Colour.GREEN:
        return w.plural("{n} green", "{n} greens", n)
    return w.plural("{n} purple", "{n} purples", n)


def format_points(w: Words, n: int) -> str:
    """Return a number of points as text, such as ``2 points``."""
    return w.plural("{n} point", "{n} points", n)


def format_cards(w: Words, n: int) -> str:
    """Return a number of cards as text, such as ``2 cards``."""
    return w.plural("{n} card", "{n} cards", n)


def describe_card(w: Words, number: int) -> str:
    """Describe a card in full: its number, corals, pattern and points."""
    card = CARDS[number]
    return w(
        "{number} · {corals} · {pattern} · {points}",
        number=number,
        corals=name_colours(w, card.corals),
        pattern=describe_pattern(w, card),
        points=format_points(w, card.points),
    )


def mention_card(w: Words, number: int) -> str:
    """Return a short description of a card for use in a sentence."""
    card = CARDS[number]
    return w(
        "{number} ({corals}; {pattern}; {points})",
        number=number,
        corals=name_colours(w, card.corals),
        pattern=describe_pattern(w, card),
        points=format_points(w, card.points),
    )


def describe_stack(w: Words, stack: Stack) -> str:
    """Describe a space as seen from above: the colour on top and the height."""
    if not stack:
        return w("empty")
    return f"{name_colour(w, TOP_COLOURS[stack])} {STACK_HEIGHTS[stack]}"


def describe_placed_corals(w: Words, placed: Sequence[tuple[int, Colour]]) -> str:
    """Return a phrase about which corals are placed where, each colour named once.

    Two colours on one space are described by the upper one, as in the question which of them goes on top.

    :param placed: pairs of a space and a colour, in the order in which the corals are placed.
    """
    used, colours = {cell for cell, _ in placed}, {colour for _, colour in placed}
    if len(used) == 1 and len(colours) > 1:
        cell, upper = placed[-1]
        return w("both on {cell}, {colour} on top", cell=CELL_NAMES[cell], colour=name_colour(w, upper))
    cells: dict[Colour, list[str]] = {}
    for cell, colour in placed:
        cells.setdefault(colour, []).append(CELL_NAMES[cell])
    return ", ".join(
        w("{colour} twice on {cell}", colour=name_colour(w, colour), cell=named[0])
        if len(named) > 1 and len(set(named)) == 1
        else w("{colour} on {cell}", colour=name_colour(w, colour), cell=", ".join(named))
        for colour, named in cells.items()
    )
