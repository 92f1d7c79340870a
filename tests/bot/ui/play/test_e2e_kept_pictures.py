"""Pictures and replays are cached, and made again only once the cache has dropped them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.das_riff import GAME
from games.das_riff import draw as real
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_picture

DRAW_CALLS: list[Any] = []
"""Arguments of each call that drew a board."""


def draw_and_record(*args: Any, **kwargs: Any) -> Any:
    """Draw with the game's own function, and record the arguments."""
    DRAW_CALLS.append(args)
    return real.draw(*args, **kwargs)


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A harbour with a game whose drawings are counted."""
    game = replace(GAME, drawing_path=f"{__name__}:draw_and_record")
    harbour = await Harbour.open(tmp_path, {game.key: game})
    DRAW_CALLS.clear()
    yield harbour
    await harbour.close()


async def test_a_picture_is_redrawn_only_after_leaving_the_cache(harbour: Harbour) -> None:
    await harbour.begin_match()
    counts, seen = [], []
    for again in range(3):
        if again == 2:
            harbour.bot.pictures.clear_cache()
        view = get_reply(await harbour.dana.click(harbour.board, label="My view"))
        seen.append((await read_picture(view)).tobytes())
        counts.append(len(DRAW_CALLS))
    assert counts == [counts[0], counts[0], counts[0] + 1]
    assert len(set(seen)) == 1


async def test_a_replay_is_remade_only_after_leaving_the_cache(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(3)
    counts, seen = [], []
    for again in range(3):
        if again == 2:
            harbour.bot.pictures.clear_cache()
        before = len(DRAW_CALLS)
        (replay,) = get_reply(await press_at_table(harbour.dana, harbour.channel, "replay")).attachments
        seen.append(await replay.read())
        counts.append(len(DRAW_CALLS) - before)
    assert counts[0] == counts[2] > 1 and counts[1] == 0
    assert len(set(seen)) == 1
