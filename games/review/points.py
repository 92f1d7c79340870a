"""Explains why one of two moves is better, by an aim that it advances or blocks in the next turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from games.core.aims import WHOLE_MATCH_TURNS, Aim
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.core.values import value_class
from games.core.words import Msg
from games.review.lines import MAX_NEAR_TURNS, ActionComparison, AmountPairs, AmountPairsByAim, MoveFork
from games.review.needs import is_first_needed

POINT_KEY: Final = b"point"
"""Key of the random numbers for finding a point."""
CHECK_KEY: Final = b"check"
"""Key of the random numbers for confirming a point on other deals."""
AMOUNTS_KEY: Final = b"amounts"
"""Key of the random numbers for measuring the amounts of a confirmed point."""
AMOUNTS_FACTOR: Final = 2
"""Factor for the number of deals on which the amounts of a confirmed point are measured."""
MIN_CLARITY: Final = 2.5
"""Minimum size of a clear difference, in standard errors."""
MIN_CONFIRMED_CLARITY: Final = 2.0
"""Minimum size of a difference on the deals that confirm it, in standard errors."""
MIN_CHANCE_DIFFERENCE: Final = 0.08
"""Minimum difference in probability that a review mentions, for an aim that happens or doesn't."""
MIN_AMOUNT_DIFFERENCE: Final = 1.0
"""Minimum difference in amount that a review mentions. The rounded amounts must also differ."""
MIN_FAR_AMOUNT_DIFFERENCE: Final = 2.0
"""Minimum difference in the amount of a far aim that a review mentions.

A single point over many turns explains nothing.
"""
MIN_MENTIONED_CHANCE_DIFFERENCE: Final = 0.1
MIN_MENTIONED_AMOUNT_DIFFERENCE: Final = 1.5
"""Minimum differences, in probability and in amount, after the amounts have been measured again."""
MAX_UNCERTAIN_CHANCE: Final = 0.99
"""Maximum probability that a review states for something that was only seen to happen on every deal."""
MIN_EXPLAINED_SHARE: Final = 0.1
"""Minimum fraction of a loss that a point must explain. If it explains less, further turns are examined."""
MIN_MENTIONED_SHARE: Final = 0.05
"""Minimum fraction of a loss that a point must explain to be told at all."""
MAX_EXPLAINED_LOSS: Final = 0.5
"""Maximum loss that :data:`MIN_MENTIONED_SHARE` refers to. Near the end, a few points can decide a match."""
MIN_LEAD: Final = 1.0
"""Minimum increase of the final lead, in standard errors, for a loss without a known reason."""
MAX_CHECKED_DIFFERENCES: Final = 3
"""Maximum number of clear differences to check on other deals."""
MAX_OTHER_WIN_CHANCE: Final = 0.8
"""Maximum chance to win in the same turn even after the move played.

If it is higher, a review doesn't say that the better move wins.
"""
PERCENT_STEP: Final = 5
"""Numbers of deals out of 100 are rounded to a multiple of this, as precise as deals allow."""
MAX_PERCENTAGE: Final = 100


@value_class
class ReviewPoint:
    """A reason why a move is better than the move played: an aim that it advances or blocks for a seat."""

    aim: str
    """Key of the aim (:class:`games.core.aims.GenericAim`)."""
    seat: int
    """The seat whose amounts of the aim are compared."""
    better: float
    """Mean amount of the aim for the seat after the better move."""
    played: float
    """Mean amount of the aim for the seat after the move played."""


def find_point(
    fork: MoveFork, results: ActionComparison, *, measures_again: bool = True
) -> ReviewPoint | None:
    """Return the reason why the first of two actions is better, or ``None`` if no reason is clear.

    The reason is the most valuable clear difference that other deals confirm. On those deals, every seat
    pursues the aim immediately, unless the aim is watched to the end of the match.

    :param results: the results of both actions on the first deals.
    :param measures_again: whether to measure the amounts of a confirmed reason on further deals, and to drop
        the reason if these show no difference. The first deals overestimate the largest difference.
    """
    game, seat = fork.game, fork.seat
    clear = _sort_by_worth(game, results.amounts_by_aim, seat)
    achieved = {
        aim.key: aim.win_chance_weight
        for aim, holder, _ in clear
        if holder == seat and fork.first_achieves(aim)
    }
    # A move that achieves a weighty aim (a brood) isn't better because of a lesser one (a coral).
    least_weight = max(achieved.values(), default=0.0)
    likely = [
        (aim, holder, pairs)
        for aim, holder, pairs in clear
        if not is_effect_outweighed(game, results.amounts_by_aim, aim.key, holder, seat)
        and not (holder == seat and aim.key in achieved)
        and aim.win_chance_weight >= least_weight
    ]
    for aim, holder, pairs in likely[:MAX_CHECKED_DIFFERENCES]:
        shown = _confirm_difference(fork, aim, holder, pairs, measures_again=measures_again)
        if shown is None:
            continue
        point = ReviewPoint(
            aim.key, holder, fmean(one for one, _ in shown), fmean(other for _, other in shown)
        )
        better, played = round_amounts(game, point)
        if min(better, played) >= 0 and better != played:
            return point
    return None


