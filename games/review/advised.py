"""Finds the steps for which the guide had suggested moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from games.core.match import ACT_KIND, UNDO_KIND, Match
from games.core.values import value_class


@value_class
class RecordedSuggestion:
    """An action that the guide suggested to a seat when the log had ``seq`` rows."""

    seq: int
    seat: int
    token: str = field(repr=False)


def map_steps_to_suggestions(
    match: Match, suggestions: Iterable[RecordedSuggestion]
) -> dict[int, tuple[str, ...]]:
    """Map the index of each step in force to the tokens that the guide had suggested to its seat, in order.

    Steps without suggestions are left out. A suggestion belongs to the next step that its seat made from the
    same position, even if an undo led back to that position. Other seats may act in between.
    """
    row_numbers, row_numbers_before = list[int](), list[tuple[int, ...]]()
    for number, row in enumerate(match.rows):
        row_numbers_before.append(tuple(row_numbers))
        if row.kind == ACT_KIND:
            row_numbers.append(number)
        elif row.kind == UNDO_KIND:
            del row_numbers[int(row.text) :]
    tokens_by_ply: dict[int, tuple[str, ...]] = {}
    for one in suggestions:
        if one.seq >= len(match.rows):
            continue
        before = row_numbers_before[one.seq]
        if tuple(row_numbers[: len(before)]) != before:
            continue
        later = (
            ply
            for ply in range(len(before), len(row_numbers))
            if match.rows[row_numbers[ply]].seat == one.seat
        )
        ply = next(later, None)
        if ply is not None:
            tokens_by_ply[ply] = (*tokens_by_ply.get(ply, ()), one.token)
    return tokens_by_ply
