"""A wrong picture of a board is reported as the picture that it is."""

from __future__ import annotations

import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.scenes import make_tableless_scene
from games.core.match import Match
from games.core.words import load_words
from games.drawing.png import encode
from games.registry import GAMES
from tests.proof.drill.shown import identify_picture
from tests.support.standin.world import make_upload

TABLE: Any = SimpleNamespace(names=("Ann", "Ben"))


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    """Return a match after each of its first moves."""
    found = [Match.begin(GAMES["reef"], 2, {}, bytes(32))]
    for _ in range(3):
        seat = found[-1].to_act[0]
        found.append(found[-1].act(seat, found[-1].legal_actions(seat)[0].token))
    return found


@pytest.mark.parametrize(
    ("ply", "viewer", "since"), [(2, None, None), (0, None, None), (3, 1, None), (3, 0, 1)]
)
def test_a_picture_is_identified(
    matches: list[Match], ply: int, viewer: int | None, since: int | None
) -> None:
    match = matches[ply]
    view, scene = make_tableless_scene(match, TABLE.names, viewer, load_words(), since)
    upload = make_upload(1, "reef.png", None, encode(match.game.draw(view, scene)))
    place = f"ply {ply} of 3 in en for seat {viewer}, with changes since {since}"
    assert identify_picture(TABLE, matches[-1], upload, b"") == f"{place}, which can't be read"


def test_any_other_picture_is_compared_with_the_expected_one(matches: list[Match]) -> None:
    game = matches[-1].game
    view, scene = make_tableless_scene(matches[-1], TABLE.names, None, load_words(), None)
    picture = game.draw(view, scene)
    expected = encode(picture)

    def identify(content: bytes) -> str:
        return identify_picture(
            TABLE, matches[-1], make_upload(1, "reef.png", None, content), expected
        ).partition("bytes, ")[2]

    assert identify(b"torn") == "which can't be read"
    assert (
        identify(encode(picture, lambda parts: zlib.compress(b"".join(parts), 9))) == "with the same pixels"
    )
    assert identify(encode(picture.crop((0, 0, 10, 10)))) == f"with (10, 10) instead of {picture.size} pixels"
    picture.putpixel((3, 4), (picture.getpixel((3, 4)) + 1) % 8)
    assert identify(encode(picture)) == "with other pixels in (3, 4, 4, 5)"
