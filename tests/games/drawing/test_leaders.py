"""A crown on a name plate shows who is ahead, if that is a single seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from games.coral_reef.draw import Painter as CoralReefPainter
from games.coral_reef.draw_plates import find_leader
from games.coral_reef.events import Scene as CoralReefScene
from games.coral_reef.rules import RULES as CORAL_REEF_RULES
from games.core.outcome import Outcome
from games.core.picture import Box
from games.core.words import load_words
from games.drawing.canvas import Canvas
from games.drawing.name_plates import CROWN_WIDTHS, NamePlate
from games.drawing.podium import make_leader_crown
from games.drawing.sprites import Sprite, load_atlas
from games.reef.draw import Painter as ReefPainter
from games.reef.ending import SUPPLY_RAN_OUT_ENDING
from games.reef.events import Scene
from tests.games.coral_reef.build import make_position
from tests.games.reef.golden import deal

LONG_NAMES = ("Maximiliane von Hohenstein", "Bartholomäus der Ältere", "Wilhelmina-Charlotte", "Dan")


def shows(canvas: Canvas, sprite: Sprite, area: Box) -> bool:
    """Return whether the foot of a sprite is somewhere in an area."""
    wide, high = sprite.size
    foot = (wide // 2 - 8, high - 14, wide // 2 + 8, high - 6)
    wanted = sprite.image.crop(foot).tobytes()
    return any(
        canvas.image.crop((x, y, x + 16, y + 8)).tobytes() == wanted
        for x in range(area.x, area.x + area.w - 16)
        for y in range(area.y, area.y + area.h - 8)
    )


@pytest.mark.parametrize(
    ("box", "seat", "has_moved"),
    [
        *product((Box(16, 12, 334, 130), Box(16, 12, 234, 200)), (1, 3), (False, True)),
        # In a single row, a long name beside the arrow of the last move leaves no room.
        *((Box(16, 12, 374, 74), seat, moved) for seat, moved in ((1, False), (3, False), (3, True))),
    ],
)
def test_the_leaders_plate_has_a_crown(box: Box, seat: int, has_moved: bool) -> None:
    unit = load_atlas("reef")["coin"]
    for is_leading in (False, True):
        canvas = Canvas(load_atlas("reef")["sea"])
        plate = NamePlate(
            canvas, box, LONG_NAMES, seat, is_lit=False, has_moved=has_moved, is_leading=is_leading
        )
        plate.write_score("12", unit=unit)
        plate.write_name()
        crown = make_leader_crown(CROWN_WIDTHS[plate.has_two_rows], is_lit=False)
        assert shows(canvas, crown, box) == is_leading


def test_rounds_won_and_then_the_fewest_cards_decide_who_leads_in_coral_reef() -> None:
    view = CORAL_REEF_RULES.view(make_position("234", "23", "2", rounds=3, wins=(1, 1, 0)), None)
    assert find_leader(view) == 1
    assert find_leader(replace(view, wins=(0, 0, 0))) == 2
    assert find_leader(replace(view, hand_sizes=(2, 2, 1))) is None


def test_only_a_single_leader_of_a_running_match_has_a_crown() -> None:
    names, w = LONG_NAMES[:2], load_words()
    plain = CoralReefScene(names, w)
    for cards, leader in (("2", 1), ("234", None)):
        view = CORAL_REEF_RULES.view(make_position("234", cards), None)
        assert CoralReefPainter(view, plain).plates.leader == leader
        assert CoralReefPainter(view, replace(plain, is_steady=True)).plates.leader is None
    match = deal(2, 2)
    start = match.rules.view(match.state, None)
    first, second = start.seats
    scene, end = Scene(names, w), Outcome(SUPPLY_RAN_OUT_ENDING, (1, 2), (4, 3))
    for points, seat in (((3, 3), None), ((4, 3), 0), ((3, 9), 1)):
        seats = (replace(first, points=points[0]), replace(second, points=points[1]))
        now = replace(start, seats=seats)
        assert ReefPainter(now, scene).leader == seat
        assert ReefPainter(now, replace(scene, is_steady=True)).leader is None
        assert ReefPainter(now, replace(scene, outcome=end)).leader is None
