"""Checks whether something that can follow an action in the same turn needs that action."""

from __future__ import annotations

from typing import Final

from games.core.aims import Aim
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.players.judge import Judge
from games.review.lines import CERTAINTY_DEALS, MoveFork, choose_action

NEED_KEY: Final = b"need"
"""Key of the random deals that show whether an action is needed."""
MAX_ACTIONS: Final = 12
"""Maximum number of actions to achieve an aim."""


def is_first_needed(fork: MoveFork, aim: Aim) -> bool:
    """Return whether the first action of a decision brings a seat nearer to an aim in the same turn.

    The action isn't needed if, on most deals, the seat achieves the aim with as few further actions without
    that action.
    """
    judge = Judge(fork.game, fork.version, fork.game.computer_settings.hard)
    needless_count = 0
    for deal in range(CERTAINTY_DEALS):
        dice = Chance(NEED_KEY, deal)
        before = judge.rules.sample(fork.view, dice)
        after, _ = judge.rules.apply(before, fork.seat, fork.actions[0], dice)
        with_it = _count_actions(fork, judge, after, aim, dice)
        without_it = _count_actions(fork, judge, before, aim, dice, skips_first=True)
        needless_count += without_it is not None and (with_it is None or without_it <= with_it)
    return 2 * needless_count <= CERTAINTY_DEALS


def _count_actions(
    fork: MoveFork, judge: Judge, state: object, aim: Aim, rng: Chance, *, skips_first: bool = False
) -> int | None:
    """Return the number of actions by which the seat achieves an aim in the same turn, or ``None``.

    :param skips_first: whether to leave out the first action of the decision, and similar actions.
    """
    rules, seat = judge.rules, fork.seat
    alike, first = fork.game.computer_settings.are_alike, fork.actions[0]
    for count in range(1, MAX_ACTIONS + 1):
        if rules.find_active_seat(state) != seat or seat not in rules.to_act(state):
            return None
        options: tuple[ActionLike, ...] = judge.list_actions(state, seat)
        if skips_first:
            options = tuple(
                option
                for option in options
                if option != first and not (alike is not None and alike(state, option, first))
            )
        if not options:
            return None
        before, action = state, choose_action(judge, state, seat, rng, aim, options)
        state, events = rules.apply(before, seat, action, rng)
        if aim.measure_progress(before, state, events, seat) > 0:
            return count
    return None
