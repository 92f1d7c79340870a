"""A simulated computer, in a folder, that runs the commands of docs/hosting/scaling.md unchanged.

Programs that need root rights are replaced: ``sudo`` only runs its arguments, ``git`` and ``pip`` do nothing,
and ``systemctl`` starts and stops the services of the unit files.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.bot.shards.units import HOST_FOLDERS
from tests.support.standin.forking import INJECT_FOLDER, ROOT

BASH_BLOCK_PATTERN = re.compile(r"^```bash\n(.*?)^```", re.M | re.S)
SUDO_SCRIPT = '#!/bin/sh\nexec "$@"\n'
EMPTY_SCRIPT = "#!/bin/sh\nexit 0\n"
PYTHON_SCRIPT = '#!/bin/sh\nexport {known} REEFS_STANDIN_NAME="$METRICS_PORT"\nexec {python} "$@"\n'
SYSTEMCTL_SCRIPT = '#!/bin/sh\nexec {python} {program} {root} "$@"\n'


class SimulatedComputer:
    """The simulated computer in a folder. :meth:`close` ends the processes that it started."""

    def __init__(self, root: Path, standin: str, ports: Mapping[str, int]) -> None:
        """Create the folders and the replacement programs.

        :param ports: for each port in the document, the free port to use instead.
        """
        self.root = root
        self._ports = ports
        self.home = root / "opt/reefs"
        for folder in ("etc/systemd/system", "opt/reefs/.venv/bin", "var/lib/reefs", "bin", "run"):
            (root / folder).mkdir(parents=True)
        (self.home / "deploy").symlink_to(ROOT / "deploy")
        known = f"PYTHONPATH={INJECT_FOLDER}:{ROOT} REEFS_STANDIN={standin}"
        systemctl = SYSTEMCTL_SCRIPT.format(
            python=sys.executable, program=Path(__file__).with_name("units.py"), root=root
        )
        for program, text in {
            "bin/sudo": SUDO_SCRIPT,
            "bin/git": EMPTY_SCRIPT,
            "bin/systemctl": systemctl,
            "opt/reefs/.venv/bin/pip": EMPTY_SCRIPT,
            "opt/reefs/.venv/bin/python": PYTHON_SCRIPT.format(known=known, python=sys.executable),
        }.items():
            (root / program).write_text(text)
            (root / program).chmod(0o755)

    def find_block(self, words: str) -> str:
        """Return the command block of scaling.md with ``words``, with this machine's paths and ports."""
        text = (ROOT / "docs" / "hosting" / "scaling.md").read_text("utf-8")
        block: str
        (block,) = (found for found in BASH_BLOCK_PATTERN.findall(text) if words in found)
        for host_folder in HOST_FOLDERS:
            block = block.replace(host_folder, f"{self.root}{host_folder}")
        for written, port in self._ports.items():
            block = block.replace(written, str(port))
        return block

    async def run(self, commands: str) -> str:
        """Run commands in a shell and return their output. A failure fails the test."""
        shell = await asyncio.create_subprocess_exec(
            *("bash", "-e", "-c", commands),
            cwd=self.home,
            env={**os.environ, "LC_ALL": "C", "PATH": f"{self.root}/bin:{os.environ['PATH']}"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed: str = (await shell.communicate())[0].decode()
        assert shell.returncode == 0, printed
        return printed

    def read_pid(self, unit: str) -> int:
        return int((self.root / "run" / unit).read_text())

    def read_log(self, unit: str) -> str:
        """Return the log of a unit's processes."""
        return (self.root / "run" / f"{unit}.log").read_text("utf-8")

    def close(self) -> None:
        """End all processes that still run."""
        for path in (self.root / "run").iterdir():
            if path.suffix != ".log":
                with suppress(ProcessLookupError):
                    os.kill(int(path.read_text()), signal.SIGKILL)
