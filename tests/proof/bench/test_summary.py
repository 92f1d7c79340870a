"""Tests of the summary of a benchmark run."""

from __future__ import annotations

from tests.proof.bench.harness import AT_LEAST, AT_MOST, Figure
from tests.proof.bench.summary import summarize_figures

FIGURES = (
    Figure("reef 2 seats: view to PNG / A", 0.04, AT_MOST, 0.08),
    Figure("das_riff 2 seats: view to PNG / A", 0.09, AT_MOST, 0.08),
    Figure("reef 2 seats: replay and re-check 70 moves from disk / A", 0.02, AT_MOST, 0.05),
    Figure("australis 3 seats: replay and re-check 105 moves from disk / A", 0.01, AT_MOST, 0.05),
    Figure("reef 2 seats, 200 matches: hard over normal", 0.6, AT_LEAST, 0.7),
    Figure("loop lag / 5 ms", 0.5, AT_MOST, 1),
)


def test_figures_with_equal_labels_share_a_line_with_the_best_and_the_worst() -> None:
    table = list(summarize_figures(FIGURES))[2:6]
    assert table == [
        "| view to PNG / A | ≤ 0.08 | 0.04 | 0.09 | 1 of 2 |",
        "| replay and re-check the longest log from disk / A | ≤ 0.05 | 0.01 | 0.02 | 0 of 2 |",
        "| hard over normal | ≥ 0.7 | 0.6 | 0.6 | 1 of 1 |",
        "| loop lag / 5 ms | ≤ 1 | 0.5 | 0.5 | 0 of 1 |",
    ]


def test_figures_that_miss_their_goal_are_listed_below() -> None:
    missed = list(summarize_figures(FIGURES))[7:]
    assert [line.split(maxsplit=4)[4] for line in missed] == [FIGURES[1].name, FIGURES[4].name]
    assert all(line.startswith("MISS") for line in missed)
