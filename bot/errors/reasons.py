"""Why the computer did not do something, in the reader's language: it tells so in English alone."""

from __future__ import annotations

import errno
import re
import socket
import sqlite3

from games.core.words import N_, Msg

_SYSTEM = {
    "ENOENT": N_("there is no such file or folder"),
    "ENOTDIR": N_("a part of that path is no folder"),
    "EISDIR": N_("that is a folder"),
    "EEXIST": N_("something of that name is there already"),
    "ENAMETOOLONG": N_("that name is too long"),
    "ELOOP": N_("links lead in a circle there"),
    "EACCES": N_("that is not permitted to this user"),
    "EPERM": N_("that is not permitted to this user"),
    "EROFS": N_("nothing can be written to that disk"),
    "ENOSPC": N_("the disk is full"),
    "EDQUOT": N_("this user's share of the disk is full"),
    "EFBIG": N_("the file would become larger than is allowed"),
    "EIO": N_("the disk reports a fault"),
    "EBUSY": N_("something else is using that"),
    "EMFILE": N_("too many files are open"),
    "ENFILE": N_("too many files are open"),
    "ENOMEM": N_("there is too little memory"),
    "EADDRINUSE": N_("another program is listening there"),
    "EADDRNOTAVAIL": N_("this computer has no such address"),
    "ECONNREFUSED": N_("the connection is refused"),
    "ECONNRESET": N_("the connection broke off"),
    "ETIMEDOUT": N_("no answer came in time"),
    "EHOSTUNREACH": N_("there is no way there"),
    "ENETUNREACH": N_("there is no way there"),
}
# Not every system has every one of them.
_ERRNOS = {getattr(errno, name): text for name, text in _SYSTEM.items() if hasattr(errno, name)}

_DATABASE = {
    sqlite3.SQLITE_PERM: _SYSTEM["EACCES"],
    sqlite3.SQLITE_BUSY: N_("another program is holding it"),
    sqlite3.SQLITE_LOCKED: N_("another program is holding it"),
    sqlite3.SQLITE_NOMEM: _SYSTEM["ENOMEM"],
    sqlite3.SQLITE_READONLY: N_("it can only be read"),
    sqlite3.SQLITE_IOERR: _SYSTEM["EIO"],
    sqlite3.SQLITE_CORRUPT: N_("it is damaged"),
    sqlite3.SQLITE_FULL: _SYSTEM["ENOSPC"],
    sqlite3.SQLITE_CANTOPEN: N_("it cannot be opened"),
    sqlite3.SQLITE_NOTADB: N_("it is something else"),
}
_SERVER = {
    "08": _SYSTEM["ECONNRESET"],
    "22021": N_("a text holds a character that it cannot keep"),
    "25006": N_("it can only be read"),
    "28000": N_("that user may not log in there"),
    "28P01": N_("the password is wrong, or none is given"),
    "3D000": N_("there is no such database"),
    "3F000": N_("there is no schema for its tables"),
    "40001": _DATABASE[sqlite3.SQLITE_BUSY],
    "40P01": _DATABASE[sqlite3.SQLITE_BUSY],
    "42501": N_("its user lacks a right"),
    "53100": _SYSTEM["ENOSPC"],
    "53200": _SYSTEM["ENOMEM"],
    "53300": N_("it has too many connections"),
    "55P03": _DATABASE[sqlite3.SQLITE_BUSY],
    "57014": _SYSTEM["ETIMEDOUT"],
    "57P01": N_("it is being shut down"),
    "57P02": N_("it is being shut down"),
    "57P03": N_("it is starting or stopping"),
    "58030": _SYSTEM["EIO"],
    "XX001": _DATABASE[sqlite3.SQLITE_CORRUPT],
    "XX002": _DATABASE[sqlite3.SQLITE_CORRUPT],
}
"""By the SQLSTATE that PostgreSQL gives, or the class which it begins with."""
_NUMBER = re.compile(r"\[Errno (\d+)\]")
_PRIMARY = 0xFF
"""The part of SQLite's extended codes that the others refine."""


def reason(error: Exception) -> Msg:
    """Return why something failed; what has no words of ours is quoted as it is told."""
    known = _known(error)
    if known is not None:
        return Msg(known, {})
    told = " ".join(str(getattr(error, "strerror", None) or error).split()) or type(error).__name__
    number = getattr(error, "errno", None)
    if number is None:
        return Msg(N_("something unforeseen ({told})"), {"told": told})
    return Msg(N_("something unforeseen (error {number}: {told})"), {"number": number, "told": told})


def _known(error: Exception) -> str | None:
    # What aiohttp wraps it in has its number, and a number of this kind means something else by itself.
    error = getattr(error, "os_error", error)
    if isinstance(error, socket.gaierror):
        return N_("the address of that name cannot be found out")
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _SERVER.get(state) or _SERVER.get(state[:2])
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        return None if code is None else _DATABASE.get(code & _PRIMARY)
    if isinstance(error, TimeoutError):
        return _SYSTEM["ETIMEDOUT"]
    if not isinstance(error, OSError):
        return None
    if error.errno is None:
        # A name with several addresses, each of which failed for itself.
        numbers = {int(number) for number in _NUMBER.findall(str(error))}
        return _ERRNOS.get(max(numbers, default=0))
    return _ERRNOS.get(error.errno)
