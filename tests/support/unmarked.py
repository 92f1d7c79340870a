"""Finds texts in source files that should be marked for translation, and ``Words`` with unknown names."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from typing import Final

from tools.marked import ARGUMENT_COUNT_BY_CALLABLE, SINGULAR_CALLABLES, name_callable, read_text

_WORDS_CLASSES: Final = frozenset({"Words", "RetoldWords"})
_WORDS_FUNCTION_PATTERN: Final = re.compile(r"(load|find|get)_(\w+_)?words(_\w+)?")
"""Names of functions that return ``Words``."""
_COMPOSED_NODES: Final = (ast.IfExp, ast.JoinedStr, ast.BinOp)
_SENTENCE_PATTERN: Final = re.compile(r"[A-Za-z]{2,},? [A-Za-z]+")
_SQL_PATTERN: Final = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|WITH|ALTER|DROP|VACUUM)\b"
)
_UNTRANSLATED_CALLABLES: Final = frozenset(
    {"debug", "info", "warning", "error", "exception", "critical", "log", "compile", "fullmatch", "match"}
    | {"search", "sub", "execute", "executemany", "executescript", "add_argument", "ArgumentParser", "print"}
    | {"warn", "getenv", "Verb"}
    # These functions take a game's position written as a string.
    | {"make_position", "make_reef", "make_board", "parse_reef"}
    | {
        name
        for name, kind in vars(builtins).items()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    }
)


def find_unmarked_sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield ``(line, text)`` for every literal that looks like a sentence but isn't marked.

    Docstrings, queries, and texts for programmers and hosts only (logs, built-in exceptions, the command
    line) are skipped.
    """
    if isinstance(tree, ast.Expr) and read_text(tree.value) is not None:
        return
    if isinstance(tree, ast.Call):
        name = name_callable(tree)
        if name in _UNTRANSLATED_CALLABLES:
            return
        skipped = tree.args[: ARGUMENT_COUNT_BY_CALLABLE.get(name, 0)]
        # A msgid that is composed or chosen inside the call can't be extracted.
        composed = [argument for argument in skipped if isinstance(argument, _COMPOSED_NODES)]
        yield from ((argument.lineno, ast.unparse(argument)) for argument in composed)
        for child in ast.iter_child_nodes(tree):
            if child not in skipped or read_text(child) is None:
                yield from find_unmarked_sentences(child)
        return
    if isinstance(tree, ast.Constant):
        if (
            isinstance(tree.value, str)
            and _SENTENCE_PATTERN.search(tree.value)
            and not _SQL_PATTERN.match(tree.value)
        ):
            yield tree.lineno, tree.value
        return
    for child in ast.iter_child_nodes(tree):
        yield from find_unmarked_sentences(child)


def find_calls_of_renamed_words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield ``(line, name)`` for every call of ``Words`` whose name the extraction doesn't know.

    A name is known to be ``Words`` from its annotation, or from the function whose result it is assigned.
    """
    renamed = set(_list_names_of_words(tree)) - SINGULAR_CALLABLES
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = name_callable(node)
        if name in renamed or (_returns_words(node.func) and name not in SINGULAR_CALLABLES):
            yield node.lineno, ast.unparse(node.func)


def _list_names_of_words(tree: ast.AST) -> Iterator[str]:
    """Yield the names of parameters, variables and attributes that contain ``Words``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and _is_words_annotation(node.annotation):
            yield node.arg
        elif isinstance(node, ast.AnnAssign) and _is_words_annotation(node.annotation):
            yield _name_target(node.target)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                # In "w, channel = get_words(…), …", each name gets its own value.
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                else:
                    pairs = [(target, node.value)]
                yield from (_name_target(one) for one, value in pairs if _returns_words(value))
        elif isinstance(node, ast.NamedExpr) and _returns_words(node.value):
            yield node.target.id


def _is_words_annotation(annotation: ast.expr | None) -> bool:
    return annotation is not None and not _WORDS_CLASSES.isdisjoint(ast.unparse(annotation).split(" | "))


def _returns_words(node: ast.expr) -> bool:
    """Return whether an expression is a call, awaited or not, of a function that returns ``Words``."""
    called = node.value if isinstance(node, ast.Await) else node
    return isinstance(called, ast.Call) and bool(_WORDS_FUNCTION_PATTERN.fullmatch(name_callable(called)))


def _name_target(node: ast.expr) -> str:
    """Return the name of a variable or attribute, and otherwise an empty string."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
