"""The estimate of ``expert``, with weights learned from matches between computers.

A seat's certain points are counted. Points that it may still get are a weighted sum of features. The weights
are in ``insight.json``, by number of seats, by remaining rounds, and by how many dice the seat has yet to
take in this round. A further row of weights is for the stage after a round is scored. ``tools.fit_australis``
finds the weights.

Features of a single seat are cached, because they don't change until the seat gains or loses something.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from math import sqrt
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple

from games.australis.parts import (
    CARD_KINDS,
    CARD_SECTIONS,
    COMPETITION_COLOURS,
    DICE_PER_SEAT,
    FOOD_SLOTS,
    FOOD_SPACES,
    GREY_CUBE_SPACE,
    ROUND_COUNT,
    SCHOOL_FISH,
    TOKEN_POINTS,
    Card,
    Colour,
    Die,
)
from games.australis.player.estimate import (
    STRENGTH_PER_POINT,
    FinishedTurn,
    estimate_reefs,
    estimate_school,
    estimate_tiles,
)
from games.australis.score import score_school
from games.australis.state import State
from games.australis.view import OVER_STAGE, TILE_STAGE, list_turtle_order
from games.core.odds import estimate_win_chance

WEIGHTS_FILE: Final = Path(__file__).with_name("insight.json")
SCHOOL_PACES: Final[tuple[tuple[float, float], ...]] = ((2.5, 2.0), (3.5, 3.0), (4.5, 4.0))
"""Spaces and fish per round at a slow, a usual and a fast pace."""
USUAL_PACE: Final = SCHOOL_PACES[1]
GREY_CUBE_PROBABILITY: Final = 0.7
HIGH_SPACE: Final = 14
"""Space from which on progress of the turtle is counted by a feature of its own."""
MANY_FISH: Final = 15
"""Number of fish from which on further fish are counted by a feature of their own."""
MANY_CORALS: Final = 10
"""Number of placed corals from which on further corals are counted by a feature of their own."""
MAX_LEAD: Final = 2
"""Lead in corals on a reef beyond which a larger lead makes no difference."""
OWN_FEATURE_COUNT: Final = 36
"""Number of features that depend only on the seat itself."""
FIRST_TURN_FEATURE: Final = 55
"""Index of the first feature that changes from turn to turn (:meth:`TurnEndPosition.list_turn_features`)."""
FEATURE_COUNT: Final = 60
"""Number of features. A row of weights has one for each, followed by a constant."""


class LearnedWeights(NamedTuple):
    """Weights for matches with a certain number of seats."""

    rows_before_scoring: list[list[float]]
    """Rows of weights by remaining rounds, then by number of dice that the seat has yet to take."""
    rows_after_scoring: list[list[float]]
    """Rows of weights by remaining rounds, for the stage after a round is scored."""
    likely_lead_at_end: float
    """Lead, in points, with which a seat is 73% likely to beat one opponent at the end of a match."""
    likely_lead_growth: float
    """Amount by which the likely lead grows with the square root of the rounds left."""

    def get_stage_weights(self, rounds_left: int, dice_left: int, is_scored: bool) -> list[float]:
        """Return the weights for a stage of a match.

        :param dice_left: number of dice that the seat has yet to take in the round.
        :param is_scored: whether the round has already been scored.
        """
        return (
            self.rows_after_scoring[rounds_left]
            if is_scored
            else self.rows_before_scoring[rounds_left * (DICE_PER_SEAT + 1) + dice_left]
        )


def load_weights() -> dict[int, LearnedWeights]:
    """Load the weights for each number of seats."""
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return {int(seats): LearnedWeights(**one) for seats, one in weights.items()}


LEARNED_WEIGHTS_BY_SEAT_COUNT: Final = load_weights()


class Progress(NamedTuple):
    """A seat's progress in a match."""

    seat_count: int
    remaining_rounds: int
    """Number of rounds after this one."""
    remaining_dice: int
    """Number of dice that the seat has yet to take in this round."""
    is_scored: bool
    """Whether this round has been scored."""

    @property
    def remaining_scorings(self) -> int:
        """Number of scorings that are still to come."""
        return self.remaining_rounds if self.is_scored else self.remaining_rounds + 1

    @property
    def fractional_rounds(self) -> float:
        """Number of rounds left. Each die still to be taken is a fraction of a round."""
        return self.remaining_rounds + (0 if self.is_scored else self.remaining_dice) / DICE_PER_SEAT


_make_progress = cache(Progress)


