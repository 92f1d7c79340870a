"""A bot process, connected to the stand-in, that is shared by all tests of a file."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.proof.faults.stage import Stage
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, READ_HISTORY_PERMISSION, World


class Harbour:
    """A bot process shared by tests, each of which has its own channel and two people."""

    def __init__(self, standin: Standin, bot: BotProcess) -> None:
        self.standin = standin
        self.bot = bot
        self._used = 0

    def get_stage(self, index: int | None = None) -> Stage:
        """Return an unused channel with two people, or the channel at index ``index``."""
        if index is None:
            index, self._used = self._used, self._used + 1
        return Stage(self.standin, list(self.standin.world.channels)[index], OWNER_ID + 2 * index)

    def count_rows(self) -> int:
        """Return the total number of rows in all match logs."""
        with closing(sqlite3.connect(self.bot.database)) as connection:
            return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


@asynccontextmanager
async def open_harbour(
    folder: Path,
    channel_count: int,
    *,
    unreadable_index: int | None = None,
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Harbour]:
    """Run a bot with a number of channels, then check that it exits cleanly and exceeded no limit.

    :param unreadable_index: the index of a channel whose history the bot may not read.
    """
    world = World(channel_count, [f"Person {n + 1}" for n in range(2 * channel_count)])
    if unreadable_index is not None:
        world.denied_permissions_by_channel[list(world.channels)[unreadable_index]] = READ_HISTORY_PERMISSION
    async with Standin(world) as standin:
        bot = BotProcess(standin, folder, environment=environment)
        await bot.start()
        try:
            yield Harbour(standin, bot)
        finally:
            assert await bot.stop() == 0
    assert not world.violations


async def read_first_suggestion(stage: Stage) -> str:
    """Return the first move that autocomplete suggests to the player whom the board asks to move."""
    tokens = await stage.find_called_player().list_suggestions(stage.channel, "move", "action")
    return tokens[0]


async def type_as_called_player(stage: Stage, token: str) -> str:
    """Type a move as the player whom the board asks to move; return the text of the answer."""
    answer = (await stage.find_called_player().type_command(stage.channel, "move", action=token)).get_answer()
    assert answer is not None
    return answer.content
