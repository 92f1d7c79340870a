"""What the person who runs the bot can set: the environment, and a ``.env`` file below it."""

from __future__ import annotations

import base64
import difflib
import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from bot.errors.reasons import reason
from bot.model.papers import NO_PAPERS, Papers
from games.core.words import N_, Msg, words

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
    "LOG_LEVEL",
    "PLAYGROUND_PORT",
    "THINK_SECONDS",
    "THINK_WORKERS",
    "METRICS_PORT",
    "METRICS_HOST",
    "TERMS_URL",
    "PRIVACY_URL",
    "SUPPORT_URL",
    "APPLICATION_EMOJI",
)
LINKS = ("TERMS_URL", "PRIVACY_URL", "SUPPORT_URL")
"""In the order of :class:`bot.model.papers.Papers`."""
LONGEST_LINK = 200
RESEMBLANCE = 0.55
"""How like one of :data:`NAMES` a name must be to be taken for it mistyped: ``TOKEN`` just is."""
MOST_DIGITS = 20
"""No id of Discord has more. Python refuses to read thousands."""
ON, OFF = "on", "off"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_LINE = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_]\w*)\s*=\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"'\s\#]\S*(?:\s+[^\s\#]\S*)*)?)
        (?:\s+\#.*)?""",
    re.VERBOSE,
)
_OPEN = re.compile(r"""(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?P<quote>["'])(?!.*(?P=quote))""")
_TOKEN = re.compile(r"[!-~]+")
_LINK = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/[!#-;=?-Z_a-z~%&]*)?")
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")


class ConfigError(Exception):
    """A setting cannot be used. ``message`` says which and why, never with a secret in it."""

    def __init__(self, msgid: str, **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)

    def __str__(self) -> str:
        return words().msg(self.message)


class Unreachable(ConfigError):
    """Discord cannot be used just now: the same start may do later."""


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
    papers: Papers = NO_PAPERS
    own_emoji: bool = True

    @property
    def playground_database(self) -> Path:
        """The playground's own file, beside the other: its people and channel exist in it alone."""
        return self.database.with_stem(f"{self.database.stem}-playground")


def load(environ: Mapping[str, str], dotenv: Path) -> Config:
    """Return the settings of ``environ``, and of the file ``dotenv`` for what is not set there.

    Raises :class:`ConfigError`. An empty value counts as not set. No file need exist.
    """
    values = {**read_dotenv(dotenv), **{name: value for name, value in environ.items() if value.strip()}}
    token = _token(values.get("DISCORD_TOKEN", "").strip())
    path = values.get("DATABASE_PATH", "").strip()
    database = _home(path) if path else data_folder() / DATABASE_NAME
    application = values.get("APPLICATION_ID", "").strip()
    metrics = values.get("METRICS_PORT", "").strip()
    return Config(
        token=token,
        database=database,
        log_level=_level(values.get("LOG_LEVEL", "INFO").strip().upper()),
        port=read_port("PLAYGROUND_PORT", values.get("PLAYGROUND_PORT", str(DEFAULT_PORT)).strip()),
        application_id=_application("APPLICATION_ID", application) if application else application_of(token),
        think_seconds=_thinking(values.get("THINK_SECONDS", str(DEFAULT_THINKING)).strip()),
        think_workers=_workers(values.get("THINK_WORKERS", str(count_spare_cores())).strip()),
        metrics_port=read_port("METRICS_PORT", metrics) if metrics else None,
        metrics_host=_address("METRICS_HOST", values.get("METRICS_HOST", LOOPBACK).strip()),
        papers=Papers(
            terms=_link("TERMS_URL", values.get("TERMS_URL", "").strip()),
            privacy=_link("PRIVACY_URL", values.get("PRIVACY_URL", "").strip()),
            support=_link("SUPPORT_URL", values.get("SUPPORT_URL", "").strip()),
        ),
        own_emoji=_switch("APPLICATION_EMOJI", values.get("APPLICATION_EMOJI", ON).strip().lower()),
    )


def pick_inherited() -> dict[str, str]:
    """Return the environment for a process of ours that needs no setting, least of all the token."""
    return {name: value for name, value in os.environ.items() if name not in NAMES}


def data_folder() -> Path:
    """Return the folder where programs of this user keep their data."""
    return Path(platformdirs.user_data_path("reefs", appauthor=False))


def read_dotenv(path: Path) -> dict[str, str]:
    """Return the ``NAME=value`` lines of a file, those with an empty value left out.

    Raises :class:`ConfigError` naming the line that cannot be read, without its content.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise ConfigError(N_("{path} isn't a UTF-8 text file."), path=path) from None
    except OSError as error:
        raise ConfigError(N_("Can't read {path}: {reason}"), path=path, reason=reason(error)) from None
    values = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            # The line may hold a token: it is counted, not quoted.
            if _OPEN.match(line.strip()):
                raise ConfigError(
                    N_("{path}, line {number}: the quote isn't closed."), path=path, number=number
                )
            raise ConfigError(N_("{path}, line {number}: write it as NAME=value."), path=path, number=number)
        value = match["double"] or match["single"] or match["bare"] or ""
        if value.strip():
            values[match["name"]] = value
    return values


def find_mistyped(path: Path) -> dict[str, str]:
    """Return the names in a ``.env`` file that nothing reads, each with the name it was likely meant to be.

    Raises :class:`ConfigError` as :func:`read_dotenv`.
    """
    found = {}
    for name in read_dotenv(path):
        likely = difflib.get_close_matches(name.upper(), NAMES, 1, RESEMBLANCE)
        if name not in NAMES and likely:
            found[name] = likely[0]
    return found


def like_a_token(text: str) -> bool:
    """Tell whether a text has the form of a bot's token: three parts, the first an application's id."""
    return all(text.split(".")) and text.count(".") == 2 and application_of(text) is not None


def application_of(token: str | None) -> int | None:
    """Return the application's id, which is the first part of its token, or None."""
    if token is None:
        return None
    head = token.split(".", 1)[0]
    try:
        text = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except ValueError:
        # It is no base64, or no ASCII before or after it.
        return None
    return int(text) if _digits(text) else None


def read_port(name: str, text: str) -> int:
    """Return a TCP port. Raises :class:`ConfigError` naming ``name``."""
    if _digits(text) and 1 <= int(text) <= 65535:
        return int(text)
    raise ConfigError(N_("{name} must be a number from 1 to 65535."), name=name)


def _token(text: str) -> str | None:
    if not text:
        return None
    if not _TOKEN.fullmatch(text):
        raise ConfigError(N_("DISCORD_TOKEN has a character that no token has; copy it again."))
    return text


def _home(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):
        raise ConfigError(N_("DATABASE_PATH begins with ~, but that home folder doesn't exist.")) from None


def _level(text: str) -> str:
    if text in LOG_LEVELS:
        return text
    raise ConfigError(N_("LOG_LEVEL must be one of: {levels}."), levels=", ".join(LOG_LEVELS))


def _digits(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def _thinking(text: str) -> float:
    if _SECONDS.fullmatch(text) and 0 < float(text) <= LONGEST_THINKING:
        return float(text)
    raise ConfigError(
        N_("THINK_SECONDS must be more than 0 and at most {most} seconds, such as 1.5."),
        most=f"{LONGEST_THINKING:g}",
    )


def _link(name: str, text: str) -> str | None:
    if not text or (_LINK.fullmatch(text) and len(text) <= LONGEST_LINK):
        return text or None
    raise ConfigError(
        N_("{name} must be an address that begins with https:// and has at most {most} characters."),
        name=name,
        most=str(LONGEST_LINK),
    )


def _workers(text: str) -> int:
    if _digits(text) and 0 < int(text) <= MOST_WORKERS:
        return int(text)
    raise ConfigError(
        N_("THINK_WORKERS must be a whole number from 1 to {most}, such as 2."), most=str(MOST_WORKERS)
    )


def count_spare_cores() -> int:
    """Return how many cores computer players may use: all that this process has but one, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


def _application(name: str, text: str) -> int:
    if _digits(text):
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
