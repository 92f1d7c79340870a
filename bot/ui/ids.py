"""What a button carries in its ``custom_id``, so that it answers for ever without any memory.

A custom_id is ``kind:verb:table:…``: ``b`` for buttons, ``s`` for selects, ``u`` and ``c`` for those of
members and of channels; the verb names the handler (:mod:`bot.ui.verbs`); numbers are written in base 36.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from bot.platform.limits import CUSTOM_ID
from games.core.narrow import VALUE_SEPARATOR

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER = re.compile(f"[{_DIGITS}]{{1,13}}")
_LARGEST = 2**63 - 1
"""No id is larger, nor can the database be asked for one that is."""
PICK_JOINT = "/"


def packed(number: int) -> str:
    """Return a number from 0 in base 36.

    :raises ValueError: it is below 0.
    """
    if number < 0:
        raise ValueError(f"{number} has no place in a custom_id")
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text


def unpacked(text: str) -> int:
    """Return the number of a base-36 text.

    :raises ValueError: it is none, or larger than any that :func:`packed` is given.
    """
    number = int(text, 36) if _NUMBER.fullmatch(text) else -1
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"no number of a custom_id: {text[:20]!r}")
    return number


def custom_id(kind: str, verb: str, *parts: str | int) -> str:
    """Return the custom_id of a component.

    :raises ValueError: it would be longer than Discord allows.
    """
    text = ":".join((kind, verb, *(packed(p) if isinstance(p, int) else p for p in parts)))
    if len(text) > CUSTOM_ID:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def fresh_mark(press: int) -> str:
    """Return what the custom_id of a list ends with, another one after each press.

    A client goes on showing what was chosen in a list as long as its custom_id is the same, and then takes
    no press on that very entry.

    :param press: the id of the interaction that shows the list.
    """
    return packed(int.from_bytes(blake2b(packed(press).encode(), digest_size=4).digest()))


class OutdatedId(Exception):
    """A custom_id of an earlier version of the host: its message asks for nothing we know."""


class Brought(list[str]):
    """The parts of a custom_id, or the values of a list. One that is not there is of another version."""

    def __getitem__(self, place: Any) -> Any:
        """Return a part or several.

        :raises OutdatedId: there is no such part.
        """
        try:
            return super().__getitem__(place)
        except IndexError as error:
            raise OutdatedId from error


def table_of(parts: Sequence[str]) -> int:
    """Return the table that a custom_id names first.

    :raises OutdatedId: it names none.
    """
    try:
        return unpacked(parts[0])
    except (ValueError, IndexError) as error:
        raise OutdatedId from error


def page_of(parts: Sequence[str], position: int) -> int:
    """Return the number at a position; 0 where it is missing or none."""
    try:
        return unpacked(parts[position])
    except (ValueError, IndexError, OutdatedId):
        return 0


def seat_of(parts: Sequence[str], position: int) -> int:
    """Return the seat that a custom_id names. There is no seat by default: a missing one is nobody's.

    :raises OutdatedId: it names none.
    """
    try:
        return unpacked(parts[position])
    except (ValueError, IndexError) as error:
        raise OutdatedId from error


def number_of(values: Sequence[str]) -> int:
    """Return the number chosen from a list: a person's id, or a seat.

    :raises OutdatedId: it is none.
    """
    if len(values) != 1 or not re.fullmatch(r"[0-9]{1,19}", values[0]) or int(values[0]) > _LARGEST:
        raise OutdatedId
    return int(values[0])


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a person stands within a move: the position it was offered in, and the picks so far.

    Each pick is what one press named: a value, or several that were offered together.
    """

    table: int
    seq: int
    seat: int
    picks: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The values named so far, whichever press named them."""
        return tuple(value for pick in self.picks for value in pick.split(VALUE_SEPARATOR))

    def parts(self) -> tuple[str | int, ...]:
        """Return what a custom_id says of it."""
        return (self.table, self.seq, self.seat, PICK_JOINT.join(self.picks))

    @classmethod
    def of(cls, parts: Sequence[str]) -> Choice:
        """Read it back.

        :raises OutdatedId: the parts are not those of a choice.
        """
        try:
            table, seq, seat = (unpacked(part) for part in parts[:3])
            picks = parts[3]
        except (ValueError, IndexError) as error:
            raise OutdatedId from error
        return cls(table, seq, seat, tuple(picks.split(PICK_JOINT)) if picks else ())

    def back(self) -> Choice:
        """Return the choice without its newest pick."""
        return Choice(self.table, self.seq, self.seat, self.picks[:-1])

    def then(self, *picks: str) -> Choice:
        """Return the choice after further picks."""
        return Choice(self.table, self.seq, self.seat, (*self.picks, *picks))
