"""Every view can be written as plain data and read back, and malformed data is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from random import Random
from typing import Any, NamedTuple, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.match import Match
from games.core.wire import (
    MAX_INTEGER,
    MAX_LIST_LENGTH,
    MAX_STRING_LENGTH,
    WireError,
    compute_fingerprint,
    decode,
    encode,
)
from games.registry import GAMES
from tests.support.cases import join_cases


class Colour(IntEnum):
    RED = 1
    BLUE = 2


class Die(NamedTuple):
    colour: Colour
    eyes: int


@dataclass(frozen=True, slots=True)
class Shelf:
    dice: tuple[Die, ...]
    pair: tuple[int, bool]
    label: str
    top: Die | None


SHELF = Shelf((Die(Colour.RED, 3), Die(Colour.BLUE, 6)), (7, True), "upper", None)
WIRE_SHELF = [[[1, 3], [2, 6]], [7, True], "upper", None]


@cache
def find_view_type(key: str) -> Any:
    game = GAMES[key]
    return get_type_hints(type(game.rules[game.version]).view)["return"]


def test_a_value_is_written_as_the_list_of_its_fields() -> None:
    assert encode(SHELF) == WIRE_SHELF
    assert decode(Shelf, WIRE_SHELF) == SHELF
    assert type(decode(Shelf, WIRE_SHELF).dice[0].colour) is Colour


@pytest.mark.parametrize("key", GAMES)
def test_every_view_can_be_read_back(key: str) -> None:
    game, chance = GAMES[key], Random(key)
    for number in range(2):
        seats = chance.choice(range(game.seat_counts.start, game.seat_counts.stop))
        match = Match.begin(game, seats, {}, number.to_bytes(32))
        while match.outcome is None and match.ply < 60:
            for viewer in (None, *range(seats)):
                view = match.rules.view(match.state, viewer)
                sent = json.loads(json.dumps(encode(view)))
                again = decode(find_view_type(key), sent)
                assert again == view and repr(again) == repr(view)
            seat = match.to_act[0]
            match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)


MALFORMED_DATA: tuple[object, ...] = (
    None,
    [],
    {},
    "upper",
    [[], [7, True], "upper"],
    [[], [7, True], "upper", None, None],
    [[[3, 3]], [7, True], "upper", None],
    [[[1, 3, 3]], [7, True], "upper", None],
    [[[True, 3]], [7, True], "upper", None],
    [[], [7, 1], "upper", None],
    [[], [True, True], "upper", None],
    [[], [7.0, True], "upper", None],
    [[], [MAX_INTEGER + 1, True], "upper", None],
    [[], [7, True], "u" * (MAX_STRING_LENGTH + 1), None],
    [[], [7, True], 5, None],
    [[], [7, True], "upper", []],
    [[[1, 3]] * (MAX_LIST_LENGTH + 1), [7, True], "upper", None],
)


@join_cases((data,) for data in MALFORMED_DATA)
def test_malformed_data_is_refused(malformed_data: object) -> None:
    with pytest.raises(WireError):
        decode(Shelf, malformed_data)


plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=20,
)


@settings(max_examples=50)
@given(plain_data, st.sampled_from(sorted(GAMES)))
def test_any_input_is_decoded_or_refused(data: object, key: str) -> None:
    for kind in (Shelf, find_view_type(key)):
        try:
            found = decode(kind, data)
        except WireError:
            continue
        assert encode(found) == data


@pytest.mark.parametrize("key", GAMES)
def test_a_view_with_a_changed_value_is_read_exactly_or_refused(key: str) -> None:
    game, chance = GAMES[key], Random(key)
    match = Match.begin(game, game.seat_counts.start, {}, bytes(32))
    whole = json.dumps(encode(match.rules.view(match.state, 0)))
    for _ in range(300):
        data = json.loads(whole)
        place: Any = data
        while True:
            index = chance.randrange(len(place))
            if not isinstance(place[index], list) or not place[index] or chance.random() < 0.2:
                break
            place = place[index]
        place[index] = chance.choice([None, True, -5, 10**12, "x", [], [[]], 1.5])
        try:
            found = decode(find_view_type(key), data)
        except WireError:
            continue
        assert encode(found) == data


def test_unsupported_types_are_reported() -> None:
    with pytest.raises(TypeError, match="set"):
        encode((1, {2}))


def test_different_types_have_different_fingerprints() -> None:
    assert len({compute_fingerprint(find_view_type(key)) for key in GAMES}) == len(GAMES)
    assert compute_fingerprint(Die) != compute_fingerprint(Shelf)
    assert compute_fingerprint(tuple[int, ...]) != compute_fingerprint(tuple[int, int])
