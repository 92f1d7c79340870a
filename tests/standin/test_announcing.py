"""What is to be told of a table and cannot be, for a while or for good."""

from __future__ import annotations

import resource
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.standin.faults import Fault
from tests.standin.harbour import Harbour, offered, opened, told

RETRY_SECONDS = 0.5


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    limits = {"REEFS_RETRY_SECONDS": str(RETRY_SECONDS)}
    async with opened(tmp_path_factory.mktemp("announcing"), 6, environment=limits) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.skipif(sys.platform != "linux", reason="no limit on the files of another process elsewhere")
async def test_a_board_that_could_not_be_noted_is_put_right_by_itself(harbour: Harbour) -> None:
    stage = harbour.stage()
    await stage.begin()
    token = await offered(stage)
    fault = harbour.standin.faults.order(Fault(stage.channel, "post", "late", seconds=0.3))
    await told(stage, token)
    assert await stage.until(lambda: fault.hits == 1)
    calls = harbour.standin.rest.calls
    looked = calls.get("GET", 0)
    old = resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        # Another try begins with a look at what has arrived; it fails like the first one.
        assert await stage.until(lambda: calls.get("GET", 0) > looked)
    finally:
        resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, old)
    assert await stage.until(lambda: stage.shows_seq(1))
