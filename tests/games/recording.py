"""What the golden matches of every game share: rows as lines, and writing the files anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from games.core.match import ACT, Match, Row


def written(row: Row) -> str:
    """A row as a line: the seat, then the token, or ``!undo 3``, ``!resign``, ``!draw``."""
    if row.kind == ACT:
        return f"{row.seat} {row.text}"
    return f"{row.seat} !{row.kind} {row.text}".rstrip()


def read_row(line: str) -> Row:
    """The row that a line begins with; what came of it follows behind a bar."""
    seat, _, text = line.partition(" | ")[0].strip().partition(" ")
    if not text.startswith("!"):
        return Row(ACT, int(seat), text)
    kind, _, rest = text[1:].partition(" ")
    return Row(kind, int(seat), rest)


def write(folder: Path, matches: Mapping[str, Match], render: Callable[[Match], str]) -> None:
    """Write every golden file anew."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, match in matches.items():
        (folder / f"{name}.txt").write_text(render(match), encoding="utf-8")
        print(name, match.seq, match.outcome)
