"""The texts of buttons, select menus and questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.coral_reef.actions import MAX_OFFERED_SETS, Action, PlayCorals
from games.coral_reef.emoji import find_rank_icon, make_seed_icon, make_stack_icon, make_top_icon
from games.coral_reef.events import Scene
from games.coral_reef.legal import count_sets, sum_corals
from games.coral_reef.parts import (
    FACE_RANKS,
    LETTER_BY_CARD,
    RANK_TARGETS,
    RANK_VALUES,
    STARTING_HAND_SIZE,
    TEN_RANK,
    format_letters,
    format_rank,
)
from games.coral_reef.sums import find_sets, find_spaces_with_top
from games.coral_reef.texts.nouns import (
    MAX_HINT_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_PHRASE_LENGTH,
    MAX_QUESTION_LENGTH,
    NO_BREAK_SPACE,
    format_corals,
    format_rank_with_value,
    format_signed,
    format_terms,
    sort_letters,
)
from games.coral_reef.view import View, find_target
from games.core.narrow import DONE_PICK, VALUE_SEPARATOR
from games.core.shapes import Pick
from games.core.words import N_, Words, clip

MIN_CORALS_WITH_CHOICE: Final = 2
"""Minimum number of corals in a play of which one must be chosen as the top."""
MAX_NAMED_CORALS: Final = 6
"""Maximum number of corals to name on a button."""
MAX_EXAMPLE_CORALS: Final = 3
"""Maximum number of corals in the example of a play."""
_LABEL_BY_KIND: Final = {"play": N_("Play cards"), "seed": N_("Lay a nine as a new stack")}


def label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Return the label of a field's value on a button or in a select menu."""
    w = scene.w
    if field == "kind":
        # A public button must not reveal whether the hand has a nine.
        is_public_seed = value == "seed" and view.viewer is None
        text = w("Lay a nine, if you have one") if is_public_seed else w(_LABEL_BY_KIND[value])
    elif VALUE_SEPARATOR in value:
        text = _label_corals(field, value, view, w)
    elif field == "stack":
        stack = view.stacks[int(value) - 1]
        text = w(
            "Stack {stack} · needs {target}",
            stack=value,
            target=find_target(stack),
        )
    elif field == "top":
        text = _label_top(value, view, w)
    elif value == DONE_PICK:
        text = w("That's all")
    elif "+" in value:
        text = _label_corals(field, value, view, w)
    else:
        text = format_rank_with_value(value, view.variant)
    return clip(text, MAX_LABEL_LENGTH)


def _label_corals(field: str, value: str, view: View, w: Words) -> str:
    """Name a set of corals and the coral on top. Also name the stack if the value includes it."""
    parts = value.split(VALUE_SEPARATOR)
    stack = parts.pop(0) if field == "stack" else ""
    letters = parts.pop(0).split("+")
    top = _find_top(letters, parts[0] if parts else "")
    # Name the coral on top last, because it's placed last.
    others = "".join(letters).replace(top, "", 1) if top else letters
    corals = format_corals(others, view.variant, w)
    if not top:
        return w("Stack {stack}: {corals}", stack=stack, corals=corals) if stack else corals
    on_top = format_rank(top, view.variant)
    if stack:
        return w("Stack {stack}: {corals}, {top} on top", stack=stack, corals=corals, top=on_top)
    return w("{corals}, {top} on top", corals=corals, top=on_top)


def _find_top(letters: Sequence[str], chosen_top: str) -> str:
    """Return the rank on top. It is empty for a single coral, and if it must still be chosen."""
    if len(letters) < MIN_CORALS_WITH_CHOICE:
        return ""
    ends = chosen_top or find_spaces_with_top("".join(letters))
    return ends if len(ends) == 1 else ""


def explain_value(field: str, value: str, view: View, scene: Scene) -> str:
    """Return a value's description in a select menu, or an empty text if it needs none."""
    w = scene.w
    if field == "kind":
        if value == "play":
            text = w("they add up to the top card of a stack")
        else:
            text = w("as a new stack; that's your whole turn")
    elif field == "stack":
        text = _format_depth(view, int(value) - 1, w)
    elif field == "top":
        targets = RANK_TARGETS.get(value)
        text = "" if targets is None else w("the next play there adds up to {target}", target=targets)
    elif value == DONE_PICK:
        text = ""
    elif "+" in value:
        text = _format_cards_left(len(view.hand) - len(value.split("+")), w)
    else:
        have = sum(LETTER_BY_CARD[card] == value for card in view.hand)
        text = w("adds {value}; you have {have}", value=format_signed(RANK_VALUES[value]), have=have)
    return clip(text, MAX_HINT_LENGTH)


