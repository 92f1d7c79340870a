"""Creates snapshots of tables from stored data, by dealing the match and replaying its log."""

from __future__ import annotations

import logging

from bot.model.table import (
    START_WHEN_ANSWERED,
    START_WHEN_FULL,
    START_WHEN_PRESSED,
    TABLE_FROZEN,
    TABLE_IN_LOBBY,
    TABLE_OVER,
    TABLE_PLAYING,
    Clock,
    FormerOccupant,
    Occupant,
    Place,
    Proposal,
    StartTrigger,
    Table,
    TableStatus,
)
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from games.core.match import LoggedRow, Match
from games.core.protocol import Game
from games.core.rng import compute_commitment, derive_match_key

log = logging.getLogger("bot.tables")


def list_press_ids(seats: tuple[SeatRow, ...], start_press: int) -> tuple[int, ...]:
    """Return the IDs of the presses that the match key includes, in order."""
    return (*(seat.press_id for seat in seats), start_press)


def deal_match(game: Game, row: MatchRow, seats: tuple[SeatRow, ...]) -> Match:
    """Return a table's match as it was dealt, before the first action.

    :raises ValueError: the match was never started or cannot be dealt.
    """
    if row.start_press is None:
        raise ValueError("the match was never started")
    key = derive_match_key(row.secret, list_press_ids(seats, row.start_press))
    return Match.begin(game, len(seats), row.options, key, row.version)


def replay_match(
    row: MatchRow, game: Game, seats: tuple[SeatRow, ...], rows: tuple[LoggedRow, ...]
) -> Match | None:
    """Return a match replayed from its log; ``None`` if that fails."""
    try:
        return deal_match(game, row, seats).replay(rows)
    except Exception:
        # Whatever the error, it should freeze only this table.
        log.exception("table=%d kind=frozen rows=%d", row.id, len(rows))
        return None


def make_occupant(row: SeatRow) -> Occupant:
    """Convert a stored seat into the player on it."""
    return Occupant(row.seat, row.user_id, row.name, row.computer)


def make_table(
    row: MatchRow,
    game: Game,
    seats: tuple[SeatRow, ...],
    former_occupants: tuple[FormerOccupant, ...],
    invitations: tuple[tuple[int, ...], tuple[int, ...]],
    proposal: Proposal | None,
    match: Match | None,
) -> Table:
    """Create a table's snapshot from stored data.

    :param invitations: the IDs of the users who are invited, and of those who declined.
    """
    status = _find_status(row, match)
    is_secret_revealed = status == TABLE_OVER and row.version is not None and not row.is_sealed
    return Table(
        id=row.id,
        game=game,
        place=Place(row.channel_id, row.guild_id, row.locale),
        host_id=row.host_id,
        status=status,
        options=row.options,
        capacity=row.capacity,
        occupants=tuple(map(make_occupant, seats)),
        commitment=compute_commitment(row.secret),
        match=match,
        proposal=proposal,
        invited_ids=invitations[0],
        secret=row.secret.hex() if is_secret_revealed else None,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        former_occupants=former_occupants,
        rematch_of=row.rematch_of,
        clock=None if row.clock is None else Clock.parse(row.clock),
        start_trigger=_read_start_trigger(row),
        is_arranged=row.is_arranged,
        declined_ids=invitations[1],
    )


def _find_status(row: MatchRow, match: Match | None) -> TableStatus:
    if row.status == TABLE_OVER:
        return TABLE_OVER
    if row.version is None:
        return TABLE_IN_LOBBY
    return TABLE_PLAYING if match else TABLE_FROZEN


def _read_start_trigger(row: MatchRow) -> StartTrigger:
    if row.start_trigger == START_WHEN_FULL:
        return START_WHEN_FULL
    if row.start_trigger == START_WHEN_ANSWERED:
        return START_WHEN_ANSWERED
    return START_WHEN_PRESSED
