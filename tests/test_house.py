"""The structure of the code: floors of rooms (laws 7 and 8 of CONTRIBUTING.md), registries, file sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.rooms import ROOT, find_cycles, group_by_room, keep_internal_imports, read_imports

FEATURES_PLACEHOLDER = frozenset({"features"})
"""Stands in for the rooms that ``bot/features/registry.py`` imports."""
ROOMS_BY_FLOOR = (
    {"bot.__main__", "bot.host"},
    {"bot.app"},
    {"bot.features.registry"},
    FEATURES_PLACEHOLDER,
    {"bot.features.loaded"},
    {"bot.features.contract"},
    {"bot.announcing", "bot.cogs"},
    {"bot.ui.verbs"},
    {"bot.ui.table"},
    {"bot.ui.play", "bot.ui.person"},
    {"bot.ui"},
    {"bot.computers", "bot.platform", "bot.shards"},
    {"bot.tables"},
    {"bot.storage"},
    {"bot.config", "bot.dotenv"},
    {"bot.errors"},
    {"bot.model", "bot.kit", "bot.metrics", "bot.meters", "bot"},
)
"""Floors from the top down. A room may import rooms on lower floors and on its own."""
ENTRY_POINTS = {"bot.__main__", "bot.host.playground"}
MAX_LINES = 400


# Read the imports on first use, because each process collects all tests.
read_graph = cache(read_imports)


@cache
def read_bot_imports() -> dict[str, frozenset[str]]:
    return {module: names for module, names in read_graph().items() if module.split(".")[0] == "bot"}


@cache
def list_feature_rooms() -> frozenset[str]:
    return group_by_room(read_bot_imports())["bot.features.registry"] - {
        "bot.features.contract",
        "bot.features.loaded",
    }


def list_top_packages(names: frozenset[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def find_floor(room: str) -> int:
    floors = (list_feature_rooms() if floor is FEATURES_PLACEHOLDER else floor for floor in ROOMS_BY_FLOOR)
    return next(number for number, floor in enumerate(floors) if room in floor)


def test_modules_import_each_other_without_cycles() -> None:
    assert find_cycles(keep_internal_imports(read_graph())) == []


def test_a_cycle_of_type_only_imports_is_found(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text("from bot import two\n")
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.one import One\n"
    (tmp_path / "bot" / "two.py").write_text(typed)
    (tmp_path / "bot" / "three.py").write_text("def late():\n    import bot.one\n")
    assert find_cycles(keep_internal_imports(read_imports(["bot"], tmp_path))) == [("bot.one", "bot.two")]


def test_a_room_imports_only_rooms_on_its_floor_or_below() -> None:
    above = {
        room: sorted(other for other in others if find_floor(other) < find_floor(room))
        for room, others in group_by_room(read_bot_imports()).items()
    }
    assert {room: others for room, others in above.items() if others} == {}


def test_only_the_registry_imports_features() -> None:
    others = (
        (room, names)
        for room, names in group_by_room(read_bot_imports()).items()
        if room != "bot.features.registry"
    )
    known = {room: names & list_feature_rooms() for room, names in others}
    assert {room: sorted(names) for room, names in known.items() if names} == {}


def test_only_entry_points_import_the_whole_bot() -> None:
    assert {module for module, names in read_bot_imports().items() if "bot.app" in names} == ENTRY_POINTS


def test_games_do_not_import_the_bot_and_tools_do_not_import_tests() -> None:
    below = {**read_graph(), **read_imports(["assets"])}
    importing = {module for module, names in below.items() if "bot" in list_top_packages(names)}
    assert {module for module in importing if not module.startswith("bot")} == set()
    tools = read_imports(["tools"])
    assert {module for module, names in tools.items() if "tests" in list_top_packages(names)} == set()


def read_trees(pattern: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the names and syntax trees of the files that a pattern matches."""
    for path in sorted(ROOT.glob(pattern)):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def list_registries(tree: ast.Module) -> list[int]:
    """Return the lines with empty collections that others could fill, and with ``global`` statements."""
    found = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Global)]
    for node in tree.body:
        match node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None:
            case ast.Dict(keys=[]) | ast.List(elts=[]):
                found.append(node.lineno)
            case ast.Call(func=ast.Name(id="dict" | "list" | "set"), args=[], keywords=[]):
                found.append(node.lineno)
            case ast.Call(func=ast.Name(id="defaultdict" | "WeakKeyDictionary" | "WeakValueDictionary")):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "text", ["A = {}", "A: list[int] = []", "A = set()", "A = defaultdict(list)", "def f():\n    global A"]
)
def test_a_registry_is_found(text: str) -> None:
    assert list_registries(ast.parse(text))


@pytest.mark.parametrize("room", ["ui", "features"])
def test_no_module_keeps_a_registry_that_others_fill(room: str) -> None:
    found = {name: list_registries(tree) for name, tree in read_trees(f"bot/{room}/**/*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_feature_module_does_not_make_calls_for_side_effects() -> None:
    # A call whose value is unused is made for its side effect.
    unused = [
        f"{name}:{node.lineno}"
        for name, tree in read_trees("bot/features/*/feature.py")
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    assert unused == []


SQL_PATTERN = re.compile(
    r"^\s*(SELECT|WITH|INSERT (OR \w+ )?INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|PRAGMA) [^.]*$"
)


def find_sql(tree: ast.Module) -> list[str]:
    """Return the strings that begin like an SQL statement."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL_PATTERN.match(node.value)
    ]


@pytest.mark.parametrize("text", ["SELECT 1", "\nUPDATE t SET x = 1", "INSERT INTO t VALUES (1)"])
def test_sql_is_found(text: str) -> None:
    assert find_sql(ast.parse(repr(text))) == [text]


def test_only_the_storage_room_has_sql() -> None:
    found = {
        name: find_sql(tree)
        for name, tree in read_trees("bot/**/*.py")
        if not name.startswith("bot/storage/")
    }
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_files_have_at_most_400_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for package in ("bot", "games")
        for path in (ROOT / package).rglob("*.py")
    }
    assert {name for name, lines in lengths.items() if lines > MAX_LINES} == set()


def test_the_architecture_page_names_exactly_the_existing_rooms() -> None:
    text = (ROOT / "docs" / "developing" / "architecture.md").read_text("utf-8")
    named = set(
        re.findall(r"`((?:bot|games|tests|tools|assets)/[\w/.*]*)`", text.replace("games/KEY", "games/reef"))
    )
    assert all(list(ROOT.glob(name)) for name in named), sorted(n for n in named if not list(ROOT.glob(n)))
    shown = {name.removesuffix(".py").rstrip("/").replace("/", ".") for name in named}
    assert set(group_by_room(read_bot_imports())) - {"bot"} <= shown


def test_no_test_imports_another_test() -> None:
    # Parse only files that seem to import a test, because parsing is slow.
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if re.search(r"from tests\.[\w.]*test_", text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        and re.match(r"tests\.(.*\.)?test_\w+$", name := node.module or "")
    ]
    assert not found, found
