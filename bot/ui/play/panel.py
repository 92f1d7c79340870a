"""The action panel: a private message that asks for a move field by field."""

from __future__ import annotations

import asyncio

from bot.errors.playing import OtherPlayersTurn, WaitingForAnswers
from bot.errors.seats import NotSeated, OtherPersonsSeat, SpectatorPress
from bot.errors.tables import TableOver
from bot.model.table import ActionResult, Table
from bot.platform import obstacles, permissions
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import refusals, replies
from bot.ui.ids import MoveChoice
from bot.ui.play import asking, footer, guide
from bot.ui.play.asking import Prompt, skip_to_tabs
from bot.ui.play.confirmation import write_legend, write_question, write_undo_warning
from bot.ui.play.icons import find_result_icon
from bot.ui.play.next_step import NextStep, explain_token, find_next_step, make_confirmation_question
from bot.ui.play.own_picture import show_with_picture
from bot.ui.play.own_view import can_act
from bot.ui.play.plans import drop_plan
from bot.ui.play.story import narrate_result
from bot.ui.play.waiting_status import close_after_turn, show_waiting_status
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.errors import StaleAction
from games.core.match import Match
from games.core.narrow import FieldQuestion
from games.core.shapes import ActionLike
from games.core.words import Words

MAX_FOOTER_VALUES = asking.MAX_FOOTER_VALUES + 1
"""Maximum number of a question's buttons beside *Back* and the guide's best move."""


async def take_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button of a value: ask the next question, or do the action."""
    await _ask_next_question_or_act(interaction, MoveChoice.parse(parts), "", may_act=True)


async def take_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the select of a question: ask the next question, or do the action."""
    await _ask_next_question_or_act(
        interaction, MoveChoice.parse(parts).add_picks(values[0]), "", may_act=True, is_from_select=True
    )


