"""How good a position of Australis is for a seat, for computer players.

Each seat is given the points that it may expect in the end: those it has, and what its turtle, school,
corals, cards and dice would bring in every scoring still to come if it went on at a usual pace. The
paces and the other weights were found by letting computer players play each other.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp
from typing import Final

from games.australis.parts import (
    CARD_CIRCLES,
    CARD_FISH,
    CARD_OF,
    CARD_SPACES,
    CORAL_POINTS,
    CORALS,
    DICE_PER_SEAT,
    FIGHTING,
    FIRST_POINTS,
    FOOD_SLOTS,
    FOOD_SPACES,
    GREY_ROUNDS,
    GREY_SPACE,
    KINDS,
    REEFS,
    ROUNDS,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_POINTS,
    TOKEN_POINTS,
    Card,
    Colour,
    Die,
    Function,
    reef_at,
)
from games.australis.score import reef_awards, school_points
from games.australis.state import State
from games.australis.view import OVER, TILE, Board, by_turtle
from games.core.odds import estimate_chance

PACE: Final = 3.5
"""Spaces that a turtle swims in a round."""
CATCH: Final = 3
"""Fish that a seat catches in a round."""
UNFILLED: Final = 0.9
"""What the way to the next level of the school counts for."""
GREY: Final = 0.7
"""How likely a grey cube is still there when a turtle comes by."""
GREY_WORTH: Final = 2.0
"""Points that the grey cube with a silver tile brings."""
LASTING: Final = 0.8
"""How likely the order on a reef outlasts a round."""
STEEP: Final = 1.2
"""How surely each coral more decides a reef in the end."""
CHOICE_WORTH: Final = 2.3
"""Points that a card still to be chosen is worth for each round to come."""
RUNS: Final = 1.1
"""How often in a round a card is carried out."""
RUN_FISH: Final = 0.55
RUN_TURTLE: Final = 2.0
RUN_CORAL: Final = 2.2
"""Points that a run of a card brings on average in each scoring after it."""
COMPETE_WORTH: Final = 0.5
"""Points that a competition card brings in a round."""
STRONGER: Final = 1.3
"""How much longer a die lasts in the competition for each point more."""
TO_COME: Final = 0.6
"""What a die still to be taken is worth there beside a blue one."""
TOKEN_WORTH: Final = 1.5
"""Points that the first choice in the next round is worth."""
TO_TAKE: Final = 2.0
"""What a die still to be taken in the round brings beyond the usual pace."""
NARROW: Final = 5.2
WIDE: Final = 2.2
"""A lead of so many points is a likely win: ``NARROW`` at the end, more by the square of the rounds left.

