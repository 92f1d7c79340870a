"""Kills the bot repeatedly while premoves are played, and checks that no printed premove was lost."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.features.premoves.runner import PremoveRunner
from bot.storage import Store
from bot.tables.service import make_tables
from games.core.match import Match
from tests.support.toy import TOYS

ROOT = Path(__file__).resolve().parents[3]
MAX_UPTIME_SECONDS = 0.25
"""Maximum seconds from a start to the next kill."""


@dataclass
class DrillResult:
    kill_count: int = 0
    prepared_line_count: int = 0
    move_count: int = 0
    problems: list[str] = field(default_factory=list)


async def run_drill(path: Path, kill_count: int, seed: int) -> DrillResult:
    """Run and kill the player process repeatedly; return the figures and problems."""
    chance, lines = Random(seed), list[list[str]]()
    for number in range(kill_count):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.proof.premoves.player", str(path), str(seed + number),
            cwd=ROOT, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert child.stdout is not None
        said = [await child.stdout.readline()]
        await asyncio.sleep(chance.uniform(0, MAX_UPTIME_SECONDS))
        child.kill()
        said += (await child.stdout.read()).splitlines(keepends=True)
        await child.wait()
        lines += [line.decode().split() for line in said if line.endswith(b"\n")]
    found = await check_logs(path, lines)
    found.kill_count = kill_count
    return found


async def check_logs(path: Path, lines: list[list[str]]) -> DrillResult:
    """Play the premoves that a kill interrupted, then check all logs against the printed lines."""
    store = await Store.open(path)
    try:
        tables = make_tables(store, TOYS)
        runner = PremoveRunner(tables, store.premoves, lambda: True)
        tables.feed.subscribe("ahead", runner.handle_change)
        await runner.resume()
        await runner.wait_until_idle()
        found = DrillResult(prepared_line_count=len(lines))
        waiting = {(row.match_id, row.seat, row.seq) for n in {int(line[0]) for line in lines}
                   for row in await store.premoves.list_premoves_for_table(n)}  # fmt: skip
        made: dict[int, int] = {}
        for line in lines:
            table_id, seat, seq = map(int, line[:3])
            match = (await tables.get(table_id)).match
            assert match is not None
            turn = find_next_turn(match, seat, seq)
            if (table_id, seat, seq) in waiting:
                found.problems += [f"table {table_id}: {line} was not played in its turn"] * bool(turn)
                continue
            over = match.outcome is not None and turn == line[3 : 3 + len(turn)]
            if turn != line[3:] and not over:
                found.problems.append(f"table {table_id}: {line} became {turn}")
            made[table_id] = made.get(table_id, 0) + len(turn)
        for table_id, count in made.items():
            match = (await tables.get(table_id)).match
            assert match is not None
            # The log may contain more moves, because a premove stored just before a kill wasn't printed.
            there = sum(step.action.token != "roll:0" and not step.action.token.startswith("gift")
                        for step in match.steps)  # fmt: skip
            found.move_count += there
            found.problems += [f"table {table_id}: {count} moves expected, {there} in the log"] * (
                there < count
            )
        return found
    finally:
        await store.close()


def find_next_turn(match: Match, seat: int, seq: int) -> list[str]:
    """Return a seat's actions in its first turn after ``seq`` rows."""
    done: list[str] = []
    for ply in range(seq, match.ply):
        if match.rules.find_active_seat(match.state_at(ply)) == seat and match.steps[ply].seat == seat:
            done.append(match.steps[ply].action.token)
            if match.count_ended_turns(ply + 1):
                break
    return done
