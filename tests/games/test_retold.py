"""A reason repeated to others names the player, in each language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import games
from games.core.texts import Scene
from games.core.words import Retold, words
from games.registry import GAMES
from tools.walks import Case

YOU = {
    "en": r"\b(you|your|yours|you're|you've|you'd)\b",
    "de": r"\b(du|dich|dir|dein\w*|euch|hast|bist|kannst)\b",
    "nl": r"\b(je|jij|jou|jouw|jullie)\b",
}
POSITIONS = 60


@pytest.mark.parametrize("locale", YOU)
@pytest.mark.parametrize("key", GAMES)
def test_a_reason_repeated_to_others_does_not_say_you(key: str, locale: str) -> None:
    game = GAMES[key]
    retold, told = Retold(words(locale), game.retold, "Anna"), set()
    for seats in {game.seats[0], game.seats[-1]}:
        case = Case(game, seats, game.get_defaults(), 700 + seats, rich=True, most=200)
        for _, state in case.states(POSITIONS):
            for seat in case.rules.to_act(state):
                view = case.rules.view(state, seat)
                scene: Scene = Scene(("Anna", "Ben", "Chris", "Dana", "Eve", "Finn")[:seats], retold)
                for action in case.rules.legal_actions(state, seat)[:60]:
                    told.add(game.texts.advise(action, view, scene).text)
    if game.retold:
        assert len(told) > 20 and any("Anna" in text for text in told)
    said = {text for text in told if re.search(YOU[locale], text, re.IGNORECASE)}
    assert not said


@pytest.mark.parametrize("key", GAMES)
def test_every_replaced_phrase_occurs_in_the_texts(key: str) -> None:
    folder, said = Path(games.__file__).parent / key / "texts", set()
    for path in folder.glob("*.py"):
        if path.stem != "retold":
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            said |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    for spoken in GAMES[key].retold:
        assert spoken in said, spoken
        assert re.search(YOU["en"] + "|end it", spoken, re.IGNORECASE), "who it speaks to"
