"""Starts bots as forks of a process that has already imported them, because importing them is slow.

``python -m tests.support.standin.forking SOCKET`` forks a bot for each connection, answers with its process
ID and later with its exit status. It kills a bot whose connection closes early, and all bots when its own
standard input closes.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.cogs import COG_MODULES

ROOT = Path(__file__).parents[3]
INJECT_FOLDER = Path(__file__).with_name("inject")
CAN_FORK = hasattr(os, "fork") and hasattr(socket, "AF_UNIX")
PRELOADED_MODULES: Final = (
    "bot.app",
    *COG_MODULES,
    "bot.host.arguments",
    "bot.host.hosting",
    "bot.host.logs",
    "bot.host.probe",
    "bot.storage.engine.postgres",
    "discord.gateway",
    "games.reef.draw",
    "platformdirs",
)
"""Modules that are imported before the first fork. They import all other modules."""
_sockets: dict[int, str] = {}
"""The socket of the server that a process has started, by the process's ID."""


class ForkedProcess:
    """A forked bot, with the part of :class:`asyncio.subprocess.Process` that tests use."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._writer = writer
        self._exit = asyncio.create_task(self._read_status(reader))

    async def _read_status(self, reader: asyncio.StreamReader) -> int:
        status = int(await reader.readline())
        self.returncode = status
        self._writer.close()
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has exited."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until the process exits. Return its status, which is negative if a signal ended it."""
        return await asyncio.shield(self._exit)


async def start_forked_bot(environment: dict[str, str], folder: Path, log: Path) -> ForkedProcess:
    """Start ``python -m bot`` as a fork, in a folder and with its output appended to a file."""
    reader, writer = await asyncio.open_unix_connection(await asyncio.to_thread(_find_socket))
    request = {"environment": environment, "folder": str(folder), "log": str(log)}
    writer.write(json.dumps(request).encode() + b"\n")
    return ForkedProcess(int(await reader.readline()), reader, writer)


def _find_socket() -> str:
    """Return the socket of this process's server. The server is started once and ends with this process."""
    if os.getpid() not in _sockets:
        folder = tempfile.TemporaryDirectory(prefix="fork-")
        path = str(Path(folder.name, "socket"))
        command = [sys.executable, "-m", __name__, path]
        server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert server.stdin is not None and server.stdout is not None
        for end in (folder.cleanup, server.wait, server.stdin.close):
            atexit.register(end)
        assert server.stdout.readline() == b"ready\n"
        _sockets[os.getpid()] = path
    return _sockets[os.getpid()]


def serve(path: str) -> None:
    """Fork a bot for each connection until standard input closes. In a bot, run it and raise its exit."""
    for name in PRELOADED_MODULES:
        importlib.import_module(name)
    gc.freeze()
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bots: dict[int, socket.socket] = {}
    with selectors.DefaultSelector() as selector, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        for source in (sys.stdin, listener, woken):
            selector.register(source, selectors.EVENT_READ)
        print("ready", flush=True)
        while True:
            for ready, _ in selector.select():
                if ready.fileobj is sys.stdin:
                    for pid in bots:
                        os.kill(pid, signal.SIGKILL)
                    return
                if ready.fileobj is listener:
                    connection, _ = listener.accept()
                    with connection.makefile("rb") as lines:
                        request = json.loads(lines.readline())
                    pid = os.fork()
                    if not pid:
                        break
                    bots[pid] = connection
                    selector.register(connection, selectors.EVENT_READ, pid)
                    connection.sendall(b"%d\n" % pid)
                elif ready.fileobj is woken:
                    woken.recv(4096)
                    for pid, status in _list_exits():
                        ended = bots.pop(pid)
                        with suppress(KeyError):
                            selector.unregister(ended)
                        with suppress(OSError):
                            ended.sendall(b"%d\n" % status)
                        ended.close()
                elif ready.data in bots:
                    # The test has ended without stopping its bot.
                    os.kill(ready.data, signal.SIGKILL)
                    selector.unregister(ready.fileobj)
            else:
                continue
            break
    for inherited in (*bots.values(), connection, woken, waker):
        inherited.close()
    run_bot(request)


def _list_exits() -> Iterator[tuple[int, int]]:
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def run_bot(request: dict[str, Any]) -> None:
    """Run the bot in this process as ``python -m bot`` would, and raise its exit."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    with Path(request["log"]).open("ab") as log, Path(os.devnull).open("rb") as nothing:
        for number, file in enumerate((nothing, log, log)):
            os.dup2(file.fileno(), number)
    sys.argv = ["bot"]
    runpy.run_path(str(INJECT_FOLDER / "sitecustomize.py"))
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve(sys.argv[1])
