from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from games.core.errors import BrokenRecord, RecordHashMismatch
from games.core.match import LoggedRow, Match
from games.core.match_record import MatchRecord, record_match
from games.core.outcome import make_win
from games.core.rng import derive_match_key
from games.core.words import Msg
from games.das_riff import GAME

GAMES = {GAME.key: GAME}
SECRET = bytes(range(32))
PRESS_IDS = (101, 2**63, 7)


def play_rows(row_count: int = 30) -> Match:
    match = Match.begin(GAME, 2, {"deck": "b"}, derive_match_key(SECRET, PRESS_IDS))
    while match.seq < row_count:
        (seat,) = match.to_act
        match = match.act(seat, match.legal_actions(seat)[-1 if match.seq % 3 else 0].token)
    return match


def finish_match() -> MatchRecord:
    return record_match(play_rows().resign(1), SECRET, PRESS_IDS)


def test_a_record_can_be_written_and_read_back_and_verifies() -> None:
    record = finish_match()
    again = MatchRecord.from_json(record.to_json())
    assert again == record
    assert again.verify(GAMES) == play_rows().resign(1)
    assert again.replay(GAMES, 10) == play_rows(10)


def test_a_match_lost_on_time_can_be_verified() -> None:
    match = play_rows().forfeit(0)
    again = MatchRecord.from_json(record_match(match, SECRET, PRESS_IDS).to_json())
    assert again.verify(GAMES) == match
    assert match.outcome is not None and match.outcome.winners == (1,)


def test_the_file_has_one_row_per_line() -> None:
    assert '\n  ["resign", 1, ""]\n' in finish_match().to_json()


def test_the_record_of_a_running_match_contains_no_secret() -> None:
    record = record_match(play_rows(), SECRET, PRESS_IDS)
    assert record.secret is None
    assert SECRET.hex() not in record.to_json()
    with pytest.raises(BrokenRecord, match="stays hidden until"):
        MatchRecord.from_json(record.to_json()).verify(GAMES)


def test_a_sealed_record_contains_no_secret() -> None:
    match = play_rows().resign(1)
    record = record_match(match, SECRET, PRESS_IDS, withholds_secret=True)
    assert record.secret is None and record.outcome == match.outcome
    with pytest.raises(BrokenRecord, match="every table with the same deal"):
        MatchRecord.from_json(record.to_json()).verify(GAMES)


def test_a_changed_secret_press_row_or_result_is_detected() -> None:
    record = finish_match()
    for broken in (
        replace(record, secret=bytes(32)),
        replace(record, interaction_ids=(1, 2)),
        replace(record, rows=(LoggedRow("act", 0, "worm:x"), *record.rows)),
        replace(record, rows=record.rows[:-1]),
        replace(record, outcome=make_win("resigned", 2, 1)),
        replace(record, outcome=None),
    ):
        with pytest.raises(BrokenRecord):
            broken.verify(GAMES)


def test_a_wrong_secret_is_detected_even_without_steps() -> None:
    match = Match.begin(GAME, 2, {}, derive_match_key(SECRET, PRESS_IDS)).close()
    record = record_match(match, SECRET, PRESS_IDS)
    assert record.verify(GAMES) == match
    with pytest.raises(BrokenRecord, match="SHA-256 value shown"):
        replace(record, secret=bytes(32)).verify(GAMES)


def test_an_unknown_game_version_or_option_is_reported_by_name() -> None:
    record = finish_match()
    for broken, words in (
        (replace(record, game="chess"), "There's no game “chess”"),
        (replace(record, version=99), "no version 99 of its rules"),
        (replace(record, options={"deck": "z"}), "no option deck=z"),
        (replace(record, seat_count=4), "with 4 seats"),
    ):
        with pytest.raises(BrokenRecord, match=words):
            broken.replay(GAMES)


def test_a_refused_row_is_reported_with_its_clause() -> None:
    record = finish_match()
    rows = (
        (LoggedRow("act", 0, "worm:x"), *record.rows),
        (LoggedRow("act", record.rows[0].seat, "take:A8:rrr"),),
    )
    problems = []
    for broken in rows:
        with pytest.raises(BrokenRecord) as caught:
            replace(record, rows=broken).replay(GAMES)
        problems.append(str(caught.value))
    assert problems[0].startswith("Row 1 (act worm:x) is refused: I can't read “worm:x” as a move")
    assert problems[1].startswith("Row 1 (act take:A8:rrr) is refused by rule DR-")
    assert isinstance(caught.value.message.values["reason"], Msg)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"rows": [["act", 0]]},
        {"rows": [["dance", 0, ""]]},
        {"secret": "xyz"},
        {"seats": None},
        {"options": []},
    ],
)
def test_a_broken_file_is_refused(change: dict[str, object]) -> None:
    data = json.loads(finish_match().to_json()) | change
    with pytest.raises(BrokenRecord):
        MatchRecord.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "not json", '{"format": 1}'])
def test_a_file_without_a_record_is_refused(text: str) -> None:
    with pytest.raises(BrokenRecord):
        MatchRecord.from_json(text)


def test_a_row_with_additional_text_is_refused() -> None:
    text = finish_match().to_json().replace('["resign", 1, ""]', '["resign", 1, "null"]')
    with pytest.raises(BrokenRecord, match="isn't written the way its match writes it"):
        MatchRecord.from_json(text).verify(GAMES)


def test_the_hash_of_a_record_does_not_depend_on_its_layout() -> None:
    record = finish_match()
    laid_out = json.dumps(dict(reversed(json.loads(record.to_json()).items())), indent=7)
    assert MatchRecord.from_json(laid_out).digest == record.digest
    canonical = json.dumps(json.loads(record.to_json()), sort_keys=True, separators=(",", ":"))
    assert record.digest == hashlib.sha256(canonical.encode()).hexdigest()


def test_a_legally_changed_record_is_detected_by_its_hash() -> None:
    record = finish_match()
    match = play_rows(0)
    for row in record.rows[:-1]:
        tokens = [action.token for action in match.legal_actions(row.seat)]
        others = [token for token in tokens if token != row.text]
        if others and match.seq > 5:
            match = match.act(row.seat, others[0])
            break
        match = match.act(row.seat, row.text)
    changed = record_match(match.resign(1), SECRET, PRESS_IDS)
    assert changed.rows != record.rows
    changed.verify(GAMES)
    with pytest.raises(RecordHashMismatch, match="has been changed, or it's another match"):
        changed.verify(GAMES, digest=record.digest)
    assert record.verify(GAMES, digest=record.digest.upper(), commitment=record.commitment)


def test_a_forged_record_is_detected_by_its_commitment() -> None:
    other = bytes(range(1, 33))
    match = Match.begin(GAME, 2, {"deck": "b"}, derive_match_key(other, PRESS_IDS)).resign(1)
    made_up = record_match(match, other, PRESS_IDS)
    made_up.verify(GAMES)
    with pytest.raises(RecordHashMismatch):
        made_up.verify(GAMES, commitment=finish_match().commitment)
