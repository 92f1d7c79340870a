"""Maps advice that addresses the player to the same advice with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg

RETOLD: Final[Mapping[str, Msg]] = {
    N_("Then your card {number} can score up to {points}."): Msg(
        N_("Then {actor}'s card {number} can score up to {points}.")
    ),
    N_("None of your cards scores on it yet; that depends on the corals you add."): Msg(
        N_("None of {actor}'s cards scores on it yet; that depends on the corals added later.")
    ),
    N_("Your reef grows, but no other card in your hand gains yet."): Msg(
        N_("{actor}'s reef grows, but no other card in that hand gains yet.")
    ),
    N_("Your card {other} can still score up to {then}."): Msg(
        N_("{actor}'s card {other} could still score up to {then}.")
    ),
    N_("Its corals alone can bring your card {other} from {before} to {then}."): Msg(
        N_("Its corals alone could bring {actor}'s card {other} from {before} to {then}.")
    ),
    N_("It can't score until you've built its pattern."): Msg(
        N_("It couldn't score until its pattern is built.")
    ),
    N_("It's your last turn: keep this card, and it still scores {points} at the end."): Msg(
        N_("It was {actor}'s last turn: kept in hand, this card still scores {points} at the end.")
    ),
    N_("{price} for a card you can't see."): Msg(N_("{price} for an unknown card.")),
}
