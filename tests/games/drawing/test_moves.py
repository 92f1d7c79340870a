"""Moving pieces in a film start and end where the boards show them."""

from __future__ import annotations

import pytest
from PIL import Image

from games.core.picture import TALLEST, WIDTH, Move
from games.core.texts import Scene
from games.core.words import words
from games.drawing import palette, tween
from games.drawing.reduction import reduce_sprite
from games.drawing.replay import Film
from games.drawing.sprites import load_atlas
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.support.game_parts import WITH_MOVES
from tools.walks import Case

SIZES = [(key, seats) for key in WITH_MOVES for seats in GAMES[key].seats]

LAID = {
    "das_riff": ("coral",),
    "reef": tuple(f"large_{letter}{height}" for letter in "rygp" for height in (1, 2, 3, 4)),
}
"""Sprites that boards draw in the same way as moving pieces."""
DISCARDED = (1287, 334)


@pytest.mark.parametrize(("key", "seats"), SIZES)
def test_every_move_has_a_sprite_and_lies_on_the_board(key: str, seats: int) -> None:
    game = GAMES[key]
    for seed in range(2):
        match = Case(game, seats, game.get_defaults(), seed, rich=True).match
        planning = Film(match, make_names(seats), words())
        moved = 0
        for turn in planning.turns:
            view = match.rules.view(match.state_at(turn.since), None)
            position, events, _ = planning.view_after(turn)
            moves = game.list_moves(view, position, events)
            moved += bool(moves)
            for move in moves:
                assert len(move.way) >= 2
                for x, y in move.way:
                    wide, high = load_atlas(key)[move.sprite].size
                    assert -wide < x < WIDTH and -high < y < TALLEST
        assert moved > len(planning.turns) // 8


@pytest.mark.parametrize("key", ["das_riff", "reef"])
def test_a_piece_ends_at_its_place_on_the_next_board(key: str) -> None:
    game, landed = GAMES[key], 0
    match = Case(game, 2, game.get_defaults(), 7, rich=True).match
    planning = Film(match, make_names(2), words())
    for turn in planning.turns:
        view = match.rules.view(match.state_at(turn.since), None)
        position, events, _ = planning.view_after(turn)
        last = {move.way[-1]: move for move in game.list_moves(view, position, events)}
        # Cards that a shark drives off end on the discard pile, which doesn't show them.
        moves = [move for end, move in last.items() if move.sprite in LAID[key] and end != DISCARDED]
        board = game.draw(position, Scene(planning.names, planning.w, steady=True))
        for move in moves[-1:]:
            sprite, (x, y) = load_atlas(key)[move.sprite], move.way[-1]
            middle = sprite.size[0] // 2, sprite.size[1] // 2
            assert board.getpixel((x + middle[0], y + middle[1])) == sprite.image.getpixel(middle)
            landed += 1
    assert landed >= 5


def make_blank_picture() -> Image.Image:
    image = Image.new("P", (WIDTH // 2, TALLEST // 2), 0)
    image.putpalette(palette.flat())
    return image


def test_a_piece_moves_in_four_frames_to_its_end() -> None:
    move = Move("pearl", ((100, 100), (900, 500)))
    found = list(tween.draw_movement(make_blank_picture(), make_blank_picture(), [move], "das_riff"))
    assert len(found) == tween.FRAMES == 4
    assert 6 <= tween.TICKS <= 9
    lefts = [frame.point([0, *[255] * 255], "L").getbbox() for frame in found]
    assert all(lefts) and [box[0] for box in lefts if box] == sorted({box[0] for box in lefts if box})
    sprite = reduce_sprite("das_riff", "pearl")
    expected = make_blank_picture()
    expected.paste(sprite.image, (450, 250), sprite.mask)
    assert found[-1].tobytes() == expected.tobytes()


def test_pieces_move_one_after_the_other_and_only_some_are_shown() -> None:
    moves = [Move("pearl", ((0, 100 * n), (900, 100 * n))) for n in range(9)]
    counts = [
        len(list(tween.draw_movement(make_blank_picture(), make_blank_picture(), moves[:n], "das_riff")))
        for n in range(10)
    ]
    assert counts[:4] == [0, 4, 6, 8]
    assert counts[6] == counts[9] == 9
    assert max(counts) * tween.TICKS <= tween.LONGEST


def test_a_vacated_place_shows_its_new_content() -> None:
    after = Image.new("P", make_blank_picture().size, 7)
    move = Move("pearl", ((0, 0), (1000, 1000)), lifted=True)
    found = list(tween.draw_movement(make_blank_picture(), after, [move], "das_riff"))
    assert found[-1].getpixel((5, 5)) == 7
    assert found[-1].getpixel((300, 5)) == 0
