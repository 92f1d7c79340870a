"""Invalid uploads are refused in one sentence after very little work."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.features.imports.errors import InvalidRecord
from bot.ui.refusals import write_refusal
from games.core.errors import BrokenRecord
from games.core.match_record import MatchRecord, record_match
from games.core.strict import MAX_RECORD_ROWS
from games.core.upload import MAX_RECORD_BYTES, parse_upload
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.support.cases import join_cases
from tools.walks import Case


def make_record(key: str = "reef") -> MatchRecord:
    game = GAMES[key]
    walked = Case(game, game.seat_counts[0], game.get_default_options(), 7, is_rich=True)
    return record_match(walked.match, walked.secret, walked.presses)


MARKUP_TEXT = "**@everyone** <@1> [x](http://a.b)\u202e\n# `"


def make_changed_record(**values: Any) -> bytes:
    return json.dumps({**json.loads(make_record().to_json()), **values}).encode()


HOSTILE_FILES_BY_NAME: dict[str, tuple[bytes, str]] = {
    "large": (b" " * (MAX_RECORD_BYTES + 1), "too big"),
    "deep": (b"[" * 100_000, "nested too deeply"),
    "texts": (b'"' + b'\\"' * 100_000, "isn't the record"),
    "packed": (b"\x1f\x8b\x08\x00" + bytes(500), "UTF-8"),
    "broken": (b'{"format": "\xff"}', "UTF-8"),
    "surrogates": (b'{"format": 1, "game": "\\ud800"}', "isn't the record"),
    "twice": (b'{"format": 1, "format": 1}', "same thing twice"),
    "digits": (b'{"format": 1, "seats": ' + b"9" * 100_000 + b"}", "a number that no match has"),
    "endless": (b'{"format": 1, "seats": Infinity}', "a number that no match has"),
    "version": (make_changed_record(format=2), "I don't know the format 2."),
    "long": (make_changed_record(rows=[["act", 0, "x"]] * (MAX_RECORD_ROWS + 1)), "too long"),
    "switch": (make_changed_record(options={MARKUP_TEXT[:40]: "on"}), "\\*\\*\\@everyone\\*\\*"),
    "game": (make_changed_record(game=MARKUP_TEXT), "There's no game"),
    "row": (make_changed_record(rows=[["act", 0, MARKUP_TEXT[:40]]]), "Row 1"),
    "going on": (make_changed_record(secret=None, outcome=None), "hadn't ended"),
    "sealed": (make_changed_record(secret=None), "still had the same deal"),
    "secret": (make_changed_record(secret="00" * 32), "doesn't fit"),
    "result": (
        make_changed_record(outcome={"ending": "x", "placements": [1, 2], "scores": []}),
        "The result isn't",
    ),
    "seats": (make_changed_record(seats=10**9), "isn't the record"),
    "type": (make_changed_record(seats=True), "isn't the record"),
}


@join_cases([(name,) for name in HOSTILE_FILES_BY_NAME])
def test_a_hostile_file_is_refused_in_a_sentence_of_each_language(name: str) -> None:
    content, sentence = HOSTILE_FILES_BY_NAME[name]
    with pytest.raises(BrokenRecord) as refused:
        parse_upload(content).verify(GAMES)
    refusals = {write_refusal(InvalidRecord(refused.value), load_words(locale)) for locale in list_locales()}
    assert len(refusals) == len(list_locales())
    assert any(sentence in text for text in refusals)
    for text in refusals:
        assert "\n" not in text and len(text) < 400
        assert "**@everyone**" not in text and "<@1>" not in text and "\u202e" not in text


@pytest.mark.parametrize("key", GAMES)
def test_a_record_is_read_despite_additional_fields(key: str) -> None:
    written = make_record(key)
    assert parse_upload(written.to_json().encode()) == written
    more = {**json.loads(written.to_json()), "comment": {"by": ["somebody"]}}
    assert parse_upload("\ufeff".encode() + json.dumps(more).encode()) == written


def test_a_replay_can_be_stopped_at_any_row() -> None:
    seen: list[int] = []

    def stop_at_third_look() -> None:
        seen.append(1)
        if len(seen) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        make_record().verify(GAMES, before_row=stop_at_third_look)
    assert len(seen) == 3
