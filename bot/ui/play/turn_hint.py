"""The guide's hint in the private message of a player whose turn has come.

The board's buttons may make a move right away, so the guide must speak before one is pressed.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors.playing import WaitingForAnswers
from bot.model.table import Table
from bot.storage.messages import BOARD_MESSAGE
from bot.ui import replies
from bot.ui.answers import get_answer
from bot.ui.ids import MoveChoice
from bot.ui.play import guide
from bot.ui.play.guide import GuideAdditions
from bot.ui.play.next_step import find_next_step, make_confirmation_question
from bot.ui.play.start_buttons import offers_each_choice
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction


async def make_turn_hint(
    interaction: Interaction, table: Table, seat: int, status: str, *, is_beside_board: bool = True
) -> GuideAdditions | None:
    """Return the hint for a seat's move, or ``None`` if the person has no guide or there is no advice.

    :param status: the first line, unless a board beside the message says whose turn it is.
    :param is_beside_board: whether such a board is there, whose buttons are then the only ones for the move.
        If they answer the question about the move, it's the first line.
    """
    services, w = interaction.client.services, replies.get_words(interaction)
    if table.is_help_forbidden or not await services.adviser.is_guide_on(interaction.user.id, table):
        return None
    try:
        match = await services.tables.wait_finder.apply_standing_orders(table, seat)
    except WaitingForAnswers:
        return None
    stored = require_match(table)
    step = await find_next_step(match, MoveChoice(table.id, stored.seq, seat), w, is_current=False)
    if not step.legal_actions:
        return None
    # The only possible action, such as the end of the turn, must be confirmed instead.
    question = step.question or make_confirmation_question(step)
    choice = step.choice
    suggested = await guide.suggest_actions(interaction, table, match, choice, question)
    if not suggested.ranked_actions:
        return None
    added = await guide.make_additions(interaction, table, choice, suggested, ())
    if not is_beside_board:
        goal = []
        # In a thread or a forum's post, no panel has opened that says the goal.
        if all(one.seat != seat for one in match.steps):
            goal = await guide.write_goal_lines(
                interaction, table, match, choice, suggested, step.first_values
            )
        return replace(added, lines=[*goal, status, *added.lines])
    public = await services.tables.channels.find_words(table)
    if choice.picks or not offers_each_choice(table, stored, seat, public):
        return added
    position, scene = make_scene(table, match, seat, w)
    asked = match.game.texts.format_question(question.field, (), position, escape_scene(scene))
    return replace(added, lines=[asked, *added.lines])


async def is_above_board(interaction: Interaction, table: Table) -> bool:
    """Return whether a board has been posted below the answer, in the same channel."""
    row = await interaction.client.services.messages.find_current_message(table.id, BOARD_MESSAGE)
    answer_id = get_answer(interaction).message_id
    if row is None or row.message_id is None or answer_id is None:
        return False
    return row.channel_id == interaction.channel_id and row.message_id > answer_id


def make_state_key(seq: int, status: str) -> str:
    """Return the state key of a message that shows more of the position than its status.

    It differs from every status, so that the next change replaces the message even if the status stays the
    same.
    """
    return f"{seq} {status}"
