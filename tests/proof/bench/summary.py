"""Summarizes a benchmark run: the best and worst figure of each kind, and the number of missed goals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tests.proof.bench.harness import AT_MOST, Figure

_CASE_PATTERN = re.compile(r"^[a-z_]+(?: \d seats)?(?:, [^:]*)?: ")
"""Matches the game and seats at the beginning of a figure's name."""
_LOG_LENGTH_PATTERN = re.compile(r"re-check \d+ moves")


def strip_case(name: str) -> str:
    """Return a figure's name without the game, the number of seats and the length of the log."""
    return _LOG_LENGTH_PATTERN.sub("re-check the longest log", _CASE_PATTERN.sub("", name))


def summarize_figures(rows: Sequence[Figure]) -> Iterator[str]:
    """Yield the lines of a Markdown table, then the figures that miss their goals."""
    yield "| what | goal | best | worst | missed |"
    yield "| --- | --- | --- | --- | --- |"
    kinds: dict[tuple[str, str, float], list[Figure]] = {}
    for row in rows:
        kinds.setdefault((strip_case(row.name), row.bound, row.goal), []).append(row)
    for (name, bound, goal), alike in kinds.items():
        values = sorted((row.value for row in alike), reverse=bound != AT_MOST)
        missed = f"{sum(not row.meets_goal for row in alike)} of {len(alike)}"
        yield f"| {name} | {format_sign(bound)} {goal:g} | {values[0]:.4g} | {values[-1]:.4g} | {missed} |"
    yield ""
    yield from (format_line(row) for row in rows if not row.meets_goal)


def format_sign(bound: str) -> str:
    return "≤" if bound == AT_MOST else "≥"


def format_line(figure: Figure) -> str:
    """Format a figure as one line, marked ``MISS`` if it misses its goal."""
    mark, sign = "ok  " if figure.meets_goal else "MISS", format_sign(figure.bound)
    return f"{mark} {figure.value:9.4f} {sign} {figure.goal:<6g} {figure.name}"
