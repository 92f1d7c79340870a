"""Checks whether the course of a match contradicts the explanations of its review."""

from __future__ import annotations

from typing import Final

from games.core.aims import WHOLE_MATCH_TURNS
from games.core.match import Match
from games.players.judge import Judge
from games.review.points import ReviewPoint, find_aim

MAX_UNLIKELY_CHANCE: Final = 0.2
"""Maximum probability of an unlikely event. If one happened, the explanation is contradicted."""


def is_contradicted(match: Match, ply: int, point: ReviewPoint) -> bool:
    """Return whether the match contradicts the reason why another move was better.

    That is the case if the move played brought as much as the better move should have brought on average, or
    if something happened that should have been unlikely after the move played. An aim for the whole match is
    never contradicted, because its result may be due to later moves.

    :param ply: number of the step with the move, counted from 0.
    """
    aim = find_aim(match.game, point.aim)
    amount = measure_amount(match, ply, point)
    if aim is None or amount is None or aim.watched_turns >= WHOLE_MATCH_TURNS:
        return False
    sign = 1 if point.better > point.played else -1
    if not aim.is_event:
        return sign * (amount - point.better) >= 0
    happened = amount > 0
    chance = point.played if happened else 1 - point.played
    return happened == (sign > 0) and chance <= MAX_UNLIKELY_CHANCE


def measure_amount(match: Match, ply: int, point: ReviewPoint) -> float | None:
    """Return the progress that ``point.seat`` made towards the point's aim in a step and the turns after it.

    Turns and the end of the deal are counted as in :mod:`games.review.lines`. Return ``None`` if the game has
    no such aim, or if the players ended the match earlier.
    """
    aim, rules = find_aim(match.game, point.aim), match.rules
    if aim is None:
        return None
    judge = Judge(match.game, rules.version, match.game.computer_settings.hard)
    turns = aim.watched_turns - (point.seat != match.steps[ply].seat)
    deal, amount = judge.identify_deal(match.state_at(ply)), 0.0
    for number, step in enumerate(match.steps[ply:], ply):
        before = match.state_at(number)
        if turns <= 0 or judge.identify_deal(before) != deal:
            return amount
        amount += aim.measure_progress(before, step.state, step.events, point.seat)
        active_seat = rules.find_active_seat(before) or 0
        turns -= sum(
            (active_seat + skipped) % match.seat_count == point.seat
            for skipped in range(step.ended_turn_count)
        )
    ended = turns <= 0 or not rules.to_act(match.state) or judge.identify_deal(match.state) != deal
    return amount if ended else None
