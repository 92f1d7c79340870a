"""Passes a Swiss tournament to the checker of caissify-pairings, which pairs each round again and compares.

``caissify_pairings.fpc`` reads TRF16, the file format that FIDE requires of pairing programs. It doesn't
check single rules like our checker, but reports where the library's Dutch system would have paired people
differently.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import write_trf

from games.tournament.pairing import count_expected_rounds
from games.tournament.scoring import WIN_POINTS, score_round
from games.tournament.state import TournamentState

RESULT_CODES_BY_POINTS = {0: "0", WIN_POINTS // 2: "=", WIN_POINTS: "1"}
BYE_RESULT = "U"


def check_with_library(state: TournamentState) -> tuple[int, list[str]]:
    """Return the number of rounds that the library's checker examined, and its disagreements."""
    # Check the first round without latecomers, because the checker assumes that they were there from the
    # start.
    first = replace(state, rounds=state.rounds[:1], entries=tuple(sorted(state.rounds[0].entries)))
    rounds = [*check_trf(write_trf_file(first))["rounds"], *check_trf(write_trf_file(state))["rounds"][1:]]
    found = [f"round {one['round']}: {what}" for one in rounds for what in one["discrepancies"]]
    return len(rounds), found


def write_trf_file(state: TournamentState) -> str:
    """Return a tournament with two seats as TRF16, in which every result counts as played."""
    people: dict[int, dict[str, Any]] = {
        entry: {"starting_number": entry, "name": str(entry), "rating": 0, "score": 0.0, "results": {}}
        for entry in state.entries
    }
    for number, played in enumerate(state.rounds, 1):
        points = score_round(state, played)
        for entry in played.byes:
            people[entry]["results"][number] = {"opponent": None, "color": None, "result": BYE_RESULT}
        for table in played.tables:
            for entry, other, colour in zip(table.entries, reversed(table.entries), "wb", strict=True):
                people[entry]["results"][number] = {
                    "opponent": other,
                    "color": colour,
                    "result": RESULT_CODES_BY_POINTS[int(points[entry])],
                }
        for entry, scored in points.items():
            people[entry]["score"] += scored / WIN_POINTS
    return str(write_trf({"name": "Reef Cup"}, list(people.values()), count_expected_rounds(state)))
