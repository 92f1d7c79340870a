"""Pictures of Das Riff."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, degrees, hypot

import pytest
from PIL import Image, ImageChops

from games.core.outcome import AGREED_DRAW_ENDING, CLOSED_ENDING, Outcome, make_draw, make_resignation
from games.core.picture import GOLD_COLOUR, PICTURE_WIDTH, RING_MARGIN, Box
from games.core.words import list_locales, load_words
from games.das_riff.changes import find_mover
from games.das_riff.draw import draw
from games.das_riff.events import (
    BoatBought,
    CardFlipped,
    CardHunted,
    CardTaken,
    DiceRolled,
    Event,
    FishBred,
    PricePaid,
    StartingSeatDrawn,
    TableauRefilled,
    WormDeclined,
)
from games.das_riff.layout import (
    ASKED_BOX,
    ASKING_BOX,
    BANK_BOXES,
    BANK_TRAY,
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    DRAW_RESULT_BOX,
    DRAW_SEAT_BOXES,
    FIRST_WORM_STOCK,
    LOSS_BOX,
    NAME_PLATES,
    NO_WORMS_STOCK,
    PICTURE_HEIGHT,
    RESULT_PANEL,
    RIVER_LEFT,
    RIVER_TOP,
    STOCK_GAP,
    STOCK_LEFT,
    STRIP_HEIGHT,
    STRIP_TOP,
    WIN_BOX,
    arrange_stocks,
    find_stock_box,
    list_held_stocks,
    list_slots,
)
from games.das_riff.layout import (
    BROOD_BOXES as OPEN,
)
from games.das_riff.parts import (
    BROODS,
    CARD_KIND_COUNT,
    CORAL_CARD,
    PEARL_CARD,
    SHARK_CARD,
    Colour,
    make_fish,
)
from games.das_riff.state import Worms
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, OFFER_STAGE, Coral, Reef, View
from games.drawing import palette
from games.drawing.contours import measure_gap
from games.drawing.png import encode
from games.drawing.sprites import load_atlas
from games.drawing.veil import convert_to_lab
from tests.games.das_riff.positions import (
    END_VIEW,
    FULLEST_VIEW,
    MIDDLE_EVENTS,
    MIDDLE_VIEW,
    SITUATIONS,
    WIN_OUTCOME,
    make_scene,
)
from tests.games.drawing.written import record_lines
from tests.support.cases import join_cases
from tests.support.pictures import measure_contrast

Area = tuple[int, int, int, int]
DICE = MIDDLE_VIEW.dice
LONG_NAMES = ("Maximiliane Friederike von Hohen", "Bartholomäus der Ältere zu Steyr")


def find_difference(first: Image.Image, second: Image.Image) -> Area | None:
    return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


def is_within(area: Area | None, x: int, y: int, w: int, h: int, margin: int = 8) -> bool:
    assert area is not None
    left, top, right, bottom = area
    return x - margin <= left and y - margin <= top and right <= x + w + margin and bottom <= y + h + margin


def make_area(box: Box, margin: int = 0) -> Area:
    return box.x - margin, box.y - margin, box.x + box.w + margin, box.y + box.h + margin


def find_cell_box(view: View, cell: int) -> Box:
    row, column = divmod(cell, 8)
    level = row if view.viewer == 1 else 3 - row
    return Box(RIVER_LEFT + CELL_STEP * column, RIVER_TOP + CELL_STEP * level, CARD_SIZE, CARD_SIZE)


def find_coral_box(side: int, index: int) -> Box:
    return Box(CORAL_X + CELL_STEP * index, CORAL_TOP[side], CARD_SIZE, CARD_SIZE)


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_situation_can_be_drawn(name: str) -> None:
    image = draw(*SITUATIONS[name])
    assert image.size == (1400, 1166)
    assert image.mode == "P"
    assert max(image.tobytes()) < palette.CLEAR_INDEX
    assert encode(image) == encode(draw(*SITUATIONS[name]))


def test_each_situation_has_a_different_picture() -> None:
    pictures = {encode(draw(view, told)) for view, told in SITUATIONS.values()}
    assert len(pictures) == len(SITUATIONS)


def test_slots_do_not_overlap_and_fill_most_of_the_picture() -> None:
    boxes = [*list_slots(), *(find_stock_box(place, side) for side in (0, 1) for place in range(8))]
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y, (a, b)
    assert all(
        b.x >= 0 and b.x + b.w <= PICTURE_WIDTH and b.y >= 0 and b.y + b.h <= PICTURE_HEIGHT for b in boxes
    )
    assert sum(b.w * b.h for b in boxes) > 0.55 * PICTURE_WIDTH * PICTURE_HEIGHT


@pytest.mark.parametrize("card", [*range(CARD_KIND_COUNT), FACE_DOWN_CARD, EMPTY_CELL])
def test_every_card_has_a_unique_face(card: int) -> None:
    def draw_face(kind: int) -> bytes:
        view = replace(MIDDLE_VIEW, flipped=None, tableau=(kind, *MIDDLE_VIEW.tableau[1:]))
        return draw(view, make_scene()).crop(make_area(find_cell_box(view, 0))).tobytes()

    others = [
        draw_face(other) for other in (*range(CARD_KIND_COUNT), FACE_DOWN_CARD, EMPTY_CELL) if other != card
    ]
    assert draw_face(card) not in others


@join_cases([(brood,) for brood in BROODS])
def test_every_brood_is_drawn_open_and_closed(brood: tuple[int, int]) -> None:
    closed = replace(MIDDLE_VIEW.reefs[0], corals=(Coral(brood=brood),))
    view = replace(MIDDLE_VIEW, broods=(brood,) * 4, reefs=(closed, MIDDLE_VIEW.reefs[1]))
    before = draw(
        replace(view, broods=(), reefs=(replace(closed, corals=(Coral(),)), MIDDLE_VIEW.reefs[1])),
        make_scene(),
    )
    after = draw(view, make_scene())
    for box in (find_coral_box(1, 0), OPEN[0]):
        assert after.crop(make_area(box)).tobytes() != before.crop(make_area(box)).tobytes()


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    ("event", "cell"),
    [
        (CardFlipped(1, 18, make_fish(4, 1)), 18),
        (CardHunted(1, CORAL_CARD, 27, None), 27),
        (TableauRefilled((5,), (CORAL_CARD,)), 5),
    ],
)
def test_a_changed_cell_is_outlined(viewer: int | None, event: Event, cell: int) -> None:
    view = replace(MIDDLE_VIEW, viewer=viewer, flipped=None)
    before, after = draw(view, make_scene()), draw(view, make_scene((event,)))
    box = find_cell_box(view, cell)
    around, inside = make_area(box, RING_MARGIN), make_area(box, -10)
    assert find_difference(before.crop(around), after.crop(around)) is not None
    assert before.crop(inside).tobytes() == after.crop(inside).tobytes()
    if isinstance(event, TableauRefilled):
        assert is_within(find_difference(before, after), *box)


@pytest.mark.parametrize(
    ("event", "box"),
    [
        (FishBred(0, 3, (1, 5)), find_coral_box(1, 3)),
        (BoatBought(0, 8), Box(RIVER_LEFT + 7 * CELL_STEP, STRIP_TOP[1], CARD_SIZE, STRIP_HEIGHT)),
    ],
)
def test_a_changed_part_of_a_reef_is_outlined(event: Event, box: Box) -> None:
    plain, marked = draw(FULLEST_VIEW, make_scene()), draw(FULLEST_VIEW, make_scene((event,)))
    for picture in (plain, marked):
        # Ignore the arrow on the plate of the seat that moved.
        picture.paste(0, make_area(NAME_PLATES[1], RING_MARGIN))
    assert is_within(find_difference(plain, marked), *box)


def test_the_viewers_side_is_at_the_bottom() -> None:
    public, first = draw(MIDDLE_VIEW, make_scene()), draw(replace(MIDDLE_VIEW, viewer=1), make_scene())
    own_of_1 = draw(
        replace(
            MIDDLE_VIEW, viewer=1, tableau=(*MIDDLE_VIEW.tableau[:24], CORAL_CARD, *MIDDLE_VIEW.tableau[25:])
        ),
        make_scene(),
    )
    nearest = Box(RIVER_LEFT, RIVER_TOP + 3 * CELL_STEP, CARD_SIZE, CARD_SIZE)
    assert is_within(find_difference(first, own_of_1), *nearest)
    own_of_0 = draw(replace(MIDDLE_VIEW, tableau=(CORAL_CARD, *MIDDLE_VIEW.tableau[1:])), make_scene())
    assert is_within(find_difference(public, own_of_0), *nearest)


def test_cards_out_of_reach_are_dimmed_only_in_private_views() -> None:
    public, private = draw(MIDDLE_VIEW, make_scene()), draw(replace(MIDDLE_VIEW, viewer=0), make_scene())
    assert is_within(
        find_difference(public, private),
        RIVER_LEFT + 3 * CELL_STEP,
        RIVER_TOP,
        5 * CELL_STEP,
        4 * CELL_STEP,
        0,
    )


@pytest.mark.parametrize("colour", [colour for colour in Colour if colour != Colour.WHITE])
def test_a_fish_out_of_reach_keeps_the_hue_of_its_colour(colour: Colour) -> None:
    """Players buy boats for such fish, so they must recognize their colours."""
    last = 7  # Column 8 is out of reach in the private view.
    tableau = (*MIDDLE_VIEW.tableau[:last], make_fish(colour, 0), *MIDDLE_VIEW.tableau[last + 1 :])
    pictures = [
        draw(replace(MIDDLE_VIEW, tableau=tableau, viewer=viewer), make_scene()).convert("RGB")
        for viewer in (None, 0)
    ]
    x, y = RIVER_LEFT + last * CELL_STEP, RIVER_TOP + 3 * CELL_STEP
    bright, dimmed = (
        [convert_to_lab(data[i : i + 3]) for i in range(0, len(data), 3)]
        for data in (picture.crop((x, y, x + CARD_SIZE, y + CARD_SIZE)).tobytes() for picture in pictures)
    )
    pairs = [pair for pair in zip(bright, dimmed, strict=True) if hypot(*pair[0][1:]) > 0.11]
    hues = []
    for labs in zip(*pairs, strict=True):
        green, blue = (sum(lab[part] for lab in labs) / len(labs) for part in (1, 2))
        assert hypot(green, blue) > 0.08, "the cards stay colourful"
        hues.append(degrees(atan2(blue, green)))
    turned = abs(hues[0] - hues[1]) % 360
    assert min(turned, 360 - turned) < 40, hues


def test_the_plate_and_edge_of_the_active_seat_are_bright() -> None:
    first, second = (
        draw(replace(MIDDLE_VIEW, active_seat=0), make_scene()),
        draw(replace(MIDDLE_VIEW, active_seat=1), make_scene()),
    )
    for place in ((4, 1100), (4, 100), (30, 990), (30, 40)):
        assert first.getpixel(place) != second.getpixel(place)


@pytest.mark.parametrize("outcome", [make_draw("no_progress", 2, (1, 1)), make_resignation(2, 0)])
def test_every_ending_is_described_next_to_the_river(outcome: Outcome) -> None:
    plain, ended = draw(END_VIEW, make_scene()), draw(END_VIEW, replace(make_scene(), outcome=outcome))
    result, river = (
        make_area(RESULT_PANEL),
        (0, RIVER_TOP, RIVER_LEFT + 8 * CELL_STEP, RIVER_TOP + 4 * CELL_STEP),
    )
    assert plain.crop(result).tobytes() != ended.crop(result).tobytes()
    assert plain.crop(river).tobytes() == ended.crop(river).tobytes()


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("name", ["Maximiliane von Hohenstein", "Bartholomäus der Ältere", "W" * 32])
def test_a_winner_with_a_long_name_is_not_replaced_by_a_number(name: str, locale: str) -> None:
    with record_lines() as lines:
        draw(END_VIEW, replace(make_scene(names=(name, "Bob")), outcome=WIN_OUTCOME, w=load_words(locale)))
    left, top, right, bottom = make_area(WIN_BOX)
    text = "".join(line.content for line in lines if left < line.left < right and top < line.top < bottom)
    assert name[:6] in text


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (WIN_OUTCOME, "five broods"),
        (make_draw("no_progress", 2, (1, 1)), "60 turns, no brood"),
        (make_resignation(2, 0), "resignation"),
        (make_draw(AGREED_DRAW_ENDING, 2), "by agreement"),
    ],
)
def test_the_last_board_names_the_winner_and_the_reason(outcome: Outcome, reason: str, locale: str) -> None:
    w = load_words(locale)
    with record_lines() as lines:
        draw(END_VIEW, replace(make_scene(names=("Ada", "Bob")), outcome=outcome, w=w))
    text = " ".join(line.content for line in lines)
    assert locale != "en" or reason in text
    assert "…" not in text
    if outcome.winners == (0,):
        assert text.count("Ada") == 2


@pytest.mark.parametrize("boxes", [(WIN_BOX, LOSS_BOX), (DRAW_RESULT_BOX, *DRAW_SEAT_BOXES)])
def test_plates_of_the_result_fill_its_panel(boxes: tuple[Box, ...]) -> None:
    for one, other in pairwise(boxes):
        assert 0 < measure_gap(one, other) <= 20
    assert boxes[0].y - RESULT_PANEL.y == RESULT_PANEL.y + RESULT_PANEL.h - boxes[-1].y - boxes[-1].h == 8
    for box in (*OPEN, BANK_TRAY):
        assert RESULT_PANEL.x <= box.x and box.x + box.w <= RESULT_PANEL.x + RESULT_PANEL.w
        assert RESULT_PANEL.y <= box.y and box.y + box.h <= RESULT_PANEL.y + RESULT_PANEL.h


@pytest.mark.parametrize(
    ("outcome", "head"),
    [
        (WIN_OUTCOME, ["Ada wins", "five broods"]),
        (make_draw(AGREED_DRAW_ENDING, 2), ["by", "agreement", "Draw", "Ada"]),
        (make_draw(CLOSED_ENDING, 2), ["Closed", "Ada"]),
    ],
)
def test_the_result_shows_each_score_once_and_no_stock_of_the_bank(outcome: Outcome, head: list[str]) -> None:
    with record_lines() as lines:
        draw(END_VIEW, replace(make_scene(names=("Ada", "Bob")), outcome=outcome))
    left, top, right, bottom = make_area(RESULT_PANEL)
    inside = [line.content for line in lines if left < line.left < right and top < line.top < bottom]
    first, second = (str(reef.broods) for reef in END_VIEW.reefs)
    assert inside == [*head, first, "Bob", second]


def test_different_names_change_the_picture() -> None:
    scene = make_scene(MIDDLE_EVENTS)
    assert (
        find_difference(draw(MIDDLE_VIEW, scene), draw(MIDDLE_VIEW, replace(scene, names=("Ada", "Grace"))))
        is not None
    )


def test_the_encoded_file_is_about_half_as_large_as_a_plain_png() -> None:
    image = draw(*SITUATIONS["fullest"])
    plain = io.BytesIO()
    image.convert("RGB").save(plain, "PNG")
    assert len(encode(image)) <= 0.55 * len(plain.getvalue())


def find_live_stock(view: View, stock: int, side: int) -> Box:
    """Return the box of a stock of seat 0 on a live board, where even an empty stock is shown."""
    return arrange_stocks({*list_held_stocks(view.reefs[0]), stock}, side)[stock]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("count", range(1, 9))
def test_stocks_lie_beside_each_other_without_holes(side: int, count: int) -> None:
    for shown in combinations(range(8), count):
        boxes = [*arrange_stocks(shown, side).values()]
        for one, other in combinations((*boxes, *list_slots()), 2):
            assert measure_gap(one, other) > 0, (one, other)
        rows = {y: sorted(box.x for box in boxes if box.y == y) for y in {box.y for box in boxes}}
        assert len(rows) == (1 if count <= 4 else 2)
        lefts = {tuple(xs[:1]) for xs in rows.values()}
        assert len(lefts) == 1, "rows begin at the same edge"
        for xs in rows.values():
            assert all(b - a == boxes[0].w + STOCK_GAP for a, b in pairwise(xs))
            assert xs[-1] + boxes[0].w <= PICTURE_WIDTH - RING_MARGIN
        river = min if side else max
        caught = [box for place, box in zip(shown, boxes, strict=True) if place < FIRST_WORM_STOCK]
        assert all(box.y == river(rows) for box in caught), "trails to pearls and sharks cross no stock"


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    ("taken", "goal"),
    [
        (CardTaken(0, 9, make_fish(1, 1), 1), "coral 1"),
        (CardTaken(0, 9, CORAL_CARD, None), "coral 2"),
        (CardTaken(0, 9, PEARL_CARD, None), "stock 0"),
        (CardTaken(0, 9, SHARK_CARD, None), "stock 1"),
    ],
)
def test_a_trail_leads_from_the_river_to_the_destination_of_a_card(
    viewer: int | None, taken: CardTaken, goal: str
) -> None:
    view = replace(MIDDLE_VIEW, viewer=viewer, flipped=None)
    plain, marked = draw(view, make_scene()), draw(view, make_scene((taken,)))
    side, index = (0 if viewer == 1 else 1), int(goal[-1])
    box = find_coral_box(side, index) if goal.startswith("coral") else find_live_stock(view, index, side)
    start, end = find_cell_box(view, 9), make_area(box, RING_MARGIN)
    middle = (start.x + 54, start.y + 54, start.x + 74, start.y + 74)
    assert measure_contrast(plain.crop(end), marked.crop(end)) >= 60
    assert plain.crop(middle).tobytes() != marked.crop(middle).tobytes()


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("cell", [0, 7, 9, 14, 20, 24, 31])
@pytest.mark.parametrize("card", [CORAL_CARD, PEARL_CARD, SHARK_CARD])
def test_a_trail_does_not_cover_other_cards(viewer: int | None, cell: int, card: int) -> None:
    view = replace(MIDDLE_VIEW, viewer=viewer, flipped=None)
    plain, marked = draw(view, make_scene()), draw(view, make_scene((CardTaken(0, cell, card, None),)))
    for other in range(32):
        if other != cell:
            x, y, w, h = find_cell_box(view, other)
            inner = (x + 14, y + 14, x + w - 14, y + h - 14)
            assert find_difference(plain.crop(inner), marked.crop(inner)) is None


def test_a_stock_that_was_just_used_up_is_drawn_with_a_zero() -> None:
    view = replace(MIDDLE_VIEW, reefs=(replace(MIDDLE_VIEW.reefs[0], pearls=0), MIDDLE_VIEW.reefs[1]))
    with record_lines() as before:
        draw(view, make_scene())
    with record_lines() as after:
        draw(view, make_scene((PricePaid(0, (0,) * 6, 1),)))
    assert sum(line.content == "0" for line in after) == sum(line.content == "0" for line in before) + 1


def test_both_players_have_their_medals_at_the_end() -> None:
    ended = draw(END_VIEW, replace(make_scene(), outcome=Outcome("broods", (2, 1), (3, 5))))
    kit = load_atlas("kit")
    for seat, side in ((0, 1), (1, 0)):
        medal = kit[f"place_{2 - seat}"].image.crop((14, 26, 38, 48))
        plate = ended.crop(make_area(NAME_PLATES[side]))
        found = [
            (x, y)
            for x in range(150, plate.width - 24)
            for y in range(80, plate.height - 22)
            if plate.crop((x, y, x + 24, y + 22)).tobytes() == medal.tobytes()
        ]
        assert len(found) == 1


def test_the_plate_of_the_seat_that_moved_has_an_arrow_unless_it_moves_again() -> None:
    for seat, side in ((0, 1), (1, 0)):
        for active_seat in (0, 1):
            view = replace(MIDDLE_VIEW, active_seat=active_seat)
            plain, marked = draw(view, make_scene()), draw(view, make_scene((WormDeclined(seat),)))
            if active_seat == seat:
                assert find_difference(plain, marked) is None
            else:
                assert is_within(find_difference(plain, marked), *NAME_PLATES[side])


@pytest.mark.parametrize("names", [("Ada", "Bob"), LONG_NAMES])
def test_the_plates_say_whose_turn_it_is_and_who_is_asked_for_a_worm(names: tuple[str, str]) -> None:
    view = replace(MIDDLE_VIEW, active_seat=0, stage=OFFER_STAGE, to_act=(1,))
    with record_lines() as lines:
        draw(view, make_scene(names=names))
    for box, start, end in ((ASKING_BOX, "Turn: ", names[0]), (ASKED_BOX, "", names[1])):
        left, top, right, low = make_area(box)
        inside = [line.content for line in lines if left <= line.left < right and top <= line.top < low]
        assert any(line.startswith(start + end[:3]) for line in inside)
        assert ("a worm?" in inside) is (box == ASKED_BOX)


@pytest.mark.parametrize(
    ("worms", "offered"), [((0, 2, 2, 2, 2, 2), range(1, 6)), ((2, 2, 2, 2, 2, 2), range(2))]
)
def test_each_worm_that_may_be_taken_has_a_frame_in_the_bank(worms: Worms, offered: range) -> None:
    dice = (Colour.RED, Colour.YELLOW)
    view = replace(MIDDLE_VIEW, active_seat=0, stage=OFFER_STAGE, to_act=(1,), dice=dice, bank=worms)
    picture, gold = draw(view, make_scene()), palette.find_index(GOLD_COLOUR)
    for colour, box in enumerate(BANK_BOXES):
        middle = box.x + box.w // 2
        edges = [picture.getpixel((middle, y)) == gold for y in (box.y - 2, box.y + box.h + 1)]
        assert all(edges) if colour in offered else not all(edges)
        view_of_turn = replace(view, stage=MIDDLE_VIEW.stage, to_act=(0,))
        assert draw(view_of_turn, make_scene()).getpixel((middle, box.y - 2)) != gold


@pytest.mark.parametrize("locale", list_locales())
def test_the_bank_is_named_apart_from_the_worms_of_the_players(locale: str) -> None:
    w = load_words(locale)
    with record_lines() as lines:
        draw(MIDDLE_VIEW, replace(make_scene(), w=w))
    x, y, wide, high = BANK_TRAY
    (label,) = [line for line in lines if line.content == w("Bank")]
    assert x < label.left < x + wide and y < label.top < BANK_BOXES[0].y
    for box in BANK_BOXES:
        assert x < box.x < box.x + box.w < x + wide and y < box.y < box.y + box.h < y + high


def test_a_turn_end_is_attributed_to_the_seat_that_has_not_rolled() -> None:
    assert find_mover((TableauRefilled((3,), (CORAL_CARD,)), DiceRolled(1, DICE, DICE))) == 0
    assert find_mover((StartingSeatDrawn(1), DiceRolled(1, DICE, DICE))) is None
    assert find_mover((PricePaid(1, (1, 0, 0, 0, 0, 0), 0), BoatBought(1, 3))) == 1
    assert find_mover(()) is None


def test_a_lesson_or_puzzle_has_no_dimmed_cards_to_begin_with() -> None:
    scene = replace(make_scene(), is_quiz=True)
    public, private = draw(MIDDLE_VIEW, scene), draw(replace(MIDDLE_VIEW, viewer=0), scene)
    assert find_difference(public, private) is None


def test_a_payment_marks_its_stock_whatever_else_changed() -> None:
    paid = PricePaid(0, (1, 0, 0, 0, 0, 0), 0)
    place = make_area(find_live_stock(MIDDLE_VIEW, 2, 1), 0)
    plain, alone, boat = (
        draw(MIDDLE_VIEW, make_scene(told)) for told in ((), (paid,), (paid, BoatBought(0, 3)))
    )
    assert find_difference(plain.crop(place), alone.crop(place)) is not None
    assert find_difference(alone.crop(place), boat.crop(place)) is None


def test_an_empty_stock_takes_no_space() -> None:
    first, second = (
        replace(reef, worms=(0, 0, 0, 0, 0, 0), pearls=0, sharks=0) for reef in MIDDLE_VIEW.reefs
    )
    picture = draw(replace(MIDDLE_VIEW, reefs=(first, second)), make_scene())
    for side in (0, 1):
        sign = arrange_stocks([NO_WORMS_STOCK], side)[NO_WORMS_STOCK]
        for place in range(8):
            x, y, w, h = find_stock_box(place, side)
            level = picture.crop((x, y + h // 2, x + w, y + h // 2 + 1)).tobytes()
            beside = [colour for i, colour in enumerate(level, x) if not sign.x <= i < sign.x + sign.w]
            assert len(set(beside)) <= 1, "sand of one colour"


@pytest.mark.parametrize("steady", [False, True])
def test_a_sign_shows_that_a_seat_has_no_worms(steady: bool) -> None:
    """Otherwise the bank could be taken for the worms of the player below it."""
    first, second = (replace(reef, worms=(0,) * 6, pearls=0, sharks=1) for reef in MIDDLE_VIEW.reefs)
    one = replace(first, worms=(0, 0, 2, 0, 0, 0))

    def count_zeros(reef: Reef, events: tuple[Event, ...] = ()) -> int:
        with record_lines() as lines:
            draw(replace(MIDDLE_VIEW, reefs=(reef, second)), replace(make_scene(events), is_steady=steady))
        return sum(line.content == "0" and line.left > STOCK_LEFT and line.top > 926 for line in lines)

    assert count_zeros(first) == 1 and count_zeros(one) == 0
    paid = PricePaid(0, (0, 0, 1, 0, 0, 0), 0)
    assert count_zeros(first, (paid,)) == 1, "the used up worm's own zero"
