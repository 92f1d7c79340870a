"""Finds the memorable moments of a match of Coral Reef."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.coral_reef.events import CardDrawn, Event, Played, RoundEnded, Scene
from games.coral_reef.parts import format_letters
from games.coral_reef.texts.nouns import find_variant, format_corals, name_rank, sort_hand
from games.coral_reef.view import View
from games.core.texts import MemorableMoment

MIN_MEMORABLE_CARDS: Final = 3
"""Minimum number of cards that make a series of draws or a remaining hand memorable."""


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Say how many rounds a seat has won and which cards it has left.

    If seats are tied on rounds, also say how many cards are left, because fewer cards break the tie (CR-3.3).
    """
    w = scene.w
    rounds = w.plural("{n} round", "{n} rounds", view.wins[seat])
    held = view.hands[seat] if view.hands else ()
    if view.hands and view.wins.count(view.wins[seat]) > 1:
        rounds = " · ".join((rounds, w.plural("{n} card", "{n} cards", len(held))))
    if not held:
        return rounds
    cards = ", ".join(name_rank(card) for card in sort_hand(held))
    return w("{rounds}, held {cards}", rounds=rounds, cards=cards)


def find_moments(history: Sequence[Sequence[Event]], scene: Scene) -> list[MemorableMoment]:
    """Return the play with the most corals and, if there is one, a long series of draws or a hand left at the
    end of a round.
    """
    played = [(ply, e) for ply, events in enumerate(history) for e in events if isinstance(e, Played)]
    found = []
    if played:
        ply, best = max(played, key=lambda told: len(told[1].cards))
        w, cards = scene.w, best.cards
        text = w.plural(
            "{name} placed {n} coral: {corals}.",
            "{name} placed {n} corals at once: {corals}.",
            len(cards),
            name=scene.names[best.seat],
            corals=format_corals(format_letters(cards), find_variant(cards[0]), w),
        )
        found.append(MemorableMoment(ply, text))
    others = [*_find_long_draw(history, scene), *_find_large_hand(history, scene)]
    return [*found, *others[:1]]


def _find_long_draw(history: Sequence[Sequence[Event]], scene: Scene) -> Iterator[MemorableMoment]:
    runs = [
        (sum(isinstance(event, CardDrawn) for event in events), ply) for ply, events in enumerate(history)
    ]
    most, ply = max(runs, key=lambda run: run[0], default=(0, 0))
    if most >= MIN_MEMORABLE_CARDS:
        yield MemorableMoment(
            ply,
            scene.w.plural(
                "Nobody could play until {n} card was drawn.",
                "Nobody could play until {n} cards were drawn.",
                most,
            ),
        )


def _find_large_hand(history: Sequence[Sequence[Event]], scene: Scene) -> Iterator[MemorableMoment]:
    ended = [(ply, e) for ply, events in enumerate(history) for e in events if isinstance(e, RoundEnded)]
    if not ended:
        return
    ply, event = max(ended, key=lambda told: max(told[1].left))
    w, most = scene.w, max(event.left)
    if most >= MIN_MEMORABLE_CARDS:
        text = w.plural(
            "{name} was caught with {n} card when round {number} ended.",
            "{name} was caught with {n} cards when round {number} ended.",
            most,
            name=scene.names[event.left.index(most)],
            number=event.number,
        )
        yield MemorableMoment(ply, text)
        return
    ply, event = ended[-1]
    behind = [(n, seat) for seat, n in enumerate(event.left) if seat not in event.winners]
    if behind:
        n, seat = min(behind)
        text = w.plural(
            "{name} had just {n} card left when round {number} ended.",
            "{name} had just {n} cards left when round {number} ended.",
            n,
            name=scene.names[seat],
            number=event.number,
        )
        yield MemorableMoment(ply, text)
