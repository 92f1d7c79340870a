"""Names in every kind of picture are drawn, distinct, and within their space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.predictions.board_picture import draw_prediction_board
from bot.features.ratings import board_picture, card_picture
from bot.features.tournaments.picture import PictureRow, Standings, draw_standings
from bot.storage.predictions import Predictor
from bot.storage.rating_reader import DuelCounts, GameTotals, LeaderboardRow
from bot.ui.people import get_drawable_name
from games.core.match import view_at
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import canvas, daily, glyphs, names, replay, scripts, text
from games.drawing.curve import draw_curve
from games.drawing.curve_field import CurveLine
from games.drawing.fitting import LINE_HEIGHT_FACTOR, FittedText, fit_name_lines
from games.drawing.replay_frames import Replay
from games.registry import GAMES
from tests.games.drawing.people import list_people
from tests.games.drawing.written import WrittenLine, record_lines
from tests.support.nightly import defer_to_night
from tests.support.replays import plan_highlights
from tools.walks import Case

W = load_words()
Names = tuple[str, ...]


def _make_case(key: str, seat_count: int, max_plies: int = 14) -> Case:
    return Case(
        GAMES[key], seat_count, GAMES[key].get_default_options(), 5, is_rich=True, max_plies=max_plies
    )


def draw_game(key: str, names: Names, viewer: int | None = None, *, is_over: bool = False) -> None:
    """Draw a board or a seat's view."""
    seats = max(one for one in GAMES[key].seat_counts if one <= len(names))
    match = _make_case(key, seats).match
    match = match.resign(0) if is_over and match.outcome is None else match
    scene = Scene(names[:seats], W, match.steps[-1].events, match.outcome, reader_seat=viewer)
    GAMES[key].draw(view_at(match, match.ply, viewer), scene)


def draw_replay(key: str, names: Names) -> None:
    """Draw a frame in the middle of a replay."""
    match = _make_case(key, 2).match
    made = Replay(match, names[:2], W)
    planned = plan_highlights(made)
    replay.draw_shot(made, planned[len(planned) // 2])


def draw_card(names: Names) -> None:
    """Draw a person's card for another viewer."""
    tallies = tuple(GameTotals(key, 8, 4, 2) for key in GAMES)
    shown = card_picture.PlayerCard(
        names[0], tallies, {}, ((1, False),), viewer_name=names[1], duel=DuelCounts(1, 2, 3)
    )
    card_picture.draw_card(shown, GAMES, W)


def draw_leaderboard(names: Names) -> None:
    """Draw a server's standings."""
    people = tuple(LeaderboardRow(at, name, 25.0, 12, 20, 11) for at, name in enumerate(names))
    best = (board_picture.RecordLine("Most points", "88", names[0]),)
    board_picture.draw_leaderboard(board_picture.Leaderboard("Standings", "Season", people, best), W)


def draw_predictions(names: Names) -> None:
    draw_prediction_board(
        "Predictions", "Season", [Predictor(at, name, 9, 5, 12) for at, name in enumerate(names)], W
    )


def draw_tournament(names: Names) -> None:
    """Draw the standings of a tournament, in two columns."""
    rows = tuple(
        PictureRow(at, name, "3", "tie-break 12", has_withdrawn=at == 2)
        for at, name in enumerate(names * 2, 1)
    )
    draw_standings(Standings("Cup", "Round 3", rows, "Page 1 of 2"), W)


def draw_day(names: Names) -> None:
    """Draw the board of the daily challenge."""
    daily.draw_leaderboard(
        "Reef of the day", "2026-11-24", "Reef", [daily.DailyRow(1, n, "12", ("good",)) for n in names]
    )


def draw_review_curve(names: Names) -> None:
    """Draw the curve of a review, whose legend names the players."""
    draw_curve("Reef", [CurveLine(name, (0.5, 0.4, 0.6), "98% accurate") for name in names], [(0, "start")])


DRAW_BY_KIND: dict[str, Callable[[Names], object]] = {
    **{f"{key} board": partial(draw_game, key) for key in GAMES},
    **{f"{key} hand": partial(draw_game, key, viewer=0) for key in GAMES},
    **{f"{key} end": partial(draw_game, key, is_over=True) for key in GAMES},
    **{f"{key} replay": partial(draw_replay, key) for key in GAMES},
    "card": draw_card,
    "standings": draw_leaderboard,
    "predictions": draw_predictions,
    "tournament": draw_tournament,
    "daily": draw_day,
    "curve": draw_review_curve,
}
"""Function that draws a picture with the given names, by kind of picture."""
LIST_KINDS = ("standings", "predictions", "daily", "curve")
"""Kinds of pictures that list people."""
SIMILAR_NAMES = (
    "Wilhelmina Charlotte Abendroth 1st",
    "Wilhelmina Charlotte Abendroth 2nd",
    "Anna",
    "ANNA",
    "Αnna",
)


def draw_lines(kind: str, names: Names) -> list[WrittenLine]:
    """Draw a picture of the given kind, and return its lines of text."""
    with record_lines() as lines:
        DRAW_BY_KIND[kind](names)
    return lines


@pytest.mark.parametrize("kind", LIST_KINDS)
def test_people_in_a_list_have_distinct_names(kind: str) -> None:
    text = " ".join(line.content for line in draw_lines(kind, SIMILAR_NAMES))
    assert [mark for mark in ("(3)", "(4)", "(5)") if mark not in text] == []
    assert "1st" in text or "(1)" in text


@pytest.mark.parametrize("kind", LIST_KINDS)
def test_a_long_name_in_a_list_does_not_touch_other_text(kind: str) -> None:
    lines = draw_lines(kind, ("Wilhelmina_Charlotte_Abendroth_X", "W" * 32, "Anna"))
    assert [(one.content, two.content) for one, two in find_overlaps(lines)] == []


def find_overlaps(lines: Sequence[WrittenLine]) -> Iterable[tuple[WrittenLine, WrittenLine]]:
    shown = [line for line in lines if line.right > line.left]
    return ((one, two) for one, two in combinations(shown, 2) if one.overlaps(two))


@pytest.mark.parametrize("kind", DRAW_BY_KIND)
def test_every_kind_of_picture_names_its_people(kind: str) -> None:
    text = " ".join(line.content for line in draw_lines(kind, ("Anna", "Ben")))
    assert "Anna" in text


def choose_name(name: str, number: int) -> str:
    """Return the name that a table shows for a person with the given display name and a plain user name."""
    user: Any = SimpleNamespace(display_name=name, name=f"reef_{LETTERS[number // 26]}{LETTERS[number % 26]}")
    return get_drawable_name(user)


LETTERS = "abcdefghijklmnopqrstuvwxyz"
FONT_CACHES: tuple[Any, ...] = (
    glyphs.find_face,
    glyphs._find_drawable_character,
    scripts._list_installed_fonts,
    text.split_runs,
    text.measure_width,
    text.clip_to_width,
    text.draw_cached,
    text.measure_word,
    names.fit_names,
    fit_name_lines,
)


@pytest.fixture(params=defer_to_night(["all fonts here", "only our fonts", "no shaping"], "all fonts here"))
def name_groups(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Names]]:
    """Groups of six names, chosen with the fonts that the parameter allows."""
    for one in FONT_CACHES:
        one.cache_clear()
    if request.param != "all fonts here":
        monkeypatch.setattr(scripts, "_find_installed_fonts", dict)
    if request.param == "no shaping":
        monkeypatch.setattr(glyphs, "CAN_SHAPE_TEXT", False)
    yield group_all_names(request.param)
    monkeypatch.undo()
    for one in FONT_CACHES:
        one.cache_clear()


@cache
def group_all_names(fonts: str) -> list[Names]:
    """Return all test names in groups of six. ``fonts`` is only a cache key."""
    chosen = [choose_name(name, number) for number, name in enumerate(list_people())]
    return [tuple(chosen[first : first + 6]) for first in range(0, len(chosen) - 5, 6)]


def list_undrawable(line: str) -> list[str]:
    """Return a line's characters without a glyph, and the whole line if it can't be drawn completely."""
    bad = [
        sign
        for run in text.split_runs(line)
        for sign in run.part
        if sign != " " and not glyphs.has_glyph(run.face, sign)
    ]
    return bad + ([line] if glyphs.strip_undrawable_characters(line)[1] else [])


def find_name_spaces(kind: str, monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, int, int, int]]:
    """Return the spaces for names in a kind of picture: font size, width, height and minimum font size."""
    found = set[tuple[int, int, int, int]]()

    def record_and_fit(
        names_drawn: Names, seat: int, size: int, room: int, tall: int, least: int
    ) -> FittedText:
        found.add((size, room, tall, least))
        return fit_name_lines(names_drawn, seat, size, room, tall, least)

    with monkeypatch.context() as patch:
        patch.setattr(canvas, "fit_name_lines", record_and_fit)
        DRAW_BY_KIND[kind](("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay"))
    return found


