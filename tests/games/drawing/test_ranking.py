"""The last card of a film: everybody by place, with points, within the picture."""

from __future__ import annotations

import pytest

from games.core.outcome import Outcome, ranked, won_by
from games.core.picture import HEIGHT, TALLEST, WIDTH
from games.drawing import palette, text
from games.drawing.canvas import TALL
from games.drawing.fitting import fit
from games.drawing.ranking import ACROSS, NAME, ranking
from games.drawing.sprites import Sprite

PEOPLE = ("Anna", "Benedikt the Long-Winded of the Northern Reefs", "李明", "Дмитрий", "محمد", "Anna!")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts on a picture, in order."""
    told: list[str] = []
    tile = text.tile

    def recorded(content: str, size: int, ink: str, ground: str) -> Sprite:
        told.append(content)
        return tile(content, size, ink, ground)

    monkeypatch.setattr(text, "tile", recorded)
    return told


def test_the_ranking_is_as_high_as_the_boards_before_it() -> None:
    image = ranking("Reef", PEOPLE[:2], won_by("most_points", 2, 0, (3, 1)), TALLEST)
    assert image.size == (WIDTH, TALLEST)
    assert ranking("Reef", PEOPLE[:2], won_by("most_points", 2, 0, (3, 1))).size == (WIDTH, HEIGHT)


def test_everybody_stands_in_order_with_place_and_points(written: list[str]) -> None:
    outcome = ranked("most_points", [(3,), (9,), (1,), (9,), (5,), (2,)], (3, 9, 1, 9, 5, 2))
    image = ranking("Reef", PEOPLE, outcome)
    shown = [fit(PEOPLE, seat, NAME, ACROSS - 384, TALL).lines for seat in range(len(PEOPLE))]
    assert written[0] == "Reef"
    order = (1, 3, 4, 0, 5, 2)
    places = ("1", "1", "3", "4", "5", "6")
    rows = [
        (place, *shown[seat], str(outcome.scores[seat])) for place, seat in zip(places, order, strict=True)
    ]
    assert written[1:] == [one for row in rows for one in row]
    assert image.size == (WIDTH, HEIGHT)
    assert max(image.tobytes()) < palette.CLEAR


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_card_lies_within_the_picture(seats: int) -> None:
    two, more = (ranking("Reef", PEOPLE[:n], won_by("resigned", n, 0)) for n in (2, seats))
    assert {two.size, more.size} == {(WIDTH, HEIGHT)}
    # Around the widest and highest card there is the same sea.
    for edge in (
        (0, 0, WIDTH, 12),
        (0, HEIGHT - 12, WIDTH, HEIGHT),
        (0, 0, 200, HEIGHT),
        (1200, 0, WIDTH, HEIGHT),
    ):
        assert two.crop(edge).tobytes() == more.crop(edge).tobytes()
    assert (two.tobytes() == more.tobytes()) == (seats == 2)


def test_without_points_there_is_none(written: list[str]) -> None:
    ranking("Das Riff", ("Ann", "Ben"), Outcome("resigned", (2, 1)))
    assert written == ["Das Riff", "1", "Ben", "2", "Ann"]
