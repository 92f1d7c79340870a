"""What happened of late in at most three lines: plays, draws, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from games.coral_reef.events import (
    Drew,
    Event,
    Passed,
    Played,
    Reformed,
    RoundBegan,
    RoundEnded,
    Scene,
    Seeded,
)
from games.coral_reef.parts import letters_of
from games.coral_reef.texts.narration import tell
from games.coral_reef.texts.nouns import card_name, listed, variant

LINES: Final = 3
FEW: Final = 2
"""Of so few cards it is told how many are left."""


def recap(events: Sequence[Event], scene: Scene) -> list[str]:
    """Sum up some steps. Plays of several seats stand in one line where there would be too many."""
    end = max((n for n, event in enumerate(events) if isinstance(event, RoundEnded)), default=None)
    if end is None:
        return _fitted(list(_deeds(events, scene)), LINES)
    ended = events[end]
    assert isinstance(ended, RoundEnded)
    lines = list(_round(ended, scene))
    after = list(_deeds([event for event in events[end:] if not isinstance(event, RoundBegan)], scene))
    if after:
        return [*lines, *_fitted(after, LINES - len(lines))]
    return [*list(_deeds(events[:end], scene))[-1:], *lines]


def _fitted(told: list[str], room: int) -> list[str]:
    """Return so many lines at most; where there would be more, the newest sentences share the last one."""
    if len(told) <= room:
        return told
    return (
        [" ".join(told[-LINES:])]
        if room == 1
        else [" ".join(told[-2 * LINES : -LINES]), *told[-LINES:]][-room:]
    )


def _deeds(events: Sequence[Event], scene: Scene) -> Iterator[str]:
    """Tell a play, a seed or a run of draws each in a sentence."""
    for kind, group in groupby(events, type):
        same = list(group)
        if kind is Drew:
            yield from _drawn([event for event in same if isinstance(event, Drew)], scene)
            continue
        for event in same:
            if isinstance(event, Played | Seeded):
                yield _played(event, scene)
            elif isinstance(event, Passed | Reformed | RoundBegan):
                yield tell(event, scene)


def _played(event: Played | Seeded, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, Seeded):
        text = w("{name} seeds a nine: stack {stack}.", name=name, stack=event.stack + 1)
    else:
        corals = listed(letters_of(event.cards), variant(event.cards[0]), w)
        top, stack = card_name(event.cards[-1]), event.stack + 1
        text = (
            w("{name} plays {corals} on stack {stack}.", name=name, corals=corals, stack=stack)
            if len(event.cards) == 1
            else w(
                "{name} plays {corals} on stack {stack}, {top} on top.",
                name=name,
                corals=corals,
                stack=stack,
                top=top,
            )
        )
    if 0 < event.left <= FEW:
        left = w.plural("**{n} card left!**", "**{n} cards left!**", event.left)
        return f"{text} {left}"
    return text


def _drawn(events: Sequence[Drew], scene: Scene) -> Iterator[str]:
    """Tell a run of draws in one sentence, and in another who can play at last."""
    w = scene.w
    stuck = list(dict.fromkeys(scene.names[event.seat] for event in events if not event.helps))
    if len(stuck) > 1:
        yield w("{names} can't play and draw.", names=w.listed(stuck))
    elif stuck:
        n = sum(not event.helps for event in events)
        yield w.plural(
            "{name} can't play and draws a card.", "{name} can't play and draws {n} cards.", n, name=stuck[0]
        )
    for event in events:
        if event.helps:
            yield tell(event, scene)


def _round(event: RoundEnded, scene: Scene) -> Iterator[str]:
    """Tell who won a round, what the others had left, and how many rounds everybody has."""
    w = scene.w
    yield f"**{tell(event, scene)}**"
    if scene.outcome is not None:
        return
    left = [
        w.plural("{name} {n} card", "{name} {n} cards", n, name=name)
        for name, n in zip(scene.names, event.left, strict=True)
        if n
    ]
    wins = [f"{name} {n}" for name, n in zip(scene.names, event.wins, strict=True)]
    yield w(
        "Round {number}: {left} left. Rounds won: {wins}.",
        number=event.number,
        left=", ".join(left),
        wins=", ".join(wins),
    )
