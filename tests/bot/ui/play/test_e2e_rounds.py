"""Boards show the end of a round, although the step that ends it also deals the next one."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.model.verbosity import NORMAL_VERBOSITY, QUIET_VERBOSITY, STORY_VERBOSITY
from bot.ui.scenes import make_scene_before_deal
from games.coral_reef.events import RoundEnded
from games.core.match import Match, get_view_before_deal
from games.core.words import load_words
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer

MAX_PLIES = 300
"""Maximum number of plies to play until a round ends."""


@pytest.fixture(autouse=True)
def fix_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run."""
    monkeypatch.setattr("bot.tables.service.token_bytes", lambda size: bytes(range(size)))


def find_round_ending_token(match: Match) -> str:
    """Return a token that ends the round but not the match, or an empty string."""
    seat = match.to_act[0]
    for action in match.rules.list_candidates(match.state, seat):
        after = match.act(seat, action.token)
        if get_view_before_deal(after, after.ply):
            return action.token
    return ""


async def read_pixels(message: Any) -> bytes:
    (attachment,) = message.attachments
    return Image.open(io.BytesIO(await attachment.read())).convert("RGB").tobytes()


async def draw_round_end(harbour: Harbour, ply: int) -> bytes:
    """Return the pixels of the public picture of the round that ended in the step ``ply``."""
    table, match = await harbour.find_table(), await harbour.find_match()
    position, scene = make_scene_before_deal(table, match, ply, load_words("en"))
    drawn = match.game.draw(position, scene).convert("RGB")
    return bytes(drawn.tobytes())


@pytest.mark.parametrize("verbosity", [NORMAL_VERBOSITY, STORY_VERBOSITY])
async def test_the_board_of_a_round_keeps_showing_its_end(harbour: Harbour, verbosity: str) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=3")
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    match = await harbour.play_random_moves(
        MAX_PLIES, until=lambda match: bool(find_round_ending_token(match))
    )
    before = harbour.board
    await harbour.type_move(find_round_ending_token(match))
    after = await harbour.find_match()
    told = next(e for e in after.steps[match.ply].events if isinstance(e, RoundEnded))
    kept = next(post for post in harbour.list_posts() if post.id == before.id)
    assert harbour.board.id != kept.id and not kept.components
    assert await read_pixels(kept) == await draw_round_end(harbour, match.ply + 1)
    winner = (await harbour.find_table()).names[told.winners[0]]
    assert f"{winner} is out of cards and wins the round." in kept.content
    assert "wins the round" in (kept.attachments[0].description or "")
    assert await read_pixels(harbour.board) != await read_pixels(kept)


async def test_a_solo_player_sees_the_end_of_a_round(harbour: Harbour) -> None:
    await harbour.open_lobby("coral_reef", options="rounds_to_win=3")
    table = await harbour.find_table()
    await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, "easy", "Fish", 1)
    await press_at_table(harbour.anna, harbour.channel, "start")
    match = await harbour.find_match()
    dealt_on: list[int] = []
    for _ in range(MAX_PLIES):
        board = harbour.board
        tokens = [action.token for action in match.rules.list_candidates(match.state, 0)]
        await harbour.type_move(find_round_ending_token(match) or tokens[0], harbour.anna)
        match = await harbour.find_match()
        assert match.outcome is None
        dealt_on = [ply for ply in range(1, match.ply + 1) if get_view_before_deal(match, ply)]
        if dealt_on:
            break
    assert len(dealt_on) == 1 and harbour.board.id != board.id
    kept = next(post for post in harbour.list_posts() if post.id == board.id)
    assert await read_pixels(kept) == await draw_round_end(harbour, dealt_on[0])


async def test_a_quiet_channel_gets_no_new_board_at_the_end_of_a_round(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=3")
    await harbour.store.channels.set(harbour.channel.id, "verbosity", QUIET_VERBOSITY)
    match = await harbour.play_random_moves(
        MAX_PLIES, until=lambda match: bool(find_round_ending_token(match))
    )
    before = [post.id for post in harbour.list_posts() if post.attachments]
    await harbour.type_move(find_round_ending_token(match))
    assert [post.id for post in harbour.list_posts() if post.attachments] == before


async def test_the_last_board_of_a_resigned_match_reveals_the_hands(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    result = await press_at_table(harbour.ben, harbour.channel, "resign")
    await harbour.ben.click(get_reply(result), label="Resign")
    match = await harbour.find_match()
    assert match.outcome is not None and match.outcome.ending == "resigned"
    described = read_answer(await harbour.press_tool_button(harbour.ben, "Describe", harbour.board))
    assert described.count(", held ") == 2
