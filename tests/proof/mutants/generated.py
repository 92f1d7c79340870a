"""Generates mutants (small changes anywhere in a module), and finds tests that might notice them."""

from __future__ import annotations

import ast
import random
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.proof.mutants.changes import Place, find_places
from tests.proof.mutants.mutant import MutatedSource, format_diff

MAX_TEST_FILES = 16
"""Maximum number of test files that are run for a module."""
MUTATED_FOLDERS = ("bot", "games")
"""Folders whose modules can be mutated."""

Alternative = tuple[str, Callable[[Place], None]]
"""A possible change: its description, and a function that makes it."""

REPLACEMENT_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
REPLACEMENT_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
LOGGER_NAMES = {"log", "logger"}


@dataclass(frozen=True, slots=True)
class GeneratedMutant:
    """A generated mutant, identified by its module and its number among the module's mutants."""

    module: Path
    number: int
    line: int
    description: str

    @property
    def name(self) -> str:
        """A short name, such as ``games/core/rng.py:31: and becomes or``."""
        return f"{self.module}:{self.line}: {self.description}"

    def apply_to(self, source: str) -> MutatedSource:
        """Return the source of the changed module."""
        module = ast.parse(source)
        before = ast.unparse(module)
        place, (_, change) = list(_list_alternatives(module))[self.number]
        change(place)
        after = ast.unparse(ast.fix_missing_locations(module))
        return MutatedSource(after, format_diff(before, after))


def generate_mutants(root: Path, module: Path) -> list[GeneratedMutant]:
    tree = ast.parse((root / module).read_text("utf-8"))
    return [
        GeneratedMutant(
            module, number, getattr(place.node, "lineno", getattr(place.parent, "lineno", 0)), what
        )
        for number, (place, (what, _)) in enumerate(_list_alternatives(tree))
    ]


def draw_mutants(
    root: Path, modules: Sequence[Path], mutant_count: int | None, seed: str
) -> list[GeneratedMutant]:
    """Return ``mutant_count`` random mutants of these modules, or all if it is ``None``.

    Equal seeds give equal mutants.
    """
    found = [mutant for module in modules for mutant in generate_mutants(root, module)]
    if mutant_count is None or mutant_count >= len(found):
        return found
    # Sort the sample, so that a module's mutants stay together.
    chosen = random.Random(seed).sample(range(len(found)), mutant_count)
    return [found[index] for index in sorted(chosen)]


def find_modules(root: Path, name: str) -> list[Path]:
    """Return the modules in :data:`MUTATED_FOLDERS` named by a file, a folder or a dotted name."""
    path = Path(name)
    if not (root / path).exists():
        path = Path(*name.split("."))
    if path.parts[:1] and path.parts[0] not in MUTATED_FOLDERS:
        return []
    if (root / path).is_dir():
        return sorted(found.relative_to(root) for found in (root / path).rglob("*.py"))
    path = path if path.suffix == ".py" else path.with_suffix(".py")
    return [path] if (root / path).is_file() else []


def find_changed_modules(root: Path, commit: str) -> list[Path]:
    """Return the modules changed since a commit, including uncommitted changes.

    :raises ValueError: git doesn't know the commit.
    """
    arguments = ["git", "-C", str(root), "diff", "--name-only", "--relative", commit, "--", *MUTATED_FOLDERS]
    answer = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise ValueError(answer.stderr.strip())
    paths = [Path(line) for line in answer.stdout.splitlines()]
    return [path for path in paths if path.suffix == ".py" and (root / path).is_file()]


def find_tests(root: Path, module: Path) -> tuple[str, ...]:
    """Return at most :data:`MAX_TEST_FILES` test files that might notice changes to a module.

    The files that import the module come first, because they are the likeliest to notice. The others are from
    the mirrored folder, or from its nearest parent that has tests.
    """
    folder = root / "tests" / module.parent
    while not list(folder.glob("test_*.py")) and folder != root / "tests":
        folder = folder.parent
    mirrored = [] if folder == root / "tests" else sorted(folder.glob("test_*.py"))
    imports = _read_imports_by_test(root)
    name = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    importing = [path for path, names in imports.items() if name in names]
    importing.sort(key=lambda path: (path not in mirrored, path))
    found = dict.fromkeys(str(path.relative_to(root)) for path in [*importing, *mirrored])
    return tuple(found)[:MAX_TEST_FILES]


_IMPORTS_BY_ROOT: dict[Path, Mapping[Path, frozenset[str]]] = {}


