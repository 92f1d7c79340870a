"""Summarises a benchmark run: best, worst and number of missed goals for each kind of figure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tests.proof.bench.harness import AT_MOST, Row

_WHERE = re.compile(r"^[a-z_]+(?: \d seats)?(?:, [^:]*)?: ")
"""Matches the part of a row's name that states the game, seats or levels."""
_LENGTH = re.compile(r"re-check \d+ moves")


def name_kind(name: str) -> str:
    """Return what a row measures, without the game and seats."""
    return _LENGTH.sub("re-check the longest log", _WHERE.sub("", name))


def summarise(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a Markdown table, then the rows that miss their goals."""
    yield "| what | goal | best | worst | missed |"
    yield "| --- | --- | --- | --- | --- |"
    kinds: dict[tuple[str, str, float], list[Row]] = {}
    for row in rows:
        kinds.setdefault((name_kind(row.name), row.bound, row.goal), []).append(row)
    for (name, bound, goal), alike in kinds.items():
        values = sorted((row.value for row in alike), reverse=bound != AT_MOST)
        missed = f"{sum(not row.holds for row in alike)} of {len(alike)}"
        yield f"| {name} | {write_sign(bound)} {goal:g} | {values[0]:.4g} | {values[-1]:.4g} | {missed} |"
    yield ""
    yield from (write_line(row) for row in rows if not row.holds)


def write_sign(bound: str) -> str:
    """Return the comparison sign for a bound: ≤ or ≥."""
    return "≤" if bound == AT_MOST else "≥"


def write_line(row: Row) -> str:
    """Format a row as one line, marked ``MISS`` if it misses its goal."""
    mark, sign = "ok  " if row.holds else "MISS", write_sign(row.bound)
    return f"{mark} {row.value:9.4f} {sign} {row.goal:<6g} {row.name}"
