"""Compares the number of words in each kind of message with the goals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

BOARD, COMPUTERS, PANEL, REFUSAL, FIRST, HELP, REVIEW, ENDING = (
    "board",
    "board with computers",
    "panel",
    "refusal",
    "first message",
    "help",
    "review",
    "ending",
)
MAX_WORDS_BY_KIND: Final = {BOARD: 30, COMPUTERS: 30, PANEL: 35, REFUSAL: 20, FIRST: 50, HELP: 60, REVIEW: 60}
"""Maximum median number of words, by kind of message."""


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message that somebody saw, with its numbers of words and buttons."""

    game: str
    kind: str
    word_count: int
    button_count: int
    text: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """Figures of one kind of message in one game."""

    game: str
    kind: str
    message_count: int
    median_words: float
    max_words: int
    max_buttons: int
    goal: int | None
    """Maximum median number of words, or ``None`` if the kind of message has no goal."""
    meets_goal: bool

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "kind": self.kind,
            "messages": self.message_count,
            "median": self.median_words,
            "most": self.max_words,
            "buttons": self.max_buttons,
            "goal": self.goal,
            "meets_goal": self.meets_goal,
        }


def summarize_messages(shown: Iterable[ShownMessage]) -> list[TableLine]:
    """Return a table line for each kind of message in each game."""
    kinds: dict[tuple[str, str], list[ShownMessage]] = {}
    for message in shown:
        kinds.setdefault((message.game, message.kind), []).append(message)
    lines = []
    for (game, kind), messages in kinds.items():
        words = [message.word_count for message in messages]
        goal, middle = MAX_WORDS_BY_KIND.get(kind), median(words)
        most_buttons = max(message.button_count for message in messages)
        held = goal is None or middle <= goal
        lines.append(TableLine(game, kind, len(words), middle, max(words), most_buttons, goal, held))
    return lines


def write_table(lines: Sequence[TableLine]) -> str:
    rows = [
        "| game | message | counted | median words | most | most buttons | goal | goal met |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for line in lines:
        goal, held = line.goal or "–", "yes" if line.meets_goal else "NO"
        cells = (
            line.game, line.kind, line.message_count, f"{line.median_words:g}",
            line.max_words, line.max_buttons, goal, held
        )  # fmt: skip
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def write_json(lines: Sequence[TableLine]) -> str:
    return json.dumps([line.as_json() for line in lines], indent=1)
