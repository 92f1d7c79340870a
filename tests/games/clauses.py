"""Helpers for tests of the rules' numbered clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from games.core.errors import IllegalAction
from games.core.rules import Rules
from games.core.shapes import ActionT, EventT, StateT, ViewT
from games.core.words import load_words

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]


def read_clauses(folder: Path) -> frozenset[str]:
    """Return the numbers of the clauses in a game's ``RULES.md``."""
    text = (folder / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^- \*\*(\w+-\d+\.\d+)\*\*", text, re.MULTILINE))


def list_clauses(key: str) -> frozenset[str]:
    """Return the numbers of a registered game's clauses."""
    return read_clauses(ROOT / "games" / key)


def find_refusal(rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str) -> str:
    """Return the clause and sentence that refuse an illegal action."""
    action = rules.read(token)
    assert not rules.is_legal(state, seat, action), token
    assert action not in rules.legal_actions(state, seat), token
    error = rules.explain_refusal(state, seat, action)
    assert isinstance(error, IllegalAction)
    return f"{error.clause}: {load_words().msg(error.message)}"


def select_events(events: Iterable[object], *kinds: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kinds)]
