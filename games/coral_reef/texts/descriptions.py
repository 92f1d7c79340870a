"""The picture in words, as alt text and in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.coral_reef.closing import round_over
from games.coral_reef.events import Event, Played, Scene
from games.coral_reef.parts import REFORMS
from games.coral_reef.texts.narration import status, tell
from games.coral_reef.texts.nouns import card_name, hand_row, in_a_row, listed
from games.coral_reef.view import View, target
from games.core.fitting import fitted
from games.core.words import Words

ALT: Final = 1024
PAIR: Final = 2
TOLD: Final = 8
"""Maximum number of events in the alt text."""


def alt(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, cut at the end of a sentence."""
    return fitted(_alt_sentences(view, scene), ALT)


def _alt_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield status(view, scene)
    own = list(_own(view, w))
    if own:
        # Never cut the information that a player chooses from.
        yield from own
        yield _tops(view, w)
        yield from _next(view, scene)
    told = scene.events if round_over(scene) is None else scene.events[:-1]
    yield from filter(None, (tell(event, scene) for event in _newest(told)))
    for seat in range(view.seats):
        yield _seat(view, scene, seat)
    if not own:
        yield _tops(view, w)
        yield from _next(view, scene)
    yield _deck(view, w)
    for number, stack in enumerate(view.stacks, 1):
        yield _stack(number, stack, w)


def _newest(events: Sequence[Event]) -> Sequence[Event]:
    """Return the newest events, including the last play even if many lost their turns after it."""
    newest = events[-TOLD:]
    played = [event for event in events[:-TOLD] if isinstance(event, Played)]
    if not played or any(isinstance(event, Played) for event in newest):
        return newest
    return (played[-1], *newest[1:])


def _tops(view: View, w: Words) -> str:
    """Name the target of each stack; the top card follows from it."""
    needs = ", ".join(
        w("stack {stack} needs {target}", stack=number, target=target(stack))
        for number, stack in enumerate(view.stacks, 1)
    )
    return w("To play on: {stacks}.", stacks=needs)


def _next(view: View, scene: Scene) -> Iterator[str]:
    """Name the next seat, if there are more than two."""
    if view.turn is not None and view.seats > PAIR and scene.outcome is None:
        yield scene.w("{name} is next.", name=scene.names[(view.turn + 1) % view.seats])


def _seat(view: View, scene: Scene, seat: int) -> str:
    w = scene.w
    if view.hands and view.hands[seat]:
        return w(
            "{name}: {rounds}, held {cards}.",
            name=scene.names[seat],
            rounds=w.plural("{n} round won", "{n} rounds won", view.wins[seat]),
            cards=", ".join(card_name(card) for card in hand_row(view.hands[seat])),
        )
    return w(
        "{name}: {cards}, {rounds}.",
        name=scene.names[seat],
        cards=w.plural("{n} card", "{n} cards", view.hand_sizes[seat]),
        rounds=w.plural("{n} round won", "{n} rounds won", view.wins[seat]),
    )


def _own(view: View, w: Words) -> Iterator[str]:
    if view.viewer is None or not view.hand:
        return
    yield w("Your hand: {cards}.", cards=in_a_row(hand_row(view.hand)))
    if view.turn is None:
        return
    if view.playable:
        yield w("You can play: {ranks}.", ranks=listed(view.playable, view.corals, w))
    else:
        yield w("You can't play any of your cards now.")


def _deck(view: View, w: Words) -> str:
    return w(
        "Round {number}. {goal}. Deck: {deck} cards, reshuffled {time} of {most} times.",
        number=view.number,
        goal=w.plural("Goal: {n} round", "Goal: {n} rounds", view.rounds_to_win),
        deck=view.deck,
        time=view.reforms,
        most=REFORMS,
    )


def _stack(number: int, stack: tuple[int, ...], w: Words) -> str:
    return w.plural(
        "Stack {stack}, {n} card, lowest first: {cards}.",
        "Stack {stack}, {n} cards, lowest first: {cards}.",
        len(stack),
        stack=number,
        cards=in_a_row(stack),
    )


def describe(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [status(view, scene), _deck(view, w), ""]
    lines += [_seat(view, scene, seat) for seat in range(view.seats)]
    own = list(_own(view, w))
    if own:
        lines += ["", *own]
    lines.append("")
    for number, stack in enumerate(view.stacks, 1):
        lines.append(
            w(
                "Stack {stack}: {top} on top, needs {target}.",
                stack=number,
                top=card_name(stack[-1]),
                target=target(stack),
            )
        )
    lines.append("")
    lines += [_stack(number, stack, w) for number, stack in enumerate(view.stacks, 1)]
    return "\n".join(lines)
