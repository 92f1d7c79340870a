"""Writes golden matches as text, and reads and renews them.

A file begins with the game and its version, the seats, the options and the key. Each row of the log follows
on a line with its events. The last position and the result are at the end. A row is written as the seat and
the token, or ``!undo 3``, ``!resign`` or ``!draw``.

A recorded match must replay forever. If a file changes, the rules have changed, and that requires a new
version. Each version has a folder. Files of earlier versions are never written again, because they represent
the matches in people's databases.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from games.core.errors import RuleError
from games.core.match import ACT_KIND, UNDO_KIND, GenericMatch, LoggedRow
from games.core.protocol import Game, GenericGame
from games.core.rng import Chance
from games.core.shapes import ActionT, EventT, StateT, ViewT

GOLDEN_FOLDER = Path(__file__).resolve().parent / "golden"
REPLACE_OPTION = "--again"
ROW_START_PATTERN = re.compile(r"-?\d+ ")

Policy = Callable[[StateT, int, tuple[ActionT, ...]], ActionT]
"""A player, as a function of the state, the seat and the legal actions."""


def make_chooser(seed: int) -> Chance:
    """Return the random numbers for a player that chooses some of its actions at random."""
    return Chance(seed.to_bytes(8, "big"), 1 << 32)


@dataclass(frozen=True)
class Recorder(Generic[StateT, ActionT, EventT, ViewT]):
    """Plays matches of one game, writes them as text and reads them again."""

    game: GenericGame[StateT, ActionT, EventT, ViewT]
    format_event: Callable[[EventT], str]
    """Formats an event as text that is never translated."""
    format_last_position: Callable[[StateT], Iterable[str]]
    """Formats the last position as lines, none of which may look like a row."""

    @property
    def folder(self) -> Path:
        """The folder of the newest version's matches."""
        return find_folder(self.game.key, self.game.version)

    def deal_match(
        self, key: int, seat_count: int | None = None, **options: str
    ) -> GenericMatch[StateT, ActionT, EventT, ViewT]:
        number = self.game.seat_counts.start if seat_count is None else seat_count
        return GenericMatch.begin(self.game, number, options, key.to_bytes(32, "big"))

    def continue_match(
        self,
        match: GenericMatch[StateT, ActionT, EventT, ViewT],
        policy: Policy[StateT, ActionT],
        max_rows: int = 20_000,
    ) -> GenericMatch[StateT, ActionT, EventT, ViewT]:
        """Continue a match to its end, or until it has ``max_rows`` rows."""
        while match.to_act and match.seq < max_rows:
            (seat,) = match.to_act
            match = match.act(seat, policy(match.state, seat, match.legal_actions(seat)).token)
        return match

    def undo_step(
        self,
        match: GenericMatch[StateT, ActionT, EventT, ViewT],
        make_policy: Callable[[int], Policy[StateT, ActionT]],
        seed: int,
    ) -> GenericMatch[StateT, ActionT, EventT, ViewT]:
        """Continue until the newest step can be undone without agreement, and undo it."""
        while match.steps[-1].is_sealed:
            match = self.continue_match(match, make_policy(seed), match.seq + 1)
        seat = match.steps[-1].seat
        return match.play_row(LoggedRow(UNDO_KIND, seat, str(match.find_undo_ply(seat))))

    def format_match(self, match: GenericMatch[StateT, ActionT, EventT, ViewT]) -> str:
        """Return the whole text of a match, made by replaying its rows."""
        options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
        again = GenericMatch.begin(
            match.game, match.seat_count, match.options, match.key, match.rules.version
        )
        seats = f" seats {match.seat_count}" if len(match.game.seat_counts) > 1 else ""
        lines = [
            f"{match.game.key} version {match.rules.version}{seats}",
            f"options {options}",
            f"key {match.key.hex()}",
            " | ".join(("deal", *map(self.format_event, again.events))),
        ]
        for row in match.rows:
            again = again.play_row(row)
            events = map(self.format_event, again.events) if row.kind == ACT_KIND else ()
            lines.append(" | ".join((format_row(row), *events)))
        lines += self.format_last_position(again.state)
        outcome = again.outcome
        if outcome:
            lines.append(f"= {outcome.ending} places {outcome.placements} scores {outcome.scores}")
        return "\n".join(lines) + "\n"

    def load_match(self, text: str) -> GenericMatch[StateT, ActionT, EventT, ViewT]:
        head, options, key, _, *rows = text.splitlines()
        _, _, version, *seats = head.split()
        number = int(seats[1]) if seats else self.game.seat_counts.start
        chosen = dict(pair.split("=") for pair in options.split()[1:])
        match = GenericMatch.begin(self.game, number, chosen, bytes.fromhex(key.split()[1]), int(version))
        return match.replay(parse_row(line) for line in rows if ROW_START_PATTERN.match(line))

    def read_text(self, name: str) -> str:
        """Return the text of the golden match with this file name."""
        return (self.folder / f"{name}.txt").read_text("utf-8")

    def read_matches(self) -> list[GenericMatch[StateT, ActionT, EventT, ViewT]]:
        """Return every golden match of the newest version."""
        return [self.load_match(path.read_text("utf-8")) for path in sorted(self.folder.glob("*.txt"))]

    def main(self, matches: Mapping[str, GenericMatch[StateT, ActionT, EventT, ViewT]]) -> None:
        """Write each match to the file of its name. Existing ones are replaced only with ``--again``."""
        again = REPLACE_OPTION in sys.argv
        matches = matches if again else {**matches, **self.replay_matches(self.folder, matches)}
        write_files(
            self.folder,
            {name: self.format_match(match) for name, match in matches.items()},
            replaces=again,
        )
        for name, match in matches.items():
            print(name, match.seq, match.outcome)

    def replay_matches(
        self, folder: Path, names: Iterable[str]
    ) -> dict[str, GenericMatch[StateT, ActionT, EventT, ViewT]]:
        """Return the matches recorded as ``names``, replayed from their rows. Missing files are skipped.

        If the players chose again, their moves could differ, because the order of actions isn't fixed.

        :raises SystemExit: the rules refuse a row, or a file isn't a recorded match.
        """
        found = {}
        for name in names:
            path = folder / f"{name}.txt"
            if path.is_file():
                try:
                    found[name] = self.load_match(path.read_text("utf-8"))
                except (RuleError, ValueError) as error:
                    raise SystemExit(f"{path.name} does not replay: {error}") from None
        return found


