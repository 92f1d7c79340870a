"""Where a database server is, and how to speak of it without its password."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class ServerUrl:
    """The address of a database on a server, as ``postgresql://user@host:port/name?sslmode=...``."""

    text: str = field(repr=False)

    @classmethod
    def of(cls, text: str) -> ServerUrl:
        """Read an address.

        :raises ValueError: it is none.
        """
        parts = urlsplit(text)
        if parts.scheme not in SCHEMES or not (parts.netloc or parts.path or parts.query):
            raise ValueError
        # Asked for, a port that is no number is an error.
        _ = parts.port if "," not in parts.netloc else None
        return cls(text)

    @property
    def database(self) -> str:
        """The name of the database; empty where the user's own is meant."""
        return unquote(urlsplit(self.text).path[1:])

    @property
    def password(self) -> str | None:
        """The password that stands in it."""
        parts = urlsplit(self.text)
        given = parse_qs(parts.query).get("password")
        if given:
            return given[0]
        credentials = parts.netloc.rpartition("@")[0]
        return unquote(credentials.partition(":")[2]) or None

    @property
    def secrets(self) -> tuple[str, ...]:
        """What a log must not hold: the password, as it stands there and as it is meant."""
        if self.password is None:
            return ()
        written = urlsplit(self.text).netloc.rpartition("@")[0].partition(":")[2]
        return tuple({self.text, self.password, written} - {""})

    def __str__(self) -> str:
        parts = urlsplit(self.text)
        credentials, _, place = parts.netloc.rpartition("@")
        user = credentials.partition(":")[0]
        return f"{parts.scheme}://{user}{'@' if user else ''}{place}{parts.path}"
