"""Compiles rules and computer players with mypyc while a wheel is built.

This build hook of hatchling runs only if ``HATCH_BUILD_HOOKS_ENABLE=1``. The wheel then contains extension
modules next to the sources, and Python prefers them. Without them, everything works more slowly.

mypyc compiles a copy of the sources in which ``@value_class`` classes are written out, so that they become
native classes. Lines keep their numbers, so that tracebacks are correct.
"""

from __future__ import annotations

import ast
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CORE_MODULES: Final = ("odds", "outcome", "rng")
PLAYER_MODULES: Final = ("judge", "marks", "playouts", "prospects", "suggesting", "tree", "weakness")
PRESENTATION_PREFIXES: Final = (
    *("draw", "emoji", "layout", "lessons", "places", "poster", "public", "texts"),
    *("read", "records", "refusal", "changes"),
)
"""Name prefixes of a game's modules that only present it and aren't compiled."""
INTERPRETED_MODULES: Final = ("__init__", "rules", "view", "events")
"""Modules of a game that aren't compiled, because their annotations are read at run time."""
SUBCLASSED_CLASSES: Final = ("Chance", "Judge")
"""Classes with interpreted subclasses, which mypyc allows only with a decorator."""
LIBRARY_PREFIX: Final = "reefs"
"""Name prefix of the library that contains all compiled code."""


def list_modules(root: Path) -> list[str]:
    """Return the paths of all modules to compile, relative to ``root``."""
    games = sorted(path.parent for path in (root / "games").glob("*/rules.py") if path.parent.name != "core")
    modules = [f"games/core/{name}.py" for name in CORE_MODULES] + [
        f"games/players/{name}.py" for name in PLAYER_MODULES
    ]
    for game in games:
        for path in (*sorted(game.glob("*.py")), *sorted(game.glob("player/*.py"))):
            if not path.stem.startswith(PRESENTATION_PREFIXES) and path.stem not in INTERPRETED_MODULES:
                modules.append(path.relative_to(root).as_posix())
    return modules


def expand_value_classes(source: str) -> str:
    """Return a module's source with its value classes turned into dataclasses with explicit methods.

    All lines keep their numbers.
    """
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module == "games.core.values":
            lines[node.lineno - 1] = "from dataclasses import dataclass"
        elif isinstance(node, ast.ClassDef):
            if node.name in SUBCLASSED_CLASSES:
                _allow_subclasses(lines, node.lineno - 1)
            for decorator in node.decorator_list:
                if ast.unparse(decorator) == "value_class":
                    _write_methods(lines, node, decorator.lineno - 1)
                elif ast.unparse(decorator) == "dataclass(frozen=True, slots=True)":
                    # Drop slots=True, which creates the class twice. mypyc forbids it and adds slots anyway.
                    lines[decorator.lineno - 1] = "@dataclass(frozen=True)"
    return "\n".join(lines) + "\n"


def _allow_subclasses(lines: list[str], start: int) -> None:
    """On the blank line before a class, write the decorator that allows interpreted subclasses.

    :raises ValueError: there is no blank line.
    """
    head = lines.index("from __future__ import annotations")
    if lines[head + 1] or lines[start - 1]:
        raise ValueError(f"{lines[start]} no room for a decorator")
    lines[head] += "; from typing import TYPE_CHECKING"
    lines[head + 1] = "if TYPE_CHECKING: from mypy_extensions import mypyc_attr"
    lines[start - 1] = "@mypyc_attr(allow_interpreted_subclasses=True)"


def _write_methods(lines: list[str], node: ast.ClassDef, decorator: int) -> None:
    """Write the methods of a value class in place of its docstring, and on the blank lines around it."""
    fields = [
        (field.target.id, field)
        for field in node.body
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and not ast.unparse(field.annotation).startswith("ClassVar")
    ]
    if not fields:
        lines[decorator] = "@dataclass(frozen=True)"
        return
    lines[decorator] = "@dataclass(frozen=True, init=False)"
    field_declarations = [
        f"{name}: {ast.unparse(field.annotation)}" + (f" = {ast.unparse(field.value)}" if field.value else "")
        for name, field in fields
    ]
    names = [name for name, _ in fields]
    everything = "".join(f"self.{name}, " for name in names)
    equal = " and ".join(f"self.{name} == other.{name}" for name in names)
    setting = "; ".join(f"self.{name} = {name}" for name in names)
    docstring, end = node.body[0], node.end_lineno or 0
    lines += [""] * (end + 2 - len(lines))
    free = [docstring.lineno - 1, docstring.end_lineno or 0, end, end + 1]
    for line in range(docstring.lineno, docstring.end_lineno or 0):
        lines[line] = ""
    if any(lines[line] for line in free[1:]):
        raise ValueError(f"{node.name}: no room for methods around its docstring")
    lines[free[0]] = (
        f"    def __eq__(self, other: object) -> bool: return isinstance(other, {node.name}) and {equal}"
    )
    lines[free[1]] = (
        f"    def __init__(self, {', '.join(field_declarations)}) -> None: {setting}  # type: ignore[misc]"
    )
    lines[free[2]] = f"    def __hash__(self) -> int: return hash(({everything}))"
    lines[free[3]] = f"    def __reduce__(self) -> tuple[object, ...]: return {node.name}, ({everything})"


def compile_modules(root: Path, work_folder: Path) -> Path:
    """Compile the modules of ``root`` in ``work_folder``. Return the folder of extension modules."""
    # Import setuptools first, so that mypyc uses it instead of distutils.
    import setuptools
    from mypyc.build import mypycify

    copy = work_folder / "source"
    shutil.copytree(root / "games", copy / "games", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(root / "pyproject.toml", copy)
    modules = list_modules(copy)
    for module in modules:
        path = copy / module
        path.write_text(expand_value_classes(path.read_text("utf-8")), "utf-8")
    before = Path.cwd()
    os.chdir(copy)  # mypyc derives module names from relative paths
    try:
        extensions = mypycify(
            ["--cache-dir", str(work_folder / "cache"), *modules],
            target_dir=str(work_folder / "c"),
            group_name=LIBRARY_PREFIX,
            debug_level="0",
        )
        command: Any = setuptools.Distribution(
            {"name": LIBRARY_PREFIX, "ext_modules": extensions}
        ).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(work_folder / "built"), str(work_folder / "objects")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    return work_folder / "built"


class CompileHook(BuildHookInterface[Any]):
    """Adds the extension modules to the wheel, and tags the wheel with the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules before the wheel is packed, except for an editable installation."""
        if version == "editable":
            return
        self._work = tempfile.TemporaryDirectory()
        built = compile_modules(Path(self.root), Path(self._work.name))
        for path in built.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(built).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder after the wheel is packed."""
        if version != "editable":
            self._work.cleanup()
