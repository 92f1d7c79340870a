"""Imports obey laws 1 and 6 of CONTRIBUTING.md: rules use only values, and the bot names no game."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

from games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN_MODULES = frozenset(
    {"random", "secrets", "time", "datetime", "zoneinfo", "logging", "uuid", "sys", "os", "io", "shutil"}
    | {"asyncio", "threading", "multiprocessing", "subprocess", "socket", "ssl", "http", "urllib"}
    | {"tempfile", "sqlite3", "pickle"}
)
"""Standard library modules that rules may not use: chance, clocks, logs, threads, the machine."""
FILE_READERS = frozenset({"games/core/words.py", "games/core/puzzle.py", "games/australis/player/insight.py"})
"""Modules that may read files: the catalogues, the puzzles, and learned weights."""
DRAWING_MODULE_PATTERN = re.compile(r"draw(_\w+)?$")
"""Matches ``draw.py`` and the modules ``draw_*.py`` next to it."""
PURE_FILES = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if not DRAWING_MODULE_PATTERN.match(path.stem)
    and not {"drawing", "cli"} & set(path.parts)
    and path != ROOT / "games/__main__.py"
]
CLI_FILES = [ROOT / "games/__main__.py", *sorted((ROOT / "games/cli").rglob("*.py"))]
GAME_FILES = sorted((ROOT / "games").rglob("*.py"))
BOT_FILES = sorted((ROOT / "bot").rglob("*.py"))


@cache
def list_imports(path: Path) -> tuple[str, ...]:
    """Return the full name of each module that a file imports, even inside functions."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found.append(node.module or "")
    return tuple(found)


def list_typing_imports(path: Path) -> set[str]:
    """Return the modules imported only for annotations, under ``if TYPE_CHECKING``."""
    found: set[str] = set()
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "TYPE_CHECKING" in text else ():
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found |= {part.module or "" for part in ast.walk(node) if isinstance(part, ast.ImportFrom)}
    return found


def name_file(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_standard(module: str) -> bool:
    top = module.split(".")[0]
    return top == "games" or top in sys.stdlib_module_names


def test_rules_import_only_the_standard_library() -> None:
    assert len(PURE_FILES) > 200
    for path in PURE_FILES:
        for module in set(list_imports(path)) - list_typing_imports(path):
            top = module.split(".")[0]
            assert is_standard(module), f"{name_file(path)} imports {module}"
            assert top not in FORBIDDEN_MODULES, f"{name_file(path)} imports {module}"
            assert top != "pathlib" or name_file(path) in FILE_READERS, f"{name_file(path)} imports {module}"
            assert not DRAWING_MODULE_PATTERN.match(module.rpartition(".")[2]), (
                f"{name_file(path)} imports a drawing"
            )
            assert not module.startswith(("games.drawing", "games.cli")), (
                f"{name_file(path)} imports {module}"
            )


def test_the_command_line_imports_only_the_standard_library() -> None:
    assert len(CLI_FILES) > 3
    for path in CLI_FILES:
        for module in set(list_imports(path)) - list_typing_imports(path):
            assert is_standard(module), f"{name_file(path)} imports {module}"
            assert module.split(".")[0] != "random", f"{name_file(path)} draws its own chance"


def test_games_do_not_import_the_bot() -> None:
    assert len(GAME_FILES) > 200
    for path in GAME_FILES:
        tops = {module.split(".")[0] for module in list_imports(path)}
        assert not tops & {"bot", "discord", "aiosqlite", "simcord"}, name_file(path)


def test_games_do_not_import_other_games() -> None:
    for path in GAME_FILES:
        folders = {key for key in GAMES if key in path.relative_to(ROOT).parts}
        if name_file(path) == "games/registry.py":
            continue
        for module in list_imports(path):
            others = [key for key in GAMES if f"games.{key}" in module and key not in folders]
            assert not others, f"{name_file(path)} imports {module}"


def test_the_bot_does_not_mention_games_by_name() -> None:
    assert len(BOT_FILES) > 400
    for path in BOT_FILES:
        written = path.read_text(encoding="utf-8")
        source = written.lower()
        # A one-word name may be an everyday word, so it counts only as a whole string literal.
        alone = {name for game in GAMES.values() for name in (game.key, game.title.lower()) if name.isalpha()}
        others = {name for game in GAMES.values() for name in (game.key, game.title.lower())} - alone
        assert not [name for name in others if name in source], f"{name_file(path)} names a game"
        if any(name in source for name in alone):
            texts = {
                node.value.lower()
                for node in ast.walk(ast.parse(written))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not alone & texts, f"{name_file(path)} names a game"


def test_imports_of_all_kinds_are_found(tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text("import a.b, c\nfrom d.e import f\ndef g():\n    import h\n", encoding="utf-8")
    assert list(list_imports(file)) == ["a.b", "c", "d.e", "h"]
