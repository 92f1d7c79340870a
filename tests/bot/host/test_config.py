"""Settings are read from the environment and a file. Invalid settings are refused in one sentence."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import config
from bot.dotenv import read_dotenv
from bot.errors.config import ConfigError
from tests.support.cases import join_cases

ROOT = Path(__file__).parents[3]
MISSING_FILE = Path("there-is-no-such-file")


def list_setting_names_read() -> set[str]:
    """Return the names that bot/config.py looks up."""
    tree = ast.parse((ROOT / "bot" / "config.py").read_text("utf-8"))
    return {
        ast.literal_eval(node.args[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "read_setting")
        and isinstance(node.args[0], ast.Constant)
    }


def test_env_example_lists_exactly_the_settings_read() -> None:
    listed = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == list_setting_names_read() != set()


def test_the_known_names_are_exactly_the_names_read() -> None:
    assert set(config.SETTING_NAMES) == list_setting_names_read()


def test_the_settings_page_lists_exactly_the_settings_read() -> None:
    rows = re.findall(
        r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "hosting" / "settings.md").read_text("utf-8"), re.MULTILINE
    )
    assert set(rows) == list_setting_names_read()


def test_no_other_module_of_the_bot_reads_the_environment() -> None:
    readers = {
        path.name
        for path in (ROOT / "bot").rglob("*.py")
        if re.search(r"os\.environ|getenv", path.read_text("utf-8"))
    }
    # __main__ reads the terminal's language, config makes the environments of subprocesses, the playground
    # looks for a display, and *Pull the plug* tells the next process what it interrupted.
    assert readers == {"__main__.py", "config.py", "playground.py", "plug.py"}


def test_the_unchanged_env_example_is_valid() -> None:
    found = config.load_config({}, ROOT / ".env.example")
    assert found.token is None
    assert (found.log_level, found.playground_port) == ("INFO", config.DEFAULT_PLAYGROUND_PORT)


def test_every_setting_has_a_default() -> None:
    found = config.load_config({}, MISSING_FILE)
    assert found.token is None
    assert found.application_id is None
    assert found.database_path == config.find_data_folder() / "reefs.db"
    assert found.playground_database == config.find_data_folder() / "reefs-playground.db"


def test_environment_variables_override_the_file(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("DISCORD_TOKEN=from.the.file\nLOG_LEVEL=debug\nPLAYGROUND_PORT=9000\n", "utf-8")
    found = config.load_config({"DISCORD_TOKEN": "from.the.shell", "LOG_LEVEL": ""}, dotenv)
    assert found.token == "from.the.shell"
    assert found.log_level == "DEBUG"
    assert found.playground_port == 9000


def test_the_playground_has_its_own_database_file() -> None:
    found = config.load_config({"DATABASE_PATH": "/srv/one.sqlite"}, MISSING_FILE)
    assert found.database_path == Path("/srv/one.sqlite")
    assert found.playground_database == Path("/srv/one-playground.sqlite")
    assert (
        replace(found, database_path=found.playground_database).playground_database
        == found.playground_database
    )


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("export A = b ", "b"),
        ("A=b c # said of it", "b c"),
        ("A=b#c", "b#c"),
        ("A=b==", "b=="),
        ("A='b # c' # said of it", "b # c"),
        ('A="it\'s"', "it's"),
        ("A=it's", "it's"),
    ],
)
def test_each_line_of_the_file_is_parsed(tmp_path: Path, line: str, value: str) -> None:
    (tmp_path / ".env").write_text(f"\n# first\n{line}\n", "utf-8")
    assert read_dotenv(tmp_path / ".env") == {"A": value}


@pytest.mark.parametrize("line", ["A=", "A=''", "A= # nothing", "A=   "])
def test_an_empty_value_counts_as_not_set(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(line, "utf-8")
    assert read_dotenv(tmp_path / ".env") == {}


@pytest.mark.parametrize("line", ["sesame", "A B=sesame", 'A="sesame', "=sesame", "A='sesame' sesame"])
def test_an_invalid_line_is_reported_by_its_number_and_not_quoted(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(f"A=b\n\n{line}\n", "utf-8")
    with pytest.raises(ConfigError, match="line 3") as caught:
        read_dotenv(tmp_path / ".env")
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize("line", ['A="sesame', "A='sesame", "export A = \"it's sesame", "A='"])
def test_an_unclosed_quote_is_reported(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(f"A=b\n{line}\nB=c\n", "utf-8")
    with pytest.raises(ConfigError, match=r"line 2: the quote isn't closed\.") as caught:
        read_dotenv(tmp_path / ".env")
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize("line", ["sesame", 'A="se" same', "A b='sesame", "A='se''same'"])
def test_only_unclosed_quotes_are_reported_as_unclosed(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(line, "utf-8")
    with pytest.raises(ConfigError, match="write it as NAME=value"):
        read_dotenv(tmp_path / ".env")


@pytest.mark.parametrize(
    ("name", "correct_name"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("discord_token", "DISCORD_TOKEN"),
        ("TOKEN", "DISCORD_TOKEN"),
        ("DATABASE", "DATABASE_URL"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("PLAYGROUND_PRT", "PLAYGROUND_PORT"),
        ("APP_ID", "APPLICATION_ID"),
    ],
)
def test_a_mistyped_name_is_reported_with_the_correct_name(
    tmp_path: Path, name: str, correct_name: str
) -> None:
    (tmp_path / ".env").write_text(f"{name}=sesame\n", "utf-8")
    with pytest.raises(ConfigError, match=f"know {name}; did you mean {correct_name}\\?") as caught:
        config.load_config({}, tmp_path / ".env")
    assert "sesame" not in str(caught.value)


def test_an_unknown_name_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("QWXZ=sesame\n", "utf-8")
    with pytest.raises(ConfigError, match="know QWXZ; remove that line") as caught:
        config.load_config({}, tmp_path / ".env")
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize("line", ["A=${B}", 'A="x ${B}"', "A=x${B:-c} # said of it"])
def test_a_reference_to_a_variable_in_a_value_is_refused(tmp_path: Path, line: str) -> None:
    """Otherwise the literal text ``${B}`` would become the value, for example the bot's token."""
    (tmp_path / ".env").write_text(f"\n{line}\n", "utf-8")
    with pytest.raises(ConfigError, match=r"line 2: the bot doesn't fill in \$\{\.\.\.\}"):
        read_dotenv(tmp_path / ".env")