def _read_imports_by_test(root: Path) -> Mapping[Path, frozenset[str]]:
    """Return the modules and names that each test file imports. The files are read only once."""
    if root not in _IMPORTS_BY_ROOT:
        # Skip tests/proof, because its tests run whole programs and take minutes.
        paths = sorted(
            path for room in MUTATED_FOLDERS for path in (root / "tests" / room).rglob("test_*.py")
        )
        _IMPORTS_BY_ROOT[root] = {path: frozenset(_list_imports(path)) for path in paths}
    return _IMPORTS_BY_ROOT[root]


def _list_imports(path: Path) -> Iterator[str]:
    """Yield the modules and names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _list_alternatives(module: ast.Module) -> Iterator[tuple[Place, Alternative]]:
    """Yield each possible change to a module with its place, in a fixed order."""
    quiet = _find_skipped_nodes(module)
    for place in find_places(module):
        if place.node not in quiet:
            for alternative in _list_changes(place):
                yield place, alternative


def _list_changes(place: Place) -> Iterator[Alternative]:
    """Yield the possible changes to one node."""
    node = place.node
    if place.field == "test" and isinstance(place.parent, ast.If | ast.While | ast.IfExp):
        yield "condition negated", _negate_condition
    elif place.field == "ifs":
        yield "filter negated", _negate_condition
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            if type(operator) in REPLACEMENT_COMPARISONS:
                yield (
                    f"{_write_operator(operator)} becomes "
                    f"{_write_operator(REPLACEMENT_COMPARISONS[type(operator)]())}",
                    _change_comparison(index),
                )
    elif isinstance(node, ast.BoolOp):
        yield ("and becomes or" if isinstance(node.op, ast.And) else "or becomes and"), _swap_and_or
    elif isinstance(node, ast.BinOp) and type(node.op) in REPLACEMENT_OPERATORS and not _is_text(node):
        yield "operator changed", _change_operator
    elif isinstance(node, ast.Constant) and type(node.value) in (bool, int, float):
        yield "constant changed", _change_constant
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        if not _is_logging(node.value):
            yield "call dropped", lambda place: place.replace(ast.Pass())
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "returns None", _return_none
    elif isinstance(node, ast.Break | ast.Continue):
        other = ast.Continue if isinstance(node, ast.Break) else ast.Break
        yield "break and continue swapped", lambda place: place.replace(other())


def _negate_condition(place: Place) -> None:
    node = place.node
    assert isinstance(node, ast.expr)
    place.replace(ast.UnaryOp(ast.Not(), node))


def _change_comparison(index: int) -> Callable[[Place], None]:
    def apply_change(place: Place) -> None:
        node = place.node
        assert isinstance(node, ast.Compare)
        node.ops[index] = REPLACEMENT_COMPARISONS[type(node.ops[index])]()

    return apply_change


def _swap_and_or(place: Place) -> None:
    node = place.node
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _change_operator(place: Place) -> None:
    node = place.node
    assert isinstance(node, ast.BinOp)
    node.op = REPLACEMENT_OPERATORS[type(node.op)]()


def _change_constant(place: Place) -> None:
    """Add 1 to a number, or negate a boolean."""
    node = place.node
    assert isinstance(node, ast.Constant)
    number = node.value
    assert isinstance(number, int | float)
    place.replace(ast.Constant(not number if isinstance(number, bool) else number + 1))


def _return_none(place: Place) -> None:
    place.replace(ast.Return(ast.Constant(None)))


def _find_skipped_nodes(module: ast.Module) -> set[ast.AST]:
    """Return the nodes that are never mutated: annotations, decorators, assertions, ``TYPE_CHECKING``."""
    found: set[ast.AST] = set()
    for node in ast.walk(module):
        skipped: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        skipped += getattr(node, "decorator_list", [])
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            skipped.append(node)
        if isinstance(node, ast.Assert):
            skipped.append(node)
        for part in skipped:
            if isinstance(part, ast.AST):
                found.update(ast.walk(part))
    return found


def _is_logging(node: ast.expr) -> bool:
    """Return whether an expression only writes to a log."""
    call = node.value if isinstance(node, ast.Await) else node
    function = call.func if isinstance(call, ast.Call) else None
    return isinstance(function, ast.Attribute) and getattr(function.value, "id", "") in LOGGER_NAMES


def _is_text(node: ast.BinOp) -> bool:
    """Return whether an operand of a binary operation is a string."""
    parts = (node.left, node.right)
    return any(
        isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", None), str) for part in parts
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _write_operator(operator: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [operator], [ast.Name("b")]))[2:-2]
