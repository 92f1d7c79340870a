"""The estimate of ``expert``, learned from matches that it played against itself.

The estimate predicts how many more points each seat will score, from features of its hand, its reef, the open
cards and the turn order. The weights of the features depend on the number of turns left. ``python -m
tools.fit_reef`` plays the matches, fits the weights and writes them into :mod:`games.reef.player.learned`.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import sqrt
from operator import mul
from typing import Final

from games.core.odds import estimate_win_chance
from games.reef.parts import (
    CARDS,
    CELL_COUNT,
    COLOURS,
    MAX_HAND_SIZE,
    MAX_STACK_HEIGHT,
    OPEN_CARD_COUNT,
    REEF_SIDE,
    Card,
)
from games.reef.player.closeness import measure_closeness
from games.reef.player.estimate import predict_turns
from games.reef.player.learned import LEARNED_WEIGHTS_BY_SEAT_COUNT
from games.reef.sight import make_sight
from games.reef.stacks import STACK_HEIGHTS, TOP_COLOURS, Reef
from games.reef.state import State
from games.reef.view import OVER_STAGE, Hand, OpenCard

TURN_KNOTS: Final = (0.0, 1.0, 2.0, 3.5, 6.0, 10.0, 16.0)
"""Numbers of turns left for which weights were learned. Between them, weights are interpolated linearly."""
LIKELY_LEAD: Final = 1.8
LIKELY_LEAD_GROWTH: Final = 1.45
"""Lead, in points, with which a seat is 73% likely to beat one opponent.

It is ``LIKELY_LEAD`` at the end of a match. With ``n`` turns left, it is larger by ``LIKELY_LEAD_GROWTH``
times the square root of ``n``.
"""
NEAR_MATCH_WORTH: Final = 0.3
"""Value of a further match that needs more corals, relative to a complete match."""
_LARGE_COUNT_FACTOR: Final = 0.1
"""Factor for features that would be much larger than the others."""
_PATTERN_KIND_COUNT: Final = 11
Features = tuple[float, ...]
"""Values that are multiplied by the weights."""


def _find_pattern_kind(card: Card) -> int:
    """Return the kind of a card's pattern, as a number from 0 to 10."""
    first, spaces = card.pattern[0], len(card.pattern)
    if card.ring is not None:
        return 10
    if spaces == 1:
        return 0 if not first.height else 1 if first.colour is None else 2
    if spaces == 2:
        return 3 if not first.height else 8 if first.is_min_height else 7
    if spaces == REEF_SIDE:
        return 6
    return {1: 4, 2: 5, 3: 9}[len({element.row for element in card.pattern})]


def _list_pattern_colours(card: Card) -> set[int]:
    ring = () if card.ring is None else (card.ring,)
    return {*ring, *(element.colour for element in card.pattern if element.colour is not None)}


POINTS_BY_CARD: Final = {number: float(card.points) for number, card in CARDS.items()}
PATTERN_KIND_BY_CARD: Final = {number: _find_pattern_kind(card) for number, card in CARDS.items()}
_PATTERN_COLOURS_BY_CARD: Final = {number: _list_pattern_colours(card) for number, card in CARDS.items()}


class HelpfulCoralCounts(dict[tuple[int, int], float]):
    """Number of corals on the second card that have a colour of the first card's pattern, by pair of cards.

    Each pair is counted when it is first needed, because counting all pairs would slow the start.
    """

    def __missing__(self, pair: tuple[int, int]) -> float:
        asked, corals = _PATTERN_COLOURS_BY_CARD[pair[0]], CARDS[pair[1]].corals
        value = self[pair] = float(sum([colour in asked for colour in corals]))
        return value


HELPFUL_CORAL_COUNTS: Final = HelpfulCoralCounts()
_ADJACENT_SPACES: Final = (
    *((cell, cell + 1) for cell in range(CELL_COUNT) if cell % REEF_SIDE < REEF_SIDE - 1),
    *((cell, cell + REEF_SIDE) for cell in range(CELL_COUNT - REEF_SIDE)),
)
_NO_OPEN_FEATURES: Final = (0.0,) * (OPEN_CARD_COUNT + 8)


@lru_cache(maxsize=1 << 14)
def list_own_features(hand: Hand, reef: Reef) -> Features:
    """Return the features of a hand and a reef: card scores, pattern kinds, helpful corals and stacks.

    The cache is small, because each result takes two kilobytes. A cache four times as large would save only
    1 % of the computations.
    """
    sight = make_sight(reef)
    scored: list[tuple[float, float]] = []
    kinds = [0.0] * (4 * _PATTERN_KIND_COUNT)
    size = [0.0] * (MAX_HAND_SIZE + 1)
    size[len(hand)] = 1.0
    corals, worth, by_card = _measure_help(hand)
    near = 0.0
    for number, helped in zip(hand, by_card, strict=True):
        points, kind = POINTS_BY_CARD[number], PATTERN_KIND_BY_CARD[number]
        complete, one, two = measure_closeness(number, sight)
        scored.append((points * complete, points if complete else 0.0))
        kinds[kind] += 1.0
        kinds[kind + _PATTERN_KIND_COUNT] += points * complete
        kinds[kind + 2 * _PATTERN_KIND_COUNT] += points * one
        kinds[kind + 3 * _PATTERN_KIND_COUNT] += points * two
        if one:
            near += helped
    scored.sort(reverse=True)
    scored += [(0.0, 0.0)] * (MAX_HAND_SIZE - len(hand))
    best, once = zip(*scored, strict=True)
    return (*best, *once, *kinds, *size, corals, worth, near, *_list_reef_features(reef))


