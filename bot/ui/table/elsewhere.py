"""Opening a table elsewhere than where it is asked for, where the server wants that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.ui.services import Interaction
from bot.ui.table.wish import Wish

Opener = Callable[[Interaction, Wish], Awaitable[bool]]
"""Opens what is wished for in the place for it, and says so; ``False`` where there is none."""

OPENERS: dict[str, Opener] = {}


def offer(name: str, opener: Opener) -> None:
    """Have a feature be asked for a place first, whenever somebody wants to play."""
    OPENERS[name] = opener


async def open_there(interaction: Interaction, wish: Wish) -> bool:
    """Open it in the place that a feature has for it; ``False`` where none has any."""
    for opener in OPENERS.values():
        if await opener(interaction, wish):
            return True
    return False