def _confirm_difference(
    fork: MoveFork, aim: Aim, seat: int, pairs: AmountPairs, *, measures_again: bool
) -> AmountPairs | None:
    """Return the amounts of an aim to mention, or ``None`` if other deals don't confirm the difference.

    :param pairs: the amounts on the first deals.
    """
    sign, least = _find_sign(fork.game, aim.key, seat, fork.seat), _find_min_difference(aim)
    checked = fork.with_aim_to_check(aim).play_lines(CHECK_KEY).amounts_by_aim[aim.key, seat]
    if measure_clarity(checked, sign) < MIN_CONFIRMED_CLARITY:
        return None
    # ``choose_by_habit`` ignores the aim, so the first deals and those of the check can be combined.
    samples = [pairs, checked] if fork.chooses_by_value else [[*pairs, *checked]]
    shown = min(samples, key=lambda sample: _measure_gain(sample, sign))
    if _measure_gain(shown, sign) < least:
        return None
    if measures_again and fork.chooses_by_value:
        way = fork.with_aim_to_check(aim) if shown is checked else replace(fork, aims=(aim,))
        shown = way.with_more_deals(AMOUNTS_FACTOR).play_lines(AMOUNTS_KEY).amounts_by_aim[aim.key, seat]
        min_mentioned = MIN_MENTIONED_CHANCE_DIFFERENCE if aim.is_event else MIN_MENTIONED_AMOUNT_DIFFERENCE
        least = max(least, min_mentioned)
        if measure_clarity(shown, sign) < MIN_CONFIRMED_CLARITY or _measure_gain(shown, sign) < least:
            return None
    return shown


def find_telling_point(
    fork: MoveFork, near_results: ActionComparison | None, loss: float, *, measures_again: bool = True
) -> ReviewPoint | None:
    """Return a reason why the better move is better, or ``None`` if none is found.

    A certain possibility in the same turn comes first, then near aims. If these explain too little of the
    loss, other possibilities are examined, and then far aims.

    :param near_results: the results for the near aims, if they are known already.
    :param measures_again: as in :func:`find_point`. Possibilities are always measured again.
    """
    now = find_possible_point(fork, turns=1)
    if now is not None and now.better == 1:
        return now
    best = find_point(fork, near_results or fork.play_lines(POINT_KEY), measures_again=measures_again)
    if best is None or measure_worth(fork.game, best) < MIN_EXPLAINED_SHARE * loss:
        best = find_possible_point(fork) or best
    for further in fork.make_far_forks():
        if best is not None and measure_worth(fork.game, best) >= MIN_EXPLAINED_SHARE * loss:
            break
        point = find_point(further, further.play_lines(POINT_KEY), measures_again=measures_again)
        if point is not None and (
            best is None or measure_worth(fork.game, point) > measure_worth(fork.game, best)
        ):
            best = point
    min_worth = MIN_MENTIONED_SHARE * min(loss, MAX_EXPLAINED_LOSS)
    if best is not None and measure_worth(fork.game, best) < min_worth:
        return None
    return best


def find_possible_point(fork: MoveFork, turns: int | None = None) -> ReviewPoint | None:
    """Return a point about something that a seat could do only after the better action, or ``None``.

    An aim for the same turn is only tried if the other action ended the turn. Otherwise the seat could still
    have achieved the aim in a way that was not simulated.

    :param turns: try only aims with this number of turns.
    """
    for aim in fork.game.aims:
        if not aim.is_possibility or turns not in (None, aim.watched_turns):
            continue
        if aim.watched_turns > 1 or fork.second_ends_turn():
            eager = fork.with_eager_aim(aim)
            point = find_point(eager, eager.play_lines(POINT_KEY))
            if point is not None and (
                is_first_needed(fork, aim)
                if aim.watched_turns == 1
                else _is_difference_usual(fork, aim, point)
            ):
                # Only an action without chance is certain to have the same result on deals not tried.
                sure = aim.watched_turns == 1 and fork.is_first_certain()
                return replace(point, better=1.0 if sure else min(point.better, MAX_UNCERTAIN_CHANCE))
    return None