def test_every_name_fits_in_every_kind_of_picture(
    name_groups: list[Names], monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = sorted(set().union(*(find_name_spaces(kind, monkeypatch) for kind in DRAW_BY_KIND)))
    assert len(rooms) >= 12
    for number, table in enumerate(name_groups):
        size, room, tall, least = rooms[number % len(rooms)]
        shown = [fit_name_lines(table, seat, size, room, tall, least) for seat in range(len(table))]
        for name, one in zip(table, shown, strict=True):
            told = "".join(one.lines)
            assert told.strip("0123456789?… ()") or not any(sign.isalpha() for sign in name), (name, told)
            assert list_undrawable(told) == [], (name, told)
            assert all(text.measure_width(line, one.size) <= room for line in one.lines), (name, one)
            assert one.size * (1 + LINE_HEIGHT_FACTOR * (len(one.lines) - 1)) <= max(tall, one.size)
        assert len({names.make_look_key("".join(one.lines)) for one in shown}) == len(table), shown


def test_names_in_a_picture_are_drawn_and_distinct(
    name_groups: list[Names], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: dict[tuple[Any, ...], dict[int, str]] = {}

    def record_and_fit(names_drawn: Names, seat: int, *args: int) -> FittedText:
        found = fit_name_lines(names_drawn, seat, *args)
        shown.setdefault((names_drawn, args), {})[seat] = "".join(found.lines)
        return found

    monkeypatch.setattr(canvas, "fit_name_lines", record_and_fit)
    # Test all kinds together, because the fixture empties the caches of fonts before each test.
    for first, kind in enumerate(sorted(DRAW_BY_KIND)):
        for table in name_groups[first::60]:
            shown.clear()
            lines = [line.content for line in draw_lines(kind, table)]
            assert [line for line in lines if list_undrawable(line)] == [], kind
            assert not {"?", "…"} & set(lines), kind
            for told in shown.values():
                assert len({names.make_look_key(one) for one in told.values()}) == len(told), (kind, told)
