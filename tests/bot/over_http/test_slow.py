"""A press counts and is announced even if Discord is slow to acknowledge it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.standin.faults import Fault, FaultKind
from tests.support.standin.harbour import Harbour, open_harbour, read_first_suggestion, type_as_called_player

SECOND_TRY_SECONDS = 0.15
DELAYS_SECONDS = (0.05, 0.1, 0.16, 0.2, 0.25, 0.29)
"""Delays shorter and longer than :data:`SECOND_TRY_SECONDS`."""
ERROR_TEXT = "Something went wrong"
FAULT_KINDS: tuple[FaultKind, ...] = ("late", "slow")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    # Even on a busy computer, an acknowledgement that the stand-in accepts must not count as late.
    patient = {"REEFS_LATE_SECONDS": "60", "REEFS_SECOND_TRY_SECONDS": str(SECOND_TRY_SECONDS)}
    channels = 2 * len(DELAYS_SECONDS) * len(FAULT_KINDS)
    async with open_harbour(tmp_path_factory.mktemp("slow"), channels, environment=patient) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


def delay_acknowledgements(harbour: Harbour, channel: int, kind: FaultKind, seconds: float) -> None:
    """Delay all further acknowledgements in a channel, in the way described at :data:`FaultKind`."""
    harbour.standin.faults.inject(Fault(channel, "acknowledge", kind, max_failures=99, seconds=seconds))


async def type_move(harbour: Harbour, kind: FaultKind, seconds: float) -> str:
    """Type a move, assert that it is stored and shown, and return the answer."""
    stage = harbour.get_stage()
    await stage.begin_match()
    token = await read_first_suggestion(stage)
    delay_acknowledgements(harbour, stage.channel, kind, seconds)
    text = await type_as_called_player(stage, token)
    assert await stage.wait_until(lambda: stage.shows_seq(1)), (kind, seconds, text)
    return text


async def press_join(harbour: Harbour, kind: FaultKind, seconds: float) -> int:
    """Press *Join*, which changes only the public message; return the number of other answers."""
    stage = harbour.get_stage()
    await stage.open_lobby()
    lobby = stage.find_board()
    assert lobby is not None
    delay_acknowledgements(harbour, stage.channel, kind, seconds)
    join = next(identity for identity in lobby.list_buttons() if identity.startswith("b:jo:"))
    interaction = await stage.ben.press(lobby, join)
    assert await stage.wait_until(lambda: stage.shows_seated(stage.anna, stage.ben)), (kind, seconds)
    return len(interaction.answers)


async def test_a_move_typed_while_discord_is_slow_is_stored_and_answered(harbour: Harbour) -> None:
    before = harbour.count_rows()
    texts = await asyncio.gather(
        *(type_move(harbour, kind, delay) for kind in FAULT_KINDS for delay in DELAYS_SECONDS)
    )
    assert not any(ERROR_TEXT in text for text in texts)
    assert harbour.count_rows() == before + len(texts)


async def test_a_button_pressed_while_discord_is_slow_works(harbour: Harbour) -> None:
    more = await asyncio.gather(
        *(press_join(harbour, kind, delay) for kind in FAULT_KINDS for delay in DELAYS_SECONDS)
    )
    assert not any(more)
