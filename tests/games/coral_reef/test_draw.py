"""Pictures of Coral Reef."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops

from games.coral_reef.changes import has_drawn_cards, has_placed_cards
from games.coral_reef.draw import (
    DEEP_WATER_COLOUR,
    DEEP_WATER_LEFT,
    LIGHT_WATER_COLOUR,
    NEW_STACK_COLOUR,
    Painter,
    draw,
)
from games.coral_reef.draw_sea import list_covers, remove_covered_animals
from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    Event,
    NineSeeded,
    RoundBegan,
    RoundEnded,
    Scene,
)
from games.coral_reef.layout import (
    DECK_BOX,
    DECK_COUNT_BOX,
    LIFT_HEIGHT,
    MAX_IN_A_ROW,
    MIN_LARGE_CARD_WIDTH,
    NEW_ROUND_HEIGHT,
    OPEN_PLATE_HEIGHT,
    RAISED_CARD_OFFSET,
    REPLAY_STACK_AREA,
    RIBBON_SIZE,
    RING_GAP,
    STATUS_PLATE,
    STRIP_HEIGHT_BY_CARD_WIDTH,
    TURN_BOX,
    Fan,
    choose_grid,
    choose_hand_card_width,
    find_hand,
    find_stack_area,
    list_cells,
    list_mini_offsets,
    list_plates,
    make_fan,
    measure_card,
    measure_fan,
    measure_foot,
    spread_hand,
)
from games.coral_reef.parts import (
    CARDS_VARIANT,
    DISPLAY_RANK_ORDER,
    LETTER_BY_CARD,
    RANK_LETTERS,
    RANKS_BY_VARIANT,
    TILES_VARIANT,
)
from games.coral_reef.places import list_places
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.view import HAND_EMPTY_ENDING
from games.core.outcome import CLOSED_ENDING, Outcome, make_draw
from games.core.picture import EVERY_FIELD, PICTURE_HEIGHT, PICTURE_WIDTH, PLATES_FIELD, RING_MARGIN, Box
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.contours import measure_gap
from games.drawing.sprites import load_atlas
from games.drawing.text import measure_width
from games.drawing.veil import convert_to_lab
from tests.games.coral_reef.build import make_position
from tests.games.drawing.written import record_lines
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_ci

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
MIDDLE_POSITION = make_position("45k", "9jq2", "333", stacks="9 9k6 945 97", deck=None, rounds=3)


def draw_picture(
    state: State, viewer: int | None = None, events: tuple[Event, ...] = (), outcome: Outcome | None = None
) -> Image.Image:
    scene: Scene = GenericScene(
        NAMES[: len(state.hands)], load_words(), events, outcome or RULES.outcome(state)
    )
    return draw(RULES.view(state, viewer), scene)


def find_changed_box(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("seat_count", defer_to_ci(range(2, 7), 3, 5))
@pytest.mark.parametrize("corals", [CARDS_VARIANT, TILES_VARIANT])
def test_boards_for_every_number_of_seats_can_be_drawn_for_everybody(seat_count: int, corals: str) -> None:
    hands = ["2345", "345", "45", "5", "56", "567"][:seat_count]
    state = make_position(*hands, deck=None, rounds=5, variant=corals, wins=(2,) * seat_count)
    seen = set()
    for viewer in (None, *range(seat_count)):
        image = draw_picture(state, viewer)
        assert (image.size, image.mode) == (
            (PICTURE_WIDTH, NEW_ROUND_HEIGHT if viewer is None else PICTURE_HEIGHT),
            "P",
        )
        assert max(image.tobytes()) < palette.CLEAR_INDEX
        seen.add(image.tobytes())
    assert len(seen) == seat_count + 1


def test_a_replay_highlights_nothing_for_a_viewer() -> None:
    far, near = (RULES.view(make_position("6", "6", seat=seat), 0) for seat in (1, 0))
    steady: Scene = GenericScene(NAMES[:2], load_words(), is_steady=True)
    edge = (0, PICTURE_HEIGHT - 8, PICTURE_WIDTH, PICTURE_HEIGHT)
    one, two = draw(far, steady), draw(near, steady)
    assert one.crop(edge).tobytes() == two.crop(edge).tobytes()
    lit = draw(near, GenericScene(NAMES[:2], load_words()))
    assert lit.crop(edge).tobytes() != one.crop(edge).tobytes()


def test_only_played_cards_move_in_a_replay() -> None:
    before = make_position("66", "2233445", "6", "6", stacks="9 9k6 945 97", rounds=3)
    after = make_position("66", "223", "6", "6", stacks="9 9k6 945 977788", rounds=3)

    def are_stacks_unchanged(is_steady: bool) -> bool:
        names, view = NAMES[:4], RULES.view
        one, two = (
            draw(view(s, None), GenericScene(names, load_words(), is_steady=is_steady))
            for s in (before, after)
        )
        last = list_cells(4, REPLAY_STACK_AREA)[-1]
        stacks = (REPLAY_STACK_AREA.x, REPLAY_STACK_AREA.y, last.x, REPLAY_STACK_AREA.y + REPLAY_STACK_AREA.h)
        return one.crop(stacks).tobytes() == two.crop(stacks).tobytes()

    assert are_stacks_unchanged(is_steady=True)
    assert not are_stacks_unchanged(is_steady=False)


WIDE_STACK_AREA = find_stack_area(None, has_ribbon=False, is_wide=True)
HANDS = (None, find_hand(8), find_hand(7))
"""Areas of the viewer's hand: none for a spectator, then a large hand and a small hand."""
NEAR_STACK_AREA = find_stack_area(find_hand(8), has_ribbon=False)
SEA_AREAS = [find_stack_area(hand, ribbon) for hand in HANDS for ribbon in (False, True)]


