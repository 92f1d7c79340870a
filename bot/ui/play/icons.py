"""Finds the icons of values, actions and results."""

from __future__ import annotations

from bot.model.table import ActionResult
from bot.ui.scenes import make_scene
from games.core.icons import Icon
from games.core.narrow import DONE_PICK
from games.core.protocol import Game
from games.core.shapes import ActionLike, ViewLike
from games.core.words import Words


def find_action_icon(action: ActionLike, game: Game, view: ViewLike) -> Icon | None:
    """Return the icon of the thing that an action affects, such as the fish that is taken, if any."""
    picks = [(pick.field, pick.value) for pick in action.path if isinstance(pick.value, str)]
    # The field that names the type of action comes last, because its icon is the least specific.
    for field, value in (*picks[1:], *picks[:1]):
        icon = find_icon(field, value, game, view)
        if isinstance(icon, Icon):
            return icon
    return None


def find_result_icon(result: ActionResult, seat: int, w: Words) -> Icon | None:
    """Return the icon of the action that a seat has just done, or ``None``."""
    if not result.steps:
        return None
    view, _ = make_scene(result.table, result.match_before, seat, w)
    return find_action_icon(
        result.match_before.rules.read(result.steps[0][0].text), result.match_before.game, view
    )


def find_icon(field: str, value: str, game: Game, view: ViewLike) -> str | None:
    """Return the emoji for a field's value, if any."""
    return "✅" if value == DONE_PICK else game.texts.find_icon(field, value, view)
