"""What a table is opened for, and how a button carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.table import ASKED, FULL, PRESSED, Begins, Clock
from bot.ui.ids import custom_id, page_of
from bot.ui.table import clocks
from bot.ui.table.switches import pack_switches, unpack_switches
from games.core.protocol import Game
from games.players import LEVELS

PEOPLE = "people"
"""What stands for a table that waits for whoever joins, in place of a computer player's level."""


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


def write_wish(verb: str, wish: Wish, *before: int) -> str:
    """Return the custom_id of a button that grants a wish; other numbers may stand before it."""
    return custom_id(
        "b",
        verb,
        *before,
        wish.game.key,
        wish.opponent or 0,
        pack_switches(wish.game, wish.options),
        wish.against or PEOPLE,
        clocks.NONE if wish.clock is None else wish.clock.text,
        wish.seats or 0,
        int(wish.waits),
    )


def read_wish(game: Game, parts: list[str]) -> Wish:
    """Read the parts of :func:`write_wish` back."""
    # A button of an earlier version says less.
    switches, against, clock, *_ = (*parts[2:], "", "", "")
    seats = page_of(parts, 5)
    return Wish(
        game,
        unpack_switches(game, switches),
        page_of(parts, 1) or None,
        against if against in LEVELS else None,
        clocks.clock_of(clock or clocks.NONE),
        seats if seats in game.seats else None,
        page_of(parts, 6) == 1,
    )
