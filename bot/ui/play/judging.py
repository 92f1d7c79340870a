"""Judgement of a match that was played at no table, by a feature that knows how to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from bot.model.table import Table
from games.core.words import Words


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a match, and its pictures.

    ``plies`` are the positions where it turned; ``kept`` is all of it in short, so that nobody has to work it
    out again.
    """

    text: str
    files: list[discord.File]
    plies: Sequence[int]
    kept: str


Judge = Callable[[Table, str, Words], Awaitable[Judged | None]]
"""Gets an ended match as a table of nobody's, what was kept of it, and the language."""
OFFERED: dict[str, Judge] = {}


def offer(name: str, judge: Judge) -> None:
    """Have a feature judge matches."""
    OFFERED[name] = judge


async def judge(table: Table, kept: str, w: Words) -> Judged | None:
    """Return what the first feature that can says of a match; ``None`` where none can now."""
    for found in OFFERED.values():
        judged = await found(table, kept, w)
        if judged is not None:
            return judged
    return None
