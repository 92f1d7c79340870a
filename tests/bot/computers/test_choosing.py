"""A search may end early if only the best move is needed. A hint needs the value of every move."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from math import inf

import pytest

from bot.computers.remote_format import UnreadableMessage, decode_job, encode_job
from bot.computers.thinker import Thinker
from bot.computers.worker import MAX_ITERATIONS_LEFT, MAX_SPEEDUP, make_iterations_estimator, rank_actions
from tests.support.jobs import make_random_job
from tests.support.thinking import StubWorker, make_computer_table


async def test_only_a_search_for_a_move_may_end_early() -> None:
    own = StubWorker(lambda _: (("x", 0.5),))
    thinker = Thinker(0.5, own)
    await thinker.choose_move(*make_computer_table())
    await thinker.rank_moves_for_hint(*make_computer_table())
    thinker.close()
    assert [job.stops_early for job in own.asked] == [True, False]


def test_a_search_that_ends_early_finds_the_same_move() -> None:
    job = replace(make_random_job("coral_reef", ply_count=2), level="hard", iterations=120)
    full, early = rank_actions(job), rank_actions(replace(job, stops_early=True))
    assert early[0][0] == full[0][0]
    assert early != full, "the other values are less exact, because the search stopped earlier"


def test_the_estimate_of_iterations_left_errs_on_the_high_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    count_left = make_iterations_estimator(110.0)
    assert count_left(0) == MAX_ITERATIONS_LEFT
    clock = 102.0
    assert count_left(50) == 50 * 4 * MAX_SPEEDUP
    clock = 111.0
    assert count_left(60) == 0
    assert make_iterations_estimator(inf)(7) == MAX_ITERATIONS_LEFT


@pytest.mark.parametrize("choosing", [False, True])
def test_a_job_sent_to_a_remote_thinker_keeps_its_choosing_flag(choosing: bool) -> None:
    asked = replace(make_random_job(), stops_early=choosing)
    assert decode_job(encode_job(asked)) == asked


def test_a_job_without_a_choosing_flag_asks_for_every_value() -> None:
    found = json.loads(encode_job(replace(make_random_job(), stops_early=True)))
    with pytest.raises(UnreadableMessage):
        decode_job(json.dumps({**found, "choosing": 1}).encode())
    del found["choosing"]
    assert decode_job(json.dumps(found).encode()).stops_early is False