def find_folder(key: str, version: int) -> Path:
    """Return the folder of a game's golden matches under one version of its rules."""
    return GOLDEN_FOLDER / key / f"v{version}"


def find_unrecorded_versions(games: Mapping[str, Game]) -> list[tuple[str, int]]:
    """Return the games and versions of rules that have no recorded match."""
    return [
        (key, version)
        for key, game in games.items()
        for version in sorted(game.rules)
        if not any(find_folder(key, version).glob("*.txt"))
    ]


def list_recorded_files() -> list[Path]:
    """Return the files of all recorded matches, even of games or versions that no longer exist."""
    return sorted(GOLDEN_FOLDER.glob("*/*/*.txt"))


def format_row(row: LoggedRow) -> str:
    """Format a row as a line: the seat, then the token, or ``!undo 3``, ``!resign``, ``!draw``."""
    if row.kind == ACT_KIND:
        return f"{row.seat} {row.text}"
    return f"{row.seat} !{row.kind} {row.text}".rstrip()


def parse_row(line: str) -> LoggedRow:
    """Return the row at the start of a line. Its events follow after a bar."""
    seat, _, text = line.partition(" | ")[0].strip().partition(" ")
    if not text.startswith("!"):
        return LoggedRow(ACT_KIND, int(seat), text)
    kind, _, rest = text[1:].partition(" ")
    return LoggedRow(kind, int(seat), rest)


def write_files(folder: Path, texts: Mapping[str, str], *, replaces: bool = False) -> None:
    """Write the golden files of the current version.

    :param replaces: replace files that have changed. This is allowed only while nobody has ever played under
        that version. Later, a change of the rules requires a new version.
    :raises SystemExit: a file has changed, so none is written.
    """
    files = {folder / f"{name}.txt": text for name, text in texts.items()}
    other = [path.name for path, text in files.items() if path.is_file() and path.read_text("utf-8") != text]
    if other and not replaces:
        raise SystemExit(
            f"Under {folder.name} these matches have changed: {', '.join(other)}. "
            f"Give the rules a new version, or {REPLACE_OPTION} if nobody has ever played under this one."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
