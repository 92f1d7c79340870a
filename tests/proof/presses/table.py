"""Compares the number of presses of each kind of move with the goals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tests.proof.presses.walking import CountedMove

MAX_MEDIAN_PRESSES: Final = 3
"""Maximum median number of presses for a kind of move."""
MAX_PRESSES: Final = 4
"""Maximum number of presses for any single move."""
GOAL_TEXT: Final = f"{MAX_MEDIAN_PRESSES}, at most {MAX_PRESSES}"


@dataclass(frozen=True, slots=True)
class TableLine:
    """Numbers of presses that moves of one kind took, and their goal."""

    game: str
    move_kind: str
    move_count: int
    median_presses: float
    max_presses: int
    goal: str
    meets_goal: bool

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "move": self.move_kind,
            "moves": self.move_count,
            "median": self.median_presses,
            "most": self.max_presses,
            "goal": self.goal,
            "meets_goal": self.meets_goal,
        }


def summarize_presses(game: str, counted: Iterable[CountedMove]) -> list[TableLine]:
    """Return a table line for each kind of move, sorted by name."""
    kinds: dict[str, list[int]] = {}
    for move in counted:
        kinds.setdefault(move.kind, []).append(move.press_count)
    lines = []
    for kind, presses in sorted(kinds.items()):
        middle = median(presses)
        meets_goal = middle <= MAX_MEDIAN_PRESSES and max(presses) <= MAX_PRESSES
        lines.append(TableLine(game, kind, len(presses), middle, max(presses), GOAL_TEXT, meets_goal))
    return lines


def write_table(lines: Sequence[TableLine]) -> str:
    rows = [
        "| game | move | counted | median | most | goal | goal met |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for line in lines:
        held = "yes" if line.meets_goal else "NO"
        cells = (
            line.game,
            line.move_kind,
            line.move_count,
            f"{line.median_presses:g}",
            line.max_presses,
            line.goal,
            held,
        )
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def write_json(lines: Sequence[TableLine]) -> str:
    return json.dumps([line.as_json() for line in lines], indent=1)
