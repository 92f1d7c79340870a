"""A beginner for each game, who takes the largest immediate gain, or plays at random if there is none.

The beginner knows the rules and the scoring, but doesn't look beyond its own move. It is the weakest player
of the ladder. It must never change, so that ``easy`` has a fixed opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.australis.score import award_reef, score_school
from games.core.protocol import Game
from games.core.rng import Chance

BROOD_VALUE, PARENT_VALUE, TREASURE_VALUE = 10.0, 3.0, 1.0
"""Values of a brood, a lone parent, and a pearl, shark or coral for a beginner of Das Riff."""
CORAL_VALUE, CARD_VALUE, FISH_VALUE = 2.0, 2.0, 0.25
"""Values of a coral, a card and a fish for a beginner of Australis."""
HAND_CARD_VALUE = 0.5
"""Value in points of a card in hand for a beginner of Reef."""


def choose_token(game: Game, version: int, view: Any, seat: int, rng: Chance) -> str:
    """Return the token of the beginner's move."""
    rules, gain = game.rules[version], VALUE_FUNCTIONS_BY_GAME.get(game.key, _score_nothing)
    state = rules.sample(view, rng)
    before = gain(view, seat)
    best, found = 0.0, []
    actions = rules.legal_actions(state, seat)
    for action in actions:
        after = rules.view(rules.apply(state, seat, action, rng)[0], seat)
        gained = gain(after, seat) - before
        if gained > best + 1e-9:
            best, found = gained, [action]
        elif best and abs(gained - best) < 1e-9:
            found.append(action)
    if not found:
        kinds = sorted({action.path[0].value for action in actions})
        kind = rng.choice(kinds)
        found = [action for action in actions if action.path[0].value == kind]
    return rng.choice(found).token


def _score_das_riff(view: Any, seat: int) -> float:
    own = view.reefs[seat]
    parents = sum(1 for coral in own.corals if coral.parent is not None)
    treasures = own.pearls + own.sharks + len(own.corals)
    return float(BROOD_VALUE * own.broods + PARENT_VALUE * parents + TREASURE_VALUE * treasures)


def _score_coral_reef(view: Any, seat: int) -> float:
    if view.ending or not view.hand_sizes[seat]:
        return 0.0
    return float(-view.hand_sizes[seat] - 100 * view.number + 1000 * view.wins[seat])


def _score_australis(view: Any, seat: int) -> float:
    """Return the seat's score if the round were scored now."""
    own = view.boards[seat]
    reefs = sum(
        points
        for index in range(len(own.corals))
        for who, points in award_reef(
            index, [board.corals[index] for board in view.boards], view.turtle_order
        )
        if who == seat
    )
    growing = score_school(len(own.food), own.fish) + own.space + reefs + FISH_VALUE * own.fish
    return float(own.points + growing + CORAL_VALUE * sum(own.corals) + CARD_VALUE * len(own.cards))


def _score_reef(view: Any, seat: int) -> float:
    own = view.seats[seat]
    return float(own.points + HAND_CARD_VALUE * own.cards)


def _score_nothing(view: Any, seat: int) -> float:
    return 0.0


VALUE_FUNCTIONS_BY_GAME: Mapping[str, Callable[[Any, int], float]] = {
    "das_riff": _score_das_riff,
    "coral_reef": _score_coral_reef,
    "australis": _score_australis,
    "reef": _score_reef,
}
"""Value of a position for a beginner, by game. Without an entry, the beginner plays at random."""
