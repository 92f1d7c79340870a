"""``/rules`` and ``RULES.md`` mark the same clauses as rulings of this project."""

from __future__ import annotations

import re
from pathlib import Path

from games.core.protocol import Game
from games.core.words import cite_ruling, list_locales, load_words
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.game_parts import PUBLISHED_GAMES

ROOT = Path(__file__).resolve().parents[2]


def read_clauses(game: Game) -> dict[str, str]:
    """Return the clauses of a game's ``RULES.md`` with their text."""
    text = (ROOT / "games" / game.key / "RULES.md").read_text("utf-8")
    found = re.findall(r"^- \*\*(\w+-\d+\.\d+)\*\* (.*?)(?=^- \*\*|^#|\Z)", text, re.M | re.S)
    return dict(found)


@join_cases([(key, locale) for key in GAMES for locale in list_locales()])
def test_the_first_page_has_no_marks(key: str, locale: str) -> None:
    w = load_words(locale)
    mark = cite_ruling(w, "XX", "9.9").strip().partition("XX")[0]
    first, *_, numbers = GAMES[key].texts.list_rules_pages(w)
    assert mark not in first.text
    assert mark in numbers.text or key not in PUBLISHED_GAMES


@join_cases([(key, locale) for key in GAMES for locale in list_locales()])
def test_rulings_are_marked_where_the_rules_are_explained(key: str, locale: str) -> None:
    game, w = GAMES[key], load_words(locale)
    begins = next(iter(read_clauses(game))).partition("-")[0]
    marked = re.escape(cite_ruling(w, begins, "9.9").strip()).replace(
        rf"{begins}\-9\.9", rf"((?:{begins}-[\d., ]+)+)"
    )
    found = re.findall(marked, "\n".join(page.text for page in game.texts.list_rules_pages(w)))
    told = {clause for names in found for clause in re.findall(r"\w+-\d+\.\d+", names)}
    assert told == {
        clause for clause, text in read_clauses(game).items() if re.search(r"\bruling", text, re.I)
    }
    assert told or key not in PUBLISHED_GAMES