@join_cases(product([*range(4, 27), 40, 56], SEA_AREAS))
def test_cells_lie_in_the_sea_and_hold_their_cards(stacks: int, area: Box) -> None:
    boxes, grid = list_cells(stacks, area), choose_grid(stacks, area)
    assert len(boxes) == stacks
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
    for box in boxes:
        assert area.x <= box.x and box.x + box.w <= area.x + area.w <= TURN_BOX.x
        assert area.y <= box.y and box.y + box.h <= area.y + area.h
        # With more than 39 stacks, which is very rare, stacks below a ribbon are too close to be legible.
        if stacks > 39:
            continue
        assert grid.card_width <= box.w
        for deep, new in ((1, 1), (2, 0), (2, 1), (5, 5), (99, 3)):
            laid = make_fan(deep, new, box, grid)
            assert 1 <= laid.card_count <= deep and laid.new_count <= min(new, laid.card_count)
            if area.h >= NEAR_STACK_AREA.h and stacks <= 26:
                assert measure_fan(laid, grid) + measure_foot(grid.card_width) <= box.h


@pytest.mark.parametrize(
    ("area", "least"),
    [
        (REPLAY_STACK_AREA, 232),
        (NEAR_STACK_AREA, 208),
        (find_stack_area(find_hand(7), has_ribbon=False), 176),
    ],
)
def test_the_stacks_of_most_matches_are_large_and_show_the_last_play(area: Box, least: int) -> None:
    grid, box = choose_grid(4, area), list_cells(4, area)[0]
    assert grid.card_width >= least
    assert make_fan(9, 4, box, grid).new_count == 4


def test_the_newest_cards_are_raised_above_the_others() -> None:
    box, grid = list_cells(4, REPLAY_STACK_AREA)[1], choose_grid(4, REPLAY_STACK_AREA)
    fit = next(deep for deep in range(1, 20) if make_fan(deep + 1, 0, box, grid).has_stub)
    assert make_fan(fit, 0, box, grid) == Fan(fit, has_stub=False)
    more = make_fan(fit + 1, 0, box, grid)
    assert more == Fan(more.card_count, has_stub=True) and fit - 1 <= more.card_count <= fit
    assert make_fan(4, 2, box, grid) == Fan(4, has_stub=False, new_count=2, lift_height=LIFT_HEIGHT)
    assert make_fan(2, 2, box, grid) == Fan(2, has_stub=False, new_count=2)
    assert LIFT_HEIGHT > RING_GAP + RING_MARGIN, "the ring doesn't touch the cards above"


def test_sprites_of_covered_cards_include_every_visible_part() -> None:
    sprites = load_atlas("coral_reef")
    for card, strip in STRIP_HEIGHT_BY_CARD_WIDTH.items():
        for letter in RANK_LETTERS:
            covered = sprites[f"under_card_{letter}_{card}"].size
            # The strip must extend below the rounded corners of the next card, so that there is no gap.
            assert covered[0] == card and covered[1] >= strip + card // 8


def test_no_ribbon_covers_the_stacks() -> None:
    for hand in HANDS:
        plain, below = find_stack_area(hand, has_ribbon=False), find_stack_area(hand, has_ribbon=True)
        assert below.y >= plain.y + RIBBON_SIZE.h
        assert below.y + below.h == plain.y + plain.h
    for rows in (0, 1, 2):
        for seats in range(2, 7):
            boxes = list_plates(seats, rows)
            assert all(a.x + a.w <= b.x or a.y + a.h <= b.y for a, b in pairwise(boxes))


@pytest.mark.parametrize("stacks", range(4, 8))
def test_low_stacks_have_larger_cards(stacks: int) -> None:
    widths = [choose_grid(stacks, WIDE_STACK_AREA, tallest).card_width for tallest in range(1, 30)]
    assert widths == sorted(widths, reverse=True)
    assert all(width >= choose_grid(stacks, WIDE_STACK_AREA).card_width for width in widths)
    assert stacks > 4 or set(widths) == {300}
    for tallest, width in enumerate(widths, 1):
        grid, cells = (
            choose_grid(stacks, WIDE_STACK_AREA, tallest),
            list_cells(stacks, WIDE_STACK_AREA, tallest),
        )
        assert grid.card_width == width
        laid = make_fan(tallest, 1, cells[0], grid)
        assert laid.card_count == tallest or laid.card_count > 2 + (width >= MIN_LARGE_CARD_WIDTH)
        assert measure_fan(laid, grid) + measure_foot(grid.card_width) <= cells[0].h


