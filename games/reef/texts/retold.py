"""Maps advice that addresses the player to the same advice with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg

RETOLD: Final[Mapping[str, Msg]] = {
    N_("Then your card {number} can score up to {points} with its own corals."): Msg(
        N_("Then {actor}'s card {number} can score up to {points} with its own corals.")
    ),
    N_("None of your cards scores on it yet; that depends on the corals you add."): Msg(
        N_("None of {actor}'s cards scores on it yet; that depends on the corals added later.")
    ),
    N_("Your reef grows, but no other card in your hand gains yet."): Msg(
        N_("{actor}'s reef grows, but no other card in that hand gains yet.")
    ),
    N_("It can score {most} now; your hand's best is {mine}."): Msg(
        N_("It could score {most} then; {actor}'s best in hand was {mine}.")
    ),
    N_("It can score {most} on your reef now."): Msg(N_("It could score {most} on {actor}'s reef.")),
    N_("If you lay its corals well, your card {other} scores {then} instead of {before}."): Msg(
        N_("With its corals laid well, {actor}'s card {other} scores {then} instead of {before}.")
    ),
    N_("It can't score until you've built its pattern."): Msg(
        N_("It couldn't score until its pattern is built.")
    ),
    N_("It's your last turn: keep this card, and it still scores {points} at the end."): Msg(
        N_("It was {actor}'s last turn: kept in hand, this card still scores {points} at the end.")
    ),
    N_("You pay {price} for a card you can't see."): Msg(N_("{actor} pays {price} for an unknown card.")),
    N_("For {price} you get a card that can score {most} now."): Msg(
        N_("For {price} {actor} gets a card that could score {most} right then.")
    ),
    N_("For {price} you get a card to build for: {pattern}."): Msg(
        N_("For {price} {actor} gets a card to build for: {pattern}.")
    ),
}
