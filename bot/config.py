"""Settings of the bot, read from the environment and a ``.env`` file."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TypeVar

from bot.dotenv import read_dotenv
from bot.errors.config import ConfigError, raise_error
from bot.kit.server_url import ServerUrl
from bot.kit.shard_assignment import ALL_SHARDS, MAX_SHARDS, ShardAssignment, read_shard_count, read_shard_ids
from bot.kit.tokens import find_application_id as find_application_id
from bot.kit.tokens import is_short_number
from bot.kit.tokens import looks_like_token as looks_like_token
from bot.model.host_links import NO_HOST_LINKS, HostLinks
from games.core.values import value_class
from games.core.words import N_

DEFAULT_DATABASE_FILENAME = "reefs.db"
PLAYGROUND_SUFFIX = "-playground"
"""Suffix of the playground's database, before the file extension, as in ``reefs-playground.db``."""
DEFAULT_PLAYGROUND_PORT = 8765
DEFAULT_THINK_SECONDS = 1.5
MAX_THINK_SECONDS = 30.0
MAX_THINK_WORKERS = 64
LOOPBACK_ADDRESS = "127.0.0.1"
SETTING_NAMES = (
    "DISCORD_TOKEN",
    "APPLICATION_ID",
    "DATABASE_PATH",
    "DATABASE_URL",
    "LOG_LEVEL",
    "PLAYGROUND_PORT",
    "THINK_SECONDS",
    "THINK_WORKERS",
    "SHARDS",
    "SHARD_IDS",
    "METRICS_PORT",
    "METRICS_HOST",
    "TERMS_URL",
    "PRIVACY_URL",
    "SUPPORT_URL",
    "APPLICATION_EMOJI",
)
PASSWORD_VARIABLE = "PGPASSWORD"
SECRET_VARIABLES = (PASSWORD_VARIABLE, "PGPASSFILE")
"""Environment variables that give PostgreSQL clients a password. Child processes must not inherit them."""
LINK_SETTING_NAMES = ("TERMS_URL", "PRIVACY_URL", "SUPPORT_URL")
"""Names of the settings that are links, in the field order of :class:`bot.model.host_links.HostLinks`."""
MAX_LINK_CHARACTERS = 200
FOREIGN_NAME_PATTERN = re.compile(
    r"HOME|PATH|TZ|LANG|LC_\w+|PYTHON\w+|PG[A-Z]+|POSTGRES_\w+|REEFS_(THINKER_)?PASSWORD"
    r"|(COMPOSE|DOCKER|BUILDKIT|MALLOC|SSL_CERT)_\w+|(?i:\w+_proxy)"
)
"""Matches variables of other programs, such as Docker and PostgreSQL, that a ``.env`` file may contain."""
MIN_SIMILARITY = 0.55
"""Minimum similarity, from 0 to 1, of an unknown setting's name to the name suggested instead.

With this value, ``DISCORD_TOKEN`` is suggested for ``TOKEN``.
"""
ON_VALUE, OFF_VALUE = "on", "off"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

T = TypeVar("T")

