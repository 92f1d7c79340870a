"""Lines on the board and in the log about seats that changed hands."""

from __future__ import annotations

from bot.model.seat_history import find_ply
from bot.model.table import FormerOccupant, Table
from bot.model.turns import find_turn_number
from bot.ui.escaping import escape_name
from bot.ui.people import name_occupant
from games.core.match import UNDO_KIND, Match
from games.core.words import Words


def write_seat_notes(table: Table, match: Match, since: int, w: Words) -> list[str]:
    """Return a line for each seat that changed hands, for a board that narrates from step ``since``.

    If the newest row of the log is an undo, add a line about it.
    """
    lines = write_seat_changes(table, match, w, since - 1, match.ply)
    if match.rows and match.rows[-1].kind == UNDO_KIND:
        name = escape_name(table.names[match.rows[-1].seat])
        lines.append(w("-# ↩️ {name} took back a move.", name=name))
        if not match.is_rated:
            lines.append(f"-# {write_unrated_reason(match, w)}")
    return lines


def write_unrated_reason(match: Match, w: Words) -> str:
    """Return the reason why a match is unrated."""
    return w(
        "A move was taken back after {chance} had come up, so this match is unrated.",
        chance=w.msg(match.game.chance_noun),
    )


def write_seat_changes(table: Table, match: Match, w: Words, first: int, last: int) -> list[str]:
    """Return a line for each seat that changed hands between the plies ``first`` and ``last``."""
    before: dict[int, FormerOccupant] = {}
    for former in table.former_occupants:
        if first <= find_ply(match, former.seq) <= last:
            before.setdefault(former.seat, former)
    lines = []
    for seat, former in before.items():
        now = table.occupants[seat]
        if (now.user_id, now.computer) != (former.user_id, former.computer):
            person = name_occupant(table, now, w)
            lines.append(
                w("-# 🪑 {person} now plays {name}'s seat.", person=person, name=escape_name(former.name))
            )
    return lines


def write_log_notes(table: Table, match: Match, w: Words) -> dict[int, list[str]]:
    """Return the notes for the log, keyed by the number of the preceding step. Step 0 is the setup."""
    lines: dict[int, list[str]] = {}
    for number, former in enumerate(table.former_occupants):
        after = next((f for f in table.former_occupants[number + 1 :] if f.seat == former.seat), None)
        taker = table.occupants[former.seat].name if after is None else after.name
        ply = find_ply(match, former.seq)
        line = w(
            "*From turn {turn}, {name} plays {former}'s seat.*",
            turn=find_turn_number(match, ply),
            name=escape_name(taker),
            former=escape_name(former.name),
        )
        lines.setdefault(ply, []).append(line)
    return lines
