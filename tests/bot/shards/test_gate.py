"""Which interactions the gate lets through, and when."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.shards import gate as module
from bot.shards.gate import Gate
from bot.shards.lease import Role


class Door:
    """A gate, and the interactions that passed it."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.passed: list[int] = []
        self.gate = Gate(lambda: self.role)
        self.parsers: dict[str, Any] = {
            "INTERACTION_CREATE": lambda data: self.passed.append(int(data["id"]))
        }
        self.gate.intercept(self.parsers)

    def press(self, number: int) -> None:
        self.parsers["INTERACTION_CREATE"]({"id": str(number)})


async def test_who_hosts_lets_through_at_once_and_remembers() -> None:
    door = Door(Role.OWNER)
    door.press(1)
    door.press(2)
    assert door.passed == [1, 2]
    assert door.gate.list_taken() == [1, 2]


async def test_what_waits_is_let_through_once_but_for_what_another_has_taken() -> None:
    door = Door(Role.STANDBY)
    for number in (1, 2, 2, 3):
        door.press(number)
    assert door.passed == []
    door.role = Role.OWNER
    door.gate.open(frozenset({1, 4}))
    # Discord may deliver one later here than there.
    door.press(4)
    assert door.passed == [2, 3]


@pytest.mark.parametrize(
    ("role", "passed"), [(Role.STANDBY, []), (Role.LEFT, []), (Role.DOUBTFUL, [1])], ids=str
)
async def test_what_has_waited_in_vain_is_dropped_unless_nobody_can_tell(
    role: Role, passed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.01)
    door = Door(role)
    door.press(1)
    await asyncio.sleep(0.1)
    assert door.passed == passed
    door.role = Role.OWNER
    door.gate.open(frozenset())
    assert door.passed == passed


async def test_who_leaves_takes_nothing_more_and_without_another_says_so_to_everybody() -> None:
    leaving, alone = Door(Role.STANDBY), Door(Role.STANDBY)
    for door in (leaving, alone):
        door.press(1)
    leaving.gate.close()
    leaving.role = Role.OWNER
    leaving.press(2)
    leaving.gate.open(frozenset())
    assert leaving.passed == []
    alone.gate.pass_everything()
    alone.press(2)
    assert alone.passed == [1, 2]
