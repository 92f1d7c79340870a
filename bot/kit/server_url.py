"""The URL of a database server. It can be shown without the password."""

from __future__ import annotations

from dataclasses import field
from urllib.parse import parse_qs, unquote, urlsplit

from games.core.values import value_class

POSTGRESQL_SCHEMES = ("postgresql", "postgres")


@value_class
class ServerUrl:
    """A database URL such as ``postgresql://user@host:port/name?sslmode=...``."""

    text: str = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> ServerUrl:
        """Parse a URL.

        :raises ValueError: ``text`` is not a valid PostgreSQL URL.
        """
        parts = urlsplit(text)
        if parts.scheme not in POSTGRESQL_SCHEMES or not (parts.netloc or parts.path or parts.query):
            raise ValueError
        # Reading the property raises ValueError for an invalid port.
        _ = parts.port if "," not in parts.netloc else None
        return cls(text)

    @property
    def database(self) -> str:
        """The database name; empty for the user's default database."""
        return unquote(urlsplit(self.text).path[1:])

    @property
    def password(self) -> str | None:
        """The password in the URL, if any."""
        parts = urlsplit(self.text)
        given = parse_qs(parts.query).get("password")
        if given:
            return given[0]
        credentials = parts.netloc.rpartition("@")[0]
        return unquote(credentials.partition(":")[2]) or None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Strings to redact from logs: the URL, and its password raw and decoded; none without a password."""
        if self.password is None:
            return ()
        written = urlsplit(self.text).netloc.rpartition("@")[0].partition(":")[2]
        return tuple({self.text, self.password, written} - {""})

    def __str__(self) -> str:
        parts = urlsplit(self.text)
        credentials, _, address = parts.netloc.rpartition("@")
        user = credentials.partition(":")[0]
        return f"{parts.scheme}://{user}{'@' if user else ''}{address}{parts.path}"
