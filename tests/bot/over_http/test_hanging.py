"""A request that Discord performs but doesn't answer is retried, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.standin.faults import Fault
from tests.support.standin.harbour import Harbour, open_harbour, read_first_suggestion, type_as_called_player

ANSWER_SECONDS = 0.5
NOT_ANSWERING_TEXT = "Discord isn't answering me"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    limits = {"REEFS_ANSWER_SECONDS": str(ANSWER_SECONDS)}
    async with open_harbour(tmp_path_factory.mktemp("hanging"), 5, environment=limits) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def move_without_answer(harbour: Harbour, call: str, times: int = 1) -> str:
    """Type a move while the first ``times`` requests of a kind stay unanswered; return the reply."""
    stage = harbour.get_stage()
    await stage.begin_match()
    before = len(harbour.standin.world.list_public_messages(stage.channel))
    token = await read_first_suggestion(stage)
    fault = harbour.standin.faults.inject(Fault(stage.channel, call, "late", max_failures=times, seconds=1e5))
    text = await type_as_called_player(stage, token)
    seq = 0 if NOT_ANSWERING_TEXT in text else 1
    assert await stage.wait_until(lambda: fault.failure_count == times and stage.shows_seq(seq)), call
    assert len(harbour.standin.world.list_public_messages(stage.channel)) == before + seq
    return text


async def test_an_unanswered_request_is_retried_once(harbour: Harbour) -> None:
    before = harbour.count_rows()
    texts = await asyncio.gather(
        *(move_without_answer(harbour, call) for call in ("acknowledge", "answer", "post", "edit"))
    )
    assert not any(NOT_ANSWERING_TEXT in text for text in texts)
    assert harbour.count_rows() == before + 4


async def test_a_person_is_told_that_their_press_cannot_be_acknowledged(harbour: Harbour) -> None:
    before = harbour.count_rows()
    assert NOT_ANSWERING_TEXT in await move_without_answer(harbour, "acknowledge", times=2)
    assert harbour.count_rows() == before
