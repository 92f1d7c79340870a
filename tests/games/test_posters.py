"""Posters: each game has its own, in the shared palette, with a description."""

from __future__ import annotations

import pytest

from games.drawing import palette
from games.drawing.png import encode
from games.drawing.poster import HEIGHT, HUNG, WIDTH, arrange_posters, draw_poster
from games.drawing.sprites import atlas
from games.registry import GAMES
from tests.support.brought import WITH_POSTER


@pytest.mark.parametrize("key", WITH_POSTER)
def test_a_game_has_a_poster_of_its_own_pieces(key: str) -> None:
    game = GAMES[key]
    assert game.poster.atlas == key and game.poster.pieces
    assert all(piece.sprite in set(atlas(key)) for piece in game.poster.pieces)
    assert game.poster.alt.msgid
    image = draw_poster(game.title, game.poster)
    assert (image.mode, image.size) == ("P", (WIDTH, HEIGHT))
    assert bytes(image.getpalette() or ())[: len(palette.flat())] == palette.flat()
    assert len(image.getcolors(256) or ()) > 40, "something is on it"
    assert len(encode(image)) < 200_000


def test_no_two_posters_are_alike_and_all_hang_in_one_picture() -> None:
    posters = [draw_poster(game.title, game.poster) for game in GAMES.values()]
    assert len({image.tobytes() for image in posters}) == len(GAMES)
    whole = arrange_posters(posters)
    assert whole.width == 2 * HUNG[0] + 12 and whole.mode == "P"
