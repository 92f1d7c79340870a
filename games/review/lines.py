"""Compares two moves by continuing play after each of them on many deals."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Final

from games.core.aims import Aim
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.values import value
from games.players.judge import Judge

DEALS: Final = 40
"""Number of deals on which both moves are played on."""
HABIT_FACTOR: Final = 5
"""Play by habit gets this many times more deals, because it is fast and large hidden hands vary much."""
MAX_STEPS: Final = 600
"""Steps after which a line ends in any case; a whole match of Australis with four seats has about 200."""
NEXT_TURN: Final = 2
"""Turns of the acting seat after which a line is valued: the current one and its next."""
NEAR: Final = 4
"""Maximum number of turns that a near aim watches. Far aims are only tried if near ones explain little."""

Watched = tuple[Aim, int]
"""An aim and the seat for which it is counted."""

Pairs = dict[tuple[str, int], list[tuple[float, float]]]
"""The amounts of an aim that two actions led to on each deal, by aim and seat."""


@value
class ReviewOutlook:
    """The results of two actions on each deal: amounts of each aim, and values after the next own turn."""

    aims: Pairs
    values: list[tuple[float, float]]

    def measure_loss(self) -> float:
        """Return how much more the first action is still worth once the seat has had another turn.

        If the second action only postponed a purchase, the seat has made it by then. So it loses what the
        delay costs, and not the worth of the purchase.
        """
        return fmean([first - second for first, second in self.values])


@value
class Fork:
    """A decision between two actions of ``seat``, as that seat sees it."""

    game: Game
    version: int
    view: ViewLike
    seat: int
    actions: tuple[ActionLike, ActionLike]
    seats: int
    deals: int | None = None
    """Number of deals; :data:`DEALS` by default. Reviews of long matches use fewer."""
    aims: tuple[Aim, ...] | None = None
    """Aims to watch; the near ones of the game by default."""
    eager: Aim | None = None
    """An aim that every seat furthers immediately if it can. By default seats play what looks best."""

    @property
    def has_choice(self) -> bool:
        """Return whether players choose after the two actions. Else they play by habit."""
        own = self.game.players.hard
        return own is None or own.habit is None

    def list_aims(self) -> tuple[Aim, ...]:
        """Return the aims to watch."""
        if self.aims is not None:
            return self.aims
        return tuple(aim for aim in self.game.aims if aim.turns <= NEAR)

    def look_further(self) -> tuple[Fork, ...]:
        """Return this decision once for each distance of the game's far aims, the nearest first."""
        aims = [aim for aim in self.game.aims if aim.turns > NEAR]
        return tuple(
            replace(self, aims=tuple(aim for aim in aims if aim.turns == turns))
            for turns in sorted({aim.turns for aim in aims})
        )

    def play_eagerly(self, aim: Aim) -> Fork:
        """Return the same decision with only this aim, which every seat then furthers immediately.

        A player who only postpones points must not look like one who can't score them.
        """
        return replace(self, aims=(aim,), eager=aim)

    def play_on(self, key: bytes) -> ReviewOutlook:
        """Continue play after both actions on the same deals.

        :param key: key of the deals.
        """
        judge = Judge(self.game, self.version, self.game.players.hard)
        found: Pairs = {(aim.key, holder): [] for aim in self.list_aims() for holder in range(self.seats)}
        values = list[tuple[float, float]]()
        deals = DEALS if self.deals is None else self.deals
        for deal in range(deals if judge.habit is None else HABIT_FACTOR * deals):
            state = judge.rules.sample(self.view, Chance(key, deal))
            one, other = (
                _Line(self, judge, Chance(key + b" on", deal)).play(state, action) for action in self.actions
            )
            for about, pairs in found.items():
                pairs.append((one.brought[about], other.brought[about]))
            values.append((one.value, other.value))
        return ReviewOutlook(found, values)


class _Line:
    """An action and the turns after it on one deal. ``brought`` holds amounts by aim and seat."""

    def __init__(self, fork: Fork, judge: Judge, dice: Chance) -> None:
        self._fork, self._judge, self._dice, self._aims = fork, judge, dice, fork.list_aims()
        self._turns = [0] * fork.seats
        """Number of turns each seat has ended since the action."""
        self.brought = {(aim.key, holder): 0.0 for aim in self._aims for holder in range(fork.seats)}
        self.value = 0.0
        """Value for the acting seat after its next turn, or at the end of the deal or the match."""

    def play(self, state: object, action: ActionLike) -> _Line:
        """Play the action and the turns that the aims watch; return the line."""
        fork, judge, dice = self._fork, self._judge, self._dice
        rules, deal = judge.rules, judge.horizon(state)
        mover, done, valued = fork.seat, action, False
        # A decision in another seat's turn comes before the seat's own next turn.
        value_after = NEXT_TURN - (rules.turn(state) != fork.seat)
        watched = self._list_watched()
        for _ in range(MAX_STEPS):
            before = state
            state, events = rules.apply(before, mover, done, dice)
            for aim, holder in watched:
                self.brought[aim.key, holder] += aim.count(before, state, events, holder)
            self._count_turns(rules.turn(before), rules.turns_ended(before, state, events))
            watched = self._list_watched()
            if not valued and self._turns[fork.seat] >= value_after:
                self._value(state)
                valued = True
            over = not rules.to_act(state) or judge.horizon(state) != deal
            if over or (valued and not watched):
                break
            mover = rules.to_act(state)[0]
            done = choose_action(judge, state, mover, dice, fork.eager)
        if not valued:
            self._value(state)
        for aim in self._aims:
            if aim.happens:
                for holder in range(fork.seats):
                    self.brought[aim.key, holder] = float(self.brought[aim.key, holder] > 0)
        return self

    def _list_watched(self) -> list[Watched]:
        """Return the aims that are still counted; this depends on how many turns their seat has ended.

        The acting seat's current turn is the first that counts. Others have one turn fewer, because they only
        answer the action.
        """
        fork = self._fork
        return [
            (aim, holder)
            for aim in self._aims
            for holder in range(fork.seats)
            if self._turns[holder] < aim.turns - (holder != fork.seat)
        ]

    def _count_turns(self, seat: int | None, ended: int) -> None:
        """Count turns that ended: that of the seat, and those skipped after it in turn order."""
        for skipped in range(ended):
            self._turns[((seat or 0) + skipped) % self._fork.seats] += 1

    def _value(self, state: object) -> None:
        settled = self._judge.settle(state, self._dice)
        self.value = self._judge.value(settled, self._fork.seat)


def choose_action(
    judge: Judge, state: object, seat: int, dice: Chance, eager: Aim | None = None
) -> ActionLike:
    """Return the action that a seat takes: by its habit, at random without an estimate, or else the best.

    :param eager: an aim; actions that immediately further it most come before more valuable ones.
    """
    actions = judge.actions(state, seat)
    if judge.habit is not None or len(actions) == 1:
        return actions[0] if judge.habit is None else judge.habit(state, seat, actions)
    if judge.estimate is None:
        return dice.choice(actions)

    def rate(action: ActionLike) -> tuple[float, float]:
        after, events = judge.rules.apply(state, seat, action, dice)
        gained = 0.0 if eager is None else eager.count(state, after, events, seat)
        return -gained if eager is not None and eager.unwanted else gained, judge.value(after, seat)

    return max(actions, key=rate)
