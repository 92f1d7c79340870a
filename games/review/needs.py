"""Checks whether something that follows an action in the same turn needs that action."""

from __future__ import annotations

from games.core.aims import Aim
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.players.judge import Judge
from games.review.lines import CERTAINTY_DEALS, MoveFork, choose_action

NEED_KEY = b"need"
"""Key of the random deals that show whether an action is needed."""
MAX_ACTIONS = 12
"""Maximum number of actions after the first one."""


def is_first_needed(fork: MoveFork, aim: Aim) -> bool:
    """Return whether the first action of a decision is needed to achieve an aim in the same turn.

    It isn't if the actions that achieve the aim after it are also possible, and achieve it, without it.
    """
    judge = Judge(fork.game, fork.version, fork.game.computer_settings.hard)
    for deal in range(CERTAINTY_DEALS):
        dice = Chance(NEED_KEY, deal)
        state = judge.rules.sample(fork.view, dice)
        actions = _find_actions(fork, judge, state, aim, dice)
        if actions and _achieves(fork, judge, state, actions, aim, dice):
            return False
    return True


def _find_actions(fork: MoveFork, judge: Judge, state: object, aim: Aim, dice: Chance) -> list[ActionLike]:
    """Return the actions by which the seat achieves an aim after the first action, or an empty list."""
    rules, seat = judge.rules, fork.seat
    state, _ = rules.apply(state, seat, fork.actions[0], dice)
    actions = list[ActionLike]()
    while len(actions) < MAX_ACTIONS and rules.find_active_seat(state) == seat:
        before, action = state, choose_action(judge, state, seat, dice, aim)
        actions.append(action)
        state, events = rules.apply(before, seat, action, dice)
        if aim.measure_progress(before, state, events, seat) > 0:
            return actions
    return []


def _achieves(
    fork: MoveFork, judge: Judge, state: object, actions: list[ActionLike], aim: Aim, dice: Chance
) -> bool:
    """Return whether actions are possible from a state, and the last of them achieves an aim."""
    rules, brought = judge.rules, 0.0
    for action in actions:
        if rules.find_active_seat(state) != fork.seat or not rules.is_legal(state, fork.seat, action):
            return False
        before = state
        state, events = rules.apply(before, fork.seat, action, dice)
        brought = aim.measure_progress(before, state, events, fork.seat)
    return brought > 0
