"""The README, the docs, the package and the licence files are correct and agree with the code."""

from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import tomllib
from fnmatch import fnmatch
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.messages.pofile import read_po

from bot.host.arguments import make_parser
from bot.kit.version import VERSION
from bot.storage.people import ID_COLUMN_BY_PERSONAL_TABLE, PERSONAL_COLUMNS_BY_SHARED_TABLE
from games.core.words import load_words
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.game_parts import PUBLISHED_GAMES

ROOT = Path(__file__).parents[1]


def read_text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(read_text("pyproject.toml"))["project"]
    return found


def list_sh_blocks() -> list[str]:
    return [block.strip() for block in re.findall(r"^```sh\n(.*?)^```", read_text("README.md"), re.M | re.S)]


@pytest.mark.parametrize(
    ("number", "extra", "last"),
    [(0, "playground", [".venv/bin/python", "-m", "bot"]), (1, "test", [".venv/bin/python", "-m", "pytest"])],
)
def test_the_readme_has_two_one_line_commands(
    project: dict[str, Any], number: int, extra: str, last: list[str]
) -> None:
    assert len(list_sh_blocks()) == 2
    command = list_sh_blocks()[number]
    assert "\n" not in command
    steps = [shlex.split(step) for step in command.split("&&")]
    assert steps[0] == ["python3", "-m", "venv", ".venv"]
    assert steps[1][0] == ".venv/bin/pip"
    assert steps[1][-1] == f".[{extra}]"
    assert extra in project["optional-dependencies"]
    assert steps[2][:3] == last
    assert len(steps) == 3


def test_the_clone_line_comes_first() -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", read_text("README.md"), re.M | re.S)
    assert blocks[0][0] == "text"
    assert "git clone" in blocks[0][1]
    assert [kind for kind, _ in blocks[1:3]] == ["sh", "sh"]


def test_ci_takes_the_commands_from_the_readme() -> None:
    script = read_text(".ci/run")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "README.md" in script
    for command in list_sh_blocks():
        assert command not in script
    assert subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=False).returncode == 0


def test_every_dependency_has_bounds_and_a_reason(project: dict[str, Any]) -> None:
    lines = read_text("pyproject.toml").splitlines()
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(item for extra in extras.values() for item in extra)]
    for requirement in wanted:
        if requirement.startswith("reefs["):
            continue
        assert re.match(r"[\w.\[\]-]+>=[\d.]+,<[\d.]+(;|$)", requirement), requirement
        index = next(n for n, line in enumerate(lines) if f'"{requirement}"' in line)
        # The reason is a comment above the line, or above an extra that contains only this package.
        assert lines[index - 1].lstrip().startswith("#"), requirement


def test_the_dependencies_page_names_each_dependency_and_no_other(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    for_hosts = [extra for extra in extras if extra not in ("test", "bench", "dev")]
    wanted = [*project["dependencies"], *(item for extra in for_hosts for item in extras[extra])]
    rows = re.findall(r"^\| .*", read_text("docs/developing/dependencies.md"), re.M)
    named = {
        name for row in rows for name in re.findall(r"`([\w.-]+)`", row.rsplit("|", 2)[0].split(" | ")[0])
    }
    named |= {name for row in rows for name in re.findall(r"`([\w.-]+)`", row.split(" | ")[1])}
    assert {re.split(r"[\[>]", item)[0] for item in wanted} | set(for_hosts) <= named
    assert named <= {re.split(r"[\[>]", item)[0] for item in wanted} | set(for_hosts) | {"discord.py"}


def test_actions_are_pinned_by_their_commit() -> None:
    used = re.findall(r"uses: (.*)", read_text(".github/workflows/ci.yml"))
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one) for one in used)


def test_a_release_names_the_repository_it_comes_from(tmp_path: Path, project: dict[str, Any]) -> None:
    assert "urls" not in project
    steps = yaml.safe_load(read_text(".github/workflows/ci.yml"))["jobs"]["release"]["steps"]
    (script,) = [step["run"] for step in steps if step.get("name") == "Add addresses"]
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    given = {"GITHUB_SERVER_URL": "https://git.example", "GITHUB_REPOSITORY": "me/reefs"}
    environment = {**os.environ, **given, "GITHUB_REF_NAME": "v1.2.3"}
    subprocess.run(["bash", "-ec", script], cwd=tmp_path, env=environment, check=True)
    changed = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert changed.pop("urls") == {
        "Source": "https://git.example/me/reefs",
        "Issues": "https://git.example/me/reefs/issues",
        "Changelog": "https://git.example/me/reefs/blob/v1.2.3/CHANGELOG.md",
    }
    assert changed == project


