"""Maps advice that addresses the player to a version with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg

RETOLD_TEXTS: Final[Mapping[str, Msg]] = {
    N_("You have plenty of worms: one more is worth little."): Msg(
        N_("{actor} had plenty of worms: one more was worth little.")
    ),
    N_("With it you have enough for {cell}: {card}, which would complete {brood}."): Msg(
        N_("With it {actor} has enough for {cell}: {card}, which would complete {brood}.")
    ),
    N_("Your {card} needs a mate of this colour, for {brood}."): Msg(
        N_("{actor}'s {card} needed a mate of this colour, for {brood}.")
    ),
    N_("It shows the card to both of you, but you'd have nothing left to take it with."): Msg(
        N_("It shows the card to both, but {actor} would have had nothing left to take it with.")
    ),
    N_("It then costs only {price} more, but you have no coral for a fish."): Msg(
        N_("It then costs only {price} more, but {actor} had no coral for a fish.")
    ),
    N_("Of the colours on offer, you have fewest of this one."): Msg(
        N_("Of the colours on offer, {actor} had fewest of this one.")
    ),
    N_("It could be the {card} you need for {brood}: {n} of {total} hidden cards."): Msg(
        N_("It could have been the {card} {actor} needed for {brood}: {n} of {total} hidden cards.")
    ),
    N_("It leaves you too little for {card}."): Msg(N_("It left {actor} too little for {card}.")),
    N_("You then reach {cell}, {card}, which would complete {brood} for you."): Msg(
        N_("{actor} then reaches {cell}, {card}, which would complete {brood}.")
    ),
    N_("In a later turn you can reach {cell}, {card}, to complete {brood}."): Msg(
        N_("In a later turn {actor} can reach {cell}, {card}, to complete {brood}.")
    ),
    N_("You then reach column {column} too, and can take {card} this turn."): Msg(
        N_("{actor} then reaches column {column} too, and can take {card} that turn.")
    ),
    N_("You then reach column {column} too, where {card} is now."): Msg(
        N_("{actor} then reaches column {column} too, where {card} was.")
    ),
    N_("You can then also turn up {cell}."): Msg(N_("{actor} can then also turn up {cell}.")),
    N_("You can then also turn up {first} or {second}."): Msg(
        N_("{actor} can then also turn up {first} or {second}.")
    ),
    N_("From now on you reach column {column} too, for later cards."): Msg(
        N_("From then on {actor} reaches column {column} too, for later cards.")
    ),
    N_("No card in column {column} helps you, and the match may end soon."): Msg(
        N_("No card in column {column} helped {actor}, and the match could end soon.")
    ),
    N_("This is turn {n} in a row without a brood: end it and the match is a draw."): Msg(
        N_("It was turn {n} in a row without a brood: ending it makes the match a draw.")
    ),
    N_("The dice of your next turn bring worms; now you have nothing left to pay with."): Msg(
        N_("The dice of {actor}'s next turn bring worms; there was nothing left to pay with.")
    ),
    N_("You have {n} of {price} for {cell}: {card}."): Msg(
        N_("{actor} has {n} of {price} for {cell}: {card}.")
    ),
    N_("Without {cell}, {card}, you can pay {n} next turn, not {fewer}."): Msg(
        N_("Without {cell}, {card}, {actor} can pay {n} next turn, not {fewer}.")
    ),
    N_("You still have an empty coral, and without {cell} you can pay {n} next turn, not {fewer}."): Msg(
        N_("{actor} still has an empty coral, and without {cell} can pay {n} next turn, not {fewer}.")
    ),
    N_("Next turn's dice bring two worms, so you can pay {n}."): Msg(
        N_("The next turn's dice bring two worms, so {actor} can pay {n}.")
    ),
    N_("If you want it, it's yours right away for {price} more."): Msg(
        N_("It could then be taken right away for {price} more.")
    ),
    N_("That's your last brood: you win!"): Msg(N_("That's {actor}'s last brood, and the win!")),
    N_("You get an empty coral: without one you can only take fish that breed."): Msg(
        N_("{actor} gets an empty coral: without one, only fish that breed can be taken.")
    ),
    N_("You need {goal} corals to win, because each brood closes one for good."): Msg(
        N_("{actor} needs {goal} corals to win, because each brood closes one for good.")
    ),
    N_("It pays like a worm of any colour, just what you need for {cell}: {card}."): Msg(
        N_("It pays like a worm of any colour, just what {actor} needed for {cell}: {card}.")
    ),
    N_("You pay with a pearl, so you gain none."): Msg(
        N_("{actor} paid with a pearl, so there was none to gain.")
    ),
}
