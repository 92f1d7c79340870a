"""Describes a seat's result, and finds the memorable moments of a match of Coral Reef."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, RoundEnded, Scene
from games.coral_reef.view import View
from games.core.texts import MemorableMoment

MIN_MEMORABLE_CARDS: Final = 3
"""Minimum number of cards that make a series of draws or a remaining hand memorable."""


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Return the number of rounds that a seat has won, as text. The picture shows the cards left.

    If seats are tied on rounds, add the number of cards left, because fewer cards break the tie (CR-3.3). In
    a match of one round, only the cards count.
    """
    w = scene.w
    rounds = w.plural("{n} round", "{n} rounds", view.wins[seat])
    if not view.hands:
        return rounds
    held = len(view.hands[seat])
    cards = w.plural("{n} card", "{n} cards", held) if held else w("no cards")
    if view.rounds_to_win == 1:
        return cards
    return f"{rounds} · {cards}" if view.wins.count(view.wins[seat]) > 1 else rounds


def find_moments(history: Sequence[Sequence[Event]], scene: Scene) -> list[MemorableMoment]:
    """Return up to two memorable moments of a match.

    The first is the play with the most corals. It isn't named if the player lost, because it may have been a
    mistake, or if another seat placed as many. The second is a long series of draws or, in a match of several
    rounds, a hand left at the end of a round.
    """
    played = [(ply, e) for ply, events in enumerate(history) for e in events if isinstance(e, CoralsPlayed)]
    found = []
    most = max((len(event.cards) for _, event in played), default=0)
    largest = [(ply, event) for ply, event in played if len(event.cards) == most]
    seats, outcome = {event.seat for _, event in largest}, scene.outcome
    if len(seats) == 1 and (outcome is None or not outcome.winners or seats <= set(outcome.winners)):
        ply, best = largest[-1]
        text = scene.w.plural(
            "{name} played {n} card.",
            "{name} played {n} cards at once.",
            len(best.cards),
            name=scene.names[best.seat],
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
    if len(ended) < 2:
        return
    ply, event = max(ended, key=lambda told: max(told[1].cards_left))
    w, most = scene.w, max(event.cards_left)
    if most >= MIN_MEMORABLE_CARDS:
        text = w.plural(
            "{name} was caught with {n} card.",
            "{name} was caught with {n} cards.",
            most,
            name=scene.names[event.cards_left.index(most)],
        )
        yield MemorableMoment(ply, text)
        return
    ply, event = ended[-1]
    behind = [(n, seat) for seat, n in enumerate(event.cards_left) if seat not in event.winners]
    if behind:
        n, seat = min(behind)
        text = w.plural(
            "{name} had just {n} card left.",
            "{name} had just {n} cards left.",
            n,
            name=scene.names[seat],
        )
        yield MemorableMoment(ply, text)
