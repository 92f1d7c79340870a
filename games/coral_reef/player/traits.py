"""Finds the traits of a hand, from which its promise is computed (:mod:`.insight`).

Traits show how easily the hand can be emptied. Some depend on the stacks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.coral_reef.parts import FACE_RANKS, NINE_RANK, RANK_TARGETS, RANK_VALUES, TEN_RANK, TEN_TARGET
from games.coral_reef.sums import ZERO_BIT, find_sums

MAX_FIRST_STEPS: Final = 4
"""Maximum number of plays to count in :func:`count_first_steps`."""
MAX_SIZE_TRAIT: Final = 12
"""Maximum size of a hand with a trait of its own. Larger hands share a trait."""
MIN_MANY_STACKS: Final = 6
"""Minimum number of stacks for the traits of hands with many stacks."""
_TARGET_BITS: Final = (2 << TEN_TARGET) - 2
"""Bits of all possible targets. The lowest bit stands for the sum 0."""

AmountByTrait = dict[str, float]


class HandFacts(NamedTuple):
    """Facts about a hand from which its traits are computed."""

    size: int
    total: int
    sum_bits: int
    """Bits of the sums that corals of the hand can add up to. The lowest bit stands for the sum 0."""
    tens: int
    nines: int
    faces: int
    tops: frozenset[int]
    """Targets that ranks of the hand would set on top of a stack."""


@lru_cache(maxsize=1 << 14)
def find_hand_facts(hand: str) -> HandFacts:
    """Return a hand's size, sums and special ranks, from which its traits are computed."""
    return HandFacts(
        len(hand),
        sum([RANK_VALUES[letter] for letter in hand]),
        find_sums(hand) >> ZERO_BIT & _TARGET_BITS,
        hand.count(TEN_RANK),
        hand.count(NINE_RANK),
        sum([hand.count(face) for face in FACE_RANKS]),
        frozenset([RANK_TARGETS[letter] for letter in hand if letter in RANK_TARGETS]),
    )


def find_traits(hand: str, targets: tuple[int, ...]) -> AmountByTrait:
    """Return the traits of a hand by name. A missing trait is 0."""
    return find_hand_traits(hand) | find_stack_traits(hand, targets)


def find_hand_traits(hand: str) -> AmountByTrait:
    """Return the traits of a hand that don't depend on the stacks."""
    size, total, sum_bits, tens, nines, faces, _ = find_hand_facts(hand)
    traits: AmountByTrait = {
        f"size {max(min(size, MAX_SIZE_TRAIT), 1)}": 1.0,
        "size beyond": max(size - MAX_SIZE_TRAIT, 0) / 10,
    }
    traits |= _find_total_traits(total, size) | _find_rank_traits(hand, tens, nines, faces)
    traits["kinds"], traits["sums"] = len(set(hand)) / 5, sum_bits.bit_count() / 5
    if not sum_bits:
        traits["no sum"] = 1.0
    if size == 1:
        traits |= {"one face": float(faces), "one ten": float(tens)}
    if size <= MAX_FIRST_STEPS:
        traits["few, a ten"] = float(tens > 0 and not faces)
    return traits


def find_stack_traits(hand: str, targets: tuple[int, ...]) -> AmountByTrait:
    """Return the traits of a hand that depend on the targets of the stacks."""
    held = find_hand_facts(hand)
    size, total, sum_bits, tens, nines, _, _ = held
    one_stack = tens <= 1 and total in targets
    in_one = one_stack or hand == NINE_RANK
    steps = count_first_steps(held, targets) if tens <= 2 else 0
    open_stacks = (sum_bits & _make_target_mask(targets)).bit_count()
    traits: AmountByTrait = {"open": open_stacks / 5}
    if open_stacks < 2:
        traits["open one" if open_stacks else "open none"] = float(open_stacks == 1 or not nines)
    if in_one:
        traits |= _find_one_turn_traits(total, size, steps, targets, one_stack=one_stack)
    else:
        waits = tens <= 1 and 1 <= total <= TEN_TARGET
        traits["many stacks"] = float(len(targets) >= MIN_MANY_STACKS)
        if steps:
            traits[f"steps {steps}"] = 1.0
        if waits:
            traits["waits"] = 1.0
            traits["waits, few"] = float(size <= 3)
        traits |= _find_multi_turn_traits(size, steps, tens, waits=waits)
    if size <= MAX_FIRST_STEPS and not open_stacks and not nines:
        traits["few, none open"] = 1.0
    return traits


