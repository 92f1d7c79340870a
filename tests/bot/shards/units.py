"""A replacement for ``systemctl`` that starts and stops the services of a folder's unit files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HOST_FOLDERS = ("/etc/", "/opt/reefs", "/var/lib/reefs")


def read_unit(root: Path, name: str) -> list[tuple[str, str]]:
    """Return a unit's settings in order, with its name filled in and paths moved into the folder."""
    stem, at, instance = name.partition("@")
    path = root / "etc/systemd/system" / f"{stem}{at}.service"
    found = []
    for line in path.read_text("utf-8").splitlines():
        key, equals, value = line.replace("%i", instance).partition("=")
        if equals and not key.startswith("#"):
            for host_folder in HOST_FOLDERS:
                value = value.replace(host_folder, f"{root}{host_folder}")
            found.append((key, value))
    return found


def start_unit(root: Path, name: str) -> None:
    """Start a unit as systemd would, with only ``PATH`` and the unit's own environment."""
    environment, command, folder = {"PATH": os.defpath}, "", str(root)
    for key, value in read_unit(root, name):
        if key == "EnvironmentFile":
            environment |= dict(line.split("=", 1) for line in Path(value).read_text("utf-8").splitlines())
        elif key == "Environment":
            environment |= dict(part.split("=", 1) for part in value.split())
        elif key == "WorkingDirectory":
            folder = value
        elif key == "ExecStart":
            command = value
    with (root / "run" / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command.split(), cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    (root / "run" / name).write_text(str(process.pid))


def stop_unit(root: Path, name: str) -> None:
    """Stop a unit, and return once it has ended."""
    path = root / "run" / name
    if path.exists():
        pid = int(path.read_text())
        os.kill(pid, signal.SIGTERM)
        while is_running(pid):
            time.sleep(0.05)
        path.unlink()


def is_running(pid: int) -> bool:
    """Return whether a process is running, zombies excluded."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def main() -> None:
    """Run ``daemon-reload``, ``enable --now``, ``disable --now`` or ``restart``."""
    root, (verb, *names) = Path(sys.argv[1]), sys.argv[2:]
    for name in names:
        if name == "--now":
            continue
        if verb in ("disable", "restart"):
            stop_unit(root, name)
        if verb in ("enable", "restart"):
            start_unit(root, name)


if __name__ == "__main__":
    main()
