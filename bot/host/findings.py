"""What the doctor finds beside what is well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.words import Words


class Fault(Exception):
    """Something is wrong; its text says what."""


class Caution(str):
    """A finding to look at, though nothing fails by it."""

    __slots__ = ()


def report_changed(names: Sequence[str], w: Words) -> Iterator[Caution]:
    """Yield what is to be said of migrations that have changed since they ran."""
    if names:
        yield Caution(
            w(
                "these migrations have changed since they ran, so its tables may differ: {names}",
                names=", ".join(names),
            )
        )
