"""What a table is opened for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.table import ASKED, FULL, PRESSED, Begins, Clock
from games.core.protocol import Game


@dataclass(frozen=True, slots=True)
class Wish:
    """What a table is opened for.

    ``options`` are switches, each known to the game; ``opponent`` is the id of the user to be asked to it,
    who has both sides if it is the one who asks; ``against`` is the level of computer players to begin with
    at once where nobody else is asked, ``None`` waits for whoever joins. Without a ``clock`` nobody is
    hurried; without ``seats`` there are as many as the game has for people, and the least against computers.
    With ``waits`` the match does not begin by itself.
    """

    game: Game
    options: Mapping[str, str]
    opponent: int | None = None
    against: str | None = None
    clock: Clock | None = None
    seats: int | None = None
    waits: bool = False

    @property
    def begins(self) -> Begins:
        """What the match is to wait for."""
        if self.waits:
            return PRESSED
        return ASKED if self.opponent is not None and self.seats is None else FULL

    def begins_at_once(self, host: int) -> bool:
        """Tell whether there is nobody to wait for when a person opens the table."""
        if self.waits:
            return False
        alone = self.opponent is None and self.against is not None
        return alone or (self.opponent == host and self.seats in (None, 2))
