"""Reconstructs the view at the end of a round, before the next deal, from public information."""

from __future__ import annotations

from dataclasses import replace

from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    Event,
    NineSeeded,
    RoundEnded,
    Scene,
)
from games.coral_reef.parts import Card
from games.coral_reef.state import Stack
from games.coral_reef.view import View


def get_view_before_deal(before: View, events: tuple[Event, ...]) -> tuple[View, tuple[Event, ...]] | None:
    """Return the view and events at the end of a round, or ``None`` if no new round was dealt.

    Hands stay hidden, as they do at the table. Only their sizes are known.
    """
    # Skip the last event. If a round ends there, the match ends too, and no deal follows.
    for number, event in enumerate(events[:-1]):
        if isinstance(event, RoundEnded):
            shown = events[: number + 1]
            return _view_round_end(before, shown, event), shown
    return None


def _view_round_end(before: View, shown_events: tuple[Event, ...], ended: RoundEnded) -> View:
    stacks, deck, reforms = list(before.stacks), before.deck, before.reform_count
    placed: tuple[Card, ...] = before.placed_cards
    for event in shown_events:
        if isinstance(event, CoralsPlayed):
            stacks[event.stack] += event.cards
            placed = event.cards
        elif isinstance(event, NineSeeded):
            stacks.append((event.card,))
            placed = (event.card,)
        elif isinstance(event, CardDrawn):
            deck -= 1
        elif isinstance(event, DeckReformed):
            stacks, deck, reforms = [_get_top(stack) for stack in stacks], event.card_count, event.deck_count
    return replace(
        before,
        active_seat=None,
        to_act=(),
        reform_count=reforms,
        stacks=tuple(stacks),
        deck=deck,
        hand_sizes=ended.cards_left,
        wins=ended.wins,
        placed_cards=placed,
        has_drawn=False,
    )


def _get_top(stack: Stack) -> Stack:
    return stack[-1:]


def find_round_end(scene: Scene) -> RoundEnded | None:
    """Return the newest event if it ended a round but not the match, otherwise ``None``."""
    last = scene.events[-1] if scene.events and scene.outcome is None else None
    return last if isinstance(last, RoundEnded) else None
