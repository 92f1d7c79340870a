"""Logs failures of the disk or the database in one line per minute and cause, without a traceback.

A full disk makes every press fail, and the log is often on that disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from bot.errors.reasons import find_reason, is_disk_error, is_unexplained
from bot.errors.storage import StorageError
from games.core.words import Msg, load_words

REPEAT_WINDOW_SECONDS = 60.0
"""Seconds for which records with the cause of an earlier one are dropped."""


class RepeatedCauseFilter(logging.Filter):
    """Drops records whose cause was logged within the last minute, and counts them in a later record."""

    def __init__(self, get_time: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._get_time = get_time
        self._logged: dict[str, float] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record. Replace its traceback with its external cause, if any."""
        error = record.exc_info[1] if record.exc_info else None
        fields = getattr(record, "fields", {})
        cause = None if error is None else describe_external_cause(error)
        if cause is None:
            # Other code may log the same cause without a traceback, as the record's ``reason``.
            cause = str(fields.get("reason"))
            if error is not None or cause not in self._logged:
                return True
        now = self._get_time()
        if now - self._logged.get(cause, -REPEAT_WINDOW_SECONDS) < REPEAT_WINDOW_SECONDS:
            self._dropped[cause] = self._dropped.get(cause, 0) + 1
            return False
        self._logged[cause] = now
        record.exc_info = record.exc_text = None
        dropped = self._dropped.pop(cause, 0)
        record.fields = {**fields, "reason": cause, **({"more": dropped} if dropped else {})}
        return True


def describe_external_cause(error: BaseException) -> str | None:
    """Return the external cause of an error, or ``None`` if it may be a bug."""
    if isinstance(error, StorageError):
        given = error.message.values.get("reason")
        return None if isinstance(given, Msg) and is_unexplained(given) else str(error)
    return (
        load_words().msg(find_reason(error)) if isinstance(error, OSError) and is_disk_error(error) else None
    )
