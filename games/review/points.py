"""Finds what the better of two moves allows or prevents in the next turns, over many deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.words import Msg
from games.players.judge import Judge

KEY: Final = b"point"
CHECK_KEY: Final = b"check"
"""Keys of the deals that find a point, and of those that must confirm it."""
DEALS: Final = 40
"""Number of deals of each kind."""
MAX_STEPS: Final = 60
CLEAR: Final = 3.0
"""Number of standard errors by which a difference must exceed 0."""
STILL_CLEAR: Final = 1.5
"""The same on the deals that confirm it."""
LEAST_CHANCE: Final = 0.1
LEAST_COUNT: Final = 1.5
"""Smallest difference worth a sentence, if something happens or not, and if it is counted."""
HUNDRED: Final = 100

Pairs = dict[tuple[str, int], list[tuple[float, float]]]
"""What two actions brought on each deal, by aim and seat."""


@dataclass(frozen=True, slots=True)
class Point:
    """What the better move is good for: ``aim`` of ``seat`` over the next turns, after it and otherwise.

    ``better`` and ``played`` are the mean over deals of how often it happens, or how much there is of it.
    """

    aim: str
    seat: int
    better: float
    played: float


def find_point(
    game: Game,
    version: int,
    view: ViewLike,
    seat: int,
    actions: tuple[ActionLike, ActionLike],
    seats: int,
) -> Point | None:
    """Return what the first of two actions is good for compared with the second, or ``None``.

    Both are played on the same deals, and then every seat plays what looks best for a few turns. The clearest
    difference is confirmed on as many other deals.
    """
    if not game.aims:
        return None
    first = measure_aims(game, version, view, seat, actions, seats, KEY)
    again: Pairs = {}
    for (key, holder), pairs in _sort_by_worth(game, first, seat):
        again = again or measure_aims(game, version, view, seat, actions, seats, CHECK_KEY)
        checked = again[key, holder]
        if _measure_clarity(checked, _find_sign(game, key, holder, seat)) >= STILL_CLEAR:
            both = [*pairs, *checked]
            point = Point(key, holder, fmean(one for one, _ in both), fmean(other for _, other in both))
            if min(_round_point(game, point)) >= 0:
                return point
    return None


def measure_aims(
    game: Game,
    version: int,
    view: ViewLike,
    seat: int,
    actions: tuple[ActionLike, ActionLike],
    seats: int,
    key: bytes,
) -> Pairs:
    """Return for each aim and seat what both actions brought on each deal.

    :param key: key of the deals.
    """
    judge = Judge(game, version, game.players.hard)
    found: Pairs = {(aim.key, holder): [] for aim in game.aims for holder in range(seats)}
    for deal in range(DEALS):
        state = judge.rules.sample(view, Chance(key, deal))
        one, other = (
            _play_on(game, judge, state, seat, action, seats, Chance(key + b" on", deal))
            for action in actions
        )
        for about, pairs in found.items():
            pairs.append((one[about], other[about]))
    return found


def _play_on(
    game: Game, judge: Judge, state: object, seat: int, action: ActionLike, seats: int, dice: Chance
) -> dict[tuple[str, int], float]:
    """Return what an action and the turns after it bring, for as many turns as each aim watches."""
    rules, deal = judge.rules, judge.horizon(state)
    longest = max(aim.turns for aim in game.aims)
    brought = {(aim.key, holder): 0.0 for aim in game.aims for holder in range(seats)}
    mover, done, ended = seat, action, 0
    for _ in range(MAX_STEPS):
        after, events = rules.apply(state, mover, done, dice)
        for aim in game.aims:
            if ended <= seats * (aim.turns - 1):
                for holder in range(seats):
                    brought[aim.key, holder] += aim.count(state, after, events, holder)
        ended += rules.turns_ended(state, after, events)
        state = after
        if not rules.to_act(state) or judge.horizon(state) != deal or ended > seats * (longest - 1):
            break
        mover = rules.to_act(state)[0]
        done = _choose(judge, state, mover, dice)
    for aim in game.aims:
        if aim.happens:
            for holder in range(seats):
                brought[aim.key, holder] = float(brought[aim.key, holder] > 0)
    return brought


def _choose(judge: Judge, state: object, seat: int, dice: Chance) -> ActionLike:
    """Return what looks best to a seat."""
    actions = judge.actions(state, seat)
    if judge.habit is not None or len(actions) == 1:
        return actions[0] if judge.habit is None else judge.habit(state, seat, actions)
    if judge.estimate is None:
        return dice.choice(actions)
    return max(actions, key=lambda one: judge.value(judge.rules.apply(state, seat, one, dice)[0], seat))


def _sort_by_worth(
    game: Game, found: Pairs, seat: int
) -> list[tuple[tuple[str, int], list[tuple[float, float]]]]:
    """Return the clear differences in favour of the first action, the most valuable first."""
    aims = {aim.key: aim for aim in game.aims}
    worth = []
    for (key, holder), pairs in found.items():
        aim, sign = aims[key], _find_sign(game, key, holder, seat)
        gained = sign * fmean(one - other for one, other in pairs)
        least = LEAST_CHANCE if aim.happens else LEAST_COUNT
        if gained >= least and _measure_clarity(pairs, sign) >= CLEAR:
            worth.append((gained * aim.weight, (key, holder), pairs))
    return [(about, pairs) for _, about, pairs in sorted(worth, key=lambda one: -one[0])]


def _find_sign(game: Game, key: str, holder: int, seat: int) -> int:
    """Return 1 if more of an aim of ``holder`` is good for ``seat``, else -1."""
    unwanted = any(aim.unwanted for aim in game.aims if aim.key == key)
    return 1 if (holder == seat) != unwanted else -1


def _measure_clarity(pairs: Sequence[tuple[float, float]], sign: int) -> float:
    """Return by how many standard errors the first values exceed the second; below them if ``sign`` is -1."""
    differences = [sign * (one - other) for one, other in pairs]
    error = stdev(differences) / sqrt(len(differences))
    mean = fmean(differences)
    return mean / error if error else (CLEAR if mean > 0 else 0.0)


def tell_point(game: Game, point: Point, seat: int, names: Sequence[str]) -> Msg | None:
    """Return the sentence of a point, or ``None`` if the game no longer has such an aim.

    :param seat: the seat whose move it is about.
    """
    aim = next((aim for aim in game.aims if aim.key == point.aim), None)
    if aim is None:
        return None
    said = aim.wins if point.seat == seat else aim.denies
    better, played = _round_point(game, point)
    return Msg(said.msgid, {"name": names[point.seat], "better": better, "played": played})


def _round_point(game: Game, point: Point) -> tuple[int, int]:
    """Return both figures of a point as shown: of 100 deals, or how much there is."""
    factor = next((HUNDRED if aim.happens else 1 for aim in game.aims if aim.key == point.aim), 1)
    return round(factor * point.better), round(factor * point.played)
