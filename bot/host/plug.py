"""Pulls the plug in the playground: kills the bot in the middle of a move and restarts it.

The process replaces itself as soon as a move is stored, before the move is announced. Everything in memory is
lost, as with ``kill -9``. The new process is told the length of the match's log, and compares it with the
database. Every start reports the stored moves of a running match, however the last run ended.
"""

from __future__ import annotations

import os
import re
import sys

from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.storage import Store
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from bot.ui.escaping import escape_name
from games.core.match import ACT_KIND, Match, view_at
from games.core.texts import Scene
from games.core.values import value_class
from games.core.words import Words

PULLED_TABLE_VARIABLE = "REEFS_PULLED"
"""Environment variable with the ID and the log length of the table at which the plug was pulled."""


class KillSwitch:
    """Kills the process as soon as a move is stored, while ``armed`` is true."""

    def __init__(self) -> None:
        self.armed = False

    def handle_change(self, change: Change) -> None:
        """Restart the process if the switch is armed and a move was stored that doesn't end the match."""
        if self.armed and change.kind is ChangeKind.ACTED:
            restart_process(f"{change.table_id}:{change.seq}")


def restart_process(note: str) -> None:
    """Replace this process with a new one, and pass ``note`` to it. Nothing is closed or finished."""
    os.execve(
        sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, PULLED_TABLE_VARIABLE: note}
    )


@value_class
class StoredMatch:
    """The part of a match that is in the database when the bot starts."""

    move_count: int
    lost_row_count: int
    """Number of log rows that were stored before the kill but are missing now."""
    table: Table | None = None


async def find_pulled_match(store: Store, tables: Tables) -> StoredMatch | None:
    """Return the stored part of the match in which the plug was pulled, if it was."""
    note = re.fullmatch(r"(\d+):(\d+)", os.environ.pop(PULLED_TABLE_VARIABLE, ""))
    return None if note is None else await _read_match(store, tables, *map(int, note.groups()))


async def find_running_match(store: Store, tables: Tables) -> StoredMatch | None:
    """Return the newest match that is being played and has moves, if there is one."""
    table_id = await store.matches.find_newest_played_table_id()
    return None if table_id is None else await _read_match(store, tables, table_id)


async def _read_match(store: Store, tables: Tables, table_id: int, known_rows: int = 0) -> StoredMatch:
    rows = await store.matches.read_log(table_id)
    table = await tables.get(table_id) if rows else None
    return StoredMatch(sum(row.kind == ACT_KIND for row in rows), max(0, known_rows - len(rows)), table)


def write_restart_line(stored_match: StoredMatch, w: Words) -> str:
    """Return a line with the number of a match's moves that were lost when the bot stopped.

    If none was lost, the line contains the number of stored moves and the last one.
    """
    if stored_match.lost_row_count:
        return w.plural(
            "Started again, and {n} move is lost.",
            "Started again, and {n} moves are lost.",
            stored_match.lost_row_count,
        )
    sentence = w.plural(
        "Started again: {n} move is there.",
        "Started again: {n} moves are there.",
        stored_match.move_count,
    )
    if stored_match.table is None or stored_match.table.match is None:
        return sentence
    last_move = _describe_last_move(stored_match.table, stored_match.table.match, w)
    return f"{sentence} {w('The last: {move}', move=last_move)}"


def add_history_note(restart_line: str, w: Words) -> str:
    """Return the restart line as it is posted: with a note that the simulated Discord keeps no messages."""
    return "\n".join((restart_line, w("-# Older messages are gone here; on Discord they stay.")))


def _describe_last_move(table: Table, match: Match, w: Words) -> str:
    """Return the player of the last move and their choice."""
    step, names = match.steps[-1], tuple(map(escape_name, make_name_lookup(table, match)(match.ply)))
    before = view_at(match, match.ply - 1, None)
    return (
        f"{names[step.seat]} · {match.game.texts.describe_action(step.action, before, Scene(names, w, ()))}"
    )


def write_armed_answer(w: Words) -> str:
    """Return the answer to the button that pulls the plug."""
    return w("**Make a move.** It is stored, then the bot crashes and starts again.")


def write_disarmed_answer(w: Words) -> str:
    """Return the answer to the button that cancels pulling the plug."""
    return w("The bot keeps running.")
