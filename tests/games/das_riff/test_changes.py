"""Changes between two positions of Das Riff."""

from __future__ import annotations

from dataclasses import replace

from games.das_riff.changes import compare_views
from games.das_riff.parts import COLUMNS, CORAL, PEARL, SHARK, WATER
from games.das_riff.view import FACE_DOWN_CARD, GAP, Coral, View
from tests.games.das_riff.positions import MIDDLE_VIEW

ROW = (WATER, PEARL, CORAL, SHARK, FACE_DOWN_CARD, FACE_DOWN_CARD, PEARL, CORAL)


def set_row(view: View, *cards: int) -> View:
    assert len(cards) == COLUMNS
    return replace(view, tableau=(*cards, *view.tableau[COLUMNS:]))


def test_a_card_that_flowed_on_is_not_new() -> None:
    before = set_row(MIDDLE_VIEW, *ROW)
    now = set_row(MIDDLE_VIEW, *ROW[1:], SHARK)
    assert compare_views(before, now).cells == {7}


def test_a_gap_a_card_turned_up_and_a_card_dealt_are_new() -> None:
    before = set_row(MIDDLE_VIEW, *ROW)
    assert compare_views(before, set_row(MIDDLE_VIEW, WATER, GAP, *ROW[2:])).cells == {1}
    assert compare_views(before, set_row(MIDDLE_VIEW, *ROW[:4], WATER, *ROW[5:])).cells == {4}
    # The pearl was taken, the water flowed out, and two cards were dealt.
    assert compare_views(before, set_row(MIDDLE_VIEW, *ROW[2:], WATER, WATER)).cells == {6, 7}


def test_pieces_that_came_and_went_are_no_change() -> None:
    assert compare_views(MIDDLE_VIEW, MIDDLE_VIEW) == compare_views(
        MIDDLE_VIEW, replace(MIDDLE_VIEW, discard=MIDDLE_VIEW.discard + 1)
    )
    assert not any(compare_views(MIDDLE_VIEW, MIDDLE_VIEW))


def test_reefs_are_compared_by_place() -> None:
    own = MIDDLE_VIEW.reefs[1]
    grown = replace(own, corals=(*own.corals[:1], Coral()), pearls=own.pearls + 1, boats=own.boats + 1)
    changed = compare_views(MIDDLE_VIEW, replace(MIDDLE_VIEW, reefs=(MIDDLE_VIEW.reefs[0], grown)))
    assert (1, 0) in changed.stocks and {seat for seat, _ in changed.stocks} == {1}
    assert changed.boats == {(1, own.boats)}
    assert changed.corals <= {(1, 1)}
