"""The rows of a run in a few lines: for each kind of figure its best and worst, and how many are missed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tests.proof.bench.harness import AT_MOST, Row

_WHERE = re.compile(r"^[a-z_]+(?: \d seats)?(?:, [^:]*)?: ")
"""What of a row's name says which game, seats or levels it is about."""
_LENGTH = re.compile(r"re-check \d+ moves")


def kind(name: str) -> str:
    """Return what a row measures, whatever the game."""
    return _LENGTH.sub("re-check the longest log", _WHERE.sub("", name))


def summary(rows: Sequence[Row]) -> Iterator[str]:
    """Give a Markdown table, then the rows whose goal is missed."""
    yield "| what | goal | best | worst | missed |"
    yield "| --- | --- | --- | --- | --- |"
    kinds: dict[tuple[str, str, float], list[Row]] = {}
    for row in rows:
        kinds.setdefault((kind(row.name), row.bound, row.goal), []).append(row)
    for (name, bound, goal), alike in kinds.items():
        values = sorted((row.value for row in alike), reverse=bound != AT_MOST)
        missed = f"{sum(not row.holds for row in alike)} of {len(alike)}"
        yield f"| {name} | {sign(bound)} {goal:g} | {values[0]:.4g} | {values[-1]:.4g} | {missed} |"
    yield ""
    yield from (write_line(row) for row in rows if not row.holds)


def sign(bound: str) -> str:
    """Write how a goal bounds its figure."""
    return "≤" if bound == AT_MOST else "≥"


def write_line(row: Row) -> str:
    """Return a row as one line."""
    return f"{'ok  ' if row.holds else 'MISS'} {row.value:9.4f} {sign(row.bound)} {row.goal:<6g} {row.name}"
