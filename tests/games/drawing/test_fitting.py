"""Names are drawn smaller or wrapped before they are truncated."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from games.coral_reef import draw_hands, draw_ribbon
from games.core.match import view_at
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import canvas, plates
from games.drawing.fitting import LINE_HEIGHT_FACTOR, FittedText, balance_lines, fit_line, fit_name_lines
from games.drawing.text import MIN_FONT_SIZE, measure_width
from games.reef import draw_last
from games.registry import GAMES
from tools.walks import Case

LONG_NAMES = (
    "Maximiliane Friederike von Hohen",
    "Bartholomäus der Ältere zu Steyr",
    "Wilhelmina Charlotte Abendrot 32",
    "Konstantin Konstantinopolitanski",
    "Eve of the Thousand Coral Reefs!",
    "Finnegan O'Shaughnessy MacGregor",
)

NAMES_OF_SHORT_WORDS = (
    "Maximilian von Hohen",
    "Bartholomew the Elder",
    "Charlotte Abendrot 32",
    "Anna-Lena Brinkmann",
    "Eve of the Coral Reefs",
    "Finnegan MacGregor",
)
"""Names whose words fit on every plate."""
SHORT_NAMES = ("Maximilian Berg", "Barbara", "Abendrot 32", "Anna-Lena")
"""Names that fit beside a verb in a narrow column."""


def test_a_name_is_as_large_as_possible() -> None:
    assert fit_name_lines(("Anna", "Ben"), 0, 28, 140, 60) == FittedText(28, ("Anna",), is_whole=True)
    smaller = fit_name_lines(("Anna Abendroth", "Ben"), 0, 28, 190, 20)
    assert smaller.lines == ("Anna Abendroth",) and MIN_FONT_SIZE <= smaller.size < 28 and smaller.is_whole
    two = fit_name_lines(("Anna Abendroth vom See", "Ben"), 0, 28, 200, 48)
    assert len(two.lines) == 2 and " ".join(two.lines) == "Anna Abendroth vom See"


@pytest.mark.parametrize("max_width", [120, 190])
@pytest.mark.parametrize("separator", "-_ ")
def test_a_name_of_two_words_breaks_between_them(separator: str, max_width: int) -> None:
    shown = fit_name_lines((f"Wilhelmina{separator}Charlotte", "Ben"), 0, 28, max_width, 60)
    assert shown.lines == (f"Wilhelmina{separator}".strip(), "Charlotte")


@pytest.mark.parametrize("name", [*LONG_NAMES, "Wilhelmina_Charlotte_Abendroth32", "W" * 32, "il" * 16])
@pytest.mark.parametrize(("max_width", "max_height"), [(120, 20), (138, 48), (158, 60), (240, 90), (30, 20)])
def test_text_stays_within_its_box(name: str, max_width: int, max_height: int) -> None:
    found = fit_name_lines((name, "Ben"), 0, 28, max_width, max_height)
    assert all(measure_width(line, found.size) <= max_width for line in found.lines), found
    assert found.size * (1 + LINE_HEIGHT_FACTOR * (len(found.lines) - 1)) <= max(max_height, found.size)
    assert found.is_whole == (remove_breaks("".join(found.lines)) == remove_breaks(name))


def remove_breaks(name: str) -> str:
    return name.replace(" ", "").replace("-", "")


def test_a_word_that_is_wider_than_its_plate_is_truncated() -> None:
    found = fit_name_lines(("Seepferdchenfreunde", "Ben"), 0, 28, 120, 60)
    assert len(found.lines) == 1 and found.lines[0].endswith("…") and not found.is_whole
    lines = fit_name_lines((LONG_NAMES[3], "Ben"), 0, 28, 150, 80).lines
    assert lines[0] == "Konstantin" and lines[1].startswith("Konstantinop") and lines[1].endswith("…")
    assert fit_name_lines(("Anna-Maria", "Ben"), 0, 28, 70, 60).lines == ("Anna-", "Maria")


def test_a_line_never_ends_within_a_word() -> None:
    for name in (*LONG_NAMES, "Bartholomäus", "Maximiliane"):
        for max_width in range(60, 200, 10):
            *lines, _ = fit_name_lines((name, "Ben"), 0, 28, max_width, 60).lines
            words = name.replace("-", "- ").split()
            assert all(line.split()[-1] in words for line in lines), (lines, max_width)


def test_a_script_without_capitals_is_broken_anywhere() -> None:
    found = fit_name_lines(("海" * 12, "Ben"), 0, 28, 120, 60)
    assert len(found.lines) == 2 and found.is_whole


@pytest.mark.parametrize("name", ["क्षत्रियक्षत्रियक्षत्रिय", "น้ำผึ้งน้ำผึ้งน้ำผึ้ง", "কৃষ্ণাকৃষ্ণাকৃষ্ণাকৃষ্ণা", "ខ្មែរខ្មែរខ្មែរខ្មែរ"])
def test_a_name_is_never_broken_inside_a_letter(name: str) -> None:
    for max_width in range(40, 200, 10):
        for line in fit_name_lines((name, "Ben"), 0, 28, max_width, 44).lines:
            assert unicodedata.category(line[0])[0] != "M" and line[0] != "ำ", line
            assert unicodedata.combining(line.rstrip("…")[-1:] or " ") != 9, line


@pytest.mark.parametrize("key", ["coral_reef", "reef"])
@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_lines_about_a_move_and_the_next_seat_keep_a_long_name_whole(
    key: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[FittedText] = []

    def record_and_fit(write_line: Any, *args: Any) -> FittedText:
        shown.append(fit_line(write_line, *args))
        return shown[-1]

    for module in (plates, draw_hands, draw_ribbon, draw_last):
        monkeypatch.setattr(module, "fit_line", record_and_fit)
    game = GAMES[key]
    for max_plies in (9, 10, 11, 12):
        match = Case(game, 4, game.get_default_options(), 5, is_rich=True, max_plies=max_plies).match
        game.draw(
            view_at(match, match.ply, None), Scene(SHORT_NAMES, load_words(locale), match.steps[-1].events)
        )
    assert shown and all(found.is_whole for found in shown), shown


def test_a_long_name_on_the_podium_of_australis_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[FittedText] = []

    def record_and_fit(*args: Any) -> FittedText:
        shown.append(fit_name_lines(*args))
        return shown[-1]

    monkeypatch.setattr(canvas, "fit_name_lines", record_and_fit)
    game = GAMES["australis"]
    match = Case(game, 2, game.get_default_options(), 5, is_rich=True, max_plies=12).match.resign(0)
    names = ("Seepferdchen", "Ben")
    game.draw(view_at(match, match.ply, None), Scene(names, load_words("de"), (), match.outcome))
    podium = [found.lines for found in shown if "".join(found.lines).startswith("Seepf")]
    assert podium and all(lines == ("Seepferdchen",) for lines in podium), podium


def test_names_with_equal_clipped_forms_are_drawn_differently() -> None:
    alike = ("Wilhelmina Abendroth of the reefs",) * 2
    shown = [fit_name_lines(alike, seat, 28, 100, 20) for seat in (0, 1)]
    assert [one.lines[-1][-4:] for one in shown] == [" (1)", " (2)"]


def test_a_line_about_a_person_keeps_its_message() -> None:
    def write_line(name: str) -> str:
        return f"{name} wins: 21"

    assert fit_line(write_line, ("Anna", "Ben"), 0, 34, 280) == FittedText(
        34, ("Anna wins: 21",), is_whole=True
    )
    for max_height in (0, 56):
        found = fit_line(write_line, LONG_NAMES, 0, 34, 280, max_height)
        assert found.lines[-1].endswith("wins: 21")
        assert all(measure_width(line, found.size) <= 280 for line in found.lines)
        assert found.is_whole == bool(max_height)


def test_a_truncated_text_uses_all_its_lines_for_the_name() -> None:
    found = fit_line("{} gewinnt 5 : 4".format, ("W" * 32, "Ben"), 0, 38, 234, 104, 30)
    text = "".join(found.lines)
    assert not found.is_whole and found.size == 30 and found.lines[0].endswith("…")
    assert text.startswith("WWWWW") and text.endswith("5 : 4")
    assert all(measure_width(line, 30) <= 234 for line in found.lines)


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("key", GAMES)
def test_every_board_shows_everybodys_whole_name(
    key: str, is_over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: set[int] = set()

    def record_and_fit(names: Any, seat: int, *args: int) -> FittedText:
        found = fit_name_lines(names, seat, *args)
        shown.update([seat] if found.is_whole else [])
        return found

    monkeypatch.setattr(canvas, "fit_name_lines", record_and_fit)
    game = GAMES[key]
    for seats in game.seat_counts:
        case = Case(game, seats, game.get_default_options(), 5, is_rich=True, max_plies=12)
        match = case.match.resign(0) if is_over and case.match.outcome is None else case.match
        shown.clear()
        game.draw(
            view_at(match, match.ply, None),
            Scene(NAMES_OF_SHORT_WORDS[:seats], load_words("en"), (), match.outcome),
        )
        assert shown == set(range(seats)), (seats, shown)


def test_a_long_line_about_a_person_is_split_rather_than_small() -> None:
    found = fit_line("{} wins 5 : 1".format, ("Mirabel", "Ben"), 0, 46, 180, 100, 30)
    assert found.size >= 38
    assert " ".join(found.lines) == "Mirabel wins 5 : 1" and len(found.lines) == 2
    assert len(found.lines[1]) > 1


@pytest.mark.parametrize(
    "lines",
    [
        ("Jonas wins the match", "with 1 round!"),
        ("Jonas plays card 2: purple", "on b1, d1 – 2 points (2 patterns)."),
        ("Mirabel: Weiß (1 Karte", "und 2 Punkte) · Koralle auf Riff 7"),
    ],
)
def test_balanced_lines_keep_short_words_and_numbers_with_their_neighbours(lines: tuple[str, str]) -> None:
    first, second = lines
    moved = second.split(" ")[0]
    torn = FittedText(38, (f"{first} {moved}", second.removeprefix(f"{moved} ")), is_whole=True)
    assert not balance_lines(torn, 690).lines[0].endswith(f" {moved}")


@pytest.mark.parametrize(
    ("torn", "lines"),
    [
        (
            ("Red ran out.", "Jonas K. wins with 50 points!"),
            ("Red ran out.", "Jonas K. wins with 50 points!"),
        ),
        (("Points of Jonas", "K. decide now"), ("Points of Jonas K.", "decide now")),
    ],
    ids=["an initial ends no sentence", "an initial begins no line"],
)
def test_balanced_lines_keep_a_name_with_its_initial(torn: tuple[str, str], lines: tuple[str, str]) -> None:
    assert balance_lines(FittedText(50, torn, is_whole=True), 690).lines == lines
