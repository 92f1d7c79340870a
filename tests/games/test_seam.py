"""Texts, pictures and computer players accept only views, never a state with hidden information."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]

VIEW_NAMES = frozenset({"view", "views", "before", "position", "event", "events", "scene", "words"})
"""Parameters and fields with these names must hold a view, an event, a scene or words, but no state."""
LOOSE_TYPE_PATTERN = re.compile(r"\b(Any|object)\b")
VIEW_PARAMETER_PATTERN = re.compile(rf"\b({'|'.join(sorted(VIEW_NAMES))})\s*:")

ONE_GAME_SOURCE = """
from games.core.match import Match, GenericMatch
from games.core.protocol import Game
from games.{key} import GAME
from games.{key}.draw import draw

match = GenericMatch.begin(GAME, 2, {{}}, bytes(32))
"""
ANY_GAME_SOURCE = """
from games.core.match import Match
from games.registry import GAMES

GAME = GAMES["any"]
match = Match.begin(GAME, 2, {}, bytes(32))
"""
PUBLIC_USES_SOURCE = """
from games.core.rng import Chance
from games.core.texts import Scene, GenericScene
from games.core.words import load_words
from games.players import think

state, rules, texts, events = match.state, match.rules, GAME.texts, match.events
view, action, dice = rules.view(state, 0), rules.read(""), Chance(bytes(32), 0)
scene = GenericScene((), load_words(), events, earlier_view=view)
texts.label_value("kind", "", view, scene)
texts.label_value("kind", "", state, scene)  # wrong
texts.explain_value("kind", "", view, scene)
texts.explain_value("kind", "", state, scene)  # wrong
texts.find_icon("kind", "", view)
texts.find_icon("kind", "", state)  # wrong
texts.format_question("kind", (), view, scene)
texts.format_question("kind", (), state, scene)  # wrong
texts.describe_action(action, view, scene)
texts.describe_action(action, state, scene)  # wrong
texts.advise_on_action(action, view, scene)
texts.advise_on_action(action, state, scene)  # wrong
texts.describe_status(view, scene)
texts.describe_status(state, scene)  # wrong
texts.describe_picture(view, scene)
texts.describe_picture(state, scene)  # wrong
texts.describe_position(view, scene)
texts.describe_position(state, scene)  # wrong
texts.narrate_event(events[0], scene)
texts.narrate_event(state, scene)  # wrong
GAME.draw(view, scene)
GAME.draw(state, scene)  # wrong
Scene((), load_words(), events, earlier_view=view)
Scene((), load_words(), events, before=state)  # wrong
Scene((), load_words(), (state,))  # wrong
rules.sample(view, dice)
rules.sample(state, dice)  # wrong
rules.list_first_choices(view, 0)
rules.list_first_choices(state, 0)  # wrong
rules.answer_by_order(view, 0, "")
rules.answer_by_order(state, 0, "")  # wrong
think(GAME, 1, view, 0, "easy", dice, lambda: True)
think(GAME, 1, state, 0, "easy", dice, lambda: True)  # wrong
"""
AS_ANY_GAME_SOURCE = """
any_game: Game = GAME
any_match: Match = match
any_game.texts.describe_status(view, scene)
any_game.texts.describe_status(state, scene)  # wrong
any_game.texts.describe_status(any_match.state, scene)  # wrong
any_game.draw(state, scene)  # wrong
draw(view, scene)
draw(state, scene)  # wrong
"""


@pytest.fixture(scope="module")
def mypy_errors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[int]]:
    """The lines that mypy reports, by file."""
    folder = tmp_path_factory.mktemp("seam")
    texts = {
        f"one_{key}": ONE_GAME_SOURCE.format(key=key) + PUBLIC_USES_SOURCE + AS_ANY_GAME_SOURCE
        for key in GAMES
    }
    texts["any"] = ANY_GAME_SOURCE + PUBLIC_USES_SOURCE
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    cache = ["--cache-dir", str(ROOT / ".mypy_cache" / "seam"), "--config-file", str(ROOT / "pyproject.toml")]
    completed = subprocess.run(
        [*command, *cache, *(str(folder / f"{name}.py") for name in texts)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode in (0, 1), completed.stdout + completed.stderr
    found: dict[str, set[int]] = {name: set() for name in texts}
    for name, line in re.findall(r"(\w+)\.py:(\d+): error: ", completed.stdout):
        found[name].add(int(line))
    assert completed.stdout or not completed.returncode
    return found


def find_wrong_lines(text: str) -> set[int]:
    return {number for number, line in enumerate(text.split("\n"), 1) if line.endswith("# wrong")}


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_mypy_refuses_a_games_own_state_in_place_of_a_view(
    key: str, mypy_errors: dict[str, set[int]]
) -> None:
    assert mypy_errors[f"one_{key}"] == find_wrong_lines(
        ONE_GAME_SOURCE.format(key=key) + PUBLIC_USES_SOURCE + AS_ANY_GAME_SOURCE
    )


@pytest.mark.slow
def test_mypy_refuses_the_state_of_any_game_in_place_of_a_view(mypy_errors: dict[str, set[int]]) -> None:
    assert mypy_errors["any"] == find_wrong_lines(ANY_GAME_SOURCE + PUBLIC_USES_SOURCE)


def list_loosely_typed_names(path: Path) -> Iterator[str]:
    """Yield the parameters and fields named in :data:`VIEW_NAMES` whose type would accept a state as well.

    Only files that can contain one are parsed, because parsing all files is slow.
    """
    text = path.read_text(encoding="utf-8")
    if not (LOOSE_TYPE_PATTERN.search(text) and VIEW_PARAMETER_PATTERN.search(text)):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.arg):
            name, annotation = node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, annotation = node.target.id, node.annotation
        else:
            continue
        if (
            name in VIEW_NAMES
            and annotation is not None
            and LOOSE_TYPE_PATTERN.search(ast.unparse(annotation))
        ):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {name}"


def test_parameters_for_views_do_not_accept_states() -> None:
    found = [
        place
        for room in ("bot", "games")
        for path in (ROOT / room).rglob("*.py")
        for place in list_loosely_typed_names(path)
    ]
    assert not found, found


def test_untyped_parameters_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "example.py"
    file.write_text(
        "def f(view: Any, w: Any): pass\nclass A:\n    events: tuple[Any, ...]\n", encoding="utf-8"
    )
    assert list(list_loosely_typed_names(file)) == ["example.py:3 events", "example.py:1 view"]
