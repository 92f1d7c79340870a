"""The question of a step: the shapes of the real panel, with buttons that carry the lesson's place."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.features.lessons.links import Place
from bot.ui.components import Item, button, select
from bot.ui.ids import Choice, custom_id
from bot.ui.play import asking
from games.core.lesson import PUPIL
from games.core.narrow import Question
from games.core.protocol import Game
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Scene

_NO_TABLE = 0


def offer_values(
    place: Place, question: Question[ActionLike], game: Game, view: ViewLike, scene: Scene, mark: str
) -> list[Item]:
    """Return what offers every value of a question, as the panel of a match does.

    :param mark: of the press that shows it (:func:`bot.ui.ids.fresh_mark`).
    """
    choice = Choice(_NO_TABLE, 0, PUPIL, place.picks)
    asked = asking.Asked(choice, question, game, view, scene, mark)
    return [_readdress(place, made) for made in asking.offer_values(asked)]


def _readdress(place: Place, made: Item) -> Item:
    """Return a component of the panel as one of the lesson: it answers there, and asks no table."""
    shown: Any = made.item
    kind, verb, *parts = shown.custom_id.split(":")
    if isinstance(shown, ui.Select):
        address = custom_id(kind, "lel", *place.parts(), *parts[-2:])
        return select(address, shown.options, shown.placeholder or "", row=shown.row)
    if verb == "ac":
        address = custom_id(kind, "lea", place.game, place.step, ":".join(parts[3:]))
    else:
        address = custom_id(kind, "lep", *Place(place.game, place.step, Choice.of(parts).picks).parts())
    return button(
        address,
        shown.label or "",
        row=shown.row,
        emoji=None if shown.emoji is None else str(shown.emoji),
        style=shown.style,
        disabled=shown.disabled,
    )
