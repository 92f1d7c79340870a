"""Films are cached, and the worker that makes them can draw boards before a film is complete."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.model.seat_history import make_name_lookup
from bot.model.table import FormerOccupant, Occupant, Table
from bot.ui import pictures
from bot.ui.pictures import Pictures
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.words import words
from games.drawing.gif import count_frames
from games.drawing.replay import make_film
from games.registry import GAMES
from tests.support.tables_kit import make_place
from tools.walks import Case


@pytest.fixture
def filmed_match(monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Match, list[str]]:
    """A table, its match, and a list to which each frame of a film adds an entry."""
    done: list[str] = []

    def make_recorded_film(*given: Any, **named: Any) -> Iterator[bytes]:
        for piece in make_film(*given, **named):
            done.append("frame")
            yield piece

    monkeypatch.setattr(pictures, "make_film", make_recorded_film)
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_defaults(), 7, rich=True, most=60).match
    people = (Occupant(0, 11, "Ann"), Occupant(1, 22, "Ben"))
    table = Table(
        1, game, make_place(), 11, "playing", match.options, 2, people, "", match, None, (), None, 1000, None
    )
    return table, match, done


async def test_boards_are_drawn_between_frames(filmed_match: tuple[Table, Match, list[str]]) -> None:
    table, match, done = filmed_match
    with closing(Pictures()) as worker:
        filming = asyncio.create_task(worker.draw_replay(table, match, words()))
        await asyncio.sleep(0)
        assert not filming.done()
        for number in range(3):
            view, made = make_scene(table, match, None, words())
            before = len(done)
            await worker.render(number, match.game, view, made)
            # One frame was in progress, and another may begin before this task reads the board.
            assert len(done) <= before + 2
            assert not filming.done()
        await filming
    assert len(done) == count_frames(b"".join(make_film(match, table.names, words()))) > 8


async def test_a_film_is_cached_until_somebody_is_erased(
    filmed_match: tuple[Table, Match, list[str]],
) -> None:
    table, match, done = filmed_match
    with closing(Pictures()) as worker:
        one, two = await asyncio.gather(*(worker.draw_replay(table, match, words()) for _ in range(2)))
        made = one.fp.read()
        assert made == two.fp.read() == b"".join(make_film(match, table.names, words()))
        count = len(done)
        assert count == count_frames(made)
        await worker.draw_replay(table, match, words("de"))
        assert len(done) > count
        count = len(done)
        worker.forget()
        await worker.draw_replay(table, match, words())
        assert len(done) > count


async def test_a_failed_film_does_not_block_the_worker(
    filmed_match: tuple[Table, Match, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match, _ = filmed_match

    def fail_after_one_piece(*given: Any, **named: Any) -> Iterator[bytes]:
        yield b"GIF"
        raise ValueError("torn")

    with closing(Pictures()) as worker:
        with monkeypatch.context() as torn:
            torn.setattr(pictures, "make_film", fail_after_one_piece)
            with pytest.raises(ValueError, match="torn"):
                await worker.draw_replay(table, match, words())
        assert (await worker.draw_replay(table, match, words())).filename == "das_riff-1.gif"


async def test_a_film_attributes_each_move_to_the_player_at_that_time(
    filmed_match: tuple[Table, Match, list[str]],
) -> None:
    table, match, _ = filmed_match
    before = FormerOccupant(1, 33, "Cleo", None, match.seq // 2)
    table = replace(table, former=(before,))
    names, then = table.names, make_name_lookup(table, match)
    assert then(1) != then(match.ply) == names
    with closing(Pictures()) as worker:
        made = (await worker.draw_replay(table, match, words())).fp.read()
    assert (
        made == b"".join(make_film(match, names, words(), then)) != b"".join(make_film(match, names, words()))
    )
