"""Pairs the rounds of two-player Swiss tournaments by the Dutch system, with caissify-pairings."""

from __future__ import annotations

import logging
from fractions import Fraction
from typing import Any

from bot.kit.installing import format_install_command
from games.tournament.pairing import count_expected_rounds
from games.tournament.scoring import WIN_POINTS, score_round
from games.tournament.state import Pairing, TournamentRound, TournamentState

log = logging.getLogger(__name__)

WHITE_COLOUR, BLACK_COLOUR, NO_COLOUR, FLOATED_UP, FLOATED_DOWN = "white", "black", "none", "up", "down"


def pair_round(state: TournamentState) -> TournamentRound:
    """Pair the next round. Return a round without tables if the library is missing or fails."""
    try:
        # Import the library here, because it loads slowly and is only needed to pair a round.
        from caissify_pairings import generate_pairings
    except ModuleNotFoundError:
        log.info(
            "rounds are paired by our own rules; chess pairings need: %s",
            format_install_command("tournaments"),
        )
        return TournamentRound(())
    met = {
        (min(table.entries), max(table.entries))
        for paired_round in state.rounds
        for table in paired_round.tables
        if len(table.entries) == 2
    }
    try:
        drawn = generate_pairings(
            system="dutch",
            players=make_library_players(state),
            previous_pairings=met,
            round_number=len(state.rounds) + 1,
            total_rounds=count_expected_rounds(state),
        )
    except Exception:
        # If the library fails for any reason, the tournament continues with our own pairings.
        log.exception("pairing library failed")
        return TournamentRound(())
    tables = [Pairing((row["white_id"], row["black_id"])) for row in drawn if row.get("black_id") is not None]
    return TournamentRound(
        tuple(tables), tuple(row["white_id"] for row in drawn if row.get("black_id") is None)
    )


def make_library_players(state: TournamentState) -> list[dict[str, Any]]:
    """Return the active entrants and their history in the form that the library expects."""
    points = dict.fromkeys(state.entries, Fraction(0))
    colours: dict[int, list[str]] = {entry: [] for entry in state.entries}
    floats: dict[int, list[str]] = {entry: [] for entry in state.entries}
    byes = dict.fromkeys(state.entries, 0)
    for paired_round in state.rounds:
        before = {entry: _count_half_wins(value) for entry, value in points.items()}
        for entry in state.entries:
            floats[entry].append(NO_COLOUR)
        for table in paired_round.tables:
            for seat, entry in enumerate(table.entries):
                others = [before[other] for other in table.entries if other != entry]
                # A bye adds no colour, because the library would read two byes as a repeated colour.
                colours[entry].append(WHITE_COLOUR if seat == 0 else BLACK_COLOUR)
                if others and others[0] != before[entry]:
                    floats[entry][-1] = FLOATED_DOWN if before[entry] > others[0] else FLOATED_UP
        for entry in paired_round.byes:
            byes[entry] += 1
            floats[entry][-1] = FLOATED_DOWN
        for entry, scored in score_round(state, paired_round).items():
            points[entry] += scored
    return [
        {
            "id": entry,
            "name": str(entry),
            "score": _count_half_wins(points[entry]) / 2,
            "rating": 0,
            "starting_number": number,
            "color_hist": colours[entry],
            "float_history": floats[entry],
            "bye_count": byes[entry],
        }
        for number, entry in enumerate(state.active_entries, 1)
    ]


def _count_half_wins(points: Fraction) -> int:
    """Round points to half wins and return the number of half wins.

    In duplicate rounds, points can be any fraction. Without rounding, few entrants would have equal scores.
    """
    return (2 * points + WIN_POINTS // 2) // WIN_POINTS
