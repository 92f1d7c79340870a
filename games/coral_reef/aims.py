"""Players' aims in Coral Reef, such as winning a round. Reviews use them to explain moves."""

from __future__ import annotations

from typing import Final

from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded
from games.coral_reef.state import State
from games.core.aims import GenericAim
from games.core.words import N_, Msg


def _count_won_rounds(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(sum(isinstance(event, RoundEnded) and seat in event.winners for event in events))


def _count_corals(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return how many corals a seat placed."""
    placed = 0
    for event in events:
        if isinstance(event, CoralsPlayed | NineSeeded) and event.seat == seat:
            placed += len(event.cards) if isinstance(event, CoralsPlayed) else 1
    return float(placed)


def _count_draws(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(sum(isinstance(event, CardDrawn) and event.seat == seat for event in events))


PLACES_NOW_MESSAGE: Final = Msg(N_("It lets {name} play more cards right away: {better}, not {played}."))

AIMS: Final[tuple[GenericAim[State, Event], ...]] = (
    GenericAim(
        "round",
        measure_progress=_count_won_rounds,
        win_chance_weight=0.3,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to empty the hand within 2 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to empty the hand next turn.")),
    ),
    GenericAim(
        "soon",
        measure_progress=_count_won_rounds,
        win_chance_weight=0.25,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to empty the hand within 3 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to empty the hand in 2 turns.")),
        watched_turns=3,
    ),
    GenericAim(
        "later",
        measure_progress=_count_won_rounds,
        win_chance_weight=0.2,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to empty the hand within 4 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to empty the hand in 3 turns.")),
        watched_turns=4,
    ),
    GenericAim(
        "far",
        measure_progress=_count_won_rounds,
        win_chance_weight=0.2,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to empty the hand within 6 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to empty the hand in 5 turns.")),
        watched_turns=6,
    ),
    GenericAim(
        "draw",
        measure_progress=_count_draws,
        win_chance_weight=0.1,
        is_event=True,
        winning_text=Msg(N_("After the better move, {name} is less likely to have to draw next turn.")),
        denying_text=Msg(N_("After the better move, {name} is more likely to have to draw next turn.")),
        is_unwanted=True,
    ),
    GenericAim(
        "corals",
        measure_progress=_count_corals,
        win_chance_weight=0.02,
        is_event=False,
        winning_text=Msg(
            N_("It lets {name} play more cards within 2 turns: on average {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("It leaves {name} fewer cards to play next turn: on average {better}, not {played}.")
        ),
    ),
    GenericAim(
        "corals_now",
        measure_progress=_count_corals,
        win_chance_weight=0.005,
        is_event=False,
        winning_text=PLACES_NOW_MESSAGE,
        denying_text=PLACES_NOW_MESSAGE,
        watched_turns=1,
    ),
)
