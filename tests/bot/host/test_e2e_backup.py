"""A backup made during play is restored after a loss: the match continues and its board is right."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.platform.limits import NONCE
from bot.storage.engine.backup import back_up, restore
from bot.ui.ids import Choice
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, parts
from tests.support.playing import goes, offers
from tests.support.reading import Kept, sent, shown


def seq(identity: str) -> int:
    return Choice.parse(identity.split(":")[2:]).seq


async def test_people_continue_from_a_restored_copy(harbour: Harbour, tmp_path: Path) -> None:
    await harbour.begin()
    kept = await harbour.walk(12)
    before = kept.rows
    await asyncio.to_thread(back_up, harbour.path, tmp_path / "copy.db")
    board = harbour.board.id
    # Another post of the same position that the copy will be posted for.
    await at_table(harbour.anna, harbour.channel, "show")
    await harbour.walk(1)
    # It is lost in a turn of the player who must act in the copy, so that the board's buttons are theirs.
    await harbour.walk(60, lambda match: match.ply > 26 and match.to_act == kept.to_act == (match.turn,))
    lost = await harbour.match()
    assert len(lost.rows) > len(before)
    lost_board = harbour.board.id
    assert lost_board != board
    unknown, lost_goes = Kept(harbour, harbour.board), goes(harbour.board)
    await harbour.bot.close()
    await harbour.store.close()
    restore(tmp_path / "copy.db", harbour.path, datetime.now(UTC))
    await harbour._again()
    match = await harbour.match()
    assert match.rows == before
    # The board is reposted below those that the copy doesn't know.
    assert harbour.board.id not in (board, lost_board)
    assert {seq(identity) for identity in goes(harbour.board)} == {match.seq}
    assert [found.id for found in harbour.posts() if parts(found)] == [harbour.board.id]
    # A lost board, still shown on a phone, leads into the restored match.
    asked = match.to_act[0]
    pressed = next(i for i in lost_goes if Choice.parse(i.split(":")[2:]).seat == asked)
    panel: Any = shown(await unknown.press(await harbour.holder(asked), pressed))
    assert {seq(identity) for identity, _, _ in offers(panel)} == {match.seq}
    assert await harbour.match() == match
    seat = match.to_act[0]
    await harbour.type(match.legal_actions(seat)[0].token, await harbour.holder(seat))
    after = await harbour.match()
    assert after.seq > match.seq
    assert {seq(identity) for identity in goes(harbour.board)} == {after.seq}
    # Reposting happens only once.
    newest = harbour.board.id
    await harbour.restart()
    assert harbour.board.id == newest
    # For a known nonce, Discord would return a lost board.
    nonces = [post["nonce"] for post in sent(harbour)]
    assert len(set(nonces)) == len(nonces) and all(len(nonce) <= NONCE for nonce in nonces)
