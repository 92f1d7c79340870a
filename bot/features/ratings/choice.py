"""The setting in ``/me`` with which users opt out of ratings and leaderboards, including for past matches."""

from __future__ import annotations

from collections.abc import Callable

from bot.storage.ratings import Ratings
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id, read_page
from bot.ui.person import times
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words


class RatingOptOut:
    """Shows and stores whether a user has opted out of ratings and leaderboards."""

    def __init__(self, ratings: Ratings, on_change: Callable[[], None]) -> None:
        """Create the handler of the setting.

        :param on_change: called when ratings must be computed again.
        """
        self._ratings, self._on_change = ratings, on_change

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler("ws", self.store_rating_choice),)

    async def make_setting(self, user_id: int, w: Words) -> tuple[str, Item]:
        """Return a line with the user's setting, and the button that changes it."""
        if await self._ratings.has_opted_out(user_id):
            line = w("- Ratings and boards: you stay out of them.")
            return line, make_button(make_custom_id("b", "ws", 0), w("Take part in ratings"), emoji="🏅")
        line = w("- Ratings and boards: you take part.")
        return line, make_button(make_custom_id("b", "ws", 1), w("Stay out of ratings"), emoji="🏅")

    async def store_rating_choice(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Store whether the user opts out of ratings and leaderboards."""
        out = read_page(parts, 0) == 1
        if await self._ratings.has_opted_out(interaction.user.id) != out:
            await self._ratings.set_opted_out(interaction.user.id, has_opted_out=out)
            self._on_change()
        await times.show_times_after_change(interaction)
