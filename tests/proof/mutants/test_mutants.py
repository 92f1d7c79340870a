"""The kept list still fits the code, and what tries it tells who survives from who does not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.proof.mutants import __main__ as command
from tests.proof.mutants import workshop
from tests.proof.mutants.listing import chosen, drawn, listed
from tests.proof.mutants.mutant import BadPattern, Mutant
from tests.proof.mutants.workshop import Copy, Fate, Tried
from tests.support.patience import ENOUGH_SECONDS

ROOT = Path(__file__).parents[3]
LISTED = listed()
ALL = [(topic, mutant) for topic, group in LISTED.items() for mutant in group]
ENOUGH = 150

CODE = """
def double(number):
    return number * 2


def late(number):
    return 2 * number
"""
TESTS = """
from reef.code import double


def test_two():
    assert double(2) == 4


def test_one():
    assert double(1) == 2
"""


def parsed(file: str, text: str) -> str:
    """Return what is meant by a text, whatever its line breaks and comments."""
    if file.endswith(".py"):
        return ast.dump(ast.parse(text))
    return " ".join(line.partition("--")[0] for line in text.split("\n"))


@cache
def understood(file: str) -> str:
    return parsed(file, (ROOT / file).read_text("utf-8"))


@pytest.mark.parametrize("topic", LISTED)
def test_every_pattern_fits_one_place_and_makes_other_code(topic: str) -> None:
    for mutant in LISTED[topic]:
        sound = (ROOT / mutant.file).read_text("utf-8")
        assert parsed(mutant.file, mutant.applied(sound)) != understood(mutant.file), mutant.name


@pytest.mark.parametrize("topic", LISTED)
def test_the_tests_that_are_to_notice_it_are_there(topic: str) -> None:
    for mutant in LISTED[topic]:
        assert mutant.tests.split(), mutant.name
        for test in mutant.tests.split():
            file, _, name = test.partition("::")
            path = ROOT / file
            assert path.is_file() or (path.is_dir() and not name), f"{mutant.name}: {file}"
            assert not name or f"def {name}(" in path.read_text("utf-8"), f"{mutant.name}: {test}"


def test_the_list_is_long_and_no_name_stands_twice_in_a_topic() -> None:
    assert len(ALL) >= ENOUGH
    names = [(topic, mutant.name) for topic, mutant in ALL]
    assert len(set(names)) == len(names)


def changing(old: str, new: str, equal: str = "") -> Mutant:
    return Mutant("wrong", "reef/code.py", old, new, "reef/test_code.py", equal)


def test_a_pattern_does_not_care_how_code_is_broken_into_lines() -> None:
    wide = "made = join(first, [second], third=3)\n"
    long = "made = join(\n    first,\n    [second],\n    third=3,\n)\n"
    for text in (wide, long):
        assert changing("join(first, [second], third=3)", "None").applied(text) == "made = None\n"
    commented = "if first:\n    # Because.\n    go()  # At once.\n    stop()\n"
    assert changing("if first:\ngo()\nstop()", "pass").applied(commented) == "pass\n"
    assert changing("first or second", "third").applied("if first or second:") == "if third:"
    # What is put in is indented like the line in which the old code begins.
    text = "def f():\n    if late:\n        wait()\n    go()\n"
    assert changing("wait()", "rest()\nwait()").applied(text) == text.replace(
        "        wait()", "        rest()\n        wait()"
    )


@pytest.mark.parametrize("old", ["a or b", "gone"])
def test_a_pattern_that_fits_twice_or_not_at_all_is_refused(old: str) -> None:
    with pytest.raises(BadPattern, match=f"{2 if old == 'a or b' else 0} places"):
        changing(old, "c").applied("if a or b:\n    return a or b\n")
    with pytest.raises(BadPattern):
        changing("a or b", "c").applied("if aa or b or bb:\n    pass\n")


def test_a_lot_draws_the_same_and_none_that_is_equal() -> None:
    one = drawn(LISTED, 15, "one")
    assert one == drawn(LISTED, 15, "one") != drawn(LISTED, 15, "other")
    assert sum(map(len, one.values())) == 15
    everything = drawn(LISTED, len(ALL) + 1, "one")
    assert all(not mutant.equal for group in everything.values() for mutant in group)
    # Each stands a chance: so many lots leave none of a small list out.
    few = {"reef": LISTED["reef"][:5]}
    found = {mutant.name for lot in range(60) for mutant in drawn(few, 1, str(lot))["reef"]}
    assert found == {mutant.name for mutant in few["reef"]}


def test_a_topic_or_a_part_of_a_name_is_chosen() -> None:
    assert chosen(LISTED, "reef") == {"reef": LISTED["reef"]}
    name = LISTED["reef"][0].name
    assert chosen(LISTED, name[2:])["reef"] == (LISTED["reef"][0],)
    assert chosen(LISTED, "nothing is called so") == {}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module and its tests."""
    monkeypatch.setattr(workshop, "COPIED", ("reef",))
    folder = tmp_path / "project"
    (folder / "reef").mkdir(parents=True)
    (folder / "reef" / "code.py").write_text(CODE, "utf-8")
    (folder / "reef" / "test_code.py").write_text(TESTS, "utf-8")
    return folder


