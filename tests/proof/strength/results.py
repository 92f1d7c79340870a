"""Stores the results of blocks as JSON lines, so that no block is played twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.proof.strength.marks import compute_pairing_mark
from tests.proof.strength.matches import Pairing

Scores = tuple[float, ...]


class Results:
    """The scores of all blocks played so far, by pairing and mark. They are also written to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[int, Scores]] = {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in text.splitlines():
            self._read_line(line)
        if text and not text.endswith("\n"):  # an interrupted run left half a line
            path.write_text(text + "\n", encoding="utf-8")

    def _read_line(self, line: str) -> None:
        try:
            found = json.loads(line)
            number, scores = found.pop("block"), found.pop("scores")
        except (ValueError, KeyError, AttributeError, TypeError):
            return
        self._known.setdefault(json.dumps(found, sort_keys=True), {})[number] = tuple(scores)

    def read_scores(self, pairing: Pairing) -> dict[int, Scores]:
        """Return a pairing's scores by block number."""
        return dict(self._known.get(json.dumps(describe_pairing(pairing), sort_keys=True), {}))

    def add_block(self, pairing: Pairing, number: int, scores: Scores) -> None:
        """Add a block's scores, and append them to the file."""
        about = describe_pairing(pairing)
        self._known.setdefault(json.dumps(about, sort_keys=True), {})[number] = scores
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**about, "block": number, "scores": scores}) + "\n")


def describe_pairing(pairing: Pairing) -> dict[str, Any]:
    """Return the data that a pairing's results depend on."""
    one, other = pairing.one, pairing.other
    return {
        "game": pairing.key,
        "seats": pairing.seat_count,
        "rules": pairing.game.version,
        "one": one.name,
        "other": other.name,
        "iterations": [
            one.find_iterations(pairing.key, pairing.seat_count),
            other.find_iterations(pairing.key, pairing.seat_count),
        ],
        "mark": compute_pairing_mark(pairing),
    }
