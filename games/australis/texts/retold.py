"""Maps reasons addressed to a player to the same reasons about that player by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg, plural

RETOLD: Final[Mapping[str, Msg]] = {
    N_("First your cards at its colour work: {cards}."): Msg(
        N_("First {actor}'s cards at its colour work: {cards}.")
    ),
    N_("Your turtle is already on the last space: this die only helps in the competition."): Msg(
        N_("{actor}'s turtle was already on the last space: this die only helps in the competition.")
    ),
    N_("You begin the next round, and red rolls high in the competition."): Msg(
        N_("{actor} begins the next round, and red rolls high in the competition.")
    ),
    N_("You score {points} right away and take {cards} from the display, to use now or to keep."): Msg(
        N_("{actor} scores {points} right away and takes {cards} from the display, to use or to keep.")
    ),
    N_("You take {cards} from the display, to use now or to keep for later dice."): Msg(
        N_("{actor} takes {cards} from the display, to use or to keep for later dice.")
    ),
    N_(
        "You score {points} and take {cards}, to use now; a competition card still counts if you keep it."
    ): Msg(
        N_(
            "{actor} scores {points} and takes {cards}, to use right away; a "
            "competition card still counts if it's kept."
        )
    ),
    N_("You take {cards} from the display, to use now; a competition card still counts if you keep it."): Msg(
        N_(
            "{actor} takes {cards} from the display, to use right away; a "
            "competition card still counts if it's kept."
        )
    ),
    N_("You score {points} and take {cards}, to use now: this is your last die."): Msg(
        N_("{actor} scores {points} and takes {cards}, to use right away: it was the last die.")
    ),
    N_("You take {cards} from the display, to use now: this is your last die."): Msg(
        N_("{actor} takes {cards} from the display, to use right away: it was the last die.")
    ),
    N_("Your turtle first: then your coral card reaches up to reef {reef}."): Msg(
        N_("{actor}'s turtle first: then the coral card reaches up to reef {reef}.")
    ),
    N_("Your turtle waits: this coral only reaches up to reef {reef}."): Msg(
        N_("{actor}'s turtle waits: this coral only reaches up to reef {reef}.")
    ),
    N_("You score {points} now, without waiting for a die."): Msg(
        N_("{actor} scores {points} right then, without waiting for a die.")
    ),
    N_("You have no die of its colour for the last competition, so it brings nothing."): Msg(
        N_("{actor} had no die of its colour for the last competition, so it brings nothing.")
    ),
    N_("Dice of its colour count 1 more for you in the last competition; you have {n} so far."): Msg(
        N_("Dice of its colour count 1 more for {actor} in the last competition, who had {n} so far.")
    ),
    N_("Dice of its colour count 1 more for you in each competition; for this one you have {n} so far."): Msg(
        N_(
            "Dice of its colour count 1 more for {actor} in each competition, who "
            "had {n} so far for this one."
        )
    ),
    N_("You take no more dice, so a card that you keep brings nothing."): Msg(
        N_("{actor} takes no more dice, so a card that is kept brings nothing.")
    ),
    N_("It works before every die of its colour from now on; you have {n} die still to take."): plural(
        "It works before every later die of its colour; {actor} had {n} die still to take.",
        "It works before every later die of its colour; {actor} had {n} dice still to take.",
        0,
    ),
    N_(
        "You then have {fish}: your school scores {points} at the end of the round, instead of {before}."
    ): Msg(
        N_(
            "{actor} then has {fish}: the school scores {points} at the end of the "
            "round, instead of {before}."
        )
    ),
    N_("Your school already scores {points} a round, the most there is."): Msg(
        N_("{actor}'s school already scored {points} a round, the most there is.")
    ),
    N_("You then have {fish}, but to score more than {before} a round your school needs a food cube."): Msg(
        N_("{actor} then has {fish}, but to score more than {before} a round the school needs a food cube.")
    ),
    N_("You then have {fish} of the {need} your school needs to score {points} a round."): Msg(
        N_("{actor} then has {fish} of the {need} that the school needs to score {points} a round.")
    ),
    N_("Your turtle is already on the last space and stays there."): Msg(
        N_("{actor}'s turtle was already on the last space and stays there.")
    ),
    N_("Your turtle gets to space {space} and picks up {n} food cube, for a bigger school."): plural(
        "{actor}'s turtle gets to space {space} and picks up {n} food cube, for a bigger school.",
        "{actor}'s turtle gets to space {space} and picks up {n} food cubes, for a bigger school.",
        0,
    ),
    N_("Your turtle swims from {origin} to {space}, and its space is what it scores each round."): Msg(
        N_("{actor}'s turtle swims from {origin} to {space}, and its space is what it scores each round.")
    ),
    N_("With no coral left, you may move one of yours to reef {reef} or a lower one."): Msg(
        N_("With no coral left, {actor} may move one to reef {reef} or a lower one.")
    ),
    N_(
        "With {n} coral there you get {points} more at the end of the round, unless somebody overtakes you."
    ): plural(
        "With {n} coral there {actor} gets {points} more at the end of the round, unless somebody overtakes.",
        "With {n} corals there {actor} gets {points} more at the end of the "
        "round, unless somebody overtakes.",
        0,
    ),
    N_("You lead there {own} to {most} and are harder to catch; the points stay the same."): Msg(
        N_("{actor} leads there {own} to {most} and is harder to catch; the points stay the same.")
    ),
    N_("It brings you {points} more for the reefs at the end of the round."): Msg(
        N_("It brings {actor} {points} more for the reefs at the end of the round.")
    ),
    N_("It costs you {points} for the reefs at the end of the round."): Msg(
        N_("It costs {actor} {points} for the reefs at the end of the round.")
    ),
    N_("As things stand, it doesn't change your reef points at the end of the round."): Msg(
        N_("As things stand, it doesn't change {actor}'s reef points at the end of the round.")
    ),
    N_("Your corals stay where they bring {points} for the reefs as things stand."): Msg(
        N_("{actor}'s corals stay where they bring {points} for the reefs as things stand.")
    ),
    N_("Its food cube makes {cubes}: with {need} your school then scores {points} a round."): Msg(
        N_("Its food cube makes {cubes}: with {need} {actor}'s school then scores {points} a round.")
    ),
}
