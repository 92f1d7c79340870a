"""Describes a position in words, either briefly as the picture's alt text or completely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.coral_reef.closing import find_round_end
from games.coral_reef.events import CoralsPlayed, Event, Scene
from games.coral_reef.parts import MAX_REFORMS
from games.coral_reef.texts.narration import describe_status, narrate_event
from games.coral_reef.texts.nouns import format_corals, name_rank, name_ranks, sort_hand
from games.coral_reef.view import View, find_target
from games.core.texts import MAX_ALT_TEXT_LENGTH
from games.core.words import Words, join_sentences_that_fit

MAX_DESCRIBED_EVENTS: Final = 8
"""Maximum number of events in the alt text."""


def describe_picture(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, in whole sentences."""
    return join_sentences_that_fit(_list_sentences(view, scene), MAX_ALT_TEXT_LENGTH)


def _list_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield describe_status(view, scene)
    own = list(_describe_own_hand(view, w))
    if own:
        # The player's choices come early, because the end of the text may be cut off.
        yield from own
        yield _describe_targets(view, w)
        yield from _describe_next_turn(view, scene)
    events = scene.events if find_round_end(scene) is None else scene.events[:-1]
    yield from filter(None, (narrate_event(event, scene) for event in _list_newest_events(events)))
    for seat in range(view.seat_count):
        yield _describe_seat(view, scene, seat)
    if not own:
        yield _describe_targets(view, w)
        yield from _describe_next_turn(view, scene)
    yield _describe_deck(view, w)
    for number, stack in enumerate(view.stacks, 1):
        yield _describe_stack(number, stack, w)


def _list_newest_events(events: Sequence[Event]) -> Sequence[Event]:
    """Return the newest :data:`MAX_DESCRIBED_EVENTS` events, among them the last play."""
    newest = events[-MAX_DESCRIBED_EVENTS:]
    played = [event for event in events[:-MAX_DESCRIBED_EVENTS] if isinstance(event, CoralsPlayed)]
    if not played or any(isinstance(event, CoralsPlayed) for event in newest):
        return newest
    return (played[-1], *newest[1:])


def _describe_targets(view: View, w: Words) -> str:
    """Name the target of each stack, which implies the rank on top."""
    needs = ", ".join(
        w("stack {stack} needs {target}", stack=number, target=find_target(stack))
        for number, stack in enumerate(view.stacks, 1)
    )
    return w("To play on: {stacks}.", stacks=needs)


def _describe_next_turn(view: View, scene: Scene) -> Iterator[str]:
    """Yield a sentence about whose turn is next, if there are more than two seats."""
    if view.active_seat is not None and view.seat_count > 2 and scene.outcome is None:
        yield scene.w("{name} is next.", name=scene.names[(view.active_seat + 1) % view.seat_count])


def _describe_seat(view: View, scene: Scene, seat: int) -> str:
    w = scene.w
    if view.hands and view.hands[seat]:
        return w(
            "{name}: {rounds}, held {cards}.",
            name=scene.names[seat],
            rounds=w.plural("{n} round won", "{n} rounds won", view.wins[seat]),
            cards=", ".join(name_rank(card) for card in sort_hand(view.hands[seat])),
        )
    return w(
        "{name}: {cards}, {rounds}.",
        name=scene.names[seat],
        cards=w.plural("{n} card", "{n} cards", view.hand_sizes[seat]),
        rounds=w.plural("{n} round won", "{n} rounds won", view.wins[seat]),
    )


def _describe_own_hand(view: View, w: Words) -> Iterator[str]:
    if view.viewer is None or not view.hand:
        return
    yield w("Your hand: {cards}.", cards=name_ranks(sort_hand(view.hand)))
    if view.active_seat is None:
        return
    if view.playable:
        yield w("You can play: {ranks}.", ranks=format_corals(view.playable, view.variant, w))
    else:
        yield w("You can't play any of your cards now.")


def _describe_deck(view: View, w: Words) -> str:
    return w(
        "Round {number}. {goal}. Deck: {deck} cards, reshuffled {time} of {most} times.",
        number=view.number,
        goal=w.plural("Goal: {n} round", "Goal: {n} rounds", view.rounds_to_win),
        deck=view.deck,
        time=view.reform_count,
        most=MAX_REFORMS,
    )


def _describe_stack(number: int, stack: tuple[int, ...], w: Words) -> str:
    return w.plural(
        "Stack {stack}, {n} card, lowest first: {cards}.",
        "Stack {stack}, {n} cards, lowest first: {cards}.",
        len(stack),
        stack=number,
        cards=name_ranks(stack),
    )


def describe_position(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [describe_status(view, scene), _describe_deck(view, w), ""]
    lines += [_describe_seat(view, scene, seat) for seat in range(view.seat_count)]
    own = list(_describe_own_hand(view, w))
    if own:
        lines += ["", *own]
    lines.append("")
    for number, stack in enumerate(view.stacks, 1):
        lines.append(
            w(
                "Stack {stack}: {top} on top, needs {target}.",
                stack=number,
                top=name_rank(stack[-1]),
                target=find_target(stack),
            )
        )
    # A stack with a single card needs no list of its cards.
    grown = [_describe_stack(number, one, w) for number, one in enumerate(view.stacks, 1) if len(one) > 1]
    return "\n".join([*lines, "", *grown] if grown else lines)
