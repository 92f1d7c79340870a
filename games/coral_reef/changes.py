"""Finds the changes in a position, from the newest events or by comparing it with ``Scene.earlier_view``."""

from __future__ import annotations

from collections import Counter

from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    Event,
    NineSeeded,
    RoundBegan,
    Scene,
)
from games.coral_reef.parts import Card
from games.coral_reef.view import View


def count_new_cards(view: View, scene: Scene, index: int) -> int:
    """Return how many cards of the stack at ``index`` are new."""
    if scene.earlier_view is not None:
        return count_added_cards(scene.earlier_view, view, index)
    count = 0
    for event in scene.events:
        if isinstance(event, RoundBegan):
            count = 0
        elif isinstance(event, CoralsPlayed) and event.stack == index:
            count += len(event.cards)
        elif isinstance(event, NineSeeded) and event.stack == index:
            count += 1
        elif isinstance(event, DeckReformed):
            count = min(count, 1)
    return count


def count_added_cards(before: View, after: View, index: int) -> int:
    """Return how many cards were added to the stack at ``index`` since an earlier position."""
    stack = after.stacks[index]
    if before.number != after.number:
        return len(stack) - 1
    if index >= len(before.stacks):
        return len(stack)
    if before.reform_count != after.reform_count:
        # A new deck takes all cards of a stack except the top one.
        return len(stack) - (stack[0] == before.stacks[index][-1])
    return len(stack) - len(before.stacks[index])


def has_placed_cards(view: View, scene: Scene, seat: int) -> bool:
    """Return whether a seat has just placed cards."""
    if scene.earlier_view is not None:
        before = scene.earlier_view
        return before.number == view.number and view.hand_sizes[seat] < before.hand_sizes[seat]
    return any(
        isinstance(event, CoralsPlayed | NineSeeded) and event.seat == seat
        for event in _list_round_events(scene)
    )


def find_last_play(scene: Scene) -> CoralsPlayed | NineSeeded | None:
    """Return the last play or seed of the current round, if it is among the newest events."""
    plays = [event for event in _list_round_events(scene) if isinstance(event, CoralsPlayed | NineSeeded)]
    return plays[-1] if plays else None


def has_drawn_cards(view: View, scene: Scene, seat: int) -> bool:
    """Return whether a seat has just drawn cards."""
    if scene.earlier_view is not None:
        before = scene.earlier_view
        return before.number == view.number and view.hand_sizes[seat] > before.hand_sizes[seat]
    return any(isinstance(event, CardDrawn) and event.seat == seat for event in _list_round_events(scene))


def _list_round_events(scene: Scene) -> tuple[Event, ...]:
    """Return the newest events that belong to the current round."""
    began = [number for number, event in enumerate(scene.events) if isinstance(event, RoundBegan)]
    return scene.events[began[-1] :] if began else scene.events


def find_new_hand_cards(view: View, scene: Scene) -> tuple[Card, ...]:
    """Return the new cards in the viewer's hand."""
    before = scene.earlier_view
    if before is None:
        drawn = (
            view.drawn_cards[-1:]
            if view.viewer is not None and has_drawn_cards(view, scene, view.viewer)
            else ()
        )
        return tuple(card for card in drawn if card in view.hand)
    if view.number != before.number:
        return ()
    return tuple((Counter(view.hand) - Counter(before.hand)).keys())


def has_new_deck(view: View, scene: Scene) -> bool:
    """Return whether a new deck was formed. When two views are compared, a new round counts as well."""
    before = scene.earlier_view
    if before is not None:
        return bool((before.number, before.reform_count) != (view.number, view.reform_count))
    return any(isinstance(event, DeckReformed) for event in scene.events)
