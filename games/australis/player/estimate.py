"""Estimates the chance of winning from a position, to guide the computer players.

The estimate predicts each seat's final points: its current points, and the points that its turtle, school,
corals, cards and dice will score in the remaining rounds at a usual pace. The weights were found in matches
between computers.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp
from typing import Final

from games.australis.parts import (
    CARD_BY_CODE,
    CARD_CIRCLES,
    CARD_FISH,
    CARD_KINDS,
    CARD_SPACES,
    COMPETITION_COLOURS,
    CORAL_POINTS,
    CORALS_PER_SEAT,
    DICE_PER_SEAT,
    FIRST_PLACE_POINTS,
    FOOD_SLOTS,
    FOOD_SPACES,
    GREY_CUBE_ROUNDS,
    GREY_CUBE_SPACE,
    REEF_NUMBERS,
    ROUND_COUNT,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_PLACE_POINTS,
    TOKEN_POINTS,
    Card,
    CardFunction,
    Colour,
    Die,
    find_reef,
)
from games.australis.score import award_reef, score_school
from games.australis.state import State
from games.australis.view import OVER_STAGE, TILE_STAGE, Board, list_turtle_order
from games.core.odds import estimate_win_chance

SPACES_PER_ROUND: Final = 3.5
"""Average number of spaces that a turtle swims in a round."""
FISH_PER_ROUND: Final = 3
"""Average number of fish that a seat catches in a round."""
PROGRESS_SHARE: Final = 0.9
"""Value of full progress towards the next level of a school, as a share of that level's additional points."""
GREY_CUBE_PROBABILITY: Final = 0.7
"""Probability that a grey cube is still there when a turtle arrives."""
GREY_CUBE_WORTH: Final = 2.0
"""Points that the grey cube of a silver tile is expected to bring."""
KEPT_RANKING_PROBABILITY: Final = 0.8
"""Probability that the order of seats on a reef stays the same for a round."""
CORAL_LOG_ODDS: Final = 1.2
"""Log-odds of finishing ahead of another seat on a reef, for each coral of a seat's lead."""
CHOICE_WORTH: Final = 2.3
"""Points for each card that the seat may still take this turn, per remaining round."""
RUNS_PER_ROUND: Final = 1.1
"""Average number of times that a kept card is carried out in a round."""
FISH_CARD_WORTH: Final = 0.55
TURTLE_CARD_WORTH: Final = 2.0
CORAL_CARD_WORTH: Final = 2.2
"""Average points that one use of a fish, turtle or coral card adds to each later scoring."""
COMPETITION_CARD_WORTH: Final = 0.5
"""Expected points from each competition card, per round."""
STRENGTH_PER_POINT: Final = 1.3
"""Factor by which a die's strength in the competition grows with each point of its average roll."""
FUTURE_DIE_STRENGTH: Final = 0.6
"""Strength in the competition of a die that the seat has yet to take, relative to a blue die."""
TOKEN_WORTH: Final = 1.5
"""Points for taking the first die of the next round."""
FUTURE_DIE_WORTH: Final = 2.0
"""Points for each die that the seat has yet to take in this round, in addition to the usual pace."""
LIKELY_LEAD: Final = 5.2
LIKELY_LEAD_GROWTH: Final = 2.2
"""Lead, in points, with which a seat is 73% likely to beat one opponent.

It is ``LIKELY_LEAD`` at the end of a match. With ``n`` rounds left, it is larger by ``LIKELY_LEAD_GROWTH``
times ``n`` squared.

``tools.fit_australis --scale`` fitted both, so that a seat with an estimated chance of 70% wins 70% of its
matches.
"""

_COMPETITION_CARD_BY_COLOUR: Final = {
    colour: CARD_BY_CODE[f"d{colour.letter}"] for colour in COMPETITION_COLOURS
}


