"""What is kept about a person, in words: a line for each kind of it that there is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.model.table import LOBBY, OVER
from games.core.words import Msg, Words, plural

LINES: tuple[tuple[tuple[str, ...], Msg], ...] = (
    (
        ("run",),
        plural(
            "- {n} table you host without a seat, or did", "- {n} tables you host without a seat, or did", 0
        ),
    ),
    (("former_seats",), plural("- {n} seat you left", "- {n} seats you left", 0)),
    (("moves",), plural("- {n} move", "- {n} moves", 0)),
    (
        ("result_seats",),
        plural(
            "- {n} result of a finished match, with your rating after it",
            "- {n} results of finished matches, with your rating after each",
            0,
        ),
    ),
    (
        ("tournaments",),
        plural("- {n} tournament you took part in", "- {n} tournaments you took part in", 0),
    ),
    (("hosted",), plural("- {n} tournament you hosted", "- {n} tournaments you hosted", 0)),
    (
        ("in_tournaments",),
        plural(
            "- {n} entry of yours in the log of a tournament",
            "- {n} entries of yours in the logs of tournaments",
            0,
        ),
    ),
    (("preferences",), plural("- {n} setting or standing order", "- {n} settings and standing orders", 0)),
    (("prepared", "prepared_dropped"), plural("- {n} move you prepared", "- {n} moves you prepared", 0)),
    (
        ("shadows",),
        plural("- {n} move you sealed in a shadow seat", "- {n} moves you sealed in shadow seats", 0),
    ),
    (("tips",), plural("- {n} tip who wins", "- {n} tips who wins", 0)),
    (("follows",), plural("- {n} match you follow", "- {n} matches you follow", 0)),
    (("imports",), plural("- {n} match you imported", "- {n} matches you imported", 0)),
    (
        ("challenges",),
        plural("- {n} table you opened by `/challenge`", "- {n} tables you opened by `/challenge`", 0),
    ),
    (
        ("forum_wishes",),
        plural("- {n} forum post I'm making for you", "- {n} forum posts I'm making for you", 0),
    ),
    (("invitations",), plural("- {n} invitation", "- {n} invitations", 0)),
    (("proposals", "consents"), plural("- {n} open question or vote", "- {n} open questions and votes", 0)),
    (
        ("channel_votes",),
        plural("- {n} vote for a channel's move", "- {n} votes for a channel's moves", 0),
    ),
    (
        ("channel_sides",),
        plural(
            "- for which channel you vote, in {n} match",
            "- for which channel you vote, in {n} matches",
            0,
        ),
    ),
    (
        ("clocks",),
        plural(
            "- since when {n} table has waited for you, and your time left",
            "- since when {n} tables have waited for you, and your time left",
            0,
        ),
    ),
    (
        ("looks",),
        plural("- when you last looked at {n} table", "- when you last looked at {n} tables", 0),
    ),
    (("lessons",), plural("- how far you are in {n} lesson", "- how far you are in {n} lessons", 0)),
    (("daily_tries",), plural("- {n} reef of the day", "- {n} reefs of the day", 0)),
    (("daily_moves",), plural("- {n} step in them", "- {n} steps in them", 0)),
    (
        ("calls",),
        plural("- when I last called you to {n} table", "- when I last called you to {n} tables", 0),
    ),
    (
        ("next_up",),
        plural(
            "- when I last told you that you're next, at {n} table",
            "- when I last told you that you're next, at {n} tables",
            0,
        ),
    ),
    (
        ("direct_reminders",),
        plural("- {n} reminder I sent you directly", "- {n} reminders I sent you directly", 0),
    ),
    (
        ("asked",),
        plural("- {n} time you had me call or ask others", "- {n} times you had me call or ask others", 0),
    ),
)
"""Lines with the keys whose rows they count (see :meth:`bot.storage.people.PersonalData.collect`)."""


def list_lines(kept: dict[str, Any], w: Words) -> list[str]:
    """Return the lines of what there is."""
    lines = [_tell_tables(kept, w)] if kept["tables"] else []
    for keys, line in LINES:
        count = sum(len(kept[key]) for key in keys)
        if count:
            lines.append(w.msg(replace(line, values={"n": count})))
    return lines


def _tell_tables(kept: dict[str, Any], w: Words) -> str:
    seated = {row["table"]: row["status"] for row in kept["tables"]}
    waiting = sum(status == LOBBY for status in seated.values())
    over = sum(status == OVER for status in seated.values())
    return w(
        "- Your id and name at tables: {waiting} not begun, {playing} in play, {over} over",
        waiting=waiting,
        playing=len(seated) - waiting - over,
        over=over,
    )
