"""Times that people type are read in each language of the bot and in the person's time zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.features.tournaments.moments import parse_time, suggest_times
from games.core.words import load_words
from tests.support.cases import join_cases
from tests.support.patience import HANG_TIMEOUT_SECONDS

BERLIN_ZONE = "Europe/Berlin"
NOW = int(datetime(2026, 7, 30, 15, 10, tzinfo=ZoneInfo(BERLIN_ZONE)).timestamp())


def to_timestamp(text: str, zone: str = BERLIN_ZONE) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@join_cases(
    [
        ("3h", 3 * 3600),
        ("in 3 hours", 3 * 3600),
        ("In 90 Minuten", 90 * 60),
        ("over 2 uur", 2 * 3600),
        ("2 Tage und 4 Std.", 52 * 3600),
        ("1 week, 2 days", 9 * 86400),
        ("1h 30m", 5400),
        ("1h30m", 5400),
        ("1h and 30m", 5400),
        ("1 uur en 5 min", 3900),
        ("+45 min", 45 * 60),
    ]
)
def test_a_duration_counts_from_now(typed: str, seconds: int) -> None:
    assert parse_time(typed, NOW, BERLIN_ZONE) == NOW + seconds


@join_cases(
    [
        ("19:30", "2026-07-30T19:30"),
        ("09:00", "2026-07-31T09:00"),
        ("7pm", "2026-07-30T19:00"),
        ("12 am", "2026-07-31T00:00"),
        ("um 19 Uhr", "2026-07-30T19:00"),
        ("tomorrow at 9:15", "2026-07-31T09:15"),
        ("Morgen 19:30", "2026-07-31T19:30"),
        ("vandaag om 20:00", "2026-07-30T20:00"),
        ("2026-08-01 19:30", "2026-08-01T19:30"),
        ("2026-08-01T19:30", "2026-08-01T19:30"),
        ("1.8. 19:30", "2026-08-01T19:30"),
        ("01.08.2026, 19:30", "2026-08-01T19:30"),
        ("1-8-2026 19:30", "2026-08-01T19:30"),
        ("3.2. 8:00", "2027-02-03T08:00"),
        # The clocks go back in the early morning of this day.
        ("2026-10-25 19:30", "2026-10-25T19:30"),
    ]
)
def test_a_time_is_parsed_in_the_persons_time_zone(typed: str, moment: str) -> None:
    assert parse_time(typed, NOW, BERLIN_ZONE) == to_timestamp(moment)
    other = parse_time(typed, NOW, "UTC")
    assert other is not None and other != parse_time(typed, NOW, BERLIN_ZONE)


@join_cases(
    [
        (typed,)
        for typed in [
            "",
            "soon",
            "19",
            "25:00",
            "19:75",
            "13pm",
            "31.2. 10:00",
            "2026-13-01 10:00",
            "5 fish",
            "saturn 19:30",
        ]
    ]
)
def test_text_that_is_not_a_time_is_refused(typed: str) -> None:
    assert parse_time(typed, NOW, BERLIN_ZONE) is None


@join_cases(
    [
        (typed, zone)
        for typed in ["<t:999999999999>", "9999w " * 60, "0001-01-01 00:00", "9999-12-31 23:59"]
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
    ]
)
def test_a_time_out_of_range_is_refused_and_others_are_suggested(typed: str, zone: str) -> None:
    assert parse_time(typed, NOW, zone) is None
    assert len(suggest_times(typed, NOW, zone, load_words("en"))) > 1


@pytest.mark.timeout(HANG_TIMEOUT_SECONDS, method="signal")
def test_every_typed_text_is_parsed_quickly() -> None:
    # Discord's clients limit the text to forty characters, but other clients may send more. A running regular
    # expression blocks all threads, so only a signal can stop it.
    for typed in (
        "1aand" * 400,
        "1aand" * 400 + "!",
        "1aen" * 400 + "!",
        "1h and " * 400 + "!",
        "1 " * 1000 + "!",
    ):
        assert parse_time(typed, NOW, BERLIN_ZONE) is None


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_a_suggested_time_is_parsed_as_the_same_moment(locale: str) -> None:
    w = load_words(locale)
    for typed in ("", "19:30"):
        offered = suggest_times(typed, NOW, BERLIN_ZONE, w)
        assert offered
        for name, value in offered:
            moment = parse_time(value, NOW, BERLIN_ZONE)
            assert moment is not None and moment > NOW
            shown = datetime.fromtimestamp(moment, ZoneInfo(BERLIN_ZONE))
            assert (
                f"{shown:%H:%M}" in name
                and str(shown.day) in name
                and BERLIN_ZONE in name
                and len(name) <= 100
            )
    assert "19:30" in suggest_times("19:30", NOW, BERLIN_ZONE, w)[0][0]
