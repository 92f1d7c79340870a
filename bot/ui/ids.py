"""Encodes and decodes custom_ids, which contain all that is needed to answer a press.

A custom_id is ``kind:verb:…``, usually followed by the ID of a table. The kind is ``b`` for buttons, ``s``
for selects, ``u`` and ``c`` for selects of members and channels, ``m`` for forms. The verb names the handler
(:mod:`bot.ui.verbs`). Numbers are in base 36.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from bot.platform.limits import MAX_CUSTOM_ID_LENGTH
from games.core.narrow import VALUE_SEPARATOR
from games.core.values import value_class

_BASE_36_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER_PATTERN = re.compile(f"[{_BASE_36_DIGITS}]{{1,13}}")
_MAX_NUMBER = 2**63 - 1
"""The largest integer that a database column can hold."""
RENEWAL_SEPARATOR = "~"
"""Separates the custom_id of a select from an end that means nothing (:func:`renew_custom_id`)."""
PICK_SEPARATOR = "/"
"""Separates the picks of a choice in a custom_id."""


def encode_number(number: int) -> str:
    """Return a number in base 36.

    :raises ValueError: the number is negative.
    """
    if number < 0:
        raise ValueError(f"a custom_id can't hold a negative number: {number}")
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _BASE_36_DIGITS[digit] + text
        if not number:
            return text


def decode_number(text: str) -> int:
    """Return the value of a base-36 number.

    :raises ValueError: the text isn't a base-36 number, or the number is too large.
    """
    number = int(text, 36) if _NUMBER_PATTERN.fullmatch(text) else -1
    if not 0 <= number <= _MAX_NUMBER:
        raise ValueError(f"not a number of a custom_id: {text[:20]!r}")
    return number


def make_custom_id(kind: str, verb: str, *parts: str | int) -> str:
    """Return the custom_id of a component.

    :raises ValueError: the custom_id is longer than Discord allows.
    """
    text = ":".join((kind, verb, *(encode_number(p) if isinstance(p, int) else p for p in parts)))
    if len(text) > MAX_CUSTOM_ID_LENGTH:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def renew_custom_id(custom_id: str, press_id: int) -> str:
    """Return the custom_id of a select with an end that differs from press to press.

    As long as the custom_id stays the same, a client keeps showing the chosen option and ignores choosing it
    again.

    :raises ValueError: the custom_id is longer than Discord allows.
    """
    renewed = f"{drop_renewal(custom_id)}{RENEWAL_SEPARATOR}{make_fresh_suffix(press_id)}"
    if len(renewed) > MAX_CUSTOM_ID_LENGTH:
        raise ValueError(f"custom_id of {len(renewed)} characters: {renewed}")
    return renewed


def drop_renewal(custom_id: str) -> str:
    """Return a custom_id without the end that :func:`renew_custom_id` adds to those of selects."""
    return custom_id if custom_id.startswith("b:") else custom_id.partition(RENEWAL_SEPARATOR)[0]


def make_fresh_suffix(press_id: int) -> str:
    """Return a short text that is different for each press."""
    return encode_number(int.from_bytes(blake2b(encode_number(press_id).encode(), digest_size=4).digest()))


class OutdatedId(Exception):
    """A custom_id or form from another version of the bot, which this version can't answer."""


class IdParts(list[str]):
    """The parts of a custom_id or values of a select. Reading a missing part raises :class:`OutdatedId`."""

    def __getitem__(self, index: Any) -> Any:
        """Return one part or a slice.

        :raises OutdatedId: there is no such part.
        """
        try:
            return super().__getitem__(index)
        except IndexError as error:
            raise OutdatedId from error


def read_table_id(parts: Sequence[str]) -> int:
    """Return the table's ID, which is the first part.

    :raises OutdatedId: the first part is missing or not a number.
    """
    try:
        return decode_number(parts[0])
    except (ValueError, IndexError) as error:
        raise OutdatedId from error


def read_page(parts: Sequence[str], position: int) -> int:
    """Return the page number at a position; 0 if it is missing or not a number."""
    try:
        return decode_number(parts[position])
    except (ValueError, IndexError, OutdatedId):
        return 0


def read_seat(parts: Sequence[str], position: int) -> int:
    """Return the seat at a position. Unlike a page, a seat has no default, because 0 is a player's seat too.

    :raises OutdatedId: the part at this position is missing or not a number.
    """
    try:
        return decode_number(parts[position])
    except (ValueError, IndexError) as error:
        raise OutdatedId from error


def read_chosen_number(values: Sequence[str]) -> int:
    """Return the ID or seat chosen in a select.

    :raises OutdatedId: there is not exactly one value, or the value isn't a number.
    """
    if len(values) != 1 or not re.fullmatch(r"[0-9]{1,19}", values[0]) or int(values[0]) > _MAX_NUMBER:
        raise OutdatedId
    return int(values[0])


@value_class
class MoveChoice:
    """A partly chosen move: the position it was offered in, and the picks so far."""

    table_id: int
    """ID of the table. For a daily match it is the day, and for a puzzle its number."""
    seq: int
    """Length of the match's log when the move was offered."""
    seat: int
    picks: tuple[str, ...] = ()
    """One pick for each press: a value, or several values that were offered as one."""

    @property
    def values(self) -> tuple[str, ...]:
        """All values picked so far."""
        return tuple(value for pick in self.picks for value in pick.split(VALUE_SEPARATOR))

    def list_parts(self) -> tuple[str | int, ...]:
        """Return the choice as parts of a custom_id."""
        return (self.table_id, self.seq, self.seat, PICK_SEPARATOR.join(self.picks))

    @classmethod
    def parse(cls, parts: Sequence[str]) -> MoveChoice:
        """Return the choice from the parts of a custom_id.

        :raises OutdatedId: the parts don't describe a choice.
        """
        try:
            table, seq, seat = (decode_number(part) for part in parts[:3])
            picks = parts[3]
        except (ValueError, IndexError) as error:
            raise OutdatedId from error
        return cls(table, seq, seat, tuple(picks.split(PICK_SEPARATOR)) if picks else ())

    def drop_last_pick(self) -> MoveChoice:
        """Return the choice without its last pick."""
        return MoveChoice(self.table_id, self.seq, self.seat, self.picks[:-1])

    def add_picks(self, *picks: str) -> MoveChoice:
        """Return the choice with further picks."""
        return MoveChoice(self.table_id, self.seq, self.seat, (*self.picks, *picks))
