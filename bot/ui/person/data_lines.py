"""Writes lines that count the rows stored about a person, one line for each kind of row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER
from bot.ui.offers import DataLine
from games.core.words import Words, plural

GENERAL_DATA_LINES = (
    DataLine(
        ("run",),
        plural(
            "- {n} table you host without a seat, or did", "- {n} tables you host without a seat, or did", 0
        ),
    ),
    DataLine(("former_seats",), plural("- {n} seat you left", "- {n} seats you left", 0)),
    DataLine(("moves",), plural("- {n} move", "- {n} moves", 0)),
    DataLine(
        ("preferences",), plural("- {n} setting or standing order", "- {n} settings and standing orders", 0)
    ),
    DataLine(("invitations",), plural("- {n} invitation", "- {n} invitations", 0)),
    DataLine(
        ("proposals", "consents"), plural("- {n} open question or vote", "- {n} open questions and votes", 0)
    ),
    DataLine(
        ("clocks",),
        plural(
            "- since when {n} table has waited for you, and your time left",
            "- since when {n} tables have waited for you, and your time left",
            0,
        ),
    ),
    DataLine(
        ("looks",), plural("- when you last looked at {n} table", "- when you last looked at {n} tables", 0)
    ),
    DataLine(
        ("calls",),
        plural("- when I last called you to {n} table", "- when I last called you to {n} tables", 0),
    ),
    DataLine(
        ("direct_reminders",),
        plural("- {n} reminder I sent you directly", "- {n} reminders I sent you directly", 0),
    ),
    DataLine(
        ("asked",),
        plural("- {n} time you had me call or ask others", "- {n} times you had me call or ask others", 0),
    ),
)
"""About data that belongs to no feature. Features add lines of their own."""


def write_data_lines(data: dict[str, Any], feature_lines: Sequence[DataLine], w: Words) -> list[str]:
    """Return a line for each kind of row that is stored about the person, including ``feature_lines``."""
    lines = [_write_table_counts(data, w)] if data["tables"] else []
    for line in (*GENERAL_DATA_LINES, *feature_lines):
        count = sum(len(data[key]) for key in line.keys)
        if count:
            lines.append(w.msg(replace(line.text, values={"n": count})))
    return lines


def _write_table_counts(data: dict[str, Any], w: Words) -> str:
    seated = {row["table"]: row["status"] for row in data["tables"]}
    waiting = sum(status == TABLE_IN_LOBBY for status in seated.values())
    over = sum(status == TABLE_OVER for status in seated.values())
    return w(
        "- Your id and name at tables: {waiting} not begun, {playing} in play, {over} over",
        waiting=waiting,
        playing=len(seated) - waiting - over,
        over=over,
    )