def count_first_steps(hand_facts: HandFacts, targets: tuple[int, ...]) -> int:
    """Return the number of plays after which the rest of the hand can be played on one stack.

    It is at most :data:`MAX_FIRST_STEPS`.
    """
    sum_bits, total, tops = hand_facts.sum_bits, hand_facts.total, hand_facts.tops
    steps = 0
    for first in {*targets, RANK_VALUES[NINE_RANK]} if hand_facts.nines else set(targets):
        if sum_bits >> first & 1:
            second = total - first
            steps += second in tops or (second in targets and (second != first or targets.count(second) > 1))
    return min(steps, MAX_FIRST_STEPS)


@lru_cache(maxsize=1 << 12)
def _make_target_mask(targets: tuple[int, ...]) -> int:
    bits = 0
    for target in targets:
        bits |= 1 << target
    return bits


def _find_total_traits(total: int, size: int) -> AmountByTrait:
    return {
        "sunk": float(total < 1),
        "sunk by": max(1 - total, 0) / 10,
        "teens": float(10 < total <= 20),
        "twenties": float(20 < total <= 30),
        "over 20": max(total - 20, 0) / 10,
        "over 30": max(total - 30, 0) / 10,
        "light": (size - total) / 20,
    }


def _find_rank_traits(hand: str, tens: int, nines: int, faces: int) -> AmountByTrait:
    count = hand.count
    traits = {
        "tens beyond": max(tens - 2, 0) * 1.0,
        "nine": float(nines > 0),
        "nines": float(nines > 1),
        "faces beyond": max(faces - 4, 0) * 0.3,
        "aces": count("a") * 0.3,
        "two to four": (count("2") + count("3") + count("4")) * 0.3,
        "five, six": (count("5") + count("6")) * 0.3,
        "seven, eight": (count("7") + count("8")) * 0.3,
        "kings": count("k") * 0.3,
    }
    if 1 <= tens <= 2:
        traits[f"tens {tens}"] = 1.0
    if faces <= 3:
        traits[f"faces {faces}"] = 1.0
    return traits


def _find_one_turn_traits(
    total: int, size: int, steps: int, targets: tuple[int, ...], *, one_stack: bool
) -> AmountByTrait:
    """Return the traits of a hand that can be played in one turn."""
    wide = len(targets) >= MIN_MANY_STACKS
    return {
        "in one": 1.0,
        "in one, twice": float(one_stack and targets.count(total) > 1),
        "in one, few": float(size <= 2),
        "in one, 3": float(size == 3),
        "in one, 4": float(size == 4),
        "in one, many": float(size >= 5),
        "in one, steps": steps / MAX_FIRST_STEPS,
        "in one, asked": min(len(set(targets)), 6) / 5,
        "in one, ten": float(total == TEN_TARGET),
        "in one, nine": float(total == RANK_VALUES[NINE_RANK]),
        "in one, low": float(total <= 3),
        "in one, many stacks": float(wide),
    }


def _find_multi_turn_traits(size: int, steps: int, tens: int, *, waits: bool) -> AmountByTrait:
    """Return the traits of a hand that needs more than one turn."""
    traits: AmountByTrait = {}
    if size == 2:
        traits = {
            "two, a ten": float(tens == 1),
            "two, far": float(not waits),
            "two, steps": float(steps > 0),
        }
    elif size in (3, 4):
        traits = {f"{size}, steps": float(steps > 0)}
    elif size >= 6:
        traits = {"many, steps": float(steps > 1)}
    if size <= MAX_FIRST_STEPS:
        traits["few, no step"] = float(not steps)
    return traits
