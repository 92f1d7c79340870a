"""What the rules of a game mark as a ruling of ours, and what ``/rules`` tells as one."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from games.core.protocol import Game
from games.core.words import words


def rulings(package: ModuleType) -> set[str]:
    """The clauses in the RULES.md of a game that are, or hold, a ruling."""
    assert package.__file__ is not None
    text = (Path(package.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    clauses = re.findall(r"^- \*\*(\w+-\d+\.\d+)\*\*(.*?)(?=^- \*\*|^\S|^$)", text, re.MULTILINE | re.DOTALL)
    assert len(clauses) > 10
    return {clause for clause, told in clauses if re.search(r"\bruling", told, re.IGNORECASE)}


def told_as_ours(game: Game) -> set[str]:
    """The clauses that the pages of ``/rules`` name as a ruling."""
    pages = "\n".join(page.text for page in game.words.rules(words()))
    return {clause for found in re.findall(r"\(our ruling, ([^)]+)\)", pages) for clause in found.split(", ")}
