"""A private panel isn't lost if it is pressed, replaced and updated at the same time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.model.table import Table
from bot.ui import edits, panels
from bot.ui.play import panel
from tests.bot.ui.waiting import (
    act_elsewhere,
    is_shown,
    list_private_messages,
    make_move,
    open_question,
    open_waiting_panel,
    settle_panels,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, get_reply, list_logged_lines


async def test_a_press_on_a_panel_that_is_just_being_deleted_is_answered_below(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    person, panel = await open_question(harbour)
    kept, button = KeptMessage(harbour, panel), next(i for i in list_buttons(panel) if i.startswith("b:go"))
    for _ in range(2):
        await person.click(harbour.board, label="My hand")
    await settle_panels(harbour)
    assert not is_shown(harbour, panel)
    with caplog.at_level(logging.INFO):
        (shown,) = (await kept.press(person, button)).followups
    assert shown.ephemeral and "b:go" in str([*list_buttons(shown)])
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert any("pressed message is gone" in line for line in list_logged_lines(caplog))
    await make_move(harbour)
    await settle_panels(harbour)
    assert not is_shown(harbour, shown), "the new message closes as well"


async def test_a_press_during_the_deletion_of_its_panel_is_answered_below(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, asked = await open_question(harbour)
    kept, button = KeptMessage(harbour, asked), next(i for i in list_buttons(asked) if i.startswith("b:go"))
    view = next(i for i, label in list_buttons(harbour.board).items() if label == "My hand")
    await person.click(harbour.board, custom_id=view)
    updated, delete, wait = harbour.bot.panels, edits.delete_answer, harbour.bot.panels.wait_until_written
    deleting, waiting, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def delete_late(interaction: Any) -> None:
        deleting.set()
        await go_on.wait()
        await delete(interaction)

    async def notice_wait(message_id: int) -> None:
        waiting.set()
        await wait(message_id)

    monkeypatch.setattr(panels, "delete_answer", delete_late)
    monkeypatch.setattr(updated, "wait_until_written", notice_wait)
    KeptMessage(harbour, harbour.board).press_without_waiting(person, view)
    await deleting.wait()
    earlier_ids = {message.id for message in list_private_messages(harbour, person)}
    kept.press_without_waiting(person, button)
    while person.id not in updated._open_presses:  # noqa: ASYNC110
        await asyncio.sleep(0)
    # The deletion continues once the press waits for it or has been answered.
    conditions = [
        asyncio.ensure_future(one)
        for one in (waiting.wait(), updated._open_presses.wait_until_answered(person.id))
    ]
    await asyncio.wait(conditions, return_when=asyncio.FIRST_COMPLETED)
    go_on.set()
    await asyncio.gather(*conditions[1:])
    await settle_panels(harbour)
    assert not is_shown(harbour, asked)
    answer = list_private_messages(harbour, person)[-1]
    assert answer.id not in earlier_ids, "the answer isn't deleted with the panel"
    assert "b:go" in str([*list_buttons(answer)])


async def hold_press(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, message: Any) -> asyncio.Event:
    """Let Anna press a message's first button, and return the event that lets the answer continue."""
    pressed, go_on = asyncio.Event(), asyncio.Event()
    limits = harbour.bot.services.action_limits
    wait = limits.wait_for_earlier_presses

    async def wait_late(interaction: Any) -> None:
        if interaction.user.id == harbour.anna.id:
            pressed.set()
            await go_on.wait()
        await wait(interaction)

    monkeypatch.setattr(limits, "wait_for_earlier_presses", wait_late)
    KeptMessage(harbour, message).press_without_waiting(harbour.anna, next(iter(list_buttons(message))))
    await pressed.wait()
    return go_on


async def act(harbour: Harbour) -> None:
    """Make a move in the service, and wait only for the public messages."""
    table, match = await harbour.find_table(), await harbour.find_match()
    seat = match.to_act[0]
    person, token = await harbour.find_player(seat), match.legal_actions(seat)[0].token
    await harbour.bot.tables.play.perform_action(table.id, person.id, token, match.seq, seat=seat)
    await harbour.bot.announcer.wait_until_announced(table.id)
    await pause()