async def confirm_action(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button that does an action."""
    choice, token = MoveChoice.parse([*parts[:3], ""]), guide.read_token(":".join(parts[3:]))
    await do_action(interaction, await _require_seat(interaction, choice), choice, token)


async def ask_again(interaction: Interaction, choice: MoveChoice, note: str = "") -> None:
    """Ask the next question of a choice. If nothing is left to ask, ask for confirmation."""
    await _ask_next_question_or_act(interaction, choice, note, may_act=False)


async def _ask_next_question_or_act(
    interaction: Interaction, choice: MoveChoice, note: str, *, may_act: bool, is_from_select: bool = False
) -> None:
    """Ask for the next field, or do the action if nothing is left to ask.

    A press from an older position never does an action. The person is shown the current choices instead.

    :param may_act: whether the action may be done without confirmation.
    :param is_from_select: whether the last pick came from a select.
    """
    table = await _require_seat(interaction, choice)
    await refresh_if_stale(interaction, table)
    stored = require_match(table)
    match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, choice.seat)
    is_current = stored.seq == choice.seq
    if is_current or len(choice.picks) < 2:
        now = MoveChoice(table.id, stored.seq, choice.seat, choice.picks)
        await _show_next_step(
            interaction,
            table,
            match,
            now,
            note,
            is_current=is_current and may_act,
            is_from_select=is_from_select,
        )
    else:
        await _start_over(interaction, table, match, choice, ":".join(choice.values))


async def _start_over(
    interaction: Interaction, table: Table, match: Match, choice: MoveChoice, token: str
) -> None:
    """Ask the first question again, because the press belongs to an older position.

    :param token: the action of the press. If it has become illegal, the person reads why, unless they have
        done it themselves.
    """
    w, seat = replies.get_words(interaction), choice.seat
    # After the match, add no note, because the status says that the match has ended.
    note = w.msg(StaleAction().message) if match.outcome is None else ""
    if seat in match.to_act:
        done = [row.text for row in match.rows[choice.seq :] if row.seat == seat]
        repeated = any(text.startswith(token) for text in done)
        note = "" if repeated else explain_token(match, seat, token, w)
        note = note or w("The match has moved on. These are your choices now.")
    await _show_next_step(
        interaction, table, match, MoveChoice(table.id, require_match(table).seq, seat), note
    )


async def ask_first_question(interaction: Interaction, table: Table, seat: int, note: str = "") -> None:
    """Show the first question of a move to the person in a seat."""
    match = require_match(table)
    try:
        match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, seat)
    except WaitingForAnswers as waiting:
        w = replies.get_words(interaction)
        note = "\n".join(part for part in (note, refusals.write_refusal(waiting, w)) if part)
    await _show_next_step(
        interaction, table, match, MoveChoice(table.id, require_match(table).seq, seat), note
    )


async def show_current_state(interaction: Interaction, table: Table, seat: int) -> None:
    """Show the first question or the status, because the press belongs to an older position."""
    # After the match, add no note, because the status says that the match has ended.
    ended = require_match(table).outcome is not None
    note = "" if ended else replies.get_words(interaction).msg(StaleAction().message)
    await ask_first_question(interaction, table, seat, note)


async def do_action(interaction: Interaction, table: Table, choice: MoveChoice, token: str) -> None:
    """Do an action and show the next step."""
    tables = interaction.client.services.tables
    try:
        done = await tables.play.perform_action(
            table.id, interaction.user.id, token, choice.seq, seat=choice.seat, is_shown=True
        )
    except (StaleAction, TableOver):
        table = await tables.get(table.id)
        await _start_over(
            interaction,
            table,
            await tables.wait_finder.apply_standing_orders(table, choice.seat),
            choice,
            token,
        )
        return
    await show_result(interaction, done)


async def show_result(interaction: Interaction, result: ActionResult) -> None:
    """Show the result of an action and the next step.

    :raises NotSeated: the person has lost their seat in the meantime. The action is stored and announced.
    """
    w, match = replies.get_words(interaction), require_match(result.table)
    seat = result.table.find_acting_seat(interaction.user.id)
    if seat is None:
        # Without a seat, the person may not see any hidden information.
        raise NotSeated
    lines = narrate_result(result.table, match, seat, w, result.match_before.ply)
    draw = interaction.client.services.drawings.prepend_drawing
    lines[:1] = [draw(find_result_icon(result, seat, w), line) for line in lines[:1]]
    if not can_act(match, seat):
        lines = [" ".join(lines)]
    unposted = await _explain_missing_board(interaction, result.table, w)
    # If the board can be posted, it shows the end of the match, so the panel doesn't.
    lines = [] if match.outcome is not None and not unposted else [*lines, *unposted]
    await ask_first_question(interaction, result.table, seat, "\n".join(lines))


async def _require_seat(interaction: Interaction, choice: MoveChoice) -> Table:
    table = await interaction.client.services.tables.get(choice.table_id)
    user = interaction.user.id
    if choice.seat in table.list_seats(user):
        return table
    # The person has lost the seat, so nothing in its panel can be pressed any more.
    replies.replace_on_refusal(interaction)
    if user in table.user_ids and table.match is not None and choice.seat == table.match.active_seat:
        raise OtherPlayersTurn(table.names[choice.seat])
    name = table.names[choice.seat] if choice.seat < len(table.occupants) else "-"
    if user not in table.user_ids and table.match is not None and table.match.outcome is None:
        raise SpectatorPress(name)
    raise OtherPersonsSeat(name)


async def _show_next_step(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: MoveChoice,
    note: str,
    *,
    is_current: bool = True,
    is_from_select: bool = False,
) -> None:
    """Ask the next question, or do the action.

    :param match: the position that is asked about, including predicted answers of others.
    :param is_current: whether the picks were made in this position.
    :param is_from_select: whether the last pick came from a select.
    """
    w = replies.get_words(interaction)
    replies.record_look(interaction, table.id, require_match(table).seq)
    step = await find_next_step(match, choice, w, is_current=is_current, is_from_select=is_from_select)
    note = step.note or note
    if step.question is not None:
        await _show_question(interaction, table, match, step.choice, step.question, note, step.first_values)
    elif step.action is None:
        await show_waiting_status(interaction, table, match, choice.seat, note)
    elif step.skips_confirmation and not _button_says_only_kind(interaction, step.action):
        await do_action(interaction, table, step.choice, step.action.token)
    else:
        await _ask_to_confirm(interaction, table, match, step, step.action, note)


async def _show_question(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: MoveChoice,
    question: FieldQuestion[ActionLike],
    note: str,
    first_values: tuple[str, ...],
) -> None:
    w = replies.get_words(interaction)
    position, scene = make_scene(table, match, choice.seat, w)
    suggested = await guide.suggest_actions(interaction, table, match, choice, question)
    asked = skip_to_tabs(
        Prompt(choice, question, match.game, position, scene, max_footer_buttons=MAX_FOOTER_VALUES),
        match,
        suggested.best_action,
    )
    # Use a thread, because describing a value may require a search of many lines of play.
    text, items = await asyncio.to_thread(
        write_question, asked, match, escape_scene(scene), write_undo_warning(table, w, is_chosen=False)
    )
    legend = write_legend(match, choice, items, w)
    items += footer.make_footer(table, choice, first_values, w)
    advice = await guide.make_additions(interaction, table, choice, suggested, items)
    items += advice.items
    goal = await guide.write_goal_lines(interaction, table, match, choice, suggested, first_values)
    lines = [line for line in (*goal, text, legend, *advice.lines) if line]
    shown = _put_note_above(note, "\n".join(lines))
    await show_with_picture(interaction, table, choice.seat, shown, items, asked.question.picks)
    close_after_turn(interaction, table, choice.seat)


def _button_says_only_kind(interaction: Interaction, action: ActionLike) -> bool:
    """Return whether the pressed button is on the board and only says what kind of action it does.

    A button in the panel says everything that its action does, or leads to another question.
    """
    message = interaction.message
    return message is not None and not message.flags.ephemeral and len(action.path) > 1


async def _ask_to_confirm(
    interaction: Interaction,
    table: Table,
    match: Match,
    step: NextStep,
    action: ActionLike,
    note: str,
) -> None:
    w, choice = replies.get_words(interaction), step.choice
    everything = make_confirmation_question(step)
    position, scene = make_scene(table, match, choice.seat, w)
    texts, escaped = match.game.texts, escape_scene(scene)
    items = [asking.make_action_button(choice, action, texts.label_action(action, position, scene))]
    items += footer.make_footer(table, choice, everything.values, w)
    lines = [w("**{action}**", action=texts.describe_action(action, position, escaped))]
    if step.is_irreversible and (final := write_undo_warning(table, w)):
        lines.append(final)
    suggested = await guide.suggest_actions(interaction, table, match, choice, everything)
    lines[:0] = await guide.write_goal_lines(interaction, table, match, choice, suggested, step.first_values)
    # Use a thread, because finding a reason may take a long search.
    reason = await asyncio.to_thread(texts.advise_on_action, action, position, escaped)
    chosen = guide.ChosenAction(action.token, drop_plan(reason))
    advice = await guide.make_additions(interaction, table, choice, suggested, items, chosen)
    # If the guide suggests this action, its advice already gives the reason.
    if suggested.offers_help and action.token not in advice.tokens:
        lines.append(f"{guide.BULB_EMOJI} {chosen.advice.text}")
    lines += advice.lines
    items += advice.items
    await show_with_picture(interaction, table, choice.seat, _put_note_above(note, "\n".join(lines)), items)
    close_after_turn(interaction, table, choice.seat)


async def _explain_missing_board(interaction: Interaction, table: Table, w: Words) -> list[str]:
    announcer = interaction.client.services.announcer
    # The panel may show a table of another channel. The press doesn't include that channel's permissions.
    here = table.place.channel_id == interaction.channel_id
    obstacle = await obstacles.find_obstacle(interaction) if here else None
    if obstacle is None and announcer.has_obstacle(table.id):
        obstacle = await announcer.wait_until_announced(table.id)
    if obstacle is None:
        return []
    if obstacle.cause is obstacles.ObstacleCause.PERMISSION:
        names = permissions.name_permissions(list(obstacle.missing_permissions), w)
        return [
            w("Your move counts, but I can't post the board: I need the permission {names}.", names=names)
        ]
    return [w("Your move counts, but I can't post the board."), obstacle.describe(w)]


def _put_note_above(note: str, text: str) -> str:
    # If the text is too long, shorten the note, not the question.
    return f"{clip(note, MAX_MESSAGE_LENGTH - len(text) - 2)}\n\n{text}" if note else text


PRESS_HANDLERS = (
    PressHandler("go", take_pick),
    PressHandler("pk", take_listed_pick),
    PressHandler("ac", confirm_action),
)
