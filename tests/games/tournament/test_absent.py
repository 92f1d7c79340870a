"""A person gets no points for a match they never played, whatever the rule for absent people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.tournaments.results import compute_result
from bot.features.tournaments.service import Tournament
from bot.model.table import TABLE_PLAYING, Clock, FormerOccupant, Place, Table
from bot.storage.tournament_rows import TournamentRow
from games.registry import GAMES
from games.tournament.events import BEGAN_EVENT, TournamentEvent
from games.tournament.scoring import find_winners, rank_entries
from games.tournament.state import OVER_STATUS, Pairing, TableResult, TournamentRound, TournamentState
from games.tournament.terms import (
    ABSENCE_RULES,
    ABSENT_FORFEITS,
    ABSENT_GETS_BYE,
    KNOCKOUT_FORMAT,
    SWISS_FORMAT,
    TournamentTerms,
)
from tests.proof.tournament.process import CHANNEL_ID, CLOCK, GUILD_ID, TournamentProcess, World, make_people

TABLE_SIZES = (2, 3, 4)
MAX_TURNS = 4000
"""Number of turns after which a tournament counts as endless."""


async def hold_tournament(folder: Path, terms: TournamentTerms, count: int, *active: int) -> Tournament:
    """Hold a tournament in which only the people with the given numbers, counted from 1, ever act."""
    world, r = World(), Random(5)
    process = await TournamentProcess.open(folder / "reefs.db", world, GAMES, r)
    entrants = make_people(count)
    silent = frozenset(one.user_id for n, one in enumerate(entrants, 1) if n not in active)
    try:
        row = TournamentRow(
            0, GUILD_ID, CHANNEL_ID, "en", 1001, "Reef Cup", "reef", {}, CLOCK, terms, world.now
        )
        tournament_id = (await process.service.create_tournament(row)).id
        for person in entrants:
            await process.service.add_entrant(tournament_id, person, world.make_id())
        await process.service.record_event(tournament_id, lambda _: TournamentEvent(BEGAN_EVENT))
        process.keeper.wake(tournament_id)
        for _ in range(MAX_TURNS):
            await process.settle()
            tournament = await process.service.get_tournament(tournament_id)
            if tournament.state.status == OVER_STATUS:
                return tournament
            moved = 0
            for table in await process.store.tournaments.list_tables(tournament_id):
                if table.match_id is not None and table.round == len(tournament.state.rounds) - 1:
                    moved += await process.make_moves(table.match_id, silent)
            await process.settle()
            if not moved and not await process.pass_time():
                process.keeper.wake(tournament_id)
        raise AssertionError("the tournament never ended")
    finally:
        await process.close()


@pytest.mark.parametrize("rule", ABSENCE_RULES)
@pytest.mark.parametrize(("format", "count"), [(SWISS_FORMAT, 6), (KNOCKOUT_FORMAT, 5)])
async def test_nobody_wins_if_nobody_ever_moves(rule: str, format: str, count: int, tmp_path: Path) -> None:
    terms = TournamentTerms(format, 3, 2, TABLE_SIZES, absent=rule)  # type: ignore[arg-type]
    tournament = await hold_tournament(tmp_path, terms, count)
    assert not find_winners(tournament.state)
    for played in tournament.state.rounds:
        assert all(table.result and len(table.result.absent_seats) == 2 for table in played.tables)
    if format == SWISS_FORMAT:
        assert {line.points for line in rank_entries(tournament.state)} == {0}


@pytest.mark.parametrize("rule", ABSENCE_RULES)
@pytest.mark.parametrize("present", [1, 2])
async def test_a_present_player_beats_one_who_never_moves(rule: str, present: int, tmp_path: Path) -> None:
    """Both players get a turn before either counts as absent."""
    terms = TournamentTerms(SWISS_FORMAT, 1, 2, TABLE_SIZES, absent=rule)  # type: ignore[arg-type]
    tournament = await hold_tournament(tmp_path, terms, 2, present)
    ((table,),) = [played.tables for played in tournament.state.rounds]
    assert table.result is not None
    assert table.result.absent_seats == (table.entries.index(3 - present),)
    assert find_winners(tournament.state) == (present,)


@pytest.mark.parametrize("rule", [ABSENT_FORFEITS, ABSENT_GETS_BYE])
async def test_with_three_seats_everybody_gets_a_turn_before_points_are_awarded(
    rule: str, tmp_path: Path
) -> None:
    terms = TournamentTerms(SWISS_FORMAT, 1, 3, TABLE_SIZES, absent=rule)  # type: ignore[arg-type]
    tournament = await hold_tournament(tmp_path, terms, 3, 3)
    ((table,),) = [played.tables for played in tournament.state.rounds]
    assert table.result is not None
    assert {table.entries[seat] for seat in table.result.absent_seats} == {1, 2}
    assert find_winners(tournament.state) == (3,)


async def open_table(process: TournamentProcess) -> Table:
    """Return a table of two at which the match has begun."""
    here = Place(process.world.make_id(), GUILD_ID, "en")
    opened = process.tables.arranged.open_table(
        here, make_people(2), "reef", {}, Clock.parse(CLOCK), press_id=1
    )
    return await process.tables.arranged.start_match(await opened, 2)


async def test_a_player_who_returns_without_a_move_was_absent(tmp_path: Path) -> None:
    process = await TournamentProcess.open(tmp_path / "reefs.db", World(), GAMES, Random(5))
    try:
        table = await open_table(process)
        while table.status == TABLE_PLAYING:
            await process.make_moves(table.id, frozenset())
            table = await process.tables.get(table.id)
    finally:
        await process.close()
    users = [one.user_id for one in make_people(2)]
    assert table.match is not None and not compute_result(table, users).absent_seats
    left = FormerOccupant(0, users[0], "P1", None, 0)
    back = FormerOccupant(0, 0, "Octopus", "normal", table.match.seq)
    assert compute_result(replace(table, former_occupants=(left, back)), users).absent_seats == (0,)
    late = replace(left, seq=table.match.seq - 1), replace(back, seq=table.match.seq)
    assert not compute_result(replace(table, former_occupants=late), users).absent_seats


async def test_nobody_counts_as_absent_because_others_ended_the_match_early(tmp_path: Path) -> None:
    process = await TournamentProcess.open(tmp_path / "reefs.db", World(), GAMES, Random(5))
    try:
        table = await open_table(process)
        match = table.match
        assert match is not None and match.active_seat is not None
        first = match.active_seat
        token = match.legal_actions(first)[0].token
        users = [one.user_id for one in make_people(2)]
        for ended, absent in (
            (match.agree_draw(first), (0, 1)),
            (match.resign(first), ()),
            (match.act(first, token).agree_draw(first), ()),
            (match.act(first, token).resign(first), ()),
        ):
            assert compute_result(replace(table, match=ended), users).absent_seats == absent
    finally:
        await process.close()


def test_byes_alone_do_not_win_a_tournament() -> None:
    absent = Pairing((1, 2), TableResult((1, 1), absent_seats=(0, 1), is_void=True))
    state = TournamentState(
        TournamentTerms(SWISS_FORMAT, 1, 2, (2,)),
        OVER_STATUS,
        (1, 2, 3),
        rounds=(TournamentRound((absent,), (3,)),),
    )
    assert not find_winners(state)
    there = Pairing((1, 2), TableResult((1, 2), absent_seats=(1,)))
    assert find_winners(
        TournamentState(
            TournamentTerms(SWISS_FORMAT, 1, 2, (2,)),
            OVER_STATUS,
            (1, 2),
            rounds=(TournamentRound((there,)),),
        )
    ) == (1,)
