"""Findings of the doctor other than "ok"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.words import Words


class Fault(Exception):
    """Something is wrong; the text says what."""


class Caution(str):
    """Something to look at, although the bot works as it is."""

    __slots__ = ()


def report_changed(names: Sequence[str], w: Words) -> Iterator[Caution]:
    """Yield a caution if migrations have changed since they ran."""
    if names:
        yield Caution(
            w(
                "these migrations have changed since they ran, so its tables may differ: {names}",
                names=", ".join(names),
            )
        )
