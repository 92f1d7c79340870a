"""Plays random Swiss tournaments and checks each round, with our rules and with the library's checker."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.features.tournaments.swiss import pair_round
from games.tournament.pairing import find_faults
from games.tournament.state import Round, State
from games.tournament.terms import SWISS, Terms
from tests.proof.tournament.library import check_with_library
from tests.proof.tournament.random_play import play_tournament


@dataclass(slots=True)
class CheckResult:
    """The results of checking random tournaments.

    ``asked``: number of rounds requested from the library. ``own``: how many of them were invalid, so that
    the bot drew them itself. ``seen``: number of rounds that the library's checker examined. ``differences``:
    its disagreements.
    """

    rounds: int = 0
    seen: int = 0
    asked: int = 0
    own: int = 0
    faults: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def check_swiss(rounds: int, seed: int = 1, least: int = 8, most: int = 20) -> CheckResult:
    """Play random tournaments until ``rounds`` rounds have been drawn and checked."""
    found, number = CheckResult(), seed
    while found.rounds < rounds:
        chance = Random(number)
        number += 1
        people = chance.randint(least, most)
        terms = Terms(SWISS, chance.randint(3, min(9, people // 2)), 2, (2,))

        def draw(state: State) -> Round:
            """Draw a round, counting whether the library's draw was valid."""
            found.asked += 1
            drawn = pair_round(state)
            found.own += bool(find_faults(state, drawn))
            return drawn

        last = None
        for before, after in play_tournament(terms, people, chance, draw):
            last = before
            drawn = after.rounds[-1]
            found.rounds += 1
            faults = find_faults(before, drawn)
            found.faults += [f"seed {number - 1}, round {len(after.rounds)}: {fault}" for fault in faults]
        if last is not None and last.rounds:
            # The state before the last round has results for all its rounds.
            seen, differences = check_with_library(last)
            found.seen += seen
            found.differences += [f"seed {number - 1}, {what}" for what in differences]
    return found
