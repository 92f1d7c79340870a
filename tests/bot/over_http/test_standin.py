"""The bot as a process against the stand-in: real sockets, lost responses, a locked file and a full disk."""

from __future__ import annotations

import resource
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace

import pytest
import pytest_asyncio

from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.harbour import Harbour, open_harbour, read_first_suggestion, type_as_called_player
from tests.support.standin.interactions import (
    ACKNOWLEDGE_DEADLINE_SECONDS,
    COMPONENT_KIND,
    DEFER_REPLY_RESPONSE,
)
from tests.support.standin.people import CutOff, Unanswered, wait_for_answer
from tests.support.standin.process import TOKEN

CHANNEL_COUNT = 9
UNREADABLE_CHANNEL_INDEX = CHANNEL_COUNT - 1
"""Index of the channel whose history the bot may not read."""
AWAY_TEXT = "I can't use my database right now, so nothing has changed. Try"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    async with open_harbour(
        tmp_path_factory.mktemp("standin"),
        CHANNEL_COUNT,
        unreadable_index=UNREADABLE_CHANNEL_INDEX,
        environment={"REEFS_BUSY_SECONDS": "0.5"},
    ) as harbour:
        yield harbour
    text = harbour.bot.log.read_text("utf-8", "replace")
    assert TOKEN not in text
    assert TOKEN.rpartition(".")[2] not in text


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_press_delivered_twice_acts_once(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = harbour.count_rows()
    interaction = await stage.find_called_player().type_command(
        stage.channel, "move", action=await read_first_suggestion(stage)
    )
    await harbour.standin.gateway.dispatch(
        "INTERACTION_CREATE", harbour.standin.interactions.make_payload(interaction)
    )
    # The answer to another command shows that the second delivery has been handled.
    await press_at_standin_table(stage.find_called_player(), stage.channel, "show")
    assert harbour.count_rows() == before + 1
    assert interaction.answer_count == 1


async def test_refused_autocompletes_are_not_logged_as_errors(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    made = await stage.find_called_player().request_suggestions(stage.channel, "move", "action")
    gateway, interactions = harbour.standin.gateway, harbour.standin.interactions
    # Compare counts, because other tests of the process may have caused errors earlier.
    earlier = len(harbour.bot.log.read_text("utf-8").splitlines())

    def count_refusals() -> int:
        return harbour.bot.log.read_text("utf-8").count('event="autocompletion failed" command=move')

    # Deliver the autocomplete again, as after a resumed connection.
    await gateway.dispatch("INTERACTION_CREATE", interactions.make_payload(made))
    assert await stage.wait_until(lambda: count_refusals() == 1)
    harbour.standin.faults.inject(Fault(stage.channel, "acknowledge", "cut"))
    await stage.find_called_player().request_suggestions(stage.channel, "move", "action")
    assert await stage.wait_until(lambda: count_refusals() == 2)
    lines = harbour.bot.log.read_text("utf-8").splitlines()[earlier:]
    assert not [line for line in lines if "level=error" in line or "Traceback" in line]


async def test_a_board_whose_response_was_lost_is_posted_once(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    fault = harbour.standin.faults.inject(Fault(stage.channel, "post", "lost"))
    before = len(harbour.standin.world.list_public_messages(stage.channel))
    await type_as_called_player(stage, await read_first_suggestion(stage))
    # The old board loses its buttons once the bot knows about the new one.
    assert await stage.wait_until(lambda: fault.failure_count > 0 and stage.shows_seq(1))
    assert len(harbour.standin.world.list_public_messages(stage.channel)) == before + 1


async def test_a_board_is_reposted_with_its_nonce_if_the_history_cannot_be_read(harbour: Harbour) -> None:
    stage = harbour.get_stage(UNREADABLE_CHANNEL_INDEX)
    await stage.begin_match()
    board = stage.find_board()
    assert board is not None
    # Copy the board as Ben sees it, because its buttons are removed once the next board is confirmed, which
    # may be before he presses.
    old = replace(board)
    look = next(i for i in old.list_buttons() if i.startswith("b:vw:"))
    before = len(harbour.standin.world.list_public_messages(stage.channel))
    fault = harbour.standin.faults.inject(Fault(stage.channel, "post", "cut", max_failures=2))
    await type_as_called_player(stage, await read_first_suggestion(stage))
    assert await stage.wait_until(lambda: fault.failure_count == 2)
    # The bot doesn't know that Discord has the new board, so pressing *My view* reposts it.
    assert await stage.wait_until(
        lambda: len(harbour.standin.world.list_public_messages(stage.channel)) == before + 1
    )
    await stage.ben.press(old, look)
    assert await stage.wait_until(lambda: stage.shows_seq(1))
    assert len(harbour.standin.world.list_public_messages(stage.channel)) == before + 1


async def test_the_standin_refuses_a_press_on_a_lost_button_immediately(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.open_lobby()
    lobby = stage.find_board()
    assert lobby is not None
    with pytest.raises(Unanswered, match="no button b:jo:"):
        await stage.ben.press(replace(lobby, components=[]), "b:jo:1")


async def test_a_dropped_gateway_connection_is_resumed(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    resumed = harbour.standin.gateway.resume_count
    await harbour.standin.gateway.drop_connections()
    assert await stage.wait_until(lambda: harbour.standin.gateway.resume_count > resumed)
    before = harbour.count_rows()
    await type_as_called_player(stage, await read_first_suggestion(stage))
    assert harbour.count_rows() == before + 1


async def test_a_press_that_is_acknowledged_too_late_changes_nothing(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = harbour.count_rows()
    token = await read_first_suggestion(stage)
    interactions = harbour.standin.interactions
    usual, interactions.acknowledge_seconds = interactions.acknowledge_seconds, -1.0
    try:
        interaction = await stage.find_called_player().type_command(
            stage.channel, "move", wait=False, action=token
        )
        assert await stage.wait_until(lambda: interaction.is_late)
    finally:
        interactions.acknowledge_seconds = usual
    await press_at_standin_table(stage.find_called_player(), stage.channel, "show")
    assert interaction.acknowledged_at is None
    assert harbour.count_rows() == before


async def test_a_move_is_refused_with_an_explanation_while_the_database_is_locked(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = harbour.count_rows()
    # Read the legal moves before the file is locked, because the bot reads after pending writes.
    token = await read_first_suggestion(stage)
    with closing(sqlite3.connect(harbour.bot.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert AWAY_TEXT in await type_as_called_player(stage, token)
        connection.execute("ROLLBACK")
    assert harbour.count_rows() == before
    assert AWAY_TEXT not in await type_as_called_player(stage, await read_first_suggestion(stage))
    assert harbour.count_rows() == before + 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
async def test_a_move_is_refused_with_an_explanation_while_the_disk_is_full(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = harbour.count_rows()
    token = await read_first_suggestion(stage)
    old = resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        assert AWAY_TEXT in await type_as_called_player(stage, token)
    finally:
        resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, old)
    assert harbour.count_rows() == before
    assert AWAY_TEXT not in await type_as_called_player(stage, await read_first_suggestion(stage))
    assert harbour.count_rows() == before + 1


@pytest.mark.parametrize(
    ("late", "error"), [(-1.0, Unanswered), (1.0, CutOff)], ids=["in time", "too late for Discord"]
)
async def test_an_unanswered_press_is_expected_only_if_it_was_acknowledged_late(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, late: float, error: type[Unanswered]
) -> None:
    interactions, world = harbour.standin.interactions, harbour.standin.world
    made = interactions.make_interaction(COMPONENT_KIND, min(world.people), min(world.channels), {}, None)
    made.acknowledged_at, made.response = (
        made.sent_at + ACKNOWLEDGE_DEADLINE_SECONDS + late,
        DEFER_REPLY_RESPONSE,
    )
    monkeypatch.setattr(interactions, "answer_seconds", 0.0)
    with pytest.raises(Unanswered) as raised:
        await wait_for_answer(harbour.standin, made)
    assert raised.type is error
