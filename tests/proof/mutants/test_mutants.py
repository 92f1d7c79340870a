"""Hand-written mutants match the code and name existing tests, and outcomes are reported correctly."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.proof.mutants import __main__ as command
from tests.proof.mutants import trying, workshop
from tests.proof.mutants.changes import Change, drop_call, force_false, replace_argument, replace_expression
from tests.proof.mutants.generated import draw_mutants as draw_generated
from tests.proof.mutants.generated import find_changed_modules, find_modules, find_tests, generate_mutants
from tests.proof.mutants.listing import choose_mutants, draw_sample, load_topics
from tests.proof.mutants.mutant import BadMutant, Mutant
from tests.proof.mutants.trying import MutantResult
from tests.proof.mutants.workshop import MutantStatus, ProjectCopy, Trial
from tests.support.nightly import defer_to_night
from tests.support.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[3]
TOPICS = load_topics()
ALL_MUTANTS = [(topic, mutant) for topic, group in TOPICS.items() for mutant in group]

MODULE_SOURCE = """
import logging

log = logging.getLogger(__name__)


def double(number: int) -> int:
    if number < 0:
        raise ValueError
    log.info("doubled")
    return number * 2


def late(number):
    return 2 * number
"""
TEST_SOURCE = """
import pytest

from games.code import double


def test_one():
    assert double(1) == 2


def test_less():
    with pytest.raises(ValueError):
        double(-1)
