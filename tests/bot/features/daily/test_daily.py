"""The daily challenge without Discord: days, streaks and marks, and equal results for equal moves."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers.worker import Job, rank_actions
from bot.features.daily.attempts import Attempt, make_result_row
from bot.features.daily.days import deal_match, find_day_start, make_match_record
from bot.features.daily.streaks import INITIAL_FREE_DAYS, MAX_FREE_DAYS, Streak, compute_streak
from bot.features.daily.texts import write_streak_lines
from bot.model.days import find_day_number, pick_daily_game
from bot.storage.daily import AttemptRow, DayRow
from bot.ui.scenes import make_tableless_scene
from games.core.match import ACT_KIND, LoggedRow, Match
from games.core.match_record import MatchRecord
from games.core.rng import Chance
from games.core.solo import (
    COMPUTER_ITERATIONS,
    COMPUTER_LEVEL,
    PERSON_SEAT,
    find_computer_to_act,
    make_seed,
    recall_view,
)
from games.core.words import load_words
from games.players.marks import (
    BEST_MARK,
    COSTLY_MARK,
    FAIR_MARK,
    GOOD_MARK,
    choose_mark,
    choose_section_marks,
    measure_move_loss,
)
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.support.game_parts import GAMES_WITH_ESTIMATE, PUBLISHED_GAMES
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tools.walks import Case

ROOT = Path(__file__).resolve().parents[4]
DAY_NUMBER = 739_000


def make_day(key: str, number: int = DAY_NUMBER) -> DayRow:
    game = GAMES[key]
    return DayRow(number, key, game.version, game.complete_options(2, game.daily_options), b"s" * 32)


def play_attempt(match: Match, max_plies: int = 400) -> Match:
    """Play against the computer for at most ``max_plies`` plies, always with the first legal move."""
    while match.outcome is None and match.ply < max_plies:
        seat = find_computer_to_act(match)
        if seat is None:
            match = match.act(PERSON_SEAT, match.legal_actions(PERSON_SEAT)[0].token)
            continue
        seed = make_seed(match, match.ply, f"thought:{seat}")
        job = Job(
            match.game.key,
            match.rules.version,
            recall_view(match, seat),
            seat,
            COMPUTER_LEVEL,
            seed,
            match.ply,
            0.0,
        )
        match = match.act(seat, rank_actions(replace(job, iterations=COMPUTER_ITERATIONS))[0][0])
    return match


def test_a_day_begins_at_midnight_utc_and_each_weekday_has_its_game() -> None:
    games = tuple(GAMES.values())
    assert (
        find_day_number(find_day_start(DAY_NUMBER))
        == DAY_NUMBER
        == find_day_number(find_day_start(DAY_NUMBER + 1) - 1)
    )
    assert find_day_start(DAY_NUMBER) % 86400 == 0
    week = [pick_daily_game(games, DAY_NUMBER + ahead).key for ahead in range(7)]
    assert week == [pick_daily_game(games, DAY_NUMBER + 7 + ahead).key for ahead in range(7)]
    assert set(week) == set(GAMES)


def test_the_deal_depends_on_the_day_and_its_secret() -> None:
    one, other = make_day("reef"), make_day("reef", DAY_NUMBER + 1)
    games = GAMES
    assert deal_match(games, one).key == deal_match(games, one).key != deal_match(games, other).key
    assert deal_match(games, one).key != deal_match(games, replace(one, secret=b"t" * 32)).key


@pytest.mark.parametrize("key", GAMES)
def test_the_file_of_a_finished_attempt_can_be_verified(key: str) -> None:
    day = make_day(key)
    match = play_attempt(deal_match(GAMES, day))
    record = MatchRecord.from_json(make_match_record(day, match).to_json())
    assert record.verify(GAMES, commitment=record.commitment).rows == match.rows
    assert match.outcome is not None


def test_the_file_of_an_unfinished_attempt_does_not_contain_the_secret() -> None:
    day = make_day("reef")
    record = make_match_record(day, play_attempt(deal_match(GAMES, day), 6))
    assert record.secret is None and day.secret.hex() not in record.to_json()
    assert day.secret.hex() not in repr(day) and repr(day.secret) not in repr(day)


REPLAY_PROGRAM = """
from games.core.solo import list_decisions
from tests.bot.features.daily.test_daily import GAMES, make_day, deal_match, compute_loss, play_attempt
for key in GAMES:
    match = play_attempt(deal_match(GAMES, make_day(key)), 60)
    print(key, match.rows, repr(match.state))
    print([compute_loss(match, decision) for decision in list_decisions(match)[:3]])