@pytest.mark.parametrize("line", ["A='${B}'", "A=b # ${B}", "A=$B"])
def test_other_dollar_signs_in_a_value_are_kept(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(line, "utf-8")
    assert len(read_dotenv(tmp_path / ".env")) == 1


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    given = {"DATABASE_PATH": str(tmp_path / "mistyped" / "reefs.db")}
    with pytest.raises(ConfigError, match="The folder of DATABASE_PATH doesn't exist: create ") as caught:
        config.load_config(given, MISSING_FILE)
    assert str(tmp_path / "mistyped") in str(caught.value)
    elsewhere = {**given, "DATABASE_URL": "postgresql://reefs@db/reefs"}
    assert config.load_config(elsewhere, MISSING_FILE).database_url is not None
    (tmp_path / "mistyped").mkdir()
    assert config.load_config(given, MISSING_FILE).database_path.parent == tmp_path / "mistyped"


@pytest.mark.parametrize("path", ["$HOME/reefs.db", "${HOME}/reefs.db"])
def test_a_path_that_starts_with_a_variable_is_refused(path: str) -> None:
    with pytest.raises(ConfigError, match=r"DATABASE_PATH: the bot doesn't fill in \$") as caught:
        config.load_config({"DATABASE_PATH": path}, MISSING_FILE)
    assert "HOME" in str(caught.value)
    dollar = config.load_config({"DATABASE_PATH": "cash$HOME.db"}, MISSING_FILE)
    assert dollar.database_path.name == "cash$HOME.db"


def test_known_and_foreign_names_are_not_reported_as_mistyped(tmp_path: Path) -> None:
    others = ("HOME", "HTTPS_PROXY", "https_proxy", "TZ", "PYTHONUNBUFFERED", "PGPASSWORD", "COMPOSE_FILE")
    lines = [f"{name}=1\n" for name in (*config.SETTING_NAMES, *others)]
    (tmp_path / ".env").write_text("".join(lines), "utf-8")
    config._report_unknown_settings(tmp_path / ".env", read_dotenv(tmp_path / ".env"))


@pytest.mark.parametrize(
    "token", ["abc", "abc.def", "MTIz.a", "MTIz..b", "MTIz.a.b.c", "abc.a.b", ".a.b", "MTIz.a."]
)
def test_values_that_cannot_be_tokens_are_refused(token: str) -> None:
    assert not config.looks_like_token(token)


def test_values_that_look_like_tokens_are_accepted() -> None:
    assert config.looks_like_token("MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.x-y_z")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"A=\xff\xfe\xfa")
    with pytest.raises(ConfigError, match="UTF-8"):
        read_dotenv(tmp_path / ".env")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Can't read"):
        read_dotenv(tmp_path)


@join_cases(
    [
        (name, text)
        for name in ["PLAYGROUND_PORT", "METRICS_PORT"]
        for text in ["0", "65536", "-1", "8765.5", "eight", "٨"]
    ]
)
def test_an_invalid_port_is_refused(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=name):
        config.load_config({name: text}, MISSING_FILE)


