"""Replays are cached, and the worker that makes them can draw boards before a replay is complete."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.model.seat_history import make_name_lookup
from bot.model.table import FormerOccupant, Occupant, Table
from bot.ui.pictures import Pictures
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.words import load_words
from games.drawing.gif import count_frames
from games.drawing.replay import SAMPLE_COUNT, make_replay
from games.registry import GAMES
from tests.support.tables_kit import make_place
from tools.walks import Case


@pytest.fixture
def table_and_frames(monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Match, list[str]]:
    """A table, its match, and a list that gets an entry for each frame of a replay that is drawn."""
    done: list[str] = []

    def record_frames_and_make_replay(*args: Any, **kwargs: Any) -> Iterator[bytes]:
        for piece in make_replay(*args, **kwargs):
            done.append("frame")
            yield piece

    monkeypatch.setattr("games.drawing.replay.make_replay", record_frames_and_make_replay)
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_default_options(), 7, is_rich=True, max_plies=24).match
    people = (Occupant(0, 11, "Ann"), Occupant(1, 22, "Ben"))
    table = Table(
        1, game, make_place(), 11, "playing", match.options, 2, people, "", match, None, (), None, 1000, None
    )
    return table, match, done


async def test_boards_are_drawn_between_frames(table_and_frames: tuple[Table, Match, list[str]]) -> None:
    table, match, done = table_and_frames
    with closing(Pictures()) as worker:
        drawing = asyncio.create_task(worker.draw_replay(table, match, load_words()))
        await asyncio.sleep(0)
        assert not drawing.done()
        for number in range(3):
            view, made = make_scene(table, match, None, load_words())
            before = len(done)
            await worker.render_view(number, match.game, view, made)
            # The frame in progress is finished first, and another may be drawn before this task continues.
            assert len(done) <= before + 2
            assert not drawing.done()
        await drawing
    count = count_frames(b"".join(make_replay(match, table.names, load_words())))
    # ``done`` begins with entries for samples of the colours and ends with one for the whole file.
    assert len(done) - SAMPLE_COUNT - 1 == count > 8


async def test_a_replay_is_cached_until_somebody_is_erased(
    table_and_frames: tuple[Table, Match, list[str]],
) -> None:
    table, match, done = table_and_frames
    with closing(Pictures()) as worker:
        one, two = await asyncio.gather(*(worker.draw_replay(table, match, load_words()) for _ in range(2)))
        made = one.fp.read()
        assert made == two.fp.read() == b"".join(make_replay(match, table.names, load_words()))
        count = len(done)
        assert count - SAMPLE_COUNT - 1 == count_frames(made)
        await worker.draw_replay(table, match, load_words("de"))
        assert len(done) > count
        count = len(done)
        worker.clear_cache()
        await worker.draw_replay(table, match, load_words())
        assert len(done) > count


async def test_a_failed_replay_does_not_block_the_worker(
    table_and_frames: tuple[Table, Match, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match, _ = table_and_frames

    def fail_after_one_piece(*args: Any, **kwargs: Any) -> Iterator[bytes]:
        yield b"GIF"
        raise ValueError("torn")

    with closing(Pictures()) as worker:
        with monkeypatch.context() as torn:
            torn.setattr("games.drawing.replay.make_replay", fail_after_one_piece)
            with pytest.raises(ValueError, match="torn"):
                await worker.draw_replay(table, match, load_words())
        assert (await worker.draw_replay(table, match, load_words())).filename == "das_riff-1.gif"


async def test_a_replay_names_the_player_who_made_each_move(
    table_and_frames: tuple[Table, Match, list[str]],
) -> None:
    table, match, _ = table_and_frames
    before = FormerOccupant(1, 33, "Cleo", None, match.seq // 2)
    table = replace(table, former_occupants=(before,))
    names, then = table.names, make_name_lookup(table, match)
    assert then(1) != then(match.ply) == names
    with closing(Pictures()) as worker:
        made = (await worker.draw_replay(table, match, load_words())).fp.read()
    assert made == b"".join(make_replay(match, names, load_words(), then))
    assert made != b"".join(make_replay(match, names, load_words()))
