"""Maps advice that addresses the player to a version with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg, plural

RETOLD_TEXTS: Final[Mapping[str, Msg]] = {
    N_("Your cards of that colour work first: {cards}."): Msg(
        N_("{actor}'s cards of that colour work first: {cards}.")
    ),
    N_("You roll it for a tile; your turtle is already on the last space."): Msg(
        N_("{actor} rolls it for a tile; the turtle was already on the last space.")
    ),
    N_(
        "You begin the next round, and red rolls high for the tiles: {gold} or {silver} points at the end."
    ): Msg(
        N_(
            "{actor} begins the next round, and red rolls high for the tiles: {gold} or {silver} points at"
            " the end."
        )
    ),
    N_("Use the card now: this is your last die."): plural(
        "{actor} has to use the card right away: it was the last die.",
        "{actor} has to use the cards right away: it was the last die.",
        0,
    ),
    N_("Your turtle first: then your coral card reaches up to reef {reef}."): Msg(
        N_("{actor}'s turtle first: then the coral card reaches up to reef {reef}.")
    ),
    N_("Your turtle first: then your coral card has more reefs to choose from."): Msg(
        N_("{actor}'s turtle first: then the coral card has more reefs to choose from.")
    ),
    N_("This coral reaches up to reef {reef}; with your turtle first, up to {later}."): Msg(
        N_("This coral reaches up to reef {reef}; with {actor}'s turtle first, up to {later}.")
    ),
    N_("You score {points} now, without waiting for a die."): Msg(
        N_("{actor} scores {points} right away, without waiting for a die.")
    ),
    N_("You have no die of its colour to roll for the tiles, so it brings nothing."): Msg(
        N_("{actor} had no die of its colour to roll for the tiles, so it brings nothing.")
    ),
    N_("Rolled for tiles, your dice of its colour count 1 more; you have {n}."): Msg(
        N_("Rolled for tiles, {actor}'s dice of its colour ({n} so far) count 1 more.")
    ),
    N_("You take no more dice, so a card that you keep brings nothing."): Msg(
        N_("{actor} takes no more dice, so a card that is kept brings nothing.")
    ),
    N_("Your fish then score {points} a round, up from {before}."): Msg(
        N_("{actor}'s fish then score {points} a round, up from {before}.")
    ),
    N_("Your fish already score {points} a round, the most there is."): Msg(
        N_("{actor}'s fish already scored {points} a round, the most there is.")
    ),
    N_("You then have {fish}; to score more than {before} a round they also need a food cube."): Msg(
        N_("{actor} then has {fish}; to score more than {before} a round they also need a food cube.")
    ),
    N_("You then have {fish} of the {need} that score {points} a round."): Msg(
        N_("{actor} then has {fish} of the {need} that score {points} a round.")
    ),
    N_("Your turtle is already on the last space and stays there."): Msg(
        N_("{actor}'s turtle was already on the last space and stays there.")
    ),
    N_("Your turtle then scores {points} a round; your fish get {n} food cube."): plural(
        "{actor}'s turtle then scores {points} a round; the fish get {n} food cube.",
        "{actor}'s turtle then scores {points} a round; the fish get {n} food cubes.",
        0,
    ),
    N_("Your turtle gets to space {space} and scores {points} a round."): Msg(
        N_("{actor}'s turtle gets to space {space} and scores {points} a round.")
    ),
    N_("With no coral left, you may move one of yours to reef {reef} or a lower one."): Msg(
        N_("With no coral left, {actor} may move one to reef {reef} or a lower one.")
    ),
    N_("+{gain} this round, unless somebody overtakes you."): Msg(
        N_("+{gain} for {actor} this round, unless somebody overtakes.")
    ),
    N_("You lead there {own} to {most}: harder to catch."): Msg(
        N_("{actor} leads there {own} to {most}: harder to catch.")
    ),
    N_("It brings you {points} for the reefs at the end of the round."): Msg(
        N_("It brings {actor} {points} for the reefs at the end of the round.")
    ),
    N_("It costs you {points} for the reefs at the end of the round."): Msg(
        N_("It costs {actor} {points} for the reefs at the end of the round.")
    ),
    N_("It's then {own} to {most} on reef {reef}; your reef points stay the same for now."): Msg(
        N_("It's then {own} to {most} on reef {reef}; {actor}'s reef points stay the same for now.")
    ),
    N_("Your corals stay where they bring {points} for the reefs as things stand."): Msg(
        N_("{actor}'s corals stay where they bring {points} for the reefs as things stand.")
    ),
    N_("With its food cube, you score {points} a round for {need}."): Msg(
        N_("With its food cube, {actor} scores {points} a round for {need}.")
    ),
}