def list_own_features(
    progress: Progress,
    space: int,
    cubes: int,
    fish: int,
    cards: tuple[Card, ...],
    end: int,
    has_grey_cubes: bool,
) -> list[float]:
    """Return the features of a seat that don't depend on other seats."""
    food = [there for there in FOOD_SPACES if there > space]
    before = has_grey_cubes and space < GREY_CUBE_SPACE
    schools = [
        _estimate_school(progress, space, cubes, fish, end, has_grey_cubes, *pace) / 10
        for pace in SCHOOL_PACES
    ]
    places = [0] * DICE_PER_SEAT
    for card in cards:
        place = CARD_SECTIONS[card]
        if place is not None:
            places[place] += 1
    return [
        space / 10,
        max(space - HIGH_SPACE, 0) / 5,
        max(space + USUAL_PACE[0] * progress.fractional_rounds - end, 0) / 5,
        len(food),
        (food[0] - space) / 5 if food else 0,
        before,
        min(GREY_CUBE_SPACE - space, 4) / 4 if before else 0,
        cubes,
        fish / 10,
        max(fish - MANY_FISH, 0) / 10,
        max(fish - SCHOOL_FISH[-1], 0) / 10,
        *schools,
        score_school(cubes, fish) * progress.remaining_scorings / 10,
        cubes * fish / 20,
        *[kind in cards for kind in range(len(CARD_KINDS))],
        *[count * count for count in places],
        space >= end,
    ]


def _estimate_school(
    progress: Progress,
    space: int,
    cubes: int,
    fish: int,
    end: int,
    has_grey_cubes: bool,
    pace: float,
    catch: float,
) -> float:
    """Return the expected points for a school in all remaining scorings.

    :param pace: spaces that the turtle swims per round.
    :param catch: fish that the seat catches per round.
    """
    total = 0.0
    first = 1.0 if progress.is_scored else progress.remaining_dice / DICE_PER_SEAT
    for later in range(progress.remaining_scorings):
        rounds = later + first
        reached = min(space + pace * rounds, end)
        fed = min(cubes + sum([space < there <= reached for there in FOOD_SPACES]), FOOD_SLOTS)
        tenths = int(10 * (fish + catch * rounds))
        points = estimate_school(fed, tenths) if rounds else score_school(cubes, fish)
        if has_grey_cubes and space < GREY_CUBE_SPACE <= reached and fed < FOOD_SLOTS:
            points += GREY_CUBE_PROBABILITY * (estimate_school(fed + 1, tenths) - points)
        total += points
    return total


def list_reef_features(
    corals: tuple[tuple[int, ...], ...], turtle_order: tuple[int, ...], seat: int
) -> tuple[list[float], list[float]]:
    """Return two lists of features that depend on corals and turtles.

    The features in the second list still have to be multiplied by the share of the round that is over.
    """
    now, likely = estimate_reefs(corals, turtle_order)[seat]
    placed = sum(corals[seat])
    features = [now / 5, likely / 5, placed / 5, max(placed - MANY_CORALS, 0) / 5]
    features.append(turtle_order.index(seat) / len(turtle_order))
    for index, own in enumerate(corals[seat]):
        most = max([laid[index] for other, laid in enumerate(corals) if other != seat])
        features += (max(-MAX_LEAD, min(own - most, MAX_LEAD)) / MAX_LEAD, own > 0)
    return features, [now / 5, likely / 5]


@lru_cache(maxsize=1 << 16)
def _predict_own_points(
    progress: Progress,
    space: int,
    cubes: int,
    fish: int,
    cards: tuple[Card, ...],
    end: int,
    has_grey_cubes: bool,
) -> float:
    """Return the expected points from a seat's own features, including its turtle's certain points."""
    weights = LEARNED_WEIGHTS_BY_SEAT_COUNT[progress.seat_count].get_stage_weights(
        progress.remaining_rounds, progress.remaining_dice, progress.is_scored
    )
    features = list_own_features(progress, space, cubes, fish, cards, end, has_grey_cubes)
    return weights[-1] + space * progress.remaining_scorings + float(sum(map(mul, features, weights)))


@lru_cache(maxsize=1 << 12)
def _rate_dice_strength(dice: tuple[Die, ...]) -> float:
    """Return the strength of dice in the competition, without cards."""
    powers: list[float] = [
        STRENGTH_PER_POINT ** (die.colour - Colour.BLUE) for die in dice if die.colour in COMPETITION_COLOURS
    ]
    return sum(powers, 0.0) / 3


