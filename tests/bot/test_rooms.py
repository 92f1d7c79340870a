"""Packages that must work without Discord never import it, even indirectly or only for types."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

BOT_PACKAGE = Path(__file__).resolve().parents[2] / "bot"
PACKAGES_WITHOUT_DISCORD = ("tables", "model")
"""Packages of ``bot`` that could serve another messenger, because they import no Discord library."""
DISCORD_LIBRARIES = {"discord", "simcord", "aiohttp"}


def find_file(module: str, package: Path) -> Path | None:
    """Return the file of a module, or None if it isn't one of the bot's."""
    top, *parts = module.split(".")
    if top != "bot":
        return None
    path = package.joinpath(*parts)
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.exists() else None


@cache
def list_imports(path: Path) -> tuple[str, ...]:
    """Return a file's imports. ``from a import b`` counts as ``a`` and ``a.b``, which may be a module."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(found)


def find_import_chains(path: Path, package: Path = BOT_PACKAGE) -> dict[str, list[str]]:
    """Return each external module that a file imports, even indirectly, with the chain of imports to it."""
    found: dict[str, list[str]] = {}
    seen, open_ends = {path}, [(path, [path.relative_to(package).as_posix()])]
    while open_ends:
        here, way = open_ends.pop()
        for module in list_imports(here):
            # A package is imported before its modules.
            packages = [module.rsplit(".", cut)[0] for cut in range(module.count("."), 0, -1)]
            for name in (*packages, module):
                file = find_file(name, package)
                if file is None:
                    found.setdefault(name.split(".")[0], [*way, name])
                elif file not in seen:
                    seen.add(file)
                    open_ends.append((file, [*way, name]))
    return found


FILES_WITHOUT_DISCORD = [
    path for room in PACKAGES_WITHOUT_DISCORD for path in sorted((BOT_PACKAGE / room).rglob("*.py"))
]


@pytest.mark.parametrize(
    "path", FILES_WITHOUT_DISCORD, ids=lambda path: path.relative_to(BOT_PACKAGE).as_posix()
)
def test_the_table_service_never_imports_discord_even_indirectly(path: Path) -> None:
    ways = find_import_chains(path)
    for library in DISCORD_LIBRARIES & set(ways):
        pytest.fail(" -> ".join(ways[library]))


def test_the_import_chains_of_the_table_service_include_the_database() -> None:
    assert find_import_chains(BOT_PACKAGE / "tables" / "service.py")["aiosqlite"][-2:] == [
        "bot.storage.engine.sqlite",
        "aiosqlite",
    ]


def test_import_chains_pass_through_packages_functions_and_types(tmp_path: Path) -> None:
    package = tmp_path / "bot"
    texts = {
        "__init__.py": "",
        "a.py": "from bot.room import b\n",
        "c.py": "if TYPE_CHECKING:\n    from bot.room.d import D\n",
        "e.py": "def f():\n    import bot.room.b\n",
        "plain.py": "import json\n",
        "room/__init__.py": "",
        "room/b.py": "import discord\n",
        "room/d.py": "from bot import a\n",
        "deep.py": "from bot.other.leaf import X\n",
        "other/__init__.py": "from discord import Client\n",
        "other/leaf.py": "",
    }
    for name, text in texts.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name in ("a.py", "c.py", "e.py", "deep.py"):
        assert "discord" in find_import_chains(package / name, package), name
    assert set(find_import_chains(package / "plain.py", package)) == {"json"}
    assert find_import_chains(package / "c.py", package)["discord"] == [
        "c.py",
        "bot.room.d",
        "bot.a",
        "bot.room.b",
        "discord",
    ]
