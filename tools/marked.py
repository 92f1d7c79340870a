"""Finds texts in source files that are marked for translation.

The syntax tree is used, because Babel's token-based extractor misses some marked texts inside other marked
calls.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import IO, Any, Final

SINGULAR_CALLABLES: Final = frozenset({"w", "N_", "self", "get_words()", "load_words()"})
"""Callables whose first argument is a msgid.

``self`` means that ``Words`` calls itself. ``get_words()`` means that the result of ``get_words(...)`` is
called.
"""
PLURAL_CALLABLE: Final = "plural"
CONTEXT_CALLABLE: Final = "translate_in_context"
CONTEXT_PLURAL_CALLABLE: Final = "plural_in_context"
COMMAND_CALLABLE: Final = "L"
CONTEXT_BY_CONSTANT: Final = {"NAME_CONTEXT": "command name", "TEXT_CONTEXT": "command text"}
"""Context named by each constant that can be the first argument of ``L``."""
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(SINGULAR_CALLABLES),
    PLURAL_CALLABLE: (1, 2),
    CONTEXT_CALLABLE: ((1, "c"), 2),
    CONTEXT_PLURAL_CALLABLE: ((1, "c"), 2, 3),
    COMMAND_CALLABLE: ((1, "c"), 2),
}
ARGUMENT_COUNT_BY_CALLABLE: Final = {
    **dict.fromkeys(SINGULAR_CALLABLES, 1),
    PLURAL_CALLABLE: 2,
    CONTEXT_CALLABLE: 2,
    CONTEXT_PLURAL_CALLABLE: 3,
    COMMAND_CALLABLE: 2,
}


def name_callable(node: ast.Call) -> str:
    """Return the name of a called object, in the form used by :data:`SINGULAR_CALLABLES`."""
    called = node.func
    if isinstance(called, ast.Name):
        return called.id
    if isinstance(called, ast.Call):
        return f"{name_callable(called)}()"
    return called.attr if isinstance(called, ast.Attribute) else ""


def _read_argument(node: ast.expr) -> str | None:
    """Return the text of a string literal, the context named by a constant, or otherwise ``None``."""
    return CONTEXT_BY_CONSTANT.get(node.id) if isinstance(node, ast.Name) else read_text(node)


def read_text(node: ast.expr) -> str | None:
    """Return the text of a string literal, and otherwise ``None``."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def find_marked_texts(tree: ast.AST) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield ``(line, keyword, texts)`` for every marked text, in source order."""
    calls = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or name_callable(node) not in ARGUMENT_COUNT_BY_CALLABLE:
            continue
        name = name_callable(node)
        texts = tuple(
            text
            for text in map(_read_argument, node.args[: ARGUMENT_COUNT_BY_CALLABLE[name]])
            if text is not None
        )
        if len(texts) == ARGUMENT_COUNT_BY_CALLABLE[name]:
            calls.append((node.lineno, node.col_offset, name, texts))
    for line, _, name, texts in sorted(calls):
        yield line, name, texts


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Extract marked texts. Babel calls this as its extraction method."""
    for line, name, texts in find_marked_texts(ast.parse(fileobj.read())):
        yield line, name, texts if len(texts) > 1 else texts[0], []
