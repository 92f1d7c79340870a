"""Computer players of another git revision. They run in a separate process."""

from __future__ import annotations

import atexit
import io
import os
import pickle
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[3]
SERVER_SCRIPT = Path(__file__).with_name("serve.py")


class RevisionFailed(RuntimeError):
    """The process of the other revision failed."""


def ask_revision(revision: str, question: tuple[Any, ...]) -> str:
    """Return the token chosen by a revision's computer player.

    :param question: see :mod:`tests.proof.strength.serve`.
    :raises RevisionFailed: the process exited or reported an error.
    """
    process = _start_process(revision)
    into, out = process.stdin, process.stdout
    assert into is not None and out is not None
    pickle.dump(question, into)
    into.flush()
    try:
        token, problem = pickle.load(out)
    except EOFError:
        raise RevisionFailed(f"the process of revision {revision} exited") from None
    if problem:
        raise RevisionFailed(f"revision {revision}: {problem}")
    return str(token)


@cache
def _start_process(revision: str) -> subprocess.Popen[bytes]:
    """Start a process that runs a revision's code. It is reused, and ends with the current process."""
    folder = tempfile.TemporaryDirectory(prefix="strength-")
    unpack_games(revision, Path(folder.name))
    environment = {**os.environ, "PYTHONPATH": folder.name, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, "-P", str(SERVER_SCRIPT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )

    def end_process() -> None:
        into: IO[bytes] | None = process.stdin
        if into is not None:
            into.close()
        process.wait()
        folder.cleanup()

    atexit.register(end_process)
    return process


def unpack_games(revision: str, folder: Path) -> None:
    packed = subprocess.run(
        ["git", "archive", "--format=tar", revision, "games"], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
