"""The container and the systemd units are as secure and complete as the documentation promises."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import metrics
from bot.__main__ import TRY_LATER_STATUS
from bot.app import DRAIN_TIMEOUT_SECONDS, FIRST_RESPONSE_DEADLINE_SECONDS
from bot.config import SETTING_NAMES, load_config
from bot.features.tournaments.settings import CREATE_EVENTS_PERMISSION_TEXT
from bot.host.arguments import FAILED_STATUS
from bot.kit.server_url import ServerUrl
from bot.kit.version import VERSION
from bot.meters import Meters
from bot.platform import permissions
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tools.pins import read_requirements

ROOT = Path(__file__).parents[1]
UNIT_PATH = ROOT / "deploy" / "reefs.service"
COMPOSE_SECRET_NAMES = "DISCORD_TOKEN", "POSTGRES_PASSWORD", "REEFS_PASSWORD", "REEFS_THINKER_PASSWORD"


def read_text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def read_hosting() -> str:
    """Return the text of all hosting pages as one string."""
    return "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "docs" / "hosting").glob("*.md")))


def list_instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with their arguments."""
    joined = re.sub(r"\\\n\s*", "", read_text("Dockerfile"))
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def list_final_stage() -> list[tuple[str, str]]:
    found = list_instructions()
    start = max(index for index, (name, _) in enumerate(found) if name == "FROM")
    return found[start:]


def find_argument(name: str) -> str:
    (found,) = [given for known, given in list_final_stage() if known == name]
    return found


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read_text("compose.yaml"))["services"]["reefs"]
    return found


def test_the_base_image_is_pinned_by_version_and_digest() -> None:
    bases = {given.removesuffix(" AS build") for name, given in list_instructions() if name == "FROM"}
    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", bases.pop())


def test_the_image_runs_as_an_unprivileged_user() -> None:
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", find_argument("USER"))
    names = [name for name, _ in list_final_stage()]
    # No later instruction runs as root, and an earlier one created /data with its owner.
    assert not {"RUN", "COPY", "ADD"} & set(names[names.index("USER") :])
    assert find_argument("VOLUME") == "/data"
    (made,) = [given for name, given in list_final_stage() if name == "RUN"]
    assert "install -d -o reefs -g reefs -m 0700 /data" in made
    assert "DATABASE_PATH=/data/" in find_argument("ENV")


def test_the_image_installs_fribidi() -> None:
    """Pillow loads FriBiDi if it is installed. Pillow's wheel contains everything else."""
    (made,) = [given for name, given in list_final_stage() if name == "RUN"]
    assert re.search(r"apt-get install [^&]*\blibfribidi0\b", made)
    assert "libfribidi0" in read_text("docs/hosting/systemd.md")


def test_the_image_starts_the_bot_and_has_a_health_check() -> None:
    assert find_argument("ENTRYPOINT") == '["python", "-m", "bot"]'
    assert find_argument("CMD") == '["--discord"]'
    assert find_argument("HEALTHCHECK").endswith('CMD ["python", "-m", "bot", "health"]')
    assert find_argument("STOPSIGNAL") == "SIGTERM"


