"""Logs each record as a line of ``key=value`` pairs, and masks secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterable
from typing import TextIO

from bot.host.causes import RepeatedCauseFilter

log = logging.getLogger(__name__)

SECRET_MASK = "***"
# Matches the URL of an interaction or webhook. Such URLs contain a token.
_TOKEN_IN_URL_PATTERN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+")
# Matches the ID of a user whose autocompletion failed, as logged by discord.py.
_USER_ID_PATTERN = re.compile(r"(\bUser: )\d+")
MIN_LONG_SECRET_LENGTH = 12
"""Minimum length of secrets that are masked even inside words. Shorter ones may occur in ordinary words."""
_LETTER_PATTERN = re.compile(r"\w")
_UNQUOTED_VALUE_PATTERN = re.compile(r"[^\s\"=\\]+")
_MESSAGE_PATTERN = re.compile(r"(?P<event>.*?)(?P<pairs>(?:(?:^| )[a-z_]+=[^\s\"=\\]*)*)", re.DOTALL)


class LineFormatter(logging.Formatter):
    """Formats a record as one line in which ``secrets`` are masked.

    Pairs at the end of a message (``"acted table=3"``) become fields. Values that may contain spaces must be
    passed as ``extra={"fields": {"name": "Ann B"}}``.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        # Mask the longest forms first, because a URL contains its password.
        forms = {form for secret in secrets if secret for form in (secret, _quote_value(f"{secret} ")[1:-2])}
        self._secrets = tuple(
            re.compile(_make_secret_pattern(form))
            for form in sorted(forms, key=lambda form: (-len(form), form))
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return ``time=... level=... logger=... event=...`` followed by the record's fields."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        values: dict[str, object] = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        message = _MESSAGE_PATTERN.fullmatch(self._mask_secrets(record.getMessage()))
        assert message is not None
        if message["event"]:
            values["event"] = message["event"]
        for pair in message["pairs"].split():
            key, _, value = pair.partition("=")
            values[key] = value
        fields: dict[str, object] = getattr(record, "fields", {})
        values.update((key, self._mask_secrets(str(value))) for key, value in fields.items())
        if record.exc_info and record.exc_info[0] is not None:
            values["error"] = self._mask_secrets(f"{record.exc_info[0].__name__}: {record.exc_info[1]}")
            values["trace"] = self._mask_secrets(self.formatException(record.exc_info))
        return " ".join(f"{key}={_quote_value(value)}" for key, value in values.items())

    def _mask_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = secret.sub(SECRET_MASK, text)
        return _USER_ID_PATTERN.sub(
            rf"\g<1>{SECRET_MASK}", _TOKEN_IN_URL_PATTERN.sub(rf"\g<1>{SECRET_MASK}", text)
        )


def _make_secret_pattern(secret: str) -> str:
    """Return the pattern of a secret. A short secret only matches as a whole word.

    If a short secret were masked inside a longer word, the rest of that word could reveal the secret.
    """
    if len(secret) >= MIN_LONG_SECRET_LENGTH:
        return re.escape(secret)
    before = r"(?<!\w)" if _LETTER_PATTERN.match(secret[0]) else ""
    after = r"(?!\w)" if _LETTER_PATTERN.match(secret[-1]) else ""
    return f"{before}{re.escape(secret)}{after}"


def set_up_logging(level: str, *, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Log the bot's records of ``level`` or higher, and those records of libraries without private data.

    :param stream: by default standard error.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(secrets))
    handler.addFilter(RepeatedCauseFilter())
    # At level DEBUG, aiosqlite would log every stored value: names, IDs, and the secrets of tables.
    logging.basicConfig(level=logging.INFO if level == "DEBUG" else level, handlers=[handler], force=True)
    logging.getLogger("bot").setLevel(level)
    # At level DEBUG, discord.py would log every gateway message, including users' messages.
    logging.getLogger("discord").setLevel(logging.INFO if level == "DEBUG" else logging.WARNING)
    # The bot never joins voice channels, so a warning about missing voice support doesn't matter.
    logging.getLogger("discord.client").addFilter(_is_not_about_voice)
    logging.getLogger("asyncio").addFilter(_demote_connection_error)


def _demote_connection_error(record: logging.LogRecord) -> bool:
    """Log a warning instead of asyncio's error about a broken connection that no task was waiting for."""
    error = record.exc_info[1] if record.exc_info else None
    # Messages that start with "Task" are about the bot's tasks, so they remain errors.
    if isinstance(error, ConnectionError) and record.getMessage().startswith("Future"):
        log.warning("unused connection broke", extra={"fields": {"reason": str(error)}})
        return False
    return True


def _is_not_about_voice(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(("PyNaCl", "davey"))


def _quote_value(value: object) -> str:
    text = str(value)
    if _UNQUOTED_VALUE_PATTERN.fullmatch(text) and text.isprintable():
        return text
    # Escape line separators and control characters.
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)