NOT_A_TOKEN_TEXT = N_("DISCORD_TOKEN doesn't look like a token; copy it again from the Developer Portal.")
_SHELL_VARIABLE_PATTERN = re.compile(r"\$(\{\w+\}|\w+)")
_TOKEN_PATTERN = re.compile(r"[!-~]+")
_LINK_PATTERN = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/[!#-;=?-Z_a-z~%&]*)?")
_SECONDS_PATTERN = re.compile(r"[0-9]+(\.[0-9]+)?")


@value_class
class Config:
    """The settings in use. A value of ``None`` means that a setting is missing and has no default."""

    token: str | None = field(repr=False)
    database_path: Path
    log_level: str
    playground_port: int
    application_id: int | None
    think_seconds: float = DEFAULT_THINK_SECONDS
    """Maximum for a computer's move."""
    think_worker_count: int = 1
    metrics_port: int | None = None
    metrics_host: str = LOOPBACK_ADDRESS
    database_url: ServerUrl | None = None
    host_links: HostLinks = NO_HOST_LINKS
    uses_own_emoji: bool = True
    """Whether the bot uploads its own emoji and uses them instead of standard emoji."""
    shard_assignment: ShardAssignment = ALL_SHARDS
    database_password: str = field(default="", repr=False)
    """Database password, if given separately from the URL."""

    @property
    def database_location(self) -> Path | ServerUrl:
        """The URL of the database server if one is configured, otherwise the path of the file."""
        return self.database_path if self.database_url is None else self.database_url

    @property
    def secrets(self) -> tuple[str, ...]:
        return (
            self.token or "",
            self.database_password,
            *(() if self.database_url is None else self.database_url.secrets),
        )

    @property
    def playground_database(self) -> Path:
        """Path of the playground's database. It is in the same folder as the configured database.

        If the configured file's name already ends with :data:`PLAYGROUND_SUFFIX`, that file is used.
        """
        stem = self.database_path.stem
        return self.database_path.with_stem(f"{stem.removesuffix(PLAYGROUND_SUFFIX)}{PLAYGROUND_SUFFIX}")


class _SettingsReader:
    """Reads settings one by one. An invalid setting is reported, and its default is used."""

    def __init__(self, values: Mapping[str, str], report: Callable[[ConfigError], None]) -> None:
        self._values = values
        self._report = report
        self.invalid_names: set[str] = set()

    def read_setting(self, name: str, default: T, parse: Callable[[str, str], T]) -> T:
        """Return a setting, parsed by ``parse``, or ``default`` if it is missing or invalid."""
        text = self._values.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(name, text)
        except ConfigError as error:
            error.setting = name
            self.invalid_names.add(name)
            self._report(error)
            return default


def load_config(
    environ: Mapping[str, str], dotenv: Path, report: Callable[[ConfigError], None] = raise_error
) -> Config:
    """Return the settings from ``environ`` and the file ``dotenv``, which need not exist.

    ``environ`` takes precedence. An empty value counts as not set. ``PGPASSWORD`` is only read from
    ``environ``.

    :param report: called for each faulty line and each invalid setting, which gets its default. If omitted,
        the first error is raised.
    """
    file_values = read_dotenv(dotenv, report)
    _report_unknown_settings(dotenv, file_values, report)
    values = {**file_values, **{name: value for name, value in environ.items() if value.strip()}}
    reader = _SettingsReader(values, report)
    token = reader.read_setting("DISCORD_TOKEN", None, _read_token)
    database_url = reader.read_setting("DATABASE_URL", None, read_server_url)
    on_server = database_url is not None or "DATABASE_URL" in reader.invalid_names
    return Config(
        token=token,
        database_path=reader.read_setting(
            "DATABASE_PATH",
            find_data_folder() / DEFAULT_DATABASE_FILENAME,
            _read_path if on_server else _read_database_path,
        ),
        log_level=reader.read_setting("LOG_LEVEL", "INFO", _read_log_level),
        playground_port=reader.read_setting("PLAYGROUND_PORT", DEFAULT_PLAYGROUND_PORT, read_port),
        application_id=reader.read_setting(
            "APPLICATION_ID", find_application_id(token), _read_application_id
        ),
        think_seconds=reader.read_setting("THINK_SECONDS", DEFAULT_THINK_SECONDS, _read_think_seconds),
        think_worker_count=reader.read_setting("THINK_WORKERS", count_spare_cores(), _read_worker_count),
        metrics_port=reader.read_setting("METRICS_PORT", None, read_port),
        database_url=database_url,
        metrics_host=reader.read_setting("METRICS_HOST", LOOPBACK_ADDRESS, _read_ip_address),
        host_links=HostLinks(
            terms=reader.read_setting("TERMS_URL", None, _read_link),
            privacy=reader.read_setting("PRIVACY_URL", None, _read_link),
            support=reader.read_setting("SUPPORT_URL", None, _read_link),
        ),
        uses_own_emoji=reader.read_setting("APPLICATION_EMOJI", True, _read_on_or_off),
        shard_assignment=_read_shard_assignment(reader),
        database_password=environ.get(PASSWORD_VARIABLE, ""),
    )


def pick_inherited_variables() -> dict[str, str]:
    """Return this process's environment without the bot's settings and the database password."""
    return {
        name: value for name, value in os.environ.items() if name not in (*SETTING_NAMES, *SECRET_VARIABLES)
    }


def find_data_folder() -> Path:
    """Return the default folder of the bot's data, in the home folder of the user who runs the bot."""
    import platformdirs

    return Path(platformdirs.user_data_path("reefs", appauthor=False))


def _report_unknown_settings(
    path: Path, names: Iterable[str], report: Callable[[ConfigError], None] = raise_error
) -> None:
    """Report each unknown setting in the ``.env`` file, and suggest the most similar known name, if any."""
    for name in names:
        if name in SETTING_NAMES or FOREIGN_NAME_PATTERN.fullmatch(name):
            continue
        # Only a misspelled setting needs this module.
        import difflib

        likely = difflib.get_close_matches(name.upper(), SETTING_NAMES, 1, MIN_SIMILARITY)
        if likely:
            msgid = N_("{path}: the bot doesn't know {name}; did you mean {likely}?")
            error = ConfigError(msgid, path=path, name=name, likely=likely[0])
        else:
            msgid = N_("{path}: the bot doesn't know {name}; remove that line.")
            error = ConfigError(msgid, path=path, name=name)
        error.setting = likely[0] if likely else name
        report(error)


def check_database_folder(name: str, database: Path) -> None:
    """Check that the folder of a database file exists.

    If the path leads through a file, no error is raised here, but opening the database fails.

    :raises ConfigError: the folder doesn't exist. The error contains ``name``, the name of the setting.
    """
    folder = database.absolute().parent
    if not folder.exists() and not any(above.is_file() for above in folder.parents):
        raise ConfigError(
            N_("The folder of {name} doesn't exist: create {folder}, or correct the path."),
            name=name,
            folder=folder,
        )


def read_port(name: str, text: str) -> int:
    """Parse the number of a TCP port.

    :raises ConfigError: ``text`` isn't a port. The error contains ``name``, the name of the setting.
    """
    if is_short_number(text) and 1 <= int(text) <= 65535:
        return int(text)
    raise ConfigError(N_("{name} must be a number from 1 to 65535."), name=name)


def _read_token(name: str, text: str) -> str:
    if not _TOKEN_PATTERN.fullmatch(text):
        raise ConfigError(N_("DISCORD_TOKEN has a character that no token has; copy it again."))
    return text


def read_server_url(name: str, text: str) -> ServerUrl:
    """Parse the URL of a database on a server.

    :raises ConfigError: ``text`` isn't a database URL. The error contains ``name``, the setting's name.
    """
    try:
        return ServerUrl.parse(text)
    except ValueError:
        # Don't quote the text in the error, because it may contain a password.
        raise ConfigError(
            N_("{name} must be an address such as postgresql://user@host:5432/name."), name=name
        ) from None


def _read_database_path(name: str, text: str) -> Path:
    path = _read_path(name, text)
    check_database_folder(name, path)
    return path


def _read_path(name: str, text: str) -> Path:
    variable = _SHELL_VARIABLE_PATTERN.match(text)
    if variable is not None:
        raise ConfigError(
            N_("{name}: the bot doesn't fill in {form}; write the value itself."), name=name, form=variable[0]
        )
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):
        raise ConfigError(N_("DATABASE_PATH begins with ~, but that home folder doesn't exist.")) from None


