"""Application emoji: uploaded once, replaced when they change, and left out if uploading fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.platform.emoji_upload import read_drawings
from tests.proof.faults.stage import Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import FIRST_CHANNEL_ID, OWNER_ID, Json, World

DRAWING_NAMES = sorted(drawing.name for drawing in read_drawings())
ENVIRONMENT = {"APPLICATION_EMOJI": "on", "REEFS_PAUSE_SECONDS": "0", "REEFS_ANSWER_SECONDS": "10"}
"""Settings of a bot that uploads its drawings as emoji."""
FALLBACK_LINE = "emoji shown in place of drawings"
MAX_TRIES = 2000
"""Maximum number of checks before a wait fails, at intervals of 20 ms."""


async def wait_for_emoji(standin: Standin, names: list[str]) -> None:
    """Wait until the application has exactly the emoji named in ``names``."""
    found: list[str] = []
    for _ in range(MAX_TRIES):
        found = list_uploaded_names(standin)
        if found == sorted(names):
            return
        await asyncio.sleep(0.02)
    assert found == sorted(names)


async def wait_for_log(bot: BotProcess, text: str) -> None:
    for _ in range(MAX_TRIES):
        if text in bot.log.read_text("utf-8"):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{text!r} is not in the log:\n{bot.log.read_text('utf-8')}")


def list_uploaded_names(standin: Standin) -> list[str]:
    return sorted(emoji["name"] for emoji in standin.world.emoji.values())


def list_button_emoji(stage: Stage) -> list[Json]:
    """Return the emoji on the board's buttons that continue a move."""
    board = stage.find_board()
    assert board is not None
    return [part["emoji"] for part in board.list_parts() if part["custom_id"].startswith("b:go:")]


@asynccontextmanager
async def run_bot(standin: Standin, folder: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(standin, folder, environment=ENVIRONMENT)
    await bot.start()
    try:
        yield bot
    finally:
        assert await bot.stop() == 0
    assert "Traceback" not in bot.log.read_text("utf-8")


def make_stage(standin: Standin) -> Stage:
    return Stage(standin, FIRST_CHANNEL_ID, OWNER_ID)


async def test_application_emoji_are_uploaded_once_and_shown_on_buttons(tmp_path: Path) -> None:
    async with Standin(World(1)) as standin:
        foreign = standin.rest.emoji.add_emoji("reefs_of_somebody_else")
        async with run_bot(standin, tmp_path) as bot:
            await wait_for_emoji(standin, [*DRAWING_NAMES, foreign["name"]])
            await wait_for_log(bot, "drawings uploaded")
            stage = make_stage(standin)
            await stage.begin_match()
            shown = [sign for sign in list_button_emoji(stage) if sign["id"]]
            assert shown
            for sign in shown:
                assert standin.world.emoji[int(sign["id"])]["name"] == sign["name"] in DRAWING_NAMES
        brought, there = len(standin.rest.emoji.uploaded), dict(standin.world.emoji)
        assert brought == len(DRAWING_NAMES)
        async with run_bot(standin, tmp_path) as bot:
            await press_at_standin_table(stage.ben, stage.channel, "show")
            assert [sign for sign in list_button_emoji(stage) if sign["id"]]
        assert (len(standin.rest.emoji.uploaded), standin.world.emoji) == (brought, there)


async def test_a_changed_drawing_replaces_the_old_one(tmp_path: Path) -> None:
    async with Standin(World(1)) as standin:
        stem = DRAWING_NAMES[0].rpartition("_")[0]
        for name in (f"{stem}_01234567", "reefs_das_riff_gone_89abcdef", "mine", *DRAWING_NAMES[1:]):
            standin.rest.emoji.add_emoji(name)
        async with run_bot(standin, tmp_path):
            await wait_for_emoji(standin, [*DRAWING_NAMES, "mine"])
        assert standin.rest.emoji.uploaded == DRAWING_NAMES[:1]


@pytest.mark.parametrize("unique", [True, pytest.param(False, marks=pytest.mark.nightly)])
async def test_two_processes_starting_together_upload_each_drawing_once(tmp_path: Path, unique: bool) -> None:
    world = World(1)
    world.unique_emoji = unique
    async with Standin(world) as standin:
        for folder in ("one", "other"):
            (tmp_path / folder).mkdir()
        bots = [
            BotProcess(standin, tmp_path / folder, environment=ENVIRONMENT) for folder in ("one", "other")
        ]
        standin.rest.emoji.listing_barrier = asyncio.Barrier(2)
        await asyncio.gather(*(bot.start() for bot in bots))
        for bot in bots:
            await wait_for_log(bot, "drawings uploaded")
        assert set(list_uploaded_names(standin)) == set(DRAWING_NAMES)
        assert (len(standin.world.emoji) == len(DRAWING_NAMES)) == unique
        for bot in bots:
            assert await bot.stop() == 0
            assert FALLBACK_LINE not in bot.log.read_text("utf-8")
        if not unique:
            async with run_bot(standin, tmp_path / "one"):
                await wait_for_emoji(standin, DRAWING_NAMES)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(0, "look at emoji", "status", status=403, code=50001),
        *(
            pytest.param(fault, marks=pytest.mark.nightly)
            for fault in (
                Fault(0, "bring an emoji", "status", status=403, code=50001),
                Fault(0, "bring an emoji", "status", status=501),
                Fault(0, "bring an emoji", "status", status=400, code=30008),
                Fault(0, "bring an emoji", "refused"),
            )
        ),
    ],
    ids=lambda fault: f"{fault.request_name} {fault.kind} {fault.status}",
)
async def test_plain_emoji_are_shown_and_one_line_is_logged_if_uploading_fails(
    tmp_path: Path, fault: Fault
) -> None:
    fault.affected.clear()
    async with Standin(World(1)) as standin:
        standin.faults.inject(fault)
        async with run_bot(standin, tmp_path) as bot:
            await wait_for_log(bot, FALLBACK_LINE)
            stage = make_stage(standin)
            await stage.begin_match()
            assert not [sign for sign in list_button_emoji(stage) if sign["id"]]
        assert bot.log.read_text("utf-8").count(FALLBACK_LINE) == 1
        assert fault.failure_count == 1
        assert not standin.world.violations


async def test_a_start_does_not_wait_for_uploads(tmp_path: Path) -> None:
    async with Standin(World(1)) as standin:
        never = standin.faults.inject(Fault(0, "look at emoji", "deaf", seconds=60))
        async with run_bot(standin, tmp_path):
            stage = make_stage(standin)
            await stage.begin_match()
            assert list_button_emoji(stage) and not [sign for sign in list_button_emoji(stage) if sign["id"]]
        assert never.failure_count == 1


async def test_a_board_uses_plain_emoji_if_discord_refuses_a_drawing(tmp_path: Path) -> None:
    async with Standin(World(1)) as standin:
        async with run_bot(standin, tmp_path) as bot:
            await wait_for_log(bot, "drawings uploaded")
            stage = make_stage(standin)
            await stage.begin_match()
            standin.world.emoji.clear()
            board = stage.find_board()
            assert board is not None
            opener = next(identity for identity in board.list_buttons() if identity.startswith("b:go:"))
            answer = (await stage.find_called_player().press(board, opener)).get_answer()
            assert answer is not None
            assert answer.list_parts()
            await press_at_standin_table(stage.ben, stage.channel, "show")
            assert list_button_emoji(stage) and not [sign for sign in list_button_emoji(stage) if sign["id"]]
        assert "drawings not taken" in bot.log.read_text("utf-8")