def _label_top(letter: str, view: View, w: Words) -> str:
    """Name a coral that may go on top or, in a lesson, a face that may not."""
    top = format_rank(letter, view.variant)
    if letter not in RANK_TARGETS:
        return w("{top} on top", top=top)
    return w("{top} on top · needs {target}", top=top, target=RANK_TARGETS[letter])


def _format_depth(view: View, index: int, w: Words) -> str:
    return w.plural("{n} card deep", "{n} cards deep", len(view.stacks[index]))


def _format_cards_left(n: int, w: Words) -> str:
    if n <= 0:
        return w("empties your hand")
    return w.plural("leaves {n} card in your hand", "leaves {n} cards in your hand", n)


def find_icon(field: str, value: str, view: View) -> str | None:
    """Return the emoji before a label, if there is one."""
    if field == "kind":
        return make_seed_icon(view.variant) if value == "seed" else "🃏"
    if field == "stack":
        return make_stack_icon(view.stacks[int(value) - 1][-1])
    if field == "top":
        return make_top_icon(value, view.variant)
    return None if value == DONE_PICK or "+" in value else find_rank_icon(value, view.variant)


def format_question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Return the question that asks for a field, with the sum of the corals picked so far."""
    w = scene.w
    chosen = {pick.field: pick.value for pick in picks}
    if field == "kind":
        # A hint may be about the nine, so show how to play. Other hints show it by their own sum.
        return f"{w('Play, or lay a new stack?')} {_write_example(view, w)}".rstrip()
    if field == "stack":
        return w("Which stack do you play on?")
    stack = str(chosen["stack"])
    targets = find_target(view.stacks[int(stack) - 1])
    corals = "".join(chosen.get("coral", ()))
    if field == "top" and len(corals) == len(view.hand):
        # The play ends the round, so nobody plays on it.
        text = w("Which one goes on top of stack {stack}?", stack=stack)
    elif field == "top":
        text = w("Which one goes on top of stack {stack}? Low ones are harder to play on.", stack=stack)
    elif not corals and count_sets(view.hand, targets) > MAX_OFFERED_SETS:
        text = w(
            "Stack {stack}: which cards add up to {target}? Pick them one by one.",
            stack=stack,
            target=targets,
        )
    elif not corals:
        text = w("Stack {stack}: which cards add up to {target}?", stack=stack, target=targets)
    else:
        met = sum_corals(corals)
        text = w(
            "Stack {stack}: {corals}, so far {sum} of {target}. What else?",
            stack=stack,
            corals=_format_corals(corals, view, w),
            sum=format_signed(met),
            target=targets,
        )
    return clip(text, MAX_QUESTION_LENGTH)


def _write_example(view: View, w: Words) -> str:
    """Return how two or three corals of a hand make a stack's target.

    The text is empty after a seat's first moves of a match, and if there is no such play.
    """
    if view.number > 1 or len(view.hand) < STARTING_HAND_SIZE:
        return ""
    hand = format_letters(view.hand)
    for target in dict.fromkeys(map(find_target, view.stacks)):
        sets = [
            each for size, each, tops in find_sets(hand, target) if 1 < size <= MAX_EXAMPLE_CORALS and tops
        ]
        # Faces subtract, which an example shows best, and tens would have to be explained.
        sets = sorted((each for each in sets if TEN_RANK not in each), key=_has_no_face)
        if sets:
            values = [RANK_VALUES[letter] for letter in sort_letters(sets[0])]
            formatted_sum = format_terms(values).replace(" ", NO_BREAK_SPACE)
            return w("{sum} makes exactly {target}.", sum=formatted_sum, target=target)
    return ""


def _has_no_face(corals: str) -> bool:
    return not any(letter in FACE_RANKS for letter in corals)


def _format_corals(corals: str, view: View, w: Words) -> str:
    return format_corals(corals, view.variant, w)


def describe_action(action: Action, view: View, scene: Scene) -> str:
    """Return a phrase that describes an action before it is performed."""
    w = scene.w
    if not isinstance(action, PlayCorals):
        return w("Lay a nine as stack {stack}", stack=len(view.stacks) + 1)
    if len(action.corals) == 1:
        text = w(
            "Stack {stack}: play {corals}",
            stack=action.stack + 1,
            corals=format_rank(action.top, view.variant),
        )
    else:
        text = w(
            "Stack {stack}: play {corals}, with {top} on top",
            stack=action.stack + 1,
            corals=_format_corals(action.corals, view, w),
            top=format_rank(action.top, view.variant),
        )
    return clip(text, MAX_PHRASE_LENGTH)


def label_action(action: Action, view: View, scene: Scene) -> str:
    """Return the text of the button that performs an action."""
    w = scene.w
    if not isinstance(action, PlayCorals):
        return w("Lay it")
    if len(action.corals) > MAX_NAMED_CORALS:
        return w("Play them")
    return w("Play {corals}", corals=_format_corals(action.corals, view, w))
