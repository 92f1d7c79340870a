"""Each registered game can be played with buttons, and its rules can be read."""

from __future__ import annotations

import random

import pytest

from games.registry import GAMES
from tests.games.reef.moves import make_random_move
from tests.support.harbour import Harbour, list_menus
from tests.support.learning import open_rules
from tests.support.nightly import defer_to_ci
from tests.support.reading import check_limits, get_reply, read_text

MOVE_COUNT = 6
"""Number of moves to make in each game."""
GAMES_AND_SEATS = [
    (key, seats)
    for key, game in GAMES.items()
    for seats in sorted({game.seat_counts[0], min(4, game.seat_counts[-1])})
]
"""Each game with its minimum number of seats, and with four seats or, if that is lower, its maximum."""


@pytest.mark.parametrize(("key", "seat_count"), defer_to_ci(GAMES_AND_SEATS, *GAMES_AND_SEATS[1::2]))
async def test_moves_can_be_made_with_buttons(harbour: Harbour, key: str, seat_count: int) -> None:
    lobby = await harbour.open_lobby(key)
    for person in (harbour.ben, harbour.dana, harbour.mod)[: seat_count - 1]:
        await person.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")
    dice = random.Random(seat_count)
    for _ in range(MOVE_COUNT):
        match = await harbour.find_match()
        if match.outcome is None:
            match = await make_random_move(harbour, dice)
    assert match.game.key == key
    assert match.seat_count == seat_count
    assert match.outcome or match.ply >= MOVE_COUNT
    assert harbour.board.attachments[0].description


@pytest.mark.parametrize("key", GAMES)
async def test_the_rules_are_shown_in_pages(harbour: Harbour, key: str) -> None:
    page = await open_rules(harbour.dana, harbour.channel, key)
    read = []
    ((identity, numbers),) = list_menus(page).items()
    for number in numbers:
        page = get_reply(await harbour.dana.select(page, [number], custom_id=identity))
        ((identity, _),) = list_menus(page).items()
        check_limits(page)
        assert not read_text(page).endswith("…"), "a page is cut"
        read.append(read_text(page))
    assert len(set(read)) == len(read) >= 3
