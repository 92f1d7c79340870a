"""Compares two moves by continuing play after each move on many deals.

A continuation on one deal is called a line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final

from games.core.aims import WHOLE_MATCH_TURNS, Aim
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, EventLike, ViewLike
from games.core.values import value_class
from games.players.judge import Judge

DEAL_COUNT: Final = 40
"""Number of deals on which play is continued after each of the two moves."""
HABIT_FACTOR: Final = 5
"""Factor for the number of deals of lines by habit (``SearchSettings.choose_by_habit``).

Play by habit is fast, but its results vary more because hidden hands are large.
"""
WHOLE_MATCH_FACTOR: Final = 3
"""Factor for the number of deals for aims watched to the end of the match. Their results vary most."""
CERTAINTY_DEALS: Final = 8
"""Number of deals that show whether an action depends on chance."""
MAX_STEPS: Final = 600
"""Maximum number of steps in a line. A whole match of Australis with four seats has about 200."""
VALUED_TURNS: Final = 2
"""Number of the acting seat's turns after which a line is evaluated: its current turn and its next."""
MAX_NEAR_TURNS: Final = 4
"""Maximum ``watched_turns`` of a near aim. Far aims are tried only if near aims explain little."""
MAX_FAR_TURNS: Final = 20
"""Maximum ``watched_turns`` of an aim that can be a reason, because longer aims don't say why."""

WatchedAim = tuple[Aim, int]
"""An aim and the seat for which it is counted."""

LineStep = tuple[ActionLike, object, tuple[EventLike, ...]]
"""An action with the state after it and its events."""

AmountPairs = list[tuple[float, float]]
"""Amounts of an aim after the first and after the second action, one pair for each deal."""
AmountPairsByAim = dict[tuple[str, int], AmountPairs]
"""Amounts of an aim that a seat got on each deal, as pairs for the first and the second action.

The keys are the aim's key and the seat.
"""


@value_class
class ActionComparison:
    """The results of two actions on each deal."""

    amounts_by_aim: AmountPairsByAim
    value_pairs: list[tuple[float, float]]
    """Value for the acting seat after its next turn, for each action, or 0 if all seats pursue one aim."""

    def measure_loss(self) -> float:
        """Return the mean difference in value between the two actions after the seat's next turn.

        If the second action only postponed a purchase, the seat can make it on that next turn. So the loss
        is the cost of the delay, not the value of the purchase.
        """
        return fmean([first - second for first, second in self.value_pairs])


