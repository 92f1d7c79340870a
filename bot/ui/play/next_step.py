"""Finds the next step of a partly chosen move: a question, a confirmation, or the action itself.

:func:`find_next_step` asks about the legal actions of a match: at a table, in a vote, a puzzle or the daily
challenge. :func:`narrow_actions` asks about other actions, such as those of a lesson.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bot.ui import refusals
from bot.ui.ids import MoveChoice, OutdatedId
from bot.ui.play.confirmation import skips_confirmation
from games.core.errors import RuleError, UnreadableToken
from games.core.match import Match, would_seal
from games.core.narrow import (
    FieldQuestion,
    NoSuchPick,
    filter_by_first_value,
    find_next_question,
    list_first_values,
)
from games.core.protocol import Game
from games.core.shapes import ActionLike
from games.core.values import value_class
from games.core.words import Words


@value_class
class NextStep:
    """The next step of a partly chosen move: a question, an action, or neither if the seat can't act."""

    choice: MoveChoice
    """Includes a first pick that has no alternative."""
    legal_actions: tuple[ActionLike, ...]
    first_values: tuple[str, ...]
    """Values with which a move can begin."""
    question: FieldQuestion[ActionLike] | None = None
    """``None`` if nothing is left to ask."""
    action: ActionLike | None = None
    """Determined by the picks, to do or to confirm."""
    skips_confirmation: bool = False
    is_irreversible: bool = False
    note: str = ""
    """Reason why the last pick was refused; may be empty."""


def make_confirmation_question(step: NextStep) -> FieldQuestion[ActionLike]:
    """Return the first question of a move, for the guide's advice on an action to confirm."""
    field = step.legal_actions[0].path[0].field
    return FieldQuestion(field, step.first_values, (), step.legal_actions)


async def find_next_step(
    match: Match, choice: MoveChoice, w: Words, *, is_current: bool, is_from_select: bool = False
) -> NextStep:
    """Return the next step for a choice in a position.

    :param is_current: whether the picks were made in this position.
    :param is_from_select: whether the last pick came from a select.
    """
    # Some hands have very many legal actions, so listing them runs in a thread.
    return await asyncio.to_thread(
        _find_next_step_in_this_thread, match, choice, w, is_current=is_current, is_from_select=is_from_select
    )


async def narrow_actions(
    list_actions: Callable[[], Iterable[ActionLike]], picks: Sequence[str], game: Game
) -> FieldQuestion[ActionLike] | ActionLike:
    """Return the next question about some actions, or the action that the picks determine.

    The actions need not be legal now. For example, a lesson also offers illegal actions, and *Try again*
    offers the actions of an earlier position.

    :raises OutdatedId: a pick isn't offered, so it must come from an old button.
    """

    def find_question() -> FieldQuestion[ActionLike] | ActionLike:
        return find_next_question(list_actions(), picks, game.field_settings)

    try:
        # There may be thousands of actions, so narrow them in a thread.
        return await asyncio.to_thread(find_question)
    except NoSuchPick as error:
        raise OutdatedId from error


def _find_next_step_in_this_thread(
    match: Match, choice: MoveChoice, w: Words, *, is_current: bool, is_from_select: bool
) -> NextStep:
    pressed = choice.picks if is_current else ()
    legal = match.legal_actions(choice.seat)
    firsts = list_first_values(legal)
    if not legal:
        return NextStep(choice, legal, firsts)
    if not choice.picks:
        if len(firsts) > 1:
            return NextStep(choice, legal, firsts, FieldQuestion(legal[0].path[0].field, firsts, (), legal))
        choice = choice.add_picks(firsts[0])
    if choice.values[0] not in firsts:
        refusal = match.explain_unavailable(choice.seat, choice.values[0])
        return _start_over(match, choice, w, refusals.write_refusal(refusal, w))
    try:
        question_or_action = find_next_question(
            filter_by_first_value(legal, choice.values[0]), choice.values[1:], match.game.field_settings
        )
    except NoSuchPick:
        note = explain_token(match, choice.seat, ":".join(choice.values), w) or w("You can't do that now.")
        return _start_over(match, choice, w, note)
    if isinstance(question_or_action, FieldQuestion):
        return NextStep(choice, legal, firsts, question_or_action)
    is_irreversible = would_seal(match, choice.seat, question_or_action.token)
    skips = skips_confirmation(
        match.game,
        pressed,
        question_or_action,
        is_irreversible=is_irreversible,
        is_from_select=is_from_select,
        is_only_action=len(legal) == 1,
    )
    return NextStep(
        choice,
        legal,
        firsts,
        action=question_or_action,
        skips_confirmation=skips,
        is_irreversible=is_irreversible,
    )


def explain_token(match: Match, seat: int, token: str, w: Words) -> str:
    """Return the reason why an action isn't possible; empty if it is possible or the token can't be read."""
    try:
        match.check_action(seat, token)
    except UnreadableToken:
        return ""
    except RuleError as error:
        return refusals.write_refusal(error, w)
    return ""


def _start_over(match: Match, choice: MoveChoice, w: Words, note: str) -> NextStep:
    start = replace(choice, picks=())
    return replace(
        _find_next_step_in_this_thread(match, start, w, is_current=False, is_from_select=False), note=note
    )
