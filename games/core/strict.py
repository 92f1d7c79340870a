"""Parses match records strictly: names must be unique, and only the types in file-format.md are allowed.

Records are verified by hashes, so a file must not be readable in two ways.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, Final, NoReturn

from games.core.errors import BrokenRecord, NotARecord
from games.core.match import ROW_KINDS
from games.core.shapes import MAX_TOKEN_LENGTH
from games.core.words import N_, Msg, plural

RECORD_FORMAT: Final = 1
MAX_RECORD_ROWS: Final = 5000
"""Maximum number of rows in a record: moves, undos and the end of the match."""
MAX_DEPTH: Final = 4
"""Maximum nesting: record, rows and row, plus one level for future additions."""
MAX_DIGITS: Final = 20
MAX_PRESSES: Final = 100
MAX_OPTIONS: Final = 32
MAX_SEATS: Final = 16
MAX_NAME_LENGTH: Final = 64

_STRING_PATTERN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""Matches a string, or the rest of an unterminated one, in linear time."""
_DEPTH_CHANGES: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_HASH_PATTERN: Final = re.compile(r"[0-9a-f]{64}")
_PRESS_PATTERN: Final = re.compile(r"0|[1-9][0-9]{0,19}")
"""Matches an interaction ID as it is hashed: without leading zeros, so that each ID has a single text."""
_OUTCOME_KEYS: Final = {"ending", "placements", "scores"}


def parse_record_strictly(text: str) -> dict[str, Any]:
    """Parse a record's text and check the type of each value.

    :raises BrokenRecord: if it is not a record in this format.
    """
    if _measure_depth(text) > MAX_DEPTH:
        raise BrokenRecord(Msg(N_("This file is nested too deeply for the record of a match.")))
    try:
        fields = json.loads(
            text,
            object_pairs_hook=_reject_duplicates,
            parse_int=_parse_int,
            parse_float=_reject_number,
            parse_constant=_reject_number,
        )
    except BrokenRecord:
        raise
    except (ValueError, RecursionError) as error:
        raise NotARecord from error
    return _check_record(fields)


def _measure_depth(text: str) -> int:
    """Return the nesting depth without parsing the text."""
    brackets = re.findall(r"[][{}]", _STRING_PATTERN.sub("", text))
    return max(accumulate(_DEPTH_CHANGES[one] for one in brackets), default=0)


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BrokenRecord(Msg(N_("This file says the same thing twice, so it isn't clear which is right.")))
    return fields


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        _reject_number(digits)
    return int(digits)


def _reject_number(text: str) -> NoReturn:
    raise BrokenRecord(Msg(N_("This file has a number that no match has.")))


def _check_record(data: Any) -> dict[str, Any]:
    """Check the values of all known fields of a record. Other fields are ignored."""
    if not isinstance(data, dict) or "format" not in data:
        raise NotARecord
    if data["format"] != RECORD_FORMAT or isinstance(data["format"], bool):
        raise BrokenRecord(
            Msg(N_("I don't know the format {format}."), {"format": str(data["format"])[:MAX_NAME_LENGTH]})
        )
    rows = data.get("rows")
    if isinstance(rows, list) and len(rows) > MAX_RECORD_ROWS:
        raise BrokenRecord(
            plural(
                "This match is too long. I take {n} row at most.",
                "This match is too long. I take {n} rows at most.",
                MAX_RECORD_ROWS,
            )
        )
    holds = (
        _is_text(data.get("game"), MAX_NAME_LENGTH)
        and _is_number(data.get("rules_version"), 0, 10**6)
        and _is_number(data.get("seats"), 1, MAX_SEATS)
        and _are_options(data.get("options"))
        and _matches_pattern(_HASH_PATTERN, data.get("commitment"))
        and "secret" in data
        and (data["secret"] is None or _matches_pattern(_HASH_PATTERN, data["secret"]))
        and isinstance(data.get("presses"), list)
        and len(data["presses"]) <= MAX_PRESSES
        and all(_matches_pattern(_PRESS_PATTERN, press) for press in data["presses"])
        and isinstance(rows, list)
        and all(map(_is_row, rows))
        and "outcome" in data
        and _is_outcome(data["outcome"], data["seats"])
    )
    if not holds:
        raise NotARecord
    return data


def _is_text(value: Any, max_length: int) -> bool:
    # Lone surrogates can't be stored or shown.
    return (
        isinstance(value, str)
        and len(value) <= max_length
        and not any("\ud800" <= c <= "\udfff" for c in value)
    )


def _is_number(value: Any, minimum: int, maximum: int) -> bool:
    return type(value) is int and minimum <= value <= maximum


def _matches_pattern(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _are_options(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) <= MAX_OPTIONS
        and all(_is_text(part, MAX_NAME_LENGTH) for pair in value.items() for part in pair)
    )


def _is_row(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 3:
        return False
    kind, seat, text = value
    return kind in ROW_KINDS and _is_number(seat, -1, MAX_SEATS) and _is_text(text, MAX_TOKEN_LENGTH)


def _is_outcome(value: Any, seat_count: int) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, Mapping)
        and set(value) == _OUTCOME_KEYS
        and _is_text(value.get("ending"), MAX_NAME_LENGTH)
        and _are_numbers(value.get("placements"), seat_count)
        and _are_numbers(value.get("scores"), seat_count)
    )


def _are_numbers(values: Any, max_count: int) -> bool:
    return (
        isinstance(values, list)
        and len(values) <= max_count
        and all(_is_number(one, -(10**9), 10**9) for one in values)
    )
