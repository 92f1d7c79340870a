"""If the bot can't post in a thread, its answers say so, and it posts the table as soon as it can."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.proof.faults.stage import GAME_KEY, Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.harbour import Harbour, open_harbour, read_first_suggestion, type_as_called_player
from tests.support.standin.world import OWNER_ID, PRIVATE_THREAD

NOT_IN_THREAD_TEXT = "I'm not in this private thread, so I can't post here. Mention me to add me"
THREAD_LOCKED_TEXT = "This thread is locked, so I can't post here. Unlock it, or allow me **Manage Threads**"
MOVE_STORED_TEXT = "Your move counts, but I can't post the board."
NOTHING_MISSING_TEXT = "I have every permission I need here."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    quick = {"THINK_SECONDS": "0.1"}
    async with open_harbour(tmp_path_factory.mktemp("threads"), 1, environment=quick) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


def make_private_thread(harbour: Harbour) -> Stage:
    """Create a private thread without the bot."""
    world = harbour.standin.world
    parent = next(iter(world.channels))
    return Stage(
        harbour.standin,
        world.create_thread(parent, "among us", kind=PRIVATE_THREAD, has_bot_joined=False),
        OWNER_ID,
    )


async def make_public_thread(harbour: Harbour) -> Stage:
    """Create a public thread and announce it to the bot."""
    world = harbour.standin.world
    thread = world.create_thread(next(iter(world.channels)), "for all")
    await harbour.standin.gateway.dispatch("THREAD_CREATE", world.threads[thread])
    return Stage(harbour.standin, thread, OWNER_ID)


async def run_command(stage: Stage, command: str, **options: Any) -> str:
    """Type a command as Anna, and return the answer."""
    made = await press_at_standin_table(stage.anna, stage.channel, "show") if command == "show" else None
    answer = (made or await stage.anna.type_command(stage.channel, command, **options)).get_answer()
    assert answer is not None
    return answer.content


async def add_bot(stage: Stage) -> None:
    world = stage.standin.world
    await stage.standin.gateway.dispatch("THREAD_CREATE", world.join_thread(stage.channel))


async def set_locked(stage: Stage, *, locked: bool) -> None:
    thread = stage.standin.world.threads[stage.channel]
    thread["thread_metadata"]["locked"] = locked
    await stage.standin.gateway.dispatch("THREAD_UPDATE", thread)


@pytest.mark.parametrize("against", ["people", "easy"])
async def test_an_answer_does_not_claim_that_a_table_in_an_unseen_thread_is_below(
    harbour: Harbour, against: str
) -> None:
    stage = make_private_thread(harbour)
    text = await run_command(stage, "play", game=GAME_KEY, against=against)
    assert NOT_IN_THREAD_TEXT in text and "below" not in text
    assert NOT_IN_THREAD_TEXT in await run_command(stage, "show")
    assert stage.standin.world.list_public_messages(stage.channel) == []
    await add_bot(stage)
    # The exact answer depends on whether a computer player is thinking.
    assert "again" in await run_command(stage, "show")
    assert await stage.wait_until(lambda: stage.find_board() is not None)


async def test_an_answer_does_not_claim_that_an_unposted_match_in_a_thread_is_below(harbour: Harbour) -> None:
    stage = make_private_thread(harbour)
    stage.standin.world.unjoined_threads.discard(stage.channel)
    harbour.standin.faults.inject(
        Fault(stage.channel, "post", "status", status=403, code=50001, max_failures=9)
    )
    text = await run_command(stage, "play", game=GAME_KEY, against="easy")
    assert NOT_IN_THREAD_TEXT in text and "below" not in text


async def test_the_doctor_reports_a_private_thread_and_the_fix(harbour: Harbour) -> None:
    stage = make_private_thread(harbour)
    text = await run_command(stage, "reefs doctor")
    assert NOT_IN_THREAD_TEXT in text and NOTHING_MISSING_TEXT not in text
    await add_bot(stage)
    text = await run_command(stage, "reefs doctor")
    assert NOT_IN_THREAD_TEXT not in text and NOTHING_MISSING_TEXT in text


async def test_a_move_in_a_locked_thread_is_stored_and_the_answer_says_it_is_not_shown(
    harbour: Harbour,
) -> None:
    stage = await make_public_thread(harbour)
    await stage.begin_match()
    await set_locked(stage, locked=True)
    before = harbour.count_rows()
    text = await type_as_called_player(stage, await read_first_suggestion(stage))
    assert MOVE_STORED_TEXT in text and THREAD_LOCKED_TEXT in text
    assert harbour.count_rows() == before + 1
    text = await run_command(stage, "reefs doctor")
    assert THREAD_LOCKED_TEXT in text and NOTHING_MISSING_TEXT not in text
    await set_locked(stage, locked=False)
    assert await run_command(stage, "show") == "Posted again below."
    assert await stage.wait_until(lambda: stage.shows_seq(1))
    assert NOTHING_MISSING_TEXT in await run_command(stage, "reefs doctor")


async def test_after_a_refused_board_the_answer_to_the_next_move_says_so(harbour: Harbour) -> None:
    stage = await make_public_thread(harbour)
    await stage.begin_match()
    fault = harbour.standin.faults.inject(Fault(stage.channel, "post", "status", status=403, max_failures=9))
    assert MOVE_STORED_TEXT not in await type_as_called_player(stage, await read_first_suggestion(stage))
    assert await stage.wait_until(lambda: fault.failure_count == 1)
    other = stage.anna if stage.find_called_player() is stage.ben else stage.ben
    tokens = await other.list_suggestions(stage.channel, "move", "action")
    answer = (await other.type_command(stage.channel, "move", action=tokens[0])).get_answer()
    assert answer is not None and MOVE_STORED_TEXT in answer.content and "won't let me post" in answer.content


async def test_the_mine_command_names_an_invisible_thread_but_not_a_deleted_channel(
    harbour: Harbour,
) -> None:
    stage = make_private_thread(harbour)
    await run_command(stage, "play", game=GAME_KEY, against="easy")
    mine = (await stage.anna.type_command(next(iter(harbour.standin.world.channels)), "mine")).get_answer()
    assert mine is not None
    assert "I can't see its channel. If it's a private thread, mention me there" in mine.content
    assert "gone" not in mine.content and "Go on here" in "".join(mine.list_buttons().values())
    await add_bot(stage)
    mine = (await stage.anna.type_command(stage.channel, "mine")).get_answer()
    assert mine is not None
    assert "see its channel" not in mine.content
