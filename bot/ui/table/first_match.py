"""The goal of a game in the first message of a thread or post, where no private panel can open."""

from __future__ import annotations

from bot.model.table_request import TableRequest
from bot.ui.play.guide import BULB_EMOJI, GOAL_EMOJI
from bot.ui.services import Services
from games.core.words import Words


async def write_first_goal(services: Services, user_id: int, request: TableRequest, w: Words) -> str:
    """Return the goal and an invitation to press *Hint* if this is a person's first match of the game.

    The text is empty if somebody else has to join first, or if the person has switched the guide off.
    """
    game = request.game
    if game.goal is None or not request.starts_immediately(user_id):
        return ""
    if not await services.adviser.begins_first_match(user_id, game.key):
        return ""
    return f"{GOAL_EMOJI} {w.msg(game.goal)}\n{BULB_EMOJI} {w('Press **Hint** for a good first move.')}"
