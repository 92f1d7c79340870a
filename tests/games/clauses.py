"""What the tests of numbered clauses share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from games.core.errors import IllegalAction
from games.core.rules import Rules
from games.core.shapes import ActionT, EventT, StateT, ViewT
from games.core.words import words

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]


def read_clauses(folder: Path) -> frozenset[str]:
    """The numbers of the clauses that a game's ``RULES.md`` holds."""
    text = (folder / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^- \*\*(\w+-\d+\.\d+)\*\*", text, re.MULTILINE))


def clauses(key: str) -> frozenset[str]:
    """The numbers of the clauses of a registered game."""
    return read_clauses(ROOT / "games" / key)


def refusal(rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str) -> str:
    """The clause and the sentence with which what must be illegal is refused."""
    action = rules.read(token)
    assert not rules.is_legal(state, seat, action), token
    assert action not in rules.legal_actions(state, seat), token
    error = rules.explain_refusal(state, seat, action)
    assert isinstance(error, IllegalAction)
    return f"{error.clause}: {words().msg(error.message)}"


def only(events: Iterable[object], *kinds: type[T]) -> list[T]:
    """The events of some kinds."""
    return [event for event in events if isinstance(event, kinds)]
