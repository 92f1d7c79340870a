"""Show the imports between the rooms of the code: ``python -m tools.rooms``.

A room is a folder of ``bot`` or ``games``. A game is one room, and a module next to the rooms is its own
room. Every import counts, including those for types or inside a function.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("bot", "games")

_STATEMENT_FIELDS: Final = ("body", "orelse", "finalbody", "handlers", "cases")

ImportGraph = Mapping[str, frozenset[str]]
"""The imports of each module or room."""


def name_module(path: Path, root: Path = ROOT) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _list_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every statement. Expressions, which are most of the nodes and import nothing, are skipped."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for block in _STATEMENT_FIELDS:
            waiting += getattr(node, block, ())


def find_imports(path: Path, root: Path = ROOT) -> frozenset[str]:
    """Return every dotted name that a file imports.

    ``from a import b`` gives both ``a`` and ``a.b``, because the file doesn't show whether ``b`` is a module.

    :raises ValueError: the file has a relative import.
    """
    module = name_module(path, root)
    modules: set[str] = set()
    for node in _list_statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{module}: relative imports are not read")
            modules.add(node.module or "")
            modules.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(modules)


def read_imports(packages: Iterable[str] = PACKAGES, root: Path = ROOT) -> dict[str, frozenset[str]]:
    """Return all imports of every module of some packages, including imports of other libraries."""
    paths = (path for package in packages for path in sorted((root / package).rglob("*.py")))
    return {name_module(path, root): find_imports(path, root) for path in paths}


def keep_internal_imports(graph: ImportGraph) -> dict[str, frozenset[str]]:
    """Return only the imports between modules of the graph.

    Importing a module doesn't count as importing its package.
    """
    return {
        module: frozenset(
            name
            for name in names
            if name in graph
            and name != module
            and not any(other in graph and other.startswith(f"{name}.") for other in names)
        )
        for module, names in graph.items()
    }


def find_reachable_nodes(graph: ImportGraph, start: str) -> frozenset[str]:
    """Return everything that a module imports, directly or indirectly."""
    reached: set[str] = set()
    ahead = [start]
    while ahead:
        for name in graph.get(ahead.pop(), frozenset()) - reached:
            reached.add(name)
            ahead.append(name)
    return frozenset(reached)


def find_cycles(graph: ImportGraph) -> list[tuple[str, ...]]:
    """Return the groups of nodes that import each other in a cycle."""
    beyond = {node: find_reachable_nodes(graph, node) for node in graph}
    looped = [node for node in graph if node in beyond[node]]
    return sorted(
        {
            tuple(sorted(other for other in looped if other in beyond[node] and node in beyond[other]))
            for node in looped
        }
    )


def find_room(module: str) -> str:
    """Return a module's room.

    Each folder of ``bot.features`` and ``bot.ui`` is a room, and so is ``bot.ui.verbs``.
    """
    parts = module.split(".")
    if parts == ["bot", "features"]:
        return "bot"
    if module == "bot.ui.verbs":
        return module
    if parts[:2] == ["bot", "features"] or (parts[:2] == ["bot", "ui"] and len(parts) > 3):
        return ".".join(parts[:3])
    return ".".join(parts[:2])


def group_by_room(graph: ImportGraph) -> dict[str, frozenset[str]]:
    """Return the imports between rooms."""
    rooms: dict[str, set[str]] = {find_room(module): set() for module in graph}
    for module, names in keep_internal_imports(graph).items():
        rooms[find_room(module)].update(find_room(name) for name in names)
    return {room: frozenset(others - {room}) for room, others in rooms.items()}


def find_floors(graph: ImportGraph) -> dict[str, int]:
    """Return each node's floor: one above the highest floor that it imports. Cycles are ignored."""
    floors: dict[str, int] = {}

    def find_floor(node: str, above: frozenset[str]) -> int:
        """Return a node's floor. ``above`` contains the nodes being visited."""
        if node not in floors:
            below = [find_floor(other, above | {node}) for other in graph[node] - above]
            floors[node] = 1 + max(below, default=0)
        return floors[node]

    for node in sorted(graph):
        find_floor(node, frozenset({node}))
    return floors


def format_table(graph: ImportGraph) -> Iterator[str]:
    """Yield a line with the imports of each room, from the highest floor down."""
    heights = find_floors(graph)
    width = max(map(len, graph))
    for room in sorted(graph, key=lambda room: (-heights[room], room)):
        yield f"{heights[room]:2}  {room:{width}}  {', '.join(sorted(graph[room])) or '-'}"


def main() -> None:
    """Print the rooms with their imports, and the cycles of modules."""
    parser = argparse.ArgumentParser(prog="python -m tools.rooms", description=__doc__)
    parser.add_argument("packages", nargs="*", default=["bot"], help="the packages to read")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to read")
    arguments = parser.parse_args()
    graph = read_imports(arguments.packages, arguments.root)
    inside = keep_internal_imports(graph)
    print(*format_table(group_by_room(graph)), sep="\n")
    print(f"{len(graph)} modules, {sum(map(len, inside.values()))} imports between them")
    cycles = find_cycles(inside)
    for cycle in cycles:
        print(f"cycle of {len(cycle)}: {', '.join(cycle)}")
    if not cycles:
        print("no cycle")


if __name__ == "__main__":
    main()
