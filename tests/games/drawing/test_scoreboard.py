"""The scoreboard of a replay shows every seat's name and score, and whose part of the board is shown."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from games.core.picture import GOLD_COLOUR, INK_COLOUR, WHITE_COLOUR, ScoreboardEntry
from games.core.words import load_words
from games.drawing import palette, scoreboard
from games.drawing.comparison import COMPARED_SEAT_COUNT
from games.drawing.highlights import find_leaders
from games.drawing.plates import MIN_SIZE
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import Cut
from games.drawing.scoreboard import draw_scoreboard, measure_height, place_plates
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.support.game_parts import GAMES_WITH_SCOREBOARD
from tests.support.replays import plan_highlights
from tests.support.text_sizes import find_too_small_texts, record_text_sizes
from tools.walks import Case

STRIP_WIDTH = 700
NAMES = ("Mirabel", "Maximiliane von Hohenstein", "W" * 32, "魚 さかな")


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize("sign", ["", "shell_0"])
def test_every_name_and_score_fits_on_its_plate(seat_count: int, sign: str) -> None:
    entries = tuple(ScoreboardEntry(str(100 + seat), sign) for seat in range(seat_count))
    draw_scoreboard.cache_clear()
    with record_text_sizes() as sizes, record_lines() as lines:
        strip = draw_scoreboard(STRIP_WIDTH, "australis", NAMES[:seat_count], entries, (0,))
    assert strip.size == (STRIP_WIDTH, measure_height(seat_count))
    assert find_too_small_texts(sizes) == [] and MIN_SIZE >= 30
    assert {entry.score for entry in entries} <= {line.content for line in lines}
    assert "Mirabel" in {line.content for line in lines}
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    for line in lines:
        assert any(
            box.x <= line.left and line.right <= box.x + box.w
            for box in place_plates(STRIP_WIDTH, seat_count)
        ), line


def test_only_the_movers_plate_is_lit() -> None:
    entries = (ScoreboardEntry("1"), ScoreboardEntry("2"), ScoreboardEntry("3"))
    gold = palette.find_index(GOLD_COLOUR)
    for mover in range(3):
        strip = draw_scoreboard(STRIP_WIDTH, "reef", NAMES[:3], entries, (mover,))
        lit = [
            strip.crop((box.x, box.y, box.x + box.w, box.y + box.h)).histogram()[gold] > 1000
            for box in place_plates(STRIP_WIDTH, 3)
        ]
        assert lit == [seat == mover for seat in range(3)]


@pytest.mark.parametrize("key", GAMES_WITH_SCOREBOARD)
def test_every_turn_of_a_replay_has_a_scoreboard_until_the_board_shows_the_result(key: str) -> None:
    game = GAMES[key]
    match = Case(game, game.seat_counts[-1], game.get_default_options(), 7, is_rich=True).match
    replay = Replay(match, (NAMES * 2)[: match.seat_count], load_words())
    shots = replay.plan_shots(Cut(tuple(range(len(replay.turns)))))
    shown = [replay.draw_scores(shot, STRIP_WIDTH) is not None for shot in shots]
    assert not shown[0] and all(shown[1:-2])
    # At the end, the scoreboard is shown only if the comparison leaves out seats.
    compared = match.game.list_sources(replay.make_scene(shots[-1])[0], (), load_words())
    assert shown[-1] == (match.seat_count > COMPARED_SEAT_COUNT and bool(compared))


def test_a_scoreboard_shows_changes_and_medals() -> None:
    entries = tuple(ScoreboardEntry(str(120 + seat), "shell_0") for seat in range(4))
    changed = tuple(entry._replace(change=seat - 2) for seat, entry in enumerate(entries))
    plain, marked, ended = (
        draw_scoreboard(STRIP_WIDTH, "australis", NAMES, *given)
        for given in ((entries, (0,)), (changed, (0,)), (entries, (0,), (1, 2, 3, 4)))
    )
    for seat, box in enumerate(place_plates(STRIP_WIDTH, 4)):
        plates = {
            strip.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes()
            for strip in (plain, marked, ended)
        }
        # The change of the third seat is 0, which isn't shown, so two of its plates are equal.
        assert len(plates) == 3 - (changed[seat].change == 0)


def test_many_seats_have_rows_of_plates_with_stars() -> None:
    entries = tuple(ScoreboardEntry("7", unit="back_38", stars=seat % 4) for seat in range(6))
    names = ("Mirabel", "Bartholomäus der Ältere", "Jonas K.", "W" * 32, "魚 さかな", "Ben")
    with record_text_sizes() as sizes, record_lines() as lines:
        strip = draw_scoreboard(STRIP_WIDTH, "coral_reef", names, entries, (2,))
    places = place_plates(STRIP_WIDTH, 6)
    assert strip.height == measure_height(6) and len({box.y for box in places}) == 2
    assert find_too_small_texts(sizes) == []
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    assert {"Mirabel", "Ben"} <= {line.content for line in lines}
    plates = [strip.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes() for box in places]
    without, unfinished = (
        draw_scoreboard(
            STRIP_WIDTH, "coral_reef", names, tuple(one._replace(stars=0, goal=goal) for one in entries), (2,)
        )
        for goal in (0, 3)
    )
    for entry, plate, box in zip(entries, plates, places, strict=True):
        place = (box.x, box.y, box.x + box.w, box.y + box.h)
        assert (without.crop(place).tobytes() == plate) == (not entry.stars)
        assert unfinished.crop(place).tobytes() not in (plate, without.crop(place).tobytes())


@pytest.mark.parametrize("seat_count", [2, 3, 4, 6])
@pytest.mark.parametrize("unit", ["", "back_38"])
@pytest.mark.parametrize("score", ["5", "37", "5/5", "241"])
def test_scores_that_have_just_changed_are_on_white_and_cover_nothing(
    seat_count: int, unit: str, score: str
) -> None:
    names = (*NAMES, "Eve", "Finn")[:seat_count]
    # A score with a unit has no value whose change could be shown.
    changes = (0,) * seat_count if unit else (-12, 12, 0, 5, 0, 45)[:seat_count]
    entries = tuple(
        ScoreboardEntry(score, unit=unit, change=change, has_changed=seat != 2, goal=3 * bool(unit))
        for seat, change in enumerate(changes)
    )
    white = palette.find_index(WHITE_COLOUR)
    draw_scoreboard.cache_clear()
    with record_text_sizes() as sizes, record_lines() as lines:
        marked = draw_scoreboard(
            STRIP_WIDTH, "coral_reef", names, entries, (1,), marked_seats=range(seat_count)
        )
    plain = draw_scoreboard(STRIP_WIDTH, "coral_reef", names, entries, (1,))
    assert find_too_small_texts(sizes) == []
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    for seat, box in enumerate(place_plates(STRIP_WIDTH, seat_count)):
        place = (box.x, box.y, box.x + box.w, box.y + box.h)
        counts = [strip.crop(place).histogram()[white] for strip in (marked, plain)]
        assert (counts[0] > counts[1] + 200) == (seat != 2)
        assert (marked.crop(place).tobytes() == plain.crop(place).tobytes()) == (seat == 2)
    for line in lines:
        assert any(
            box.x <= line.left and line.right <= box.x + box.w
            for box in place_plates(STRIP_WIDTH, seat_count)
        ), line


@pytest.mark.parametrize("key", ["reef", "coral_reef"])
def test_only_changes_that_a_shot_is_about_are_marked(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[key]
    match = Case(game, 3, game.get_default_options(), 7, is_rich=True).match
    replay, crowned = Replay(match, NAMES[:3], load_words()), list[int | None]()
    marked = list[tuple[int, ...]]()

    def record(*given: object, marked_seats: tuple[int, ...], leader: int | None) -> None:
        marked.append(marked_seats)
        crowned.append(leader)

    monkeypatch.setattr(scoreboard, "draw_scoreboard", record)
    shots = [shot for shot in plan_highlights(replay) if shot.entries]
    for shot in shots:
        replay.draw_scores(shot, STRIP_WIDTH)
    for shot, seats in zip(shots, marked, strict=True):
        if shot.is_gap or shot.is_aftermath:
            # All scores may have changed, so only those that the caption is about stand out.
            assert {*seats} == ({*shot.round_winners} or find_leaders(shot.entries))
        else:
            assert seats == (() if shot.is_before_turn else (0, 1, 2))
    assert any(shot.is_gap or shot.is_aftermath for shot in shots) == (key == "reef")
    for shot, seat in zip(shots, crowned, strict=True):
        standings = [(-entry.stars, int(entry.score)) for entry in shot.entries]
        fewest = {other for other, standing in enumerate(standings) if standing == min(standings)}
        leaders = find_leaders(shot.entries) if key == "reef" else fewest
        assert ({seat} if seat is not None else {*()}) == (leaders if len(leaders) == 1 else {*()})
    assert len({*crowned} - {None}) > 1
    moved = [shot for shot in shots if not shot.is_before_turn and not shot.is_aftermath]
    assert any(shot.entries[replay.find_actor(shot.turn)].has_changed for shot in moved if shot.turn)


@pytest.mark.parametrize("seat_count", [2, 3, 4, 6])
@pytest.mark.parametrize("score", ["5", "12"])
@pytest.mark.parametrize("is_marked", [False, True])
def test_stars_and_scores_stay_on_their_plates(seat_count: int, score: str, is_marked: bool) -> None:
    entry = ScoreboardEntry(score, unit="back_38", has_changed=True, stars=2, goal=3)
    strips = [
        draw_scoreboard(
            STRIP_WIDTH, "coral_reef", ("Ann",) * seat_count, (one,) * seat_count, (), marked_seats=seats
        ).copy()
        for one, seats in ((ScoreboardEntry(""), ()), (entry, range(seat_count) if is_marked else ()))
    ]
    for box in place_plates(STRIP_WIDTH, seat_count):
        for strip in strips:
            strip.paste(0, (box.x + 2, box.y, box.x + box.w - 2, box.y + box.h))
    assert strips[0].tobytes() == strips[1].tobytes()


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize("change", [0, 12])
@pytest.mark.parametrize("name", ["Ann", "W" * 32])
def test_the_leader_has_a_crown_if_the_name_leaves_room(seat_count: int, change: int, name: str) -> None:
    names = (name, "Ben", "Cleo", "Dan")[:seat_count]
    entries = tuple(
        ScoreboardEntry(str(100 + seat), "shell_0", change=change, has_changed=change > 0)
        for seat in range(seat_count)
    )
    draw_scoreboard.cache_clear()
    seats = range(seat_count)
    with record_lines() as lines:
        plain, crowned = (
            draw_scoreboard(STRIP_WIDTH, "australis", names, entries, (1,), marked_seats=seats, leader=leader)
            for leader in (None, 0)
        )
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :], "the crown doesn't move or shorten a text"
    different = [
        plain.crop(place).tobytes() != crowned.crop(place).tobytes()
        for box in place_plates(STRIP_WIDTH, seat_count)
        for place in [(box.x, box.y, box.x + box.w, box.y + box.h)]
    ]
    assert different == [name == "Ann", *[False] * (seat_count - 1)]


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_crown_is_gold_on_a_dim_plate_and_dark_on_a_lit_one(seat_count: int) -> None:
    names, entries = ("Ann", "Ben", "Cleo", "Dan")[:seat_count], (ScoreboardEntry("7"),) * seat_count
    found = list[Counter[int]]()
    for lit in (1, 0):
        plain, crowned = (
            draw_scoreboard(STRIP_WIDTH, "australis", names, entries, (lit,), leader=leader).tobytes()
            for leader in (None, 0)
        )
        found.append(Counter(now for before, now in zip(plain, crowned, strict=True) if now != before))
    dim, lit_crown = found
    assert {*lit_crown} == {palette.find_index(INK_COLOUR)} and len(dim) > 1
