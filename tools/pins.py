"""Pin the packages that the bot is installed with: ``python -m tools.pins``. ``--upgrade`` gets newer
versions.

Each file in ``deploy/pins`` lists exact versions with hashes, for every supported Python and system.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PINS_FOLDER: Final = ROOT / "deploy" / "pins"


def read_requirements() -> dict[str, list[str]]:
    """Return the requirements in pyproject.toml that each file of pins resolves."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    extras = project["optional-dependencies"]
    return {
        "bot.txt": [*project["dependencies"], *extras["postgresql"]],
        "fonts.txt": extras["fonts"],
        "tournaments.txt": extras["tournaments"],
        "build.txt": settings["build-system"]["requires"],
        "compiler.txt": settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"][
            "dependencies"
        ],
    }


def read_oldest_python() -> str:
    """Return the oldest supported Python, such as 3.11."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["requires-python"]).removeprefix(">=")


def main() -> None:
    """Update the files of pins. Without ``--upgrade``, keep the versions that are already pinned."""
    parser = argparse.ArgumentParser(prog="python -m tools.pins", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="get newer versions")
    upgrade = ["--upgrade"] if parser.parse_args().upgrade else []
    PINS_FOLDER.mkdir(exist_ok=True)
    for name, wanted in read_requirements().items():
        command = [
            sys.executable,
            "-m",
            "uv",
            "pip",
            "compile",
            "--quiet",
            "--universal",
            "--generate-hashes",
        ]
        command += ["--python-version", read_oldest_python(), "--no-annotate", *upgrade]
        command += [
            "--custom-compile-command",
            "python -m tools.pins",
            "--output-file",
            str(PINS_FOLDER / name),
            "-",
        ]
        subprocess.run(command, input="\n".join(wanted), text=True, check=True)


if __name__ == "__main__":
    main()
