"""Plays Swiss tournaments at random and checks each round against our rules and the library's."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.features.tournaments.swiss import pair_round
from games.tournament.pairing import find_faults
from games.tournament.state import Round, State
from games.tournament.terms import SWISS, Terms
from tests.proof.tournament.library import check_with_library
from tests.proof.tournament.random_play import play


@dataclass(slots=True)
class Checked:
    """The results.

    ``own`` counts the rounds in which we could not use the library's draw. ``seen`` are the rounds that the
    library's own checker examined, ``otherwise`` what it found there.
    """

    rounds: int = 0
    seen: int = 0
    asked: int = 0
    own: int = 0
    faults: list[str] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)


def check_swiss(rounds: int, seed: int = 1, least: int = 8, most: int = 20) -> Checked:
    """Play tournaments until a number of rounds were drawn."""
    found, number = Checked(), seed
    while found.rounds < rounds:
        r = Random(number)
        number += 1
        people = r.randint(least, most)
        terms = Terms(SWISS, r.randint(3, min(9, people // 2)), 2, (2,))

        def draw(state: State) -> Round:
            found.asked += 1
            drawn = pair_round(state)
            found.own += bool(find_faults(state, drawn))
            return drawn

        last = None
        for before, after in play(terms, people, r, draw):
            last = before
            drawn = after.rounds[-1]
            found.rounds += 1
            faults = find_faults(before, drawn)
            found.faults += [f"seed {number - 1}, round {len(after.rounds)}: {fault}" for fault in faults]
        if last is not None and last.rounds:
            # Before the last round was drawn all others had their results.
            seen, otherwise = check_with_library(last)
            found.seen += seen
            found.otherwise += [f"seed {number - 1}, {what}" for what in otherwise]
    return found
