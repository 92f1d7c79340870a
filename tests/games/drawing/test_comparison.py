"""The last frame of a replay compares two seats by source, or ranks all seats."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.core.picture import GOLD_COLOUR, ComparedSource, ScoreboardEntry
from games.core.words import load_words
from games.drawing import palette
from games.drawing.comparison import MAX_ROW_HEIGHT, MAX_SOURCES, draw_comparison, draw_ranking
from games.drawing.replay_frames import Replay
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.games.drawing.written import record_lines
from tests.support.text_sizes import find_too_small_texts, record_text_sizes
from tools.walks import Case

PICTURE_SIZE = (700, 640)
NAMES = ("Mirabel", "Maximiliane von Hohenstein", "Ben", "W" * 32, "魚 さかな", "Jonas K.")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sources_of_the_first_two_seats_are_readable(seats: int) -> None:
    sources = [
        ComparedSource(f"source of points {number}", tuple(10 * number + seat for seat in range(seats)))
        for number in range(1, 9)
    ]
    sources.append(ComparedSource("nothing", (0, 0, 5, 5)[:seats]))
    entries = [ScoreboardEntry(str(200 + seat)) for seat in range(seats)]
    placements = (2, 1, 4, 3)[:seats]
    with record_text_sizes() as sizes, record_lines() as lines:
        picture = draw_comparison(
            PICTURE_SIZE, "reef", NAMES[:seats], entries, placements, sources, load_words()
        )
    assert picture.size == PICTURE_SIZE and find_too_small_texts(sizes) == []
    written = [line.content for line in lines]
    assert {"Mirabel", "200", "201", "Source of points 8", "81", "80", "Other"} <= {*written}
    assert "202" not in written and "Nothing" not in written
    assert len([content for content in written if content.startswith("Source")]) == MAX_SOURCES - 1
    assert not any(one.overlaps(two) for one, two in combinations(lines, 2))


def test_the_smallest_sources_share_a_row_that_names_them() -> None:
    sources = [ComparedSource(f"s{number}", (10 * number, 5)) for number in range(1, 9)]
    entries = [ScoreboardEntry("360"), ScoreboardEntry("40")]
    with record_lines() as lines:
        draw_comparison(PICTURE_SIZE, "reef", NAMES[:2], entries, (1, 2), sources, load_words())
    written = {line.content for line in lines}
    assert {"S8", "S4", "S3, s2 and s1", "60", "15"} <= written and "Other" not in written


def test_points_of_other_seats_do_not_change_the_bars() -> None:
    entries = [ScoreboardEntry(str(seat)) for seat in range(3)]
    pictures = [
        draw_comparison(
            PICTURE_SIZE,
            "reef",
            NAMES[:3],
            entries,
            (2, 3, 1),
            [ComparedSource("source", (4, other, 9))],
            load_words(),
        )
        for other in (0, 50)
    ]
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_sprites_replace_the_numbers_of_a_source() -> None:
    broods = ComparedSource("broods", (3, 1), (("closed_bb", "closed_rr", "closed_yy"), ("closed_gg",)))
    cards = ComparedSource("cards", (7, 9))
    entries = [ScoreboardEntry("3/5"), ScoreboardEntry("1/5")]
    drawn = [
        draw_comparison(PICTURE_SIZE, "das_riff", NAMES[:2], entries, (1, 2), sources, load_words()).tobytes()
        for sources in ([broods, cards], [cards], [broods._replace(sprites=()), cards])
    ]
    assert len({*drawn}) == 3


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_a_ranking_names_all_seats_with_their_scores(seats: int) -> None:
    entries = [ScoreboardEntry(str(seat), unit="back_38", stars=seat % 4, goal=3) for seat in range(seats)]
    with record_text_sizes() as sizes, record_lines() as lines:
        picture = draw_ranking(PICTURE_SIZE, "coral_reef", NAMES[:seats], entries, tuple(range(1, seats + 1)))
    assert picture.size == PICTURE_SIZE and find_too_small_texts(sizes) == []
    assert {str(seat) for seat in range(seats)} <= {line.content for line in lines}
    assert not any(one.overlaps(two) for one, two in combinations(lines, 2))


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_names_of_sources_fit(language: str) -> None:
    w = load_words(language)
    for key, seats in (("reef", 2), ("australis", 4), ("das_riff", 2)):
        match = Case(GAMES[key], seats, GAMES[key].get_default_options(), 7, is_rich=True).match
        replay = Replay(match, make_names(seats), w)
        with record_lines() as lines:
            replay.draw_result()
        assert not [line.content for line in lines if line.content.endswith("…")], language


def test_only_the_row_of_the_reason_is_lit() -> None:
    sources = [ComparedSource(f"s{number}", (10, 5)) for number in range(1, 4)]
    entries, gold = [ScoreboardEntry("30"), ScoreboardEntry("15")], palette.find_index(GOLD_COLOUR)
    lit = dict[str, int]()
    for label in ("", "s2"):
        picture = draw_comparison(
            PICTURE_SIZE, "reef", NAMES[:2], entries, (1, 2), sources, load_words(), label
        )
        lit[label] = sum(picture.getpixel((0, y)) == gold for y in range(picture.height))
    assert lit == {"": 0, "s2": MAX_ROW_HEIGHT}
