"""Quiet hours and vacations stop a person's clock, even across midnight and daylight saving changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.hours import (
    DAY,
    HOUR,
    MINUTE,
    TimeSettings,
    count_active_seconds,
    find_runout_time,
    find_waking_time,
    find_zone_name,
    list_clock_pauses,
    parse_time_settings,
)

ZONES = ("UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu")
YEAR_2011 = 1293840000
"""The start of 2011, the year in which Samoa skipped a whole day."""


def parse_time(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@st.composite
def draw_times(draw: st.DrawFn) -> TimeSettings:
    minutes = st.integers(0, 47).map(lambda half: 30 * half)
    quiet = draw(st.none() | st.tuples(minutes, minutes))
    away = draw(st.just(0) | st.integers(YEAR_2011, YEAR_2011 + 400 * DAY))
    return TimeSettings(draw(st.sampled_from(ZONES)), quiet, away)


start_times = st.integers(YEAR_2011, YEAR_2011 + 380 * DAY)
durations = st.integers(0, 20 * DAY)


@given(draw_times(), start_times, durations, durations)
def test_active_time_is_additive_and_never_negative(
    settings: TimeSettings, start: int, first_duration: int, second_duration: int
) -> None:
    middle, end = start + first_duration, start + first_duration + second_duration
    first, second = count_active_seconds(settings, start, middle), count_active_seconds(settings, middle, end)
    assert count_active_seconds(settings, start, end) == first + second
    assert 0 <= first <= first_duration
    assert count_active_seconds(settings, end, start) == 0 or not first_duration + second_duration


@given(draw_times(), start_times, st.integers(1, 3 * DAY))
def test_time_runs_out_at_the_exact_moment(settings: TimeSettings, start: int, left: int) -> None:
    end = find_runout_time(settings, start, left)
    assert count_active_seconds(settings, start, end) == left
    assert count_active_seconds(settings, start, end - 1) == left - 1


@given(draw_times(), start_times)
def test_the_clock_runs_from_the_moment_a_player_wakes(settings: TimeSettings, moment: int) -> None:
    woken = find_waking_time(settings, moment)
    assert woken >= moment
    assert count_active_seconds(settings, moment, woken) == 0
    assert count_active_seconds(settings, woken, woken + 1) == 1


@given(draw_times(), start_times)
def test_rest_periods_are_sorted_and_disjoint(settings: TimeSettings, start: int) -> None:
    done = start
    for (begin, end), _ in zip(list_clock_pauses(settings, start), range(20), strict=False):
        assert done <= begin < end
        done = end


@given(st.sampled_from(ZONES), start_times, st.integers(0, 23), st.integers(0, 23))
def test_quiet_hours_follow_the_wall_clock(zone: str, moment: int, begin: int, end: int) -> None:
    tz = ZoneInfo(zone)
    local = datetime.fromtimestamp(moment, tz)
    near = [datetime.fromtimestamp(moment + day * DAY, tz).utcoffset() for day in (-2, -1, 0, 1, 2)]
    if len(set(near)) > 1:
        # Skip days near a change to or from daylight saving time. Another test covers them.
        return
    hour = local.hour
    quiet = begin <= hour < end if begin <= end else hour >= begin or hour < end
    settings = TimeSettings(zone, (begin * 60, end * 60))
    assert count_active_seconds(settings, moment, moment + 1) == (0 if quiet else 1)


def test_a_night_does_not_count() -> None:
    settings = TimeSettings("Europe/Berlin", (22 * 60, 7 * 60))
    evening = parse_time("2026-02-01 20:00", "Europe/Berlin")
    morning = parse_time("2026-02-02 09:00", "Europe/Berlin")
    assert count_active_seconds(settings, evening, morning) == 4 * HOUR
    assert find_runout_time(settings, evening, 3 * HOUR) == parse_time("2026-02-02 08:00", "Europe/Berlin")
    assert find_waking_time(settings, parse_time("2026-02-01 23:30", "Europe/Berlin")) == parse_time(
        "2026-02-02 07:00", "Europe/Berlin"
    )


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 8), ("2026-10-25", 10), ("2026-06-01", 9)])
def test_a_night_is_an_hour_shorter_or_longer_at_a_daylight_saving_change(day: str, hours: int) -> None:
    settings = TimeSettings("Europe/Berlin", (22 * 60, 7 * 60))
    noon = parse_time(f"{day} 12:00", "Europe/Berlin")
    before = int((datetime.fromtimestamp(noon, UTC) - timedelta(days=1)).timestamp())
    assert (noon - before) - count_active_seconds(settings, before, noon) == hours * HOUR


def test_a_skipped_hour_cannot_be_quiet() -> None:
    settings = TimeSettings("Europe/Berlin", (2 * 60, 3 * 60))
    start = parse_time("2026-03-29 00:00", "Europe/Berlin")
    assert count_active_seconds(settings, start, start + 6 * HOUR) == 6 * HOUR


def test_after_a_vacation_ends_at_night_the_quiet_hours_continue() -> None:
    settings = TimeSettings(
        "Asia/Kathmandu", (23 * 60, 6 * 60), away_until=parse_time("2026-02-05 01:00", "Asia/Kathmandu")
    )
    start = parse_time("2026-02-01 12:00", "Asia/Kathmandu")
    assert find_waking_time(settings, start) == parse_time("2026-02-05 06:00", "Asia/Kathmandu")
    assert (
        count_active_seconds(settings, start, parse_time("2026-02-05 06:30", "Asia/Kathmandu")) == 30 * MINUTE
    )


def test_without_quiet_hours_and_vacations_all_time_counts() -> None:
    assert list(list_clock_pauses(TimeSettings(), 5)) == []
    assert list(list_clock_pauses(TimeSettings(quiet_hours=(60, 60)), 5)) == []
    settings = TimeSettings()
    assert (
        count_active_seconds(settings, 5, 15),
        find_runout_time(settings, 5, 10),
        find_waking_time(settings, 5),
    ) == (
        10,
        15,
        5,
    )


def test_a_time_zone_is_found_in_any_spelling() -> None:
    assert find_zone_name("europe/berlin") == "Europe/Berlin"
    assert find_zone_name(" America/New York ") == "America/New_York"
    assert find_zone_name("Europe/Atlantis") is None
    assert find_zone_name("") is None


def test_times_are_read_from_storage() -> None:
    assert parse_time_settings({}) == TimeSettings()
    kept = {"zone": "Europe/Berlin", "quiet": "1320-420", "away": "99", "remind": "3600"}
    assert parse_time_settings(kept) == TimeSettings("Europe/Berlin", (1320, 420), 99, HOUR)
    assert parse_time_settings({"remind": "0"}).remind_after is None
    # Another computer may know fewer time zones.
    assert parse_time_settings({"zone": "Gone/Away"}) == TimeSettings()
