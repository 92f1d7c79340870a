"""Translatable reasons for errors of the operating system, SQLite and PostgreSQL."""

from __future__ import annotations

import errno
import re
import socket
import sqlite3

from games.core.words import N_, Msg

_REASONS_BY_ERRNO_NAME = {
    "ENOENT": N_("there's no such file or folder"),
    "ENOTDIR": N_("a part of that path isn't a folder"),
    "EISDIR": N_("that is a folder"),
    "EEXIST": N_("that name is already in use"),
    "ENAMETOOLONG": N_("that name is too long"),
    "ELOOP": N_("its links form a loop"),
    "EACCES": N_("this user isn't allowed to"),
    "EPERM": N_("this user isn't allowed to"),
    "EROFS": N_("that disk is read-only"),
    "ENOSPC": N_("the disk is full"),
    "EDQUOT": N_("this user's disk quota is full"),
    "EFBIG": N_("the file would be too large"),
    "EIO": N_("the disk reports an error"),
    "EBUSY": N_("another program is using it"),
    "EMFILE": N_("too many files are open"),
    "ENFILE": N_("too many files are open"),
    "ENOMEM": N_("there isn't enough memory"),
    "EADDRINUSE": N_("another program already uses it"),
    "EADDRNOTAVAIL": N_("this computer doesn't have that address"),
    "ECONNREFUSED": N_("the connection was refused"),
    "ECONNRESET": N_("the connection was lost"),
    "ETIMEDOUT": N_("there was no answer in time"),
    "EHOSTUNREACH": N_("it can't be reached from here"),
    "ENETUNREACH": N_("it can't be reached from here"),
}
# Some systems don't define all of these errors.
_REASONS_BY_ERRNO = {
    getattr(errno, name): text for name, text in _REASONS_BY_ERRNO_NAME.items() if hasattr(errno, name)
}

_REASONS_BY_SQLITE_CODE = {
    sqlite3.SQLITE_PERM: _REASONS_BY_ERRNO_NAME["EACCES"],
    sqlite3.SQLITE_BUSY: N_("another program is using it now"),
    sqlite3.SQLITE_LOCKED: N_("another program is using it now"),
    sqlite3.SQLITE_NOMEM: _REASONS_BY_ERRNO_NAME["ENOMEM"],
    sqlite3.SQLITE_READONLY: N_("it's read-only"),
    sqlite3.SQLITE_IOERR: _REASONS_BY_ERRNO_NAME["EIO"],
    sqlite3.SQLITE_CORRUPT: N_("it's damaged"),
    sqlite3.SQLITE_FULL: _REASONS_BY_ERRNO_NAME["ENOSPC"],
    sqlite3.SQLITE_CANTOPEN: N_("it can't be opened"),
    sqlite3.SQLITE_NOTADB: N_("it isn't an SQLite file"),
}
_REASONS_BY_SQLSTATE = {
    "08": _REASONS_BY_ERRNO_NAME["ECONNRESET"],
    "22021": N_("a text has a character it can't store"),
    "25006": N_("it's read-only"),
    "28000": N_("that user may not log in there"),
    "28P01": N_("the password is wrong, or none is given"),
    "3D000": N_("that database doesn't exist"),
    "3F000": N_("the schema for its tables doesn't exist"),
    "40001": _REASONS_BY_SQLITE_CODE[sqlite3.SQLITE_BUSY],
    "40P01": _REASONS_BY_SQLITE_CODE[sqlite3.SQLITE_BUSY],
    "42P01": N_("one of the bot's tables is missing there"),
    "42501": N_("its user needs another right"),
    "53100": _REASONS_BY_ERRNO_NAME["ENOSPC"],
    "53200": _REASONS_BY_ERRNO_NAME["ENOMEM"],
    "53300": N_("it has too many connections"),
    "55P03": _REASONS_BY_SQLITE_CODE[sqlite3.SQLITE_BUSY],
    "57014": _REASONS_BY_ERRNO_NAME["ETIMEDOUT"],
    "57P01": N_("it is being shut down"),
    "57P02": N_("it is being shut down"),
    "57P03": N_("it is starting or stopping"),
    "58030": _REASONS_BY_ERRNO_NAME["EIO"],
    "XX001": _REASONS_BY_SQLITE_CODE[sqlite3.SQLITE_CORRUPT],
    "XX002": _REASONS_BY_SQLITE_CODE[sqlite3.SQLITE_CORRUPT],
}
"""By PostgreSQL's SQLSTATE, or by its first two characters, the error class."""
UNEXPECTED_ERROR_TEXT = N_("something unexpected ({told})")
UNEXPECTED_ERROR_NUMBER_TEXT = N_("something unexpected (error {number}: {told})")
DISK_ERRNOS = (errno.ENOSPC, errno.EROFS, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))
_ERRNO_PATTERN = re.compile(r"\[Errno (\d+)\]")
_PRIMARY_CODE_MASK = 0xFF
"""Reduces an extended error code of SQLite to its primary code."""


def find_reason(error: Exception) -> Msg:
    """Return the reason for an error. If none is known, the returned message quotes the error."""
    known = _find_known_reason(error)
    if known is not None:
        return Msg(known, {})
    text = " ".join(str(getattr(error, "strerror", None) or error).split()) or type(error).__name__
    number = getattr(error, "errno", None)
    if number is None:
        return Msg(UNEXPECTED_ERROR_TEXT, {"told": text})
    return Msg(UNEXPECTED_ERROR_NUMBER_TEXT, {"number": number, "told": text})


def is_unexplained(reason: Msg) -> bool:
    """Return whether :func:`find_reason` knew no reason for an error, which may then be a bug."""
    return reason.msgid in (UNEXPECTED_ERROR_TEXT, UNEXPECTED_ERROR_NUMBER_TEXT)


def is_disk_error(error: BaseException) -> bool:
    """Return whether an error means that the disk is full, read-only or broken."""
    return isinstance(error, OSError) and error.errno in DISK_ERRNOS


def _find_known_reason(error: Exception) -> str | None:
    # The errors of aiohttp contain the system's error.
    error = getattr(error, "os_error", error)
    if isinstance(error, socket.gaierror):
        # The number of a ``gaierror`` isn't an errno value.
        return N_("there's no address for that name")
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _REASONS_BY_SQLSTATE.get(state) or _REASONS_BY_SQLSTATE.get(state[:2])
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        return None if code is None else _REASONS_BY_SQLITE_CODE.get(code & _PRIMARY_CODE_MASK)
    if isinstance(error, TimeoutError):
        return _REASONS_BY_ERRNO_NAME["ETIMEDOUT"]
    if not isinstance(error, OSError):
        return None
    if error.errno is None:
        # For a server with several addresses, asyncio raises one error without errno that quotes all errors.
        numbers = {int(number) for number in _ERRNO_PATTERN.findall(str(error))}
        return _REASONS_BY_ERRNO.get(max(numbers, default=0))
    return _REASONS_BY_ERRNO.get(error.errno)
