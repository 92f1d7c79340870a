"""Simulates a tournament from its opening to its end, and checks it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.features.tournaments.service import Tournament
from bot.model.table import TABLE_OVER
from bot.storage.tournament_rows import TournamentRow
from games.core.protocol import Game
from games.tournament import state as states
from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
)
from games.tournament.pairing import find_pairing_faults
from games.tournament.state import TournamentState
from games.tournament.terms import SWISS_FORMAT, TournamentTerms
from tests.proof.tournament.process import (
    CHANNEL_ID,
    CLOCK,
    GUILD_ID,
    ProcessKilled,
    TournamentProcess,
    World,
    make_people,
)

MAX_STEPS = 100_000


@dataclass
class TournamentReport:
    """Figures and faults of a tournament."""

    round_count: int = 0
    match_count: int = 0
    move_count: int = 0
    kill_count: int = 0
    withdrawal_count: int = 0
    duration_days: float = 0.0
    faults: list[str] = field(default_factory=list)


async def simulate_tournament(
    folder: Path,
    games: Mapping[str, Game],
    game: str,
    terms: TournamentTerms,
    person_count: int,
    silent_share: float,
    kill_count: int,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
) -> TournamentReport:
    """Run a tournament in which some people never act, and the process is killed ``kill_count`` times."""
    chance, world, report, path = Random(seed), World(), TournamentReport(), folder / "reefs.db"
    entrants = make_people(person_count)
    quiet = frozenset(
        person.user_id for person in chance.sample(entrants, round(person_count * silent_share))
    )
    process = await TournamentProcess.open(path, world, games, chance)
    begun = world.now
    try:
        row = TournamentRow(
            0,
            GUILD_ID,
            CHANNEL_ID,
            "en",
            entrants[0].user_id,
            "Reef Cup",
            game,
            options or {},
            CLOCK,
            terms,
            begun,
        )
        tournament = (await process.service.create_tournament(row)).id
        for person in entrants:
            await process.service.add_entrant(tournament, person, world.make_id())
        await process.service.record_event(tournament, lambda _: TournamentEvent(BEGAN_EVENT))
        process.keeper.wake(tournament)
        for _ in range(MAX_STEPS):
            if report.kill_count < kill_count and process.writes_until_kill <= 0:
                process.writes_until_kill = chance.randint(1, 60)
            with suppress(ProcessKilled):
                if await _advance_simulation(process, tournament, quiet, report):
                    break
            if process.dead:
                report.kill_count += 1
                await process.close()
                process = await TournamentProcess.open(path, world, games, chance)
        else:
            report.faults.append("the tournament never ended")
        await _check_ended(process, tournament, terms, report)
    finally:
        await process.close()
    report.duration_days = (world.now - begun) / 86_400
    return report


async def _advance_simulation(
    process: TournamentProcess, tournament: int, silent_people: frozenset[int], report: TournamentReport
) -> bool:
    """Act for everybody who can, or advance the time if nobody can; return whether the tournament is over."""
    await process.settle()
    if process.dead:
        return False
    found = await process.service.get_tournament(tournament)
    if found.state.status == states.OVER_STATUS:
        return True
    moved = 0
    for table in await process.store.tournaments.list_tables(tournament):
        if table.match_id is None or table.round != len(found.state.rounds) - 1:
            continue
        moved += await process.make_moves(table.match_id, silent_people)
        if process.dead:
            return False
        await _check_sealed(process, found, table.match_id, report)
    report.move_count += moved
    await process.settle()
    if not moved and not process.dead:
        before = len(found.log)
        if (
            not await process.pass_time()
            and len((await process.service.get_tournament(tournament)).log) == before
        ):
            # Wake the keeper, which must continue on its own when nobody has anything left to do.
            process.keeper.wake(tournament)
    return False


async def _check_sealed(
    process: TournamentProcess, tournament: Tournament, match_id: int, report: TournamentReport
) -> None:
    """Check that a duplicate round's deal stays secret during the round."""
    if not tournament.row.terms.duplicate:
        return
    now = (await process.service.get_tournament(tournament.id)).state
    if now.current_round is None or len(now.rounds) != len(tournament.state.rounds):
        return
    table = await process.tables.get(match_id)
    if table.secret is not None or (await process.tables.exports.make_record(match_id)).secret is not None:
        report.faults.append(f"the secret of table {match_id} was shown before the round had ended")


async def _check_ended(
    process: TournamentProcess, tournament: int, terms: TournamentTerms, report: TournamentReport
) -> None:
    """Check the rounds, tables, results and secrets of an ended tournament."""
    found = await process.service.get_tournament(tournament)
    report.round_count = len(found.state.rounds)
    report.withdrawal_count = len(found.state.withdrawn_entries)
    state = TournamentState(terms)
    scored: list[tuple[int, int]] = []
    for row in found.log:
        if row.event.new_round is not None and terms.format == SWISS_FORMAT and terms.seats == 2:
            report.faults += find_pairing_faults(state, row.event.new_round)
        if row.event.kind == SCORED_EVENT:
            scored.append((row.event.round_number, row.event.table_number))
        state = apply_event(state, row.event)
    if len(scored) != len(set(scored)):
        report.faults.append("a table was scored twice")
    tables = await process.store.tournaments.list_tables(tournament)
    drawn = sum(len(played.tables) for played in found.state.rounds)
    (stored,) = (await process.store._database.fetch_rows("SELECT count(*) FROM matches"))[0]
    report.match_count = len(tables)
    if not drawn == len(tables) == len({table.match_id for table in tables}) == stored:
        report.faults.append(f"{drawn} drawn, {len(tables)} recorded, {stored} opened")
    by_hand = [row for row in found.log if row.user_id and row.event.kind not in (JOINED_EVENT, LEFT_EVENT)]
    if by_hand:
        report.faults.append("a person had to intervene")
    for number in range(len(found.state.rounds)):
        deals = set()
        for table in tables:
            if table.round != number or table.match_id is None:
                continue
            shown = await process.tables.get(table.match_id)
            if shown.status != TABLE_OVER or (shown.match is not None and shown.secret is None):
                report.faults.append(f"table {table.match_id} has not ended, or still hides its secret")
            if shown.match is not None:
                deals.add((len(shown.occupants), shown.match.key))
        sizes = {size for size, _ in deals}
        if terms.duplicate and len(deals) != len(sizes):
            report.faults.append("the tables of a duplicate round were dealt differently")
