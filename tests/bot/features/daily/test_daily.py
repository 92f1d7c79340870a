"""The pure parts of the reef of the day: days, streaks, marks, and ends that are the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers.worker import Job, answer
from bot.features.daily.days import deal, find_beginning, make_record
from bot.features.daily.streaks import AT_FIRST, MOST_FREE, Streak, count_streak
from bot.features.daily.telling import write_streak
from bot.model.days import number_day, pick_game
from bot.storage.daily import DayRow
from games.core.match import ACT, Match, Row
from games.core.match_record import MatchRecord
from games.core.rng import Chance
from games.core.solo import ITERATIONS, LEVEL, PERSON, find_computer_to_act, make_seed, recall_view
from games.core.words import words
from games.players.marks import BEST, COSTLY, FAIR, GOOD, find_loss, name_loss, name_stretches
from games.registry import GAMES
from tests.support.brought import WITH_ESTIMATE
from tests.support.patience import ENOUGH_SECONDS

ROOT = Path(__file__).resolve().parents[4]
DAY = 739_000


def day_of(key: str, number: int = DAY) -> DayRow:
    game = GAMES[key]
    return DayRow(number, key, game.version, game.choose(2, game.daily), b"s" * 32)


def play(match: Match, most: int = 400) -> Match:
    """Play a try as the bot does, the person taking the first legal move."""
    while match.outcome is None and match.ply < most:
        seat = find_computer_to_act(match)
        if seat is None:
            match = match.act(PERSON, match.legal_actions(PERSON)[0].token)
            continue
        seed = make_seed(match, match.ply, f"thought:{seat}")
        job = Job(
            match.game.key, match.rules.version, recall_view(match, seat), seat, LEVEL, seed, match.ply, 0.0
        )
        match = match.act(seat, answer(replace(job, iterations=ITERATIONS))[0][0])
    return match


def test_a_day_begins_at_midnight_of_utc_and_each_weekday_has_its_game() -> None:
    games = tuple(GAMES.values())
    assert number_day(find_beginning(DAY)) == DAY == number_day(find_beginning(DAY + 1) - 1)
    assert find_beginning(DAY) % 86400 == 0
    week = [pick_game(games, DAY + ahead).key for ahead in range(7)]
    assert week == [pick_game(games, DAY + 7 + ahead).key for ahead in range(7)]
    assert set(week) == set(GAMES)


def test_the_same_day_has_another_deal_only_with_another_secret() -> None:
    one, other = day_of("reef"), day_of("reef", DAY + 1)
    games = GAMES
    assert deal(games, one).key == deal(games, one).key != deal(games, other).key
    assert deal(games, one).key != deal(games, replace(one, secret=b"t" * 32)).key


@pytest.mark.parametrize("key", GAMES)
def test_a_file_of_a_try_is_verified(key: str) -> None:
    day = day_of(key)
    match = play(deal(GAMES, day))
    record = MatchRecord.from_json(make_record(day, match).to_json())
    assert record.verify(GAMES, committed=record.commitment).rows == match.rows
    assert match.outcome is not None


def test_a_file_of_a_try_that_has_not_ended_keeps_the_secret() -> None:
    day = day_of("reef")
    record = make_record(day, play(deal(GAMES, day), 6))
    assert record.secret is None and day.secret.hex() not in record.to_json()
    assert day.secret.hex() not in repr(day) and repr(day.secret) not in repr(day)


PROGRAM = """
from games.core.solo import list_decisions
from tests.bot.features.daily.test_daily import GAMES, day_of, deal, loss_of, play
for key in GAMES:
    match = play(deal(GAMES, day_of(key)), 60)
    print(key, match.rows, repr(match.state))
    print([loss_of(match, decision) for decision in list_decisions(match)[:8]])
