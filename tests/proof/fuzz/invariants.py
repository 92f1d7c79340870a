"""Invariants of every table after every operation."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.tables.service import Tables
from games.core.match import Match
from games.core.match_record import MatchRecord
from games.core.protocol import Game


def check_seats(table: Table) -> None:
    """Check that each seat is occupied, that there is a host, and that proposals can be answered."""
    numbers = [occupant.seat for occupant in table.occupants]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) <= table.capacity
    if table.status != TABLE_OVER:
        # At a finished table, an erased player's seat has neither a person nor a computer.
        people = {seat for user_id in table.user_ids for seat in table.list_seats(user_id)}
        assert sorted((*people, *table.computer_seats)) == numbers
        assert all((o.user_id == 0) == (o.computer is not None) for o in table.occupants)
        assert table.host_id in table.user_ids
    assert not set(table.invited_ids) & set(table.user_ids)
    if table.match is not None:
        assert len(numbers) == table.match.seat_count
    if table.proposal is not None:
        assert table.status == TABLE_PLAYING
        assert table.proposal.proposer_id in table.user_ids
        assert table.proposal.awaited_ids, "a question that nobody can answer"
        assert table.proposal.proposer_id not in table.proposal.awaited_ids


async def check_clocks(tables: Tables, table: Table) -> None:
    """Check that the running clocks are those of the players who must act, and that none exceeds its bank."""
    rows = await tables.core.store.clocks.list_clocks_by_seat(table.id)
    if table.status != TABLE_PLAYING:
        assert table.status != TABLE_OVER or not rows
        return
    awaited = await tables.wait_finder.list_awaited_seats(table)
    running = {row.seat: row.user_id for row in rows.values() if row.running_since is not None}
    assert running == {seat: table.occupants[seat].user_id for seat in awaited}
    most = 0 if table.clock is None else table.clock.bank_seconds
    assert all(0 <= row.seconds_left <= most for row in rows.values())


async def check_replay(tables: Tables, table: Table, games: Mapping[str, Game]) -> None:
    """Check that the table matches its replayed log, and that its secret is hidden during the match."""
    row = await tables.core.store.matches.find_table(table.id)
    assert row is not None
    rows = await tables.core.store.matches.read_log(table.id)
    if table.match is None:
        assert rows == () or table.status in ("frozen", TABLE_OVER)
        return
    begun = Match.begin(games[row.game], len(table.occupants), row.options, table.match.key, row.version)
    match = begun.replay(rows)
    assert table.match == match
    assert (table.status == TABLE_OVER) == (match.outcome is not None)
    assert (table.secret is None) == (match.outcome is None)
    file = await tables.exports.export_json(table.id)
    assert (row.secret.hex() in file) == (match.outcome is not None)
    if match.outcome is not None:
        MatchRecord.from_json(file).verify(games)
