"""The gate passes interactions on or holds them back, depending on the role of its process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.shards import gate as module
from bot.shards.gate import PressGate
from bot.shards.lease import ProcessRole


class RecordingGate:
    """A gate that records the interactions it lets through."""

    def __init__(self, role: ProcessRole) -> None:
        self.role = role
        self.passed: list[int] = []
        self.gate = PressGate(lambda: self.role)
        self.parsers: dict[str, Any] = {
            "INTERACTION_CREATE": lambda data: self.passed.append(int(data["id"]))
        }
        self.gate.intercept_interactions(self.parsers)

    def press(self, number: int) -> None:
        self.parsers["INTERACTION_CREATE"]({"id": str(number)})


async def test_a_host_passes_presses_on_immediately_and_records_them() -> None:
    recorder = RecordingGate(ProcessRole.OWNER)
    recorder.press(1)
    recorder.press(2)
    assert recorder.passed == [1, 2]
    assert recorder.gate.list_passed_on_ids() == [1, 2]


async def test_waiting_presses_are_passed_on_once_unless_another_process_took_them() -> None:
    recorder = RecordingGate(ProcessRole.STANDBY)
    for number in (1, 2, 2, 3):
        recorder.press(number)
    assert recorder.passed == []
    recorder.role = ProcessRole.OWNER
    recorder.gate.open(frozenset({1, 4}))
    # Discord may deliver a press to this process later than to the other process.
    recorder.press(4)
    assert recorder.passed == [2, 3]


@pytest.mark.parametrize(
    ("role", "passed_presses"),
    [(ProcessRole.STANDBY, []), (ProcessRole.RELEASED, []), (ProcessRole.DOUBTFUL, [1])],
    ids=str,
)
async def test_presses_that_waited_too_long_are_dropped_unless_the_lease_is_in_doubt(
    role: ProcessRole, passed_presses: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_INTERACTION_AGE_SECONDS", 0.01)
    recorder = RecordingGate(role)
    recorder.press(1)
    await asyncio.sleep(0.1)
    assert recorder.passed == passed_presses
    recorder.role = ProcessRole.OWNER
    recorder.gate.open(frozenset())
    assert recorder.passed == passed_presses


async def test_a_leaving_process_passes_on_no_presses_and_a_single_process_all() -> None:
    leaving, alone = RecordingGate(ProcessRole.STANDBY), RecordingGate(ProcessRole.STANDBY)
    for recorder in (leaving, alone):
        recorder.press(1)
    leaving.gate.close()
    leaving.role = ProcessRole.OWNER
    leaving.press(2)
    leaving.gate.open(frozenset())
    assert leaving.passed == []
    alone.gate.pass_on_all_interactions()
    alone.press(2)
    assert alone.passed == [1, 2]
