"""Each game has its own poster, in true colour and with a description."""

from __future__ import annotations

import pytest

from games.core.picture import Poster
from games.drawing.poster import (
    ARRANGED_SIZE,
    POSTER_HEIGHT,
    POSTER_WIDTH,
    arrange_posters,
    draw_poster,
    encode_poster,
    load_poster_art,
)
from games.drawing.sprites import load_atlas
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_POSTER


@pytest.mark.parametrize("key", GAMES_WITH_POSTER)
def test_a_game_has_a_poster_of_its_own_pieces(key: str) -> None:
    game = GAMES[key]
    assert game.poster.atlas == key and game.poster.pieces
    assert all(piece.sprite in set(load_atlas(key)) for piece in game.poster.pieces)
    assert game.poster.alt.msgid
    image = draw_poster(game.title, game.poster)
    assert (image.mode, image.size) == ("RGB", (POSTER_WIDTH, POSTER_HEIGHT))
    assert image.getcolors(1000) is None, "smooth edges have many colours"
    assert len(encode_poster(image)) < 300_000


@pytest.mark.slow
def test_the_art_of_posters_is_up_to_date() -> None:
    pytest.importorskip("resvg_py")
    from tools import posters

    assert posters.main(["--check"]) == 0


def test_a_game_without_art_has_a_poster_with_its_title() -> None:
    image = draw_poster("Example", Poster())
    assert image.size == load_poster_art(Poster()).size
    assert image.tobytes() != load_poster_art(Poster()).tobytes()


def test_posters_differ_and_are_arranged_in_one_picture() -> None:
    posters = [draw_poster(game.title, game.poster) for game in GAMES.values()]
    assert len({image.tobytes() for image in posters}) == len(GAMES)
    whole = arrange_posters(posters)
    assert whole.width == 2 * ARRANGED_SIZE[0] + 12 and whole.mode == "RGB"
