"""Parses tokens in canonical form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from games.core.errors import NoSuchPart, UnreadableToken
from games.core.words import N_
from games.reef.actions import COLOUR_OF, STAYS, STAYS_TEXT, Action, Draw, Play, Start, Take
from games.reef.parts import CARDS, CELL_NAMES, COLOURS, SEEN_ORDER, parse_cell

_CARD: Final = "[1-9][0-9]{0,2}"
_SPACE: Final = "[a-d][1-4]|-"
_TOKEN: Final = re.compile(
    r"start:(?P<start>[yrgp]{4})"
    rf"|take:(?P<take>{_CARD})"
    rf"|deck>(?P<onto>{_CARD})"
    rf"|play:(?P<play>{_CARD}):(?P<first>{_SPACE}),(?P<second>{_SPACE})(?P<above>\*)?"
)
_SPACES: Final = re.compile(r"[^\s:,]+")
_MANY_SPACES: Final = re.compile(rf"play[\s:]+({_CARD})((?:[\s:,]+[a-z][0-9]\*?){{3,}})", re.IGNORECASE)
"""Matches a play that names three or more spaces, separated by whitespace, commas or colons."""
_ANYWHERE: Final = re.compile(rf"play:{_CARD}:([a-z][0-9]{{1,2}}|-)[:,]([a-z][0-9]{{1,2}}|-)\*?")
"""Matches a play on spaces that may not exist, such as ``e7``."""


@lru_cache(maxsize=4096)
def read(token: str) -> Action:
    """Parse a token and return its action.

    :raises UnreadableToken: if it is not a token in canonical form.
    :raises NoSuchPart: if it names a card or a space that doesn't exist.
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        _check_spaces(token)
        raise UnreadableToken(token)
    part = found.groupdict()
    if part["start"]:
        if len(set(part["start"])) < len(COLOURS):
            raise UnreadableToken(token)
        return Start(tuple(COLOUR_OF[letter] for letter in part["start"]))
    number = int(part["take"] or part["onto"] or part["play"])
    if number not in CARDS:
        text = N_("There's no card {card}: the deck has cards 1 to {most}.")
        raise NoSuchPart(token, text, "RF-1.2", card=number, most=len(CARDS))
    if part["take"]:
        return Take(number)
    if part["onto"]:
        return Draw(number)
    action = Play(number, _parse_space(part["first"]), _parse_space(part["second"]), bool(part["above"]))
    if not is_canonical(action):
        raise UnreadableToken(token)
    return action


def _check_spaces(token: str) -> None:
    """Raise ``NoSuchPart`` if the token is a play that names a third space, or a space that no reef has."""
    many = _MANY_SPACES.fullmatch(token)
    if many is not None:
        text = N_("Card {card} has two corals: name two spaces, not {n}.")
        raise NoSuchPart(token, text, "RF-2.3", card=many[1], n=len(_SPACES.findall(many[2])))
    found = _ANYWHERE.fullmatch(token)
    for space in found.groups() if found is not None else ():
        if space != STAYS_TEXT and space not in CELL_NAMES:
            text = N_("There's no space {space}: the spaces are a1 to d4.")
            raise NoSuchPart(token, text, "RF-2.3", space=space)


def _parse_space(name: str) -> int:
    return STAYS if name == STAYS_TEXT else parse_cell(name)


def is_canonical(action: Play) -> bool:
    """Return whether a play is canonical: equal corals are in order, and ``first_above`` is set only if it
    matters.
    """
    first, second = action.first, action.second
    together = first == second and first != STAYS
    if CARDS[action.card].has_equal_corals:
        ordered = second == STAYS or (first != STAYS and SEEN_ORDER.index(first) <= SEEN_ORDER.index(second))
        return ordered and not action.first_above
    return together or not action.first_above
