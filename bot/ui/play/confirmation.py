"""Decides when a move needs no confirmation, and warns of moves that can't be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

import discord

from bot.model.table import Table
from bot.platform.limits import MAX_SELECT_OPTIONS
from bot.ui.components import Item
from bot.ui.ids import MoveChoice
from bot.ui.play import asking
from bot.ui.play.asking import Prompt, is_first_question
from games.core.match import Match, would_seal
from games.core.narrow import VALUE_SEPARATOR, find_completed_action, list_joined_values
from games.core.protocol import FieldSettings, Game
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import Words

MIN_DELIBERATE_PRESSES = 3
"""A move that takes at least this many presses is deliberate and needs no confirmation."""


def skips_confirmation(
    game: Game,
    pressed_picks: tuple[str, ...],
    action: ActionLike,
    *,
    is_irreversible: bool,
    is_from_select: bool,
    is_only_action: bool,
) -> bool:
    """Return whether a completed action should be done without asking for confirmation.

    An action that was completed without a press always needs confirmation. Otherwise, only an action that
    can't be undone needs it, unless the action took several presses, was picked from a select at the start of
    the move, was named by several values of which the last is final (:func:`is_final_field`), or was the only
    legal one and named whole by the button.

    :param pressed_picks: the picks made in the current position, without values that had no alternative.
    :param is_from_select: whether the last pick came from a select.
    :param is_only_action: whether no other action is legal.
    """
    if (
        not is_irreversible
        or len(pressed_picks) >= MIN_DELIBERATE_PRESSES
        or (is_from_select and len(pressed_picks) == 1)
        or (is_only_action and len(action.path) == 1)
    ):
        return bool(pressed_picks)
    named = sum(len(pick.split(VALUE_SEPARATOR)) for pick in pressed_picks)
    return named > 1 and is_final_field(game, action.path[-1].field)


def is_final_field(game: Game, field: str) -> bool:
    """Return whether the game says that choosing a value of this field needs no confirmation."""
    return game.field_settings.get(field, FieldSettings()).skips_confirmation


def write_undo_warning(table: Table, w: Words, *, is_chosen: bool = True) -> str:
    """Return the warning that the player can't undo the move themselves; empty if nobody else plays.

    :param is_chosen: whether the player has chosen the move, rather than being about to choose it.
    """
    if len(table.user_ids) <= 1:
        return ""
    return write_irreversible_warning(w) if is_chosen else write_final_choice_warning(w)


def write_irreversible_warning(w: Words) -> str:
    """Return the warning that the player can't undo a move themselves."""
    return w("-# You can't take this back.")


def write_final_choice_warning(w: Words) -> str:
    """Return the warning, shown before a choice, that the player can't undo it themselves."""
    return w("-# You can't take your choice back.")


def write_legend(match: Match, choice: MoveChoice, items: Sequence[Item], w: Words) -> str:
    """Return the line that explains green buttons, at the first question of a seat's first move.

    The line is empty at other questions, and if none or all of the buttons make a move right away.
    """
    styles = {item.item.style for item in items if isinstance(item.item, discord.ui.Button)}
    mixed = styles >= {discord.ButtonStyle.success, discord.ButtonStyle.primary}
    if not is_first_question(match, choice) or not mixed:
        return ""
    return f"-# {w('Green buttons move right away.')}"


def write_question(prompt: Prompt, match: Match, scene: Scene, warning: str) -> tuple[str, list[Item]]:
    """Return the text of a question and the components of its values.

    :param warning: added to the text if an answer can't be undone; may be empty.
    """
    question = prompt.question
    text = prompt.game.texts.format_question(question.field, question.picks, prompt.view, scene)
    if only := asking.write_automatic_label(prompt):
        text = scene.w("Only {choice} is possible. {question}", choice=only, question=text)
    find_immediate_action = cache(partial(_find_immediate_action, prompt, match))
    items = asking.make_answer_components(replace(prompt, find_immediate_action=find_immediate_action))
    if warning and _needs_no_confirmation(prompt, items) and asking.can_complete_action(prompt):
        # The first question of a move offers actions of different kinds, so check all of them. A later
        # question offers actions of one kind, so check only the first.
        first = question.actions if not prompt.choice.picks else question.actions[:1]
        if any(would_seal(match, prompt.choice.seat, action.token) for action in first[:MAX_SELECT_OPTIONS]):
            text = "\n".join((text, warning))
    return text, items


def _find_immediate_action(prompt: Prompt, match: Match, value: str) -> ActionLike | None:
    """Return the action that the button of a value does without confirmation, if any."""
    action = find_completed_action(prompt.question, value, prompt.game.field_settings)
    if action is None:
        return None
    is_irreversible = would_seal(match, prompt.choice.seat, action.token)
    skips = skips_confirmation(
        prompt.game,
        prompt.pick_value(value).picks,
        action,
        is_irreversible=is_irreversible,
        is_from_select=False,
        is_only_action=not prompt.choice.picks and len(prompt.question.actions) == 1,
    )
    return action if skips else None


def _needs_no_confirmation(prompt: Prompt, items: list[Item]) -> bool:
    question, picks = prompt.question, len(prompt.choice.picks)
    if picks + 1 >= MIN_DELIBERATE_PRESSES:
        return True
    if not picks and any(isinstance(item.item, discord.ui.Select) for item in items):
        return True
    joined = any(
        VALUE_SEPARATOR in value for value in list_joined_values(question, prompt.game.field_settings)
    )
    last = prompt.game.field_settings[question.field].joined_fields[-1] if joined else question.field
    return is_final_field(prompt.game, last)
