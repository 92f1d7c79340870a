"""A copy made while people play, put back after a loss: the match goes on from it and its board is true."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.platform.limits import NONCE
from bot.storage.engine.backup import back_up, restore
from bot.ui.ids import Choice
from tests.support.harbour import Harbour, parts
from tests.support.playing import goes, offers
from tests.support.reading import Kept, sent, shown


def seq(identity: str) -> int:
    return Choice.parse(identity.split(":")[2:]).seq


async def test_people_play_on_from_a_copy(harbour: Harbour, tmp_path: Path) -> None:
    await harbour.begin()
    kept = await harbour.walk(12)
    before = kept.rows
    await asyncio.to_thread(back_up, harbour.path, tmp_path / "copy.db")
    board = harbour.board.id
    # Another post of the very position that the copy will be posted for.
    await harbour.anna.slash(harbour.channel, "table show")
    await harbour.walk(1)
    # It is lost in a turn of the person who is to act in the copy, so that the board's buttons are theirs.
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
    # The board is posted anew below those that the copy knows nothing of.
    assert harbour.board.id not in (board, lost_board)
    assert {seq(identity) for identity in goes(harbour.board)} == {match.seq}
    assert [found.id for found in harbour.posts() if parts(found)] == [harbour.board.id]
    # A board of what is lost, on a phone that has not heard yet, leads into the match as it is now.
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
    # It is done once.
    newest = harbour.board.id
    await harbour.restart()
    assert harbour.board.id == newest
    # Discord would answer a nonce that it knows with a board of what is lost.
    nonces = [post["nonce"] for post in sent(harbour)]
    assert len(set(nonces)) == len(nonces) and all(len(nonce) <= NONCE for nonce in nonces)
