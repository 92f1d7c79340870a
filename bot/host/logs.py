"""The log: one line a record, ``key=value`` with values quoted where needed, secrets masked."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterable
from typing import TextIO

from bot.host.causes import OncePerCause

log = logging.getLogger(__name__)

MASK = "***"
# An interaction's or a webhook's address carries the token that answers it.
_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+")
# discord.py names the person to whom it could not offer choices.
_PERSON = re.compile(r"(\bUser: )\d+")
LONG = 12
"""A secret of this many characters is in no word by chance, and is masked wherever it is."""
_WORD = re.compile(r"\w")
_BARE = re.compile(r"[^\s\"=\\]+")
_MESSAGE = re.compile(r"(?P<event>.*?)(?P<pairs>(?:(?:^| )[a-z_]+=[^\s\"=\\]*)*)", re.DOTALL)


class LineFormatter(logging.Formatter):
    """Format a record as one line; ``secrets`` never appear in it.

    Pairs at the end of a message (``"acted table=3"``) are values like any other; what may hold spaces
    is handed over as ``extra={"fields": {"name": "Ann B"}}``.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        # Plain and with its quotes escaped; the longest first, because an address contains its password.
        forms = {form for secret in secrets if secret for form in (secret, _quote(f"{secret} ")[1:-2])}
        self._secrets = tuple(
            re.compile(_whole(form)) for form in sorted(forms, key=lambda form: (-len(form), form))
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return ``time=... level=... logger=... event=...`` and the record's own values."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        values: dict[str, object] = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        message = _MESSAGE.fullmatch(self._mask(record.getMessage()))
        assert message is not None
        if message["event"]:
            values["event"] = message["event"]
        for pair in message["pairs"].split():
            key, _, value = pair.partition("=")
            values[key] = value
        fields: dict[str, object] = getattr(record, "fields", {})
        values.update((key, self._mask(str(value))) for key, value in fields.items())
        if record.exc_info and record.exc_info[0] is not None:
            values["error"] = self._mask(f"{record.exc_info[0].__name__}: {record.exc_info[1]}")
            values["trace"] = self._mask(self.formatException(record.exc_info))
        return " ".join(f"{key}={_quote(value)}" for key, value in values.items())

    def _mask(self, text: str) -> str:
        for secret in self._secrets:
            text = secret.sub(MASK, text)
        return _PERSON.sub(rf"\g<1>{MASK}", _ADDRESS.sub(rf"\g<1>{MASK}", text))


def _whole(secret: str) -> str:
    """Return the pattern of a secret; a short one counts only as a whole word.

    Masked inside a word ("***ing"), it could be read off the rest of the word.
    """
    if len(secret) >= LONG:
        return re.escape(secret)
    before = r"(?<!\w)" if _WORD.match(secret[0]) else ""
    after = r"(?!\w)" if _WORD.match(secret[-1]) else ""
    return f"{before}{re.escape(secret)}{after}"


def setup(level: str, *, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send every record of ``level`` or above to ``stream`` (standard error), a line each."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(secrets))
    handler.addFilter(OncePerCause())
    # At DEBUG aiosqlite would tell every value that is stored: names, ids, the secrets of tables.
    logging.basicConfig(level=logging.INFO if level == "DEBUG" else level, handlers=[handler], force=True)
    logging.getLogger("bot").setLevel(level)
    # discord.py stays a step quieter: at DEBUG it would tell every frame, people's texts among them.
    logging.getLogger("discord").setLevel(logging.INFO if level == "DEBUG" else logging.WARNING)
    # The bot never speaks, so nobody needs to be told at each start that it could not.
    logging.getLogger("discord.client").addFilter(_not_of_voice)
    logging.getLogger("asyncio").addFilter(_without_alarm)


def _without_alarm(record: logging.LogRecord) -> bool:
    """Let it be no error that a connection broke in the moment in which whoever waited for it had left."""
    error = record.exc_info[1] if record.exc_info else None
    # A task of ours that nobody looks after stays an error.
    if isinstance(error, ConnectionError) and record.getMessage().startswith("Future"):
        log.warning("nobody waited for a connection that broke", extra={"fields": {"reason": str(error)}})
        return False
    return True


def _not_of_voice(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(("PyNaCl", "davey"))


def _quote(value: object) -> str:
    text = str(value)
    if _BARE.fullmatch(text) and text.isprintable():
        return text
    # What ends a line elsewhere, or speaks to a terminal, is spelled out.
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)
