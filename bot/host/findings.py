"""Findings of the doctor that report a problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.words import Words


class Fault(Exception):
    """A problem that prevents the bot from working. The error's text describes it."""


class Caution(str):
    """A finding that deserves attention, although the bot works."""

    __slots__ = ()


def report_changed_migrations(names: Sequence[str], w: Words) -> Iterator[Caution]:
    """Yield a caution about migrations that were edited after they ran, if any."""
    if names:
        yield Caution(
            w(
                "these migrations have changed since they ran, so its tables may differ: {names}",
                names=", ".join(names),
            )
        )
