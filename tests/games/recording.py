"""What the golden matches of every game share: where they lie, rows as lines, and writing the files anew.

Each game has a folder for each version of its rules. Those of earlier versions are never written again:
they stand for the matches in people's databases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from games.core.match import ACT, Match, Row
from games.core.protocol import Game

GOLDEN = Path(__file__).resolve().parent / "golden"
AGAIN = "--again"


def folder(key: str, version: int) -> Path:
    """Where the golden matches of a game in one version of its rules lie."""
    return GOLDEN / key / f"v{version}"


def unrecorded(games: Mapping[str, Game]) -> list[tuple[str, int]]:
    """The versions of rules, by game, of which no match is recorded."""
    return [
        (key, version)
        for key, game in games.items()
        for version in sorted(game.rules)
        if not any(folder(key, version).glob("*.txt"))
    ]


def recorded() -> list[Path]:
    """Every recorded match, whether its game and version are still known or not."""
    return sorted(GOLDEN.glob("*/*/*.txt"))


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


def write(
    folder: Path, matches: Mapping[str, Match], render: Callable[[Match], str], *, again: bool = False
) -> None:
    """Write the golden files of the present version.

    :param again: replace those that have come out otherwise. So may they while nobody has ever played
        under that version; after that the change is one of the rules and asks for a new version.
    :raises SystemExit: some have come out otherwise, and nothing is written.
    """
    texts = {folder / f"{name}.txt": render(match) for name, match in matches.items()}
    other = [path.name for path, text in texts.items() if path.is_file() and path.read_text("utf-8") != text]
    if other and not again:
        raise SystemExit(
            f"Under {folder.name} these went otherwise before: {', '.join(other)}. "
            f"Give the rules a new version, or {AGAIN} if nobody has ever played under this one."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    for name, match in matches.items():
        print(name, match.seq, match.outcome)
