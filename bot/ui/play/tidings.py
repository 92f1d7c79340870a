"""What one person is to be told in private as soon as they look at a table, once each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from bot.model.table import Table
from bot.platform.limits import CONTENT, clip
from bot.ui import replies
from bot.ui.services import Interaction
from games.core.words import Words


class Tiding(NamedTuple):
    """A text, and what notes that its person has been told."""

    text: str
    told: Callable[[], Awaitable[None]]


Source = Callable[[Table, int, Words], Awaitable[list[Tiding]]]
OFFERED: dict[str, Source] = {}
"""Where features have something to tell."""


def offer(name: str, source: Source) -> None:
    """Have a feature's tidings told."""
    OFFERED[name] = source


async def find(interaction: Interaction, table: Table) -> Sequence[Tiding]:
    """Return what the person of a press is to be told about a table."""
    w, user = replies.reader(interaction), interaction.user.id
    return [tiding for source in OFFERED.values() for tiding in await source(table, user, w)]


def put_before(tidings: Sequence[Tiding], text: str) -> str:
    """Return a text with tidings above it; what is asked is not cut."""
    if not tidings:
        return text
    head = clip("\n".join(tiding.text for tiding in tidings), max(CONTENT - len(text) - 2, 1))
    return f"{head}\n\n{text}"


async def tell(tidings: Sequence[Tiding]) -> None:
    """Note that they have been told."""
    for tiding in tidings:
        await tiding.told()
