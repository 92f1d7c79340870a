"""What a button of a lesson carries, and the button with which others lead to a lesson."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.ui.components import Item, button
from bot.ui.ids import PICK_JOINT, Brought, OutdatedId, custom_id, unpacked
from games.core.narrow import VALUE_SEPARATOR
from games.core.protocol import Game
from games.core.words import Words

ICON = "🎓"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person stands in a lesson: the game, the step from 0, and what is picked of the answer."""

    game: str
    step: int
    picks: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The values picked so far; one press may have named several."""
        return tuple(value for pick in self.picks for value in pick.split(VALUE_SEPARATOR))

    def parts(self) -> tuple[str | int, ...]:
        """Return what a custom_id says of it."""
        return (self.game, self.step, PICK_JOINT.join(self.picks))

    @classmethod
    def of(cls, parts: list[str]) -> Place:
        """Read it back.

        :raises OutdatedId: the parts are not those of a place.
        """
        brought = Brought(parts)
        try:
            step = unpacked(brought[1])
        except ValueError as error:
            raise OutdatedId from error
        picks = parts[2] if len(parts) > 2 else ""
        return cls(brought[0], step, tuple(picks.split(PICK_JOINT)) if picks else ())


def make_step_button(
    place: Place,
    label: str,
    *,
    emoji: str | None = None,
    row: int | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    """Return a button that goes to a step."""
    return button(custom_id("b", "les", *place.parts()), label, emoji=emoji, row=row, style=style)


def offer_lesson(game: Game, w: Words, replaces: bool) -> Item | None:
    """Return the button *Learn* of a game; ``None`` if it has no lesson.

    :param replaces: begin at the first step, on the page with the button; else go on in a page of its own.
    """
    if not game.lesson:
        return None
    parts = (game.key, 0) if replaces else (game.key,)
    return button(custom_id("b", "les", *parts), w("Learn"), emoji=ICON)