def test_the_changelog_begins_with_this_version() -> None:
    sections = re.findall(r"^## (.*)", read_text("CHANGELOG.md"), re.M)
    released = [one for one in sections if one != "Unreleased"]
    assert re.fullmatch(re.escape(VERSION) + r" – \d{4}-\d\d-\d\d", released[0])


def test_the_package_defines_its_extras(project: dict[str, Any]) -> None:
    assert {"playground", "test", "bench", "dev"} <= project["optional-dependencies"].keys()
    assert project["requires-python"] == ">=3.11"


def test_the_wheel_contains_code_and_assets() -> None:
    wheel = tomllib.loads(read_text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["bot", "games", "assets"]
    for package in wheel["packages"]:
        assert (ROOT / package).is_dir()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a checkout")
def test_the_sdist_contains_every_file_of_the_checkout() -> None:
    included = tomllib.loads(read_text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["sdist"][
        "include"
    ]
    patterns = [pattern.removeprefix("/") for pattern in included]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    tops = {name.partition("/")[0] for name in listed.stdout.split("\0") if name} - {"pyproject.toml"}
    assert [top for top in sorted(tops) if not any(fnmatch(top, pattern) for pattern in patterns)] == []


def find_reconstructed_names(parts: Path) -> set[str]:
    """Return the constants and classes of a game's parts whose code or description says "reconstructed"."""
    source = parts.read_text("utf-8") if parts.is_file() else ""
    lines, found = source.splitlines(), set[str]()
    body = ast.parse(source).body
    for node, next_node in zip_longest(body, body[1:]):
        first, last = node.lineno, (next_node if isinstance(next_node, ast.Expr) else node).end_lineno
        while lines[first - 2].startswith("#"):
            first -= 1
        if "reconstructed" not in "\n".join(lines[first - 1 : last]).lower():
            continue
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_the_page_on_components_says_which_numbers_are_reconstructed(key: str) -> None:
    page = read_text("docs/components.md")
    rows = re.findall(rf"^\| \[(.+?)\]\(\.\./games/{key}/parts\.py\) \|.*\| (.*?) \|$", page, re.M)
    if not rows and key not in PUBLISHED_GAMES:
        assert not find_reconstructed_names(ROOT / "games" / key / "parts.py")
        return
    ((title, names),) = rows
    assert title == GAMES[key].title
    assert set(re.findall(r"`(\w+)`", names)) == find_reconstructed_names(ROOT / "games" / key / "parts.py")


DOCUMENT_PATHS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "assets" / "CREDITS.md"])
DEVELOPER_PATHS = sorted([ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "developing").rglob("*.md")])


