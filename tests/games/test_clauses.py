"""Each numbered clause of a game's rules has tests, and the code names no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from games.registry import GAMES
from tests.games.clauses import ROOT, list_clauses, read_clauses
from tests.support.game_parts import GAMES_WITH_TESTS, PUBLISHED_GAMES

GAMES_NAMING_ONLY_CLAUSES = frozenset({"reef"})
"""Games whose tests are named after a clause without adding *allows* or *forbids*."""


def read_test_sources(key: str) -> str:
    paths = sorted((ROOT / "tests" / "games" / key).glob("test_*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("key", GAMES_WITH_TESTS)
def test_each_clause_has_tests_for_allowed_and_forbidden_moves(key: str) -> None:
    written = read_test_sources(key)
    for clause in sorted(list_clauses(key)):
        name = clause.lower().replace("-", "_").replace(".", "_")
        for kind in ("",) if key in GAMES_NAMING_ONLY_CLAUSES else ("allows_", "forbids_"):
            assert re.search(rf"^def test_{name}_{kind}", written, re.MULTILINE), f"{clause} {kind}"


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_that_the_code_names_is_in_the_rules(key: str) -> None:
    (prefix,) = {clause.partition("-")[0] for clause in list_clauses(key)}
    paths = (ROOT / "games" / key).rglob("*.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    named = set(re.findall(rf"{prefix}-\d+\.\d+", source))
    assert named
    assert named <= list_clauses(key)


TABLE_ROW_PATTERN = re.compile(r"^(\w+)-(\d\S*(?:(?:, | - )\S+)*) +(``.*)$", re.MULTILINE)
"""Matches a row of the table in a rules module's docstring: clauses and the code that implements them."""


def list_covered_clauses(numbers: str) -> Iterator[str]:
    """Yield the clauses or sections that a cell of the table names: ``2.1, 2.3`` or ``3.5 - 3.8``."""
    for part in numbers.split(", "):
        first, _, last = part.partition(" - ")
        section, _, number = first.partition(".")
        if not last:
            yield part
            continue
        yield from (f"{section}.{n}" for n in range(int(number), int(last.partition(".")[2]) + 1))


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_say_where_each_clause_is_implemented(key: str) -> None:
    rules = import_module(f"games.{key}.rules")
    rows = TABLE_ROW_PATTERN.findall(rules.__doc__ or "")
    places = {f"{prefix}-{number}" for prefix, numbers, _ in rows for number in list_covered_clauses(numbers)}
    for clause in list_clauses(key):
        assert places & {clause, clause.partition(".")[0]}, f"the table lacks {clause}"
    for *_, text in rows:
        for module, name in re.findall(r"``(\w+)(?:\.(\w+))?``", text):
            known = find_spec(f"games.{key}.{module}") is not None
            owner = import_module(f"games.{key}.{module}") if known else getattr(rules, module)
            assert not name or hasattr(owner, name), f"{module} has no {name}"


def test_clauses_are_found_in_rules_and_tables(tmp_path: Path) -> None:
    text = "- **XY-1.1** One, told of in XY-1.2.\n- **XY-2.10** Another.\n## XY-3.1\n"
    (tmp_path / "RULES.md").write_text(text, encoding="utf-8")
    assert read_clauses(tmp_path) == {"XY-1.1", "XY-2.10"}
    (row,) = TABLE_ROW_PATTERN.findall("XY-2.1, 2.3 - 2.5   ``turn.perform``: all of it\n")
    assert (row[0], [*list_covered_clauses(row[1])]) == ("XY", ["2.1", "2.3", "2.4", "2.5"])
    assert all(len(list_clauses(key)) > 10 for key in PUBLISHED_GAMES)
