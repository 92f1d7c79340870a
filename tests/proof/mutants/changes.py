"""Changes to a definition's syntax tree.

A change names a call, or words in the code. Exactly one place in the definition must match.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeGuard, TypeVar

Change = Callable[[ast.AST], None]
"""Function that changes a node in place."""
ArgumentKey = int | str
"""Position or keyword of an argument of a call."""
FoundT = TypeVar("FoundT")


class BadChange(ValueError):
    """A change matches no place, or more than one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node's position: a field of its parent, with an index if the field is a list."""

    parent: ast.AST
    field: str
    index: int | None

    @property
    def node(self) -> ast.AST:
        found = getattr(self.parent, self.field)
        return found if self.index is None else found[self.index]  # type: ignore[no-any-return]

    def replace(self, *nodes: ast.AST) -> None:
        """Replace the node at this position. In a list, several nodes or none can replace it."""
        if self.index is None:
            (node,) = nodes
            setattr(self.parent, self.field, node)
            return
        siblings = getattr(self.parent, self.field)
        siblings[self.index : self.index + 1] = nodes
        if not siblings and self.field == "body":
            siblings.append(ast.Pass())


def drop_call(callee: str, *words: str) -> Change:
    """Remove the statement that does nothing but call ``callee``."""

    def apply_change(root: ast.AST) -> None:
        def is_target(node: ast.AST) -> bool:
            return (
                isinstance(node, ast.Expr)
                and _is_call_or_await(node.value, callee)
                and _has_words(node, words)
            )

        _get_only_item(find_places(root, is_target), f"a statement that calls {callee}").replace()

    return apply_change


def drop_raise(error: str) -> Change:
    """Remove the statement that raises ``error``."""

    def apply_change(root: ast.AST) -> None:
        def is_target(node: ast.AST) -> bool:
            return isinstance(node, ast.Raise) and node.exc is not None and _has_words(node.exc, (error,))

        _get_only_item(find_places(root, is_target), f"a raise of {error}").replace(ast.Pass())

    return apply_change


def unwrap_call(callee: str, *words: str) -> Change:
    """Replace a call with its first argument."""

    def apply_change(root: ast.AST) -> None:
        place = _find_call(root, callee, words)
        call = _strip_await(place.node)
        place.replace(call.args[0])

    return apply_change


def replace_argument(callee: str, key: ArgumentKey, new_source: str | None, *words: str) -> Change:
    """Replace one argument of a call, or remove it if ``new_source`` is None."""

    def apply_change(root: ast.AST) -> None:
        call = _strip_await(_find_call(root, callee, words).node)
        value = None if new_source is None else parse_expression(new_source)
        if isinstance(key, int):
            if not -len(call.args) <= key < len(call.args):
                raise BadChange(f"{callee} has no argument {key}")
            call.args[key : key + 1 or None] = [] if value is None else [value]
            return
        keywords = [keyword for keyword in call.keywords if keyword.arg == key]
        keyword = _get_only_item(keywords, f"an argument {key} of {callee}")
        if value is None:
            call.keywords.remove(keyword)
        else:
            keyword.value = value

    return apply_change


def force_true(*words: str) -> Change:
    """Replace the condition that contains all of ``words`` with ``True``."""
    return lambda root: _replace_condition(root, words, True)


def force_false(*words: str) -> Change:
    """Replace the condition that contains all of ``words`` with ``False``."""
    return lambda root: _replace_condition(root, words, False)


def return_immediately(new_source: str) -> Change:
    """Replace the function's body with a ``return`` of an expression."""

    def apply_change(root: ast.AST) -> None:
        if not isinstance(root, ast.FunctionDef | ast.AsyncFunctionDef):
            raise BadChange("only a function can return")
        root.body = [ast.Return(parse_expression(new_source))]

    return apply_change


def drop_context_manager(*words: str) -> Change:
    """Remove the context manager that contains all of ``words``, but keep the body of its ``with``."""

    def apply_change(root: ast.AST) -> None:
        def is_target(node: ast.AST) -> bool:
            return isinstance(node, ast.With | ast.AsyncWith) and any(
                _has_words(item.context_expr, words) for item in node.items
            )

        place = _get_only_item(find_places(root, is_target), f"a with statement that has {words}")
        node = place.node
        assert isinstance(node, ast.With | ast.AsyncWith)
        rest = [item for item in node.items if not _has_words(item.context_expr, words)]
        if rest:
            node.items = rest
        else:
            place.replace(*node.body)

    return apply_change