def test_the_metrics_page_is_off_and_local_by_default() -> None:
    found = config.load_config({}, MISSING_FILE)
    assert (found.metrics_port, found.metrics_host) == (None, "127.0.0.1")
    found = config.load_config({"METRICS_PORT": "9464", "METRICS_HOST": "::"}, MISSING_FILE)
    assert (found.metrics_port, found.metrics_host) == (9464, "::")


@pytest.mark.parametrize("text", ["0", "-1", "31", "1,5", "nan", "long", "1e1", "٣"])
def test_an_invalid_thinking_time_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="THINK_SECONDS must be more than 0 and at most 30 seconds"):
        config.load_config({"THINK_SECONDS": text}, MISSING_FILE)


def test_the_thinking_time_is_read() -> None:
    assert config.load_config({}, MISSING_FILE).think_seconds == 1.5
    assert config.load_config({"THINK_SECONDS": "0.25"}, MISSING_FILE).think_seconds == 0.25


@pytest.mark.parametrize("text", ["0", "-1", "65", "1.5", "many", "٣"])
def test_an_invalid_number_of_workers_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="THINK_WORKERS must be a whole number from 1 to 64"):
        config.load_config({"THINK_WORKERS": text}, MISSING_FILE)


def test_the_number_of_workers_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.load_config({"THINK_WORKERS": "3"}, MISSING_FILE).think_worker_count == 3
    for cores, workers in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)), raising=False)
        assert config.load_config({}, MISSING_FILE).think_worker_count == workers


@pytest.mark.parametrize(
    "text",
    ["http://reefs.example", "reefs.example/terms", "https://", "https://reefs.example/a b", "https://x>"],
)
def test_an_invalid_address_of_the_terms_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="TERMS_URL must be an address that begins with https://"):
        config.load_config({"TERMS_URL": text}, MISSING_FILE)


def test_the_addresses_of_terms_and_support_are_read() -> None:
    found = config.load_config(
        {"TERMS_URL": "https://reefs.example/terms", "SUPPORT_URL": "https://discord.gg/ab-C?x=1#y"},
        MISSING_FILE,
    ).host_links
    assert (found.terms, found.privacy, found.support) == (
        "https://reefs.example/terms",
        None,
        "https://discord.gg/ab-C?x=1#y",
    )


@pytest.mark.parametrize(("text", "shown"), [("", True), ("on", True), (" ON ", True), ("Off", False)])
def test_application_emoji_are_on_by_default(text: str, shown: bool) -> None:
    assert config.load_config({"APPLICATION_EMOJI": text}, MISSING_FILE).uses_own_emoji is shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("APPLICATION_EMOJI", "yes"),
        ("APPLICATION_ID", "mine"),
        ("DISCORD_TOKEN", "se same"),
        ("METRICS_HOST", "sesame.example"),
        ("METRICS_HOST", "localhost"),
        ("METRICS_HOST", "127.0.0.1:9464"),
    ],
)
def test_an_invalid_value_is_named_and_a_token_never_quoted(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=name) as caught:
        config.load_config({name: text}, MISSING_FILE)
    assert "sesame" not in str(caught.value).replace(" ", "")


def test_the_token_is_not_in_the_repr_of_a_config() -> None:
    assert "sesame" not in repr(config.load_config({"DISCORD_TOKEN": "sesame"}, MISSING_FILE))


def test_the_application_id_is_read_from_the_token() -> None:
    assert config.load_config(
        {"DISCORD_TOKEN": "MTIzNDU2Nzg5MDEyMzQ1Njc4.a.b"}, MISSING_FILE
    ).application_id == (123456789012345678)
    assert (
        config.load_config({"DISCORD_TOKEN": "MTIz.a.b", "APPLICATION_ID": "7"}, MISSING_FILE).application_id
        == 7
    )


@pytest.mark.parametrize("token", [None, "sesame", "!!!.a.b", "YWJj.a.b", ".a.b", "-_-_.a.b"])
def test_a_token_without_an_application_id_gives_none(token: str | None) -> None:
    assert config.find_application_id(token) is None


@pytest.mark.parametrize("path", ["~nobody-of-that-name/reefs.db", "~\0/reefs.db"])
def test_a_missing_home_folder_is_refused(path: str) -> None:
    with pytest.raises(ConfigError, match="that home folder doesn't exist"):
        config.load_config({"DATABASE_PATH": path}, MISSING_FILE)


def test_a_separate_database_password_is_a_secret() -> None:
    """The PostgreSQL driver reads PGPASSWORD from the environment, so logs must mask it too."""
    given = {"DATABASE_URL": "postgresql://reefs@db/reefs", "PGPASSWORD": "a-pa55word"}
    found = config.load_config(given, Path("there-is-none"))
    assert "a-pa55word" in found.secrets
    assert "a-pa55word" not in repr(found)