def test_who_is_noticed_is_told_from_who_is_not(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Copy(project, tmp_path / "copy")
    killed = copy.try_out(changing("number * 2", "number + 2"))
    assert (killed.fate, killed.by) == (Fate.KILLED, "reef/test_code.py::test_one")
    # As long as the one before, and made in the same second: no compiled file may stand in for it.
    assert copy.try_out(changing("number * 2", "2 * number")).fate is Fate.SURVIVED
    broken = copy.try_out(changing("def double", "def gone"))
    assert (broken.fate, "ImportError" in broken.by) == (Fate.BROKEN, True)
    assert (tmp_path / "copy" / "reef" / "code.py").read_text("utf-8") == CODE
    assert (project / "reef" / "code.py").read_text("utf-8") == CODE
    monkeypatch.setattr(workshop, "PATIENCE", 1.0)
    assert copy.try_out(changing("return number * 2", "while True:\n    pass")).fate is Fate.HUNG


def test_nothing_is_tried_where_tests_fail_by_themselves(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "reef" / "test_code.py").write_text(TESTS + "    assert double(3) == 7\n", "utf-8")
    monkeypatch.setattr(command, "ROOT", project)
    (tmp_path / "copies").mkdir()
    mutants = {"reef": [changing("number * 2", "number + 2")]}
    assert command.run(mutants, tmp_path / "copies", 1) == 2
    assert "nothing was tried" in capsys.readouterr().out


def test_survivors_and_who_is_wrongly_listed_as_equal_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    equal = changing("old", "new", equal="a reason")
    plain = changing("old", "new")
    for mutant, fate, fine in (
        (plain, Fate.KILLED, True),
        (plain, Fate.HUNG, True),
        (plain, Fate.SURVIVED, False),
        (plain, Fate.BROKEN, False),
        (equal, Fate.SURVIVED, True),
        (equal, Fate.KILLED, False),
        (equal, Fate.BROKEN, False),
    ):
        assert command.fine(mutant, Tried(fate, "", 0.0)) is fine
    tried = [(plain, Tried(Fate.KILLED, "", 1.0)), (plain, Tried(Fate.SURVIVED, "", 1.0))]
    tried += [(equal, Tried(Fate.SURVIVED, "", 1.0))]
    *_, row, total = command.table({"reef": tried})
    assert row.split() == ["reef", "3", "1", "0", "1", "0", "1"]
    assert total.split()[1:] == row.split()[1:]


def test_what_nobody_is_called_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mutants", "--only", "nothing is called so"])
    with pytest.raises(SystemExit):
        command.main()
    assert "no topic and no mutant" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["mutants", "--list", "--sample", "3"])
    assert command.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


class Stub:
    """Stands in for a copy."""

    def __init__(self, trying: Callable[[], object]) -> None:
        self.trying = trying
        self.stopped = 0

    def try_out(self, mutant: Mutant) -> Tried:
        self.trying()
        return Tried(Fate.KILLED, "", 0.0)

    def stop(self) -> None:
        self.stopped += 1


def test_several_are_tried_at_once_each_in_a_copy_of_its_own() -> None:
    meeting = Barrier(2, timeout=ENOUGH_SECONDS)
    copies: list[Any] = [Stub(meeting.wait) for _ in range(2)]
    mutants = {"reef": [changing("number * 2", f"number + {n}") for n in range(4)]}
    done = list(command.tried_out(mutants, copies))
    assert sorted(mutant.new for _, mutant, _ in done) == [f"number + {n}" for n in range(4)]


def test_who_breaks_off_ends_what_is_being_tried() -> None:
    copies: list[Any] = [Stub(lambda: None)]
    mutants = {"reef": [changing("number * 2", f"number + {n}") for n in range(4)]}
    with pytest.raises(KeyboardInterrupt):
        for _ in command.tried_out(mutants, copies):
            raise KeyboardInterrupt
    assert copies[0].stopped
