"""Das Riff boards at the size on a phone: texts are legible, and changes are visible."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import pytest

from games.core.picture import INK_COLOUR, RING_MARGIN, WHITE_COLOUR
from games.core.words import list_locales, load_words
from games.das_riff.draw import NEW_COUNT_BOX, draw
from games.das_riff.events import (
    BoatBought,
    BroodShown,
    CardFlipped,
    CardHunted,
    CardTaken,
    Event,
    FishBred,
    TableauRefilled,
    WormTaken,
)
from games.das_riff.layout import (
    BROOD_BOXES,
    CARD_SIZE,
    CELL_STEP,
    FIRST_WORM_STOCK,
    RIVER_LEFT,
    RIVER_TOP,
    STOCK_SIZE,
    arrange_stocks,
    list_held_stocks,
)
from games.das_riff.parts import COLOUR_LETTERS, CORAL_CARD, PEARL_CARD, Colour, make_fish
from games.drawing import palette
from games.drawing.sprites import load_atlas
from games.registry import GAMES
from tests.games.das_riff.positions import FULLEST_VIEW, MIDDLE_VIEW, SITUATIONS, make_scene
from tests.support.nightly import defer_to_night
from tests.support.pictures import measure_contrast
from tests.support.text_sizes import find_too_small_texts, record_text_sizes
from tools.walks import Case

GAME = GAMES["das_riff"]
LONG_NAMES = ("Maximiliane Friederike von Hohen", "Bartholomäus der Ältere zu Steyr")


@cache
def make_case(seed: int, is_rich: bool) -> Case:
    return Case(GAME, 2, GAME.get_default_options(), seed, is_rich)


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("seed", defer_to_night([1, 7], 1))
def test_all_texts_on_a_board_are_legible_on_a_phone(seed: int, rich: bool, locale: str) -> None:
    case = make_case(seed, rich)
    with record_text_sizes() as found:
        for ply, state in case.iterate_states(12):
            for viewer in case.viewers:
                scene = case.make_scene(ply, viewer, state)
                for names in (scene.names, LONG_NAMES):
                    GAME.draw(
                        case.rules.view(state, viewer), replace(scene, names=names, w=load_words(locale))
                    )
    assert find_too_small_texts(found) == []
    assert {"1", "8", "A", "D"} <= {one.content for one in found}


@pytest.mark.parametrize("name", SITUATIONS)
def test_all_texts_in_made_up_positions_are_legible_on_a_phone(name: str) -> None:
    with record_text_sizes() as found:
        draw(*SITUATIONS[name])
    assert find_too_small_texts(found) == []


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    "event",
    [
        CardTaken(0, 9, make_fish(1, 1), 1),
        CardTaken(0, 20, CORAL_CARD, None),
        CardTaken(1, 3, PEARL_CARD, None),
        CardFlipped(1, 18, make_fish(4, 1)),
        CardHunted(1, CORAL_CARD, 27, None),
        BoatBought(0, 3),
        FishBred(0, 0, (0, 2)),
    ],
)
def test_a_move_is_visible_on_a_phone_in_grey(viewer: int | None, event: Event) -> None:
    view = replace(MIDDLE_VIEW, viewer=viewer, flipped=None)
    assert measure_contrast(draw(view, make_scene()), draw(view, make_scene((event,)))) >= 80


@pytest.mark.parametrize("seat", [0, 1])
def test_a_changed_stock_is_visible_on_a_phone_in_grey(seat: int) -> None:
    view = replace(FULLEST_VIEW, viewer=None)
    plain, marked = (draw(view, make_scene(events)) for events in ((), (WormTaken(seat, Colour.BLUE, True),)))
    assert measure_contrast(plain.crop((990, 0, 1400, 1166)), marked.crop((990, 0, 1400, 1166))) >= 100


@pytest.mark.parametrize("colour", [Colour.RED, Colour.YELLOW, Colour.BLUE])
def test_the_background_of_a_changed_count_is_whole_beside_other_stocks(colour: Colour) -> None:
    view = replace(FULLEST_VIEW, viewer=None)
    places = arrange_stocks(list_held_stocks(view.reefs[0]), 1)
    box = places[FIRST_WORM_STOCK + colour]
    picture = draw(view, make_scene((WormTaken(0, colour, False),)))
    left, wide = (length * box.w // STOCK_SIZE for length in (NEW_COUNT_BOX.x, NEW_COUNT_BOX.w))
    row = [picture.getpixel((box.x + left + x, box.y + 12)) for x in (0, 5, wide - 6, wide - 1)]
    edge, white = palette.find_index(INK_COLOUR), palette.find_index(WHITE_COLOUR)
    assert row == [edge, white, white, edge]


def test_no_fish_of_an_open_brood_is_cropped() -> None:
    sprites, (_, _, wide, high) = load_atlas("das_riff"), BROOD_BOXES[0]
    pairs = combinations_with_replacement(COLOUR_LETTERS, 2)
    cards = [sprites[f"brood_{first}{second}"].image for first, second in pairs]
    for edge in ((0, 0, wide, 2), (0, high - 2, wide, high), (0, 0, 2, high), (wide - 2, 0, wide, high)):
        assert len({card.crop(edge).tobytes() for card in cards}) == 1


@pytest.mark.parametrize("event", [TableauRefilled((5,), (CORAL_CARD,)), BroodShown((3, 5))])
def test_side_effects_of_a_move_are_visible_on_a_phone_in_grey(event: Event) -> None:
    view = replace(FULLEST_VIEW, viewer=None)
    assert measure_contrast(draw(view, make_scene()), draw(view, make_scene((event,)))) >= 50


def test_new_cards_in_the_river_are_marked_less_than_a_changed_count() -> None:
    """A turn's end refills many cells, which would hide that its player took a worm."""
    view, refilled = replace(FULLEST_VIEW, viewer=None), TableauRefilled((5,), (CORAL_CARD,))
    x, y = RIVER_LEFT + CELL_STEP * 5 - RING_MARGIN + 1, RIVER_TOP + CELL_STEP * 3 + CARD_SIZE // 2
    plain, alone, both = (
        draw(view, make_scene(events)).getpixel((x, y))
        for events in ((), (refilled,), (refilled, WormTaken(0, Colour.RED, False)))
    )
    assert plain != alone and plain == both
