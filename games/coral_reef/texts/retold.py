"""Maps reasons addressed to a player to the same reasons about that player by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg, plural

RETOLD: Final[Mapping[str, Msg]] = {
    N_("It empties your hand: you win the round, and with it the match!"): Msg(
        N_("It empties {actor}'s hand and wins the round, and with it the match!")
    ),
    N_("It empties your hand: you win the round!"): Msg(N_("It empties {actor}'s hand and wins the round!")),
    N_(
        "Your other corals add up to {target}, just what stack {stack} then "
        "needs: you could go out next turn."
    ): Msg(
        N_(
            "{actor}'s other corals add up to {target}, just what stack {stack} "
            "then needs to go out next turn."
        )
    ),
    N_("It's all you can do: nothing in your hand adds up to what a stack needs."): Msg(
        N_("It was all {actor} could do: nothing in that hand adds up to what a stack needs.")
    ),
    N_("It only gets rid of a nine, and then all you could do is draw."): Msg(
        N_("It only gets rid of a nine, and then all {actor} could do is draw.")
    ),
    N_("The new stack needs 9, one more place to play for everybody; you keep {n} coral."): plural(
        "The new stack needs 9, one more place to play for everybody; {actor} keeps {n} coral.",
        "The new stack needs 9, one more place to play for everybody; {actor} keeps {n} corals.",
        0,
    ),
    N_("You go from {before} corals to {left}, but as things stand you could only draw next turn."): Msg(
        N_("{actor} goes from {before} corals to {left}, but as things stand could only draw next turn.")
    ),
    N_("You get rid of {n} corals, {faces} among them: a face can go under others, never on top."): Msg(
        N_("{actor} gets rid of {n} corals, {faces} among them: a face can go under others, never on top.")
    ),
    N_("You're down to {n} coral, a nine you could seed next."): plural(
        "{actor} is down to {n} coral, a nine to seed next.",
        "{actor} is down to {n} corals, and one's a nine to seed next.",
        0,
    ),
    N_("You get rid of {n} coral and could go on at stack {stack}, which then needs {target}."): plural(
        "{actor} gets rid of {n} coral and could go on at stack {stack}, which then needs {target}.",
        "{actor} gets rid of {n} corals and could go on at stack {stack}, which then needs {target}.",
        0,
    ),
}