"""


@pytest.mark.parametrize("topic", TOPICS)
def test_each_hand_written_mutant_fits_one_place_and_changes_it(topic: str) -> None:
    for mutant in TOPICS[topic]:
        sound = (ROOT / mutant.find_file(ROOT)).read_text("utf-8")
        changed = mutant.apply_to(sound)
        assert changed.diff, mutant.name
        if mutant.find_file(ROOT).suffix == ".py":
            ast.parse(changed.source, mutant.name)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_tests_named_by_a_mutant_exist(topic: str) -> None:
    for mutant in TOPICS[topic]:
        assert mutant.tests.split(), mutant.name
        for test in mutant.tests.split():
            file, _, name = test.partition("::")
            path = ROOT / file
            assert path.is_file() or (path.is_dir() and not name), f"{mutant.name}: {file}"
            assert not name or f"def {name}(" in path.read_text("utf-8"), f"{mutant.name}: {test}"


def test_mutants_of_a_topic_have_different_names() -> None:
    names = [(topic, mutant.name) for topic, mutant in ALL_MUTANTS]
    assert len(set(names)) == len(names)


def test_a_mutant_of_a_missing_function_is_reported_by_name(project: Path, tmp_path: Path) -> None:
    mutant = Mutant("a negative number is doubled", "games.code:gone", force_false("number"), "tests/games")
    with pytest.raises(BadMutant, match=r"a negative number is doubled: games\.code:gone"):
        mutant.apply_to(MODULE_SOURCE)
    (result,) = trying.try_hand_written_mutants(
        project, {"toy": [mutant]}, [ProjectCopy(project, tmp_path / "copy")]
    )
    assert result.fails_ci
    assert result.trial.status is MutantStatus.BROKEN
    assert "games.code:gone" in command.describe_result(result)
    moved = Mutant("a moved module", "games.moved:double", force_false("number"), "tests/games")
    (result,) = trying.try_hand_written_mutants(
        project, {"toy": [moved]}, [ProjectCopy(project, tmp_path / "other")]
    )
    assert result.fails_ci


def test_a_hand_written_mutant_that_survives_is_named_with_its_diff(project: Path, tmp_path: Path) -> None:
    toy = [
        make_mutant("a negative number is doubled", force_false("number")),
        make_mutant("a number is squared", replace_expression("number * 2", "number ** 2")),
        make_mutant("nothing is logged", drop_call("info")),
    ]
    results = list(
        trying.try_hand_written_mutants(project, {"toy": toy}, [ProjectCopy(project, tmp_path / "copy")])
    )
    assert [result.trial.status for result in results] == [
        MutantStatus.KILLED,
        MutantStatus.KILLED,
        MutantStatus.SURVIVED,
    ]
    assert [result.fails_ci for result in results] == [False, False, True]
    assert results[0].trial.explanation == "tests/games/test_code.py::test_less"
    description = command.describe_result(results[2])
    assert description.startswith("SURVIVED: toy: nothing is logged")
    assert "-    log.info('doubled')" in description
    assert (project / "games" / "code.py").read_text("utf-8") == MODULE_SOURCE
    assert (tmp_path / "copy" / "games" / "code.py").read_text("utf-8") == MODULE_SOURCE


def test_tests_that_never_end_count_as_timed_out(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "MAX_HANDWRITTEN_SECONDS", 1.0)
    endless = make_mutant("it never ends", replace_expression("number * 2", "[x for x in iter(int, 1)]"))
    (result,) = trying.try_hand_written_mutants(
        project, {"toy": [endless]}, [ProjectCopy(project, tmp_path / "copy")]
    )
    assert result.trial.status is MutantStatus.HUNG
    assert not result.fails_ci


def test_a_mutant_that_breaks_the_import_does_not_count_as_noticed(project: Path, tmp_path: Path) -> None:
    broken = Mutant("no logger", "games.code:log", replace_argument("getLogger", 0, "gone"), "tests/games")
    (result,) = trying.try_hand_written_mutants(
        project, {"toy": [broken]}, [ProjectCopy(project, tmp_path / "copy")]
    )
    assert result.trial.status is MutantStatus.BROKEN


@pytest.mark.slow
def test_generated_survivors_are_named_and_do_not_fail(project: Path, tmp_path: Path) -> None:
    killed = "games/code.py:8: condition negated"
    survivor = "games/code.py:8: < becomes <="
    generated = generate_mutants(project, Path("games/code.py"))
    mutants = [mutant for mutant in generated if mutant.name in (killed, survivor)]
    copies = [ProjectCopy(project, tmp_path / "copy")]
    fates = {result.name: result for result in trying.try_generated_mutants(project, mutants, copies)}
    assert fates[killed].trial.status is MutantStatus.KILLED
    assert fates[survivor].trial.status is MutantStatus.SURVIVED
    assert not any(result.fails_ci for result in fates.values())
    assert "+    if number <= 0:" in command.describe_result(fates[survivor])
    assert command.summarize_results(list(fates.values())).startswith("0 hand-written")
    # Calls that write to a log aren't dropped, because no test would notice.
    assert not any("call dropped" in mutant.name for mutant in generated)


def test_generated_mutants_are_not_tried_if_tests_fail_without_them(project: Path, tmp_path: Path) -> None:
    (project / "tests" / "games" / "test_code.py").write_text(
        TEST_SOURCE + "    assert double(3) == 7\n", "utf-8"
    )
    mutants = generate_mutants(project, Path("games/code.py"))[:1]
    (result,) = trying.try_generated_mutants(project, mutants, [ProjectCopy(project, tmp_path / "copy")])
    assert result.trial.status is MutantStatus.BROKEN
    assert "without a change" in result.trial.explanation


@pytest.mark.slow
def test_failing_or_slow_test_files_are_left_out(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "tests" / "games" / "test_red.py").write_text("def test_red():\n    assert False\n", "utf-8")
    mutants = [
        one
        for one in generate_mutants(project, Path("games/code.py"))
        if one.description == "condition negated"
    ]
    copies = [ProjectCopy(project, tmp_path / "copy")]
    assert list(copies[0].time_test_files(find_tests(project, Path("games/code.py")))) == [
        "tests/games/test_code.py"
    ]
    (result,) = trying.try_generated_mutants(project, mutants, copies)
    assert result.trial.explanation.startswith("tests/games/test_code.py::")
    monkeypatch.setattr(trying, "MAX_TEST_SECONDS", 3.0)
    assert trying._select_within_limit(["a", "b", "c", "d"], {"a": 2.0, "b": 2.0, "d": 1.0}) == (
        ["a", "d"],
        3.0,
    )


def test_nothing_is_tried_if_tests_fail_without_a_mutant(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests" / "games" / "test_code.py").write_text(
        TEST_SOURCE + "    assert double(3) == 7\n", "utf-8"
    )
    monkeypatch.setattr(command, "ROOT", project)
    toy = {"toy": [make_mutant("nothing is logged", drop_call("info"))]}
    assert command.try_mutants(toy, [], tmp_path, 1) == 2
    assert "nothing was tried" in capsys.readouterr().out


@pytest.mark.parametrize("as_json", defer_to_night([False, True], True))
@pytest.mark.slow
def test_the_status_is_1_only_if_a_hand_written_mutant_survives(
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    as_json: bool,
) -> None:
    monkeypatch.setattr(command, "ROOT", project)
    (survivor,) = (one for one in generate_mutants(project, Path("games/code.py")) if "<=" in one.description)
    killed = {"toy": [make_mutant("a negative number is doubled", force_false("number"))]}
    (tmp_path / "first").mkdir()
    assert command.try_mutants(killed, [survivor], tmp_path / "first", 1, as_json=as_json) == 0
    output = capsys.readouterr().out
    if as_json:
        assert [(one["topic"], one["fate"]) for one in json.loads(output)] == [
            ("toy", "killed"),
            (None, "survived"),
        ]
    else:
        assert "1 hand-written: 1 killed, 0 timed out, 0 survived" in output
        assert "1 generated: 0 killed, 0 timed out, 1 survived" in output
    (tmp_path / "second").mkdir()
    surviving = {"toy": [make_mutant("nothing is logged", drop_call("info"))]}
    assert command.try_mutants(surviving, [], tmp_path / "second", 1) == 1


def test_the_tests_of_a_module_import_it_or_are_in_the_mirrored_folder(project: Path) -> None:
    folder = project / "tests" / "bot" / "tables"
    folder.mkdir(parents=True)
    (folder / "test_tables.py").write_text("import games.code\n", "utf-8")
    assert find_tests(project, Path("games/code.py")) == (
        "tests/games/test_code.py",
        "tests/bot/tables/test_tables.py",
    )
    assert find_tests(project, Path("bot/tables/deep/seats.py")) == ("tests/bot/tables/test_tables.py",)
    assert find_tests(project, Path("bot/kit/cache.py")) == ()


def test_modules_are_found_by_name_folder_and_commit(project: Path) -> None:
    code = Path("games/code.py")
    assert find_modules(project, "games/code.py") == [code] == find_modules(project, "games.code")
    assert find_modules(project, "games") == [Path("games/__init__.py"), code]
    assert find_modules(project, "tests") == [] == find_modules(project, "nothing")
    own = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "Begin")):
        subprocess.run(["git", *own, *words], cwd=project, check=True)
    assert find_changed_modules(project, "HEAD") == []
    (project / "games" / "code.py").write_text(MODULE_SOURCE + "\n\nMORE = 3\n", "utf-8")
    assert find_changed_modules(project, "HEAD") == [code]
    with pytest.raises(ValueError, match="gone"):
        find_changed_modules(project, "gone")


def test_a_seed_always_draws_the_same_sample() -> None:
    one = draw_sample(TOPICS, 10, "one")
    assert one == draw_sample(TOPICS, 10, "one") != draw_sample(TOPICS, 10, "other")
    assert sum(map(len, one.values())) == 10
    assert sum(map(len, draw_sample(TOPICS, len(ALL_MUTANTS) + 1, "one").values())) == len(ALL_MUTANTS)
    modules = find_modules(ROOT, "games/core/match.py")
    some = draw_generated(ROOT, modules, 5, "one")
    assert some == draw_generated(ROOT, modules, 5, "one") != draw_generated(ROOT, modules, 5, "other")
    assert len(some) == 5


def test_generated_mutants_can_be_applied_and_compiled() -> None:
    for module in find_modules(ROOT, "games/core/match.py"):
        source = (ROOT / module).read_text("utf-8")
        for mutant in generate_mutants(ROOT, module)[::21]:
            changed = mutant.apply_to(source)
            assert changed.diff, mutant.name
            compile(changed.source, mutant.name, "exec")


def test_mutants_are_chosen_by_topic_or_part_of_a_name() -> None:
    assert choose_mutants(TOPICS, "locks") == {"locks": TOPICS["locks"]}
    name = TOPICS["locks"][0].name
    assert TOPICS["locks"][0] in choose_mutants(TOPICS, name[2:])["locks"]
    assert choose_mutants(TOPICS, "nothing is called this") == {}


def test_a_sample_is_two_thirds_hand_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_changed_modules", lambda root, commit: [Path("games/core/match.py")])
    chosen, generated = command.select_mutants(None, None, 15, "seed")
    assert (sum(map(len, chosen.values())), len(generated)) == (10, 5)


def test_a_sample_in_a_shallow_clone_generates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_unknown_commit(root: Path, commit: str) -> list[Path]:
        raise ValueError(commit)

    monkeypatch.setattr(command, "find_changed_modules", raise_unknown_commit)
    chosen, generated = command.select_mutants(None, None, 15, "seed")
    assert (sum(map(len, chosen.values())), generated) == (10, [])
    with pytest.raises(ValueError, match="gone"):
        command.select_mutants(None, "gone", 15, "seed")


def test_the_arguments_choose_the_mutants_to_try(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mutants", "--only", "nothing is called this"])
    with pytest.raises(SystemExit):
        command.main()
    assert "no topic, mutant or module" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["mutants", "--list", "--only", "games/core", "--sample", "3"])
    assert command.main() == 0
    assert [line.split(":")[0][:11] for line in capsys.readouterr().out.splitlines()] == ["games/core/"] * 3


def make_mutant(name: str, change: Change) -> Mutant:
    """Return a hand-written mutant of the small project."""
    return Mutant(name, "games.code:double", change, "tests/games/test_code.py")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small project with one module and its tests."""
    monkeypatch.setattr(workshop, "COPIED_FOLDERS", ("games", "tests"))
    # Loading all plug-ins takes longer than running these tests.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")
    folder = tmp_path / "project"
    (folder / "tests" / "games").mkdir(parents=True)
    (folder / "games").mkdir()
    (folder / "games" / "__init__.py").touch()
    (folder / "games" / "code.py").write_text(MODULE_SOURCE, "utf-8")
    (folder / "tests" / "games" / "test_code.py").write_text(TEST_SOURCE, "utf-8")
    return folder


