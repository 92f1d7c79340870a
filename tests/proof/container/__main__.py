"""Play in the container, kill it, and restore a backup: ``python -m tests.proof.container``.

It requires a Docker engine with Compose on this machine, and the image (``docker compose build``). The
commands are those in docs/hosting/docker.md. The container uses the host network, so that it can reach the
Discord stand-in on the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from games.registry import GAMES
from tests.proof.drill.__main__ import find_missing_events, wait_until_quiet
from tests.proof.drill.players import Pair
from tests.proof.drill.shown import press_all_buttons
from tests.proof.drill.verify import StoredMoves, check_boards, check_moves, find_pending_work
from tests.support.arguments import parse_positive_number
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.standin.forking import INJECT_FOLDER, ROOT
from tests.support.standin.people import Member
from tests.support.standin.process import TOKEN
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

COMPOSE_PROJECT = "reefs-drill"
START_TIMEOUT_SECONDS = 300.0
POLL_INTERVAL_SECONDS = 0.1
"""Seconds between checks for a new move."""
MAX_PRESSED_MESSAGES = 12
NO_TOKEN_TEXT = "No DISCORD_TOKEN"


class DrillFailed(Exception):
    """A command ended unexpectedly, or the bot stayed unhealthy. The message has the output."""


class Container:
    """The bot's service in the compose file, with its own ``.env`` and volume."""

    def __init__(self, standin: Standin, folder: Path) -> None:
        self._standin = standin
        self._folder = folder
        service = {
            "environment": {
                "PYTHONPATH": "/inject",
                "REEFS_STANDIN": standin.address,
                "METRICS_PORT": str(find_free_port()),
            },
            "volumes": [f"{INJECT_FOLDER}:/inject:ro"],
            "network_mode": "host",
        }
        (folder / "override.yaml").write_text(json.dumps({"services": {"reefs": service}}), "utf-8")
        self.write_token(TOKEN)

    def write_token(self, token: str) -> None:
        (self._folder / ".env").write_text(f"DISCORD_TOKEN={token}\n", "utf-8")

    async def run_compose(self, *words: str, status: int = 0, stdin: bytes | None = None) -> str:
        """Run a ``docker compose`` command; return its output.

        :raises DrillFailed: the command ended with a status other than ``status``.
        """
        files = ("-f", str(ROOT / "compose.yaml"), "-f", str(self._folder / "override.yaml"))
        place = ("-p", COMPOSE_PROJECT, "--project-directory", str(self._folder))
        process = await asyncio.create_subprocess_exec(
            *("docker", "compose", *place, *files, *words),
            stdin=asyncio.subprocess.PIPE if stdin is not None else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await process.communicate(stdin)
        text = out.decode("utf-8", "replace")
        if process.returncode != status:
            raise DrillFailed(
                f"{' '.join(words)} ended with {process.returncode}, not {status}: {text[-1500:]}"
            )
        return text

    async def run_inside(self, *words: str, status: int = 0) -> str:
        """Run a command in the running container, like :meth:`run_compose`; return its output."""
        return await self.run_compose("exec", "-T", "reefs", *words, status=status)

    async def wait_until_healthy(self) -> None:
        """Wait until the image's health check passes.

        :raises DrillFailed: it didn't pass in time.
        """
        until = time.monotonic() + START_TIMEOUT_SECONDS
        while time.monotonic() < until:
            try:
                await self.run_inside("python", "-m", "bot", "health")
                return
            except DrillFailed:
                await asyncio.sleep(0.5)
        raise DrillFailed(await self.run_compose("logs", "reefs"))

    async def list_pending_work(self) -> list[str]:
        """Return the bot's pending work, read from a fresh backup."""
        copy = self._folder / "looked.db"
        await self.run_inside("python", "-m", "bot", "backup", "/data/looked.db", "--force")
        await self.run_compose("cp", "reefs:/data/looked.db", str(copy))
        return await find_pending_work(copy)

    async def stop_or_kill(self, *words: str) -> str:
        """Stop or kill the container and drop its connections; return the bot's exit status."""
        await self.run_compose(*words, "reefs")
        self._standin.bot_exits += 1
        await self._standin.gateway.drop_connections()
        return (await self.run_compose("ps", "-a", "--format", "{{.ExitCode}}", "reefs")).strip()


async def check_isolation(container: Container) -> list[str]:
    """Return problems with the container's isolation and image.

    :raises DrillFailed: a folder outside the volume is writable.
    """
    problems = []
    status = await container.run_inside(
        "grep", "-E", "^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):", "/proc/1/status"
    )
    found = {line.split(":")[0]: line.split()[1] for line in status.splitlines()}
    if found["Uid"] == "0" or int(found["CapEff"], 16) or int(found["CapBnd"], 16):
        problems.append(f"it has capabilities: {found}")
    if found["NoNewPrivs"] != "1" or found["Seccomp"] != "2":
        problems.append(f"it may gain capabilities: {found}")
    for place in ("/", "/opt/reefs", "/var/tmp", "/etc"):
        refusal = await container.run_inside("touch", f"{place}/written", status=1)
        if "Read-only" not in refusal:
            problems.append(f"{place}: {refusal}")
    modes = await container.run_inside("stat", "-c", "%U %a %n", "/data", "/data/reefs.db")
    if modes.split() != ["reefs", "700", "/data", "reefs", "600", "/data/reefs.db"]:
        problems.append(f"others can read the data: {modes}")
    shaping = await container.run_inside(
        "python", "-c", "from games.drawing.glyphs import SHAPING; print(SHAPING)"
    )
    if shaping.strip() != "True":
        problems.append("it can't draw Arabic, Hebrew or Indic names")
    return problems


class Drill:
    """The container, its simulated players, and the problems found."""

    def __init__(self, standin: Standin, folder: Path) -> None:
        self._standin = standin
        self._folder = folder
        self._container = Container(standin, folder)
        self._pairs = list(map(self._make_pair, range(len(GAMES)), GAMES, standin.world.channels))
        self._statuses: list[str] = []
        self.problems: list[str] = []

    def _make_pair(self, place: int, game: str, channel: int) -> Pair:
        first = OWNER_ID + 2 * place
        people = (Member(self._standin, first), Member(self._standin, first + 1))
        chance, alone = Random(place), place % 2 == 1
        return Pair(self._standin, channel, people, game, chance, place == 2, alone)

    async def run(self, seconds: float) -> None:
        container = self._container
        await container.run_compose("down", "-v")
        try:
            self.problems += await _check_missing_token(container)
            await self._play_for(seconds)
            stored_moves = await self._check_database("played")
            self.problems += find_missing_events(
                stored_moves.acknowledged_move_count, "moves were acknowledged"
            )
            pressed = await self._restore_backup()
            log = await container.run_compose("logs", "--no-color", "reefs")
        finally:
            await container.run_compose("down", "-v")
        self._record_problems(log)
        print(
            f"moves acknowledged {stored_moves.acknowledged_move_count}, "
            f"rows stored {stored_moves.stored_move_count}, "
            f"buttons pressed after the restore {pressed}, problems {len(self.problems)}"
        )

    async def _play_for(self, seconds: float) -> None:
        """Let people play while the bot is backed up, killed, restarted and stopped."""
        container, over = self._container, asyncio.Event()
        await container.run_compose("up", "-d", "--no-build")
        await container.wait_until_healthy()
        playing = [asyncio.create_task(pair.play_matches_until(over)) for pair in self._pairs]
        await self._wait_for_moves(seconds)
        self.problems += await check_isolation(container)
        await container.run_inside("python", "-m", "bot", "backup", "/data/copy.db", "--force")
        await container.run_compose("cp", "reefs:/data/copy.db", str(self._folder / "copy.db"))
        await container.stop_or_kill("kill")
        await self._start_container()
        await self._wait_for_moves(seconds)
        self._statuses.append(await container.stop_or_kill("stop"))
        over.set()
        await asyncio.gather(*playing)
        # Check only after the next start, which makes the announcements that the stop interrupted.
        await self._start_container()
        self.problems += await wait_until_quiet(self._standin, container.list_pending_work)
        self._statuses.append(await container.stop_or_kill("stop"))

    async def _wait_for_moves(self, seconds: float) -> None:
        """Wait for at least ``seconds``, and until a move has been acknowledged."""
        before = self._count_acknowledged_moves()
        await asyncio.sleep(seconds)
        for _ in range(int(HANG_TIMEOUT_SECONDS / POLL_INTERVAL_SECONDS)):
            if self._count_acknowledged_moves() > before:
                return
            await asyncio.sleep(POLL_INTERVAL_SECONDS)

    def _count_acknowledged_moves(self) -> int:
        return sum(
            sent_move.is_acknowledged
            for pair in self._pairs
            for sent in pair.sent_moves_by_table.values()
            for sent_move in sent
        )

    async def _restore_backup(self) -> int:
        """Restore the backup, press the buttons shown, and check the boards; return the number of presses."""
        container = self._container
        put = ("run", "--rm", "-T", "--entrypoint", "sh", "reefs", "-c", "cat > /data/back.db")
        await container.run_compose(*put, stdin=(self._folder / "copy.db").read_bytes())
        await container.run_compose("run", "--rm", "reefs", "restore", "/data/back.db")
        await self._start_container()
        self.problems += await wait_until_quiet(self._standin, container.list_pending_work)
        pressed, silent = await press_all_buttons(self._pairs, MAX_PRESSED_MESSAGES)
        self.problems += silent + find_missing_events(pressed, "buttons were pressed")
        await container.run_inside("python", "-m", "bot", "restore", "/data/back.db", status=2)
        self.problems += await wait_until_quiet(self._standin, container.list_pending_work)
        self._statuses.append(await container.stop_or_kill("stop"))
        self.problems += await check_boards(await self._copy_database("put_back"), self._standin.world)
        return pressed

    async def _check_database(self, name: str) -> StoredMoves:
        """Check the stopped bot's database against the answers and boards that people saw."""
        database = await self._copy_database(name)
        stored_moves = await check_moves(database, self._pairs)
        self.problems += stored_moves.problems + await check_boards(database, self._standin.world)
        return stored_moves

    async def _copy_database(self, name: str) -> Path:
        """Copy the stopped bot's database out of its volume; return the path of the copy."""
        out = self._folder / name
        out.mkdir()
        await self._container.run_compose("cp", "reefs:/data/.", str(out))
        return out / "reefs.db"

    async def _start_container(self) -> None:
        await self._container.run_compose("start", "reefs")
        await self._container.wait_until_healthy()

    def _record_problems(self, log: str) -> None:
        self.problems += [f"it exited with status {status}" for status in self._statuses if status != "0"]
        self.problems += [f"limit broken: {text}" for text in self._standin.world.violations]
        lines = [line for line in log.splitlines() if "logger=bot" in line and "=error" in line]
        self.problems += [f"log: {line[:300]}" for line in lines]
        if TOKEN in log:
            self.problems.append("the token is in the log")


async def run_drill(seconds: float, folder: Path) -> list[str]:
    """Run the whole drill and print the figures; return the problems."""
    world = World(len(GAMES), [f"Person {n + 1}" for n in range(2 * len(GAMES))])
    async with Standin(world) as standin:
        drill = Drill(standin, folder)
        await drill.run(seconds)
    return drill.problems


async def _check_missing_token(container: Container) -> list[str]:
    """Return a problem if the bot doesn't explain that its token is missing."""
    container.write_token("")
    said = await container.run_compose("run", "--rm", "reefs", status=2)
    container.write_token(TOKEN)
    return [] if NO_TOKEN_TEXT in said else [f"without a token: {said}"]


def main() -> int:
    """Run the command; return 1 if there are problems."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.container", description=__doc__)
    parser.add_argument(
        "--seconds",
        type=parse_positive_number,
        default=10.0,
        help="minimum seconds of play before each stop (default: 10)",
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        problems = asyncio.run(run_drill(arguments.seconds, Path(folder)))
    for problem in problems:
        print(f"PROBLEM {problem}")
    return min(len(problems), 1)


if __name__ == "__main__":
    sys.exit(main())
