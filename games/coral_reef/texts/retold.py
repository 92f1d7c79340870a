"""Maps advice that addresses the player to a version with the player's name, for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core.words import N_, Msg, plural

RETOLD_TEXTS: Final[Mapping[str, Msg]] = {
    N_("It empties your hand and wins the match!"): Msg(N_("It empties {actor}'s hand and wins the match!")),
    N_("It empties your hand: you win the round!"): Msg(N_("It empties {actor}'s hand and wins the round!")),
    N_("It's all you can do: nothing in your hand adds up to what a stack needs."): Msg(
        N_("It was all {actor} could do: nothing in that hand adds up to what a stack needs.")
    ),
    N_("You get rid of {n} card, but what's left fits no stack."): plural(
        "{actor} gets rid of {n} card, but what's left fits no stack.",
        "{actor} gets rid of {n} cards, but what's left fits no stack.",
        0,
    ),
    N_("You get rid of {faces}, which may never end up on top."): Msg(
        N_("{actor} gets rid of {faces}, which may never end up on top.")
    ),
    N_("You're down to {n} card, a nine you could lay next."): plural(
        "{actor} is down to {n} card, a nine to lay next.",
        "{actor} is down to {n} cards, and one's a nine to lay next.",
        0,
    ),
    N_("You keep {corals}: one play once a stack needs {target}."): Msg(
        N_("{actor} keeps {corals}: one play once a stack needs {target}.")
    ),
    N_("Next turn you could play on stack {stack}, which then needs {target} unless covered."): Msg(
        N_("Next turn {actor} could play on stack {stack}, which then needs {target} unless covered.")
    ),
}
