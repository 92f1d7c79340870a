"""Explains why an action is refused (CR-2), using only the stacks and the player's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.coral_reef.actions import Action, SeedNine
from games.coral_reef.legal import list_targets, sum_corals
from games.coral_reef.parts import (
    FACE_RANKS,
    TEN_RANK,
    TEN_TARGET,
    TILES_VARIANT,
    format_letters,
    format_rank,
)
from games.coral_reef.state import State
from games.core.errors import IllegalAction, NoSuchPlace
from games.core.words import N_, Msg


def explain_refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Explain why ``action`` is not legal for ``seat``, the seat to act."""
    hand = format_letters(state.hands[seat])
    if isinstance(action, SeedNine):
        return IllegalAction(N_("You have no nine to lay as a new stack."), "CR-2.4")
    targets, corals = list_targets(state.stacks), action.corals
    if action.stack >= len(targets):
        return NoSuchPlace(
            N_("There's no stack {stack}; they go up to {last}."),
            "CR-2.2",
            stack=action.stack + 1,
            last=len(targets),
        )
    if state.ruleset.variant == TILES_VARIANT and any(
        letter in FACE_RANKS for letter in (*corals, action.top)
    ):
        return IllegalAction(N_("Tiles have no jacks, queens or kings."), "CR-2.2")
    for letter in dict.fromkeys(corals):
        have, wanted = hand.count(letter), corals.count(letter)
        if have < wanted:
            return _refuse_missing_corals(have, format_rank(letter, state.ruleset.variant), wanted)
    refusal = _refuse_placing_order(corals, action.top, state.ruleset.variant)
    return refusal or _refuse_sum(corals, targets[action.stack], targets, state.ruleset.variant)


def _refuse_missing_corals(held_count: int, rank: str, wanted_count: int) -> IllegalAction:
    if not held_count:
        return IllegalAction(N_("You hold no {rank}."), "CR-2.2", rank=rank)
    return IllegalAction(
        N_("You hold {have} × {rank}, not {wanted}."),
        "CR-2.2",
        have=held_count,
        rank=rank,
        wanted=wanted_count,
    )


def refuse_play_with_unplayable_hand() -> IllegalAction:
    """Return the refusal of a play by a seat that can only seed."""
    return IllegalAction(N_("Nothing in your hand adds up to what a stack needs."), "CR-2.2")


def _refuse_placing_order(corals: str, top: str, variant: str) -> IllegalAction | None:
    tens = corals.count(TEN_RANK)
    rank = format_rank(top, variant)
    if tens > 1:
        return IllegalAction(
            N_("A {ten} goes on last, so you can only play one at a time."),
            "CR-2.3",
            ten=format_rank(TEN_RANK, variant),
        )
    if top in FACE_RANKS:
        return IllegalAction(N_("A {rank} can't end on top."), "CR-2.3", rank=rank)
    if top not in corals:
        return IllegalAction(N_("You aren't playing a {rank}, so it can't end on top."), "CR-2.2", rank=rank)
    if tens and top != TEN_RANK:
        return IllegalAction(
            N_("The {ten} goes on last, so it has to be on top."),
            "CR-2.3",
            ten=format_rank(TEN_RANK, variant),
        )
    return None


def _refuse_sum(corals: str, target: int, targets: Sequence[int], variant: str) -> IllegalAction:
    """Return the refusal of corals that don't add up to ``target``, one of the stacks' ``targets``."""
    met = sum_corals(corals)
    if target == TEN_TARGET and corals == TEN_RANK:
        refusal = IllegalAction(
            N_("A {ten} counts as zero when you play it, and the stack needs 10."),
            "CR-2.2",
            ten=format_rank(TEN_RANK, variant),
        )
    else:
        text = N_("That makes {sum}; the stack needs {target}.")
        refusal = IllegalAction(text, "CR-2.2", sum=met, target=target)
    if met not in targets:
        needed = ", ".join(map(str, sorted(set(targets))))
        general = N_("That makes {sum}. No stack needs that, only {targets}.")
        refusal.general_message = Msg(general, {"sum": met, "targets": needed})
    return refusal
