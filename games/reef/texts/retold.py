"""Maps advice that addresses the player to a version with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg

RETOLD_TEXTS: Final[Mapping[str, Msg]] = {
    N_("Then your card {number} can score up to {points}."): Msg(
        N_("Then {actor}'s card {number} can score up to {points}.")
    ),
    N_("It's a start to build on: none of your cards scores on it yet."): Msg(
        N_("It was a start to build on: none of {actor}'s cards scored on it yet.")
    ),
    N_("Your reef grows, but no other card in your hand gains yet."): Msg(
        N_("{actor}'s reef grows, but no other card in that hand gains yet.")
    ),
    N_("Your card {other} can still score up to {then}."): Msg(
        N_("{actor}'s card {other} could still score up to {then}.")
    ),
    N_("Your card {other} can score next turn too, but card {card} may be gone."): Msg(
        N_("{actor}'s card {other} can score next turn too, but card {card} may be gone.")
    ),
    N_("Nothing yet: {points} for each pattern that you build."): Msg(
        N_("Nothing yet: {points} for each pattern that is built.")
    ),
    N_("{points} now; it's your last turn, so it can't score."): Msg(
        N_("{points} right away; it was {actor}'s last turn, so it can't score.")
    ),
    N_("It's your last turn: keep this card, and it still scores {points} at the end."): Msg(
        N_("It was {actor}'s last turn: kept in hand, this card still scores {points} at the end.")
    ),
}
