"""Reviews share the workers: a short review overtakes a long one, and computer players' moves go first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.computers import reviewer as reviewing
from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.reviewer import Reviewer
from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking, ReviewSlice
from bot.errors.reviews import ReviewNotReady
from bot.features.contract import FeatureServices
from bot.model.table import Table
from games.core.match import Match
from games.registry import GAMES
from games.review import slices, value
from games.review.advised import RecordedSuggestion
from games.review.review import Review, assemble_review
from games.review.slices import MatchSlice, ReviewFinding, count_slices, make_slices
from tests.support.thinking import count_queued_moves, make_computer_table, wait_until

FINDING = ReviewFinding((0.5, 0.5))
BARRIER_TIMEOUT_SECONDS = 20.0
"""Maximum number of seconds to wait for the other worker."""
LONG_MATCH_PLIES, SHORT_MATCH_PLIES = 40, 4


class EmptyReviewStore:
    async def find_review(self, match_id: int, version: int) -> str | None:
        return None

    async def store_review(self, match_id: int, version: int, text: str) -> None:
        pass

    async def find_advice(self, match_id: int) -> tuple[RecordedSuggestion, ...]:
        return ()


class PermittedWorker(WorkerProcess):
    """A worker that records each job, and waits before each answer until :meth:`allow_answers` permits it."""

    def __init__(self, order: list[str], name: Callable[[ReviewSlice], str]) -> None:
        super().__init__()
        self.permits = threading.Semaphore(0)
        self._order, self._name = order, name

    def ask(self, job: Job) -> Ranking | str:
        self._order.append("move")
        self.permits.acquire()
        return (("x", 0.5),)

    def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
        self._order.append(self._name(review_slice))
        self.permits.acquire()
        return FINDING

    def allow_answers(self, count: int) -> None:
        for _ in range(count):
            self.permits.release()


def make_ended_table(number: int, ply_count: int, key: str = "reef") -> Table:
    made, match, _ = make_computer_table(key, table_id=number)
    for _ in range(ply_count):
        seat = match.to_act[0]
        match = match.act(seat, match.legal_actions(seat)[0].token)
    return replace(made, status="over", match=match.resign(0))


def get_match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def make_slice_namer(*tables: Table) -> Callable[[ReviewSlice], str]:
    """Return a function that names a slice: its table's ID, or ``start`` for a start slice.

    It recognizes slices by their effort, because slices of different tables can have equal positions.
    """
    efforts = {
        review_slice.effort: str(made.id)
        for made in tables
        for review_slice in make_slices(get_match(made))
        if isinstance(review_slice, MatchSlice)
    }
    return lambda review_slice: (
        efforts[review_slice.effort] if isinstance(review_slice, MatchSlice) else "start"
    )


def begin_review(reviewer: Reviewer, table: Table) -> asyncio.Task[Review | None]:
    return asyncio.create_task(reviewer.ensure_review(table))


async def test_a_short_review_that_comes_second_is_done_before_a_long_one() -> None:
    long, short = make_ended_table(1, LONG_MATCH_PLIES), make_ended_table(2, SHORT_MATCH_PLIES)
    order: list[str] = []
    worker = PermittedWorker(order, make_slice_namer(long, short))
    pool = WorkerPool([worker])
    reviewer = Reviewer(EmptyReviewStore(), pool.evaluate_slice)  # type: ignore[arg-type]
    first = begin_review(reviewer, long)
    worker.allow_answers(3)
    await wait_until(lambda: len(order) == 4)
    second = begin_review(reviewer, short)
    await wait_until(lambda: pool._slices)
    worker.allow_answers(1000)
    found = await second
    assert found is not None and not first.done()
    assert await first is not None
    pool.close()
    some = count_slices(get_match(short))
    assert order[4 : 4 + some] == ["start", *["2"] * (some - 1)], "its slices aren't interrupted"
    assert len(order) == some + count_slices(get_match(long))


async def test_computers_moves_go_before_all_reviews() -> None:
    tables = [make_ended_table(1, LONG_MATCH_PLIES), make_ended_table(2, SHORT_MATCH_PLIES)]
    order: list[str] = []
    worker = PermittedWorker(order, make_slice_namer(*tables))
    pool = WorkerPool([worker])
    reviewer = Reviewer(EmptyReviewStore(), pool.evaluate_slice)  # type: ignore[arg-type]
    reviews = [begin_review(reviewer, made) for made in tables]
    worker.allow_answers(4)
    await wait_until(lambda: len(order) == 5 and pool._slices)
    _, match, seat = make_computer_table()
    job = Job("reef", 1, match.rules.view(match.state, seat), seat, "hard", bytes(32), 0, 1.0)
    moves = [asyncio.create_task(pool.rank_moves_for_computer(job)) for _ in range(3)]
    await wait_until(lambda: count_queued_moves(pool) == 3)
    worker.allow_answers(1000)
    await asyncio.gather(*moves, *reviews)
    pool.close()
    assert order[5:8] == ["move"] * 3 and order.count("move") == 3


async def test_low_priority_thoughts_do_not_delay_reviews() -> None:
    table = make_ended_table(1, SHORT_MATCH_PLIES)
    order: list[str] = []
    worker = PermittedWorker(order, make_slice_namer(table))
    pool = WorkerPool([worker])
    _, match, seat = make_computer_table()
    job = Job("reef", 1, match.rules.view(match.state, seat), seat, "hard", bytes(32), 0, 1.0)
    idle = [asyncio.create_task(pool.rank_moves_when_idle(job)) for _ in range(3)]
    await wait_until(lambda: order and len(pool._slices) == 2)
    review = begin_review(Reviewer(EmptyReviewStore(), pool.evaluate_slice), table)  # type: ignore[arg-type]
    await wait_until(lambda: len(pool._slices) == 3)
    worker.allow_answers(1000)
    await asyncio.gather(*idle, review)
    pool.close()
    slices = count_slices(get_match(table))
    assert order == ["move", "start", *["1"] * (slices - 1), "move", "move"]


async def test_reviews_run_concurrently_on_all_workers() -> None:
    tables = [make_ended_table(1, LONG_MATCH_PLIES), make_ended_table(2, SHORT_MATCH_PLIES)]
    names, both = make_slice_namer(*tables), threading.Barrier(2)
    met: list[str] = []

    class MeetingWorker(WorkerProcess):
        def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
            name = names(review_slice)
            if name not in met:
                met.append(name)
                if name != "start":
                    both.wait(BARRIER_TIMEOUT_SECONDS)
            return FINDING

    pool = WorkerPool([MeetingWorker(), MeetingWorker()])
    reviewer = Reviewer(EmptyReviewStore(), pool.evaluate_slice)  # type: ignore[arg-type]
    found = await asyncio.gather(*(reviewer.ensure_review(made) for made in tables))
    pool.close()
    assert all(found) and not both.broken


async def test_a_single_review_uses_all_workers_with_the_same_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("MAX_DEALS", "MIN_DEALS", "MAX_WALKS", "MIN_WALKS"):
        monkeypatch.setattr(slices, name, 4)
    monkeypatch.setattr(value, "START_DEALS", 4)
    monkeypatch.setattr(value, "_start_shares", {})
    made, both, order = make_ended_table(1, SHORT_MATCH_PLIES, "das_riff"), threading.Barrier(2), list[str]()

    class ReorderingWorker(WorkerProcess):
        """A worker that starts the first two slices concurrently, and finishes the first after another."""

        def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
            number = review_slice.ply + 1 if isinstance(review_slice, MatchSlice) else 0
            if number < 2:
                both.wait(BARRIER_TIMEOUT_SECONDS)
            found = slices.review_slice(GAMES[review_slice.game], review_slice)
            if number == 0:
                # Finish only after another slice, so that the results arrive out of order.
                gone.wait(BARRIER_TIMEOUT_SECONDS)
            order.append(str(number))
            gone.set()
            return found

    gone = threading.Event()
    pool = WorkerPool([ReorderingWorker(), ReorderingWorker()])
    found = await Reviewer(EmptyReviewStore(), pool.evaluate_slice, 2).ensure_review(made)  # type: ignore[arg-type]
    pool.close()
    assert not both.broken and order[0] != "0"
    review_slices = tuple(make_slices(get_match(made)))
    assert found == assemble_review(
        get_match(made),
        [slices.review_slice(GAMES[review_slice.game], review_slice) for review_slice in review_slices],
    )
    assert sorted(order) == sorted(str(number) for number in range(len(review_slices)))


def test_the_reviewer_runs_one_slice_per_worker() -> None:
    store = cast(Any, SimpleNamespace(reviews=None))
    for workers in (1, 3):
        thinker = Thinker(1.0, *(WorkerProcess() for _ in range(workers)))
        adviser = cast(Any, SimpleNamespace(thinker=thinker))
        rest = dict.fromkeys(
            {field.name for field in fields(FeatureServices)} - {"store", "adviser"}, cast(Any, None)
        )
        services = FeatureServices(store=store, adviser=adviser, **rest)
        assert services.reviewer.max_parallel_slices == workers
        thinker.close()


async def test_computers_moves_go_before_the_slices_of_a_parallel_review() -> None:
    made, order = make_ended_table(1, LONG_MATCH_PLIES), list[str]()
    workers = [PermittedWorker(order, make_slice_namer(made)) for _ in range(2)]
    pool = WorkerPool(workers)
    review = begin_review(Reviewer(EmptyReviewStore(), pool.evaluate_slice, 2), made)  # type: ignore[arg-type]
    await wait_until(lambda: len(order) == 2)
    _, match, seat = make_computer_table()
    job = Job("reef", 1, match.rules.view(match.state, seat), seat, "hard", bytes(32), 0, 1.0)
    moves = [asyncio.create_task(pool.rank_moves_for_computer(job)) for _ in range(3)]
    await wait_until(lambda: count_queued_moves(pool) == 3)
    for worker in workers:
        worker.allow_answers(1000)
    await asyncio.gather(*moves, review)
    pool.close()
    assert "move" not in order[:2] and order[2:5].count("move") == 3


async def test_a_failed_slice_ends_the_review_and_does_not_start_another() -> None:
    made, looked = make_ended_table(1, LONG_MATCH_PLIES), list[ReviewSlice]()

    async def evaluate_four(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding | None:
        looked.append(review_slice)
        await asyncio.sleep(0)
        return FINDING if len(looked) < 5 else None

    assert await Reviewer(EmptyReviewStore(), evaluate_four, 2).ensure_review(made) is None  # type: ignore[arg-type]
    assert len(looked) < 8


async def test_slices_are_made_for_one_review_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    making, most = [0], [0]
    real = asyncio.to_thread

    async def count_concurrent_calls(work: Any, *args: Any) -> Any:
        making[0] += 1
        most[0] = max(most[0], making[0])
        try:
            return await real(work, *args)
        finally:
            making[0] -= 1

    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        await asyncio.sleep(0)
        return FINDING

    tables = [make_ended_table(number, LONG_MATCH_PLIES) for number in range(1, 5)]
    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    monkeypatch.setattr(asyncio, "to_thread", count_concurrent_calls)
    assert all(await asyncio.gather(*(reviewer.ensure_review(made) for made in tables)))
    assert most == [1]


async def test_concurrent_requests_for_a_review_share_it() -> None:
    made, looked = make_ended_table(1, SHORT_MATCH_PLIES), list[ReviewSlice]()
    kept: dict[int, str] = {}

    class MemoryReviewStore:
        async def find_review(self, match_id: int, version: int) -> str | None:
            return kept.get(match_id)

        async def store_review(self, match_id: int, version: int, text: str) -> None:
            kept[match_id] = text

        async def find_advice(self, match_id: int) -> tuple[RecordedSuggestion, ...]:
            return ()

    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        looked.append(review_slice)
        await asyncio.sleep(0)
        return FINDING

    reviewer = Reviewer(MemoryReviewStore(), evaluate)  # type: ignore[arg-type]
    found = await asyncio.gather(*(reviewer.ensure_review(made) for _ in range(3)))
    assert all(found) and len(looked) == count_slices(get_match(made))
    assert len(looked) == len(tuple(make_slices(get_match(made))))


async def test_a_review_of_a_file_that_was_not_ready_is_ready_for_a_later_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, ready, looked = make_ended_table(1, SHORT_MATCH_PLIES), asyncio.Event(), list[ReviewSlice]()

    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        looked.append(review_slice)
        await ready.wait()
        return FINDING

    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "PRESS_TIMEOUT_SECONDS", 0.0)
        for _ in range(2):
            with pytest.raises(ReviewNotReady):
                await reviewer.review_imported_match_soon(get_match(made), "")
    ready.set()
    await reviewer.wait_until_idle()
    found = await reviewer.review_imported_match_soon(get_match(made), "")
    assert found is not None and len(looked) == count_slices(get_match(made)), "it is computed once"


async def test_a_stop_ends_the_wait_for_a_review() -> None:
    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> None:
        await asyncio.Event().wait()

    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    press = asyncio.create_task(reviewer.request_review(make_ended_table(1, SHORT_MATCH_PLIES)))
    await wait_until(lambda: reviewer._begun)
    reviewer.stop()
    with pytest.raises(ReviewNotReady):
        await press
    await reviewer.wait_until_idle()


async def test_unread_reviews_of_imported_matches_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        return FINDING

    monkeypatch.setattr(reviewing, "PRESS_TIMEOUT_SECONDS", 0.0)
    monkeypatch.setattr(reviewing, "MAX_FINISHED_REVIEWS", 2)
    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    for number in range(5):
        match = replace(get_match(make_ended_table(1, SHORT_MATCH_PLIES)), key=bytes([number]) * 32)
        with pytest.raises(ReviewNotReady):
            await reviewer.review_imported_match_soon(match, "")
        await reviewer.wait_until_idle()
    assert len(reviewer._begun) == 2


async def test_a_failure_that_no_press_waited_for_is_not_repeated_to_a_later_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, failing = get_match(make_ended_table(1, SHORT_MATCH_PLIES)), True

    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        if failing:
            raise OSError("out of order")
        return FINDING

    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "PRESS_TIMEOUT_SECONDS", 0.0)
        with pytest.raises(ReviewNotReady):
            await reviewer.review_imported_match_soon(match, "")
    await reviewer.wait_until_idle()
    failing = False
    assert await reviewer.review_imported_match_soon(match, "") is not None


async def test_matches_of_one_deal_do_not_share_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding:
        return FINDING

    match = get_match(make_ended_table(1, SHORT_MATCH_PLIES))
    other = replace(match, rows=(*match.rows[:-1], replace(match.rows[-1], seat=9)))
    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    monkeypatch.setattr(reviewing, "PRESS_TIMEOUT_SECONDS", 0.0)
    for one in (match, other):
        with pytest.raises(ReviewNotReady):
            await reviewer.review_imported_match_soon(one, "")
    assert len(reviewer._begun) == 2
    await reviewer.wait_until_idle()


async def test_a_failing_review_is_computed_only_once_for_everybody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, ready, looked = make_ended_table(1, SHORT_MATCH_PLIES), asyncio.Event(), list[ReviewSlice]()

    async def evaluate(review_slice: ReviewSlice, remaining_work: int) -> None:
        looked.append(review_slice)
        await ready.wait()

    reviewer = Reviewer(EmptyReviewStore(), evaluate)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "PRESS_TIMEOUT_SECONDS", 0.0)
        with pytest.raises(ReviewNotReady):
            await reviewer.request_review(made)
    waiting = [asyncio.create_task(reviewer.wait_for_review(made)) for _ in range(3)]
    await wait_until(lambda: bool(looked))
    ready.set()
    assert await asyncio.gather(*waiting) == [None] * 3
    assert len(looked) == 1 and not reviewer._begun
