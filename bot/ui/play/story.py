"""What has happened of late, summed up for everybody: at most three lines, the rest stands in the log."""

from __future__ import annotations

from itertools import groupby

from bot.model.seat_history import name_by_step
from bot.model.table import Table
from bot.ui.scenes import escape_scene, redact_events
from games.core.match import Match
from games.core.texts import Scene
from games.core.words import Words

MOST = 3


def sum_up(table: Table, match: Match, w: Words, since: int, until: int | None = None) -> list[str]:
    """Sum up the steps after ``since`` up to ``until``, each told of those who sat there then.

    The setup counts as a step too when ``since`` is below 0.
    """
    names = name_by_step(table, match)
    last = match.ply if until is None else min(until, match.ply)
    lines: list[str] = []
    for then, steps in groupby(range(max(since, -1) + 1, last + 1), names):
        events = [event for step in steps for event in redact_events(match, step - 1, None, step)]
        scene = escape_scene(Scene(then, w, (), match.outcome))
        lines += match.game.texts.recap(events, scene)
    return lines[-MOST:]