def list_anchors(page: str) -> set[str]:
    """Return the anchors that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@join_cases([(path,) for path in DOCUMENT_PATHS])
def test_links_in_the_docs_have_existing_targets(path: Path) -> None:
    page = path.read_text("utf-8")
    for link, image in re.findall(r"\]\(([^)\s]+)\)|<img[^>]+src=\"([^\"]+)", page):
        target, _, anchor = (link or image).partition("#")
        if target.startswith("http"):
            continue
        there = path.parent / target if target else path
        assert there.exists(), target
        if anchor:
            assert anchor in list_anchors(there.read_text("utf-8")), f"{target}#{anchor}"


DISCORD_LABELS = {"Apps", "Action was not completed", "No options match"}
"""Labels in the docs that Discord or the simulated Discord shows, not the bot."""


@pytest.mark.parametrize("name", ("playing", "fairness", "playground"))
def test_the_docs_name_buttons_as_the_bot_does(name: str) -> None:
    catalogue = read_po((ROOT / "assets" / "locales" / "reefs.pot").open("rb"))
    labels = {
        label
        for message in catalogue
        for label in ([message.id] if isinstance(message.id, str) else message.id)
    }
    page = re.sub(r"^```.*?^```", "", read_text(f"docs/{name}.md"), flags=re.M | re.S)
    marked = re.findall(r"(?<!\*)\*{1,2}([^\s*][^*]*)\*", page)
    # Ignore emphasized words (in lower case), and headings within a line (ending with a colon).
    names = {" ".join(each.split()) for each in marked if each[0].isupper() and not each.endswith(":")}
    assert names - labels - DISCORD_LABELS == set()


IDENTIFIER_PATTERN = re.compile(r"\b_?[A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*)")
"""Matches names of code that consist of several words, such as ``read_text`` or ``ReefBot``."""
FOREIGN_NAMES = {
    *("ReefsNotReady", "archive_mode", "pg_basebackup", "process_resident_memory_bytes"),
    "YOUR_LIMIT",
}
"""Names in the docs that belong to Prometheus or PostgreSQL, or that a developer chooses."""


MEMBER_PATTERN = re.compile(r"\b([A-Z]\w*[a-z]\w*)\.([a-z_]\w*)")
"""Matches members of classes, such as ``Match.act``."""
KEYWORD_PATTERN = re.compile(r"(?<![\w.-])([a-z_]\w*)=(?!=)")
"""Matches keyword arguments, such as ``is_exclusive=``."""
FONT_SUFFIXES = (".otf", ".ttf")


@cache
def read_code() -> dict[Path, str]:
    """Return the code and its settings by path, without this file."""
    files = [
        path
        for top in ("assets", "bot", "games", "tests", "tools")
        for path in (ROOT / top).rglob("*.*")
        if path.suffix in {".py", ".sql", ".csv"} and path != Path(__file__)
    ]
    files += [ROOT / "pyproject.toml", ROOT / ".env.example", *ROOT.glob("compose*.yaml")]
    return {path: path.read_text("utf-8") for path in files}


@cache
def read_code_words() -> frozenset[str]:
    return frozenset(word for text in read_code().values() for word in re.findall(r"\w+", text))


def list_code_spans(path: Path) -> list[str]:
    page = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    return re.findall(r"`([^`\n]+)`", page)


@pytest.mark.parametrize("path", DOCUMENT_PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_of_code_in_the_docs_exist(path: Path) -> None:
    spans = [span for span in list_code_spans(path) if "/" not in span and not span.endswith(FONT_SUFFIXES)]
    names = {name for span in spans for name in IDENTIFIER_PATTERN.findall(span) if not name.endswith("_")}
    assert names - read_code_words() - FOREIGN_NAMES == set()


def has_member(class_name: str, member: str) -> bool:
    """Return whether a file that defines the class, or an alias of it, mentions the member."""
    pattern = re.compile(rf"^class {class_name}\b|^ *{class_name} = [A-Z]", re.M)
    return any(
        re.search(rf"\b{member}\b", text) for text in read_code().values() if pattern.search(text) is not None
    )


def is_parameter(name: str) -> bool:
    pattern = re.compile(rf"(?<![\w.]){name}(?:: [^=()\n]+)? ?=(?!=)")
    return any(pattern.search(text) for path, text in read_code().items() if path.suffix == ".py")


@pytest.mark.parametrize("path", DEVELOPER_PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_members_and_arguments_in_the_docs_exist(path: Path) -> None:
    text = "\n".join(list_code_spans(path))
    members = set(MEMBER_PATTERN.findall(text))
    assert {pair for pair in members if not has_member(*pair)} == set()
    assert {name for name in KEYWORD_PATTERN.findall(text) if not is_parameter(name)} == set()


MODULE_COMMAND_PATTERN = re.compile(r"python -m ((?:tests|tools|assets|games|bot)[\w.]*)")


@join_cases([(path,) for path in DOCUMENT_PATHS])
def test_commands_in_the_docs_exist(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return
    for module in MODULE_COMMAND_PATTERN.findall(path.read_text("utf-8").replace("KEY", "reef")):
        place = ROOT / module.rstrip(".").replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module


COMMAND_LINE_PATTERN = re.compile(r"(?:python -m bot|run --rm reefs)((?: [^`#;|&\n)]+)?)")


@pytest.mark.parametrize("path", DOCUMENT_PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_command_lines_in_the_docs_are_valid(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.name == "CHANGELOG.md":
        return
    # ``make_parser`` replaces this function, so let pytest restore it after the test.
    monkeypatch.setattr(argparse, "_", load_words())
    for line in COMMAND_LINE_PATTERN.findall(re.sub(r"\$\(.*?\)", "x", path.read_text("utf-8"))):
        asked = shlex.split(line)
        try:
            # A command without arguments is only a mention, so it is checked with --help.
            make_parser(load_words()).parse_args(asked if len(asked) > 1 else [*asked, "--help"])
        except SystemExit as ended:
            assert ended.code == 0, line


def test_troubleshooting_quotes_messages_of_the_bot() -> None:
    """Values in a quoted message, and parts left out, are ignored."""
    text = " ".join(load_messages())
    section = read_text("docs/hosting/troubleshooting.md").partition("\n## ")[2].partition("\n## ")[0]
    quoted = re.findall(r"^\| `(.+?)` \| ", section, re.M)
    assert len(quoted) > 20
    for line in quoted:
        pieces = re.split(r"\.\.\.|[A-Z]+_[A-Z]+|\.env|line 3|\d{3,}|postgresql://|\$\{", line)
        for piece in filter(None, (piece.strip(" ,:}") for piece in pieces)):
            assert piece in text, line


def load_messages() -> list[str]:
    with (ROOT / "assets" / "locales" / "reefs.pot").open("rb") as file:
        return [str(message.id) for message in read_po(file)]


@join_cases([(path,) for path in sorted((ROOT / "docs").rglob("*.md"))])
def test_a_page_has_at_most_100_lines(path: Path) -> None:
    if path.stem != "file-format":  # Reference pages may be longer.
        assert len(path.read_text("utf-8").splitlines()) <= 100


def test_the_readme_has_at_most_900_words() -> None:
    assert len(read_text("README.md").split()) <= 900


def test_the_readme_names_the_game_to_begin_with() -> None:
    """The playground and the description of ``/play`` recommend the first game, too."""
    first, *_ = GAMES.values()
    assert f"New here? Begin with {first.title}." in read_text("README.md")


def test_a_new_database_table_requires_a_review_of_the_privacy_policy() -> None:
    """After the review, add the table here."""
    sql = "".join(path.read_text("utf-8") for path in (ROOT / "bot" / "storage" / "migrations").glob("*.sql"))
    assert set(re.findall(r"CREATE TABLE (\w+)", sql)) == {
        "matches",
        *("tide_boards", "challenges", "seekers", "forums", "forum_posts", "forum_wishes"),
        *("channel_seats", "channel_turns", "channel_votes", "channel_asks", "channel_sides"),
        "reviews",
        "advised",
        "daily_days",
        "daily_tries",
        "daily_spent",
        "tournaments",
        "tournament_entries",
        "tournament_log",
        "tournament_tables",
        "tournament_secrets",
        "tournament_posts",
        "tournament_events",
        "daily_moves",
        "seats",
        "former_seats",
        "invitations",
        "log",
        "proposals",
        "consents",
        "declined",
        "messages",
        "preferences",
        "looks",
        "lessons",
        "calls",
        "asked",
        "clocks",
        "direct_reminders",
        "prepared",
        "prepared_dropped",
        "prepared_played",
        *("follows", "tips", "tip_locks", "shadow_open", "shadows"),
        *("next_up", "notes"),
        "imports",
        "channels",
        "results",
        "result_seats",
        "feats",
    }


def test_the_sql_in_the_privacy_policy_erases_like_the_program() -> None:
    (sql,) = re.findall(r"^```sql\n(.*?)^```", read_text("PRIVACY.md"), re.M | re.S)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for path in sorted((ROOT / "bot" / "storage" / "migrations").glob("*.sql")):
        connection.executescript(path.read_text("utf-8"))
    connection.executescript(
        "INSERT INTO matches (id, game, version, options, status, channel_id, locale, host_id, capacity,"
        " secret, start_press, opened_at, ended_at) VALUES"
        " (1, 'g', 1, '', 'over', 1, 'en', 123, 2, zeroblob(32), 1, 0, 1),"
        " (2, 'g', 1, '', 'playing', 2, 'en', 9, 2, zeroblob(32), 1, 0, NULL);"
        "INSERT INTO seats VALUES (1, 0, 9, 'i', 1, NULL), (1, 1, 123, 'b', 2, NULL),"
        " (2, 0, 123, 'b', 3, NULL);"
        "INSERT INTO preferences VALUES (123, 'k', 'v'), (9, 'k', 'v');"
    )
    connection.executescript(sql)
    for table, column in ID_COLUMN_BY_PERSONAL_TABLE.items():
        assert f"DELETE FROM {table} WHERE {column} = 123;" in sql
    for table, columns in PERSONAL_COLUMNS_BY_SHARED_TABLE.items():
        assert re.search(rf"UPDATE {table} SET [^;]*{columns[0]} = 0 WHERE {columns[0]} = 123;", sql)
    assert connection.execute("SELECT name, user_id, computer FROM seats").fetchall() == [
        ("i", 9, None),
        ("Somebody", 0, None),
        ("Octopus", 0, "normal"),
    ]
    assert connection.execute("SELECT host_id FROM matches").fetchall() == [(0,), (9,)]
    assert connection.execute("SELECT user_id FROM preferences").fetchall() == [(9,)]
    connection.close()


def test_the_licence_names_the_authors() -> None:
    assert "the reefs authors" in read_text("LICENSE")
    assert read_text("LICENSE").startswith("MIT License")
