"""A round that ends is seen as it ended, though the next one is dealt in the same step."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.model.verbosity import NORMAL, QUIET, STORY
from bot.ui.scenes import make_scene_before_deal
from games.coral_reef.events import RoundEnded
from games.core.match import Match, view_before_deal
from games.core.words import words
from tests.support.at_table import at_table
from tests.support.harbour import Harbour
from tests.support.reading import shown, written

PLIES = 300


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run."""
    monkeypatch.setattr("bot.tables.service.token_bytes", lambda size: bytes(range(size)))


def ends_round(match: Match) -> str:
    """The token of an action that ends the round and not the match; empty without one."""
    seat = match.to_act[0]
    for action in match.rules.candidates(match.state, seat):
        after = match.act(seat, action.token)
        if view_before_deal(after, after.ply):
            return action.token
    return ""


async def pixels(message: Any) -> bytes:
    (attachment,) = message.attachments
    return Image.open(io.BytesIO(await attachment.read())).convert("RGB").tobytes()


async def ended_picture(harbour: Harbour, ply: int) -> bytes:
    """What everybody is to see of the end of the round in the step ``ply``."""
    table, match = await harbour.table(), await harbour.match()
    position, scene = make_scene_before_deal(table, match, ply, words("en"))
    drawn = match.game.draw(position, scene).convert("RGB")
    return bytes(drawn.tobytes())


@pytest.mark.parametrize("verbosity", [NORMAL, STORY])
async def test_the_board_of_the_round_keeps_how_it_ended(harbour: Harbour, verbosity: str) -> None:
    await harbour.begin("coral_reef", options="rounds_to_win=3")
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    match = await harbour.walk(PLIES, until=lambda match: bool(ends_round(match)))
    before = harbour.board
    await harbour.type(ends_round(match))
    after = await harbour.match()
    told = next(e for e in after.steps[match.ply].events if isinstance(e, RoundEnded))
    kept = next(post for post in harbour.posts() if post.id == before.id)
    assert harbour.board.id != kept.id and not kept.components
    assert await pixels(kept) == await ended_picture(harbour, match.ply + 1)
    winner = (await harbour.table()).names[told.winners[0]]
    assert f"{winner} is out of corals and wins the round." in kept.content
    assert "wins the round" in (kept.attachments[0].description or "")
    assert await pixels(harbour.board) != await pixels(kept)


async def test_a_solo_player_sees_the_end_of_the_round_too(harbour: Harbour) -> None:
    await harbour.open_lobby("coral_reef", options="rounds_to_win=3")
    table = await harbour.table()
    await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, "easy", "Fish", 1)
    await at_table(harbour.anna, harbour.channel, "start")
    match = await harbour.match()
    dealt_on: list[int] = []
    for _ in range(PLIES):
        board = harbour.board
        tokens = [action.token for action in match.rules.candidates(match.state, 0)]
        await harbour.type(ends_round(match) or tokens[0], harbour.anna)
        match = await harbour.match()
        assert match.outcome is None
        dealt_on = [ply for ply in range(1, match.ply + 1) if view_before_deal(match, ply)]
        if dealt_on:
            break
    assert len(dealt_on) == 1 and harbour.board.id != board.id
    kept = next(post for post in harbour.posts() if post.id == board.id)
    assert await pixels(kept) == await ended_picture(harbour, dealt_on[0])


async def test_a_quiet_channel_keeps_its_one_board(harbour: Harbour) -> None:
    await harbour.begin("coral_reef", options="rounds_to_win=3")
    await harbour.store.channels.set(harbour.channel.id, "verbosity", QUIET)
    match = await harbour.walk(PLIES, until=lambda match: bool(ends_round(match)))
    before = [post.id for post in harbour.posts() if post.attachments]
    await harbour.type(ends_round(match))
    assert [post.id for post in harbour.posts() if post.attachments] == before


async def test_the_last_board_of_a_resigned_match_reveals_the_hands(harbour: Harbour) -> None:
    await harbour.begin("coral_reef")
    asked = await at_table(harbour.ben, harbour.channel, "resign")
    await harbour.ben.click(shown(asked), label="Resign")
    match = await harbour.match()
    assert match.outcome is not None and match.outcome.ending == "resigned"
    assert written(harbour.board).count(", held ") == 2
