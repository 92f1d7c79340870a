"""Writes announcements about corrected results, new hosts, and tournaments that never began."""

from __future__ import annotations

from bot.features.tournaments.service import EXPIRY_SECONDS, Tournament
from bot.model.hours import DAY
from bot.model.table import NO_USER_ID
from bot.storage.tournament_rows import TournamentLogRow
from bot.ui.escaping import escape_name
from games.core.words import Words
from games.tournament.events import compute_state
from games.tournament.state import Pairing, TableResult


def write_result(tournament: Tournament, pairing: Pairing, result: TableResult, w: Words) -> str:
    """Return the places of the entrants at a table as text."""
    names = [escape_name(name) for name in tournament.list_names(pairing.entries)]
    return ", ".join(
        w("{name} absent", name=name) if seat in result.absent_seats else f"{result.places[seat]}. {name}"
        for seat, name in enumerate(names)
    )


def find_corrected_user_ids(tournament: Tournament, row: TournamentLogRow) -> list[int]:
    """Return the user IDs of the people whose result a log row corrects."""
    entries = tournament.find_table(row.event.round_number, row.event.table_number).entries
    return [user for user in tournament.list_user_ids(entries) if user != NO_USER_ID]


def write_correction_notice(tournament: Tournament, row: TournamentLogRow, w: Words) -> str:
    """Return the announcement of a correction: who made it, the old and new result, and the reason."""
    event = row.event
    pairing = tournament.find_table(event.round_number, event.table_number)
    before = compute_state(tournament.row.terms, [one.event for one in tournament.log if one.seq < row.seq])
    was = before.rounds[event.round_number].tables[event.table_number].result
    people = " ".join(f"<@{user}>" for user in find_corrected_user_ids(tournament, row))
    lines = [
        w(
            "{people} {host} corrected your result in {title}.",
            people=people,
            host=escape_name(row.name),
            title=f"**{escape_name(tournament.row.title)}**",
        ).strip(),
        w(
            "Round {at}, table {table}: {now} (before: {was})",
            at=event.round_number + 1,
            table=event.table_number + 1,
            now="" if event.result is None else write_result(tournament, pairing, event.result, w),
            was=w("no result") if was is None else write_result(tournament, pairing, was, w),
        ),
        w("Reason: {reason}", reason=escape_name(event.reason)),
    ]
    return "\n".join(lines)


def write_new_host_notice(tournament: Tournament, row: TournamentLogRow, w: Words) -> str:
    """Return the announcement of a tournament's new host."""
    return w(
        "{host} hosts {title} now, handed over by {name}.",
        host=f"<@{tournament.row.host_id}>" if tournament.row.host_id else w("Nobody"),
        title=f"**{escape_name(tournament.row.title)}**",
        name=escape_name(row.name),
    )


def write_expiry_notice(tournament: Tournament, w: Words) -> str:
    """Return the announcement that a tournament ended because it never began."""
    host = tournament.row.host_id
    return w(
        "{host} {title} has ended: it didn't begin, and nobody has joined for {days} days. Open another: "
        "`/club tournament`",
        host=f"<@{host}>" if host else "",
        title=f"**{escape_name(tournament.row.title)}**",
        days=EXPIRY_SECONDS // DAY,
    ).strip()