def _is_difference_usual(fork: MoveFork, aim: Aim, point: ReviewPoint) -> bool:
    """Return whether a point's difference also appears if seats don't pursue the aim immediately."""
    usual = replace(fork, aims=(aim,)).play_lines(AMOUNTS_KEY).amounts_by_aim[aim.key, point.seat]
    return _measure_gain(usual, 1 if point.better > point.played else -1) >= MIN_CHANCE_DIFFERENCE


def find_certain_win(fork: MoveFork) -> ReviewPoint | None:
    """Return a point about a win in this turn that the first of two actions makes certain, or ``None``.

    The point's ``played`` is the seat's chance to win in this turn after the second action. If it is 1, the
    second action wins as well.
    """
    for aim in fork.game.aims:
        if aim.watched_turns == 1 and aim.is_event and not aim.is_possibility:
            pairs = fork.with_eager_aim(aim).play_lines(POINT_KEY).amounts_by_aim[aim.key, fork.seat]
            better, played = (fmean(amounts) for amounts in zip(*pairs, strict=True))
            if played == 1 or (better == 1 and played <= MAX_OTHER_WIN_CHANCE):
                return ReviewPoint(aim.key, fork.seat, better, played)
    return None


def find_first_step(fork: MoveFork) -> ActionLike | None:
    """Return an action that begins a certain win in this turn, or ``None``.

    The first of the two actions is returned if it brings the win nearer. An action that involves chance, or
    that the win doesn't need, is not returned, because it wouldn't show how the seat can win.
    """
    rules = fork.game.rules[fork.version]
    for aim in fork.game.aims:
        if (
            aim.watched_turns == 1
            and aim.is_event
            and not aim.is_possibility
            and aim.estimate_progress is not None
        ):
            state = rules.sample(fork.view, Chance(POINT_KEY, 0))
            after, events = rules.apply(state, fork.seat, fork.actions[0], Chance(POINT_KEY, 0))
            nearer = aim.estimate_progress(after, fork.seat) > aim.estimate_progress(state, fork.seat)
            wins = aim.measure_progress(state, after, events, fork.seat) > 0
            if (nearer or wins) and fork.is_first_certain():
                return fork.actions[0]
            for action in fork.list_eager_actions(aim):
                direct = replace(fork, actions=(action, fork.actions[1]))
                win = find_certain_win(direct) if direct.is_first_certain() else None
                if win is not None:
                    return action
    return None


def is_fruitless_choice(fork: MoveFork) -> bool:
    """Return whether the first of two actions gives its seat no clearly larger lead at the end of the match.

    This can be checked only in games with an aim that is watched to the end of the match. In other games,
    return ``False``.
    """
    whole = tuple(aim for aim in fork.game.aims if aim.watched_turns >= WHOLE_MATCH_TURNS)
    amounts_by_aim = fork.with_aims(whole).play_lines(POINT_KEY).amounts_by_aim if whole else {}
    return bool(whole) and all(_measure_lead(fork, amounts_by_aim, aim.key) < MIN_LEAD for aim in whole)


def _measure_lead(fork: MoveFork, amounts: AmountPairsByAim, key: str) -> float:
    """Return how much the first action increases a seat's lead over the others' mean, in standard errors."""
    own = amounts[key, fork.seat]
    others = [amounts[key, seat] for seat in range(fork.seat_count) if seat != fork.seat]
    leads = []
    for deal, (one, other) in enumerate(own):
        firsts, seconds = zip(*(pairs[deal] for pairs in others), strict=True)
        leads.append((one - fmean(firsts), other - fmean(seconds)))
    return measure_clarity(leads, 1)


def find_aim(game: Game, key: str) -> Aim | None:
    """Return an aim of a game, or ``None`` if the game no longer has it."""
    return next((aim for aim in game.aims if aim.key == key), None)


def is_effect_outweighed(game: Game, amounts: AmountPairsByAim, key: str, holder: int, seat: int) -> bool:
    """Return whether a move's effect on an aim for the seat ``holder`` is outweighed by other effects.

    For example, two points for a seat don't make a move good if another seat gets five. A gain of the acting
    seat is compared with the mean gain of the others, and a loss of another seat with the acting seat's loss.

    :param seat: the acting seat.
    """
    sign = _find_sign(game, key, seat, seat)
    rivals = (
        [other for other in range(_count_seats(amounts)) if other != seat] if holder == seat else [holder]
    )
    own, *others = [
        sign * fmean([one - other for one, other in amounts[key, each]]) for each in (seat, *rivals)
    ]
    return own <= fmean(others)


def _count_seats(amounts: AmountPairsByAim) -> int:
    return 1 + max(holder for _, holder in amounts)