def postpone_call(callee: str, after: str) -> Change:
    """Move the statement that calls ``callee`` after a later one in its block that calls ``after``."""

    def apply_change(root: ast.AST) -> None:
        found = []
        for block in _list_blocks(root):
            for start, early in enumerate(block):
                for end in range(start + 1, len(block)):
                    if _contains_call(early, callee) and _contains_call(block[end], after):
                        found.append((block, start, end))
        block, start, end = _get_only_item(found, f"{callee} before {after} in one block")
        block.insert(end, block.pop(start))

    return apply_change


def replace_text(old: str, new: str) -> Change:
    """Replace part of a string. A space or line break in ``old`` matches any whitespace."""

    def apply_change(root: ast.AST) -> None:
        pattern = re.compile(r"\s+".join(map(re.escape, old.split())))
        places = find_places(root, lambda node: isinstance(node, ast.Constant | ast.JoinedStr))
        pieces = [(place, piece) for place in places for piece in pattern.findall(_read_template(place))]
        place, piece = _get_only_item(pieces, f"a string with {old!r}")
        written = _read_template(place).replace(piece, new)
        formatted = isinstance(place.node, ast.JoinedStr)
        place.replace(parse_expression(f"f{written!r}") if formatted else ast.Constant(written))

    return apply_change


def replace_value(new_source: str) -> Change:
    """Assign another value to a constant or class attribute."""

    def apply_change(root: ast.AST) -> None:
        if not isinstance(root, ast.Assign | ast.AnnAssign):
            raise BadChange("nothing is assigned")
        root.value = parse_expression(new_source)

    return apply_change


def drop_element(*words: str) -> Change:
    """Remove the element or entry that contains all of ``words`` from a tuple, list, set or dict."""

    def apply_change(root: ast.AST) -> None:
        places = [
            place
            for place in find_places(root)
            if place.field in ("elts", "keys") and _has_words(place.node, words)
        ]
        place = _get_only_item(_select_innermost(places), f"an element with {words}")
        if isinstance(place.parent, ast.Dict) and place.index is not None:
            del place.parent.values[place.index]
        place.replace()

    return apply_change


def replace_expression(old_source: str, new_source: str, *, after: str | None = None) -> Change:
    """Replace one expression with another, for cases in which no other change is suitable.

    :param after: name of a function. Only expressions below the last call to it are considered.
    """

    def apply_change(root: ast.AST) -> None:
        wanted_dump = ast.dump(_copy_in_load_context(parse_expression(old_source)))
        start = 0
        if after is not None:
            start = max((node.lineno for node in ast.walk(root) if _is_call(node, after)), default=0)
            if not start:
                raise BadChange(f"nothing calls {after}")

        def is_target(node: ast.AST) -> bool:
            return (
                isinstance(node, ast.expr)
                and node.lineno > start
                and ast.dump(_copy_in_load_context(node)) == wanted_dump
            )

        place = _get_only_item(find_places(root, is_target), f"an expression {old_source}")
        made = parse_expression(new_source)
        if isinstance(place.node, ast.Starred) and not isinstance(made, ast.Starred):
            raise BadChange(f"{old_source} is starred")
        place.replace(made)

    return apply_change


def parse_expression(source: str) -> ast.expr:
    return ast.parse(f"({source}\n)", mode="eval").body


def _replace_condition(root: ast.AST, words: tuple[str, ...], value: bool) -> None:
    """Replace the innermost condition that contains these words with ``value``."""
    found = [place for place in _find_conditions(root) if _has_words(place.node, words)]
    place = _get_only_item(_select_innermost(found), f"a condition with {words}")
    if place.field == "ifs" and value:
        place.replace()
        return
    parent = place.parent
    if isinstance(parent, ast.BoolOp) and value is isinstance(parent.op, ast.And):
        # Remove the operand, because ``a and True`` and ``a or False`` both equal ``a``.
        place.replace()
        if len(parent.values) == 1:
            (left,) = parent.values
            _get_only_item(find_places(root, lambda node: node is parent), "the condition").replace(left)
        return
    place.replace(ast.Constant(value))