"""


def compute_loss(match: Match, decision: tuple[object, int, str]) -> float | None:
    view, ply, token = decision
    chance = Chance(make_seed(match, ply, "judgement"), ply)
    return measure_move_loss(match.game, match.rules.version, view, PERSON_SEAT, token, chance)  # type: ignore[arg-type]


@pytest.mark.slow
def test_two_processes_with_different_hash_seeds_give_equal_results() -> None:
    found = []
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", REPLAY_PROGRAM],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=HANG_TIMEOUT_SECONDS,
        )
        assert run.returncode == 0, run.stderr.decode()
        found.append(run.stdout)
    assert found[0] == found[1] and len(found[0]) > 1000


def test_a_search_limited_by_iterations_does_not_depend_on_the_clock() -> None:
    match = deal_match(GAMES, make_day("reef"))
    seat = match.to_act[0]
    job = Job(
        "reef", match.rules.version, recall_view(match, seat), seat, "hard", b"k" * 32, 0, 0.0, iterations=3
    )
    thorough = rank_actions(job)
    assert thorough == rank_actions(replace(job, seconds=60.0))
    assert thorough != rank_actions(replace(job, iterations=None)), (
        "a search limited to zero seconds examines nothing"
    )


@pytest.mark.parametrize("key", GAMES_WITH_ESTIMATE)
def test_losses_are_never_negative_and_not_all_zero(key: str) -> None:
    match = deal_match(GAMES, make_day(key))
    match = play_attempt(match, 6)
    while find_computer_to_act(match) is not None or len(match.legal_actions(PERSON_SEAT)) < 3:
        match = play_attempt(match, match.ply + 1)
    view, losses = recall_view(match, PERSON_SEAT), []
    for action in match.legal_actions(PERSON_SEAT)[:40]:
        chance = Chance(b"k" * 32, 1)
        lost = measure_move_loss(match.game, match.rules.version, view, PERSON_SEAT, action.token, chance)
        assert lost is not None and lost >= 0
        losses.append(lost)
    assert max(losses) > 0


def test_a_mark_depends_on_the_costliest_move() -> None:
    assert [choose_mark(loss) for loss in (0.0, 0.015, 0.016, 0.05, 0.1, 0.11, 1.0)] == [
        BEST_MARK,
        BEST_MARK,
        GOOD_MARK,
        GOOD_MARK,
        FAIR_MARK,
        COSTLY_MARK,
        COSTLY_MARK,
    ]
    assert choose_section_marks([], 10) == ()
    assert choose_section_marks([0.0, 0.2, 0.03], 10) == (BEST_MARK, COSTLY_MARK, GOOD_MARK)
    assert choose_section_marks([0.0, 0.2, 0.03, 0.0], 2) == (COSTLY_MARK, GOOD_MARK)
    assert len(choose_section_marks([0.0] * 33, 10)) == 10


def test_a_streak_counts_days_and_forgives_missed_ones() -> None:
    assert compute_streak([], 10) == Streak(0, INITIAL_FREE_DAYS)
    assert compute_streak([10], 10) == Streak(1, 2)
    assert compute_streak([8, 9], 10) == Streak(2, 2), "today doesn't count as missed before the day is over"
    assert compute_streak([7, 9], 10) == Streak(2, 1)
    assert compute_streak([7], 10) == Streak(1, 0)
    assert compute_streak([6], 10) == Streak(0, INITIAL_FREE_DAYS), "three missed, two forgiven"
    assert compute_streak([1, 2, 6, 7], 7) == Streak(2, INITIAL_FREE_DAYS), "three missed are one too many"


def test_free_days_are_earned_and_a_long_vacation_is_forgiven() -> None:
    assert compute_streak(range(1, 6), 5) == Streak(5, 3)
    two_months = list(range(1, 61))
    assert compute_streak(two_months, 60) == Streak(60, MAX_FREE_DAYS)
    assert compute_streak([*two_months, 75], 75) == Streak(61, 0)
    assert compute_streak([*two_months, 76], 76) == Streak(1, INITIAL_FREE_DAYS)


def test_a_streak_is_shown_with_the_days_it_still_forgives() -> None:
    w = load_words()
    assert write_streak_lines(Streak(0, 2), w) == []
    assert write_streak_lines(Streak(3, 1), w)[1] == "-# You can miss 1 day and keep it."
    assert write_streak_lines(Streak(3, 0), w)[1] == "-# If you miss a day now, it ends."


def test_the_order_and_repetition_of_days_do_not_change_a_streak() -> None:
    assert compute_streak([3, 1, 2, 2], 3) == compute_streak([1, 2, 3], 3)


def test_replaying_the_rows_of_an_attempt_gives_its_state() -> None:
    match = play_attempt(deal_match(GAMES, make_day("coral_reef")), 5)
    again = deal_match(GAMES, make_day("coral_reef")).replay(match.rows)
    assert again.state == match.state
    assert all(isinstance(row, LoggedRow) and row.kind == ACT_KIND for row in match.rows)


@pytest.mark.parametrize("key", PUBLISHED_GAMES)
def test_the_score_of_a_result_equals_that_on_the_final_board(key: str) -> None:
    game = GAMES[key]
    match = Case(game, 2, game.complete_options(2, game.daily_options), 7000, is_rich=True).match
    attempt = Attempt(make_day(key), AttemptRow(DAY_NUMBER, 1, "Ann"), match)
    row = make_result_row(attempt)
    with record_lines() as lines:
        game.draw(*make_tableless_scene(match, ("Ann", "Ben"), PERSON_SEAT, load_words()))
    written = " ".join(line.content for line in lines).replace("/", " ").replace(":", " ").split()
    assert {str(row.points), str(row.opponent_points)} <= set(written)
