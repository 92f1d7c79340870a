"""Who plays for whom: the lines on the board and in the log, and the names of an earlier time."""

from __future__ import annotations

from bot.scenes import written
from bot.snapshot import Former, Table, numbered
from bot.ui.lobby import called
from games.core.match import ACT, UNDO, Match
from games.core.words import Words


def notes(table: Table, match: Match, since: int, w: Words) -> list[str]:
    """Return what a board says beside the steps from ``since`` on, which it tells.

    These are the seats that have changed hands in this time, and a step that was taken back last.
    """
    lines = changes(table, match, w, since - 1, match.ply)
    if match.rows and match.rows[-1].kind == UNDO:
        name = written(table.names[match.rows[-1].seat])
        lines.append(w("-# ↩️ {name} has taken the last step back.", name=name))
        if not match.rated:
            lines.append(f"-# {w('Chance was undone by consent: this match is unrated.')}")
    return lines


def changes(table: Table, match: Match, w: Words, first: int, last: int) -> list[str]:
    """Return who plays for whom, of the seats that changed hands at the plies ``first`` to ``last``."""
    before: dict[int, Former] = {}
    for former in table.former:
        if first <= _ply(match, former.seq) <= last:
            before.setdefault(former.seat, former)
    lines = []
    for seat, former in before.items():
        now = table.occupants[seat]
        if (now.user_id, now.computer) != (former.user_id, former.computer):
            person = called(table, now, w)
            lines.append(w("-# 🪑 {person} plays for {name} now.", person=person, name=written(former.name)))
    return lines


def log_notes(table: Table, match: Match, ply: int, w: Words) -> list[str]:
    """Return the lines of the log between the steps ``ply`` and ``ply + 1``."""
    lines = []
    for number, former in enumerate(table.former):
        if _ply(match, former.seq) == ply:
            after = next((f for f in table.former[number + 1 :] if f.seat == former.seat), None)
            taker = table.occupants[former.seat].name if after is None else after.name
            lines.append(
                w(
                    "*From step {ply} on {name} plays for {former}.*",
                    ply=ply + 1,
                    name=written(taker),
                    former=written(former.name),
                )
            )
    return lines


def names_at(table: Table, match: Match, ply: int) -> tuple[str, ...]:
    """Return the name on each seat when the step ``ply`` was made."""
    names = [occupant.name for occupant in table.occupants]
    for former in reversed(table.former):
        if _ply(match, former.seq) >= ply:
            names[former.seat] = former.name
    return numbered(names)


def _ply(match: Match, seq: int) -> int:
    """Return how many of the steps in force were made before the log had more than ``seq`` rows."""
    ply = 0
    for number, row in enumerate(match.rows):
        if row.kind == ACT and number < seq:
            ply += 1
        elif row.kind == UNDO:
            ply = min(ply, int(row.text))
    return ply