def _find_conditions(root: ast.AST) -> Iterator[Place]:
    """Yield the places of conditions: tests of ``if``, comparisons and boolean expressions."""
    for place in find_places(root):
        test = place.field == "test" and isinstance(place.parent, ast.If | ast.While | ast.IfExp)
        operand = isinstance(place.parent, ast.BoolOp) and place.field == "values"
        negated = isinstance(place.node, ast.UnaryOp) and isinstance(place.node.op, ast.Not)
        boolean = isinstance(place.node, ast.Compare | ast.BoolOp) or negated
        if test or operand or boolean or place.field == "ifs":
            yield place


def _select_innermost(places: list[Place]) -> list[Place]:
    """Return the places that don't contain any other place in the list."""

    def contains_place(place: Place, other: Place) -> bool:
        return other is not place and any(node is other.node for node in ast.walk(place.node))

    return [place for place in places if not any(contains_place(place, other) for other in places)]


def _read_template(place: Place) -> str:
    """Return a string's content or an f-string's source. Return an empty string for other nodes."""
    node = place.node
    if isinstance(node, ast.JoinedStr):
        pieces = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                pieces.append(str(part.value).replace("{", "{{").replace("}", "}}"))
            else:
                pieces.append(ast.unparse(ast.JoinedStr([part]))[2:-1])
        return "".join(pieces)
    inside = isinstance(place.parent, ast.JoinedStr)
    found = getattr(node, "value", None)
    return found if isinstance(found, str) and not inside else ""


def _find_call(root: ast.AST, callee: str, words: tuple[str, ...]) -> Place:
    """Return the place of the call of ``callee`` that contains these words, including its ``await``."""

    def is_target(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and _is_call_or_await(node, callee) and _has_words(node, words)

    place = _get_only_item(find_places(root, is_target), f"a call of {callee}")
    parents = list(find_places(root, lambda node: isinstance(node, ast.Await) and node.value is place.node))
    return parents[0] if parents else place


def _strip_await(node: ast.AST) -> ast.Call:
    call = node.value if isinstance(node, ast.Await) else node
    assert isinstance(call, ast.Call)
    return call


def _is_call_or_await(node: ast.AST, callee: str) -> bool:
    if isinstance(node, ast.Await):
        node = node.value
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    return callee == getattr(function, "attr", getattr(function, "id", None))


def _is_call(node: ast.AST, callee: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _is_call_or_await(node, callee)


def _contains_call(node: ast.AST, callee: str) -> bool:
    return any(_is_call_or_await(inner, callee) for inner in ast.walk(node))


def list_words(node: ast.AST) -> set[str]:
    """Return the names and strings in a piece of code."""
    found: set[str] = set()
    for inner in ast.walk(node):
        for field in ("id", "attr", "arg", "value"):
            word = getattr(inner, field, None)
            if isinstance(word, str):
                found.add(" ".join(word.split()))
    return found


def _has_words(node: ast.AST, words: tuple[str, ...]) -> bool:
    """Return whether a node contains all these words, as names or inside its strings."""
    if not words:
        return True
    present = list_words(node)
    strings = [word for word in present if not word.isidentifier()]
    return all(word in present or any(word in string for string in strings) for word in words)


def _copy_in_load_context(node: ast.expr) -> ast.expr:
    """Return a copy of an expression with all names in load context, so that it can be compared."""
    copy = deepcopy(node)
    for inner in ast.walk(copy):
        if hasattr(inner, "ctx"):
            inner.ctx = ast.Load()
    return copy


def _list_blocks(root: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(root):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def find_places(root: ast.AST, fits: Callable[[ast.AST], bool] = lambda _: True) -> Iterator[Place]:
    """Yield the places of all nodes inside ``root`` for which ``fits`` is true."""
    for parent in ast.walk(root):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, ast.AST):
                place = Place(parent, field, None)
                if fits(place.node):
                    yield place
            elif isinstance(value, list):
                for index, node in enumerate(value):
                    if isinstance(node, ast.AST) and fits(node):
                        yield Place(parent, field, index)


def _get_only_item(items: Iterator[FoundT] | list[FoundT], description: str) -> FoundT:
    """Return the only item found.

    :raises BadChange: there are none or several.
    """
    places = list(items)
    if len(places) != 1:
        raise BadChange(f"{len(places)} places have {description}, not one")
    return places[0]
