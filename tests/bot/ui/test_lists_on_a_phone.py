"""Pictures of cards, lists and curves are only as high as needed, with text large enough for a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from bot.features.daily.streaks import Streak
from bot.features.daily.texts import describe_result, name_marks, write_streak_length
from bot.features.predictions.board_picture import draw_prediction_board as draw_predictions
from bot.features.ratings.board_picture import MIN_FONT_SIZE as RECORD_LEAST
from bot.features.ratings.board_picture import Leaderboard, RecordLine, draw_leaderboard
from bot.features.ratings.card_picture import PlayerCard, draw_card
from bot.features.tournaments.picture import PictureRow, Standings, draw_standings
from bot.storage.daily import ATTEMPT_LOST, AttemptRow
from bot.storage.predictions import Predictor
from bot.storage.rating_reader import DuelCounts, GameTotals, LeaderboardRow
from games.core.words import list_locales, load_words
from games.drawing import text
from games.drawing.curve import draw_curve
from games.drawing.curve_field import CurveLine
from games.drawing.daily import DailyRow as DayRow
from games.drawing.daily import ResultCard, place_legend
from games.drawing.daily import draw_leaderboard as draw_day
from games.drawing.daily import draw_result_card as draw_result
from games.drawing.sprites import Sprite
from games.players.marks import BEST_MARK, GOOD_MARK
from games.registry import GAMES

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Felix", "Greta", "Hanno")
PHONE_WIDTH = 340
"""Width of a picture on a phone, in the phone's logical pixels."""
MIN_TEXT_HEIGHT = 7.0
"""Minimum font size on a phone, in the phone's logical pixels."""
MAX_RELATIVE_HEIGHT = 1.3
"""Maximum height of a picture, relative to its width."""
MAX_HEIGHT_WITH_RECORDS = 1.4
"""Maximum height, relative to its width, of a full leaderboard with its records below it."""


def _draw_card(count: int, locale: str) -> Image.Image:
    tallies = tuple(GameTotals(key, 8, 4, 2) for key in list(GAMES)[:count])
    card = PlayerCard(
        NAMES[0],
        tallies,
        {},
        ((1, False),) * 8,
        best_moment="Most points",
        viewer_name=NAMES[1],
        duel=DuelCounts(5, 2, 3),
    )
    return draw_card(card, dict(GAMES), load_words(locale))


def _draw_leaderboard(count: int, locale: str) -> Image.Image:
    people = tuple(LeaderboardRow(at, name, 25.0, 12, 20, 11) for at, name in enumerate(NAMES[:count]))
    best = (RecordLine("Most points", "88", NAMES[0]),) * min(count, 4)
    return draw_leaderboard(Leaderboard("Reef", "2026", people, best), load_words(locale))


def _draw_predictions(count: int, locale: str) -> Image.Image:
    people = [Predictor(at, name, 9, 5, 12) for at, name in enumerate(NAMES[:count])]
    return draw_predictions("Predictions", "2026", people, load_words(locale))


def _draw_tournament(count: int, locale: str) -> Image.Image:
    rows = tuple(PictureRow(at, name, "3", "12 · 4") for at, name in enumerate(NAMES[:count], 1))
    return draw_standings(Standings("Cup", "Round 3", rows, "Wins · Points"), load_words(locale))


def _draw_curve(count: int, locale: str) -> Image.Image:
    lines = [CurveLine(name, (0.5, 0.4, 0.6), "98") for name in NAMES[: min(count, 6)]]
    return draw_curve("Reef", lines, [(0, "start")], "turn")


def _draw_result(count: int, locale: str) -> Image.Image:
    w, row = load_words(locale), AttemptRow(1, 1, NAMES[0], result=ATTEMPT_LOST, marks="bgfc")
    card = ResultCard(
        w("Reef of the day"),
        "2026-11-26",
        "Das Riff",
        describe_result(row, "Maximiliane von Hohenstein", w),
        "141 : 133" if count > 2 else "",
        (BEST_MARK, GOOD_MARK) * 4,
        write_streak_length(Streak(128, 1), w),
        name_marks(row, w),
    )
    assert place_legend(card.legend), "the names of all four marks fit"
    return draw_result(card)


def _draw_day(count: int, locale: str) -> Image.Image:
    lines = [
        DayRow(at, name, "41 : 33", (BEST_MARK, GOOD_MARK) * 4) for at, name in enumerate(NAMES[:count], 1)
    ]
    return draw_day("Reef of the day", "2026-11-26", "Reef", lines, GAMES["reef"].poster)


DRAW_BY_KIND: dict[str, Callable[[int, str], Image.Image]] = {
    "card": _draw_card,
    "leaderboard": _draw_leaderboard,
    "predictions": _draw_predictions,
    "tournament": _draw_tournament,
    "curve": _draw_curve,
    "day": _draw_day,
    "result": _draw_result,
}


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("kind", DRAW_BY_KIND)
def test_text_is_large_enough_on_a_phone(
    kind: str, count: int, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, int]] = []
    draw_text = text.draw_cached

    def record_size(content: str, size: int, ink: str, background_colour: str) -> Sprite:
        written.append((content, size))
        return draw_text(content, size, ink, background_colour)

    monkeypatch.setattr(text, "draw_cached", record_size)
    image = DRAW_BY_KIND[kind](count, locale)
    assert written
    assert [content for content, size in written if size * PHONE_WIDTH / image.width < MIN_TEXT_HEIGHT] == []


@pytest.mark.parametrize("kind", DRAW_BY_KIND)
def test_a_picture_is_as_high_as_its_content(kind: str) -> None:
    few, many = DRAW_BY_KIND[kind](2, "en"), DRAW_BY_KIND[kind](8, "en")
    most = MAX_HEIGHT_WITH_RECORDS if kind == "leaderboard" else MAX_RELATIVE_HEIGHT
    assert few.height < many.height <= most * many.width


def test_a_result_card_is_as_high_as_its_content_and_shows_the_game() -> None:
    full = ResultCard(
        "Reef of the day", "2026-11-26", "Reef", "Anna won", "41 : 33", (BEST_MARK, GOOD_MARK), "1 day"
    )
    short = full._replace(score="")
    assert draw_result(short).height < draw_result(full).height
    assert draw_result(full._replace(marks=())).height < draw_result(full).height
    poster, board = GAMES["reef"].poster, Image.new("P", (1400, 1166))
    assert draw_result(full).height < draw_result(full, None, poster).height <= MAX_RELATIVE_HEIGHT * 1100
    assert draw_result(full, board, poster).height == draw_result(full, board).height, (
        "a card with a board shows no poster"
    )


@pytest.mark.parametrize("locale", list_locales())
def test_the_names_of_two_records_fit_side_by_side(locale: str) -> None:
    w = load_words(locale)
    room = (1000 - 2 * 24 - 2 * 12 - 8) // 2 - 24
    labels = [w.msg(record.label) for game in GAMES.values() for record in game.records]
    assert [label for label in labels if text.measure_width(label, RECORD_LEAST) > room] == []