class FinishedTurn:
    """A seat's points and pieces as they will be at the end of the current turn."""

    __slots__ = ("cards", "choices", "corals", "cubes", "fish", "points", "space")

    def __init__(self, board: Board) -> None:
        self.points = sum(board.ledger)
        self.space = board.space
        self.cubes = len(board.food)
        self.fish = board.fish
        self.corals = board.corals
        self.cards = board.cards
        self.choices = 0

    def finish_turn(self, state: State) -> None:
        """Carry out the rest of the active seat's turn. Corals go on the highest reefs allowed."""
        task, end = state.task, state.track_end
        reefs = [task.reef] if task.reef else []
        self.choices = task.cards_to_take
        for card in task.cards:
            card_function = CARD_KINDS[card][0]
            if card_function == CardFunction.CIRCLES:
                self.points += CARD_CIRCLES
            elif card_function == CardFunction.FISH:
                self.fish += CARD_FISH
            elif card_function == CardFunction.TURTLE:
                self.space = min(self.space + CARD_SPACES, end)
            else:
                reefs.append(find_reef(self.space))
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
            for reef in reefs[: CORALS_PER_SEAT - sum(corals)]:
                corals[reef - REEF_NUMBERS[0]] += 1
            self.corals = tuple(corals)


@cache
def estimate_school(cubes: int, fish_tenths: int) -> float:
    """Return the expected points for ``fish_tenths`` / 10 fish, including progress towards the next level."""
    fish = fish_tenths / 10
    below, points = 0, 0.0
    for need, worth in zip(SCHOOL_FISH[:cubes], SCHOOL_POINTS, strict=False):
        if fish < need:
            return points + PROGRESS_SHARE * (worth - points) * (fish - below) / (need - below)
        below, points = need, float(worth)
    return points


@lru_cache(maxsize=1 << 16)
def _estimate_growth(
    space: int, cubes: int, fish: int, end: int, quarters_to_first: int, scorings: int
) -> float:
    """Return the expected points for a turtle and a school in the next ``scorings`` scorings.

    :param quarters_to_first: number of quarters of a round until the first scoring.
    """
    total = 0.0
    for later in range(scorings):
        rounds = later + quarters_to_first / DICE_PER_SEAT
        reached = min(space + SPACES_PER_ROUND * rounds, float(end))
        fed = min(cubes + sum([space < food <= reached for food in FOOD_SPACES]), FOOD_SLOTS)
        fish_then = int(10 * (fish + FISH_PER_ROUND * rounds))
        school = estimate_school(fed, fish_then) if rounds else score_school(fed, fish)
        if space < GREY_CUBE_SPACE <= reached and fed < FOOD_SLOTS:
            school += GREY_CUBE_PROBABILITY * (estimate_school(fed + 1, fish_then) - school)
        total += reached + school
    return total


@lru_cache(maxsize=1 << 14)
def _estimate_cards(cards: tuple[Card, ...], quarters: int, has_arrived: bool) -> float:
    """Return the expected points from a seat's kept cards.

    :param quarters: number of quarters of a round that are left.
    """
    rounds = quarters / DICE_PER_SEAT
    total = 0.0
    for card in cards:
        card_function = CARD_KINDS[card][0]
        if card_function == CardFunction.CIRCLES:
            each = float(CARD_CIRCLES)
        elif card_function == CardFunction.FISH:
            each = FISH_CARD_WORTH * (rounds + 1) / 2
        elif card_function == CardFunction.TURTLE:
            each = 0.0 if has_arrived else TURTLE_CARD_WORTH * (rounds + 1) / 2
        elif card_function == CardFunction.CORAL:
            each = CORAL_POINTS + CORAL_CARD_WORTH * (rounds + 1) / 2
        else:
            total += COMPETITION_CARD_WORTH * rounds
            continue
        total += RUNS_PER_ROUND * each * rounds
    return total


@lru_cache(maxsize=1 << 14)
def estimate_reefs(
    corals: tuple[tuple[int, ...], ...], turtle_order: tuple[int, ...]
) -> tuple[tuple[int, float], ...]:
    """Return each seat's points for reefs if scored now, and its expected points in a later round."""
    now = [0] * len(corals)
    later = [0.0] * len(corals)
    for index, (first, second) in enumerate(zip(FIRST_PLACE_POINTS, SECOND_PLACE_POINTS, strict=True)):
        counts = [laid[index] for laid in corals]
        for seat, points in award_reef(index, counts, turtle_order):
            now[seat] += points
        for seat, own in enumerate(counts):
            if own:
                leads = _estimate_lead_chance(counts, seat, turtle_order)
                later[seat] += first * leads + second * (1 - leads) / (len(counts) - 1)
    return tuple(zip(now, later, strict=True))


