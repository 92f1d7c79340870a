"""Tests of the club's checks, and a small club that plays for a few days."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from bot.model.hours import DAY, HOUR, REMIND_DIRECTLY, REMIND_IN_CHANNEL, TimeSettings
from tests.proof.club.border import RecordedPost, RecordedRequest
from tests.proof.club.club import START_TIME, find_violations
from tests.proof.club.figures import find_busiest_span
from tests.proof.club.habits import Habit, make_people

HABIT = Habit(
    7,
    "Anna",
    TimeSettings("UTC", (22 * 60, 7 * 60), 0, 4 * HOUR, REMIND_IN_CHANNEL),
    1,
    7,
    ("reef",),
    1,
    0,
    0,
    False,
)
REMINDER = RecordedPost(START_TIME + 12 * HOUR, 5, "b:me:1:0:0", (7,), None)


def judge_post(post: RecordedPost, habit: Habit = HABIT, **times: object) -> list[str]:
    return find_violations(post, replace(habit, times=replace(habit.times, **times)))  # type: ignore[arg-type]


def test_reminders_must_respect_their_recipients_preferences() -> None:
    assert judge_post(REMINDER) == []
    assert judge_post(REMINDER, remind_after=None) == ["was reminded although they turned reminders off"]
    assert judge_post(REMINDER, remind_by=REMIND_DIRECTLY) == ["was told in another place than they chose"]
    assert judge_post(replace(REMINDER, sent_at=START_TIME + 23 * HOUR)) == [
        "was told during their quiet hours"
    ]
    assert judge_post(replace(REMINDER, sent_at=START_TIME + 22 * HOUR), zone="America/New_York") == []


def test_you_are_next_is_sent_directly_and_only_on_request() -> None:
    heard = RecordedPost(START_TIME + 12 * HOUR, 5, "", (), 7)
    assert judge_post(heard, replace(HABIT, wants_next=True), remind_by=REMIND_DIRECTLY) == []
    assert judge_post(heard, remind_by=REMIND_DIRECTLY) == [
        "was told that they are next without having asked for it"
    ]


def test_only_requests_to_one_channel_count_for_its_busiest_span() -> None:
    calls = [
        RecordedRequest(at, "post", channel, False)
        for at, channel in ((0, 1), (4, 1), (4.5, 2), (5, 1), (9.5, 1))
    ]
    assert find_busiest_span(calls, 5.0) == 3
    assert find_busiest_span([], 5.0) == 0


def test_the_same_seed_makes_the_same_people() -> None:
    assert make_people(30, 4) == make_people(30, 4) != make_people(30, 5)
    people = make_people(200, 1)
    assert {habit.times.remind_by for habit in people} == {REMIND_IN_CHANNEL, REMIND_DIRECTLY}
    assert any(habit.times.remind_after is None for habit in people) and any(
        habit.wants_next for habit in people
    )
    for habit in people:
        visits = habit.list_visits(3, START_TIME, Random(1))
        assert visits == sorted(visits) and all(
            START_TIME + 3 * DAY <= at < START_TIME + 4 * DAY for at in visits
        )


@pytest.mark.nightly
def test_nobody_in_a_small_club_is_notified_against_their_preferences() -> None:
    command = [sys.executable, "-m", "tests.proof.club", "--people", "20", "--days", "5", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["mentions_beyond_what_was_chosen"] == found["violations"] == 0
    assert found["moves"] > 50 and found["matches_begun"] > 5 and found["reminders_in_channels"] > 0
    assert 0 < found["requests_in_the_worst_second"] <= found["requests_a_second_that_discord_takes"]
