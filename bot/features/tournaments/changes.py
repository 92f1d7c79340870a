"""Writes the list of a tournament's changes, each with its author and time."""

from __future__ import annotations

from bot.features.tournaments.service import Tournament
from bot.features.tournaments.texts import write_points
from bot.model.table import NO_USER_ID
from bot.platform.limits import MAX_MESSAGE_LENGTH, keep_newest_lines
from bot.storage.tournament_rows import TournamentLogRow
from bot.ui.escaping import escape_name
from games.core.words import Words
from games.tournament.events import (
    BEGAN_EVENT,
    CORRECTED_EVENT,
    ENDED_EVENT,
    HANDED_OVER_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    RENAMED_EVENT,
    RESUMED_EVENT,
    SCHEDULED_EVENT,
    STOPPED_EVENT,
    TournamentEvent,
    apply_event,
)
from games.tournament.scoring import score_round
from games.tournament.state import OPEN_STATUS, TournamentState


def write_changes(tournament: Tournament, w: Words) -> str:
    """Return the list of changes to a tournament, newest last."""
    state, lines = TournamentState(tournament.row.terms), []
    for row in tournament.log:
        before, state = state, apply_event(state, row.event)
        text = _describe_change(tournament, before, state, row, w)
        if text:
            who = w("automatically") if row.is_automatic else escape_name(row.name)
            lines.append(w("<t:{at}:f> · {who}: {what}", at=row.happened_at, who=who, what=text))
    head = w("**Changes** · {title}", title=escape_name(tournament.row.title))
    if not lines:
        lines = [w("Nobody has changed anything.")]
    return f"{head}\n{keep_newest_lines(lines, MAX_MESSAGE_LENGTH - len(head) - 1)}"


def _describe_change(
    tournament: Tournament, before: TournamentState, after: TournamentState, row: TournamentLogRow, w: Words
) -> str:
    """Return the description of a change; empty for an event that isn't listed."""
    event = row.event
    if event.kind == CORRECTED_EVENT:
        was, now = (_write_table_points(tournament, state, event, w) for state in (before, after))
        where = {"at": event.round_number + 1, "number": event.table_number + 1}
        text = w("round {at}, table {number}: {now} (before: {was})", **where, now=now, was=was)
        return f"{text} · {escape_name(event.reason)}" if event.reason else text
    if event.kind in (JOINED_EVENT, LEFT_EVENT) and before.status != OPEN_STATUS:
        name = escape_name(tournament.entries[event.entry].name)
        if event.kind == LEFT_EVENT and event.reason:
            return w("{name} has left the server and is withdrawn", name=name)
        if (
            event.kind == LEFT_EVENT
            and row.is_automatic
            and tournament.entries[event.entry].user_id != NO_USER_ID
        ):
            return w("{name} is withdrawn, after being absent two rounds in a row", name=name)
        return (
            w("{name} came in", name=name) if event.kind == JOINED_EVENT else w("{name} withdrew", name=name)
        )
    if event.kind == RENAMED_EVENT:
        return w("now called {title}", title=escape_name(event.title))
    if event.kind == SCHEDULED_EVENT:
        when = f"<t:{event.starts_at}:F>"
        return w("begins {when}", when=when) if event.starts_at else w("no longer begins automatically")
    plain = {BEGAN_EVENT: w("begun"), STOPPED_EVENT: w("paused"), RESUMED_EVENT: w("resumed")}
    plain[HANDED_OVER_EVENT] = w("chose another host")
    if event.kind == ENDED_EVENT and not row.is_automatic:
        return w("ended")
    return plain.get(event.kind, "")


def _write_table_points(
    tournament: Tournament, state: TournamentState, event: TournamentEvent, w: Words
) -> str:
    played = state.rounds[event.round_number]
    table = played.tables[event.table_number]
    if table.result is None:
        return w("no result")
    points = score_round(state, played)
    return ", ".join(
        w(
            "{name} {points}",
            name=escape_name(tournament.entries[entry].name),
            points=write_points(points[entry]),
        )
        for entry in table.entries
    )
