"""Runs the unmodified bot as a separate process connected to the stand-in."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self

from bot.kit.server_url import ServerUrl
from tests.support.standin.forking import CAN_FORK, INJECT_FOLDER, ROOT, ForkedProcess, start_forked_bot
from tests.support.standin.server import Standin

TOKEN = "MTAwMQ.standin.a-secret-that-must-never-be-logged"
START_TIMEOUT_SECONDS = 120.0


class StartFailed(Exception):
    """The bot failed to start. The message is the end of its log."""


class BotProcess:
    """A ``python -m bot`` process on a database file or server, logging to a file."""

    def __init__(
        self,
        standin: Standin,
        folder: Path,
        *,
        environment: dict[str, str] | None = None,
        server: ServerUrl | None = None,
        name: str = "",
        uses_new_interpreter: bool = False,
    ) -> None:
        """Prepare a process without starting it.

        :param name: name that distinguishes the process from others.
        :param uses_new_interpreter: start a new interpreter instead of forking one that has imported the bot.
        """
        self.name = name
        self._uses_new_interpreter = uses_new_interpreter
        self.server = server
        self._standin = standin
        self.database = folder / "reefs.db"
        self.log = folder / f"bot{name and '-'}{name}.log"
        self._folder = folder
        self._environment = environment or {}
        self._process: asyncio.subprocess.Process | ForkedProcess | None = None

    async def start(self) -> None:
        """Start the bot, and wait until it is connected to the gateway.

        :raises StartFailed: the bot exited or hung.
        """
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(INJECT_FOLDER), str(ROOT))),
            "REEFS_STANDIN": self._standin.address,
            "REEFS_STANDIN_NAME": self.name,
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_PATH": str(self.database),
            "DATABASE_URL": "" if self.server is None else self.server.text,
            "LOG_LEVEL": "INFO",
            "APPLICATION_EMOJI": "off",
            **self._environment,
        }
        if CAN_FORK and not self._uses_new_interpreter:
            self._process = await start_forked_bot(environment, self._folder, self.log)
        else:
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "bot", cwd=self._folder, env=environment, stdout=log, stderr=log
                )
        for _ in range(int(START_TIMEOUT_SECONDS / 0.02)):
            if self._standin.gateway.count_reached_shards(self.name):
                return
            if self._process.returncode is not None:
                break
            await asyncio.sleep(0.02)
        raise StartFailed(self.log.read_text("utf-8", "replace")[-4000:])

    @property
    def database_location(self) -> Path | ServerUrl:
        """The file or PostgreSQL URL of the database."""
        return self.database if self.server is None else self.server

    @property
    def pid(self) -> int:
        """ID of the running process."""
        assert self._process is not None
        return self._process.pid

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        # Don't leave a bot running if a test fails.
        await self.kill()

    async def kill(self) -> None:
        await self._end_process(signal.SIGKILL)

    async def stop(self) -> int:
        """Stop the bot with SIGTERM; return its exit status, or 0 if it wasn't running."""
        return await self._end_process(signal.SIGTERM)

    async def wait_for_exit(self) -> int:
        """Wait until the bot exits on its own; return its exit status."""
        return await self._end_process(None)

    async def _end_process(self, number: signal.Signals | None) -> int:
        """Send a signal, if one is given, wait until the process exits, and end its gateway connections."""
        process = self._process
        if process is None:
            return 0
        if number is not None and process.returncode is None:
            process.send_signal(number)
        status = await process.wait()
        self._process = None
        if self.name:
            # Disconnect only this process, because the others continue.
            await self._standin.gateway.end_sessions(self.name)
        else:
            self._standin.bot_exits += 1
            await self._standin.gateway.drop_connections()
        return status
