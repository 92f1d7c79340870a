"""Check that the compiled wheel thinks and plays like the sources: ``python -m tests.proof.compiled``.

The wheel is built in a temporary folder and installed into its own virtual environment. This requires a C
compiler and takes a few minutes.

The search results of the wheel and the sources are then compared one by one, and the tests of rules and
players are run on the wheel. ``--speed`` only compares the speed of the wheel and the sources.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path
from statistics import median

from games.registry import GAMES
from tests.support.arguments import make_integer_type

ROOT = Path(__file__).resolve().parents[3]
THOUGHTS_PATH = Path(__file__).with_name("thoughts.py")
MIN_SPEEDUP = 1.6
"""Minimum speed of the compiled players, relative to interpreted ones."""
ROUND_COUNT = 7
"""Number of timed searches with the sources and with the wheel, alternately."""
TIMED_ITERATIONS_BY_LEVEL = {"hard": 150, "expert": 150}
IGNORED_TESTS = ("*draw*", "*words*", "*pages*", "*/test_fit.py", "*/test_tuned.py")
"""Patterns of skipped tests: tests of pictures, texts or tools, none of which are compiled."""


class CheckFailed(Exception):
    """The compiled wheel failed a check. The message describes the check."""


def build_wheel(folder: Path) -> Path:
    """Build the compiled wheel without changing the checkout's files."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "1"}
    subprocess.run([*command, "-w", str(folder), str(ROOT)], env=environment, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a new virtual environment with this environment's packages.

    Return the path of its Python.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps"]
    subprocess.run([*command, str(wheel)], check=True)
    shared = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "shared.pth").write_text("\n".join(shared) + "\n", "utf-8")
    return python


def start_thinking(python: Path | str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start ``thoughts.py`` with the packages that ``python`` imports from ``folder``."""
    return subprocess.Popen(
        [str(python), str(THOUGHTS_PATH), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def check_loaded_modules(process: subprocess.Popen[str], is_compiled: bool) -> None:
    """Raise :class:`CheckFailed` unless a process loaded compiled modules, if ``is_compiled``, or sources."""
    path = json.loads(read_line(process))["odds"]
    if path.endswith(".py") == is_compiled:
        raise CheckFailed(f"{path} was loaded")


def compare_thoughts(python: Path, folder: Path, seed_count: int) -> int:
    """Run ``thoughts.py`` with the sources and with the wheel, and compare each line. Return their number.

    :raises CheckFailed: the lines differ, or a process failed.
    """
    plain = start_thinking(sys.executable, ROOT, "think", str(seed_count))
    compiled = start_thinking(python, folder, "think", str(seed_count))
    check_loaded_modules(plain, is_compiled=False)
    check_loaded_modules(compiled, is_compiled=True)
    assert plain.stdout is not None and compiled.stdout is not None
    count = 0
    for expected, found in zip_longest(plain.stdout, compiled.stdout):
        if expected is None or found is None or json.loads(expected) != json.loads(found):
            raise CheckFailed(f"different thoughts\n  interpreted {expected}\n  compiled    {found}")
        count += 1
    if plain.wait() or compiled.wait():
        raise CheckFailed("a process failed")
    return count


def run_tests(python: Path, folder: Path) -> None:
    """Run the tests of rules and players in a folder without the games' sources.

    :raises CheckFailed: a test failed.
    """
    for name in ("tests", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "pyproject.toml", folder)
    # Copy only RULES.md, which some tests read, because sources beside it would be imported.
    for rules in (ROOT / "games").glob("*/RULES.md"):
        (copy := folder / rules.relative_to(ROOT)).parent.mkdir(parents=True)
        shutil.copy2(rules, copy)
    where = [f"tests/games/{key}" for key in GAMES] + ["tests/games/players"]
    skipped = [f"--ignore-glob={pattern}" for pattern in IGNORED_TESTS]
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *where, *skipped]
    if subprocess.run(command, cwd=folder, check=False).returncode:
        raise CheckFailed("tests failed")


def measure_speed(python: Path, folder: Path) -> list[str]:
    """Print the speedup of compiled players; return the games and levels below the goal."""
    both = [start_thinking(sys.executable, ROOT, "time"), start_thinking(python, folder, "time")]
    for process in both:
        check_loaded_modules(process, is_compiled=process is both[1])
        read_line(process)
    slow = []
    for key, game in GAMES.items():
        for level in ("hard", "expert") if game.computer_settings.expert is not None else ("hard",):
            ratios = []
            for seed in range(ROUND_COUNT):
                spent = []
                for process in both:  # alternate, so that other load affects both
                    assert process.stdin is not None
                    print(key, level, TIMED_ITERATIONS_BY_LEVEL[level], seed, file=process.stdin, flush=True)
                    spent.append(float(read_line(process)))
                ratios.append(spent[0] / spent[1])
            ratio = median(ratios)
            print(f"{key} {level}: x {ratio:.2f} ({min(ratios):.2f}-{max(ratios):.2f})", flush=True)
            if ratio < MIN_SPEEDUP:
                slow.append(f"{key} {level}")
    for process in both:
        process.communicate()
    return slow


def main() -> int:
    """Run the command; return 1 if a check failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.compiled", description=__doc__)
    parser.add_argument(
        "--seeds", type=make_integer_type(1), default=3, help="matches of each setting; 3 if not given"
    )
    parser.add_argument("--speed", action="store_true", help="only compare the speed of both")
    parser.add_argument("--wheel", type=Path, help="use this compiled wheel instead of building one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        wheel = chosen.wheel or build_wheel(work)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        python, folder = install_wheel(wheel, work / "venv"), work / "run"
        folder.mkdir()
        subprocess.run([str(python.with_name("reefs")), "--version"], cwd=folder, check=True)
        try:
            if chosen.speed:
                slow = measure_speed(python, folder)
                print(f"below x {MIN_SPEEDUP}: {', '.join(slow) or 'none'}")
                return 1 if slow else 0
            print(f"{compare_thoughts(python, folder, chosen.seeds)} thoughts are equal", flush=True)
            run_tests(python, folder)
        except CheckFailed as failure:
            print(failure)
            return 1
    print("The compiled wheel thinks and plays as the sources do.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