async def act_during_press(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, Any, asyncio.Event]:
    """Make a move while Anna's press is held. Return her two panels, and the event that ends the press."""
    waiting = await open_waiting_panel(harbour)
    view = get_reply(await harbour.anna.click(harbour.board, label="My hand"))
    go_on = await hold_press(harbour, monkeypatch, waiting)
    await act(harbour)
    return waiting, view, go_on


async def pause() -> None:
    """Let other tasks continue for a while."""
    for _ in range(100):
        await asyncio.sleep(0)


def record_edits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the texts that panels show from now on."""
    edit, texts = edits.edit_answer, []

    async def record(interaction: Any, text: str, *given: Any) -> None:
        texts.append(text)
        await edit(interaction, text, *given)

    monkeypatch.setattr(panels, "edit_answer", record)
    return texts


def press_while_written(harbour: Harbour, panel: Any, presses: ExitStack) -> None:
    """Let a press of Anna begin while her panel's next page is written."""
    updated = harbour.bot.panels._by_message[panel.id]
    write = updated.write_page

    async def write_late(table: Table) -> Any:
        updated.write_page = write
        presses.enter_context(harbour.bot.panels.mark_answering(harbour.anna.id))
        return await write(table)

    updated.write_page = write_late


async def test_no_panel_of_a_person_changes_while_their_press_is_answered(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, view, go_on = await act_during_press(harbour, monkeypatch)
    assert "Waiting for Ben" in view.content and is_shown(harbour, waiting)
    go_on.set()
    await settle_panels(harbour)
    shown = list_private_messages(harbour, harbour.anna)
    assert not any("Waiting for Ben" in message.content for message in shown)
    assert any("Move…" in list_buttons(message).values() for message in shown)


async def test_a_slow_press_does_not_stop_the_other_panels(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, view, go_on = await act_during_press(harbour, monkeypatch)
    (press,) = harbour.bot.panels._open_presses._by_user[harbour.anna.id]
    press.set()  # As its timer does.
    await harbour.bot.panels.wait_until_idle()
    assert "Your turn" in view.content and "Waiting for Ben" in waiting.content
    go_on.set()
    await settle_panels(harbour)
    assert is_shown(harbour, waiting) and "b:go" in str([*list_buttons(waiting)])


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_a_panel_is_not_deleted_while_its_press_is_answered(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, is_pressed: bool
) -> None:
    person, asked = await open_question(harbour)
    updated, key = harbour.bot.panels, ((await harbour.find_table()).id, person.id)
    (replaced,) = updated._by_message.values()
    updated.stop_updating(asked.id)
    updated._replaced[key] = [replaced]
    deleted: list[Any] = []

    async def delete(interaction: Any) -> None:
        deleted.append(interaction)
        await edits.delete_answer(interaction)

    monkeypatch.setattr(panels, "delete_answer", delete)
    with updated.mark_answering(person.id):
        updated._tasks.wake(key)
        await pause()
        assert not deleted
        if is_pressed:
            updated.stop_updating(asked.id)
    await settle_panels(harbour)
    assert is_shown(harbour, asked) is is_pressed
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_a_press_waits_until_its_panel_is_written(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await open_waiting_panel(harbour)
    updated, edit, wait = harbour.bot.panels, edits.edit_answer, harbour.bot.panels.wait_until_written
    writing, go_on, steps = asyncio.Event(), asyncio.Event(), []

    async def edit_late(*given: Any) -> None:
        writing.set()
        await go_on.wait()
        await edit(*given)
        steps.append("written")

    async def notice_wait(message_id: int) -> None:
        asyncio.get_running_loop().call_soon(go_on.set)
        await wait(message_id)
        steps.append("answered")

    monkeypatch.setattr(panels, "edit_answer", edit_late)
    monkeypatch.setattr(updated, "wait_until_written", notice_wait)
    await act(harbour)
    await writing.wait()
    button = next(iter(list_buttons(waiting)))
    KeptMessage(harbour, waiting).press_without_waiting(harbour.anna, button)
    await settle_panels(harbour)
    assert steps == ["written", "answered"]


async def test_a_panel_is_not_written_during_a_press_that_has_just_begun(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await open_waiting_panel(harbour)
    texts = record_edits(monkeypatch)
    with ExitStack() as presses:
        press_while_written(harbour, waiting, presses)
        await act(harbour)
        assert harbour.anna.id in harbour.bot.panels._open_presses and not texts
    await settle_panels(harbour)
    assert "Your turn" in waiting.content


async def test_a_state_that_ended_during_a_press_is_not_shown(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await open_waiting_panel(harbour)
    texts = record_edits(monkeypatch)
    with harbour.bot.panels.mark_answering(harbour.anna.id):
        await act(harbour)
        await act(harbour)
    await settle_panels(harbour)
    assert not any("Your turn" in text for text in texts) and "Waiting for" in waiting.content


async def test_a_page_made_before_a_change_is_not_shown_after_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await open_waiting_panel(harbour)
    texts = record_edits(monkeypatch)
    with ExitStack() as presses:
        press_while_written(harbour, waiting, presses)
        await act(harbour)
        await act(harbour)
    await settle_panels(harbour)
    assert "Waiting for" in waiting.content
    assert not any("Your turn" in text for text in texts), "it was Anna's turn before the press only"


@pytest.mark.parametrize("label", ["", "My hand"], ids=["status", "own view"])
async def test_an_unchanged_page_stays_after_an_update_that_failed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    shown = await open_waiting_panel(harbour)
    if label:
        shown = get_reply(await harbour.anna.click(harbour.board, label=label))
    with monkeypatch.context() as broken:
        broken.setattr(
            harbour.bot.panels._open_presses, "wait_until_answered", AsyncMock(side_effect=[None, OSError])
        )
        await act(harbour)
        await harbour.bot.panels.wait_until_idle()
    texts = record_edits(monkeypatch)
    harbour.bot.panels.refresh_table((await harbour.find_table()).id)
    await settle_panels(harbour)
    assert texts and all(texts) and "Your turn" in shown.content


async def test_a_hint_that_cannot_be_sent_below_the_board_leaves_the_boards_buttons(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await open_question(harbour)
    await act_elsewhere(harbour)
    harbour.env.inject_error("POST", "/webhooks/*", status=403, code=50013)
    with caplog.at_level(logging.INFO):
        await act_elsewhere(harbour)
    assert any("panel left as it is" in line for line in list_logged_lines(caplog))
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    opened = get_reply(await person.click(harbour.board, label="My hand"))
    assert "Move…" in list_buttons(opened).values(), "the board opens a private panel again"


async def test_a_question_yields_to_an_answer_that_comes_after_the_board(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, asked = await open_question(harbour)
    show_result = panel.show_result

    async def show_late(interaction: Any, done: Any) -> None:
        await harbour.bot.announcer.wait_until_announced(done.table.id)
        for _ in range(100):
            await asyncio.sleep(0)
        await show_result(interaction, done)

    monkeypatch.setattr(panel, "show_result", show_late)
    answer = await make_move(harbour)
    await settle_panels(harbour)
    assert is_shown(harbour, answer) and not is_shown(harbour, asked)


async def test_a_refusal_is_shown_even_if_the_panel_is_gone(harbour: Harbour) -> None:
    person, panel = await open_question(harbour)
    kept, button = KeptMessage(harbour, panel), next(i for i in list_buttons(panel) if i.startswith("b:go"))
    (asked,) = harbour.bot.panels._by_message.values()
    await harbour.bot.tables.seats.leave_table((await harbour.find_table()).id, person.id, "easy")
    await harbour.settle()
    await asked.interaction.delete_original_response()
    (shown,) = (await kept.press(person, button)).followups
    assert shown.ephemeral and shown.content.startswith("You're watching")
