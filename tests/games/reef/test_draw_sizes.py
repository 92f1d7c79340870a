"""Reef boards at the size on a phone: texts are legible, and the last move is visible in grey."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from games.core.picture import RING_MARGIN
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.drawing import palette
from games.drawing.sprites import load_atlas
from games.drawing.text import measure_width
from games.reef.draw import LETTER_SIZE, draw
from games.reef.draw_marks import NEW_RING_INSETS, list_links
from games.reef.events import CardPlayed, PatternScored
from games.reef.layout import FACE_INSET, LARGE_HELD_SIZE, ROW_NUMBER_DISTANCE
from games.reef.parts import CARDS, COLOUR_LETTERS, CORALS_PER_COLOUR_BY_SEAT_COUNT, REEF_SIDE
from tests.games.reef.golden import RECORDER, Match, deal, make_keen_player, play
from tests.games.reef.picture_boxes import find_face_box
from tests.support.nightly import defer_to_ci
from tests.support.pictures import measure_contrast
from tests.support.text_sizes import find_texts_in_sprite, find_too_small_texts, record_text_sizes

NAMES = ("Wilhelmina-Charlotte", "Maximiliane von Hohenstein", "Bo", "x" * 32)
MIN_PLACED_CORAL_CONTRAST = 110
"""Minimum difference in grey level (0 to 255) where a coral was placed."""
MIN_CARD_TEXT_SIZE = 44
"""Minimum font size on the cards from which a seat chooses: 11 pixels on a phone."""
MIN_SCORING_MARK_CONTRAST = 70
"""Minimum difference in grey level of the mark on a coral that scored."""


def draw_for_phone(match: Match, viewer: int | None, locale: str = "en") -> None:
    view = match.rules.view(match.state, viewer)
    events = tuple(match.rules.redact(event, viewer) for event in match.events)
    draw(
        view,
        GenericScene(NAMES[: len(view.seats)], load_words(locale), events, match.outcome, reader_seat=viewer),
    )


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
@pytest.mark.parametrize("locale", defer_to_ci(list_locales(), "en", "nl"))
def test_everything_on_a_board_can_be_read_on_a_phone(seat_count: int, locale: str) -> None:
    for seed in range(2):
        for rows in (0, 2, 13, 10_000):
            match = play(
                deal(seed, seat_count, deck="face_up" if seed else "face_down"), make_keen_player(seed), rows
            )
            with record_text_sizes() as found:
                for viewer in (None, *range(seat_count)):
                    draw_for_phone(match, viewer, locale)
            assert found
            assert find_too_small_texts(found) == [], (seed, rows)


def test_no_sprite_contains_a_letter_or_a_small_digit() -> None:
    found = {text for name in load_atlas("reef") for text in find_texts_in_sprite("reef", name)}
    assert {"1", "4", "2+", "60"} <= {text.content for text in found}
    assert [text for text in found if not re.fullmatch(r"\d+\+?", text.content)] == []
    assert find_too_small_texts(found) == []


def test_the_number_the_points_and_a_lone_height_on_each_card_are_large() -> None:
    for number, card in CARDS.items():
        heights = {str(element.height) for element in card.pattern if element.height}
        large = {
            text.content
            for text in find_texts_in_sprite("reef", f"card_{number}")
            if text.size >= MIN_CARD_TEXT_SIZE
        }
        lone = heights if len(card.pattern) == 1 else set[str]()
        assert large == {str(number), str(card.points), *lone}, number


@pytest.mark.parametrize("name", ["small", "large", "told_2", "told_3", "supply", "brought"])
def test_the_four_corals_differ_in_grey_on_a_phone(name: str) -> None:
    """The faces differ in their patterns, not only in their tones."""
    key = "{}_{}1" if name in ("small", "large") else "{}_{}"
    faces = [flatten_sprite(key.format(name, letter)) for letter in COLOUR_LETTERS]
    for number, one in enumerate(faces):
        for other in faces[:number]:
            assert measure_contrast(one, other) > 40


def flatten_sprite(key: str) -> Image.Image:
    """Paste a sprite on the panel's background."""
    image = Image.new("RGB", load_atlas("reef")[key].size, "#0E3450")
    sprite = load_atlas("reef")[key]
    picture = sprite.image.copy()
    picture.putpalette(palette.to_bytes())
    image.paste(picture.convert("RGB"), (0, 0), sprite.mask)
    return image


