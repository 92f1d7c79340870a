"""When a process is killed while it plays, every move that it acknowledged is stored."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from bot.tables.service import make_tables
from tests.support.nightly import defer_to_night
from tests.support.stores import OpenStore
from tests.support.toy import TOYS

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("moves", defer_to_night([1, 60, 150], 150))
async def test_every_acknowledged_move_survives_a_crash(
    open_store: OpenStore, tmp_path: Path, moves: int
) -> None:
    path = tmp_path / "reefs.db"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.storage.player", str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    acknowledged = [await child.stdout.readline() for _ in range(moves)]
    child.kill()
    acknowledged += (await child.stdout.read()).splitlines(keepends=True)
    assert await child.wait() == -signal.SIGKILL
    whole = [line.split() for line in acknowledged if line.endswith(b"\n")]
    assert len(whole) >= moves

    store = await open_store(path)
    tables = make_tables(store, TOYS)
    for table_id, seq, seat, token in whole:
        row = (await store.matches.read_log(int(table_id)))[int(seq) - 1]
        assert (row.seat, row.text) == (int(seat), token.decode())
    last = await tables.get(int(whole[-1][0]))
    assert last.match is not None
    # One more move may be stored, if the kill came before its acknowledgement.
    assert last.match.seq - int(whole[-1][1]) in (0, 1)
    if last.match.outcome is None:
        mover = last.match.to_act[0]
        action = last.match.legal_actions(mover)[0]
        user_id = last.occupants[mover].user_id
        assert (await tables.play.perform_action(last.id, user_id, action.token, last.match.seq)).steps
