"""Encodes a position in a lesson in custom_ids, and makes the buttons that open lessons and steps."""

from __future__ import annotations

import discord

from bot.ui.components import Item, make_button
from bot.ui.ids import PICK_SEPARATOR, IdParts, OutdatedId, decode_number, make_custom_id
from games.core.narrow import VALUE_SEPARATOR
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words

LESSON_ICON = "🎓"


@value_class
class LessonPlace:
    """A position in a lesson: the game, the step counted from 0, and the picks made so far in that step."""

    game: str
    step: int
    picks: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[str, ...]:
        """All values picked so far. One pick can contain several."""
        return tuple(value for pick in self.picks for value in pick.split(VALUE_SEPARATOR))

    def list_parts(self) -> tuple[str | int, ...]:
        """Return the position in the lesson as parts of a custom_id."""
        return (self.game, self.step, PICK_SEPARATOR.join(self.picks))

    @classmethod
    def parse(cls, parts: list[str]) -> LessonPlace:
        """Parse the position in a lesson from the parts of a custom_id.

        :raises OutdatedId: the parts can't be parsed.
        """
        brought = IdParts(parts)
        try:
            step = decode_number(brought[1])
        except ValueError as error:
            raise OutdatedId from error
        picks = parts[2] if len(parts) > 2 else ""
        return cls(brought[0], step, tuple(picks.split(PICK_SEPARATOR)) if picks else ())


def make_step_button(
    place: LessonPlace,
    label: str,
    *,
    emoji: str | None = None,
    row: int | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    """Return a button that shows the step at ``place`` with its picks."""
    return make_button(
        make_custom_id("b", "les", *place.list_parts()), label, emoji=emoji, row=row, style=style
    )


def make_lesson_button(game: Game, w: Words, replaces_page: bool) -> Item | None:
    """Return the *Learn* button of a game; ``None`` if the game has no lesson.

    :param replaces_page: ``True`` to replace the page with the button and start at the lesson's first step;
        ``False`` to continue where the user left the lesson, in a new message.
    """
    if not game.lesson_steps:
        return None
    parts = (game.key, 0) if replaces_page else (game.key,)
    return make_button(make_custom_id("b", "les", *parts), w("Learn"), emoji=LESSON_ICON)
