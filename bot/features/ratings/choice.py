"""The choice in ``/me settings`` to stay out of ratings and boards: it holds for past matches too."""

from __future__ import annotations

from collections.abc import Callable

from bot.storage.ratings import Ratings
from bot.ui import replies
from bot.ui.components import Item, button
from bot.ui.ids import custom_id, page_of
from bot.ui.person import times
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import Words


class StayingOut:
    """Keeps people out who want that, and takes them in again."""

    def __init__(self, standing: Ratings, changed: Callable[[], None]) -> None:
        """Let people stay out of ratings.

        :param changed: called when ratings must be computed again.
        """
        self._standing, self._changed = standing, changed

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (Press("ws", self.choose, table=None),)

    async def offer(self, user_id: int, w: Words) -> tuple[str, Item]:
        """Return how it stands, and what changes it."""
        if await self._standing.stays_out(user_id):
            line = w("- Ratings and boards: you stay out of them.")
            return line, button(custom_id("b", "ws", 0), w("Take part in ratings"), emoji="🏅")
        line = w("- Ratings and boards: you take part.")
        return line, button(custom_id("b", "ws", 1), w("Stay out of ratings"), emoji="🏅")

    async def choose(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Store the choice."""
        await replies.begin(interaction)
        out = page_of(parts, 0) == 1
        if await self._standing.stays_out(interaction.user.id) != out:
            await self._standing.set_out(interaction.user.id, out=out)
            self._changed()
        await times.show_changed(interaction)
