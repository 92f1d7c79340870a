"""Pictures of Coral Reef."""

from __future__ import annotations

import gettext
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from games.coral_reef.draw import SIGN_ROOM, SIGN_SIZE, draw
from games.coral_reef.events import Drew, Event, Played, Reformed, RoundBegan, Scene, Seeded
from games.coral_reef.layout import (
    DECK,
    GRIDS,
    HAND,
    PANEL,
    PLATE,
    RAISED,
    RIBBON,
    SEA,
    SHELF_TOP,
    Fan,
    card_height,
    cells,
    fan,
    fan_height,
    grid_for,
    panels,
    shelves,
    spread,
    ways,
)
from games.coral_reef.parts import CARDS, LETTERS, RANKS, REFORMS, TILES
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.texts.nouns import hand_row
from games.coral_reef.view import HAND_EMPTY
from games.core.outcome import CLOSED, Outcome, drawn
from games.core.picture import HEIGHT, WIDTH
from games.core.texts import SceneOf
from games.core.words import Words, list_locales, words
from games.drawing import palette
from games.drawing.canvas import SPOT, Canvas
from games.drawing.sprites import atlas
from games.drawing.text import width
from tests.games.coral_reef.build import position
from tests.games.drawing.written import recorded

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
MIDDLE = position("45k", "9jq2", "333", stacks="9 9k6 945 97", deck=None, rounds=3)


def picture(
    state: State, viewer: int | None = None, events: tuple[Event, ...] = (), outcome: Outcome | None = None
) -> Image.Image:
    scene: Scene = SceneOf(NAMES[: len(state.hands)], words(), events, outcome or RULES.outcome(state))
    return draw(RULES.view(state, viewer), scene)


class Other(Words):
    """English, one label of which says something else."""

    def __init__(self, label: str) -> None:
        super().__init__("en", gettext.NullTranslations())
        self._label = label

    def __call__(self, msgid: str, /, **values: object) -> str:
        text = super().__call__(msgid, **values)
        return "#" if self._label and text.startswith(self._label) else text


