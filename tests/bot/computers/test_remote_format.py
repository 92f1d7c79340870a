"""Questions to remote thinkers can be decoded again, and malformed ones are refused."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.computers.remote_format import (
    MAX_QUESTION_LENGTH,
    MAX_TOKENS,
    UnreadableMessage,
    decode_job,
    decode_ranking,
    encode_job,
    encode_ranking,
)
from bot.computers.worker import rank_actions
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.jobs import make_random_job
from tests.support.nightly import defer_to_ci


@pytest.mark.parametrize("key", GAMES)
def test_a_question_can_be_read_back_and_gets_the_same_answer(key: str) -> None:
    for number in range(6):
        job = make_random_job(key, number, ply_count=number * 3)
        data = encode_job(job)
        assert len(data) < MAX_QUESTION_LENGTH / 4
        again = decode_job(data)
        assert again == job
        hint = replace(job, is_hint=True)
        assert decode_job(encode_job(hint)) == hint
        assert rank_actions(again) == rank_actions(job)


@pytest.mark.parametrize("key", GAMES)
def test_an_answer_with_up_to_the_maximum_number_of_tokens_can_be_read_back(key: str) -> None:
    found = rank_actions(make_random_job(key))
    again = decode_ranking(encode_ranking(found))
    assert [token for token, _ in again] == [token for token, _ in found[:MAX_TOKENS]]
    assert all(abs(one - other) < 1e-5 for (_, one), (_, other) in zip(again, found, strict=False))


INVALID_FIELDS: list[tuple[str, Any]] = [
    ("format", 2),
    ("game", "chess"),
    ("game", ["reef"]),
    ("version", 99),
    ("version", True),
    ("shape", "00000000"),
    ("seat", 1.0),
    ("seat", 77),
    ("level", "godlike"),
    ("seed", "zz"),
    ("seed", "00"),
    ("ply", -1),
    ("ply", 2**40),
    ("seconds", 0),
    ("seconds", 1e9),
    ("seconds", True),
    ("seconds", "1"),
    ("view", None),
    ("view", [[]]),
]
"""Fields of a question with invalid values. A thinker must refuse such questions."""


@join_cases(INVALID_FIELDS)
def test_a_question_with_an_invalid_or_missing_value_is_refused(name: str, value: Any) -> None:
    found = json.loads(encode_job(make_random_job()))
    found[name] = value
    with pytest.raises(UnreadableMessage):
        decode_job(json.dumps(found).encode())
    del found[name]
    with pytest.raises(UnreadableMessage):
        decode_job(json.dumps(found).encode())


@join_cases(
    [
        (text,)
        for text in [
            "",
            "null",
            "[]",
            "{}",
            '["x"]',
            '[["x"]]',
            '[["x", 2]]',
            '[["x", -0.1]]',
            '[["x", NaN]]',
            '[["x", true]]',
            '[["", 0.5]]',
            "[[5, 0.5]]",
            '[["é", 0.5]]',
            "[" * 100_000,
            json.dumps([["x", 0.5]] * (MAX_TOKENS + 1)),
            json.dumps([["x" * 101, 0.5]]),
        ]
    ]
)
def test_an_invalid_answer_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMessage):
        decode_ranking(text)


@pytest.mark.parametrize("count", defer_to_ci([30, 100], 100))
def test_any_input_is_decoded_or_refused(count: int) -> None:
    @settings(max_examples=count)
    @given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
    def check_input(data: bytes) -> None:
        with pytest.raises(UnreadableMessage):
            decode_job(data)
        with suppress(UnreadableMessage):
            decode_ranking(data.decode("latin-1"))

    check_input()
