"""The computer players of another revision: a process that receives views and answers with tokens."""

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
SERVE = Path(__file__).with_name("serve.py")


class FellOver(RuntimeError):
    """The other revision could not answer."""


def ask(revision: str, question: tuple[Any, ...]) -> str:
    """Return the token that a revision plays (``question``: see :mod:`tests.proof.strength.serve`)."""
    process = _process(revision)
    into, out = process.stdin, process.stdout
    assert into is not None and out is not None
    pickle.dump(question, into)
    into.flush()
    try:
        token, problem = pickle.load(out)
    except EOFError:
        raise FellOver(f"the process of revision {revision} exited") from None
    if problem:
        raise FellOver(f"revision {revision}: {problem}")
    return str(token)


@cache
def _process(revision: str) -> subprocess.Popen[bytes]:
    folder = tempfile.TemporaryDirectory(prefix="strength-")
    unpack(revision, Path(folder.name))
    environment = {**os.environ, "PYTHONPATH": folder.name, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, "-P", str(SERVE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )

    def end() -> None:
        into: IO[bytes] | None = process.stdin
        if into is not None:
            into.close()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return process


def unpack(revision: str, folder: Path) -> None:
    """Extract the games of a revision into a folder."""
    packed = subprocess.run(
        ["git", "archive", "--format=tar", revision, "games"], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
