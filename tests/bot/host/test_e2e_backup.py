"""A backup made during a match is restored, and the match continues on a new board."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.platform.limits import MAX_NONCE_LENGTH
from bot.storage.engine.backup import back_up, restore
from bot.ui.ids import MoveChoice
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_controls
from tests.support.playing import list_choices, list_continuing_buttons
from tests.support.reading import KeptMessage, get_reply, list_sent_payloads


def parse_seq(custom_id: str) -> int:
    return MoveChoice.parse(custom_id.split(":")[2:]).seq


async def test_a_match_continues_from_a_restored_copy(harbour: Harbour, tmp_path: Path) -> None:
    await harbour.begin_match()
    kept = await harbour.play_random_moves(12)
    before = kept.rows
    await asyncio.to_thread(back_up, harbour.path, tmp_path / "copy.db")
    board = harbour.board.id
    # Repost the board, which still shows the position in the copy. The restored bot won't know this post.
    await press_at_table(harbour.anna, harbour.channel, "show")
    await harbour.play_random_moves(1)
    # Stop at a turn of the player to act in the copy, so that the lost board has that player's buttons.
    await harbour.play_random_moves(
        60, lambda match: match.ply > 26 and match.to_act == kept.to_act == (match.active_seat,)
    )
    lost = await harbour.find_match()
    assert len(lost.rows) > len(before)
    lost_board = harbour.board.id
    assert lost_board != board
    unknown, lost_goes = KeptMessage(harbour, harbour.board), list_continuing_buttons(harbour.board)
    await harbour.bot.close()
    await harbour.store.close()
    restore(tmp_path / "copy.db", harbour.path, datetime.now(UTC))
    await harbour._start_again()
    match = await harbour.find_match()
    assert match.rows == before
    # The board is reposted below the boards that the copy doesn't know.
    assert harbour.board.id not in (board, lost_board)
    assert {parse_seq(custom_id) for custom_id in list_continuing_buttons(harbour.board)} == {match.seq}
    assert [found.id for found in harbour.list_posts() if list_controls(found)] == [harbour.board.id]
    # A phone may still show the lost board. Its button opens a panel of the restored match.
    asked_seat = match.to_act[0]
    pressed = next(i for i in lost_goes if MoveChoice.parse(i.split(":")[2:]).seat == asked_seat)
    panel: Any = get_reply(await unknown.press(await harbour.find_player(asked_seat), pressed))
    assert {parse_seq(custom_id) for custom_id, _, _ in list_choices(panel)} == {match.seq}
    assert await harbour.find_match() == match
    seat = match.to_act[0]
    await harbour.type_move(match.legal_actions(seat)[0].token, await harbour.find_player(seat))
    after = await harbour.find_match()
    assert after.seq > match.seq
    assert {parse_seq(custom_id) for custom_id in list_continuing_buttons(harbour.board)} == {after.seq}
    newest = harbour.board.id
    await harbour.restart()
    assert harbour.board.id == newest
    # If a nonce were used twice, Discord would return the lost board instead of posting.
    nonces = [post["nonce"] for post in list_sent_payloads(harbour)]
    assert len(set(nonces)) == len(nonces) and all(len(nonce) <= MAX_NONCE_LENGTH for nonce in nonces)
