"""Explains which corals an action gets rid of, and how the rest of the hand can be played afterwards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.coral_reef.actions import Action, PlayCorals
from games.coral_reef.events import Scene
from games.coral_reef.legal import sum_corals
from games.coral_reef.parts import (
    FACE_RANKS,
    NINE_RANK,
    RANK_TARGETS,
    RANK_VALUES,
    STARTING_HAND_SIZE,
    TEN_RANK,
    TEN_TARGET,
    format_letters,
    format_rank,
)
from games.coral_reef.sums import can_act, find_sets, find_spaces_with_top, find_sums, make_mask
from games.coral_reef.texts.nouns import (
    NO_BREAK_SPACE,
    format_corals,
    format_signed,
    format_terms,
    sort_letters,
)
from games.coral_reef.turns import MAX_COUNTED_CORALS, count_turns
from games.coral_reef.view import View, find_target
from games.core.texts import Advice
from games.core.words import Words, clip

MAX_REASON_LENGTH: Final = 160
MAX_ADDED_CORALS: Final = 8
"""Maximum number of corals in a play whose sum is written out."""
MAX_COMPARED_CORALS: Final = 12
"""Maximum size of a hand whose plays are compared by size, because larger hands have too many plays."""


def advise_on_action(action: Action, view: View, scene: Scene) -> Advice:
    """Give the viewer a reason for or against ``action``."""
    advice = _advise_on_win(action, view, scene.w) or _advise_on_other_action(action, view, scene.w)
    added = _write_sum(action, view)
    names_ten = advice.clause == "CR-2.3" and isinstance(action, PlayCorals) and TEN_RANK in action.corals
    if scene.reader_seat is None or not added or names_ten:
        return replace(advice, text=clip(advice.text, MAX_REASON_LENGTH))
    # In a message to the player, explain first how the play adds up to what the stack needs.
    return replace(
        advice,
        text=clip(f"{added} {advice.text}", MAX_REASON_LENGTH),
        gain_text=f"{added} {advice.gain_text}".rstrip() if advice.is_drawback else "",
    )


def _write_sum(action: Action, view: View) -> str:
    """Return the values of a play's corals and their sum, such as ``3 + 8 − 2 = 9.``

    After the seat's first move, the text is empty if every coral adds the number that it shows.
    """
    if not isinstance(action, PlayCorals) or not 1 < len(action.corals) <= MAX_ADDED_CORALS:
        return ""
    values = [RANK_VALUES[letter] for letter in sort_letters(action.corals)]
    if min(values) > 0 and (view.number > 1 or len(view.hand) < STARTING_HAND_SIZE):
        return ""
    return f"{format_terms(values)} = {format_signed(sum(values))}.".replace(" ", NO_BREAK_SPACE)


def get_remaining_ranks(action: Action, view: View) -> str:
    """Return the ranks that stay in the hand after an action."""
    return _remove_ranks(
        format_letters(view.hand), action.corals if isinstance(action, PlayCorals) else NINE_RANK
    )


def _remove_ranks(hand: str, ranks: str) -> str:
    for letter in ranks:
        hand = hand.replace(letter, "", 1)
    return hand


def list_targets_after_action(action: Action, view: View) -> list[int]:
    """Return the target of each stack after an action."""
    targets = [find_target(stack) for stack in view.stacks]
    if isinstance(action, PlayCorals):
        targets[action.stack] = RANK_TARGETS[action.top]
    else:
        targets.append(RANK_TARGETS[NINE_RANK])
    return targets


def _advise_on_win(action: Action, view: View, w: Words) -> Advice | None:
    """Return advice on an action that wins the round now or with the next action, else ``None``."""
    rest, targets = get_remaining_ranks(action, view), list_targets_after_action(action, view)
    if not rest:
        if view.wins[view.viewer or 0] + 1 >= view.rounds_to_win:
            return Advice(w("It empties your hand and wins the match!"), "CR-3.1")
        return Advice(w("It empties your hand: you win the round!"), "CR-3.1")
    if sum_corals(rest) in targets and find_spaces_with_top(rest):
        text = w("The rest then goes on stack {stack}.", stack=targets.index(sum_corals(rest)) + 1)
        return Advice(text, "CR-3.1")
    return None


def _advise_on_other_action(action: Action, view: View, w: Words) -> Advice:
    rest, targets = get_remaining_ranks(action, view), list_targets_after_action(action, view)
    if isinstance(action, PlayCorals):
        return _advise_on_play(action, rest, targets, view, w)
    if not find_sums(format_letters(view.hand)) & make_mask(find_target(stack) for stack in view.stacks):
        return Advice(w("It's all you can do: nothing in your hand adds up to what a stack needs."), "CR-2.4")
    if not can_act(rest, make_mask(targets)):
        text = w("It gets rid of a nine, but what's left fits no stack.")
        gain = w("It gets rid of a nine.")
        return Advice(text, "CR-2.6", is_reason=False, is_drawback=True, gain_text=gain)
    text = w(
        "The new stack needs 9: one more place to play for everybody.",
    )
    return Advice(text, "CR-2.4")


def _advise_on_play(action: PlayCorals, rest: str, targets: list[int], view: View, w: Words) -> Advice:
    if not can_act(rest, make_mask(targets)):
        n = len(view.hand) - len(rest)
        text = w.plural(
            "You get rid of {n} card, but what's left fits no stack.",
            "You get rid of {n} cards, but what's left fits no stack.",
            n,
        )
        gain = (
            _describe_single_turn(rest, view, w)
            or _describe_fewest_turns(rest, view, w)
            or _describe_most_corals(n, view, w)
        )
        return Advice(text, "CR-2.6", is_reason=False, is_drawback=True, gain_text=gain)
    if text := _describe_single_turn(rest, view, w):
        return Advice(text, "CR-2.2", is_reason=False)
    if TEN_RANK in action.corals:
        text = w(
            "The {ten} counts as zero; the stack then needs {target}.",
            ten=format_rank(TEN_RANK, view.variant),
            target=TEN_TARGET,
        )
        return Advice(text, "CR-2.3", is_reason=False)
    faces = [letter for letter in action.corals if letter in FACE_RANKS]
    if faces:
        text = w(
            "You get rid of {faces}, which may never end up on top.",
            n=len(action.corals),
            faces=format_corals(faces, view.variant, w),
        )
        return Advice(text, "CR-2.3")
    open_to_rest = [stack for stack, each in enumerate(targets) if find_sums(rest) & make_mask([each])]
    if not open_to_rest:
        text = w.plural(
            "You're down to {n} card, a nine you could lay next.",
            "You're down to {n} cards, and one's a nine you could lay next.",
            len(rest),
        )
        return Advice(text, "CR-2.4")
    text = _describe_most_corals(len(view.hand) - len(rest), view, w)
    if text and action.stack not in open_to_rest:
        return Advice(text, "CR-2.2", is_reason=False)
    stack = action.stack if action.stack in open_to_rest else open_to_rest[0]
    text = w(
        "Next turn you could play on stack {stack}, which then needs {target} unless covered.",
        stack=stack + 1,
        target=targets[stack],
    )
    return Advice(text, "CR-2.2", is_reason=False)


def _describe_single_turn(rest: str, view: View, w: Words) -> str:
    """Say which target takes the rest of the hand in one turn, or return an empty string."""
    if rest == NINE_RANK or len(rest) > MAX_COUNTED_CORALS or count_turns(rest) != 1:
        return ""
    return w(
        "You keep {corals}: one play once a stack needs {target}.",
        corals=format_corals(rest, view.variant, w),
        target=sum_corals(rest),
    )


def _describe_fewest_turns(rest: str, view: View, w: Words) -> str:
    """Return a sentence with the turns for the rest of the hand.

    A smaller play may be better than the largest one because it leaves fewer turns. Return an empty string
    unless every other move leaves more.
    """
    turns = None if len(rest) > MAX_COUNTED_CORALS else count_turns(rest)
    if turns is None:
        return ""
    hand = format_letters(view.hand)
    others = {
        _remove_ranks(hand, corals)
        for target in {find_target(stack) for stack in view.stacks}
        for _, corals, _ in find_sets(hand, target)
    }
    if NINE_RANK in hand:
        others.add(_remove_ranks(hand, NINE_RANK))
    others.discard(rest)
    if not others or any(_may_be_emptied_in(other, turns) for other in others):
        return ""
    return w(
        "You keep {corals}: at least {n} turns, the fewest possible.",
        corals=format_corals(rest, view.variant, w),
        n=turns,
    )


def _describe_most_corals(count: int, view: View, w: Words) -> str:
    """Say that no play gets rid of more corals than ``count``, or return an empty string."""
    targets = frozenset(find_target(stack) for stack in view.stacks)
    hand = format_letters(view.hand)
    if len(hand) > MAX_COMPARED_CORALS or count < _count_most_corals(hand, targets):
        return ""
    return w("No other move gets rid of more cards.")


@lru_cache(maxsize=64)
def _count_most_corals(hand: str, targets: frozenset[int]) -> int:
    """Return the number of corals in the largest play of a hand."""
    return max((size for target in targets for size, _, tops in find_sets(hand, target) if tops), default=0)


def _may_be_emptied_in(rest: str, max_turns: int) -> bool:
    """Return whether a hand may be emptied in at most ``max_turns`` turns. Large hands aren't examined."""
    if len(rest) > MAX_COUNTED_CORALS:
        return True
    turns = count_turns(rest)
    return turns is not None and turns <= max_turns
