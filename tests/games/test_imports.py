"""Laws 1 and 6 of the house, read from the imports: rules know nothing but values, the bot knows no game."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = frozenset(
    {"random", "secrets", "time", "datetime", "zoneinfo", "logging", "uuid", "sys", "os", "io", "shutil"}
    | {"asyncio", "threading", "multiprocessing", "subprocess", "socket", "ssl", "http", "urllib"}
    | {"tempfile", "sqlite3", "pickle"}
)
"""Parts of the standard library that rules may not reach for: chance, clocks, logs, threads, the machine."""
FILES = frozenset({"games/core/words.py", "games/core/puzzle.py", "games/australis/insight.py"})
"""May read files: the catalogues, the puzzles, and learned weights."""
DRAWING = re.compile(r"draw(_\w+)?$")
"""``draw.py`` and the parts of a drawing beside it."""
PURE = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if not DRAWING.match(path.stem)
    and not {"kit", "cli"} & set(path.parts)
    and path != ROOT / "games/__main__.py"
]
TOOLS = [ROOT / "games/__main__.py", *sorted((ROOT / "games/cli").rglob("*.py"))]
GAME_FILES = sorted((ROOT / "games").rglob("*.py"))
BOT_FILES = sorted((ROOT / "bot").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The full name of each module that a file imports, inside of functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""


def typing_only(path: Path) -> set[str]:
    """Modules imported for annotations alone, below ``if TYPE_CHECKING``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found |= {part.module or "" for part in ast.walk(node) if isinstance(part, ast.ImportFrom)}
    return found


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PURE, ids=named)
def test_rules_import_the_standard_library_alone(path: Path) -> None:
    for module in set(imported(path)) - typing_only(path):
        top = module.split(".")[0]
        assert top == "games" or top in sys.stdlib_module_names, f"{named(path)} imports {module}"
        assert top not in OUTSIDE, f"{named(path)} imports {module}"
        assert top != "pathlib" or named(path) in FILES, f"{named(path)} imports {module}"
        assert not DRAWING.match(module.rpartition(".")[2]), f"{named(path)} imports a drawing"
        assert not module.startswith(("games.kit", "games.cli")), f"{named(path)} imports {module}"


@pytest.mark.parametrize("path", TOOLS, ids=named)
def test_command_line_imports_the_standard_library_alone(path: Path) -> None:
    for module in set(imported(path)) - typing_only(path):
        top = module.split(".")[0]
        assert top == "games" or top in sys.stdlib_module_names, f"{named(path)} imports {module}"
        assert top != "random", f"{named(path)} draws its own chance"


@pytest.mark.parametrize("path", GAME_FILES, ids=named)
def test_games_know_no_bot(path: Path) -> None:
    assert not {module.split(".")[0] for module in imported(path)} & {
        "bot",
        "discord",
        "aiosqlite",
        "simcord",
    }


@pytest.mark.parametrize("path", GAME_FILES, ids=named)
def test_games_know_no_other_game(path: Path) -> None:
    folders = {key for key in GAMES if key in path.relative_to(ROOT).parts}
    if named(path) == "games/registry.py":
        return
    for module in imported(path):
        others = [key for key in GAMES if f"games.{key}" in module and key not in folders]
        assert not others, f"{named(path)} imports {module}"


@pytest.mark.parametrize("path", BOT_FILES, ids=named)
def test_bot_names_no_game(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    source = written.lower()
    texts = {
        node.value.lower()
        for node in ast.walk(ast.parse(written))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for game in GAMES.values():
        for name in (game.key, game.title.lower()):
            # The name of a game may be an everyday word, which only names it where it stands alone.
            found = name in texts if name.isalpha() else name in source
            assert not found, f"{named(path)} names {name}"


def test_reader_of_imports_sees_them(tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text("import a.b, c\nfrom d.e import f\ndef g():\n    import h\n", encoding="utf-8")
    assert list(imported(file)) == ["a.b", "c", "d.e", "h"]
