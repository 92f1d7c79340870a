"""A member's context menu, tested over HTTP because SimCord doesn't send the member's permissions."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.standin.harbour import Harbour, open_harbour
from tests.support.standin.world import MEMBER_PERMISSIONS

VIEW_CHANNEL_PERMISSION = 1 << 10


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    async with open_harbour(tmp_path_factory.mktemp("menus"), 1) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("permissions", "is_allowed"),
    [(MEMBER_PERMISSIONS, True), (MEMBER_PERMISSIONS & ~VIEW_CHANNEL_PERMISSION, False), (None, False)],
    ids=["sees the channel", "does not see it", "has left"],
)
async def test_only_members_who_can_see_the_channel_can_be_challenged(
    harbour: Harbour, permissions: int | None, is_allowed: bool
) -> None:
    stage = harbour.get_stage(0)
    made = await stage.anna.use_context_menu(
        stage.channel, "Challenge to a match", stage.ben.user_id, permissions=permissions
    )
    answer = made.get_answer()
    assert answer is not None
    assert bool(answer.list_buttons()) == is_allowed
    assert ("can't see this channel" in answer.content) != is_allowed
