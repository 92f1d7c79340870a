"""Players' aims in Das Riff, such as a brood. Reviews use them to explain moves."""

from __future__ import annotations

from typing import Final

from games.core.aims import GenericAim
from games.core.words import N_, Msg
from games.das_riff.coral import find_first_empty_coral
from games.das_riff.events import CardTaken, Event, FishBred
from games.das_riff.nearness import NO_BROOD_POSSIBLE, measure_brood_nearness
from games.das_riff.parts import BROODS_TO_WIN, COLUMN_COUNT, CORAL_CARD
from games.das_riff.state import State

MAX_BROOD_ACTIONS: Final = 20
"""Upper bound on the number of actions that a brood takes, including boats, a shark and a coral."""


def _count_broods(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(sum(isinstance(event, FishBred) and event.seat == seat for event in events))


def _count_wins(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return 1 if a seat completed the brood that wins the match (DR-6.1), otherwise 0."""
    won = sum(coral.brood is not None for coral in after.reefs[seat].corals) == BROODS_TO_WIN
    return float(won and _count_broods(before, after, events, seat) > 0)


def _rate_brood_nearness(state: State, seat: int) -> float:
    """Return how near a seat is to a brood: at most 0, and lower for each missing worm and action.

    A missing worm counts more than all actions, so that simulated seats keep the colours that they need.
    """
    missing, actions = measure_brood_nearness(state, seat)
    return -float(MAX_BROOD_ACTIONS * missing + actions)


def _rate_nearness_unless_flipped(state: State, seat: int) -> float:
    """Return how near a seat is to a brood, or the lowest value if it has just turned a card up.

    Simulated seats know every face-down card. The lowest value keeps them from turning up exactly the card
    they need.
    """
    is_flipped = state.turn.seat == seat and state.turn.flipped is not None
    return (
        -2.0 * MAX_BROOD_ACTIONS * NO_BROOD_POSSIBLE[0] if is_flipped else _rate_brood_nearness(state, seat)
    )


def _count_missing_boats(state: State, seat: int) -> int:
    """Return how many boats a seat needs to reach a coral, or more than it can buy if none is face up."""
    columns = [cell % COLUMN_COUNT for cell, card in enumerate(state.river.tableau) if card == CORAL_CARD]
    return max(min(columns, default=2 * COLUMN_COUNT) + 1 - state.reefs[seat].boats, 0)


def _rate_coral_nearness(state: State, seat: int) -> float:
    """Return how near a coral is: 0 if one is in reach, and 1 less for each boat that it needs."""
    return -float(_count_missing_boats(state, seat))


def _rate_fish_nearness(state: State, seat: int) -> float:
    """Return how near a fish is: 1 if the seat has an empty coral, otherwise the nearness of a coral."""
    if find_first_empty_coral(state.reefs[seat].corals) is not None:
        return 1.0
    return _rate_coral_nearness(state, seat)


def _count_fish(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return how many fish a seat took."""
    return float(
        sum(
            isinstance(event, CardTaken) and event.seat == seat and event.coral is not None
            for event in events
        )
    )


def _count_corals(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(
        sum(
            isinstance(event, CardTaken) and event.seat == seat and event.card == CORAL_CARD
            for event in events
        )
    )


WINS_MESSAGE: Final = Msg(N_("After the better move, {name} is more likely to win in the same turn."))
BROODS_MESSAGE: Final = Msg(
    N_("After the better move, {name} is more likely to complete a brood in the same turn.")
)

AIMS: Final[tuple[GenericAim[State, Event], ...]] = (
    GenericAim(
        "win",
        measure_progress=_count_wins,
        estimate_progress=_rate_nearness_unless_flipped,
        win_chance_weight=0.3,
        is_event=True,
        winning_text=WINS_MESSAGE,
        denying_text=WINS_MESSAGE,
        watched_turns=1,
        certain_text=Msg(
            N_("After the better move, {name} can complete the last brood and win in the same turn.")
        ),
    ),
    GenericAim(
        "brood",
        measure_progress=_count_broods,
        estimate_progress=_rate_brood_nearness,
        win_chance_weight=0.2,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to complete a brood within 2 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to complete a brood next turn.")),
    ),
    GenericAim(
        "soon",
        measure_progress=_count_broods,
        estimate_progress=_rate_brood_nearness,
        win_chance_weight=0.15,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to complete a brood within 3 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to complete a brood in 2 turns.")),
        watched_turns=3,
    ),
    GenericAim(
        "fish",
        measure_progress=_count_fish,
        estimate_progress=_rate_fish_nearness,
        win_chance_weight=0.06,
        is_event=True,
        winning_text=Msg(N_("After the better move, {name} is more likely to get a fish within 2 turns.")),
        denying_text=Msg(N_("After the better move, {name} is less likely to get a fish next turn.")),
    ),
    GenericAim(
        "coral",
        measure_progress=_count_corals,
        estimate_progress=_rate_coral_nearness,
        win_chance_weight=0.05,
        is_event=True,
        winning_text=Msg(N_("After the better move, {name} is more likely to get a coral within 2 turns.")),
        denying_text=Msg(N_("After the better move, {name} is less likely to get a coral next turn.")),
    ),
    GenericAim(
        "fish_soon",
        measure_progress=_count_fish,
        estimate_progress=_rate_fish_nearness,
        win_chance_weight=0.04,
        is_event=True,
        winning_text=Msg(N_("After the better move, {name} is more likely to get a fish within 3 turns.")),
        denying_text=Msg(N_("After the better move, {name} is less likely to get a fish in 2 turns.")),
        watched_turns=3,
    ),
    GenericAim(
        "far",
        measure_progress=_count_broods,
        estimate_progress=_rate_brood_nearness,
        win_chance_weight=0.1,
        is_event=True,
        winning_text=Msg(
            N_("After the better move, {name} is more likely to complete a brood within 5 turns.")
        ),
        denying_text=Msg(N_("After the better move, {name} is less likely to complete a brood in 4 turns.")),
        watched_turns=5,
    ),
    GenericAim(
        "now",
        measure_progress=_count_broods,
        estimate_progress=_rate_nearness_unless_flipped,
        win_chance_weight=0.12,
        is_event=True,
        winning_text=BROODS_MESSAGE,
        denying_text=BROODS_MESSAGE,
        watched_turns=1,
        is_possibility=True,
        certain_text=Msg(N_("After the better move, {name} can complete a brood in the same turn.")),
    ),
    GenericAim(
        "race",
        measure_progress=_count_broods,
        estimate_progress=_rate_nearness_unless_flipped,
        win_chance_weight=0.12,
        is_event=True,
        winning_text=Msg(N_("If both go for broods, {name} is more likely to complete one within 2 turns.")),
        denying_text=Msg(N_("If both go for broods, {name} is less likely to complete one next turn.")),
        is_possibility=True,
    ),
)
"""The game's aims. Boats aren't aims, because players buy boats only to reach something else."""
