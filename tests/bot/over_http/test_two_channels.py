"""Two channels play each other although some posts fail. Each message is posted once."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.proof.faults.stage import Stage
from tests.support.standin.faults import Fault, FaultKind
from tests.support.standin.harbour import Harbour, open_harbour
from tests.support.standin.world import Message

MANAGE_CHANNELS_PERMISSION = 1 << 4
RETRY_SECONDS = 0.5

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    quick = {"REEFS_RETRY_SECONDS": str(RETRY_SECONDS), "THINK_SECONDS": "0.1"}
    async with open_harbour(tmp_path_factory.mktemp("channels"), 6, environment=quick) as harbour:
        yield harbour


def find_button(messages: list[Message], verb: str) -> tuple[Message, str] | None:
    """Return the newest message with a button for ``verb``, and that button's custom_id, if there is one."""
    for message in reversed(messages):
        for identity in message.list_buttons():
            if identity.split(":")[1] == verb:
                return message, identity
    return None


async def invite_other_channel(own_channel: Stage, other_channel: Stage) -> None:
    """Open a table, give Anna's seat to her channel, and invite the other channel."""
    await own_channel.anna.type_command(
        own_channel.channel, "play", game="reef", against="people", wait=True, seats=2
    )
    assert await own_channel.wait_until(lambda: own_channel.find_board() is not None)
    shown: Message | None = own_channel.find_board()
    for verb in ("ls", "cv", "cvs"):
        assert shown is not None
        wanted = [one for one in shown.list_buttons() if one.split(":")[1] == verb]
        shown = (await own_channel.anna.press(shown, wanted[-1])).get_answer()
    assert shown is not None
    (picker,) = [part["custom_id"] for part in shown.list_parts() if part["custom_id"].startswith("c:")]
    await own_channel.anna.press(shown, picker, [str(other_channel.channel)], kind=8)


@pytest.mark.parametrize("kind", ["lost", "cut", "status"])
async def test_a_post_that_fails_at_first_is_posted_once(harbour: Harbour, kind: FaultKind) -> None:
    here, there = harbour.get_stage(), harbour.get_stage()
    world = harbour.standin.world
    world.extra_permissions_by_user[there.anna.user_id] = MANAGE_CHANNELS_PERMISSION
    question = harbour.standin.faults.inject(Fault(there.channel, "post", kind))
    await invite_other_channel(here, there)
    assert await there.wait_until(
        lambda: find_button(world.list_public_messages(there.channel), "cvy") is not None
    )
    assert question.failure_count == 1 and len(world.list_public_messages(there.channel)) == 1
    found = find_button(world.list_public_messages(there.channel), "cvy")
    assert found is not None
    await there.anna.press(*found)
    board = harbour.standin.faults.inject(Fault(there.channel, "post", kind))
    assert await here.wait_until(
        lambda: find_button(world.list_public_messages(here.channel), "sa") is not None
    )
    start = find_button(world.list_public_messages(here.channel), "sa")
    assert start is not None
    await here.anna.press(*start)

    def list_boards() -> list[Message]:
        return [m for m in world.list_public_messages(there.channel) if m.uploads]

    assert await there.wait_until(
        lambda: bool(list_boards()) and find_button(list_boards(), "ds") is not None
    )
    assert board.failure_count == 1 and len(list_boards()) == 1

    def list_polls() -> list[Message]:
        posts = (*world.list_public_messages(here.channel), *world.list_public_messages(there.channel))
        return [m for m in posts if find_button([m], "cvq") is not None]

    # Either channel may have the first move.
    assert await here.wait_until(lambda: bool(list_polls())) and len(list_polls()) == 1
