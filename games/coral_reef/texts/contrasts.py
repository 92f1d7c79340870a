"""Compares what two actions leave in the hand: the turns needed to empty it, and whether it fits a stack."""

from __future__ import annotations

from games.coral_reef.actions import Action
from games.coral_reef.events import Scene
from games.coral_reef.legal import sum_corals
from games.coral_reef.parts import TEN_RANK, TEN_TARGET
from games.coral_reef.sums import can_act, find_spaces_with_top, make_mask
from games.coral_reef.texts.advice import get_remaining_ranks, list_targets_after_action
from games.coral_reef.texts.nouns import format_corals
from games.coral_reef.turns import MAX_COUNTED_CORALS, count_turns
from games.coral_reef.view import View
from games.core.words import Words


def contrast_actions(better: Action, played: Action, view: View, scene: Scene) -> str:
    """Say how much sooner ``better`` empties the hand, or that only ``played`` leaves nothing that fits.

    Return an empty string if neither is true.
    """
    w, left, other = scene.w, get_remaining_ranks(better, view), get_remaining_ranks(played, view)
    if not left or not other:
        return ""
    targets, other_targets = (list_targets_after_action(action, view) for action in (better, played))
    if contrast := _contrast_turns(left, other, targets, other_targets, view, w):
        return contrast
    is_short = len(other) <= MAX_COUNTED_CORALS
    if is_short and can_act(left, make_mask(targets)) and not can_act(other, make_mask(other_targets)):
        return w(
            "After the move played, what's left ({others}) fits no stack as it lies.",
            others=format_corals(other, view.variant, w),
        )
    return ""


def _contrast_turns(
    remaining: str, other_remaining: str, targets: list[int], other_targets: list[int], view: View, w: Words
) -> str:
    """Compare the turns needed for what two actions leave in the hand.

    Return an empty string if the better action doesn't clearly need fewer turns.

    :param remaining: what the better action leaves.
    :param other_remaining: what the action played leaves.
    :param targets: the target of each stack after the better action.
    :param other_targets: the target of each stack after the action played.
    """
    if max(len(remaining), len(other_remaining)) > MAX_COUNTED_CORALS:
        return ""
    stacks = _list_fitting_stacks(remaining, targets)
    other_stacks = _list_fitting_stacks(other_remaining, other_targets)
    if len(stacks) > len(other_stacks):
        return _contrast_stacks(stacks, len(other_stacks), w)
    # Tens on top of stacks are rare. To be on the safe side, count only those in sight for the better action,
    # but any number for the action played.
    turns = count_turns(remaining, targets.count(TEN_TARGET) + remaining.count(TEN_RANK))
    others = count_turns(other_remaining)
    if stacks or other_stacks or turns is None:
        return ""
    values = {
        "corals": format_corals(remaining, view.variant, w),
        "others": format_corals(other_remaining, view.variant, w),
    }
    if others is None:
        return w(
            "It leaves {corals}. The move played leaves {others}, which can't all be played without drawing.",
            **values,
        )
    if turns >= others:
        return ""
    return w.plural(
        "It leaves {corals}: {n} turn at best. The move played leaves {others}:"
        " at least {most}, without drawing.",
        "It leaves {corals}: {n} turns at best. The move played leaves {others}:"
        " at least {most}, without drawing.",
        turns,
        **values,
        most=others,
    )


def _contrast_stacks(stacks: list[int], other_count: int, w: Words) -> str:
    """Return a sentence about the stacks that fit the rest of the hand only after this action."""
    if not other_count:
        return w("The rest then goes on stack {stack}.", stack=stacks[0] + 1)
    return w.plural(
        "What's left in hand then goes on {n} stack, not on {others}.",
        "What's left in hand then goes on any of {n} stacks, not just on {others}.",
        len(stacks),
        others=other_count,
    )


def _list_fitting_stacks(rest: str, targets: list[int]) -> list[int]:
    """Return the stacks on which the rest of a hand can be played in one turn."""
    if not find_spaces_with_top(rest):
        return []
    return [stack for stack, target in enumerate(targets) if target == sum_corals(rest)]
