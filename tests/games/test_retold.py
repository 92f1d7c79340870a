"""In each language, a reason that is repeated to other people names the player."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

import pytest

import games
from games.core.texts import Scene
from games.core.words import RetoldWords, load_words
from games.registry import GAMES
from tools.walks import Case

YOU_PATTERNS_BY_LOCALE = {
    "en": r"\b(you|your|yours|you're|you've|you'd)\b",
    "de": r"\b(du|dich|dir|dein\w*|euch|hast|bist|kannst)\b",
    "nl": r"\b(je|jij|jou|jouw|jullie)\b",
}
MAX_POSITIONS = 30
"""Maximum number of positions whose reasons are read in each language."""
MAX_ACTIONS = 10
"""Maximum number of actions per position whose advice is checked, sampled evenly from the legal actions."""


@pytest.mark.parametrize("key", GAMES)
def test_a_reason_repeated_to_others_does_not_say_you(key: str) -> None:
    game = GAMES[key]
    locales = itertools.cycle(YOU_PATTERNS_BY_LOCALE)
    told: dict[str, set[str]] = {locale: set() for locale in YOU_PATTERNS_BY_LOCALE}
    for seats in {game.seat_counts[0], game.seat_counts[-1]}:
        people = ("Anna", "Ben", "Chris", "Dana", "Eve", "Finn")[:seats]
        case = Case(game, seats, game.get_default_options(), 700 + seats, is_rich=True, max_plies=200)
        for (_, state), locale in zip(case.iterate_states(MAX_POSITIONS), locales, strict=False):
            retold = RetoldWords(load_words(locale), game.retold_texts, "Anna")
            for seat in case.rules.to_act(state):
                view, scene = case.rules.view(state, seat), Scene(people, retold)
                actions = case.rules.legal_actions(state, seat)
                for action in actions[:: len(actions) // MAX_ACTIONS + 1]:
                    told[locale].add(game.texts.advise_on_action(action, view, scene).text)
    for locale, texts in told.items():
        if game.retold_texts:
            assert len(texts) > 10 and any("Anna" in text for text in texts)
        assert not {text for text in texts if re.search(YOU_PATTERNS_BY_LOCALE[locale], text, re.IGNORECASE)}


@pytest.mark.parametrize("key", GAMES)
def test_every_replaced_phrase_occurs_in_the_texts(key: str) -> None:
    folder, said = Path(games.__file__).parent / key / "texts", set()
    for path in folder.glob("*.py"):
        if path.stem != "retold":
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            said |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    for spoken in GAMES[key].retold_texts:
        assert spoken in said, spoken
        assert re.search(YOU_PATTERNS_BY_LOCALE["en"] + "|end it", spoken, re.IGNORECASE), "who it speaks to"