class FakeCopy:
    """Stands in for a copy of the project."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.work = work
        self.stopped = 0

    def try_out_mutant(self, *_: object) -> Trial:
        self.work()
        return Trial(MutantStatus.KILLED, "", 0.0)

    def stop(self) -> None:
        self.stopped += 1


def test_mutants_are_tried_concurrently_each_in_its_own_copy(project: Path) -> None:
    meeting = Barrier(2, timeout=HANG_TIMEOUT_SECONDS)
    copies: list[Any] = [FakeCopy(meeting.wait) for _ in range(2)]
    toy = {
        "toy": [
            make_mutant(f"wrong {n}", replace_expression("number * 2", f"number + {n}")) for n in range(4)
        ]
    }
    done = list(trying.try_hand_written_mutants(project, toy, copies))
    assert sorted(result.name for result in done) == [f"wrong {n}" for n in range(4)]


def test_tests_are_stopped_when_the_command_is_interrupted(project: Path) -> None:
    copies: list[Any] = [FakeCopy(lambda: None)]
    toy = {
        "toy": [
            make_mutant(f"wrong {n}", replace_expression("number * 2", f"number + {n}")) for n in range(4)
        ]
    }
    with pytest.raises(KeyboardInterrupt):
        for _ in trying.try_hand_written_mutants(project, toy, copies):
            raise KeyboardInterrupt
    assert copies[0].stopped


def test_only_unnoticed_hand_written_mutants_fail() -> None:
    for fate, fails in (
        (MutantStatus.KILLED, False),
        (MutantStatus.HUNG, False),
        (MutantStatus.SURVIVED, True),
        (MutantStatus.BROKEN, True),
    ):
        assert MutantResult("toy", "wrong", Trial(fate, "", 0.0)).fails_ci is fails
        assert not MutantResult("", "wrong", Trial(fate, "", 0.0)).fails_ci