def _sort_by_worth(game: Game, amounts: AmountPairsByAim, seat: int) -> list[tuple[Aim, int, AmountPairs]]:
    """Return the aim, seat and amounts of each difference in favour of the first action, best first."""
    aims = {aim.key: aim for aim in game.aims}
    worth = []
    for (key, holder), pairs in amounts.items():
        aim, sign = aims[key], _find_sign(game, key, holder, seat)
        gained = _measure_gain(pairs, sign)
        # In the check of a whole-match aim, seats play as before, so less clarity is enough at first.
        clarity = MIN_CLARITY if aim.watched_turns < WHOLE_MATCH_TURNS else MIN_CONFIRMED_CLARITY
        if gained >= _find_min_difference(aim) and measure_clarity(pairs, sign) >= clarity:
            worth.append((gained * aim.win_chance_weight, (aim, holder, pairs)))
    return [clear for _, clear in sorted(worth, key=lambda one: -one[0])]


def _find_min_difference(aim: Aim) -> float:
    """Return the smallest difference in an aim that a review mentions."""
    if aim.is_event:
        return MIN_CHANCE_DIFFERENCE
    return MIN_AMOUNT_DIFFERENCE if aim.watched_turns <= MAX_NEAR_TURNS else MIN_FAR_AMOUNT_DIFFERENCE


def _measure_gain(pairs: Sequence[tuple[float, float]], sign: int) -> float:
    """Return the mean difference between the first and second values, multiplied by ``sign``."""
    return sign * fmean(one - other for one, other in pairs)


def _find_sign(game: Game, key: str, holder: int, seat: int) -> int:
    """Return 1 if it is good for ``seat`` that ``holder`` gets more of an aim, else -1."""
    unwanted = any(aim.is_unwanted for aim in game.aims if aim.key == key)
    return 1 if (holder == seat) != unwanted else -1


def measure_clarity(pairs: Sequence[tuple[float, float]], sign: int) -> float:
    """Return the mean difference between first and second values in standard errors, times ``sign``."""
    differences = [sign * (one - other) for one, other in pairs]
    error = stdev(differences) / sqrt(len(differences))
    mean = fmean(differences)
    if not error:
        return MIN_CLARITY if mean > 0 else 0.0
    return mean / error


def measure_worth(game: Game, point: ReviewPoint) -> float:
    """Return the approximate win chance that a point's difference is worth."""
    weight = next((aim.win_chance_weight for aim in game.aims if aim.key == point.aim), 0.0)
    return weight * abs(point.better - point.played)


def describe_point(game: Game, point: ReviewPoint, seat: int, names: Sequence[str]) -> Msg | None:
    """Return the sentence that explains a point, or ``None`` if the game no longer has its aim.

    :param seat: the seat that moved.
    """
    aim = find_aim(game, point.aim)
    if aim is None:
        return None
    better, played = round_amounts(game, point)
    text = aim.winning_text if point.seat == seat else aim.denying_text
    if aim.certain_text is not None and point.seat == seat and better == MAX_PERCENTAGE:
        text = aim.certain_text
    return Msg(text.msgid, {"name": names[point.seat], "better": better, "played": played})


def is_surely_possible(game: Game, point: ReviewPoint | None) -> bool:
    """Return whether a point says that its aim can certainly be achieved. No more needs to be explained."""
    aim = None if point is None else find_aim(game, point.aim)
    return point is not None and aim is not None and aim.certain_text is not None and point.better == 1


def is_near_amount(game: Game, point: ReviewPoint | None) -> bool:
    """Return whether a point states amounts of a near aim."""
    aim = None if point is None else find_aim(game, point.aim)
    return aim is not None and not aim.is_event and aim.watched_turns <= MAX_NEAR_TURNS


def round_amounts(game: Game, point: ReviewPoint) -> tuple[int, int]:
    """Return a point's two amounts as shown to people.

    For an aim that happens or doesn't, the amounts are numbers of deals out of 100. Otherwise they are
    rounded to whole numbers.
    """
    aim = find_aim(game, point.aim)
    if aim is None or not aim.is_event:
        return round(point.better), round(point.played)
    if is_surely_possible(game, point):
        return MAX_PERCENTAGE, _round_chance(point.played)
    return _round_chance(point.better), _round_chance(point.played)


def _round_chance(chance: float) -> int:
    """Return a probability as a rounded number of deals out of 100.

    The number is never 100, because further deals may differ. It is 0 only if the probability is 0.
    """
    rounded = PERCENT_STEP * round(MAX_PERCENTAGE // PERCENT_STEP * chance)
    return min(max(rounded, int(chance > 0)), round(MAX_PERCENTAGE * MAX_UNCERTAIN_CHANCE))
