"""The tags of a forum post follow the match, even after a crash and while the post is archived.

Discord's responses to the posting of the board and of the forum post are lost.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.proof.faults.stage import Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.forums import MANAGE_CHANNELS_PERMISSION
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import FIRST_CHANNEL_ID, HOST_PERMISSIONS, OWNER_ID, World

FORUM, BOARD = FIRST_CHANNEL_ID + 1, FIRST_CHANNEL_ID + 2


def list_tags(standin: Standin, post: int) -> list[str]:
    names = {tag["id"]: tag["name"] for tag in standin.world.forum_tags_by_channel[FORUM]}
    return [names[tag] for tag in standin.world.threads[post]["applied_tags"]]


async def run_command(stage: Stage, channel: int, command: str, **options: Any) -> str:
    answer = (await stage.anna.type_command(channel, command, **options)).get_answer()
    assert answer is not None
    return answer.content


@pytest.mark.slow
async def test_a_forum_post_is_kept_up_to_date_after_a_crash_and_while_archived(tmp_path: Path) -> None:
    world = World(3)
    world.forum_tags_by_channel[FORUM] = []
    world.granted_permissions = HOST_PERMISSIONS | MANAGE_CHANNELS_PERMISSION
    world.extra_permissions_by_user[OWNER_ID] = MANAGE_CHANNELS_PERMISSION
    async with Standin(world) as standin, BotProcess(standin, tmp_path) as bot:
        await bot.start()
        stage = Stage(standin, FIRST_CHANNEL_ID, OWNER_ID)
        text = await run_command(
            stage, FIRST_CHANNEL_ID, "reefs forum", forum=world.make_channel_payload(FORUM)
        )
        assert "gets a post" in text and "No tags" not in text
        assert {"open seat", "running", "finished"} <= {
            tag["name"] for tag in world.forum_tags_by_channel[FORUM]
        }
        standin.faults.inject(Fault(BOARD, "post", "cut"))
        standin.faults.inject(Fault(FORUM, "thread", "cut"))
        assert "board is here" in await run_command(stage, BOARD, "reefs board")
        assert "Your table is open" in await run_command(
            stage, FIRST_CHANNEL_ID, "club challenge", game="das_riff"
        )
        (post,) = world.threads
        assert await stage.wait_until(lambda: list_tags(standin, post) == ["open seat", "Das Riff"])
        (board,) = world.list_public_messages(BOARD)
        assert not world.violations

        await bot.kill()
        await bot.start()
        world.threads[post]["thread_metadata"]["archived"] = True
        await standin.gateway.dispatch("THREAD_UPDATE", world.threads[post])
        in_post = Stage(standin, post, OWNER_ID)
        assert (await press_at_standin_table(in_post.ben, post, "join")).get_answer() is not None
        assert await stage.wait_until(lambda: list_tags(standin, post) == ["running", "Das Riff"])
        assert not world.threads[post]["thread_metadata"]["archived"]
        assert world.list_public_messages(BOARD) == [board], "the board is found again and not posted twice"
        assert await bot.stop() == 0
    assert not world.violations
