"""Finds what follows a better move in the same turn: a way to achieve what a review says can certainly be
achieved, or a step that the guide's advice mentions.

A way is a list of actions of the same turn.
"""

from __future__ import annotations

from typing import Final

from games.core.aims import Aim
from games.core.match import Match
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Advice, Scene
from games.core.values import value_class
from games.players.judge import Judge
from games.review.lines import choose_action
from games.review.points import find_aim
from games.review.review import ReviewedMove
from games.review.slices import list_views

WAY_KEY: Final = b"way"
"""Key of the random deals on which a way is found and confirmed."""
MAX_WAY_DEALS: Final = 8
"""Maximum number of deals on which a way is sought."""
MAX_WAY_STEPS: Final = 12
"""Maximum number of actions of a way."""
STEP_DEALS: Final = 3
"""Number of deals that show whether a step follows the better move."""


@value_class
class WayStep:
    """An action of a way, with the position before it as its seat sees it."""

    view: ViewLike
    action: ActionLike


def find_way(match: Match, move: ReviewedMove) -> tuple[WayStep, ...]:
    """Return the way that achieves the aim of a move's point after the better move.

    Return an empty tuple if no way is found, or if it doesn't achieve the aim on another deal.
    """
    aim = None if move.point is None else find_aim(match.game, move.point.aim)
    if aim is None:
        return ()
    for deal in range(MAX_WAY_DEALS):
        # Keys of different lengths give different deals.
        steps = _find_way_on_deal(match, move, aim, Chance(WAY_KEY + b"\0" * deal, move.ply))
        if steps and _is_confirmed(match, move, aim, [step.action.token for step in steps]):
            return steps
    return ()


def _find_way_on_deal(match: Match, move: ReviewedMove, aim: Aim, rng: Chance) -> tuple[WayStep, ...]:
    """Return the way that the seat finds on one deal, or an empty tuple.

    Of several steps that come equally close to the aim, the seat takes the one with the highest value, which
    may not lead to the aim.
    """
    rules, judge = match.rules, Judge(match.game, match.rules.version, match.game.computer_settings.hard)
    seen, seat = list_views(match, move.ply)[move.seat], move.seat
    state, _ = rules.apply(rules.sample(seen, rng), seat, rules.read(move.best), rng)
    steps, brought = list[WayStep](), 0.0
    while not brought and len(steps) < MAX_WAY_STEPS and rules.find_active_seat(state) == seat:
        before, action = state, choose_action(judge, state, seat, rng, aim)
        steps.append(WayStep(rules.view(before, seat), action))
        state, events = rules.apply(before, seat, action, rng)
        brought = aim.measure_progress(before, state, events, seat)
    return tuple(steps) if brought else ()


def _is_confirmed(match: Match, move: ReviewedMove, aim: Aim, tokens: list[str]) -> bool:
    """Return whether a way achieves its aim on another deal as well."""
    rules, seat, dice = match.rules, move.seat, Chance(WAY_KEY + b" again", move.ply)
    state, brought = rules.sample(list_views(match, move.ply)[seat], dice), 0.0
    for token in (move.best, *tokens):
        action = rules.read(token)
        if not rules.is_legal(state, seat, action):
            return False
        before = state
        state, events = rules.apply(before, seat, action, dice)
        brought = aim.measure_progress(before, state, events, seat)
    return brought > 0


def is_followed_by(match: Match, move: ReviewedMove, step: str) -> bool:
    """Return whether a step whose token begins with ``step`` mostly follows the better move in the same turn.

    On each deal, the seat makes the moves with the highest values.
    """
    rules, judge = match.rules, Judge(match.game, match.rules.version, match.game.computer_settings.hard)
    seen, seat, taken_count = list_views(match, move.ply)[move.seat], move.seat, 0
    for deal in range(STEP_DEALS):
        dice = Chance(WAY_KEY + b" step", deal)
        state, _ = rules.apply(rules.sample(seen, dice), seat, rules.read(move.best), dice)
        for _ in range(MAX_WAY_STEPS):
            if rules.find_active_seat(state) != seat or seat not in rules.to_act(state):
                break
            action = choose_action(judge, state, seat, dice)
            if action.token.startswith(step):
                taken_count += 1
                break
            state, _ = rules.apply(state, seat, action, dice)
    return 2 * taken_count > STEP_DEALS


def is_drawback_avoided(match: Match, move: ReviewedMove, drawback: Advice, scene: Scene) -> bool:
    """Return whether the better move prevents or lessens the drawback of the move played.

    The better move doesn't if the move played is still possible afterwards, and the guide then names the same
    drawback.

    :param drawback: the guide's advice on the move played.
    """
    rules, seat, dice = match.rules, move.seat, Chance(WAY_KEY + b" drawback", move.ply)
    state, _ = rules.apply(
        rules.sample(list_views(match, move.ply)[seat], dice), seat, rules.read(move.best), dice
    )
    action = rules.read(move.played)
    if seat not in rules.to_act(state) or not rules.is_legal(state, seat, action):
        return True
    advice = match.game.texts.advise_on_action(action, rules.view(state, seat), scene)
    return advice.text != drawback.text