"""


def loss_of(match: Match, decision: tuple[object, int, str]) -> float | None:
    view, ply, token = decision
    chance = Chance(make_seed(match, ply, "judgement"), ply)
    return find_loss(match.game, match.rules.version, view, PERSON, token, chance)  # type: ignore[arg-type]


def test_two_clean_processes_come_to_the_same_end_byte_for_byte() -> None:
    found = []
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=ENOUGH_SECONDS,
        )
        assert run.returncode == 0, run.stderr.decode()
        found.append(run.stdout)
    assert found[0] == found[1] and len(found[0]) > 1000


def test_a_thought_by_iterations_does_not_look_at_the_clock() -> None:
    match = deal(GAMES, day_of("reef"))
    seat = match.to_act[0]
    job = Job(
        "reef", match.rules.version, recall_view(match, seat), seat, "hard", b"k" * 32, 0, 0.0, iterations=3
    )
    thorough = answer(job)
    assert thorough == answer(replace(job, seconds=60.0))
    assert thorough != answer(replace(job, iterations=None)), "without any time nothing is looked at"


@pytest.mark.parametrize("key", WITH_ESTIMATE)
def test_the_best_move_loses_nothing_and_others_do(key: str) -> None:
    match = deal(GAMES, day_of(key))
    match = play(match, 6)
    while find_computer_to_act(match) is not None or len(match.legal_actions(PERSON)) < 3:
        match = play(match, match.ply + 1)
    view, losses = recall_view(match, PERSON), []
    for action in match.legal_actions(PERSON)[:40]:
        chance = Chance(b"k" * 32, 1)
        lost = find_loss(match.game, match.rules.version, view, PERSON, action.token, chance)
        assert lost is not None and lost >= 0
        losses.append(lost)
    assert max(losses) > 0


def test_marks_go_by_loss_and_a_stretch_by_its_costliest_move() -> None:
    assert [name_loss(loss) for loss in (0.0, 0.015, 0.016, 0.05, 0.1, 0.11, 1.0)] == [
        BEST,
        BEST,
        GOOD,
        GOOD,
        FAIR,
        COSTLY,
        COSTLY,
    ]
    assert name_stretches([], 10) == ()
    assert name_stretches([0.0, 0.2, 0.03], 10) == (BEST, COSTLY, GOOD)
    assert name_stretches([0.0, 0.2, 0.03, 0.0], 2) == (COSTLY, GOOD)
    assert len(name_stretches([0.0] * 33, 10)) == 10


def test_a_streak_counts_days_and_forgives() -> None:
    assert count_streak([], 10) == Streak(0, AT_FIRST)
    assert count_streak([10], 10) == Streak(1, 2)
    assert count_streak([8, 9], 10) == Streak(2, 2), "today is not missed before it is over"
    assert count_streak([7, 9], 10) == Streak(2, 1)
    assert count_streak([7], 10) == Streak(1, 0)
    assert count_streak([6], 10) == Streak(0, AT_FIRST), "three missed, two forgiven"
    assert count_streak([1, 2, 6, 7], 7) == Streak(2, AT_FIRST), "three missed are one too many"


def test_free_days_are_earned_and_a_long_vacation_is_forgiven() -> None:
    assert count_streak(range(1, 6), 5) == Streak(5, 3)
    two_months = list(range(1, 61))
    assert count_streak(two_months, 60) == Streak(60, MOST_FREE)
    assert count_streak([*two_months, 75], 75) == Streak(61, 0)
    assert count_streak([*two_months, 76], 76) == Streak(1, AT_FIRST)


def test_a_streak_is_told_with_what_it_forgives() -> None:
    w = words()
    assert write_streak(Streak(0, 2), w) == []
    assert write_streak(Streak(3, 1), w)[1] == "-# You can miss 1 day and keep it."
    assert write_streak(Streak(3, 0), w)[1] == "-# Miss no day now, or it ends."


def test_an_order_or_a_double_day_changes_no_streak() -> None:
    assert count_streak([3, 1, 2, 2], 3) == count_streak([1, 2, 3], 3)


def test_what_is_stored_is_what_was_done() -> None:
    match = play(deal(GAMES, day_of("coral_reef")), 5)
    again = deal(GAMES, day_of("coral_reef")).replay(match.rows)
    assert again.state == match.state
    assert all(isinstance(row, Row) and row.kind == ACT for row in match.rows)