They come from ``tools.fit_australis --scale``: what is said to win seven matches of ten does.
"""

_COMPETE: Final = {colour: CARD_OF[f"d{colour.letter}"] for colour in FIGHTING}


class Outlook:
    """A seat as it will be once its turn has been carried out."""

    __slots__ = ("cards", "choices", "corals", "cubes", "fish", "points", "space")

    def __init__(self, board: Board) -> None:
        self.points = sum(board.ledger)
        self.space = board.space
        self.cubes = len(board.food)
        self.fish = board.fish
        self.corals = board.corals
        self.cards = board.cards
        self.choices = 0

    def finish(self, state: State) -> None:
        """Carry out what the seat to act is in the middle of; corals go as high as they can."""
        task, end = state.task, state.track_end
        reefs = [task.reef] if task.reef else []
        self.choices = task.takes
        for card in task.cards:
            function = KINDS[card][0]
            if function == Function.CIRCLES:
                self.points += CARD_CIRCLES
            elif function == Function.FISH:
                self.fish += CARD_FISH
            elif function == Function.TURTLE:
                self.space = min(self.space + CARD_SPACES, end)
            else:
                reefs.append(reef_at(self.space))
        die = task.die
        if die is not None:
            self.points += die.circles
            if die.colour == Colour.YELLOW:
                self.fish += die.value
            elif die.colour == Colour.BLUE:
                self.space = min(self.space + die.value, end)
            elif die.colour == Colour.VIOLET:
                reefs.append(die.value)
            elif die.colour == Colour.WHITE:
                self.choices += die.value
        if reefs:
            corals = list(self.corals)
            for reef in reefs[: CORALS - sum(corals)]:
                corals[reef - REEFS[0]] += 1
            self.corals = tuple(corals)


@cache
def school_value(cubes: int, tenths: int) -> float:
    """Return the points of a school by tenths of fish; a level not yet filled counts in part."""
    fish = tenths / 10
    below, points = 0, 0.0
    for need, worth in zip(SCHOOL_FISH[:cubes], SCHOOL_POINTS, strict=False):
        if fish < need:
            return points + UNFILLED * (worth - points) * (fish - below) / (need - below)
        below, points = need, float(worth)
    return points


@lru_cache(maxsize=1 << 16)
def _growth(space: int, cubes: int, fish: int, end: int, first: int, scorings: int) -> float:
    """Return the points of a turtle and a school over so many scorings.

    :param first: quarters of a round up to the first of them.
    """
    total = 0.0
    for later in range(scorings):
        rounds = later + first / DICE_PER_SEAT
        reached = min(space + PACE * rounds, float(end))
        fed = min(cubes + sum([space < food <= reached for food in FOOD_SPACES]), FOOD_SLOTS)
        fish_then = int(10 * (fish + CATCH * rounds))
        school = school_value(fed, fish_then) if rounds else school_points(fed, fish)
        if space < GREY_SPACE <= reached and fed < FOOD_SLOTS:
            school += GREY * (school_value(fed + 1, fish_then) - school)
        total += reached + school
    return total


@lru_cache(maxsize=1 << 14)
def _kept(cards: tuple[Card, ...], quarters: int, arrived: bool) -> float:
    """Return the points that cards bring in so many quarters of a round to come."""
    rounds = quarters / DICE_PER_SEAT
    total = 0.0
    for card in cards:
        function = KINDS[card][0]
        if function == Function.CIRCLES:
            each = float(CARD_CIRCLES)
        elif function == Function.FISH:
            each = RUN_FISH * (rounds + 1) / 2
        elif function == Function.TURTLE:
            each = 0.0 if arrived else RUN_TURTLE * (rounds + 1) / 2
        elif function == Function.CORAL:
            each = CORAL_POINTS + RUN_CORAL * (rounds + 1) / 2
        else:
            total += COMPETE_WORTH * rounds
            continue
        total += RUNS * each * rounds
    return total


@lru_cache(maxsize=1 << 14)
def reef_points(corals: tuple[tuple[int, ...], ...], ahead: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """Return for each seat the points of the reefs in a scoring: as they are, and as they may become."""
    now = [0] * len(corals)
    later = [0.0] * len(corals)
    for index, (first, second) in enumerate(zip(FIRST_POINTS, SECOND_POINTS, strict=True)):
        counts = [laid[index] for laid in corals]
        for seat, points in reef_awards(index, counts, ahead):
            now[seat] += points
        for seat, own in enumerate(counts):
            if own:
                leads = 1.0
                for other, theirs in enumerate(counts):
                    if other != seat:
                        turtle = 0.3 if ahead.index(seat) < ahead.index(other) else -0.3
                        leads /= 1 + exp(-STEEP * (own - theirs + turtle))
                later[seat] += first * leads + second * (1 - leads) / (len(counts) - 1)
    return tuple(zip(now, later, strict=True))


@lru_cache(maxsize=1 << 14)
def tile_power(dice: tuple[Die, ...], cards: tuple[Card, ...]) -> float:
    """Return what a seat brings to the competition: its dice, and those that it has still to take."""
    power = TO_COME * (DICE_PER_SEAT - len(dice))
    for die in dice:
        if die.colour in FIGHTING:
            held = _COMPETE[die.colour] in cards
            power += STRONGER ** (die.colour - Colour.BLUE + held)
    return power


@lru_cache(maxsize=1 << 14)
def tile_shares(powers: tuple[float, ...], gold: float, silver: float) -> tuple[float, ...]:
    """Return what the next tiles are worth to seats that bring so much to the competition."""
    whole = sum(powers)
    shares = [0.0] * len(powers)
    for seat, power in enumerate(powers):
        if power:
            second = sum(
                other / whole * power / (whole - other)
                for rival, other in enumerate(powers)
                if rival != seat and other
            )
            shares[seat] = gold * power / whole + silver * second
    return tuple(shares)


def tile_points(state: State) -> tuple[float, ...]:
    """Return what the next gold and silver tile are worth to each seat."""
    if state.stage == OVER or not state.gold:
        return (0.0,) * len(state.boards)
    gold = float(state.gold[0])
    silver = state.silver[0] + (GREY_WORTH if state.round <= GREY_ROUNDS else 0.0)
    if state.stage == TILE:
        shares = [0.0] * len(state.boards)
        for seat, worth in zip(state.podium, (max(gold, silver), min(gold, silver)), strict=False):
            shares[seat] = worth
        return tuple(shares)
    return tile_shares(tuple([tile_power(board.dice, board.cards) for board in state.boards]), gold, silver)


def expected(state: State) -> list[float]:
    """Return the points that each seat may expect in the end."""
    boards = state.boards
    seats = [Outlook(board) for board in boards]
    if state.stage == OVER:
        return [float(one.points) for one in seats]
    scored = state.stage == TILE
    if not scored:
        seats[state.seat].finish(state)
    rounds = ROUNDS - state.round
    scorings = rounds if scored else rounds + 1
    past = state.taken / (DICE_PER_SEAT * len(boards))
    now, later = (0.0, 0.0) if scored else (past, 1 - past)
    later += sum([LASTING**distant for distant in range(1, rounds + 1)])
    total = [*tile_points(state)]
    ahead = by_turtle([one.space for one in seats], state.arrived)
    reefs = reef_points(tuple([one.corals for one in seats]), ahead)
    end = state.track_end
    for seat, (board, one) in enumerate(zip(boards, seats, strict=True)):
        left = 0 if scored else DICE_PER_SEAT - len(board.dice)
        quarters = left + DICE_PER_SEAT * rounds
        first = DICE_PER_SEAT if scored else left
        sure, likely = reefs[seat]
        total[seat] += (
            one.points
            + now * sure
            + later * likely
            + _growth(one.space, one.cubes, one.fish, end, first, scorings)
            + CORAL_POINTS * sum(one.corals)
            + sum(board.gold)
            + sum(board.silver)
            + _kept(one.cards, quarters, one.space >= end)
            + CHOICE_WORTH * one.choices * (quarters / DICE_PER_SEAT + 0.5)
            + TO_TAKE * left
        )
        if state.token == seat:
            total[seat] += TOKEN_WORTH if rounds else TOKEN_POINTS
    return total


def estimate(state: State, seat: int) -> float:
    """Return how likely ``seat`` is to win, from 0 to 1."""
    left = ROUNDS + 1 - state.round - state.taken / (DICE_PER_SEAT * len(state.boards))
    return estimate_chance(expected(state), seat, NARROW + WIDE * left * left)