def _estimate_lead_chance(counts: list[int], seat: int, turtle_order: tuple[int, ...]) -> float:
    """Return the estimated chance that a seat will have the most corals on a reef.

    :param counts: number of corals on the reef by seat.
    :param turtle_order: the seats in the order of their turtles. The turtle ahead decides ties.
    """
    leads = 1.0
    for other, theirs in enumerate(counts):
        if other != seat:
            turtle = 0.3 if turtle_order.index(seat) < turtle_order.index(other) else -0.3
            leads /= 1 + exp(-CORAL_LOG_ODDS * (counts[seat] - theirs + turtle))
    return leads


@lru_cache(maxsize=1 << 14)
def rate_competition_strength(dice: tuple[Die, ...], cards: tuple[Card, ...]) -> float:
    """Return a seat's strength in the competition: dice, cards, and dice that it will still take."""
    power = FUTURE_DIE_STRENGTH * (DICE_PER_SEAT - len(dice))
    for die in dice:
        if die.colour in COMPETITION_COLOURS:
            held = _COMPETITION_CARD_BY_COLOUR[die.colour] in cards
            power += STRENGTH_PER_POINT ** (die.colour - Colour.BLUE + held)
    return power


@lru_cache(maxsize=1 << 14)
def estimate_tile_points(strengths: tuple[float, ...], gold: float, silver: float) -> tuple[float, ...]:
    """Return each seat's expected points from the next gold and silver tile, given the seats' strengths."""
    whole = sum(strengths, 0.0)
    shares = [0.0] * len(strengths)
    for seat, strength in enumerate(strengths):
        if strength:
            second = sum(
                [
                    other / whole * strength / (whole - other)
                    for rival, other in enumerate(strengths)
                    if rival != seat and other
                ],
                0.0,
            )
            shares[seat] = gold * strength / whole + silver * second
    return tuple(shares)


def estimate_tiles(state: State) -> tuple[float, ...]:
    """Return each seat's expected points from the next gold and silver tile."""
    if state.stage == OVER_STAGE or not state.gold:
        return (0.0,) * len(state.boards)
    gold = float(state.gold[0])
    silver = state.silver[0] + (GREY_CUBE_WORTH if state.round <= GREY_CUBE_ROUNDS else 0.0)
    if state.stage == TILE_STAGE:
        shares = [0.0] * len(state.boards)
        for seat, worth in zip(state.podium, (max(gold, silver), min(gold, silver)), strict=False):
            shares[seat] = worth
        return tuple(shares)
    return estimate_tile_points(
        tuple([rate_competition_strength(board.dice, board.cards) for board in state.boards]), gold, silver
    )


def predict_points(state: State) -> list[float]:
    """Return the expected final points of each seat."""
    boards = state.boards
    seats = [FinishedTurn(board) for board in boards]
    if state.stage == OVER_STAGE:
        return [float(one.points) for one in seats]
    scored = state.stage == TILE_STAGE
    if not scored:
        seats[state.seat].finish_turn(state)
    rounds = ROUND_COUNT - state.round
    scorings = rounds if scored else rounds + 1
    past = state.dice_taken_count / (DICE_PER_SEAT * len(boards))
    now, later = (0.0, 0.0) if scored else (past, 1 - past)
    later += sum([KEPT_RANKING_PROBABILITY**distant for distant in range(1, rounds + 1)])
    total = [*estimate_tiles(state)]
    turtle_order = list_turtle_order([one.space for one in seats], state.arrived)
    reefs = estimate_reefs(tuple([one.corals for one in seats]), turtle_order)
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
            + _estimate_growth(one.space, one.cubes, one.fish, end, first, scorings)
            + CORAL_POINTS * sum(one.corals)
            + sum(board.gold)
            + sum(board.silver)
            + _estimate_cards(one.cards, quarters, one.space >= end)
            + CHOICE_WORTH * one.choices * (quarters / DICE_PER_SEAT + 0.5)
            + FUTURE_DIE_WORTH * left
        )
        if state.token == seat:
            total[seat] += TOKEN_WORTH if rounds else TOKEN_POINTS
    return total


def estimate(state: State, seat: int) -> float:
    """Return the estimated chance that ``seat`` wins."""
    left = ROUND_COUNT + 1 - state.round - state.dice_taken_count / (DICE_PER_SEAT * len(state.boards))
    return estimate_win_chance(predict_points(state), seat, LIKELY_LEAD + LIKELY_LEAD_GROWTH * left * left)
