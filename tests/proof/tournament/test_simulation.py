"""Tournaments end without intervention, even if people stay silent and the process is killed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.model.table import TABLE_PLAYING
from bot.storage.tournament_rows import RoundTable, TournamentRow
from games.registry import GAMES
from games.tournament.events import BEGAN_EVENT, TournamentEvent
from games.tournament.terms import (
    ABSENT_FORFEITS,
    ABSENT_GETS_BYE,
    COMPUTER_PLAYS_ABSENT,
    KNOCKOUT_FORMAT,
    ROUND_ROBIN_FORMAT,
    SWISS_FORMAT,
    TournamentTerms,
)
from tests.proof.tournament.process import (
    CHANNEL_ID,
    CLOCK,
    GUILD_ID,
    ProcessKilled,
    TournamentProcess,
    World,
    make_people,
)
from tests.proof.tournament.simulation import simulate_tournament

TABLE_SIZES = (2, 3, 4)


@pytest.mark.parametrize(
    "terms",
    [
        pytest.param(
            TournamentTerms(SWISS_FORMAT, 3, 2, TABLE_SIZES, absent=ABSENT_FORFEITS), marks=pytest.mark.slow
        ),
        TournamentTerms(SWISS_FORMAT, 3, 2, TABLE_SIZES, duplicate=True, absent=ABSENT_GETS_BYE),
        TournamentTerms(KNOCKOUT_FORMAT, 1, 4, TABLE_SIZES, duplicate=True, absent=COMPUTER_PLAYS_ABSENT),
        pytest.param(
            TournamentTerms(ROUND_ROBIN_FORMAT, 1, 2, TABLE_SIZES, absent=COMPUTER_PLAYS_ABSENT),
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda terms: f"{terms.format}-{terms.absent}",
)
async def test_a_tournament_ends_without_help(terms: TournamentTerms, tmp_path: Path) -> None:
    report = await simulate_tournament(tmp_path, GAMES, "reef", terms, 7, 0.2, 12, seed=3)
    assert not report.faults
    assert report.kill_count and report.round_count > 1 and report.match_count


async def test_a_table_opened_just_before_a_crash_is_found_again(tmp_path: Path) -> None:
    world, path, r = World(), tmp_path / "reefs.db", Random(1)
    process = await TournamentProcess.open(path, world, GAMES, r)
    terms = TournamentTerms(SWISS_FORMAT, 1, 2, TABLE_SIZES)
    row = TournamentRow(0, GUILD_ID, CHANNEL_ID, "en", 1001, "Reef Cup", "reef", {}, CLOCK, terms, world.now)
    tournament = (await process.service.create_tournament(row)).id
    for person in make_people(2):
        await process.service.add_entrant(tournament, person, world.make_id())
    await process.service.record_event(tournament, lambda _: TournamentEvent(BEGAN_EVENT))

    async def fail_to_store_table(tournament_id: int, table: RoundTable) -> None:
        process.dead = True
        raise ProcessKilled

    process.store.tournaments.store_table = fail_to_store_table  # type: ignore[method-assign]
    process.keeper.wake(tournament)
    await process.settle()
    assert process.dead
    await process.close()
    process = await TournamentProcess.open(path, world, GAMES, r)
    try:
        await process.settle()
        (table,) = await process.store.tournaments.list_tables(tournament)
        assert table.match_id is not None
        assert (await process.tables.get(table.match_id)).status == TABLE_PLAYING
        assert await process.store._database.fetch_rows("SELECT count(*) FROM matches") == [(1,)]
    finally:
        await process.close()