@pytest.mark.parametrize("tallest", [1, 4, 12])
def test_four_stacks_above_a_hand_are_large_but_show_the_two_newest_covered_cards(tallest: int) -> None:
    area = find_stack_area(find_hand(5), has_ribbon=False)
    grid, cells = choose_grid(4, area, tallest), list_cells(4, area, tallest)
    assert grid.card_width >= 208
    assert make_fan(tallest, 1, cells[0], grid).card_count >= min(tallest, 3)


@pytest.mark.parametrize("count", range(1, 7))
def test_all_new_cards_of_a_board_are_visible(count: int) -> None:
    grid, cells = choose_grid(4, WIDE_STACK_AREA, 12, count), list_cells(4, WIDE_STACK_AREA, 12, count)
    assert make_fan(12, count, cells[0], grid).new_count == count


@join_cases([(seat_count, status) for seat_count in range(2, 7) for status in [False, True]])
def test_every_seat_has_its_own_plate(seat_count: int, status: bool) -> None:
    boxes = list_plates(seat_count, has_status=status)
    assert not status or all(box.x + box.w < STATUS_PLATE.x for box in boxes)
    assert len(set(boxes)) == seat_count
    assert all(
        b.x >= 0 and b.x + b.w <= PICTURE_WIDTH and b.y > 0 and b.y + b.h < REPLAY_STACK_AREA.y for b in boxes
    )
    assert list(boxes) == sorted(boxes, key=lambda box: (box.y, box.x))
    columns = {(box.x, box.w) for box in boxes if box.y == boxes[0].y}
    assert {(box.x, box.w) for box in boxes} == columns, "the second row has the columns of the first"


def test_a_hand_of_any_size_fits_and_shows_each_rank() -> None:
    for count in (1, 2, 7, 8, 10, 13, 14, 20, 28, 44, 72):
        hand, across = find_hand(count), choose_hand_card_width(count)
        letters = sorted(("23456789kqjat" * 6)[:count], key=DISPLAY_RANK_ORDER.index)
        places = spread_hand(letters)
        assert sum(held.equal_count for held in places) == count
        assert all(held.x >= hand.x and held.x + across <= hand.x + hand.w for held in places)
        assert all(b.x - a.x >= 90 for a, b in pairwise(places))
        assert {letters[held.first_index] for held in places} == set(letters)
        for held in places:
            assert set(letters[held.first_index : held.first_index + held.equal_count]) == {
                letters[held.first_index]
            }
        assert hand.y + measure_card(across) <= PICTURE_HEIGHT
        area = find_stack_area(hand, has_ribbon=False)
        assert hand.y - RAISED_CARD_OFFSET >= area.y + area.h


def test_the_cards_of_a_small_hand_are_larger() -> None:
    few, many = (find_hand(len(cards)) for cards in ("2345678", "23456789"))
    assert few.h > many.h
    for cards, held in (("2345678", "large_held"), ("23456789", "held")):
        hand, first = find_hand(len(cards)), spread_hand(cards)[0]
        sprite = load_atlas("coral_reef")[f"{held}_card_2"]
        image = draw_picture(make_position(cards, "9", stacks="2"), 0)
        across, high = sprite.size
        assert (across, high) == (choose_hand_card_width(len(cards)), hand.h)
        y = hand.y - RAISED_CARD_OFFSET
        cropped = image.crop((first.x + 20, y + 20, first.x + 90, y + high - 20))
        assert cropped.tobytes() == sprite.image.crop((20, 20, 90, high - 20)).tobytes()


def test_equal_cards_of_a_large_hand_are_counted() -> None:
    state = make_position("2233445566778899aakkqqjjtt", "9", stacks="9")
    with record_lines() as lines:
        draw_picture(state, 0)
    assert [line.content for line in lines].count("×2") == 13
    with record_lines() as lines:
        draw_picture(make_position("22334455", "9", stacks="9"), 0)
    assert not [line for line in lines if "×" in line.content]


