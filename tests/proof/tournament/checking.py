"""Plays random Swiss tournaments, and checks each round with our rules and the library's checker."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.features.tournaments.swiss import pair_round
from games.tournament.pairing import find_pairing_faults
from games.tournament.state import TournamentRound, TournamentState
from games.tournament.terms import SWISS_FORMAT, TournamentTerms
from tests.proof.tournament.library import check_with_library
from tests.proof.tournament.random_play import play_tournament


@dataclass(slots=True)
class CheckResult:
    """Counts of the rounds checked, and the faults found in them."""

    round_count: int = 0
    examined_round_count: int = 0
    """Number of rounds that the library's checker examined."""
    requested_round_count: int = 0
    """Number of rounds that the library was asked to pair."""
    own_round_count: int = 0
    """Number of rounds that the bot paired itself, because the library's pairing was invalid."""
    faults: list[str] = field(default_factory=list)
    """Pairings that violate our rules."""
    differences: list[str] = field(default_factory=list)
    """Pairings with which the library's checker disagrees."""


def check_swiss(round_count: int, seed: int = 1, min_people: int = 8, max_people: int = 20) -> CheckResult:
    """Play random tournaments until ``round_count`` rounds have been paired, and check each round."""
    found, number = CheckResult(), seed
    while found.round_count < round_count:
        chance = Random(number)
        number += 1
        people = chance.randint(min_people, max_people)
        terms = TournamentTerms(SWISS_FORMAT, chance.randint(3, min(9, people // 2)), 2, (2,))

        def pair_and_count(state: TournamentState) -> TournamentRound:
            """Pair a round, and count whether the library's pairing was valid."""
            found.requested_round_count += 1
            drawn = pair_round(state)
            found.own_round_count += bool(find_pairing_faults(state, drawn))
            return drawn

        last = None
        for before, after in play_tournament(terms, people, chance, pair_and_count):
            last = before
            drawn = after.rounds[-1]
            found.round_count += 1
            faults = find_pairing_faults(before, drawn)
            found.faults += [f"seed {number - 1}, round {len(after.rounds)}: {fault}" for fault in faults]
        if last is not None and last.rounds:
            # Use the state before the last round, in which all rounds have results.
            seen, differences = check_with_library(last)
            found.examined_round_count += seen
            found.differences += [f"seed {number - 1}, {what}" for what in differences]
    return found
