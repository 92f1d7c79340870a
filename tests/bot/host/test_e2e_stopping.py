"""A stopping bot refuses new presses, finishes the presses in progress, and continues after a restart."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.ui import replies
from bot.ui.play import typed
from tests.support.at_table import use_command
from tests.support.harbour import THINK_SECONDS, Harbour, list_buttons, replace_thinker
from tests.support.playing import check_board, list_choices, list_continuing_buttons, read_log
from tests.support.reading import get_reply, read_answer
from tests.support.thinking import WAIT_TIMEOUT_SECONDS, StubWorker, wait_until


async def test_a_stopping_bot_refuses_presses_and_commands(harbour: Harbour) -> None:
    await harbour.begin_match()
    holder = await harbour.find_player()
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    before = await read_log(harbour, 1)
    harbour.bot.intake.closed = True
    for identity in list_continuing_buttons(harbour.board):
        assert "restarting" in read_answer(await holder.click(harbour.board, custom_id=identity))
    identity, _, _ = next(iter(list_choices(panel)))
    assert "restarting" in read_answer(await holder.click(panel, custom_id=identity))
    assert "restarting" in read_answer(await harbour.type_move("end", holder))
    for command in ("hand", "mine", "help", "table", "reefs doctor"):
        assert "restarting" in read_answer(await use_command(holder, harbour.channel, command))
    assert await read_log(harbour, 1) == before
    harbour.bot.intake.closed = False
    await harbour.restart()
    await holder.click(panel, custom_id=identity)
    await check_board(harbour)


async def test_a_stopping_bot_answers_once_and_without_an_error(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    await harbour.begin_match()
    harbour.bot.intake.closed = True
    typed = await harbour.anna.slash(harbour.channel, "hand")
    pressed = await harbour.anna.click(harbour.board, label="My view")
    assert "restarting" in get_reply(typed).content and "restarting" in get_reply(pressed).content
    assert not typed.followups and not pressed.followups
    assert [record for record in caplog.records if record.exc_info] == []


async def test_a_move_in_progress_is_finished_and_announced_before_the_bot_stops(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    closing: list[asyncio.Task[None]] = []

    def stop_bot() -> None:
        if not closing:
            closing.append(asyncio.ensure_future(harbour.bot.close()))

    with arm_failpoint(STORED_FAILPOINT, stop_bot):
        answer = await harbour.type_move("end")
    await closing[0]
    assert (await read_log(harbour, 1))[-1].text == "end"
    assert read_answer(answer) and "restarting" not in read_answer(answer)
    assert harbour.board.id != board.id
    await harbour.store.close()
    await harbour._start_again()
    await check_board(harbour)


async def test_presses_during_the_stop_are_answered_before_the_connection_closes(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    telling, go_on = asyncio.Event(), asyncio.Event()
    presses: list[asyncio.Task[Any]] = []
    refuse, settle = replies.refuse, harbour.bot._wait_until_idle

    async def refuse_slowly(interaction: Any, text: str, *args: Any, **kwargs: Any) -> None:
        telling.set()
        await go_on.wait()
        assert not harbour.bot.is_closed()
        await refuse(interaction, text, *args, **kwargs)

    async def press_and_settle() -> None:
        presses.append(asyncio.ensure_future(harbour.anna.slash(harbour.channel, "hand")))
        await telling.wait()
        await settle()

    monkeypatch.setattr(replies, "refuse", refuse_slowly)
    monkeypatch.setattr(harbour.bot, "_wait_until_idle", press_and_settle)
    closing = asyncio.ensure_future(harbour.bot.close())
    await telling.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    go_on.set()
    await closing
    assert "restarting" in read_answer(await presses[0])


@pytest.mark.parametrize("typed_before", [True, False], ids=["before the stop", "during the stop"])
async def test_autocompletes_are_answered_during_the_stop(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, typed_before: bool
) -> None:
    await harbour.begin_match()
    holder = await harbour.find_player()
    asked, go_on = asyncio.Event(), asyncio.Event()
    suggest, settle = typed.suggest_moves, harbour.bot._wait_until_idle
    choices: list[asyncio.Task[Any]] = []

    async def suggest_slowly(*args: Any) -> Any:
        asked.set()
        await go_on.wait()
        assert not harbour.bot.is_closed()
        return await suggest(*args)

    async def type_now() -> None:
        choices.append(asyncio.ensure_future(holder.autocomplete(harbour.channel, "move", "action", "")))
        await asked.wait()

    async def type_and_settle() -> None:
        if not typed_before:
            await type_now()
        await settle()

    monkeypatch.setattr(typed, "suggest_moves", suggest_slowly)
    monkeypatch.setattr(harbour.bot, "_wait_until_idle", type_and_settle)
    if typed_before:
        await type_now()
    closing = asyncio.ensure_future(harbour.bot.close())
    await asked.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    go_on.set()
    await closing
    assert await choices[0]
    assert [record for record in caplog.records if record.exc_info] == []


async def test_a_handover_does_not_wait_for_hints(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def answer_late(job: Job) -> Ranking:
        released.wait(WAIT_TIMEOUT_SECONDS)
        return ()

    worker = StubWorker(answer_late)
    replace_thinker(harbour.bot, Thinker(THINK_SECONDS, worker))
    await harbour.begin_match()
    press = asyncio.ensure_future(harbour.press_action_kind("boat"))
    await wait_until(lambda: worker.asked)
    drain = harbour.bot.intake.wait_for_presses

    async def drain_and_release(seconds: float) -> None:
        # The stop must make the press end without the worker's answer. Otherwise, the bot would wait until
        # the worker is released.
        await drain(WAIT_TIMEOUT_SECONDS / 4)
        assert released.is_set() or not harbour.bot.intake._under_way
        released.set()

    async def leave() -> bool:
        return True

    async def do_nothing() -> None:
        return

    group = SimpleNamespace(prepare_to_leave=leave, release_leases=do_nothing, close=do_nothing)
    monkeypatch.setattr(harbour.bot, "process_group", group)
    monkeypatch.setattr(harbour.bot.intake, "wait_for_presses", drain_and_release)
    try:
        await harbour.bot.close()
    finally:
        released.set()
    assert "I can't say what looks best" in read_answer(await press)


async def test_a_second_stop_is_harmless(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.bot.close()
    await harbour.bot.close()
    await harbour.store.close()
    await harbour._start_again()
    await check_board(harbour)


async def test_a_lobby_continues_after_a_stop(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.restart()
    await harbour.ben.click(lobby, label="Join")
    await harbour.restart()
    assert "Start" in list_buttons(harbour.board).values()
    await harbour.anna.click(harbour.board, label="Start")
    await check_board(harbour)