def test_no_secret_can_get_into_the_image() -> None:
    lines = [line for line in read_text(".dockerignore").splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    allowed = [line[1:] for line in lines if line.startswith("!")]
    assert not [name for name in allowed if fnmatch(".env", name) or fnmatch("reefs.db", name)]
    copied = [
        part
        for name, given in list_instructions()
        if name in ("COPY", "ADD") and "--from" not in given
        for part in given.split()[:-1]
    ]
    assert set(copied) == set(allowed)
    assert all((ROOT / name).exists() for name in allowed)
    assert "TOKEN" not in read_text("Dockerfile")
    assert "ARG" not in dict(list_instructions())


def list_installed_requirements() -> list[Requirement]:
    """Return the image's requirements: the bot's requirements, the database driver and all fonts."""
    project = tomllib.loads(read_text("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    return [*map(Requirement, (*project["dependencies"], *extras["postgresql"], *extras["fonts"]))]


def read_pins(name: str) -> list[Requirement]:
    """Return the pins of a file, checking that each has hashes and that there are no other options."""
    lines = [line for line in read_text(f"deploy/pins/{name}").splitlines() if not line.startswith("#")]
    found = []
    for entry in re.split(r"(?<!\\)\n", "\n".join(lines)):
        pin, *hashes = (part.strip() for part in entry.split("\\\n"))
        assert hashes and all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), pin
        assert re.match(r"[\w.-]+==[\w.]+( ; |$)", pin), pin
        found.append(Requirement(pin))
    return found


PIN_FILES = read_requirements()


@pytest.mark.parametrize("name", PIN_FILES)
def test_the_pins_are_within_the_bounds_of_the_package(name: str) -> None:
    pins = read_pins(name)
    for requirement in map(Requirement, PIN_FILES[name]):
        own = [pin for pin in pins if canonicalize_name(pin.name) == canonicalize_name(requirement.name)]
        assert own, requirement
        for pin in own:
            assert next(iter(pin.specifier)).version in requirement.specifier, requirement


def test_there_are_no_unexpected_pin_files() -> None:
    assert {path.name for path in (ROOT / "deploy" / "pins").iterdir()} == PIN_FILES.keys()


def test_the_image_installs_nothing_but_pins_and_the_wheel() -> None:
    runs = [given for name, given in list_instructions() if name == "RUN" and "pip install" in given]
    installs = re.findall(r"pip install (.+?)(?: &&|\n|$)", "\n".join(runs))
    assert len(installs) == "".join(runs).count("pip install")
    for given in installs:
        assert re.fullmatch(r"--require-hashes( -r pins/\w+\.txt)+|--no-deps /wheel/\*\.whl", given), given


def test_the_image_contains_compiled_players() -> None:
    (build,) = [given for name, given in list_instructions() if name == "RUN" and "pip wheel" in given]
    assert build.startswith("HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps --no-build-isolation")
    runs = [given for name, given in list_instructions() if name == "RUN"]
    assert any("-r pins/build.txt -r pins/compiler.txt" in given for given in runs)
    assert any("gcc libc6-dev" in given for given in runs)
    assert "gcc" not in str(list_final_stage())


def test_the_image_pins_every_dependency_of_its_packages() -> None:
    pinned = {canonicalize_name(pin.name) for name in PIN_FILES for pin in read_pins(name)}
    python = re.match(r"FROM python:((3\.\d+)\.\d+)-", read_text("Dockerfile").partition("\n")[2])
    assert python is not None
    there: dict[str, str] = {
        **{"python_full_version": python[1], "python_version": python[2], "implementation_name": "cpython"},
        **{"platform_python_implementation": "CPython", "sys_platform": "linux", "os_name": "posix"},
        **{"platform_system": "Linux", "platform_machine": "x86_64"},
    }
    assert any("-r pins/bot.txt -r pins/fonts.txt" in given for _, given in list_instructions())
    seen: set[tuple[str, str]] = set()
    waiting = [("", "")]
    while waiting:
        name, extra = waiting.pop()
        try:
            wanted = (
                [Requirement(given) for given in requires(name) or ()]
                if name
                else list_installed_requirements()
            )
        except PackageNotFoundError:
            # A package that only the image's version of Python needs may not be installed here.
            continue
        found = {
            (str(canonicalize_name(r.name)), more)
            for r in wanted
            if r.marker is None or r.marker.evaluate({**there, "extra": extra})
            for more in ("", *r.extras)
        }
        waiting += found - seen
        seen |= found
    names = {name for name, _ in seen}
    assert {"discord-py", "aiohttp", "yarl", "tzdata", "asyncpg", "manimgx-fonts-cjk"} <= names
    assert names <= pinned, names - pinned


def test_the_compose_project_name_does_not_depend_on_the_folder() -> None:
    assert yaml.safe_load(read_text("compose.yaml"))["name"] == "reefs"


def test_the_service_runs_with_few_privileges(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "data:/data" in service["volumes"]
    assert "privileged" not in service and "ports" not in service
    assert service["image"] == f"reefs:{VERSION}"


def test_the_service_reads_its_token_from_the_env_file(service: dict[str, Any]) -> None:
    assert service["env_file"] == ".env"
    assert "DISCORD_TOKEN" not in service["environment"]
    assert service["environment"].keys() <= set(SETTING_NAMES)
    assert service["environment"]["METRICS_HOST"] == "127.0.0.1"


def read_unit(path: Path = UNIT_PATH) -> dict[str, dict[str, str]]:
    parser = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text("utf-8"))
    return {name: dict(parser[name]) for name in parser.sections()}


def test_the_unit_is_sandboxed() -> None:
    service = read_unit()["Service"]
    assert service["User"] == "reefs"
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectory"] == "reefs"
    assert service["NoNewPrivileges"] == service["PrivateTmp"] == service["ProtectHome"] == "yes"
    assert service["CapabilityBoundingSet"] == ""
    assert shlex.split(service["ExecStart"])[1:] == [
        *("-m", "bot", "--discord"),
        *("--database", "/var/lib/reefs/reefs.db"),
    ]
    assert "DISCORD_TOKEN" not in UNIT_PATH.read_text("utf-8")


def test_unit_and_service_restart_and_have_time_to_drain(service: dict[str, Any]) -> None:
    found = read_unit()["Service"]
    assert found["Restart"] == "on-failure"
    assert found["RestartPreventExitStatus"] == str(FAILED_STATUS) != str(TRY_LATER_STATUS)
    assert service["restart"] == "unless-stopped"
    assert found["KillSignal"] == "SIGTERM"
    # The bot waits DRAIN_TIMEOUT_SECONDS for presses, then as long for other work, and a moment for late
    # presses.
    draining = 2 * DRAIN_TIMEOUT_SECONDS + FIRST_RESPONSE_DEADLINE_SECONDS
    assert int(found["TimeoutStopSec"]) > draining + 20
    assert int(service["stop_grace_period"].removesuffix("s")) > draining + 20


UNIT_FILE_NAMES = ("reefs.service", "reefs@.service", "reefs-thinker.service")
SANDBOX_SETTING_PATTERN = re.compile(
    r"Protect|Private|Restrict|SystemCall|NoNew|Capab|Ambient|Lock|RemoveIPC|UMask|Tasks"
)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("name", UNIT_FILE_NAMES)
def test_systemd_accepts_the_units(tmp_path: Path, name: str) -> None:
    # Replace the interpreter's path, because systemd checks that the program exists.
    found = (UNIT_PATH.parent / name).read_text("utf-8")
    copy = tmp_path / name.replace("@.", "@one.")
    copy.write_text(found.replace("/opt/reefs/.venv/bin/python", sys.executable), "utf-8")
    result = subprocess.run(
        ["systemd-analyze", "verify", copy],
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )
    assert copy.name not in result.stderr, result.stderr


@pytest.mark.parametrize("name", UNIT_FILE_NAMES[1:])
def test_every_unit_has_the_same_sandbox_and_no_secret_in_its_command(name: str) -> None:
    first, other = read_unit()["Service"], read_unit(UNIT_PATH.parent / name)["Service"]
    assert {key: value for key, value in other.items() if SANDBOX_SETTING_PATTERN.match(key)} == {
        key: value for key, value in first.items() if SANDBOX_SETTING_PATTERN.match(key)
    }
    for key in ("Restart", "RestartPreventExitStatus", "KillSignal", "KillMode"):
        assert other[key] == first[key]
    command = shlex.split(other["ExecStart"])
    assert command[1:] in (["-m", "bot", "--discord"], ["-m", "bot", "think"])
    assert not re.search(r"postgresql://|PASSWORD=|TOKEN=", (UNIT_PATH.parent / name).read_text("utf-8"))


def test_each_process_has_its_own_settings_and_the_thinker_has_no_token() -> None:
    text_of = (UNIT_PATH.parent / "reefs@.service").read_text("utf-8")
    files = re.findall("^EnvironmentFile=(.+)$", text_of, re.M)
    assert files == ["/etc/reefs.env", "/etc/reefs-%i.env"]
    thinker = read_unit(UNIT_PATH.parent / "reefs-thinker.service")["Service"]
    assert thinker["EnvironmentFile"] == "/etc/reefs-thinker.env"
    assert thinker["DynamicUser"] == "yes" and "User" not in thinker


@pytest.fixture(scope="module")
def postgresql_compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read_text("compose.postgresql.yaml"))
    return found


def test_both_compose_processes_are_equal_and_as_restricted_as_the_single_service(
    postgresql_compose: dict[str, Any], service: dict[str, Any]
) -> None:
    services = postgresql_compose["services"]
    for name in ("reefs", "standby", "thinker"):
        for key in ("read_only", "cap_drop", "security_opt", "image", "restart", "stop_grace_period"):
            assert services[name][key] == service[key], (name, key)
        assert "ports" not in services[name] and "env_file" not in services[name]
    own = {"build", "depends_on"}
    reefs, standby = (
        {key: value for key, value in services[name].items() if key not in own}
        for name in ("reefs", "standby")
    )
    assert reefs == standby
    # Both processes report their roles, and neither may be stopped for being the standby.
    assert reefs["healthcheck"]["test"] == ["CMD", "python", "-m", "bot", "health"]
    assert set(SETTING_NAMES) - reefs["environment"].keys() == {"DATABASE_PATH", "PLAYGROUND_PORT"}
    assert postgresql_compose["networks"]["database"] == {"internal": True}
    assert services["database"]["networks"] == services["thinker"]["networks"] == ["database"]


def test_each_password_reaches_only_its_services_and_no_command_line(
    postgresql_compose: dict[str, Any],
) -> None:
    holders: dict[str, set[str]] = {}
    for name, found in postgresql_compose["services"].items():
        for value in (found.get("environment") or {}).values():
            for secret in re.findall(r"\$\{(\w+):\?", str(value)):
                holders.setdefault(secret, set()).add(name)
        said = str([found.get(key) for key in ("command", "entrypoint", "healthcheck")])
        assert "$" not in said and "postgresql://" not in said
        address = (found.get("environment") or {}).get("DATABASE_URL", "")
        assert ServerUrl.parse(address).password is None if address else True
    assert holders == {
        "DISCORD_TOKEN": {"reefs", "standby"},
        "REEFS_PASSWORD": {"database", "reefs", "standby", "rights"},
        "REEFS_THINKER_PASSWORD": {"database", "thinker"},
        "POSTGRES_PASSWORD": {"database"},
    }


def test_compose_passwords_are_not_reported_as_mistyped_settings(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_text("POSTGRES_PASSWORD=a\nREEFS_PASSWORD=b\nREEFS_THINKER_PASSWORD=c\n", "utf-8")
    load_config({}, path)


def test_the_database_script_creates_users_without_logging_passwords() -> None:
    server = postgres.Server(
        postgres.require_programs(), settings=("log_statement=all", "log_connections=on")
    )
    try:
        place = ("-h", "127.0.0.1", "-p", str(server.port), "-U", "reefs", "-d", "postgres")
        # The tests' server already has a user of that name.
        script = read_text("deploy/database.sql").replace("CREATE ROLE reefs LOGIN", "ALTER ROLE reefs")
        completed = subprocess.run(
            [server.programs / "psql", "-X", *place, "-f", "-"],
            input=script,
            env={**os.environ, "REEFS_PASSWORD": "it's-one", "REEFS_THINKER_PASSWORD": "another"},
            capture_output=True,
            text=True,
            timeout=HANG_TIMEOUT_SECONDS,
            check=False,
        )
        assert completed.returncode == 0 and not completed.stderr, completed.stderr
        found = server.run_sql(
            "SELECT rolname, rolsuper, left(rolpassword, 6) FROM pg_authid WHERE rolname = 'thinker'"
        )
        assert found == "thinker|f|SCRAM-\n"
        log = (server.folder / "log").read_text("utf-8")
        assert "log_statement" in log and "it's-one" not in log and "another" not in log
        assert server.run_sql("SELECT current_database()", "reefs") == "reefs\n"
    finally:
        server.remove()


@pytest.mark.skipif(shutil.which("docker") is None, reason="needs docker")
@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_compose_accepts_the_files(tmp_path: Path, name: str) -> None:
    if subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("needs docker compose")
    (tmp_path / ".env").write_text("".join(f"{given}=x\n" for given in COMPOSE_SECRET_NAMES), "utf-8")
    shutil.copy(ROOT / name, tmp_path)
    command = ["docker", "compose", "-f", name, "config", "--quiet"]
    result = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=HANG_TIMEOUT_SECONDS, check=False
    )
    assert result.returncode == 0, result.stderr


def test_the_docs_name_every_metric_and_no_other() -> None:
    named = set(re.findall(r"\breefs_[a-z_]+", read_hosting()))
    known = {family.name for family in Meters().registry.collect() if family.name.startswith("reefs_")}
    suffixes = ("", "_total", "_bucket", "_count", "_sum")
    assert named <= {f"{name}{suffix}" for name in known for suffix in suffixes}
    assert all(any(f"{name}{suffix}" in named for suffix in suffixes) for name in known)


def test_the_docs_name_every_result_of_a_press() -> None:
    named = next(line for line in read_hosting().splitlines() if line.startswith("| `reefs_presses_total`"))
    results = {value for name, value in vars(metrics).items() if name.endswith("_RESULT")}
    of_thoughts = {metrics.ANSWERED_RESULT, metrics.UNANSWERED_RESULT, metrics.UNREADABLE_RESULT}
    for result in results - of_thoughts:
        assert f"`{result}`" in named
    (alert,) = re.findall(r'reefs_presses_total{result=~"(.+?)"}', read_hosting())
    assert set(alert.split("|")) == {metrics.FAILED_RESULT, metrics.EXPIRED_RESULT}


def test_the_docs_describe_backups_and_name_every_deployment_file() -> None:
    assert "docs/hosting/quickstart.md" in read_text("README.md")
    for command in ("backup", "restore", "health", "doctor"):
        assert re.search(rf"-m bot {command}", read_hosting()), command
    named = set(re.findall(r"\b(?:deploy/[\w@.-]+\w|compose[\w.]*\.yaml)", read_hosting()))
    files = {f"deploy/{path.name}" for path in UNIT_PATH.parent.iterdir()} | {
        "compose.yaml",
        "compose.postgresql.yaml",
    }
    # Another page documents the database script, and each host writes the override file.
    assert files - {"deploy/database.sql"} == named - {"compose.override.yaml"}


def test_documented_pip_installs_for_the_unit_are_pinned() -> None:
    blocks = re.findall(r"^```bash\n(.*?)^```", read_hosting(), re.M | re.S)
    installs = [line for block in blocks for line in block.splitlines() if "pip install" in line]
    # The quickstart installs into the reader's own folder, without sudo and without the systemd unit.
    installs = [line for line in installs if line.startswith("sudo")]
    assert len(installs) >= 4
    pinned = "sudo .venv/bin/pip install --require-hashes -r deploy/pins/{} -r deploy/pins/{}.txt"
    unpinned = "{} .venv/bin/pip install {}--no-deps --no-build-isolation ."
    pairs = {
        (pinned.format("bot.txt", "build"), unpinned.format("sudo", "")),
        (
            pinned.format("build.txt", "compiler"),
            unpinned.format("sudo HATCH_BUILD_HOOKS_ENABLE=1", "--force-reinstall "),
        ),
    }
    assert set(zip(installs[::2], installs[1::2], strict=True)) == pairs


def test_the_postgresql_page_uses_the_unit_without_a_database_file() -> None:
    chapter = read_text("docs/hosting/postgresql.md").partition("## Move")[0]
    assert "--database" in read_unit()["Service"]["ExecStart"]
    assert "--database" not in read_unit(UNIT_PATH.with_name("reefs@.service"))["Service"]["ExecStart"]
    assert "`reefs@one`" in chapter


def test_the_docs_name_every_permission_the_bot_asks_for() -> None:
    said = {name.msgid for name in permissions.NAME_BY_PERMISSION.values()} | {
        permissions.MANAGE_THREADS_PERMISSION.msgid
    }
    said.add(CREATE_EVENTS_PERMISSION_TEXT)
    for path in (ROOT / "bot").rglob("*.py"):
        said |= set(re.findall(r"[aA]llow me \*\*([\w ]+)\*\*", path.read_text("utf-8")))
    assert {"Manage Channels", "Manage Roles"} <= said
    chapter = read_text("docs/hosting/growing.md").partition("## Permissions")[2].partition("\n## ")[0]
    assert not {name for name in said if name not in chapter}


def test_the_unit_and_the_docs_state_the_same_worker_memory() -> None:
    parsed = re.search(r"A worker takes up to (\d+ MiB)", read_text("deploy/reefs-thinker.service"))
    assert parsed is not None
    assert f"| `worker` | {parsed[1]} |" in read_text("docs/hosting/capacity.md")


def test_ci_builds_the_image_and_runs_it_as_the_compose_file_does() -> None:
    steps = yaml.safe_load(read_text(".github/workflows/ci.yml"))["jobs"]["image"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert "cp .env.example .env && docker compose build" in commands
    assert "docker compose run --rm reefs doctor" in commands
    assert "python -m tests.proof.container" in commands
    text = " ".join(f"{name}=x" for name in COMPOSE_SECRET_NAMES)
    assert f"{text} docker compose -f compose.postgresql.yaml config --quiet" in commands


def test_ci_runs_every_version_of_python_that_the_package_names() -> None:
    project = tomllib.loads(read_text("pyproject.toml"))["project"]
    prefix = "Programming Language :: Python :: 3."
    named = [name.removeprefix(prefix) for name in project["classifiers"] if name.startswith(prefix)]
    run = yaml.safe_load(read_text(".github/workflows/ci.yml"))["jobs"]["run"]["strategy"]["matrix"]["python"]
    assert run == [f"3.{minor}" for minor in named]
    assert project["requires-python"] == f">={run[0]}"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    ("failing", "called"),
    [
        ("", ["python", "rsync", "ssh", "rm"]),
        ("python", ["python", "rm"]),
        ("rsync", ["python", "rsync", "rm"]),
    ],
)
def test_a_failed_nightly_backup_does_not_delete_remote_copies(
    tmp_path: Path, failing: str, called: list[str]
) -> None:
    (line,) = re.findall(r"^42 4 \* \* \* reefs (.*)$", read_hosting(), re.MULTILINE)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "rsync", "ssh", "rm"):
        program = programs / name
        program.write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/called\nexit {int(name == failing)}\n")
        program.chmod(0o755)
    script = line.replace("\\%", "%").replace("/opt/reefs", str(tmp_path))
    subprocess.run(
        ["/bin/sh", "-c", script],
        env={"PATH": f"{programs}:/usr/bin:/bin"},
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )
    assert (tmp_path / "called").read_text().split() == called
