"""The compiled build covers rules and players, not drawings or texts, and rewrites value classes."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from tests.support.cases import join_cases
from tests.support.game_parts import PUBLISHED_GAMES
from tools.native import expand_value_classes, list_modules

ROOT = Path(__file__).parents[1]
MODULES = list_modules(ROOT)

MODULE_SOURCE = '''"""Parts."""

from __future__ import annotations

from games.core.values import value_class


@value_class
class Die:
    """A die.

    It has a colour.
    """

    colour: int
    pips: int = 1

    def double(self) -> int:
        return 2 * self.pips


def roll() -> Die:
    return Die(1)
'''


def test_the_rules_and_players_of_every_game_are_compiled() -> None:
    for key in PUBLISHED_GAMES:
        assert {f"games/{key}/legal.py", f"games/{key}/player/insight.py"} <= set(MODULES)
    assert {"games/core/rng.py", "games/players/tree.py"} <= set(MODULES)


def test_drawings_and_texts_are_not_compiled() -> None:
    words = {name for path in MODULES for name in path.removesuffix(".py").replace("_", "/").split("/")}
    assert not words & {"draw", "drawing", "texts", "lessons", "poster", "rules", "view"}
    assert all(path.startswith("games/") for path in MODULES)


def test_value_classes_are_expanded_without_moving_a_line() -> None:
    found = expand_value_classes(MODULE_SOURCE)
    assert "games.core.values" not in found
    assert len(found.splitlines()) == len(MODULE_SOURCE.splitlines())
    (die,) = [node for node in ast.parse(found).body if isinstance(node, ast.ClassDef)]
    methods = [node.name for node in die.body if isinstance(node, ast.FunctionDef)]
    assert methods == ["__eq__", "__init__", "double", "__hash__", "__reduce__"]
    assert (
        "def __init__(self, colour: int, pips: int = 1) -> None: self.colour = colour; self.pips = pips"
        in found
    )
    for name in ("double", "roll"):
        before, after = (
            next(n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef) and n.name == name)
            for text in (MODULE_SOURCE, found)
        )
        assert ast.dump(before, include_attributes=True) == ast.dump(after, include_attributes=True)


@join_cases((path,) for path in MODULES)
def test_expanding_adds_at_most_two_lines_to_a_module(path: str) -> None:
    source = (ROOT / path).read_text("utf-8")
    found = expand_value_classes(source)
    # A @value_class class at the end of a module gets two methods below it.
    assert len(found.splitlines()) - len(source.splitlines()) <= 2
    assert "@value_class" not in found
    ast.parse(found)


def test_a_build_compiles_only_when_asked() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert wheel["hooks"]["custom"]["enable-by-default"] is False
    assert (ROOT / wheel["hooks"]["custom"]["path"]).is_file()
