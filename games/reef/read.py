"""Parses the tokens of actions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from games.core.errors import NoSuchPart, UnreadableToken
from games.core.words import N_
from games.reef.actions import (
    COLOUR_BY_LETTER,
    STAYS_IN_SUPPLY,
    STAYS_IN_SUPPLY_TEXT,
    Action,
    DrawCard,
    PlaceFirstCorals,
    PlayCard,
    TakeCard,
)
from games.reef.parts import CARDS, CELL_NAMES, COLOURS, READING_ORDER, parse_cell

_CARD_PATTERN: Final = "[1-9][0-9]{0,2}"
_SPACE_PATTERN: Final = "[a-d][1-4]|-"
_TOKEN_PATTERN: Final = re.compile(
    r"start:(?P<start>[yrgp]{4})"
    rf"|take:(?P<take>{_CARD_PATTERN})"
    rf"|deck>(?P<onto>{_CARD_PATTERN})"
    rf"|play:(?P<play>{_CARD_PATTERN}):(?P<first>{_SPACE_PATTERN}),(?P<second>{_SPACE_PATTERN})(?P<above>\*)?"
)
_SPACES_PATTERN: Final = re.compile(r"[^\s:,]+")
_MANY_SPACES_PATTERN: Final = re.compile(
    rf"play[\s:]+({_CARD_PATTERN})((?:[\s:,]+[a-z][0-9]\*?){{3,}})", re.IGNORECASE
)
"""Matches a play that names three or more spaces, separated by whitespace, commas or colons."""
_ANY_SPACES_PATTERN: Final = re.compile(
    rf"play:{_CARD_PATTERN}:([a-z][0-9]{{1,2}}|-)[:,]([a-z][0-9]{{1,2}}|-)\*?"
)
"""Matches a play on spaces that may not exist, such as ``e7``."""


@lru_cache(maxsize=4096)
def read_action(token: str) -> Action:
    """Parse a token and return its action.

    :raises UnreadableToken: if it is not a token in canonical form.
    :raises NoSuchPart: if it names a card or a space that doesn't exist.
    """
    token_match = _TOKEN_PATTERN.fullmatch(token)
    if token_match is None:
        _check_spaces(token)
        raise UnreadableToken(token)
    part = token_match.groupdict()
    if part["start"]:
        if len(set(part["start"])) < len(COLOURS):
            raise UnreadableToken(token)
        return PlaceFirstCorals(tuple(COLOUR_BY_LETTER[letter] for letter in part["start"]))
    number = int(part["take"] or part["onto"] or part["play"])
    if number not in CARDS:
        text = N_("There's no card {card}: the deck has cards 1 to {most}.")
        raise NoSuchPart(token, text, "RF-1.2", card=number, most=len(CARDS))
    if part["take"]:
        return TakeCard(number)
    if part["onto"]:
        return DrawCard(number)
    action = PlayCard(number, _parse_space(part["first"]), _parse_space(part["second"]), bool(part["above"]))
    if not is_canonical(action):
        raise UnreadableToken(token)
    return action


def _check_spaces(token: str) -> None:
    """Raise ``NoSuchPart`` if the token is a play that names a third space, or a space that no reef has."""
    many = _MANY_SPACES_PATTERN.fullmatch(token)
    if many is not None:
        text = N_("Card {card} has two corals: name two spaces, not {n}.")
        raise NoSuchPart(token, text, "RF-2.3", card=many[1], n=len(_SPACES_PATTERN.findall(many[2])))
    token_match = _ANY_SPACES_PATTERN.fullmatch(token)
    for space in token_match.groups() if token_match is not None else ():
        if space != STAYS_IN_SUPPLY_TEXT and space not in CELL_NAMES:
            text = N_("There's no space {space}: the spaces are a1 to d4.")
            raise NoSuchPart(token, text, "RF-2.3", space=space)


def _parse_space(name: str) -> int:
    return STAYS_IN_SUPPLY if name == STAYS_IN_SUPPLY_TEXT else parse_cell(name)


def is_canonical(action: PlayCard) -> bool:
    """Return whether a play has the canonical order of equal corals and the canonical ``is_first_above``."""
    first, second = action.first, action.second
    together = first == second and first != STAYS_IN_SUPPLY
    if CARDS[action.card].has_equal_corals:
        ordered = second == STAYS_IN_SUPPLY or (
            first != STAYS_IN_SUPPLY and READING_ORDER.index(first) <= READING_ORDER.index(second)
        )
        return ordered and not action.is_first_above
    return together or not action.is_first_above