@pytest.mark.parametrize("name", ["supply_out_2", "supply_out_3_face_up", "supply_out_4_chosen"])
def test_the_last_move_is_visible_on_a_phone_in_grey(name: str) -> None:
    match = RECORDER.load_match(RECORDER.read_text(name))
    laid = scored = 0
    for step in match.steps:
        placed = [event for event in step.events if isinstance(event, CardPlayed)]
        counted = [event for event in step.events if isinstance(event, PatternScored)]
        if not placed:
            continue
        view = match.rules.view(step.state, None)
        if view.hands:
            continue
        names = NAMES[: len(view.seats)]
        bare, highlighted = (
            draw(view, GenericScene(names, load_words(), events)).convert("RGB")
            for events in ((), step.events)
        )
        new = {cell for event in placed for cell, _ in event.placed}
        lit = {cell for event in counted for spaces in event.matches for cell in spaces}
        seat = placed[0].seat
        for cell in new | lit:
            box = find_face_box(view, seat, cell)
            step_in_grey = measure_contrast(bare.crop(box), highlighted.crop(box))
            assert step_in_grey > (MIN_PLACED_CORAL_CONTRAST if cell in new else MIN_SCORING_MARK_CONTRAST), (
                cell,
                step_in_grey,
            )
        laid, scored = laid + len(new), scored + len(lit)
        around = {cell for cell in range(REEF_SIDE * REEF_SIDE) if not is_near(cell, new | lit)}
        for cell in around:
            box = find_face_box(view, seat, cell)
            assert bare.crop(box).tobytes() == highlighted.crop(box).tobytes()
    assert laid > 8
    assert scored > 8


def is_near(cell: int, others: set[int]) -> bool:
    """Return whether a space is one of ``others`` or adjacent to one."""
    return any(
        abs(cell // REEF_SIDE - other // REEF_SIDE) <= 1 and abs(cell % REEF_SIDE - other % REEF_SIDE) <= 1
        for other in others
    )


def test_only_adjacent_spaces_of_a_scored_pattern_are_linked() -> None:
    assert list_links((0, 1, 4, 5), joins_first_only=False) == [(0, 1), (0, 4), (1, 5), (4, 5)]
    assert list_links((0, 5, 10), joins_first_only=False) == [], "a band would cross the sides of stacks"
    assert list_links((0, 1, 4), joins_first_only=False) == [(0, 1), (0, 4)]
    assert list_links((5, 0, 1, 4), joins_first_only=True) == [(5, 1), (5, 4)]
    assert list_links((7,), joins_first_only=False) == []


def test_the_backs_beside_a_large_reef_have_round_corners_and_a_visible_border() -> None:
    sprite = load_atlas("reef")["large_held"]
    assert sprite.size == LARGE_HELD_SIZE
    assert sprite.mask is not None
    radius = LARGE_HELD_SIZE[0] // 24
    assert not any(sprite.mask.crop((0, 0, radius, radius)).tobytes()), "the corner is cut"
    row = [palette.list_colours()[index] for index in sprite.image.crop((0, 50, 30, 51)).tobytes()]
    assert sum(min(colour) > 180 for colour in row) >= 4


@pytest.mark.parametrize("is_large", [False, True])
def test_no_ring_covers_the_number_of_a_row(is_large: bool) -> None:
    ring_left = FACE_INSET[0] + NEW_RING_INSETS[is_large] - RING_MARGIN
    for name in "1234":
        assert measure_width(name, LETTER_SIZE) // 2 - ROW_NUMBER_DISTANCE <= ring_left + 1
