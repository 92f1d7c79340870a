"""The worker processes of computer players: their jobs, the order of the jobs, and how workers end."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers import pool, process
from bot.computers.due_seats import find_due_computer
from bot.computers.pool import MAX_HINTS_PER_WORKER, MIN_MOVE_SECONDS, ROUND_DURATION_SECONDS
from bot.computers.process import WorkerLost
from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking, rank_actions
from bot.model.table import Occupant
from bot.model.turns import count_ended_turns
from games.registry import GAMES
from tests.support.harbour import SHARED_WORKER, THINK_SECONDS
from tests.support.tables_kit import open_hall
from tests.support.thinking import (
    SECRET,
    WAIT_TIMEOUT_SECONDS,
    StubWorker,
    count_queued_moves,
    list_legal_tokens,
    make_computer_table,
    wait_until,
)

LONG_THINKING_SECONDS = 30.0
"""Thinking time in seconds that no test waits for."""


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker(THINK_SECONDS, SHARED_WORKER)
    yield thinker
    thinker.close()


@pytest.fixture
async def own_thinker() -> AsyncIterator[Thinker]:
    """A thinker with its own process and a very long time limit."""
    thinker = Thinker(LONG_THINKING_SECONDS)
    yield thinker
    thinker.close()


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
async def test_every_level_chooses_a_legal_move(thinker: Thinker, key: str, level: str) -> None:
    made, match, seat = make_computer_table(key, level)
    assert await thinker.choose_move(made, match, seat) in list_legal_tokens(match, seat)


async def test_computers_stop_playing_once_no_person_is_left(tmp_path: Path) -> None:
    made, _, seat = make_computer_table()
    person = replace(made, occupants=(*made.occupants[:1], Occupant(1, 7, "Ann")))
    assert made.computer_seats == (0, 1) and made.user_ids == ()
    async with open_hall(tmp_path) as hall:
        assert await find_due_computer(hall.tables.wait_finder, made) is None
        found = await find_due_computer(hall.tables.wait_finder, person)
    assert (found is not None) == (seat == 0)


async def test_advice_is_legal_and_the_best_comes_first(thinker: Thinker) -> None:
    made, match, seat = make_computer_table()
    advice = await thinker.rank_moves_for_hint(made, match, seat)
    assert advice and {token for token, _ in advice} <= list_legal_tokens(match, seat)
    assert all(0 <= value <= 1 for _, value in advice)
    assert count_queued_moves(thinker.pool) == 0


async def test_a_forced_move_is_made_without_thinking(thinker: Thinker) -> None:
    made, match, seat = make_computer_table("das_riff")
    # Play until a position has only one move.
    while len(match.rules.list_candidates(match.state, seat)) > 1:
        match = match.act(seat, match.rules.list_candidates(match.state, seat)[-1].token)
        seat = match.to_act[0]
    job = thinker._make_job(made, match, seat, "hard", LONG_THINKING_SECONDS)
    began = time.monotonic()
    assert rank_actions(replace(job, seconds=LONG_THINKING_SECONDS))[0][0] in list_legal_tokens(match, seat)
    assert time.monotonic() - began < LONG_THINKING_SECONDS / 2


async def test_the_worker_gets_no_secret(thinker: Thinker) -> None:
    made, match, seat = make_computer_table()
    sent = pickle.dumps(thinker._make_job(made, match, seat, "hard", 1))
    assert match.key not in sent and SECRET not in sent
    assert type(match.state).__name__.encode() + b"\x94" not in sent


async def test_seeds_differ_between_processes_tables_and_positions(thinker: Thinker) -> None:
    made, match, seat = make_computer_table()
    other, later = Thinker(THINK_SECONDS, SHARED_WORKER), match.act(seat, match.legal_actions(seat)[0].token)
    seeds = {
        thinker._make_job(made, match, seat, "hard", 1).seed,
        thinker._make_job(made, later, seat, "hard", 1).seed,
        thinker._make_job(make_computer_table(table_id=2)[0], match, seat, "hard", 1).seed,
        other._make_job(made, match, seat, "hard", 1).seed,
    }
    assert len(seeds) == 4 and {len(seed) for seed in seeds} == {32}
    other.close()


async def test_hints_survive_a_restart_but_moves_cannot_be_predicted() -> None:
    workers = StubWorker(lambda job: (("x", 0.5),)), StubWorker(lambda job: (("x", 0.5),))
    for worker in workers:
        thinker = Thinker(THINK_SECONDS, worker)
        await thinker.rank_moves_for_hint(*make_computer_table())
        await thinker.rank_moves_for_hint(*make_computer_table(table_id=2))
        await thinker.choose_move(*make_computer_table())
        thinker.close()
    (hint, other, move), again = ([job.seed for job in worker.asked] for worker in workers)
    assert again[:2] == [hint, other] and again[2] != move
    assert len({hint, other, move}) == 3
    ranked = [rank_actions(replace(worker.asked[0], iterations=20)) for worker in workers]
    assert ranked[0] == ranked[1]
    assert [job.is_hint for job in workers[0].asked] == [True, True, False]


async def test_tables_take_turns_and_hints_go_first() -> None:
    worker = StubWorker(lambda job: (("x", 0.5),))
    thinker = Thinker(LONG_THINKING_SECONDS, worker)
    moves = [thinker.choose_move(*make_computer_table(table_id=n, level="easy")) for n in (1, 2, 3)]
    hints = [
        thinker.rank_moves_for_hint(*make_computer_table(key, table_id=9))
        for key in ("das_riff", "australis")
    ]
    await asyncio.gather(*moves, *hints)
    thinker.close()
    assert [job.level for job in worker.asked[:3]] == ["hard", "hard", "easy"]
    assert [job.game for job in worker.asked[:2]] == ["das_riff", "australis"]
    seeds = [
        thinker._make_job(*make_computer_table(table_id=n, level="easy"), "easy", 1).seed for n in (1, 2, 3)
    ]
    assert [job.seed for job in worker.asked[2:]] == seeds


async def test_repeated_hints_do_not_delay_tables() -> None:
    worker = StubWorker(lambda job: (("x", 0.5),))
    thinker = Thinker(LONG_THINKING_SECONDS, worker)
    move = asyncio.create_task(thinker.choose_move(*make_computer_table(level="easy")))

    async def ask_repeatedly() -> None:
        for _ in range(5):
            await thinker.rank_moves_for_hint(*make_computer_table())

    await asyncio.gather(*(ask_repeatedly() for _ in range(MAX_HINTS_PER_WORKER)), move)
    thinker.close()
    levels = [job.level for job in worker.asked]
    assert levels.index("easy") <= MAX_HINTS_PER_WORKER and len(levels) == 5 * MAX_HINTS_PER_WORKER + 1


@pytest.mark.parametrize(
    ("tables", "seconds"), [(1, 1.5), (3, 1.5), (8, 0.625), (20, 0.25), (100, MIN_MOVE_SECONDS)]
)
async def test_the_thinking_time_shrinks_as_more_tables_wait(tables: int, seconds: float) -> None:
    worker = StubWorker(lambda job: (("x", 0.5),))
    thinker = Thinker(1.5, worker)
    await asyncio.gather(*(thinker.choose_move(*make_computer_table(table_id=n)) for n in range(tables)))
    thinker.close()
    assert [job.seconds for job in worker.asked] == [seconds] * tables
    assert tables * seconds <= max(ROUND_DURATION_SECONDS, tables * MIN_MOVE_SECONDS)


async def test_two_workers_share_the_queue() -> None:
    workers = [StubWorker(lambda job: (("x", 0.5),)) for _ in range(2)]
    thinker = Thinker(1.5, *workers)
    await asyncio.gather(*(thinker.choose_move(*make_computer_table(table_id=n)) for n in range(16)))
    thinker.close()
    asked = [job for worker in workers for job in worker.asked]
    assert len(asked) == len({job.seed for job in asked}) == 16, "each table once, by either worker"
    assert {job.seconds for job in asked} == {2 * ROUND_DURATION_SECONDS / 16}


async def test_two_workers_think_at_the_same_time() -> None:
    both = threading.Barrier(2)

    def wait_for_both(job: Job) -> Ranking | str:
        both.wait(WAIT_TIMEOUT_SECONDS)
        return (("x", 0.5),)

    thinker = Thinker(LONG_THINKING_SECONDS, StubWorker(wait_for_both), StubWorker(wait_for_both))
    made, match, seat = make_computer_table("das_riff")
    move, hint = await asyncio.gather(
        thinker.choose_move(made, match, seat), thinker.rank_moves_for_hint(made, match, seat)
    )
    assert move == "x" and hint == (("x", 0.5),)
    thinker.close()


async def test_a_dead_worker_does_not_stop_the_others() -> None:
    def die_like_a_worker(job: Job) -> Ranking | str:
        raise WorkerLost

    well = StubWorker(lambda job: (("x", 0.5),))
    thinker = Thinker(LONG_THINKING_SECONDS, StubWorker(die_like_a_worker), well)
    tokens = await asyncio.gather(*(thinker.choose_move(*make_computer_table(table_id=n)) for n in range(4)))
    thinker.close()
    legal_tokens = list_legal_tokens(*make_computer_table()[1:])
    assert tokens.count("x") == len(well.asked) >= 1
    assert {token for token in tokens if token != "x"} <= legal_tokens


async def test_a_hint_is_empty_after_the_longest_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_HINT_WAIT_SECONDS", 0.0)
    expired = threading.Event()

    def answer_late(job: Job) -> Ranking:
        expired.wait(WAIT_TIMEOUT_SECONDS)
        return (("x", 0.5),)

    worker = StubWorker(answer_late)
    thinker = Thinker(THINK_SECONDS, worker)
    position = make_computer_table()
    assert not await thinker.rank_moves_for_hint(*position)
    expired.set()
    monkeypatch.setattr(pool, "MAX_HINT_WAIT_SECONDS", WAIT_TIMEOUT_SECONDS)
    assert await thinker.rank_moves_for_hint(*position) == (("x", 0.5),), "the worker answers the next hint"
    thinker.close()


async def test_a_stopping_pool_gives_no_hints_but_still_chooses_moves() -> None:
    allowed = threading.Event()
    worker = StubWorker(lambda job: (("x", 0.5),) if allowed.wait(WAIT_TIMEOUT_SECONDS) else "not allowed")
    thinker = Thinker(THINK_SECONDS, worker)
    made, match, seat = make_computer_table()
    move = asyncio.create_task(thinker.choose_move(made, match, seat))
    await wait_until(lambda: worker.asked)
    waiting = asyncio.create_task(thinker.rank_moves_for_hint(made, match, seat))
    await wait_until(lambda: thinker.pool._hints)
    thinker.pool.refuse_hints()
    assert not await waiting
    assert not await thinker.rank_moves_for_hint(made, match, seat)
    allowed.set()
    assert await move == "x"
    thinker.close()


async def test_a_pool_can_stop_when_the_wait_for_a_hint_has_just_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool, "MAX_HINT_WAIT_SECONDS", 0.0)
    released = threading.Event()
    thinker = Thinker(
        THINK_SECONDS, StubWorker(lambda job: () if released.wait(WAIT_TIMEOUT_SECONDS) else "")
    )
    waiting = asyncio.create_task(thinker.rank_moves_for_hint(*make_computer_table()))
    timeouts = thinker.pool._hint_timeouts
    for _ in range(1000):
        if any(timeout.expired() for timeout in timeouts):
            break
        await asyncio.sleep(0)
    assert timeouts, "the wait has ended, but the task hasn't continued"
    thinker.refuse_hints()
    assert not await waiting
    assert "no time for a hint" not in caplog.text, "a stop isn't a lack of time"
    released.set()
    thinker.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
async def test_a_hanging_worker_is_replaced_and_its_job_repeated(
    own_thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "GRACE_PERIOD_SECONDS", 0.5)
    made, match, seat = make_computer_table(level="easy")
    await own_thinker.choose_move(made, match, seat)
    (worker,) = own_thinker.pool.workers
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(own_thinker, "_seconds", 0.1)
    again = asyncio.create_task(own_thinker.choose_move(made, match, seat))
    await wait_until(make_replacement_predicate(own_thinker, pid))
    monkeypatch.setattr(process, "GRACE_PERIOD_SECONDS", WAIT_TIMEOUT_SECONDS)
    assert await again in list_legal_tokens(match, seat)


async def test_a_table_that_asks_during_a_round_of_searches_joins_the_next_round() -> None:
    joined = threading.Event()
    worker = StubWorker(lambda job: (("x", 0.5),) if joined.wait(WAIT_TIMEOUT_SECONDS) else "too few came")
    thinker = Thinker(ROUND_DURATION_SECONDS, worker)
    first = [asyncio.create_task(thinker.choose_move(*make_computer_table(table_id=n))) for n in range(2)]
    await wait_until(lambda: worker.asked)
    later = [asyncio.create_task(thinker.choose_move(*make_computer_table(table_id=n))) for n in range(2, 6)]
    await wait_until(lambda: count_queued_moves(thinker.pool) == 5)
    joined.set()
    await asyncio.gather(*first, *later)
    thinker.close()
    assert [job.seconds for job in worker.asked] == [ROUND_DURATION_SECONDS / 2] * 2 + [
        ROUND_DURATION_SECONDS / 4
    ] * 4


async def test_later_moves_of_a_turn_have_less_time() -> None:
    worker = StubWorker(lambda job: (("x", 0.5),))
    thinker = Thinker(1.5, worker)
    made, match, _ = make_computer_table("das_riff")
    given: dict[int, list[float]] = {}
    while len(given) < 3:
        seat = match.to_act[0]
        await thinker.choose_move(made, match, seat)
        if seat == match.active_seat:
            given.setdefault(count_ended_turns(match), []).append(worker.asked[-1].seconds)
        else:
            assert worker.asked[-1].seconds == 1.5, "an answer in another seat's turn"
        match = match.act(seat, match.legal_actions(seat)[0].token)
    thinker.close()
    first, second, _ = given.values()
    assert first[:4] == second[:4] == [1.5, 0.75, 0.5, 0.375]
    assert min(first + second) >= MIN_MOVE_SECONDS


async def test_too_many_hints_are_refused() -> None:
    thinker = Thinker(LONG_THINKING_SECONDS, StubWorker(lambda job: (("x", 0.5),)))
    found = await asyncio.gather(
        *(thinker.rank_moves_for_hint(*make_computer_table()) for _ in range(MAX_HINTS_PER_WORKER + 2))
    )
    thinker.close()
    assert [bool(one) for one in found] == [True] * MAX_HINTS_PER_WORKER + [False] * 2


@pytest.mark.parametrize("fault", ["text", "lost", "raises"])
async def test_the_move_is_legal_even_if_the_worker_fails(fault: str) -> None:
    def fail_to_think(job: Job) -> Ranking | str:
        if fault == "lost":
            raise WorkerLost
        if fault == "raises":
            raise ValueError(job.game)
        return "what went wrong"

    worker = StubWorker(fail_to_think)
    thinker = Thinker(LONG_THINKING_SECONDS, worker)
    made, match, seat = make_computer_table()
    assert await thinker.choose_move(made, match, seat) in list_legal_tokens(match, seat)
    assert await thinker.rank_moves_for_hint(made, match, seat) == ()
    thinker.close()
    assert len(worker.asked) == (4 if fault == "lost" else 2)


def make_replacement_predicate(thinker: Thinker, pid: int) -> Callable[[], bool]:
    return lambda: thinker.pool.workers[0].pid != pid


async def test_a_worker_killed_while_thinking_is_replaced(own_thinker: Thinker) -> None:
    made, match, seat = make_computer_table(level="hard")
    thought = asyncio.create_task(own_thinker.choose_move(made, match, seat))
    for _ in range(2):
        await wait_until(lambda: own_thinker.pool.workers[0].pid)
        pid = own_thinker.pool.workers[0].pid
        assert pid is not None and not thought.done()
        os.kill(pid, signal.SIGKILL)
        await wait_until(make_replacement_predicate(own_thinker, pid))
    assert await thought in list_legal_tokens(match, seat)


async def test_a_thinker_stops_immediately_while_thinking(own_thinker: Thinker) -> None:
    made, match, seat = make_computer_table(level="hard")
    thought = asyncio.create_task(own_thinker.choose_move(made, match, seat))
    await wait_until(lambda: own_thinker.pool.workers[0].pid)
    own_thinker.close()
    assert own_thinker.pool.workers[0].pid is None
    assert await thought in list_legal_tokens(match, seat)
    assert await own_thinker.rank_moves_for_hint(made, match, seat) == ()
    assert own_thinker.pool.workers[0].pid is None


async def test_an_interrupt_from_the_terminal_does_not_end_the_worker(own_thinker: Thinker) -> None:
    made, match, seat = make_computer_table(level="easy")
    await own_thinker.choose_move(made, match, seat)
    pid = own_thinker.pool.workers[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGINT)
    await own_thinker.choose_move(made, match, seat)
    assert own_thinker.pool.workers[0].pid == pid


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
async def test_the_worker_does_not_inherit_the_token(
    own_thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token-to-be-kept")
    monkeypatch.setenv("KEPT", "something else")
    made, match, seat = make_computer_table(level="easy")
    await own_thinker.choose_move(made, match, seat)
    file = Path(f"/proc/{own_thinker.pool.workers[0].pid}/environ")
    found = (await asyncio.to_thread(file.read_bytes)).split(b"\0")
    assert b"KEPT=something else" in found
    assert not [line for line in found if line.startswith(b"DISCORD_TOKEN")]


HOST_SCRIPT = """
import threading, time
from bot.computers.process import WorkerProcess
from bot.computers.worker import Job
from games.core.match import Match
from games.registry import GAMES
worker, match = WorkerProcess(), Match.begin(GAMES["reef"], 2, {}, bytes(32))
seat = match.to_act[0]
job = Job("reef", match.rules.version, match.rules.view(match.state, seat), seat, "hard", bytes(32), 0, 0.5)
threading.Thread(target=worker.ask, args=(job,), daemon=True).start()
while worker.pid is None:
    time.sleep(0.02)
print(worker.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
async def test_a_killed_host_leaves_no_worker_process() -> None:
    root = Path(__file__).parents[3]
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOST_SCRIPT, stdout=asyncio.subprocess.PIPE, cwd=root
    )
    assert host.stdout is not None
    pid = int(await host.stdout.readline())
    host.kill()
    await host.wait()

    def is_gone() -> bool:
        try:
            return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
        except FileNotFoundError:
            return True

    await wait_until(is_gone)
