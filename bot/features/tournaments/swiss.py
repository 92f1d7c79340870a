"""Pairs the rounds of a Swiss tournament with two seats, by the Dutch system of caissify-pairings."""

from __future__ import annotations

import logging
from fractions import Fraction
from typing import Any

from games.tournament.pairing import count_rounds
from games.tournament.scoring import WIN_POINTS, score_round
from games.tournament.state import Pairing, Round, State

log = logging.getLogger(__name__)

WHITE, BLACK, NONE, UP, DOWN = "white", "black", "none", "up", "down"


def pair(state: State) -> Round:
    """Return the next round; one without tables where the library knows none."""
    # Late, for it takes long to load and only who draws a round needs it.
    from caissify_pairings import generate_pairings

    met = {
        (min(table.entries), max(table.entries))
        for found in state.rounds
        for table in found.tables
        if len(table.entries) == 2
    }
    try:
        drawn = generate_pairings(
            system="dutch",
            players=describe(state),
            previous_pairings=met,
            round_number=len(state.rounds) + 1,
            total_rounds=count_rounds(state),
        )
    except Exception:
        # Whatever it trips over, the tournament goes on with pairings of our own.
        log.exception("not paired by the library")
        return Round(())
    tables = [Pairing((row["white_id"], row["black_id"])) for row in drawn if row.get("black_id") is not None]
    return Round(tuple(tables), tuple(row["white_id"] for row in drawn if row.get("black_id") is None))


def describe(state: State) -> list[dict[str, Any]]:
    """Return everybody who plays on, as the library asks for them."""
    points = dict.fromkeys(state.entries, Fraction(0))
    colours: dict[int, list[str]] = {entry: [] for entry in state.entries}
    floats: dict[int, list[str]] = {entry: [] for entry in state.entries}
    byes = dict.fromkeys(state.entries, 0)
    for found in state.rounds:
        before = {entry: _halves(value) for entry, value in points.items()}
        for entry in state.entries:
            floats[entry].append(NONE)
        for table in found.tables:
            for seat, entry in enumerate(table.entries):
                others = [before[other] for other in table.entries if other != entry]
                # Of games alone: the library takes two rounds without one for two of the same colour.
                colours[entry].append(WHITE if seat == 0 else BLACK)
                if others and others[0] != before[entry]:
                    floats[entry][-1] = DOWN if before[entry] > others[0] else UP
        for entry in found.byes:
            byes[entry] += 1
            floats[entry][-1] = DOWN
        for entry, scored in score_round(state, found).items():
            points[entry] += scored
    return [
        {
            "id": entry,
            "name": str(entry),
            "score": _halves(points[entry]) / 2,
            "rating": 0,
            "starting_number": number,
            "color_hist": colours[entry],
            "float_history": floats[entry],
            "bye_count": byes[entry],
        }
        for number, entry in enumerate(state.active, 1)
    ]


def _halves(points: Fraction) -> int:
    """Return points in halves: people of a duplicate would all have different ones otherwise."""
    return (2 * points + WIN_POINTS // 2) // WIN_POINTS
