"""The guide's hint in the private message of a player whose turn has come.

The board's buttons may make a move right away, so the guide must speak before one is pressed.
"""

from __future__ import annotations

from bot.errors.playing import WaitingForAnswers
from bot.model.table import Table
from bot.ui import replies
from bot.ui.components import Item
from bot.ui.ids import MoveChoice
from bot.ui.play import guide
from bot.ui.play.next_step import find_next_step
from bot.ui.play.start_buttons import MAX_START_BUTTONS
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from games.core.values import value_class


@value_class
class TurnHint:
    """The first question of a move with the guide's hint, for a message above the board."""

    text: str
    items: list[Item]


async def make_turn_hint(interaction: Interaction, table: Table, seat: int, status: str) -> TurnHint | None:
    """Return the hint for a seat's move, or ``None`` if the person has no guide or there is no advice.

    :param status: written instead of the question, unless the board's buttons answer the question.
    """
    services, w = interaction.client.services, replies.get_words(interaction)
    if table.is_help_forbidden or not await services.adviser.is_guide_on(interaction.user.id, table):
        return None
    try:
        match = await services.tables.wait_finder.apply_standing_orders(table, seat)
    except WaitingForAnswers:
        return None
    start = MoveChoice(table.id, require_match(table).seq, seat)
    step = await find_next_step(match, start, w, is_current=False)
    if step.question is None:
        return None
    choice, question = step.choice, step.question
    suggested = await guide.suggest_actions(interaction, table, match, choice, question)
    if not suggested.ranked_actions:
        return None
    added = await guide.make_additions(interaction, table, choice, suggested, ())
    asked = status
    if not choice.picks and len(question.values) <= MAX_START_BUTTONS:
        position, scene = make_scene(table, match, seat, w)
        asked = match.game.texts.format_question(question.field, (), position, escape_scene(scene))
    return TurnHint("\n".join((asked, *added.lines)), added.items)