@lru_cache(maxsize=1 << 15)
def _predict_reef_points(
    progress: Progress, corals: tuple[tuple[int, ...], ...], turtle_order: tuple[int, ...], seat: int
) -> tuple[float, float]:
    """Return the expected points from a seat's corals, and how they change over a whole round."""
    weights = LEARNED_WEIGHTS_BY_SEAT_COUNT[progress.seat_count].get_stage_weights(
        progress.remaining_rounds, progress.remaining_dice, progress.is_scored
    )[OWN_FEATURE_COUNT:]
    features, by_elapsed_share = list_reef_features(corals, turtle_order, seat)
    return sum(map(mul, features, weights)), sum(map(mul, by_elapsed_share, weights[len(features) :]))


class TurnEndPosition:
    """The position after the current turn, with values that the features of all seats depend on."""

    __slots__ = (
        "corals",
        "elapsed_share",
        "has_grey_cubes",
        "progress_by_seat",
        "seats",
        "tiles",
        "turtle_order",
    )

    def __init__(self, state: State) -> None:
        boards = state.boards
        count, scored, rounds = len(boards), state.stage == TILE_STAGE, ROUND_COUNT - state.round
        self.seats = [FinishedTurn(board) for board in boards]
        if not scored:
            self.seats[state.seat].finish_turn(state)
        self.turtle_order = list_turtle_order([one.space for one in self.seats], state.arrived)
        self.corals = tuple([one.corals for one in self.seats])
        self.tiles = estimate_tiles(state)
        self.elapsed_share = state.dice_taken_count / (DICE_PER_SEAT * count)
        self.has_grey_cubes = state.grey_track > 0
        self.progress_by_seat = [
            _make_progress(count, rounds, 0 if scored else DICE_PER_SEAT - len(board.dice), scored)
            for board in boards
        ]

    def count_certain_points(self, state: State, seat: int) -> float:
        """Return the points that a seat is certain to have at the end, including those counted only then."""
        board = state.boards[seat]
        token = TOKEN_POINTS if state.token == seat and state.round == ROUND_COUNT else 0
        one = self.seats[seat]
        return one.points + sum(one.corals) + sum(board.gold) + sum(board.silver) + token

    def list_turn_features(self, state: State, seat: int) -> tuple[float, ...]:
        """Return the features that change from turn to turn: cards to choose, competition, token."""
        going = state.stage != TILE_STAGE
        return (
            self.seats[seat].choices,
            self.tiles[seat] / 5,
            _rate_dice_strength(state.boards[seat].dice) if going else 0,
            state.token == seat and state.round < ROUND_COUNT,
            going and state.token is None,
        )


def list_features(state: State) -> list[tuple[float, list[float]]]:
    """Return each seat's certain points and its features, in the order of the weights."""
    position, features = TurnEndPosition(state), []
    for seat, (one, progress) in enumerate(zip(position.seats, position.progress_by_seat, strict=True)):
        on_reefs, by_elapsed_share = list_reef_features(position.corals, position.turtle_order, seat)
        own = list_own_features(
            progress, one.space, one.cubes, one.fish, one.cards, state.track_end, position.has_grey_cubes
        )
        late = [position.elapsed_share * feature for feature in by_elapsed_share]
        sure = position.count_certain_points(state, seat) + one.space * progress.remaining_scorings
        features.append((sure, [*own, *on_reefs, *late, *position.list_turn_features(state, seat)]))
    return features


def predict_points(state: State) -> list[float]:
    """Return the expected final points of each seat."""
    if state.stage == OVER_STAGE:
        return [float(sum(board.ledger)) for board in state.boards]
    position, total = TurnEndPosition(state), []
    end, has_grey_cubes, elapsed_share = state.track_end, position.has_grey_cubes, position.elapsed_share
    for seat, (one, progress) in enumerate(zip(position.seats, position.progress_by_seat, strict=True)):
        weights = LEARNED_WEIGHTS_BY_SEAT_COUNT[progress.seat_count].get_stage_weights(
            progress.remaining_rounds, progress.remaining_dice, progress.is_scored
        )
        now, once_over = _predict_reef_points(progress, position.corals, position.turtle_order, seat)
        total.append(
            position.count_certain_points(state, seat)
            + _predict_own_points(progress, one.space, one.cubes, one.fish, one.cards, end, has_grey_cubes)
            + now
            + once_over * elapsed_share
            + sum(map(mul, position.list_turn_features(state, seat), weights[FIRST_TURN_FEATURE:]))
        )
    return total


def estimate(state: State, seat: int) -> float:
    """Return the estimated chance that ``seat`` wins."""
    seats = len(state.boards)
    left = ROUND_COUNT + 1 - state.round - state.dice_taken_count / (DICE_PER_SEAT * seats)
    learned = LEARNED_WEIGHTS_BY_SEAT_COUNT[seats]
    return estimate_win_chance(
        predict_points(state), seat, learned.likely_lead_at_end + learned.likely_lead_growth * sqrt(left)
    )