def _read_log_level(name: str, text: str) -> str:
    if text.upper() in LOG_LEVELS:
        return text.upper()
    raise ConfigError(N_("LOG_LEVEL must be one of: {levels}."), levels=", ".join(LOG_LEVELS))


def _read_think_seconds(name: str, text: str) -> float:
    if _SECONDS_PATTERN.fullmatch(text) and 0 < float(text) <= MAX_THINK_SECONDS:
        return float(text)
    raise ConfigError(
        N_("THINK_SECONDS must be more than 0 and at most {most} seconds, such as 1.5."),
        most=f"{MAX_THINK_SECONDS:g}",
    )


def _read_shard_assignment(reader: _SettingsReader) -> ShardAssignment:
    number = reader.read_setting("SHARDS", None, _read_shard_count)
    if "SHARDS" in reader.invalid_names:
        return ALL_SHARDS
    return ShardAssignment(number, reader.read_setting("SHARD_IDS", None, partial(_read_shard_ids, number)))


def _read_shard_count(name: str, text: str) -> int | None:
    try:
        return read_shard_count(text.lower())
    except ValueError:
        raise ConfigError(
            N_("SHARDS must be auto or a number from 1 to {most}."), most=str(MAX_SHARDS)
        ) from None


def _read_shard_ids(shard_count: int | None, name: str, text: str) -> tuple[int, ...]:
    if shard_count is None:
        raise ConfigError(N_("SHARD_IDS needs SHARDS to be a number, the same for all processes."))
    try:
        return read_shard_ids(text, shard_count)
    except ValueError:
        raise ConfigError(
            N_("SHARD_IDS must name shards from 0 to {last}, such as 0-3 or 0,2,5-7."),
            last=str(shard_count - 1),
        ) from None


def _read_link(name: str, text: str) -> str:
    if _LINK_PATTERN.fullmatch(text) and len(text) <= MAX_LINK_CHARACTERS:
        return text
    raise ConfigError(
        N_("{name} must be an address that begins with https:// and has at most {most} characters."),
        name=name,
        most=str(MAX_LINK_CHARACTERS),
    )


def _read_worker_count(name: str, text: str) -> int:
    if is_short_number(text) and 0 < int(text) <= MAX_THINK_WORKERS:
        return int(text)
    raise ConfigError(
        N_("THINK_WORKERS must be a whole number from 1 to {most}, such as 2."), most=str(MAX_THINK_WORKERS)
    )


def count_spare_cores() -> int:
    """Return the number of CPU cores that computer players may use: all except one, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


def _read_application_id(name: str, text: str) -> int:
    if is_short_number(text):
        return int(text)
    raise ConfigError(N_("{name} must be a number."), name=name)


def _read_on_or_off(name: str, text: str) -> bool:
    if text.lower() in (ON_VALUE, OFF_VALUE):
        return text.lower() == ON_VALUE
    raise ConfigError(N_("{name} must be on or off."), name=name)


def _read_ip_address(name: str, text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ConfigError(
            N_("{name} must be this computer's address in numbers, such as 127.0.0.1."), name=name
        ) from None
