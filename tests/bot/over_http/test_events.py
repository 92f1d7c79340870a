"""A tournament's Discord event is created once, even after a crash, and ends with the tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.proof.faults.stage import Stage
from tests.support.standin.events import COMPLETED_STATUS, CREATE_EVENTS_PERMISSION, SCHEDULED_STATUS
from tests.support.standin.faults import Fault
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import FIRST_CHANNEL_ID, HOST_PERMISSIONS, OWNER_ID, Message, World


def find_panel(world: World) -> Message:
    """Return the panel of the first tournament."""
    return next(m for m in world.list_public_messages(FIRST_CHANNEL_ID) if "b:tmh:1" in m.list_buttons())


@pytest.mark.slow
async def test_a_tournament_has_one_event_despite_lost_answers_and_crashes(tmp_path: Path) -> None:
    world = World()
    world.granted_permissions = HOST_PERMISSIONS | CREATE_EVENTS_PERMISSION
    async with Standin(world) as standin, BotProcess(standin, tmp_path) as bot:
        await bot.start()
        stage = Stage(standin, FIRST_CHANNEL_ID, OWNER_ID)
        # Discord creates the event, but the bot is killed before the response arrives.
        lost = standin.faults.inject(Fault(0, "make an event", "mute", seconds=8))
        options: dict[str, Any] = {"title": "Reef Cup", "game": "reef", "when": "2h", "event": True}
        answer = (await stage.anna.type_command(FIRST_CHANNEL_ID, "club tournament", **options)).get_answer()
        assert answer is not None and "It begins <t:" in answer.content
        assert await stage.wait_until(lambda: bool(world.events) and lost.failure_count == 1)
        await bot.kill()
        await bot.start()
        managed = (await stage.anna.press(find_panel(world), "b:tmm:1")).get_answer()
        assert managed is not None
        form = await stage.anna.press(managed, "b:tmi:1")
        shown = (await stage.anna.submit_form(form, title="Kelp Cup")).get_answer()
        assert shown is not None and "Kelp Cup" in shown.content
        assert await stage.wait_until(lambda: [e["name"] for e in world.events.values()] == ["Kelp Cup"])
        (event,) = world.events.values()
        assert event["status"] == SCHEDULED_STATUS and str(find_panel(world).id) in event["description"]
        for person in (stage.anna, stage.ben):
            await person.press(find_panel(world), "b:tmj:1")
        managed = (await stage.anna.press(find_panel(world), "b:tmm:1")).get_answer()
        assert managed is not None
        await stage.anna.press(managed, "b:tmb:1")
        assert await stage.wait_until(lambda: len(world.threads) == 1)
        for verb in ("tme", "tmx"):
            await stage.anna.press(managed, f"b:{verb}:1")
        assert await stage.wait_until(
            lambda: [e["status"] for e in world.events.values()] == [COMPLETED_STATUS]
        )
        assert not world.violations
        assert await bot.stop() == 0