def changed(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("corals", [CARDS, TILES])
def test_every_number_of_seats_draws_for_everybody(seats: int, corals: str) -> None:
    state = position(*["2345"] * seats, deck=None, rounds=5, corals=corals, wins=(2,) * seats)
    seen = set()
    for viewer in (None, *range(seats)):
        image = picture(state, viewer)
        assert (image.size, image.mode) == ((WIDTH, HEIGHT), "P")
        assert max(image.tobytes()) < palette.CLEAR
        seen.add(image.tobytes())
    assert len(seen) == seats + 1


def test_every_seat_has_a_mark_of_its_own_beside_its_count_and_on_its_cards() -> None:
    image = picture(position(*["23"] * 6))
    plates, hands = [], []
    for seats, top in zip(shelves(6, None), SHELF_TOP, strict=True):
        for box in panels(len(seats), top):
            plates.append(image.crop((box.x + 18, box.y + 95, box.x + 46, box.y + 123)).tobytes())
            last = box.x + PLATE[0] + 16 + spread(2, 88, box.w - PLATE[0] - 24, 80)
            hands.append(image.crop((last, box.y + 12, last + 88, box.y + 140)).tobytes())
    assert len(set(plates)) == 6
    assert len(set(hands)) == 6


def test_marks_are_told_apart_without_their_colours() -> None:
    sprites = atlas("coral_reef")
    shapes = []
    for seat in range(6):
        grey = sprites[f"medal_{seat}_60"].image.crop((10, 10, 50, 50))
        grey.putpalette(palette.flat())
        middle = grey.convert("RGB").convert("L")
        levels = middle.tobytes()
        half = (min(levels) + max(levels)) / 2
        shapes.append(middle.point([255 if level > half else 0 for level in range(256)]))
    for one, two in combinations(shapes, 2):
        differing = ImageChops.difference(one, two).histogram()[255]
        # Neither like another one nor like its opposite.
        assert 100 < differing < 1500


def test_in_a_film_no_shelf_is_lit_for_whom_it_is_not() -> None:
    far, near = (RULES.view(position("6", "6", seat=seat), None) for seat in (1, 0))
    steady: Scene = SceneOf(NAMES[:2], words(), steady=True)
    ends = (1000, 0, WIDTH, SHELF_TOP[0]), (1000, HEIGHT - 20, WIDTH, HEIGHT)
    one, two = draw(far, steady), draw(near, steady)
    assert [one.crop(box).tobytes() for box in ends] == [two.crop(box).tobytes() for box in ends]
    lit = draw(far, SceneOf(NAMES[:2], words()))
    assert [one.crop(box).tobytes() == lit.crop(box).tobytes() for box in ends] == [False, True]


def test_in_a_film_nothing_moves_but_what_is_played() -> None:
    before = position("66", "2233445", "6", "6", stacks="9 9k6 945 97", rounds=3)
    after = position("66", "223", "6", "6", stacks="9 9k6 945 977788", rounds=3)

    def still(steady: bool) -> list[bool]:
        names, view = NAMES[:4], RULES.view
        one, two = (draw(view(s, None), SceneOf(names, words(), steady=steady)) for s in (before, after))
        last = cells(4)[-1]
        stacks = (SEA.x, SEA.y, last.x, SEA.y + SEA.h)
        back = panels(2, SHELF_TOP[1])[0].x + PLATE[0]
        hand = (back, SHELF_TOP[1], back + 112, HEIGHT)
        return [one.crop(box).tobytes() == two.crop(box).tobytes() for box in (stacks, hand)]

    assert still(steady=True) == [True, True]
    assert still(steady=False) == [False, False]


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("stacks", [*range(4, 26), 40, 48, 56])
def test_cells_lie_in_the_sea_and_hold_their_cards(stacks: int, over: bool) -> None:
    boxes, grid = cells(stacks, over), grid_for(stacks, over)
    assert len(boxes) == stacks
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
    for box in boxes:
        assert SEA.x <= box.x
        assert box.x + box.w <= SEA.x + SEA.w <= PANEL.x
        assert SEA.y <= box.y
        assert box.y + box.h <= SEA.y + SEA.h
        assert grid.card <= box.w
        for deep in (1, 2, 5, 99):
            shown = fan(deep, box, grid)
            assert 1 <= shown.cards <= deep
            # With so many stacks as hardly ever are, the depth of each has no room once all is over.
            assert shown.stub == (shown.cards < deep) or (over and stacks > 42)
            assert fan_height(shown, grid) + grid.foot <= box.h


def test_every_grid_has_its_turn() -> None:
    assert {grid_for(stacks) for stacks in range(4, 57)} == set(GRIDS)
    assert {grid_for(stacks, over=True) for stacks in range(4, 57)} == set(GRIDS[1:])


def test_what_lies_below_a_fan_is_counted() -> None:
    box, grid = cells(4)[1], grid_for(4)
    fit = next(deep for deep in range(1, 20) if fan(deep + 1, box, grid).stub)
    assert fan(fit, box, grid) == Fan(fit, stub=False)
    assert fan(fit + 1, box, grid) == Fan(fit - 1, stub=True)
    deep = "92345678a23456"
    made = [position("4", "4", stacks=f"9 {cards} 9 9") for cards in (deep, deep[1:])]
    places = [fan(len(state.stacks[1]), box, grid) for state in made]
    assert places[0] == places[1] == Fan(fit - 1, stub=True)
    # The same cards show; of those below them there is one less.
    top = box.y + (box.h - grid.foot - fan_height(places[0], grid)) // 2
    number = (box.x, top, box.x + box.w, top + grid.strip)
    one, two = (picture(state).crop(number).tobytes() for state in made)
    assert one != two


@pytest.mark.parametrize("corals", [CARDS, TILES])
def test_of_covered_cards_all_is_laid_that_shows(corals: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "9t345678t234" if corals == TILES else "9t3k5q78j234"
    more = "9 8 7 6 5 a a 2 3 4 5 6 7 8 9 9 9 2 3 4 5 6 7 8 a a"
    states = [
        position("4", "4", stacks=f"{deep} {' '.join(more.split()[: count - 1])}", corals=corals)
        for count in (4, 5, 8, 17, 25)
    ]
    made = [picture(state).tobytes() for state in states]
    put = Canvas.put
    monkeypatch.setattr(Canvas, "put", lambda self, sprite, x, y, rows=None: put(self, sprite, x, y))
    assert [picture(state).tobytes() for state in states] == made


def test_every_ribbon_leaves_the_stacks_free() -> None:
    for stacks in (4, 6, 8, 16, 24):
        assert min(box.y for box in cells(stacks, over=True)) >= RIBBON.y + 122
    cards = MIDDLE.stacks[1][-2:]
    told, end = (Played(0, 1, cards, 9, 0),), Outcome(HAND_EMPTY, (1, 2, 3), (3, 0, 0))
    box = changed(picture(MIDDLE, outcome=end), picture(MIDDLE, events=told, outcome=end))
    assert box[3] - box[1] == fan_height(Fan(2, stub=False), grid_for(4, over=True)) + 2 * SPOT


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_has_a_panel_of_their_own(seats: int) -> None:
    for viewer in (None, *range(seats)):
        far, near = shelves(seats, viewer)
        assert sorted((*far, *near)) == list(range(seats))
        assert viewer is None or near == (viewer,)
        for row, top in ((far, SHELF_TOP[0]), (near, SHELF_TOP[1])):
            boxes = panels(len(row), top)
            assert all(box.w >= PLATE[0] and box.x >= 0 and box.x + box.w <= WIDTH for box in boxes)
            assert all(a.x + a.w <= b.x for a, b in pairwise(boxes))


@pytest.mark.parametrize("count", [1, 8, 15, 28])
def test_a_hand_of_any_size_fits_and_shows_each_rank(count: int) -> None:
    step = spread(count, 112, HAND.w, 120)
    assert step * (count - 1) + 112 <= HAND.w
    assert count == 1 or step >= 34
    assert HAND.x + HAND.w <= WIDTH
    assert HAND.y + card_height(112) + 4 <= HEIGHT


@pytest.mark.parametrize("corals", [CARDS, TILES])
def test_every_rank_has_a_face_of_its_own(corals: str) -> None:
    faces = set()
    for letter in RANKS[corals]:
        state = position(letter, "2", stacks="9 9 9 9", corals=corals)
        image = picture(state, 0)
        faces.add(image.crop((HAND.x, HAND.y + 12, HAND.x + 112, HAND.y + 140)).tobytes())
    assert len(faces) == len(RANKS[corals])


def test_what_can_be_played_is_marked() -> None:
    one = picture(position("45k", "9", stacks="9"), 0)
    other = picture(position("45k", "9", stacks="8"), 0)
    x, y, right, bottom = HAND.x, HAND.y - 24, HAND.x + 3 * 120, HEIGHT
    assert one.crop((x, y, right, bottom)).tobytes() != other.crop((x, y, right, bottom)).tobytes()


@pytest.mark.parametrize("hand", ["45k", "2233445566778899aakkqqjj4"])
def test_the_outline_of_a_drawn_card_leaves_the_sign_of_what_can_be_played_whole(hand: str) -> None:
    state = position(hand, "9", stacks="9")
    drawn_card = state.hands[0][0]
    drew = replace(state, round=replace(state.round, drew=((0, drawn_card),)))
    plain, outlined = picture(state, 0), picture(drew, 0, events=(Drew(0, drawn_card, True),))
    box = changed(plain, outlined)
    assert box[1] >= HAND.y - RAISED - 1
    at = [hand_row(state.hands[0]).index(drawn_card)]
    step = spread(len(hand), 112, HAND.w, 120)
    x = HAND.x + step * at[0] + (42 if step > 80 else max(2, step // 2 - 13))
    sign = (x, HAND.y - RAISED - 12, x + 26, HAND.y - RAISED + 10)
    shape = atlas("coral_reef")["marker"]
    covered = Image.new("P", (26, 22), 0)
    assert shape.mask is not None
    for image in (plain, outlined):
        found = image.crop(sign)
        found.paste(covered, (0, 0), ImageChops.invert(shape.mask.convert("L")).convert("1"))
        wanted = shape.image.copy()
        wanted.paste(covered, (0, 0), ImageChops.invert(shape.mask.convert("L")).convert("1"))
        assert found.tobytes() == wanted.tobytes()


def test_at_the_end_the_outline_lies_on_its_card() -> None:
    state = position("45k", "9", stacks="9")
    drawn_card = state.hands[0][0]
    drew = replace(state, round=replace(state.round, drew=((0, drawn_card),)))
    end = Outcome(HAND_EMPTY, (2, 1), (0, 1))
    plain, outlined = (picture(s, 0, (Drew(0, drawn_card, True),), end) for s in (state, drew))
    assert changed(plain, outlined)[1] >= HAND.y + 3


def test_a_play_is_outlined_on_its_stack_alone() -> None:
    cards = MIDDLE.stacks[1][-2:]
    box = changed(picture(MIDDLE), picture(MIDDLE, events=(Played(0, 1, cards, 9, 3),)))
    cell = cells(4)[1]
    assert cell.x <= box[0] < box[2] <= cell.x + cell.w
    assert cell.y <= box[1] < box[3] <= cell.y + cell.h
    assert box[3] - box[1] == fan_height(Fan(2, stub=False), GRIDS[0]) + 2 * SPOT


@pytest.mark.parametrize("locale", list_locales())
def test_the_panel_says_what_its_signs_count_in_every_language(locale: str) -> None:
    w = words(locale)
    for said in (w("Reshuffled"), w("{time} of {most}", time=REFORMS, most=REFORMS)):
        assert width(said, SIGN_SIZE) <= SIGN_ROOM
    view = RULES.view(position("4", "4", reforms=2), None)
    one, two = (draw(view, SceneOf(NAMES[:2], Other(each))) for each in ("", "Reshuffled"))
    box = changed(one, two)
    assert PANEL.x <= box[0] < box[2] <= PANEL.x + PANEL.w
    # Just below them.
    assert 614 <= box[1] < box[3] <= 650


def test_a_seed_a_draw_and_a_new_deck_are_outlined() -> None:
    plain = picture(MIDDLE)
    seeded = changed(plain, picture(MIDDLE, events=(Seeded(0, 3, MIDDLE.stacks[3][0], 3),)))
    assert cells(4)[3].x <= seeded[0]
    drew = changed(plain, picture(MIDDLE, events=(Drew(2, None, False),)))
    assert drew[3] - drew[1] < PLATE[1]
    anew = changed(plain, picture(MIDDLE, events=(Reformed(9, 1),)))
    assert (anew[0] + 6, anew[1] + 6) == (DECK.x, DECK.y)


def test_nothing_of_an_earlier_round_is_outlined() -> None:
    cards = MIDDLE.stacks[1][-2:]
    told = (Played(0, 1, cards, 9, 0), Drew(1, None, True), RoundBegan(2, 1))
    assert picture(MIDDLE, events=told).tobytes() == picture(MIDDLE).tobytes()


def test_every_ending_has_a_ribbon_of_its_own() -> None:
    plain = picture(MIDDLE)
    ends = (
        Outcome(HAND_EMPTY, (1, 2, 3), (3, 0, 0)),
        Outcome(HAND_EMPTY, (1, 1, 3), (3, 3, 0)),
        drawn(CLOSED, 3),
    )
    made = {picture(MIDDLE, outcome=end).tobytes() for end in ends}
    assert len(made | {plain.tobytes()}) == 4


def test_long_and_empty_names_stay_on_their_plates() -> None:
    view = RULES.view(MIDDLE, None)
    for name in ("W" * 64, " ", "🐠" * 9):
        image = draw(view, SceneOf((name, "Bob", "Cleo"), words(), ()))
        plain = draw(view, SceneOf(("A", "Bob", "Cleo"), words(), ()))
        assert image.size == plain.size
        far = image.crop((0, 0, WIDTH, 190)).tobytes()
        assert far == plain.crop((0, 0, WIDTH, 190)).tobytes()


def test_letters_are_all_drawn() -> None:
    assert set(RANKS[CARDS]) == set(LETTERS)


@pytest.mark.parametrize("seats", range(3, 7))
def test_each_seat_points_to_the_next(seats: int) -> None:
    signs = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
    for viewer in (None, *range(seats)):
        rows = shelves(seats, viewer)
        found = ways(*rows)
        middles = {
            seat: (box.x + box.w / 2, top)
            for row, top in zip(rows, SHELF_TOP, strict=True)
            for seat, box in zip(row, panels(len(row), top), strict=True)
        }
        for seat in range(seats):
            (x, y), (next_x, next_y) = middles[seat], middles[(seat + 1) % seats]
            across, down = signs[found[seat]]
            if down:
                assert (next_y - y) * down > 0
            else:
                assert (next_x - x) * across > 0
                assert next_y == y


def test_the_direction_of_play_is_drawn_where_there_is_a_choice() -> None:
    kit = atlas("kit")
    for hands, expected in ((["23"] * 2, False), (["23"] * 3, True), (["23"] * 6, True)):
        image = picture(position(*hands))
        found = ways(*shelves(len(hands), None))
        for row, top in zip(shelves(len(hands), None), SHELF_TOP, strict=True):
            for seat, box in zip(row, panels(len(row), top), strict=True):
                sign = kit[f"way_{found[seat]}"].image.crop((9, 9, 25, 25))
                shown = image.crop((box.x + 195, box.y + 27, box.x + 211, box.y + 43))
                assert (shown.tobytes() == sign.tobytes()) is expected


@pytest.mark.parametrize("seats", range(2, 7))
def test_once_the_match_is_over_every_hand_lies_open(seats: int) -> None:
    over = replace(position("", *["2k"] * (seats - 1), stacks="9"), ending=HAND_EMPTY)
    end = Outcome(HAND_EMPTY, (1, *[2] * (seats - 1)), (1, *[0] * (seats - 1)))
    for viewer in (None, *range(seats)):
        view = RULES.view(over, viewer)
        scene: Scene = SceneOf(NAMES[:seats], words(), (), end)
        open_hands = draw(view, scene)
        for seat in range(1, seats):
            hands = tuple((view.hands[seat][0],) if s == seat else hand for s, hand in enumerate(view.hands))
            box = changed(open_hands, draw(replace(view, hands=hands), scene))
            far, near = SHELF_TOP
            assert far - 4 <= box[1] < box[3] <= far + 160 or near - 4 <= box[1]
    for viewer in (None, *range(seats)):
        assert RULES.view(replace(over, ending=""), viewer).hands == ()


@pytest.mark.parametrize("seats", range(2, 7))
def test_at_the_end_every_plate_bears_the_medal_of_its_place(seats: int) -> None:
    state = position(*["23"] * seats)
    end = Outcome(HAND_EMPTY, tuple(range(1, seats + 1)), tuple(range(seats, 0, -1)))
    image = picture(state, outcome=end)
    for row, top in zip(shelves(seats, None), SHELF_TOP, strict=True):
        for seat, box in zip(row, panels(len(row), top), strict=True):
            medal = atlas("kit")[f"place_{seat + 1}"].image.crop((14, 26, 38, 48))
            place = (box.x + 188, box.y + 30, box.x + 212, box.y + 52)
            assert image.crop(place).tobytes() == medal.tobytes()


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("cards", [8, 10, 20, 44])
def test_the_number_of_cards_keeps_clear_of_the_stars(rounds: int, cards: int) -> None:
    dealt = RULES.view(position("23", "3", rounds=rounds, deck=None), None)
    view = replace(dealt, hand_sizes=(cards, 1))
    with recorded() as lines:
        none = draw(view, SceneOf(NAMES[:2], words()))
    stars = draw(replace(view, wins=(rounds, 0)), SceneOf(NAMES[:2], words()))
    count = next(line for line in lines if line.content == str(cards))
    row = (count.left, count.top, count.left + 160, count.bottom)
    first = changed(none.crop(row), stars.crop(row))[0] + count.left
    assert count.right + 4 <= first
