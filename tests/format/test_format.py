"""The page file-format.md, its reader and the program agree about every record."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from games.core.match import ROW_KINDS
from games.core.match_record import MatchRecord, record_match
from games.core.rng import Chance
from games.core.rng import derive_match_key as true_key
from games.core.strict import MAX_DEPTH, MAX_RECORD_ROWS
from games.core.upload import MAX_RECORD_BYTES, parse_upload
from games.registry import GAMES
from tests.format import reader
from tests.format.examples import PAGE_PATH, make_example, make_page
from tests.support.cases import join_cases
from tests.support.game_parts import PUBLISHED_GAMES
from tools.walks import Case

PAGE_TEXT = PAGE_PATH.read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)\n```\n\nIts own hash is `([0-9a-f]+)`\.", PAGE_TEXT, re.S)


def make_record(key: str) -> MatchRecord:
    case = Case(GAMES[key], GAMES[key].seat_counts[-1], GAMES[key].get_default_options(), 3, is_rich=True)
    return record_match(case.match, case.secret, case.presses)


def test_the_page_has_an_up_to_date_example_of_each_game() -> None:
    assert make_page(PAGE_TEXT) == PAGE_TEXT, "python -m tests.format.examples"
    assert [json.loads(text)["game"] for text, _ in EXAMPLES] == list(PUBLISHED_GAMES)


@pytest.mark.parametrize(("text", "expected_hash"), EXAMPLES, ids=PUBLISHED_GAMES)
def test_the_reader_finds_the_hash_that_the_page_states(text: str, expected_hash: str) -> None:
    found = reader.parse_record(text)
    assert reader.compute_record_hash(found) == expected_hash
    assert reader.has_published_secret(found)
    parse_upload(text.encode()).verify(GAMES, digest=expected_hash, commitment=found["commitment"])


@pytest.mark.parametrize("key", PUBLISHED_GAMES)
def test_the_reader_agrees_with_the_program_about_a_whole_match(key: str) -> None:
    record = make_record(key)
    found = reader.parse_record(record.to_json())
    assert reader.compute_record_hash(found) == record.digest
    assert reader.has_published_secret(found)
    assert record.secret is not None
    assert reader.compute_match_key(found) == true_key(record.secret, record.interaction_ids)
    steps = record.replay(GAMES).steps
    assert [row[2] for row in reader.list_remaining_steps(found)] == [step.action.token for step in steps]


def test_the_reader_drops_undone_steps() -> None:
    record = make_example("das_riff")
    assert "undo" in {row.kind for row in record.rows}
    found = reader.list_remaining_steps(reader.parse_record(record.to_json()))
    assert [row[2] for row in found] == [step.action.token for step in record.replay(GAMES).steps]


def test_the_reader_draws_the_same_numbers_as_the_program() -> None:
    key = bytes(range(32))
    ours, theirs = Chance(key, 5), reader.Chance(key, 5)
    for limit in (2, 6, 7, 52, 2**63 + 1, 3) * 5:
        assert ours.draw_below(limit) == theirs.draw_below(limit)
    assert list(Chance(key, 6).shuffled(range(60))) == reader.Chance(key, 6).shuffled(list(range(60)))


@join_cases([(name,) for name in reader.HASHED_FIELDS])
def test_the_hash_covers_each_field_and_the_page_names_it(name: str) -> None:
    assert f"| `{name}` |" in PAGE_TEXT
    found = reader.parse_record(EXAMPLES[0][0])
    before = reader.compute_record_hash(found)
    found[name] = "something else"
    assert reader.compute_record_hash(found) != before


def test_additional_fields_do_not_change_the_hash() -> None:
    more = {**json.loads(EXAMPLES[0][0]), "comment": "ä"}
    assert reader.compute_record_hash(reader.parse_record(json.dumps(more))) == EXAMPLES[0][1]
    assert parse_upload(json.dumps(more).encode()).digest == EXAMPLES[0][1]


def test_the_page_names_every_kind_of_row_every_switch_and_every_bound() -> None:
    assert (
        set(reader.ROW_KINDS)
        == set(ROW_KINDS)
        == set(
            re.findall(
                r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| [^|]+ \|$", PAGE_TEXT.split("### The outcome")[0], re.M
            )
        )
    )
    for game in GAMES.values():
        for option in game.options:
            assert all(f"`{name}`" in PAGE_TEXT for name in (option.name, *option.values))
    assert (MAX_RECORD_BYTES, MAX_RECORD_ROWS, MAX_DEPTH) == (256 * 1024, 5000, 4)
    assert "256 KiB, 5,000 rows, and lists and objects nested four deep" in PAGE_TEXT


def test_the_reader_is_short_and_imports_nothing_of_this_project(tmp_path: Path) -> None:
    path = Path(reader.__file__)
    source = path.read_text("utf-8")
    assert len(source.splitlines()) <= 190
    imported = {
        (node.names[0].name if isinstance(node, ast.Import) else str(node.module)).split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert imported <= set(sys.stdlib_module_names)
    file = tmp_path / "match.json"
    file.write_text(EXAMPLES[0][0], "utf-8")
    ran = subprocess.run([sys.executable, "-I", path, file], capture_output=True, text=True, check=True)
    assert EXAMPLES[0][1] in ran.stdout and "secret as promised True" in ran.stdout


def test_the_reader_refuses_invalid_records() -> None:
    good = json.loads(EXAMPLES[0][0])
    for name, wrong in (
        ("format", 2), ("game", 1), ("seats", True), ("options", {"deck": 1}), ("commitment", "00"),
        ("presses", [7]), ("rows", [["fly", 0, ""]]), ("rows", [["act", 9, ""]]), ("outcome", {}),
    ):  # fmt: skip
        with pytest.raises(reader.InvalidRecord):
            reader.parse_record(json.dumps({**good, name: wrong}))
    for name in islice(reader.HASHED_FIELDS, 1, None):
        with pytest.raises(reader.InvalidRecord):
            reader.parse_record(json.dumps({other: value for other, value in good.items() if other != name}))