@lru_cache(maxsize=1 << 14)
def _measure_help(hand: Hand) -> tuple[float, float, Features]:
    """Measure how well the cards of a hand fit together.

    For each card, the corals on the other cards that have a colour of its pattern are counted.

    :returns: the sum of the counts, the sum of the counts times the card's points, and these products by
      card.
    """
    corals = [
        sum([HELPFUL_CORAL_COUNTS[number, other] for other in hand if other != number]) for number in hand
    ]
    worth = tuple([POINTS_BY_CARD[number] * helped for number, helped in zip(hand, corals, strict=True)])
    return sum(corals), sum(worth), worth


@lru_cache(maxsize=1 << 14)
def _list_reef_features(reef: Reef) -> Features:
    heights, tops = [0] * (MAX_STACK_HEIGHT + 1), [0] * (len(COLOURS) + 1)
    for stack in reef:
        heights[STACK_HEIGHTS[stack]] += 1
        tops[TOP_COLOURS[stack]] += 1
    counts = sorted(tops[:-1], reverse=True)
    pairs = sum([1 for a, b in _ADJACENT_SPACES if reef[a] and TOP_COLOURS[reef[a]] == TOP_COLOURS[reef[b]]])
    spread = sum([count * count for count in counts]) * _LARGE_COUNT_FACTOR
    return (*map(float, heights[:MAX_STACK_HEIGHT]), float(counts[0]), float(counts[1]), spread, float(pairs))


@lru_cache(maxsize=1 << 14)
def list_open_features(display: tuple[OpenCard, ...], hand: Hand, reef: Reef) -> Features:
    """Return a seat's features for the open cards, or zeros if it can't take any."""
    if len(hand) >= MAX_HAND_SIZE or not display:
        return _NO_OPEN_FEATURES
    sight = make_sight(reef)
    scored = [0.0] * (OPEN_CARD_COUNT - len(display))
    now = soon = dearest = lying_there = 0.0
    helped, helps = _find_greatest_help(tuple([lying.card for lying in display]), hand)
    for lying in display:
        points = POINTS_BY_CARD[lying.card]
        complete, one, two = measure_closeness(lying.card, sight)
        scored.append(points * complete)
        now = max(now, points * (complete + NEAR_MATCH_WORTH if one else complete))
        soon = max(soon, points * ((1.0 if one else 0.0) + (NEAR_MATCH_WORTH if two else 0.0)))
        dearest = max(dearest, points)
        lying_there = max(lying_there, float(lying.points))
    scored.sort(reverse=True)
    return (*scored, now, soon, helped, helps, dearest, 1.0, 0.0, lying_there)


@lru_cache(maxsize=1 << 14)
def _find_greatest_help(open_cards: Hand, hand: Hand) -> tuple[float, float]:
    """Return two maxima: how much the hand's corals help any open card, and any open card's corals the hand.

    Each helpful coral counts as many points as the card that it helps.
    """
    return (
        max(
            [
                POINTS_BY_CARD[number] * sum([HELPFUL_CORAL_COUNTS[number, other] for other in hand])
                for number in open_cards
            ]
        ),
        max(
            [
                sum([HELPFUL_CORAL_COUNTS[other, number] * POINTS_BY_CARD[other] for other in hand])
                for number in open_cards
            ]
        ),
    )


def list_turn_features(state: State, seat: int) -> Features:
    """Return three features of the turn order.

    The first is the share of a round until the seat's turn. The second is 1 if the seat still has a turn in
    this round, otherwise 0. The third is a tenth of the deck's size.
    """
    count = len(state.seats)
    waits = (seat - state.active_seat) % count / count
    begun = (seat - state.starter) % count >= (state.active_seat - state.starter) % count
    return waits, float(begun), len(state.deck) * _LARGE_COUNT_FACTOR


def list_features(state: State, seat: int) -> Features:
    """Return all features of a seat, in the order of the weights."""
    own = state.seats[seat]
    return (
        *list_own_features(own.hand, own.reef),
        *list_open_features(state.display, own.hand, own.reef),
        *list_turn_features(state, seat),
    )


@lru_cache(maxsize=1 << 10)
def interpolate_weights(seat_count: int, turns_left: float) -> Features:
    """Return the weights for a number of seats and a number of turns left."""
    knots = LEARNED_WEIGHTS_BY_SEAT_COUNT[seat_count]
    turns_left = min(turns_left, TURN_KNOTS[-1])
    index = min(bisect_right(TURN_KNOTS, turns_left), len(TURN_KNOTS) - 1)
    low, high = TURN_KNOTS[index - 1], TURN_KNOTS[index]
    part = (turns_left - low) / (high - low)
    return tuple([a + part * (b - a) for a, b in zip(knots[index - 1], knots[index], strict=True)])


def replace_weights(seat_count: int, knots: tuple[Features, ...]) -> None:
    """Use other weights for a number of seats, in matches that are played to learn weights."""
    LEARNED_WEIGHTS_BY_SEAT_COUNT[seat_count] = knots
    interpolate_weights.cache_clear()


def estimate_closely(state: State, seat: int) -> float:
    """Return the estimated chance that ``seat`` wins, using the learned weights."""
    seats = state.seats
    if state.stage == OVER_STAGE:
        return estimate_win_chance([float(own.points) for own in seats], seat, LIKELY_LEAD)
    turns_left = predict_turns(state)
    weighted = interpolate_weights(len(seats), turns_left)
    total = [own.points + sum(map(mul, list_features(state, i), weighted)) for i, own in enumerate(seats)]
    return estimate_win_chance(total, seat, LIKELY_LEAD + LIKELY_LEAD_GROWTH * sqrt(turns_left))
