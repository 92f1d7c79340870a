"""Says what moves in the river once a card is gone from it."""

from __future__ import annotations

from games.core.words import Words
from games.das_riff.parts import COLUMN_COUNT, name_cell
from games.das_riff.river import flow_water
from games.das_riff.texts.nouns import name_card
from games.das_riff.texts.position import is_takable_card
from games.das_riff.view import EMPTY_CELL, View


def describe_gap(cell: int, view: View, w: Words) -> tuple[str, str]:
    """Return what moves at the turn's end once a cell is empty, and the clause, or two empty strings."""
    emptied = (*view.tableau[:cell], EMPTY_CELL, *view.tableau[cell + 1 :])
    flowing = flow_water(emptied)[1] - flow_water(view.tableau)[1]
    if flowing > 0:
        text = w.plural(
            "{n} card of open water then flows out at the sea edge, and a new card comes in.",
            "{n} cards of open water then flow out at the sea edge, and as many new ones come in.",
            flowing,
        )
        return text, "DR-4.2"
    row_end = (cell // COLUMN_COUNT + 1) * COLUMN_COUNT
    behind = next((c for c in range(cell + 1, row_end) if is_takable_card(view, c)), None)
    if behind is None:
        return "", ""
    text = w(
        "At the turn's end {cell}, {card}, comes a column closer.",
        cell=name_cell(behind),
        card=name_card(w, view.tableau[behind]),
    )
    return text, "DR-4.1"
