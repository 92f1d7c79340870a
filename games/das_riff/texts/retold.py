"""Maps reasons addressed to a player to the same reasons about that player by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg

RETOLD: Final[Mapping[str, Msg]] = {
    N_("You have worms in plenty: one more is hardly worth anything to you."): Msg(
        N_("{actor} had worms in plenty: one more was hardly worth anything.")
    ),
    N_("You get nothing, and a worm would be free. Taking one is nearly always better."): Msg(
        N_("It brings {actor} nothing, and a worm would have been free. Taking one is nearly always better.")
    ),
    N_("With it you have enough for {cell}: {card}, which would complete {brood}."): Msg(
        N_("With it {actor} has enough for {cell}: {card}, which would complete {brood}.")
    ),
    N_("With it you have enough for {cell}: {card}."): Msg(
        N_("With it {actor} has enough for {cell}: {card}.")
    ),
    N_(
        "A fish of this colour would complete {brood} with your {card}, and you pay for it in this colour."
    ): Msg(
        N_(
            "A fish of this colour would complete {brood} with {actor}'s {card}, "
            "and it is paid for in this colour."
        )
    ),
    N_("It only shows you both the card: you'd have nothing left to take it with."): Msg(
        N_("It only shows the card: {actor} would have had nothing left to take it with.")
    ),
    N_("If you take it right away, it costs only {price} more, but you have no coral for a fish."): Msg(
        N_("Taken right away, it costs only {price} more, but {actor} had no coral for a fish.")
    ),
    N_("For {brood} you need a {card}. This could be it, for just {price} more right away."): Msg(
        N_("For {brood} {actor} needed a {card}. This could have been it, for just {price} more right away.")
    ),
    N_("If you take it right away, it costs only {price} more, in its own colour if it's a fish."): Msg(
        N_("Taken right away, it costs only {price} more, in its own colour if it's a fish.")
    ),
    N_("The gap closes when the turn ends: {cell}, {card}, comes a column closer, for both of you."): Msg(
        N_("The gap closes when the turn ends: {cell}, {card}, comes a column closer, for both sides.")
    ),
    N_("You then reach {cell}, {card}, which would complete {brood} for you."): Msg(
        N_("{actor} then reaches {cell}, {card}, which would complete {brood}.")
    ),
    N_("For the rest of the match you reach column {column} too, now with {cards}."): Msg(
        N_("For the rest of the match {actor} reaches column {column} too, then with {cards}.")
    ),
    N_(
        "For the rest of the match you reach column {column} too, though there's nothing to take there yet."
    ): Msg(
        N_(
            "For the rest of the match {actor} reaches column {column} too, though "
            "there was nothing to take there yet."
        )
    ),
    N_("This is turn {n} in a row without a brood: end it and the match is a draw."): Msg(
        N_("It was turn {n} in a row without a brood: ending it makes the match a draw.")
    ),
    N_("You have nothing left to pay with; your next turn brings new worms."): Msg(
        N_("{actor} had nothing left to pay with; the next turn brings new worms.")
    ),
    N_("You keep {kept} for your next turn, and the dice bring more."): Msg(
        N_("{actor} keeps {kept} for the next turn, and the dice bring more.")
    ),
    N_("It breeds {brood} on coral {coral}: your last brood, you win!"): Msg(
        N_("It breeds {brood} on coral {coral}: the last brood, and {actor} wins!")
    ),
    N_("It breeds {brood} on coral {coral} right away: brood {count} of the {goal} you need."): Msg(
        N_("It breeds {brood} on coral {coral} right away: brood {count} of the {goal} that {actor} needs.")
    ),
    N_("You have no empty coral, and without one you can only take a fish that breeds."): Msg(
        N_("{actor} had no empty coral, and without one only a fish that breeds can be taken.")
    ),
    N_("Your coral {count} of {most}: each brood closes one for good, and {goal} broods win."): Msg(
        N_("Coral {count} of {most} for {actor}: each brood closes one for good, and {goal} broods win.")
    ),
    N_("It pays like a worm of any colour, just what you need for {cell}: {card}."): Msg(
        N_("It pays like a worm of any colour, just what {actor} needed for {cell}: {card}.")
    ),
    N_("You keep it and can drive off any face-up card later, such as a fish that {name} needs."): Msg(
        N_("{actor} keeps it and can drive off any face-up card later, such as a fish that {name} needs.")
    ),
}
