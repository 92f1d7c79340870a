"""Three scripted players for each game, who imitate people: greedy, cautious and hasty.

The greedy player takes the largest gain in sight. The cautious player keeps reserves and avoids risks. The
hasty player is greedy, but overlooks a quarter of its moves. Each looks one move ahead and uses none of the
computer players' estimates, so that no level is measured against its own estimate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.coral_reef.parts import LETTER_BY_CARD
from games.core.protocol import Game
from games.core.rng import Chance
from tests.proof.strength.beginner import BROOD_VALUE, CORAL_VALUE, FISH_VALUE, VALUE_FUNCTIONS_BY_GAME

GREEDY, CAUTIOUS, HASTY = "greedy", "cautious", "hasty"
PEOPLE: Final = (GREEDY, CAUTIOUS, HASTY)

OVERLOOK_ODDS: Final = 4
"""A hasty player overlooks each legal action with a probability of one in this number."""
RESERVED_WORM_COUNT: Final = 3
"""Number of worms that a cautious player of Das Riff saves for a possible brood."""
FULL_HAND_SIZE: Final = 4
"""Number of cards that a cautious player of Reef collects before playing one."""
SMALL_CORALS: Final = "A23"
"""Cards that fit almost anywhere. A cautious player of Coral Reef keeps them."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action, and its seat's views before and after it."""

    token: str
    before: Any
    after: Any
    seat: int
    gain: float
    """Increase of the position's value for a beginner."""


def choose_as_person(person: str, game: Game, version: int, view: Any, seat: int, rng: Chance) -> str:
    """Return the token of the greedy, cautious or hasty player's move."""
    moves = _list_moves(game, version, view, seat, rng)
    if person == HASTY:
        moves = [move for move in moves if rng.draw_below(OVERLOOK_ODDS)] or moves
    value = VALUE_FUNCTIONS_BY_PERSON[CAUTIOUS if person == CAUTIOUS else GREEDY].get(game.key, _value_gain)
    values = [value(move) for move in moves]
    most = max(values)
    return rng.choice([move for move, worth in zip(moves, values, strict=True) if worth == most]).token


def _list_moves(game: Game, version: int, view: Any, seat: int, rng: Chance) -> list[Move]:
    rules, count = game.rules[version], VALUE_FUNCTIONS_BY_GAME.get(game.key, _count_nothing)
    state = rules.sample(view, rng)
    before = count(view, seat)
    moves = []
    for action in rules.legal_actions(state, seat):
        after = rules.view(rules.apply(state, seat, action, rng)[0], seat)
        moves.append(Move(action.token, view, after, seat, round(count(after, seat) - before, 6)))
    return moves


def _count_nothing(view: Any, seat: int) -> float:
    return 0.0


def _value_gain(move: Move) -> float:
    return move.gain


def _value_das_riff_greedily(move: Move) -> float:
    """Prefer the largest gain, then a boat, then the end of the turn."""
    quiet = {"boat": 0.5, "end": 0.1}.get(move.token.partition(":")[0], 0.0)
    return move.gain or quiet


def _value_das_riff_cautiously(move: Move) -> float:
    """Prefer breeding, then gains that leave a reserve of worms, and never use a shark."""
    kind = move.token.partition(":")[0]
    kept = sum(move.after.reefs[move.seat].worms)
    if kind == "worm":
        return float(kept)
    if move.gain >= BROOD_VALUE / 2:
        return move.gain
    if kind == "end":
        return 0.1
    if kind == "shark" or kept < RESERVED_WORM_COUNT:
        return 0.0
    return move.gain or (0.2 if kind == "boat" else 0.0)


def _value_coral_reef_cautiously(move: Move) -> float:
    """Prefer playing many cards, except small ones."""
    if move.gain > len(move.before.hand):
        # The move wins the round.
        return move.gain
    played = Counter(move.before.hand) - Counter(move.after.hand)
    return move.gain - 0.6 * sum(
        count for card, count in played.items() if LETTER_BY_CARD[card] in SMALL_CORALS
    )


def _value_australis_cautiously(move: Move) -> float:
    """Count fish double, and corals only on reefs where nobody else has one."""
    fish = move.after.boards[move.seat].fish - move.before.boards[move.seat].fish
    contested = _count_contested(move.after, move.seat) - _count_contested(move.before, move.seat)
    return float(move.gain + FISH_VALUE * fish - CORAL_VALUE * contested)


def _count_contested(view: Any, seat: int) -> int:
    """Return the number of a seat's corals on reefs where somebody else has one."""
    others = [board for other, board in enumerate(view.boards) if other != seat]
    return sum(
        own
        for index, own in enumerate(view.boards[seat].corals)
        if any(board.corals[index] for board in others)
    )


def _value_reef_cautiously(move: Move) -> float:
    """Prefer collecting a full hand, then the highest-scoring card."""
    own = move.before.seats[move.seat]
    if own.cards < FULL_HAND_SIZE and move.token.startswith("take"):
        return 100 + move.gain
    return move.gain


EvaluateMove = Callable[[Move], float]
VALUE_FUNCTIONS_BY_PERSON: Final[Mapping[str, Mapping[str, EvaluateMove]]] = {
    GREEDY: {"das_riff": _value_das_riff_greedily},
    CAUTIOUS: {
        "das_riff": _value_das_riff_cautiously,
        "coral_reef": _value_coral_reef_cautiously,
        "australis": _value_australis_cautiously,
        "reef": _value_reef_cautiously,
    },
}
"""Evaluates a move of the greedy or the cautious player, by game. By default it is the gain."""
