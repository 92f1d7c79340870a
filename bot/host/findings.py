"""Findings of the doctor other than "ok"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.words import Words


class Fault(Exception):
    """A problem that keeps the bot from working; the text describes it."""


class Caution(str):
    """A finding that deserves attention, although the bot works."""

    __slots__ = ()


def report_changed(names: Sequence[str], w: Words) -> Iterator[Caution]:
    """Yield a caution if migrations, given by ``names``, were edited after they ran."""
    if names:
        yield Caution(
            w(
                "these migrations have changed since they ran, so its tables may differ: {names}",
                names=", ".join(names),
            )
        )
