"""A mutant (a small wrong change in one definition), and the tests that should notice it."""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass
from pathlib import Path

from tests.proof.mutants.changes import BadChange, Change

SQL_SUFFIX = ".sql"


class BadMutant(ValueError):
    """The mutated definition doesn't exist, or the change doesn't match exactly one place in it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A hand-written mutant.

    :param name: the fault that it introduces, in a few words.
    :param target: ``package.module:Class.method``, another name defined in the module or class, or the path
        of an SQL script. In a script, only ``text`` can be changed.
    :param change: the change within the definition.
    :param tests: the tests that should notice the fault, as pytest arguments separated by spaces.
    """

    name: str
    target: str
    change: Change
    tests: str

    def find_file(self, root: Path) -> Path:
        """Return the path of the mutated file, relative to the project."""
        if self.target.endswith(SQL_SUFFIX):
            return Path(self.target)
        path = Path(*self.target.partition(":")[0].split("."))
        return path / "__init__.py" if (root / path).is_dir() else path.with_suffix(".py")

    def apply_to(self, source: str) -> MutatedSource:
        """Return the changed source of the file.

        :raises BadMutant: the definition is missing, or the change doesn't match exactly one place in it.
        """
        script = self.target.endswith(SQL_SUFFIX)
        module = ast.Module([ast.Expr(ast.Constant(source))], []) if script else ast.parse(source)
        try:
            node = module if script else find_definition(module, self.target.partition(":")[2])
            before = ast.unparse(node)
            self.change(node)
        except BadChange as error:
            raise BadMutant(f"{self.name}: {self.target}: {error}") from error
        if script:
            changed = ast.literal_eval(ast.unparse(module))
            return MutatedSource(changed, format_diff(source, changed))
        after = ast.unparse(ast.fix_missing_locations(node))
        return MutatedSource(ast.unparse(module), format_diff(before, after))


@dataclass(frozen=True, slots=True)
class MutatedSource:
    """A changed source file, and its diff."""

    source: str
    diff: str


def find_definition(module: ast.Module, qualified: str) -> ast.AST:
    """Return the definition with this qualified name, or the last definition if it is overloaded.

    :raises BadChange: the definition doesn't exist.
    """
    node: ast.AST = module
    for name in qualified.split("."):
        found = [inner for inner in _list_statements(node) if name in _list_defined_names(inner)]
        if not found:
            raise BadChange(f"there is no {qualified}")
        node = found[-1]
    return node


def format_diff(before: str, after: str) -> str:
    """Return the diff of two versions of a source file, with two lines of context."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])


def _list_statements(node: ast.AST) -> list[ast.stmt]:
    """Return a definition's statements, including statements in branches but not in inner definitions."""
    found: list[ast.stmt] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            found.append(child)
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
        found += _list_statements(child)
    return found


def _list_defined_names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return {node.name}
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
