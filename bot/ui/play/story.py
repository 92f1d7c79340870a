"""Sums up recent steps in at most three lines. The details are in the log of the match."""

from __future__ import annotations

from itertools import groupby

from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.ui.scenes import escape_scene, narrate_steps, redact_events
from games.core.match import Match
from games.core.texts import Scene
from games.core.words import Words

MAX_SUMMARY_LINES = 3
MAX_LINES_ABOVE_QUESTION = 2


def sum_up_steps(
    table: Table, match: Match, w: Words, since: int, until: int | None = None, viewer: int | None = None
) -> list[str]:
    """Sum up the steps after ``since`` up to ``until``, using the names of the players seated at that time.

    If ``since`` is negative, the setup is included.

    :param viewer: the seat of the reader; ``None`` for text that everybody reads.
    """
    names = make_name_lookup(table, match)
    last = match.ply if until is None else min(until, match.ply)
    lines: list[str] = []
    for then, steps in groupby(range(max(since, -1) + 1, last + 1), names):
        events = [event for step in steps for event in redact_events(match, step - 1, viewer, step)]
        reader = viewer if viewer is not None and then[viewer] == table.names[viewer] else None
        scene = escape_scene(Scene(then, w, (), match.outcome, reader_seat=reader))
        lines += match.game.texts.summarize_events(events, scene)
    return lines[-MAX_SUMMARY_LINES:]


def narrate_result(table: Table, match: Match, viewer: int, w: Words, since: int) -> list[str]:
    """Return lines about the result of a seat's move, in full if that is short, otherwise summed up.

    The newest private event is always included.
    """
    lines_in_full = narrate_steps(table, match, viewer, w, since)
    if len(lines_in_full) <= MAX_LINES_ABOVE_QUESTION:
        return lines_in_full
    own = narrate_steps(table, match, viewer, w, since, private_only=True)[-1:]
    lines = [line for line in sum_up_steps(table, match, w, since, viewer=viewer) if line not in own]
    return [*lines[-(MAX_LINES_ABOVE_QUESTION - len(own)) :], *own]
