"""A request to open a table: the game, opponent and settings."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.table import START_WHEN_ANSWERED, START_WHEN_FULL, START_WHEN_PRESSED, Clock, StartTrigger
from games.core.protocol import Game
from games.core.values import value_class


@value_class
class TableRequest:
    """The settings of a table that someone wants to open."""

    game: Game
    options: Mapping[str, str]
    opponent_id: int | None = None
    """ID of the user to invite. If it is the host's own, the host plays both seats."""
    computer_level: str | None = None
    """Level of the computers to play against if nobody is invited; ``None`` to wait for people."""
    clock: Clock | None = None
    seat_count: int | None = None
    """Number of seats. By default the game's maximum, or its minimum against computers."""
    waits_for_host: bool = False
    """Whether the host must press *Start* to begin the match."""
    strength: str = ""
    """Playing strength for which an open table is advertised; empty for other tables."""
    closes_at: int = 0
    """Epoch second at which the table closes if seats are still free; 0 for no deadline."""
    is_level_chosen: bool = False
    """Whether the person named the level. Otherwise their experience decided it."""

    @property
    def start_trigger(self) -> StartTrigger:
        if self.waits_for_host:
            return START_WHEN_PRESSED
        return (
            START_WHEN_ANSWERED
            if self.opponent_id is not None and self.seat_count is None
            else START_WHEN_FULL
        )

    def starts_immediately(self, host_id: int) -> bool:
        """Return whether the match can start as soon as ``host_id`` has opened the table."""
        if self.waits_for_host:
            return False
        alone = self.opponent_id is None and self.computer_level is not None
        return alone or (self.opponent_id == host_id and self.seat_count in (None, 2))