@dataclass(frozen=True, slots=True)
class MoveFork:
    """A decision of ``seat`` between two actions, with the settings for playing on after both."""

    game: Game
    version: int
    view: ViewLike
    seat: int
    actions: tuple[ActionLike, ActionLike]
    seat_count: int
    deal_count: int | None = None
    """Number of deals, by default :data:`DEAL_COUNT`. Reviews of long matches use fewer."""
    aims: tuple[Aim, ...] | None = None
    """Aims to watch, by default the game's near aims."""
    eager_aim: Aim | None = None
    """An aim that every seat pursues immediately if it can. By default, seats make the best move."""
    lines_by_setup: dict[object, list[tuple[_PlayedLine, _PlayedLine]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Lines played so far. Decisions that differ only in their aims share them."""

    @property
    def chooses_by_value(self) -> bool:
        """Whether seats choose their later moves by value rather than by habit."""
        own = self.game.computer_settings.hard
        return own is None or own.choose_by_habit is None

    def list_aims(self) -> tuple[Aim, ...]:
        """Return :attr:`aims` or, by default, the near aims of the game."""
        if self.aims is not None:
            return self.aims
        return tuple(
            aim for aim in self.game.aims if aim.watched_turns <= MAX_NEAR_TURNS and not aim.is_possibility
        )

    def list_counted_aims(self) -> tuple[Aim, ...]:
        """Return all aims whose amounts are counted, including the far aims of :meth:`make_far_forks`.

        If every seat pursues an aim immediately, only that aim and its variants for other numbers of turns
        are counted.
        """
        known = {aim.key: aim for aim in (*self.game.aims, *self.list_aims())}
        eager = self.eager_aim
        return tuple(
            aim for aim in known.values() if eager is None or aim.measure_progress == eager.measure_progress
        )

    def make_far_forks(self) -> tuple[MoveFork, ...]:
        """Return copies of this decision that watch the game's far aims.

        There is one copy for each number of watched turns, in increasing order.
        """
        aims = [aim for aim in self.game.aims if MAX_NEAR_TURNS < aim.watched_turns <= MAX_FAR_TURNS]
        return tuple(
            self.with_aims(tuple(aim for aim in aims if aim.watched_turns == turns))
            for turns in sorted({aim.watched_turns for aim in aims})
        )

    def with_aims(self, aims: tuple[Aim, ...]) -> MoveFork:
        """Return a copy of this decision that watches these aims.

        The copy uses more deals if all aims are watched to the end of the match.
        """
        if any(aim.watched_turns < WHOLE_MATCH_TURNS for aim in aims):
            return replace(self, aims=aims)
        deals = DEAL_COUNT if self.deal_count is None else self.deal_count
        return replace(self, aims=aims, deal_count=WHOLE_MATCH_FACTOR * deals)

    def with_more_deals(self, factor: int) -> MoveFork:
        """Return a copy of this decision with ``factor`` times as many deals."""
        return replace(self, deal_count=factor * (DEAL_COUNT if self.deal_count is None else self.deal_count))

    def second_ends_turn(self) -> bool:
        """Return whether the second action ends a turn."""
        return self.ends_turn(self.actions[1])

    def ends_turn(self, action: ActionLike) -> bool:
        """Return whether an action of the acting seat ends a turn."""
        rules, dice = self.game.rules[self.version], Chance(b"turn", 0)
        before = rules.sample(self.view, dice)
        after, events = rules.apply(before, self.seat, action, dice)
        return rules.count_ended_turns(before, after, events) > 0

    def is_first_certain(self) -> bool:
        """Return whether the first action has the same visible result on several deals."""
        rules, seen = self.game.rules[self.version], list[object]()
        for deal in range(CERTAINTY_DEALS):
            dice = Chance(b"certain", deal)
            after, _ = rules.apply(rules.sample(self.view, dice), self.seat, self.actions[0], dice)
            seen.append(rules.view(after, self.seat))
        return all(view == seen[0] for view in seen)

    def first_achieves(self, aim: Aim) -> bool:
        """Return whether the first action achieves an aim on its own on some deal.

        Such an aim explains nothing, because it only repeats the move. Later actions of the same turn don't
        count as part of the move.
        """
        if not aim.is_event:
            # If the aim counts only this turn, an action that ends the turn achieves the whole amount on its
            # own.
            return aim.watched_turns == 1 and self.ends_turn(self.actions[0])
        rules = self.game.rules[self.version]
        for deal in range(CERTAINTY_DEALS):
            dice = Chance(b"achieved", deal)
            before = rules.sample(self.view, dice)
            after, events = rules.apply(before, self.seat, self.actions[0], dice)
            if aim.measure_progress(before, after, events, self.seat) > 0:
                return True
        return False

    def list_eager_actions(self, aim: Aim) -> tuple[ActionLike, ...]:
        """Return the actions by which the acting seat would pursue an aim immediately on several deals.

        The action chosen on most deals comes first.
        """
        judge = Judge(self.game, self.version, self.game.computer_settings.hard)
        chosen = Counter[ActionLike]()
        for deal in range(CERTAINTY_DEALS):
            dice = Chance(b"eager", deal)
            chosen[choose_action(judge, judge.rules.sample(self.view, dice), self.seat, dice, aim)] += 1
        return tuple(action for action, _ in chosen.most_common())

    def with_eager_aim(self, aim: Aim) -> MoveFork:
        """Return a copy of this decision in which every seat pursues an aim immediately.

        In normal play, a seat that postpones points would look like a seat that can't score them.
        """
        return replace(self, aims=(aim,), eager_aim=aim)

    def with_aim_to_check(self, aim: Aim) -> MoveFork:
        """Return a copy of this decision, to check whether its actions really differ in the amount of an aim.

        Every seat pursues the aim immediately, unless the aim is watched to the end of the match. Taking
        every point immediately for a whole match would be bad play, in which good moves look bad.
        """
        return (
            replace(self, aims=(aim,)) if aim.watched_turns >= WHOLE_MATCH_TURNS else self.with_eager_aim(aim)
        )

    def play_lines(self, key: bytes) -> ActionComparison:
        """Continue play after both actions on the same deals, and return the results.

        Lines that were already played for other aims are continued rather than played again.

        :param key: key of the random numbers for the deals.
        """
        eager = (
            None if self.eager_aim is None else (self.eager_aim.measure_progress, self.eager_aim.is_unwanted)
        )
        begun, count = self.lines_by_setup.setdefault((key, self.actions, eager), []), self._count_lines()
        if len(begun) < count:
            begun += self._begin_lines(key, range(len(begun), count))
        lines, aims = begun[:count], self.list_aims()
        for pair in lines:
            for line in pair:
                line.play_watched_turns(aims)
        amounts_by_aim: AmountPairsByAim = {
            (aim.key, holder): [
                (one.find_amount(aim, holder), other.find_amount(aim, holder)) for one, other in lines
            ]
            for aim in aims
            for holder in range(self.seat_count)
        }
        return ActionComparison(amounts_by_aim, [(one.value, other.value) for one, other in lines])

    def _count_lines(self) -> int:
        """Return the number of deals on which play continues after each action."""
        deals = DEAL_COUNT if self.deal_count is None else self.deal_count
        return deals if self.chooses_by_value else HABIT_FACTOR * deals

    def _begin_lines(self, key: bytes, deals: range) -> list[tuple[_PlayedLine, _PlayedLine]]:
        """Return a pair of lines for each deal, one for each of the two actions, before their first step."""
        judge = Judge(self.game, self.version, self.game.computer_settings.hard)
        lines = []
        for deal in deals:
            state = judge.rules.sample(self.view, Chance(key, deal))
            one, other = (
                _PlayedLine(self, judge, state, action, Chance(key + b" on", deal)) for action in self.actions
            )
            lines.append((one, other))
        return lines


class _PlayedLine:
    """A line: an action and the turns played after it on one deal.

    More turns can be played later, for aims that are watched longer.
    """

    def __init__(self, fork: MoveFork, judge: Judge, state: object, action: ActionLike, rng: Chance) -> None:
        self._fork, self._judge, self._dice, self._state = fork, judge, rng, state
        self._next_step: tuple[int, ActionLike] | None = (fork.seat, action)
        """The seat and action of the next step, or ``None`` if the action isn't chosen yet."""
        self._deal, self._steps, self._is_over = judge.identify_deal(state), 0, False
        self._ended_turn_counts = [0] * fork.seat_count
        """Number of turns that each seat has ended, including the turn of the action."""
        self._aims = fork.list_counted_aims()
        self._amounts = {(aim.key, holder): 0.0 for aim in self._aims for holder in range(fork.seat_count)}
        # If the action is made during another seat's turn, the acting seat has no current turn to count.
        self._value_after = VALUED_TURNS - (judge.rules.find_active_seat(state) != fork.seat)
        # The value means nothing if seats pursue one aim instead of making their best moves.
        self._needs_value = fork.eager_aim is None
        self.value = 0.0
        """Value for the acting seat after its next turn, or at the end of the deal or the match.

        It stays 0 if seats play eagerly.
        """

    def play_watched_turns(self, aims: tuple[Aim, ...]) -> None:
        """Play the action and the turns over which the aims are watched, unless already played."""
        while not self._is_over and (self._needs_value or self._list_watched_aims(aims)):
            self._make_step()

    def find_amount(self, aim: Aim, seat: int) -> float:
        """Return the amount of an aim that a seat got: 1 or 0 for an aim that happens or doesn't."""
        amount = self._amounts[aim.key, seat]
        return float(amount > 0) if aim.is_event else amount

    def _make_step(self) -> None:
        fork, judge, before = self._fork, self._judge, self._state
        rules = judge.rules
        if self._next_step is None:
            mover = rules.to_act(before)[0]
            self._next_step = mover, choose_action(judge, before, mover, self._dice, fork.eager_aim)
        (mover, action), self._next_step = self._next_step, None
        self._state, events = rules.apply(before, mover, action, self._dice)
        self._steps += 1
        # Aims that differ only in the number of watched turns gain the same amount in a step, so compute it
        # once.
        gained = dict[tuple[object, int], float]()
        for aim, holder in self._list_watched_aims(self._aims):
            about = aim.measure_progress, holder
            if about not in gained:
                gained[about] = aim.measure_progress(before, self._state, events, holder)
            self._amounts[aim.key, holder] += gained[about]
        self._count_turns(
            rules.find_active_seat(before), rules.count_ended_turns(before, self._state, events)
        )
        self._is_over = (
            self._steps == MAX_STEPS
            or not rules.to_act(self._state)
            or judge.identify_deal(self._state) != self._deal
        )
        if self._needs_value and (self._is_over or self._ended_turn_counts[fork.seat] >= self._value_after):
            self.value = judge.evaluate(judge.make_evaluable_state(self._state, self._dice), fork.seat)
            self._needs_value = False

    def _list_watched_aims(self, aims: tuple[Aim, ...]) -> list[WatchedAim]:
        """Return each aim with each seat for which it is still watched.

        The acting seat's current turn counts as one of its turns. Other seats have one turn fewer.
        """
        fork = self._fork
        return [
            (aim, holder)
            for aim in aims
            for holder in range(fork.seat_count)
            if self._ended_turn_counts[holder] < aim.watched_turns - (holder != fork.seat)
        ]

    def _count_turns(self, seat: int | None, ended_count: int) -> None:
        """Count ended turns: first the turn of ``seat``, then the skipped turns of the seats after it."""
        for skipped in range(ended_count):
            self._ended_turn_counts[((seat or 0) + skipped) % self._fork.seat_count] += 1


def choose_action(
    judge: Judge,
    state: object,
    seat: int,
    rng: Chance,
    eager_aim: Aim | None = None,
    candidates: tuple[ActionLike, ...] | None = None,
) -> ActionLike:
    """Return the action that a seat takes in a line.

    In a game with ``choose_by_habit``, the seat takes the action that this function returns. In a game
    without an estimate, it acts at random. Otherwise it takes the action with the highest value.

    :param eager_aim: an aim that the seat pursues immediately, even if another action has a higher value.
    :param candidates: actions to choose from, by default those worth searching.
    """
    actions = judge.list_actions(state, seat) if candidates is None else candidates
    if judge.choose_by_habit is not None or len(actions) == 1:
        return actions[0] if judge.choose_by_habit is None else judge.choose_by_habit(state, seat, actions)
    if judge.estimate is None:
        return rng.choice(actions)
    options = [(action, *judge.rules.apply(state, seat, action, rng)) for action in actions]
    if eager_aim is not None:
        options = _find_eager_steps(options, state, seat, eager_aim)
    best, *_ = max(options, key=lambda one: judge.evaluate(one[1], seat)) if len(options) > 1 else options[0]
    return best


def _find_eager_steps(steps: list[LineStep], state: object, seat: int, aim: Aim) -> list[LineStep]:
    """Return the steps that bring most of an aim and, among these, those that come closest to more of it."""
    sign = -1 if aim.is_unwanted else 1
    gains = [sign * aim.measure_progress(state, after, events, seat) for _, after, events in steps]
    most = max(gains)
    steps = [step for step, gained in zip(steps, gains, strict=True) if gained == most]
    if aim.estimate_progress is None or len(steps) == 1:
        return steps
    near = [aim.estimate_progress(after, seat) for _, after, _ in steps]
    nearest = max(near)
    return [step for step, nearness in zip(steps, near, strict=True) if nearness == nearest]