@pytest.mark.parametrize("corals", [CARDS_VARIANT, TILES_VARIANT])
def test_every_rank_has_a_unique_face(corals: str) -> None:
    faces = set()
    for letter in RANKS_BY_VARIANT[corals]:
        state = make_position(letter, "2", stacks="9 9 9 9", variant=corals)
        image = draw_picture(state, 0)
        faces.add(
            image.crop(
                (PICTURE_WIDTH // 2 - 90, find_hand(1).y, PICTURE_WIDTH // 2 + 90, find_hand(1).y + 230)
            ).tobytes()
        )
    assert len(faces) == len(RANKS_BY_VARIANT[corals])


def test_playable_cards_are_raised_and_others_are_dimmed() -> None:
    state = make_position("4k", "9", stacks="4 8")
    able = RULES.view(state, 0)
    assert able.playable == "4"
    image = draw_picture(state, 0)
    (first, second), hand = spread_hand("4k"), find_hand(2)
    sprites = load_atlas("coral_reef")
    for held, y, sprite in (
        (first, hand.y - RAISED_CARD_OFFSET, sprites["large_held_card_4"]),
        (second, hand.y, sprites.tan("large_held_card_k")),
    ):
        cropped = image.crop((held.x + 20, y + 20, held.x + 130, y + 190))
        assert cropped.tobytes() == sprite.image.crop((20, 20, 130, 190)).tobytes()


def test_a_hand_without_playable_cards_is_not_dimmed() -> None:
    state = make_position("k", "9", stacks="4 8")
    assert RULES.view(state, 0).playable == ""
    (held,), hand = spread_hand("k"), find_hand(1)
    picture = draw_picture(state, 0).crop((held.x + 20, hand.y + 20, held.x + 130, hand.y + 190))
    bright = load_atlas("coral_reef")["large_held_card_k"].image.crop((20, 20, 130, 190))
    assert picture.tobytes() == bright.tobytes()


def test_new_cards_in_a_ring_are_not_dimmed() -> None:
    state = make_position("4", "9", stacks="4 8")
    played = CoralsPlayed(1, 1, (state.stacks[1][-1],), 8, 1)
    sprites = load_atlas("coral_reef")

    def shows_bright_card(image: Image.Image) -> bool:
        """Return whether a row of pixels of the undimmed card is in the picture."""
        cards = [sprites[f"card_8_{width}"].image for width in STRIP_HEIGHT_BY_CARD_WIDTH]
        rows = (
            card.crop((20, card.height // 2, card.width - 20, card.height // 2 + 1)).tobytes()
            for card in cards
        )
        return any(row in image.tobytes() for row in rows)

    assert not shows_bright_card(draw_picture(state, 0))
    assert shows_bright_card(draw_picture(state, 0, (played,)))


def test_stacks_the_viewer_cannot_play_on_are_dimmed_towards_their_water() -> None:
    sprites = load_atlas("coral_reef")
    area = find_stack_area(find_hand(1), has_ribbon=False)
    for stacks in ("4 8", "8 4"):
        state = make_position("4", "9", stacks=stacks)
        for viewer, around in ((0, area), (None, WIDE_STACK_AREA)):
            image, boxes = draw_picture(state, viewer), list_cells(2, around, tallest=1)
            grid = choose_grid(2, around, tallest=1)
            waters = LIGHT_WATER_COLOUR, DEEP_WATER_COLOUR
            for letter, box, water in zip(stacks.split(), boxes, waters, strict=True):
                key = f"card_{letter}_{grid.card_width}"
                dim = letter == "8" and viewer == 0
                sprite = sprites.recede(key, water) if dim else sprites[key]
                inner = (20, 20, grid.card_width - 20, measure_card(grid.card_width) - 20)
                x = box.x + (box.w - grid.card_width) // 2
                y = (
                    box.y
                    + (box.h - measure_foot(grid.card_width) + measure_card(grid.card_width)) // 2
                    - measure_card(grid.card_width)
                )
                cropped = image.crop((x + 20, y + 20, x + inner[2], y + inner[3]))
                assert cropped.tobytes() == sprite.image.crop(inner).tobytes()


def test_the_deep_water_begins_where_the_sea_is_dark() -> None:
    sea, colours = load_atlas("coral_reef")["table_plain"].image, palette.list_colours()
    row = sea.crop((0, 500, sea.width, 501)).tobytes()
    tones = [convert_to_lab(colours[row[x]])[0] for x in range(0, PICTURE_WIDTH, 40)]
    split = DEEP_WATER_LEFT // 40
    assert min(tones[:split]) > 0.6 > 0.55 > max(tones[split + 4 :])


def test_a_stack_shows_its_required_sum_unless_its_top_card_shows_that_number() -> None:
    for stacks, corals, targets in (
        ("9a", CARDS_VARIANT, ["1"]),
        ("9t", CARDS_VARIANT, []),
        ("9t", TILES_VARIANT, ["10"]),
        ("9a", TILES_VARIANT, []),
    ):
        with record_lines() as lines:
            draw_picture(make_position("4", "5", stacks=stacks, deck="234", variant=corals))
        found = sorted(line.content for line in lines)
        assert found == sorted([*targets, "1", "2", "3", "1", "1", "Ada", "Turn: Ada", "Bob"]), found


def test_a_drawn_card_is_outlined_in_the_viewers_hand() -> None:
    state = make_position("45k", "9", stacks="9")
    card = state.hands[0][0]
    fresh = replace(state, round=replace(state.round, drawn_cards=((0, card),)))
    box = find_changed_box(draw_picture(state, 0), draw_picture(fresh, 0, events=(CardDrawn(0, card, True),)))
    assert box[1] < 160  # the number of cards on the plate changes too
    plain, outlined = draw_picture(fresh, 0), draw_picture(fresh, 0, events=(CardDrawn(0, card, True),))
    hand = (0, find_hand(3).y - RAISED_CARD_OFFSET - 2 * RING_MARGIN, PICTURE_WIDTH, PICTURE_HEIGHT)
    shown = find_changed_box(plain.crop(hand), outlined.crop(hand))
    first = spread_hand("45k")[0]
    assert first.x - RING_MARGIN <= shown[0] < shown[2] <= first.x + choose_hand_card_width(3) + RING_MARGIN


def test_a_play_is_outlined_on_its_stack_and_its_players_plate() -> None:
    cards = MIDDLE_POSITION.stacks[1][-2:]
    view, told = RULES.view(MIDDLE_POSITION, None), (CoralsPlayed(2, 1, cards, 9, 3),)
    # In a replay the other stacks don't move.
    before, after = (
        draw(view, GenericScene(NAMES[:3], load_words(), events, is_steady=True)) for events in ((), told)
    )
    top = REPLAY_STACK_AREA.y
    right = TURN_BOX.x  # The cards are also shown in the panel on the right.
    box = find_changed_box(
        before.crop((0, top, right, PICTURE_HEIGHT)), after.crop((0, top, right, PICTURE_HEIGHT))
    )
    cell, grid = list_cells(4, REPLAY_STACK_AREA)[1], choose_grid(4, REPLAY_STACK_AREA)
    # The ring may extend beyond the cell, but not as far as the cards in the next cell.
    gap = (cell.w - grid.card_width) // 2
    assert cell.x - gap + 8 <= box[0] < box[2] <= cell.x + cell.w + gap - 8
    assert box[2] - box[0] == grid.card_width + 2 * (RING_GAP + RING_MARGIN)
    plate = list_plates(3)[2]
    shown = find_changed_box(before.crop((0, 0, PICTURE_WIDTH, top)), after.crop((0, 0, PICTURE_WIDTH, top)))
    assert plate.x - RING_MARGIN <= shown[0] < shown[2] <= plate.x + plate.w + RING_MARGIN


def test_a_seed_a_draw_and_a_new_deck_are_outlined() -> None:
    plain, top = draw_picture(MIDDLE_POSITION), REPLAY_STACK_AREA.y
    area = (0, top, PICTURE_WIDTH, PICTURE_HEIGHT)
    seeded = find_changed_box(
        plain.crop(area),
        draw_picture(MIDDLE_POSITION, events=(NineSeeded(0, 3, MIDDLE_POSITION.stacks[3][0], 3),)).crop(area),
    )
    cell, grid = list_cells(4, WIDE_STACK_AREA, tallest=3)[3], choose_grid(4, WIDE_STACK_AREA, tallest=3)
    assert cell.x - (cell.w - grid.card_width) // 2 + 8 <= seeded[0]
    drawn_card = find_changed_box(plain, draw_picture(MIDDLE_POSITION, events=(CardDrawn(2, None, False),)))
    plate = list_plates(3, has_status=True)[2]
    assert plate.x <= drawn_card[0] < drawn_card[2] < plate.x + plate.w * 2 // 3
    assert plate.y + plate.h // 3 < drawn_card[1] < drawn_card[3] <= plate.y + plate.h
    reformed = find_changed_box(plain, draw_picture(MIDDLE_POSITION, events=(DeckReformed(9, 1),)))
    assert STATUS_PLATE.x <= reformed[0] < reformed[2] <= STATUS_PLATE.x + STATUS_PLATE.w
    assert (
        STATUS_PLATE.y + STATUS_PLATE.h // 2 <= reformed[1] < reformed[3] <= STATUS_PLATE.y + STATUS_PLATE.h
    )
    own = find_changed_box(
        draw_picture(MIDDLE_POSITION, 0), draw_picture(MIDDLE_POSITION, 0, events=(DeckReformed(9, 1),))
    )
    assert (own[0] + RING_MARGIN, own[1] + RING_MARGIN) == (DECK_BOX.x, DECK_BOX.y)


def test_events_and_earlier_views_show_which_seats_played_and_drew() -> None:
    before = RULES.view(MIDDLE_POSITION, None)
    after = replace(before, hand_sizes=(3, 2, 4))
    cards = MIDDLE_POSITION.stacks[1][-2:]
    events = (CoralsPlayed(1, 1, cards, 9, 2), CardDrawn(2, None, True))
    heard: Scene = GenericScene(NAMES[:3], load_words(), events)
    compared: Scene = GenericScene(NAMES[:3], load_words(), earlier_view=before)
    for scene in (heard, compared):
        assert [has_placed_cards(after, scene, seat) for seat in range(3)] == [False, True, False]
        assert [has_drawn_cards(after, scene, seat) for seat in range(3)] == [False, False, True]
    dealt: Scene = GenericScene(NAMES[:3], load_words(), earlier_view=before)
    assert not any(has_placed_cards(replace(after, number=2), dealt, seat) for seat in range(3))


def test_pieces_from_earlier_rounds_are_not_outlined() -> None:
    cards = MIDDLE_POSITION.stacks[1][-2:]
    events = (CoralsPlayed(0, 1, cards, 9, 0), CardDrawn(1, None, True), RoundBegan(2, 1))
    assert draw_picture(MIDDLE_POSITION, events=events).tobytes() == draw_picture(MIDDLE_POSITION).tobytes()


def test_every_ending_has_a_different_ribbon() -> None:
    plain = draw_picture(MIDDLE_POSITION)
    ends = (
        Outcome(HAND_EMPTY_ENDING, (1, 2, 3), (3, 0, 0)),
        Outcome(HAND_EMPTY_ENDING, (1, 1, 3), (3, 3, 0)),
        make_draw(CLOSED_ENDING, 3),
    )
    made = {draw_picture(MIDDLE_POSITION, outcome=end).tobytes() for end in ends}
    assert len(made | {plain.tobytes()}) == 4


def test_long_and_empty_names_stay_on_their_plates() -> None:
    view = RULES.view(replace(MIDDLE_POSITION, round=replace(MIDDLE_POSITION.round, seat=1)), None)
    for name in ("W" * 64, " ", "🐠" * 9):
        image = draw(view, GenericScene((name, "Bob", "Cleo"), load_words(), ()))
        plain = draw(view, GenericScene(("A", "Bob", "Cleo"), load_words(), ()))
        box, plate = find_changed_box(image, plain), list_plates(3)[0]
        assert plate.x < box[0] < box[2] < plate.x + plate.w
        assert plate.y <= box[1] < box[3] < plate.y + plate.h


@pytest.mark.parametrize("locale", list_locales())
def test_the_round_is_named_in_every_language_if_there_may_be_several(locale: str) -> None:
    w = load_words(locale)
    assert measure_width(w("Round {number}", number=88), 38) <= DECK_COUNT_BOX.w
    for rounds in (1, 3):
        with record_lines() as lines:
            draw(RULES.view(make_position("4", "4", rounds=rounds), None), GenericScene(NAMES[:2], w))
        assert any(w("Round {number}", number=1) == line.content for line in lines) is (rounds > 1)


@pytest.mark.parametrize("seat_count", range(2, 7))
def test_every_hand_is_open_once_the_match_is_over(seat_count: int) -> None:
    over = replace(make_position("", *["2k"] * (seat_count - 1), stacks="9"), ending=HAND_EMPTY_ENDING)
    end = Outcome(HAND_EMPTY_ENDING, (1, *[2] * (seat_count - 1)), (1, *[0] * (seat_count - 1)))
    for viewer in (None, *range(seat_count)):
        view = RULES.view(over, viewer)
        scene: Scene = GenericScene(NAMES[:seat_count], load_words(), (), end)
        open_hands = draw(view, scene)
        for seat in range(1, seat_count):
            hands = tuple((view.hands[seat][0],) if s == seat else hand for s, hand in enumerate(view.hands))
            box = find_changed_box(open_hands, draw(replace(view, hands=hands), scene))
            on_plate = seat_count <= MAX_IN_A_ROW
            plate = list_plates(seat_count, not on_plate, height=OPEN_PLATE_HEIGHT)[seat]
            top, high = (plate.y + plate.h // 2, plate.h // 2) if on_plate else (plate.y + plate.h, 80)
            assert plate.x <= box[0] < box[2] <= plate.x + plate.w
            assert top < box[1] < box[3] <= top + high
    for viewer in (None, *range(seat_count)):
        assert RULES.view(replace(over, ending=""), viewer).hands == ()


@pytest.mark.parametrize("seat_count", range(2, 5))
def test_open_hands_are_not_also_shown_as_backs(seat_count: int) -> None:
    state = replace(make_position("", *["2k"] * (seat_count - 1), stacks="9"), ending=HAND_EMPTY_ENDING)
    image = draw_picture(
        state, outcome=Outcome(HAND_EMPTY_ENDING, (1, *[2] * (seat_count - 1)), (1, *[0] * (seat_count - 1)))
    )
    back, plate = load_atlas("coral_reef")["back_38"].image, list_plates(seat_count)[1]
    shell = back.crop((14, 20, 24, 32)).tobytes()
    foot = image.crop((plate.x, plate.y + plate.h // 2, plate.x + plate.w, plate.y + plate.h))
    assert not any(
        foot.crop((x, y, x + 10, y + 12)).tobytes() == shell
        for x in range(foot.width - 10)
        for y in range(foot.height - 12)
    )


def test_cards_of_a_large_hand_that_do_not_fit_at_the_end_are_left_out() -> None:
    for count, rows in ((1, 1), (8, 2), (40, 1), (40, 2)):
        places = list_mini_offsets(count, 334, rows)
        assert len(set(places)) == len(places) <= count
        assert all(x + 48 <= 334 for x, _ in places)
        assert (len(places) < count) is (count == 40)


@pytest.mark.parametrize("seat_count", range(2, 7))
def test_at_the_end_every_plate_has_the_medal_of_its_place(seat_count: int) -> None:
    state = make_position(*["23"] * seat_count)
    end = Outcome(HAND_EMPTY_ENDING, tuple(range(1, seat_count + 1)), tuple(range(seat_count, 0, -1)))
    image = draw_picture(state, outcome=end)
    for seat, plate in enumerate(list_plates(seat_count)):
        medal = load_atlas("kit")[f"place_{seat + 1}"].image.crop((14, 26, 38, 48)).tobytes()
        right = image.crop((plate.x + plate.w - 70, plate.y, plate.x + plate.w, plate.y + plate.h))
        across = right.width - 24
        assert any(
            right.crop((x, y, x + 24, y + 22)).tobytes() == medal
            for x in range(across)
            for y in range(right.height - 22)
        )


@pytest.mark.parametrize("seat_count", range(2, 7))
@pytest.mark.parametrize("cards", [8, 44])
def test_the_number_of_cards_keeps_clear_of_the_rounds_won(seat_count: int, cards: int) -> None:
    dealt = RULES.view(make_position("23", *["3"] * (seat_count - 1), rounds=5, deck=None), None)
    view = replace(dealt, hand_sizes=(cards, *[1] * (seat_count - 1)), wins=(3, *[0] * (seat_count - 1)))
    with record_lines() as lines:
        draw(view, GenericScene(NAMES[:seat_count], load_words(), (CardDrawn(0, None, True),)))
    plate = list_plates(seat_count)[0]
    on_plate = [
        line
        for line in lines
        if line.left < plate.x + plate.w and plate.y <= line.top and line.bottom < plate.y + plate.h
    ]
    assert {"Ada", str(cards)} <= {line.content for line in on_plate}
    for one, other in combinations(on_plate, 2):
        assert not one.overlaps(other)


def test_the_viewers_hand_stays_visible_at_the_end_of_a_round() -> None:
    state = make_position("", "22334", "23", stacks="9 9k6", rounds=3, wins=(1, 0, 0))
    ended = (RoundEnded(HAND_EMPTY_ENDING, (0,), (0, 5, 2), 1, (1, 0, 0)),)
    view = replace(RULES.view(state, 1), active_seat=None, to_act=())
    with record_lines() as lines:
        draw(view, GenericScene(NAMES[:3], load_words(), ended))
    assert "Ada wins round 1" in {line.content for line in lines}
    other = draw(replace(view, hand=view.hand[:4]), GenericScene(NAMES[:3], load_words(), ended))
    box = find_changed_box(draw(view, GenericScene(NAMES[:3], load_words(), ended)), other)
    assert box[1] >= find_hand(5).y - RAISED_CARD_OFFSET


@pytest.mark.parametrize("locale", list_locales())
def test_every_ribbon_is_complete_in_every_language(locale: str) -> None:
    view, w = RULES.view(MIDDLE_POSITION, None), load_words(locale)
    round_ends = [
        RoundEnded(HAND_EMPTY_ENDING, winners, (0, 0, 3), 1, (1, 1, 0)) for winners in ((0,), (0, 1))
    ]
    ends = (
        Outcome(HAND_EMPTY_ENDING, (1, 2, 3), (3, 0, 0)),
        Outcome(HAND_EMPTY_ENDING, (1, 1, 3), (3, 3, 0)),
    )
    scenes: list[Scene] = [
        *(GenericScene(NAMES[:3], w, (ended,)) for ended in round_ends),
        *(GenericScene(NAMES[:3], w, (), end) for end in (*ends, make_draw(CLOSED_ENDING, 3))),
    ]
    with record_lines() as lines:
        for scene in scenes:
            draw(view, scene)
    assert not [line.content for line in lines if "…" in line.content]


def test_the_cards_played_last_are_not_marked_after_the_match() -> None:
    state = make_position("", "2k", stacks="9 945")
    events = (CoralsPlayed(0, 1, state.stacks[1][1:], 9, 0),)
    end = Outcome(HAND_EMPTY_ENDING, (1, 2), (1, 0))
    plain, marked = (draw_picture(state, events=told, outcome=end) for told in ((), events))
    assert marked.tobytes() == plain.tobytes()


def test_the_stacks_of_a_new_round_fill_the_picture() -> None:
    state = make_position("45k", "9jq2")
    assert draw_picture(state).height == NEW_ROUND_HEIGHT < draw_picture(state, 0).height
    wide, beside = (
        draw_picture(replace(state, stacks=stacks), 0) for stacks in (state.stacks, MIDDLE_POSITION.stacks)
    )
    box = (TURN_BOX.x, TURN_BOX.y + 20, TURN_BOX.x + TURN_BOX.w, TURN_BOX.y + TURN_BOX.h)
    gold = palette.find_index("#FFC53D")
    assert wide.crop(box).histogram()[gold] == 0 < beside.crop(box).histogram()[gold]


def test_lessons_and_puzzles_mark_stacks_and_plates_where_they_are_drawn() -> None:
    view, sprites = RULES.view(MIDDLE_POSITION, 0), load_atlas("coral_reef")
    image = draw(view, GenericScene(NAMES[:3], load_words(), is_quiz=True))
    for number, stack in enumerate(view.stacks, 1):
        (box,) = list_places(view, "pile", str(number))
        prefix = f"card_{LETTER_BY_CARD[stack[-1]]}"
        sprite = sprites[f"{prefix}_{box.w}"].image
        inner = (20, 20, box.w - 20, sprite.height - 90)
        x, y = box.x, box.y + box.h - sprite.height
        cropped = image.crop((x + 20, y + 20, x + inner[2], y + inner[3]))
        assert cropped.tobytes() == sprite.crop(inner).tobytes()
    turn, own = list_places(view, PLATES_FIELD, "")
    gold = palette.find_index("#FFC53D")
    for box in (turn, own):
        assert image.getpixel((box.x + box.w - 30, box.y + 20)) == gold


def test_animals_swim_only_where_no_large_cards_cover_parts_of_them() -> None:
    fresh, later = make_position("45k", "9jq2"), make_position("45k", "9jq2", stacks="9 945")
    tables = load_atlas("coral_reef")
    assert tables["table_plain"].image.tobytes() != tables["table_open"].image.tobytes()
    for state, steady, kind in ((fresh, False, "plain"), (later, False, "open"), (fresh, True, "open")):
        scene: Scene = GenericScene(NAMES[:2], load_words(), is_steady=steady)
        background = Painter(RULES.view(state, None), scene).canvas.image
        assert background.tobytes() == tables[f"table_{kind}"].image.tobytes(), "a replay's never changes"


def test_an_animal_partly_covered_by_stacks_is_removed() -> None:
    ((box, _),) = list_covers("ray")
    tables = load_atlas("coral_reef")
    for obstacle, is_shown in (
        (Box(box.x, box.y + box.h - 30, box.w, 400), True),
        (Box(box.x + box.w // 2, box.y, box.w, box.h), False),
    ):
        canvas = Canvas(tables["table_open"])
        remove_covered_animals(canvas, [obstacle])
        kind = "open" if is_shown else "dim"
        edges = (box.x, box.y, box.x + box.w, box.y + box.h)
        assert canvas.image.crop(edges).tobytes() == tables[f"table_{kind}"].image.crop(edges).tobytes()


def test_only_the_covered_fish_of_a_shoal_are_removed() -> None:
    covers, tables = list_covers("shoal"), load_atlas("coral_reef")
    assert len(covers) > 4
    for number, (box, _) in enumerate(covers):
        canvas = Canvas(tables["table_dim"])
        remove_covered_animals(canvas, [Box(box.x + box.w // 2, box.y, box.w, box.h)])
        gone = [
            canvas.image.crop(edges).tobytes() != tables["table_dim"].image.crop(edges).tobytes()
            for edges in ((one.x, one.y, one.x + one.w, one.y + one.h) for one, _ in covers)
        ]
        assert gone[number] and not all(gone)


def test_only_the_last_of_overlapping_card_backs_has_a_shell() -> None:
    sprites = load_atlas("coral_reef")
    covered, whole = (sprites[f"back_38{kind}"].image for kind in ("_covered", ""))
    middle = (15, 20, 23, 32)
    gold = palette.find_index("#FFC53D")
    assert gold in whole.crop(middle).tobytes() and gold not in covered.crop(middle).tobytes()
    assert whole.crop((0, 0, 6, whole.height)).tobytes() == covered.crop((0, 0, 6, whole.height)).tobytes()
    for hand, shells in (("2345678k", 1), ("234", 3)):
        picture = draw_picture(make_position(*[hand] * 4))
        plate = list_plates(4, has_status=True)[1]
        row = picture.crop((plate.x, plate.y + 72, plate.x + plate.w, plate.y + plate.h - 8))
        columns = [gold in row.crop((x, 0, x + 1, row.height)).tobytes() for x in range(60, row.width - 8)]
        assert sum(after and not before for before, after in pairwise(columns)) == shells


def test_a_quiz_shows_where_a_new_stack_would_go() -> None:
    names, plus = NAMES[:2], palette.find_index(NEW_STACK_COLOUR)
    for hand, count in (("936", 1), ("836", 0)):
        view = RULES.view(make_position(hand, "22334455", stacks="9 98 94 97"), 0)
        scene: Scene = GenericScene(names, load_words(), reader_seat=0, is_quiz=True)
        places = list_places(view, "kind", "seed")[1:]
        assert len(places) == count
        shown = Painter(view, scene).paint()
        for box in places:
            assert plus in shown.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes()
            assert all(measure_gap(box, stack) > 0 for stack in list_places(view, EVERY_FIELD, "0"))
            usual = Painter(view, replace(scene, is_quiz=False)).paint()
            assert shown.tobytes() != usual.tobytes()


def test_all_cards_of_a_quiz_are_at_the_same_height() -> None:
    view = RULES.view(make_position("936", "22334455", stacks="9 98 94 97"), 0)
    assert len({box.y for box in list_places(view, EVERY_FIELD, "1")}) == 1
