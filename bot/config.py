"""What the person who runs the bot can set: the environment, and a ``.env`` file below it."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from bot.dotenv import read_dotenv
from bot.errors.config import ConfigError
from bot.kit.server_url import ServerUrl
from bot.kit.sharing import ALL, AUTO, MAX_SHARDS, Sharing, read_shard_ids, read_shards
from bot.kit.tokens import find_application_id as find_application_id
from bot.kit.tokens import is_short_number
from bot.kit.tokens import looks_like_token as looks_like_token
from bot.model.papers import NO_PAPERS, Papers
from games.core.words import N_

DATABASE_NAME = "reefs.db"
DEFAULT_PORT = 8765
DEFAULT_THINKING = 1.5
LONGEST_THINKING = 30.0
MOST_WORKERS = 64
LOOPBACK = "127.0.0.1"
NAMES = (
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
PASSWORD = "PGPASSWORD"
SECRETS = (PASSWORD, "PGPASSFILE")
"""What PostgreSQL's own programs read besides, and no process of ours needs that does not speak with it."""
LINKS = ("TERMS_URL", "PRIVACY_URL", "SUPPORT_URL")
"""In the order of :class:`bot.model.papers.Papers`."""
LONGEST_LINK = 200
OTHERS = re.compile(
    r"HOME|PATH|TZ|LANG|LC_\w+|PYTHON\w+|PG[A-Z]+|POSTGRES_\w+|REEFS_(THINKER_)?PASSWORD"
    r"|(COMPOSE|DOCKER|BUILDKIT|MALLOC|SSL_CERT)_\w+|(?i:\w+_proxy)"
)
"""Names in a ``.env`` file that are for other programs, such as Docker and PostgreSQL."""
RESEMBLANCE = 0.55
"""How like one of :data:`NAMES` a name must be to be taken for it mistyped: ``TOKEN`` just is."""
ON, OFF = "on", "off"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_TOKEN = re.compile(r"[!-~]+")
_LINK = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/[!#-;=?-Z_a-z~%&]*)?")
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force. ``token`` is None where nobody has given one, ``metrics_port`` where off.

    ``think_seconds`` is how long a computer player may think about a move, in one of ``think_workers``
    processes; ``own_emoji`` whether our drawings are uploaded and shown in the place of emoji.
    """

    token: str | None = field(repr=False)
    database: Path
    log_level: str
    port: int
    application_id: int | None
    think_seconds: float = DEFAULT_THINKING
    think_workers: int = 1
    metrics_port: int | None = None
    metrics_host: str = LOOPBACK
    server: ServerUrl | None = None
    papers: Papers = NO_PAPERS
    own_emoji: bool = True
    sharing: Sharing = ALL
    password: str = field(default="", repr=False)
    """That of the database's user, where it stands apart from the address."""

    @property
    def place(self) -> Path | ServerUrl:
        """Where Discord's tables are kept: on a server where one is named, else in the file."""
        return self.database if self.server is None else self.server

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log may hold."""
        return (self.token or "", self.password, *(() if self.server is None else self.server.secrets))

    @property
    def playground_database(self) -> Path:
        """The playground's own file, beside the other: its people and channel exist in it alone."""
        return self.database.with_stem(f"{self.database.stem}-playground")


def load(environ: Mapping[str, str], dotenv: Path) -> Config:
    """Return the settings of ``environ``, and of the file ``dotenv`` for what is not set there.

    Raises :class:`ConfigError`. An empty value counts as not set. No file need exist.
    """
    given = read_dotenv(dotenv)
    _check_names(dotenv, given)
    values = {**given, **{name: value for name, value in environ.items() if value.strip()}}
    token = _token(values.get("DISCORD_TOKEN", "").strip())
    path = values.get("DATABASE_PATH", "").strip()
    server = _server(values.get("DATABASE_URL", "").strip())
    database = _home(path) if path else data_folder() / DATABASE_NAME
    if path and server is None:
        check_folder("DATABASE_PATH", database)
    application = values.get("APPLICATION_ID", "").strip()
    metrics = values.get("METRICS_PORT", "").strip()
    return Config(
        token=token,
        database=database,
        log_level=_level(values.get("LOG_LEVEL", "INFO").strip().upper()),
        port=read_port("PLAYGROUND_PORT", values.get("PLAYGROUND_PORT", str(DEFAULT_PORT)).strip()),
        application_id=_application("APPLICATION_ID", application)
        if application
        else find_application_id(token),
        think_seconds=_thinking(values.get("THINK_SECONDS", str(DEFAULT_THINKING)).strip()),
        think_workers=_workers(values.get("THINK_WORKERS", str(count_spare_cores())).strip()),
        metrics_port=read_port("METRICS_PORT", metrics) if metrics else None,
        server=server,
        metrics_host=_address("METRICS_HOST", values.get("METRICS_HOST", LOOPBACK).strip()),
        papers=Papers(
            terms=_link("TERMS_URL", values.get("TERMS_URL", "").strip()),
            privacy=_link("PRIVACY_URL", values.get("PRIVACY_URL", "").strip()),
            support=_link("SUPPORT_URL", values.get("SUPPORT_URL", "").strip()),
        ),
        own_emoji=_switch("APPLICATION_EMOJI", values.get("APPLICATION_EMOJI", ON).strip().lower()),
        sharing=_sharing(values.get("SHARDS", AUTO).strip().lower(), values.get("SHARD_IDS", "").strip()),
        password=environ.get(PASSWORD, ""),
    )


def pick_inherited() -> dict[str, str]:
    """Return the environment for a process of ours that needs no setting, least of all the token."""
    return {name: value for name, value in os.environ.items() if name not in (*NAMES, *SECRETS)}


def data_folder() -> Path:
    """Return the folder where programs of this user keep their data."""
    return Path(platformdirs.user_data_path("reefs", appauthor=False))


def _check_names(path: Path, given: Iterable[str]) -> None:
    for name in given:
        if name in NAMES or OTHERS.fullmatch(name):
            continue
        likely = difflib.get_close_matches(name.upper(), NAMES, 1, RESEMBLANCE)
        if likely:
            raise ConfigError(
                N_("{path}: the bot doesn't know {name}; did you mean {likely}?"),
                path=path,
                name=name,
                likely=likely[0],
            )
        raise ConfigError(N_("{path}: the bot doesn't know {name}; remove that line."), path=path, name=name)


def check_folder(name: str, database: Path) -> None:
    """Raise :class:`ConfigError` naming ``name`` if the folder of a database file doesn't exist."""
    folder = database.absolute().parent
    if not folder.exists() and not any(above.is_file() for above in folder.parents):
        raise ConfigError(
            N_("The folder of {name} doesn't exist: create it, or correct the path."), name=name
        )


def read_port(name: str, text: str) -> int:
    """Return a TCP port. Raises :class:`ConfigError` naming ``name``."""
    if is_short_number(text) and 1 <= int(text) <= 65535:
        return int(text)
    raise ConfigError(N_("{name} must be a number from 1 to 65535."), name=name)


def _token(text: str) -> str | None:
    if not text:
        return None
    if not _TOKEN.fullmatch(text):
        raise ConfigError(N_("DISCORD_TOKEN has a character that no token has; copy it again."))
    return text


def _server(text: str) -> ServerUrl | None:
    return read_server("DATABASE_URL", text) if text else None


def read_server(name: str, text: str) -> ServerUrl:
    """Return the address of a database on a server. Raises :class:`ConfigError` naming ``name``."""
    try:
        return ServerUrl.parse(text)
    except ValueError:
        # It may hold a password: it is not quoted.
        raise ConfigError(
            N_("{name} must be an address such as postgresql://user@host:5432/name."), name=name
        ) from None


def _home(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):
        raise ConfigError(N_("DATABASE_PATH begins with ~, but that home folder doesn't exist.")) from None


def _level(text: str) -> str:
    if text in LOG_LEVELS:
        return text
    raise ConfigError(N_("LOG_LEVEL must be one of: {levels}."), levels=", ".join(LOG_LEVELS))


def _thinking(text: str) -> float:
    if _SECONDS.fullmatch(text) and 0 < float(text) <= LONGEST_THINKING:
        return float(text)
    raise ConfigError(
        N_("THINK_SECONDS must be more than 0 and at most {most} seconds, such as 1.5."),
        most=f"{LONGEST_THINKING:g}",
    )


def _sharing(shards: str, ids: str) -> Sharing:
    try:
        number = read_shards(shards)
    except ValueError:
        raise ConfigError(
            N_("SHARDS must be auto or a number from 1 to {most}."), most=str(MAX_SHARDS)
        ) from None
    if not ids:
        return Sharing(number)
    if number is None:
        raise ConfigError(N_("SHARD_IDS needs SHARDS to be a number, the same for all processes."))
    try:
        return Sharing(number, read_shard_ids(ids, number))
    except ValueError:
        raise ConfigError(
            N_("SHARD_IDS must name shards from 0 to {last}, such as 0-3 or 0,2,5-7."), last=str(number - 1)
        ) from None


def _link(name: str, text: str) -> str | None:
    if not text or (_LINK.fullmatch(text) and len(text) <= LONGEST_LINK):
        return text or None
    raise ConfigError(
        N_("{name} must be an address that begins with https:// and has at most {most} characters."),
        name=name,
        most=str(LONGEST_LINK),
    )


def _workers(text: str) -> int:
    if is_short_number(text) and 0 < int(text) <= MOST_WORKERS:
        return int(text)
    raise ConfigError(
        N_("THINK_WORKERS must be a whole number from 1 to {most}, such as 2."), most=str(MOST_WORKERS)
    )


def count_spare_cores() -> int:
    """Return how many cores computer players may use: all that this process has but one, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


def _application(name: str, text: str) -> int:
    if is_short_number(text):
        return int(text)
    raise ConfigError(N_("{name} must be a number."), name=name)


def _switch(name: str, text: str) -> bool:
    if text in (ON, OFF):
        return text == ON
    raise ConfigError(N_("{name} must be on or off."), name=name)


def _address(name: str, text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ConfigError(
            N_("{name} must be this computer's address in numbers, such as 127.0.0.1."), name=name
        ) from None
