"""Pictures of Reef."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from PIL import Image, ImageChops

from assets.studio.reef_corals import LARGE_SLAB, SMALL_SLAB
from games.core.picture import EVERY_FIELD, GOLD_COLOUR, MAX_BOARD_HEIGHT, PICTURE_WIDTH, Box, find_union
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.drawing import palette, text
from games.drawing.canvas import Canvas
from games.drawing.contours import measure_gap
from games.drawing.plates import MIN_SIZE, PLATE_PADDING
from games.drawing.png import encode
from games.drawing.sprites import Sprite, load_atlas
from games.reef import layout
from games.reef.changes import find_changes
from games.reef.draw import Painter, draw
from games.reef.draw_marks import put_scored_marks
from games.reef.events import CardDrawn, CardPlayed, CardTaken, Event, PatternScored, Scene
from games.reef.layout import arrange_held_backs, list_slots
from games.reef.parts import CARDS, CORALS_PER_COLOUR_BY_SEAT_COUNT, MAX_HAND_SIZE, Colour
from games.reef.places import list_places
from games.reef.rules import RULES
from games.reef.stacks import STACK_COUNT
from games.reef.texts.labels import label_value
from games.reef.texts.position import find_best_score
from games.reef.view import View
from tests.games.drawing.written import record_lines
from tests.games.reef.build import fill_reef, make_position
from tests.games.reef.golden import RECORDER, Match, deal, make_keen_player, play
from tests.games.reef.picture_boxes import find_face_box
from tests.support.nightly import defer_to_ci
from tests.support.pictures import make_flat_picture, scale_for_phone

NAMES = ("Ada", "Bob", "Cleo", "Dan")

SEAT_COUNTS_AND_ROWS = list(product(CORALS_PER_COLOUR_BY_SEAT_COUNT, (0, 9, 30, 10_000)))
"""Numbers of seats and of steps after which boards are drawn."""


def make_scene(view: View, events: tuple[Event, ...] = (), **fields: Any) -> Scene:
    return GenericScene(NAMES[: len(view.seats)], load_words(), events, **fields)


def draw_picture(match: Match, viewer: int | None) -> Image.Image:
    view = match.rules.view(match.state, viewer)
    events = tuple(match.rules.redact(event, viewer) for event in match.events)
    return draw(view, make_scene(view, events, outcome=match.outcome))


def find_difference(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


@pytest.mark.parametrize(
    ("seat_count", "rows"),
    defer_to_ci(
        SEAT_COUNTS_AND_ROWS,
        *(case for case in SEAT_COUNTS_AND_ROWS if case not in ((2, 0), (4, 9), (2, 30), (4, 10_000))),
    ),
)
def test_every_seat_sees_its_own_picture(seat_count: int, rows: int) -> None:
    match = play(
        deal(seat_count, seat_count, deck="face_up" if rows == 9 else "face_down"),
        make_keen_player(seat_count),
        rows,
    )
    pictures = {viewer: draw_picture(match, viewer) for viewer in (None, *range(seat_count))}
    for image in pictures.values():
        assert (image.mode, image.size) == ("P", (PICTURE_WIDTH, MAX_BOARD_HEIGHT))
        assert max(image.tobytes()) < palette.CLEAR_INDEX
    assert len({image.tobytes() for image in pictures.values()}) >= seat_count
    assert draw_picture(match, 0).tobytes() == pictures[0].tobytes()


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_slots_do_not_overlap_and_fill_most_of_the_picture(seat_count: int) -> None:
    boxes = list_slots(seat_count)
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y, (a, b)
    assert all(
        b.x >= 0 and b.x + b.w <= PICTURE_WIDTH and b.y >= 0 and b.y + b.h <= MAX_BOARD_HEIGHT for b in boxes
    )
    assert sum(b.w * b.h for b in boxes) > 0.8 * PICTURE_WIDTH * MAX_BOARD_HEIGHT


def test_art_and_drawing_use_the_same_dimensions() -> None:
    for site, slab in ((layout.LARGE_SITE, LARGE_SLAB), (layout.SMALL_SITE, SMALL_SLAB)):
        assert (site.name, site.space_width, site.space_depth, site.coral_step) == (
            slab.name,
            slab.width,
            slab.depth,
            slab.side_height,
        )
        assert site.face_depth == slab.face_depth
        area = load_atlas("reef")[f"area_{site.name}_lit"]
        assert area.size == site.size


@pytest.mark.parametrize("site", [layout.LARGE_SITE, layout.SMALL_SITE])
def test_a_full_stack_does_not_hide_faces_behind_it(site: layout.Site) -> None:
    """The face of a full stack begins where the face of a single coral in the row behind it ends."""
    single, full = (site.coral_step * (3 - height) for height in (1, 4))
    assert single + site.face_depth <= site.space_depth + full


def test_every_card_has_a_unique_face() -> None:
    faces = {load_atlas("reef")[f"card_{number}"].image.tobytes() for number in CARDS}
    assert len(faces) == len(CARDS)


def test_different_stacks_look_different() -> None:
    """The height and every coral of a stack are visible. Of covered corals, the sides are visible."""
    seen = set()
    for stack in range(0, STACK_COUNT, 7):
        reef = (stack, *fill_reef(".")[1:])
        seen.add(encode(draw(view := RULES.view(make_position(reefs=(reef, reef)), None), make_scene(view))))
    assert len(seen) == len(range(0, STACK_COUNT, 7))


def test_every_count_is_visible() -> None:
    state = make_position()
    view = RULES.view(state, None)
    first = draw(view, make_scene(view))
    for other in (
        replace(view, supply=(1, 2, 3, 4)),
        replace(view, deck=7),
        replace(view, top=9),
        replace(view, display=(replace(view.display[0], points=2), *view.display[1:])),
        replace(view, seats=(replace(view.seats[0], points=9), view.seats[1])),
        replace(view, seats=(replace(view.seats[0], cards=4), view.seats[1])),
        replace(view, active_seat=1, to_act=(1,)),
    ):
        assert find_difference(first, draw(other, make_scene(other)))


def test_scored_patterns_are_outlined() -> None:
    match = RECORDER.load_match(RECORDER.read_text("supply_out_2"))
    steps = [step for step in match.steps if any(getattr(e, "matches", ()) for e in step.events)]
    step = steps[len(steps) // 2]
    view = match.rules.view(step.state, step.seat)
    bare, highlighted = draw(view, make_scene(view)), draw(view, make_scene(view, step.events))
    area = find_difference(bare, highlighted)
    assert area is not None
    assert area[0] < layout.PANEL_X
    white = palette.find_index("#FFFFFF")
    assert highlighted.tobytes().count(white) > bare.tobytes().count(white) + 500


def test_a_replay_highlights_the_last_scoring_corals() -> None:
    match = RECORDER.load_match(RECORDER.read_text("supply_out_2"))
    at = next(i for i, step in enumerate(match.steps) if any(getattr(e, "matches", ()) for e in step.events))
    before, view = (match.rules.view(match.state_at(ply), None) for ply in (at, at + 1))
    scene = make_scene(view, match.steps[at].events, earlier_view=before, is_steady=True)
    unlit = tuple(e for e in match.steps[at].events if not isinstance(e, PatternScored))
    changed = find_difference(
        draw(view, scene), draw(view, make_scene(view, unlit, earlier_view=before, is_steady=True))
    )
    assert changed is not None
    assert changed[0] < layout.PANEL_X - 8


def test_names_of_all_kinds_are_drawn() -> None:
    view = RULES.view(make_position(hands=((1,), (2,), (3,), (4,))), None)
    names = ("", "x" * 200, "東京🐟", "Ärger")
    assert draw(view, GenericScene(names, load_words())).size == (PICTURE_WIDTH, MAX_BOARD_HEIGHT)


def list_texts(view: View, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    write_line = Canvas.write_line

    def record_and_write_line(self: Canvas, content: str, *args: Any, **kwargs: Any) -> None:
        found.append(content)
        write_line(self, content, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "write_line", record_and_write_line)
        draw(view, scene)
    return found


def test_a_taken_card_is_named_without_plus_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play(deal(2, 2), make_keen_player(2), 9)
    view = match.rules.view(match.state, None)
    texts_by_points = {
        points: list_texts(view, make_scene(view, (CardTaken(0, 13, points),)), monkeypatch)
        for points in (0, 2)
    }
    assert "Ada took" in texts_by_points[0]
    assert "+0" not in texts_by_points[0]
    assert {"Ada took", "+2"} <= set(texts_by_points[2])
    drew = list_texts(view, make_scene(view, (CardDrawn(0, None, 13, False),)), monkeypatch)
    assert {"Ada took", "−1"} <= set(drew)
    played = list_texts(
        view, make_scene(view, (CardPlayed(0, 13, ()), PatternScored(0, 13, (), 0))), monkeypatch
    )
    assert "Ada played" in played
    assert "+0" not in played


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_a_coral_just_placed_stands_out_more_than_one_that_scored(seat_count: int) -> None:
    match = play(deal(seat_count, seat_count), make_keen_player(seat_count), 9)
    view = match.rules.view(match.state, None)
    plain = draw(view, make_scene(view))
    for cell, stack in enumerate(view.seats[0].reef):
        if not stack:
            continue
        box = find_face_box(view, 0, cell)

        def measure_highlight(*events: Event, box: tuple[int, int, int, int] = box) -> int:
            bare, highlighted = (
                scale_for_phone(plain.crop(box)),
                scale_for_phone(draw(view, make_scene(view, events)).crop(box)),
            )
            return sum(ImageChops.difference(bare, highlighted).tobytes())

        laid = measure_highlight(CardPlayed(0, 13, ((cell, Colour.RED),)))
        scored = measure_highlight(PatternScored(0, 13, ((cell,),), 2))
        assert laid > 1.1 * scored, cell


def test_spectators_of_three_seats_see_the_active_seats_reef_largest() -> None:
    match = play(deal(3, 3), make_keen_player(3), 9)
    view = match.rules.view(match.state, None)
    assert match.outcome is None
    for active_seat in range(3):
        asked = replace(view, active_seat=active_seat)
        assert Painter(asked, make_scene(asked)).near == active_seat
        assert Painter(replace(asked, viewer=1), make_scene(asked)).near == 1
        assert Painter(asked, replace(make_scene(asked), is_steady=True)).near == 0, "reefs keep their places"


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_cards_in_hand_show_the_same_points_as_their_buttons(seat_count: int) -> None:
    for rows in (0, 8, 20):
        view = RULES.view(play(deal(seat_count, seat_count), make_keen_player(seat_count), rows).state, 0)
        with record_lines() as lines:
            draw(view, make_scene(view))
        found = [line.content for line in lines if line.left > layout.PANEL_X and line.top > layout.HEADING_Y]
        points = [find_best_score(view, number) for number in view.hand]
        labels = [label_value("card", str(number), view, make_scene(view)) for number in view.hand]
        assert all((f"up to {n} point" in label) == bool(n) for n, label in zip(points, labels, strict=True))
        assert sorted(one for one in found if one.startswith("+")) == sorted(f"+{n}" for n in points if n)


@pytest.mark.parametrize("cards", [0, 2])
def test_a_large_medal_fills_the_sand_where_no_cards_are_left(cards: int) -> None:
    match = play(deal(2, 2), make_keen_player(2), 10_000)
    assert match.outcome is not None
    view = match.rules.view(match.state, None)
    winner = match.outcome.winners[0]
    hands = tuple((1, 2)[:cards] if seat == winner else hand for seat, hand in enumerate(view.hands))
    view = replace(view, hands=hands)
    shown, (site, x, y) = (
        draw(view, make_scene(view, outcome=match.outcome)),
        layout.SITE_PLACES_BY_SEAT_COUNT[2][winner],
    )
    medal = load_atlas("kit")["large_place_1"].image
    left = x + site.plate.x + (site.plate.w - medal.width) // 2 + 60
    top = y + layout.FINAL_MEDAL_TOP + 90
    inner = medal.crop((60, 90, 120, 170))
    found = shown.crop((left, top, left + inner.width, top + inner.height)).tobytes() == inner.tobytes()
    assert found == (cards == 0)


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_the_end_shows_only_medals_and_sums(seat_count: int) -> None:
    match = play(deal(seat_count, seat_count), make_keen_player(seat_count), 10_000)
    view = match.rules.view(match.state, None)
    assert match.outcome is not None
    with record_lines() as lines:
        shown = draw(view, make_scene(view, outcome=match.outcome))
    beside_reefs = [line.content for line in lines if line.left < layout.PANEL_X]
    plates = [*NAMES[:seat_count], *(str(own.points) for own in view.seats)]
    assert sorted(beside_reefs) == sorted(plates), "each plate has the name and the score"
    written = [line.content for line in lines]
    assert all(written.count(str(own.points)) >= 1 for own in view.seats)
    assert not any(one.startswith("+") for one in written), "nothing is left to add"
    order = sorted(range(seat_count), key=match.outcome.placements.__getitem__)
    for box, seat in zip(layout.RANKING_PLATES_BY_SEAT_COUNT[seat_count], order, strict=True):
        medal = load_atlas("kit")[f"place_{match.outcome.placements[seat]}"].image
        inner = medal.crop((14, 26, 38, 50))
        # The medal is in the middle, next to the score.
        assert any(
            shown.crop((x, y, x + inner.width, y + inner.height)).tobytes() == inner.tobytes()
            for x in range(box.x + 40, box.x + box.w - PLATE_PADDING - 24)
            for y in range(box.y + box.h - 76, box.y + box.h - 24)
        )
    for a, b in combinations(layout.RANKING_PLATES_BY_SEAT_COUNT[seat_count], 2):
        assert a.y + a.h <= b.y
    # There is room below the last plate for the line that says how a tie was broken.
    last, supply = (
        layout.RANKING_PLATES_BY_SEAT_COUNT[seat_count][-1],
        layout.FINAL_SUPPLY_BOXES_BY_SEAT_COUNT[seat_count],
    )
    assert last.y + last.h + MIN_SIZE <= supply[0].y
    for box in supply:
        assert box.x >= layout.PANEL_X and box.x + box.w <= layout.PANEL_X + layout.PANEL_WIDTH
        assert box.y + box.h <= MAX_BOARD_HEIGHT - 8
    assert not any(measure_gap(one, two) < 0 for one, two in combinations(supply, 2))


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_no_coral_is_marked_after_the_match(seat_count: int) -> None:
    match = play(deal(seat_count, seat_count), make_keen_player(seat_count), 10_000)
    view, events = match.rules.view(match.state, None), match.steps[-1].events
    plain = draw(view, make_scene(view, outcome=match.outcome))
    assert draw(view, make_scene(view, events, outcome=match.outcome)).tobytes() == plain.tobytes()
    marked = draw(view, make_scene(view, events))
    assert find_difference(marked, draw(view, make_scene(view))), "the last move marks corals"


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize(
    "event", [CardTaken(0, 13, 0), CardTaken(0, 13, 2), CardDrawn(0, None, 13, False), CardPlayed(0, 13, ())]
)
def test_the_line_about_the_last_move_is_not_truncated_in_any_language(
    locale: str, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    tile = text.draw_cached

    def record_and_draw(content: str, *args: Any) -> Any:
        found.append(content)
        return tile(content, *args)

    monkeypatch.setattr(text, "draw_cached", record_and_draw)
    match = play(deal(2, 2), make_keen_player(2), 9)
    shown = match.rules.view(match.state, None)
    draw(shown, GenericScene(("A", "B"), load_words(locale), (event,)))
    assert not [one for one in found if "…" in one]


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
@pytest.mark.parametrize("turns", [2, 3, 6])
def test_several_turns_are_described_by_the_last_one(seat_count: int, turns: int) -> None:
    """A replay frame may show a taken card and a played card. Only the newest is the last move."""
    match = play(deal(seat_count, seat_count), make_keen_player(seat_count), 10_000)
    differed = 0
    for end in range(turns, match.ply + 1):
        steps = match.steps[end - turns : end]
        events = tuple(event for step in steps for event in step.events)
        several, newest = find_changes(events), find_changes(steps[-1].events)
        assert several[:5] == newest[:5], (end, several[:5], newest[:5])
        assert (several.seats_with_new_card, several.new_hand_cards) == (
            newest.seats_with_new_card,
            newest.new_hand_cards,
        )
        assert several.matches == newest.matches
        differed += find_changes(steps[0].events)[1:5] != newest[1:5]
    assert differed


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
@pytest.mark.parametrize("name", ["Wilhelmina Abendroths", "Wilhelmina_Abendroths", "W" * 32])
def test_a_long_name_at_the_end_leaves_the_line_below_it_free(seat_count: int, name: str) -> None:
    match = play(deal(seat_count, seat_count), make_keen_player(seat_count), 10_000)
    view = match.rules.view(match.state, None)
    tied = replace(view, seats=tuple(replace(shown, points=21) for shown in view.seats))
    with record_lines() as lines:
        draw(tied, GenericScene((name,) * seat_count, load_words(), outcome=match.outcome))
    ranking = [line for line in lines if line.left >= layout.PANEL_X - 8]
    assert len(ranking) >= 3 * seat_count
    assert [(one, two) for one, two in combinations(ranking, 2) if one.overlaps(two)] == []


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_a_replay_of_four_seats_lights_only_the_movers_reef(seat_count: int) -> None:
    view = RULES.view(deal(1, seat_count).opening_state, None)
    for mover in range(seat_count):
        shown = draw(view, replace(make_scene(view), is_steady=True, mover_seat=mover)).convert("RGB")
        bright = set[int]()
        for seat, (site, x, y) in enumerate(layout.SITE_PLACES_BY_SEAT_COUNT[seat_count]):
            red, _, blue = shown.getpixel((x + site.size[0] // 2, y + site.size[1] - 40))  # type: ignore[misc]
            if red > blue:
                bright.add(seat)
        assert bright == ({mover} if seat_count == 4 else set(range(seat_count)))


@pytest.mark.parametrize("other", [(240, 340), (350, 240), (340, 348)])
def test_marks_of_scored_corals_do_not_cover_the_corals(other: tuple[int, int]) -> None:
    canvas = Canvas(Sprite(make_flat_picture(600, 600, "#41A3B8"), None))
    plain, faces = canvas.image.copy(), (Box(240, 240, 96, 84), Box(*other, 96, 84))
    put_scored_marks(canvas, faces, [faces])
    for x, y, w, h in faces:
        inside = (x + 8, y + 8, x + w - 8, y + h - 8)
        assert canvas.image.crop(inside).tobytes() == plain.crop(inside).tobytes()
    gap = (min(336, other[0]), min(324, other[1]), max(336, other[0]), max(324, other[1]))
    middle = ((gap[0] + gap[2]) // 2, (gap[1] + gap[3]) // 2)
    assert GOLD_COLOUR in {format_colour(canvas.image, (middle[0] + x, middle[1])) for x in (-1, 0, 1)}


def format_colour(image: Image.Image, point: tuple[int, int]) -> str:
    r, g, b = palette.list_colours()[image.crop((*point, point[0] + 1, point[1] + 1)).tobytes()[0]]
    return f"#{r:02X}{g:02X}{b:02X}"


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_cards_that_can_be_taken_are_bright_without_a_frame(seat_count: int) -> None:
    view = deal(seat_count, seat_count).rules.view(deal(seat_count, seat_count).state, 0)
    acting, frame = (draw(view, make_scene(view, is_steady=steady)) for steady in (False, True))
    (x, y, _, _), (right, low, wide, high) = layout.DISPLAY_BOXES[0], layout.DISPLAY_BOXES[-1]
    area = (x - 10, y - 8, min(PICTURE_WIDTH, right + wide + 10), low + high + 8)
    assert acting.crop(area).tobytes() == frame.crop(area).tobytes()


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_spectators_see_large_cards_until_the_first_move(seat_count: int) -> None:
    match = deal(seat_count, seat_count)
    view = match.rules.view(match.state, None)
    with record_lines() as lines:
        start = draw(view, make_scene(view))
    atlas, step = load_atlas("reef"), layout.LARGE_CARD_STEP
    for number, name in enumerate([*(f"card_{lying.card}" for lying in view.display), "card_back"]):
        top = layout.LARGE_CARD_TOP + step * number
        shown = start.crop((layout.PANEL_X + 20, top + 20, layout.PANEL_X + 120, top + 120))
        card = atlas.scale(name, layout.LARGE_CARD_SIZE).image.crop((20, 20, 120, 120))
        assert shown.tobytes() == card.tobytes()
    beside = [
        line.content for line in lines if line.left > layout.PANEL_X and line.top > layout.BANNER_BOX.h + 14
    ]
    assert sorted(beside) == sorted(map(str, (view.deck, *view.supply)))
    moved = draw(view, make_scene(view, (CardTaken(0, view.display[0].card, 0),)))
    x, y, wide, high = layout.DISPLAY_BOXES[1]
    assert moved.crop((x + 20, y + 20, x + wide - 20, y + high - 20)).tobytes() == (
        atlas[f"card_{view.display[1].card}"].image.crop((20, 20, wide - 20, high - 20)).tobytes()
    )


def test_cards_are_large_in_a_quiz_without_a_hand() -> None:
    match = deal(2, 3)
    view = match.rules.view(match.state, 0)
    for hand, boxes in (((), layout.LARGE_DISPLAY_BOXES), (view.hand, layout.DISPLAY_BOXES)):
        shown = replace(view, hand=hand, display=tuple(replace(one, points=2) for one in view.display))
        assert list_places(shown, EVERY_FIELD, "0") == boxes
        picture = draw(shown, make_scene(shown, is_quiz=True))
        atlas = load_atlas("reef")
        for box, lying in zip(boxes, shown.display, strict=False):
            whole = (
                atlas.scale(f"card_{lying.card}", (box.w, box.h)) if not hand else atlas[f"card_{lying.card}"]
            )
            head = (20, 8, box.w - 20, 40)
            assert picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).crop(head).tobytes() == (
                whole.image.crop(head).tobytes()
            )


def test_cards_that_cannot_be_taken_are_muted_but_legible() -> None:
    match = deal(3, 3)
    view = match.rules.view(match.state, 0)
    full = replace(view, seats=tuple(replace(seat, cards=4) for seat in view.seats))
    x, y, wide, _ = layout.DISPLAY_BOXES[0]
    head = (x + wide // 2, y + 8, x + wide - 8, y + layout.CARD_HEAD_HEIGHT - 12)
    bright, faded = (
        sorted(draw(shown, make_scene(shown)).convert("L").crop(head).tobytes()) for shown in (view, full)
    )
    spread, before = faded[-1] - faded[0], bright[-1] - bright[0]
    assert before // 3 < spread < before * 2 // 3
    assert faded[-1] < bright[-1] - 30, "no faded card glares beside live pieces"


def test_the_backs_of_a_hand_fill_the_place_below_the_plate() -> None:
    site = layout.LARGE_SITE
    boxes = arrange_held_backs(site)
    assert len(boxes) == MAX_HAND_SIZE
    whole = find_union(boxes)
    assert (whole.x, whole.w) == (site.plate.x, site.plate.w), "they are as wide as the plate"
    assert whole.y >= site.plate.y + site.plate.h + 10 and whole.y + whole.h <= site.size[1] - 20
    assert all(measure_gap(one, two) > 0 for one, two in combinations(boxes, 2))


@pytest.mark.parametrize("count", range(MAX_HAND_SIZE + 1))
def test_each_hidden_card_has_a_back_in_an_even_place(count: int) -> None:
    view = deal(1, 2).rules.view(deal(1, 2).state, None)
    view = replace(view, seats=tuple(replace(seat, cards=count) for seat in view.seats))
    shown = draw(view, make_scene(view))
    site, x, y = layout.SITE_PLACES_BY_SEAT_COUNT[2][0]
    back = load_atlas("reef")["large_held"].image
    for number, box in enumerate(arrange_held_backs(site)):
        inner = (20, 20, box.w - 20, box.h - 20)
        place = (x + box.x + 20, y + box.y + 20, x + box.x + inner[2], y + box.y + inner[3])
        is_same = shown.crop(place).tobytes() == back.crop(inner).tobytes()
        assert is_same is (number < count)


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_a_public_board_names_the_spaces_of_every_reef(seat_count: int) -> None:
    """A hint below the board may name them, and its reader may have any seat."""
    state = play(deal(seat_count, seat_count), make_keen_player(seat_count), 9).state
    for viewer, reef_count in ((None, seat_count), (0, 1)):
        view = RULES.view(state, viewer)
        with record_lines() as lines:
            draw(view, make_scene(view))
        written = [line.content for line in lines]
        assert {written.count(name) for name in "abcd"} == {reef_count}
