"""Checks the plans in the guide's advice.

Advice on an action may name the step to do next. That step is left out unless the guide would suggest it
after the action.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.computers.advice import Adviser
from bot.model.table import Table
from games.core.match import Match, view_at, would_seal
from games.core.texts import Advice, Scene
from games.players.suggesting import Ranking, choose_suggestions


async def drop_plan_unless_suggested(
    adviser: Adviser, table: Table, match: Match, seat: int, token: str, advice: Advice
) -> Advice:
    """Return the advice without its next step, unless the guide would suggest that step after the action.

    To find out, the position after the action is ranked ahead of time. That reveals nothing, because an
    action that can't be undone, such as one that draws a card, has no plan.
    """
    if not advice.later_token:
        return advice
    after = await asyncio.to_thread(_try_undoable_action, match, seat, token)
    if after is not None:
        ranking = await adviser.rank_moves(table, after, seat)
        if find_planned_action(
            ranking, [one.token for one in after.legal_actions(seat)], (advice.later_token,)
        ):
            return advice
    return drop_plan(advice)


def drop_plan(advice: Advice) -> Advice:
    """Return the advice without its next step."""
    if not advice.later_token:
        return advice
    # A gain beside a drawback mentions the step too.
    gain = advice.weak_reason if advice.gain_text else ""
    return replace(
        advice,
        text=advice.text_without_later_step,
        gain_text=gain,
        later_token="",
        text_without_later_step="",
    )


def _try_undoable_action(match: Match, seat: int, token: str) -> Match | None:
    """Return the match after an action; ``None`` if the action can't be undone or ends the turn."""
    if would_seal(match, seat, token):
        return None
    after = match.act_until_asked(seat, token)
    return after if after.active_seat == seat and seat in after.to_act else None


def list_plans(match: Match, seat: int, scene: Scene) -> tuple[str, ...]:
    """Return the plans for a seat's earlier actions this turn and its last one before, newest first.

    Each plan is the beginning of the token of the step that the advice on an action recommends next.
    """
    found, in_turn = list[str](), match.active_seat == seat
    for number in reversed(range(match.ply)):
        in_turn = in_turn and not match.count_ended_turns(number + 1)
        if match.steps[number].seat != seat:
            continue
        advice = match.game.texts.advise_on_action(
            match.steps[number].action, view_at(match, number, seat), scene
        )
        found.append(advice.later_token if in_turn else advice.next_turn_token)
        if not in_turn:
            break
    return tuple(filter(None, found))


def find_planned_action(ranking: Ranking, possible_tokens: list[str], plans: tuple[str, ...]) -> str:
    """Return the token of an action that continues a plan and is nearly as good as the best possible action.

    :param plans: beginnings of the tokens of planned actions.
    :returns: the token, or an empty string if there is no such action.
    """
    close = choose_suggestions(ranking, possible_tokens)
    return next((token for plan in plans for token in close if token.startswith(plan)), "")
