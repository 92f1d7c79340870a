"""Matches are played with buttons alone. Every step is checked against the store and Discord's limits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tables.answering import answer_with_standing_orders
from games.core.match import Match
from games.das_riff.events import FishBred
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.playing import (
    check_board,
    export_record,
    list_continuing_buttons,
    press_action,
    press_at_random,
)
from tests.support.reading import check_limits, get_reply, read_text, set_languages

PRIORITIES_BY_KIND = {"take": 6, "boat": 4, "flip": 3, "worm": 3, "end": 2, "shark": 1}
"""Priority of each kind of action in a match that should end soon. Higher ones come first."""


def choose_fast_action(match: Match, seat: int) -> Any:
    """Return an action that ends the match soon: breeding, a fish on a coral, or the most useful kind."""

    def rate_action(action: Any) -> tuple[bool, bool, int]:
        after = match.act(seat, action.token)
        bred = any(isinstance(event, FishBred) for event in after.events)
        return bred, ">" in action.token, PRIORITIES_BY_KIND[action.token.partition(":")[0]]

    return max(match.rules.list_candidates(match.state, seat), key=rate_action)


@pytest.mark.nightly
async def test_a_match_can_be_finished_with_buttons(harbour: Harbour) -> None:
    # A match with this secret ends soon.
    harbour.bot.tables.core.draw_secret = lambda: bytes([132]) * 32
    await harbour.begin_match()
    presses = moves = 0
    match = await check_board(harbour)
    while match.outcome is None and match.ply < 400:
        seat = match.active_seat
        assert seat is not None
        if seat not in match.to_act and match.ply % 4 == 0:
            # At every fourth ply, the player answers the offer of a worm. Otherwise, their standing order
            # answers.
            seat = match.to_act[0]
            action = match.rules.answer_by_order(match.rules.view(match.state, seat), seat, "")
        else:
            action = choose_fast_action(
                answer_with_standing_orders(await harbour.find_table(), match, seat, {}), seat
            )
        presses += await press_action(harbour, seat, action)
        moves += 1
        match = await check_board(harbour)
    assert match.outcome is not None
    assert match.outcome.ending == "five_broods"
    assert presses <= 3 * moves
    winner = (await harbour.find_table()).names[match.outcome.placements.index(1)]
    board = harbour.board
    assert winner in read_text(board)
    table = await harbour.find_table()
    assert table.secret is not None and table.secret not in read_text(board)
    assert not list_continuing_buttons(board) and "Undo" not in list_buttons(board).values()
    assert (await export_record(harbour)).verify(harbour.games).outcome == match.outcome
    refused = await harbour.anna.slash(harbour.channel, "move", action="end")
    assert "ended" in get_reply(refused).content


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_offered_button_can_be_pressed(harbour: Harbour, seed: int) -> None:
    await harbour.begin_match()
    chance = Random(seed)
    for _ in range(10):
        await press_at_random(harbour, chance)
        match = await check_board(harbour)
        if match.outcome is not None:
            break
    file = await export_record(harbour)
    assert file.secret is None
    assert file.rows == (await harbour.find_match()).rows


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_messages_in_longer_languages_are_within_discords_limits(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    set_languages(monkeypatch, {}, server=locale, others=locale)
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    check_limits(harbour.board)
    await press_at_table(harbour.ben, harbour.channel, "join")
    await press_at_table(harbour.anna, harbour.channel, "start")
    await harbour.play_random_moves(60)
    chance = Random(locale)
    for _ in range(6):
        await press_at_random(harbour, chance)
        await check_board(harbour)
    for identity in list_buttons(harbour.board):
        if identity.split(":")[1] in ("vw", "ds", "mo"):
            answer = get_reply(await harbour.ben.click(harbour.board, custom_id=identity))
            check_limits(answer)
    settings = get_reply(await press_at_table(harbour.anna, harbour.channel, "settings"))
    check_limits(settings)


async def test_each_turn_has_one_board_and_older_boards_keep_their_picture(harbour: Harbour) -> None:
    await harbour.begin_match()
    for _ in range(4):
        await harbour.type_move("end")
        await check_board(harbour)
    boards = [message for message in harbour.list_posts() if message.attachments]
    assert len(boards) == 5
    for old in boards[:-1]:
        assert not list_controls(old)
        assert old.attachments, "the picture of the turn is kept"
        assert "Your turn" not in old.content
