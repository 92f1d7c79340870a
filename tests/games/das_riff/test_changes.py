"""Changes between two positions of Das Riff."""

from __future__ import annotations

from dataclasses import replace

from games.core.outcome import Outcome
from games.core.texts import GenericScene
from games.core.words import load_words
from games.das_riff.act import FIVE_BROODS_ENDING
from games.das_riff.changes import compare_views
from games.das_riff.draw import Painter
from games.das_riff.events import CardFlipped, Scene, TableauRefilled
from games.das_riff.parts import COLUMN_COUNT, CORAL_CARD, PEARL_CARD, SHARK_CARD, WATER_CARD
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, Coral, View
from tests.games.das_riff.positions import MIDDLE_VIEW
from tests.games.drawing.written import record_lines

TABLEAU_ROW = (
    WATER_CARD,
    PEARL_CARD,
    CORAL_CARD,
    SHARK_CARD,
    FACE_DOWN_CARD,
    FACE_DOWN_CARD,
    PEARL_CARD,
    CORAL_CARD,
)


def set_row(view: View, *cards: int) -> View:
    assert len(cards) == COLUMN_COUNT
    return replace(view, tableau=(*cards, *view.tableau[COLUMN_COUNT:]))


def test_a_card_that_flowed_on_is_not_new() -> None:
    before = set_row(MIDDLE_VIEW, *TABLEAU_ROW)
    now = set_row(MIDDLE_VIEW, *TABLEAU_ROW[1:], SHARK_CARD)
    assert compare_views(before, now).cells == {7}


def test_gaps_turned_up_cards_and_dealt_cards_are_new() -> None:
    before = set_row(MIDDLE_VIEW, *TABLEAU_ROW)
    assert compare_views(before, set_row(MIDDLE_VIEW, WATER_CARD, EMPTY_CELL, *TABLEAU_ROW[2:])).cells == {1}
    assert compare_views(
        before, set_row(MIDDLE_VIEW, *TABLEAU_ROW[:4], WATER_CARD, *TABLEAU_ROW[5:])
    ).cells == {4}
    # The pearl was taken, the water flowed out, and two cards were dealt.
    assert compare_views(before, set_row(MIDDLE_VIEW, *TABLEAU_ROW[2:], WATER_CARD, WATER_CARD)).cells == {
        6,
        7,
    }


def test_a_larger_discard_pile_is_not_a_change() -> None:
    assert compare_views(MIDDLE_VIEW, MIDDLE_VIEW) == compare_views(
        MIDDLE_VIEW, replace(MIDDLE_VIEW, discard=MIDDLE_VIEW.discard + 1)
    )
    assert not any(compare_views(MIDDLE_VIEW, MIDDLE_VIEW))


def test_changes_of_a_reef_belong_to_its_seat() -> None:
    own = MIDDLE_VIEW.reefs[1]
    grown = replace(own, corals=(*own.corals[:1], Coral()), pearls=own.pearls + 1, boats=own.boats + 1)
    changed = compare_views(MIDDLE_VIEW, replace(MIDDLE_VIEW, reefs=(MIDDLE_VIEW.reefs[0], grown)))
    assert (1, 0) in changed.stocks and {seat for seat, _ in changed.stocks} == {1}
    assert changed.boats == {(1, own.boats)}
    assert changed.corals <= {(1, 1)}


def test_a_replay_does_not_mark_cards_that_were_only_dealt() -> None:
    before = set_row(MIDDLE_VIEW, *TABLEAU_ROW)
    now = set_row(MIDDLE_VIEW, *TABLEAU_ROW[:4], WATER_CARD, *TABLEAU_ROW[5:7], SHARK_CARD)
    events = (CardFlipped(0, 4, WATER_CARD), TableauRefilled((7,), (SHARK_CARD,)))
    scene: Scene = GenericScene(("Ann", "Ben"), load_words(), events, earlier_view=before, mover_seat=0)
    assert Painter(now, scene).changed.cells == {4, 7}
    assert Painter(now, replace(scene, is_steady=True)).changed.cells == {4}


def test_a_replay_ends_with_the_winner_and_the_winners_broods_first() -> None:
    counts = [reef.broods for reef in MIDDLE_VIEW.reefs]
    for winner in (0, 1):
        outcome = Outcome(FIVE_BROODS_ENDING, (1 + winner, 2 - winner), (1, 0))
        scene: Scene = GenericScene(("Ann", "Ben"), load_words(), outcome=outcome, has_caption=True)
        with record_lines() as lines:
            Painter(MIDDLE_VIEW, scene).paint()
        written = [line.content for line in lines]
        assert f"{counts[winner]} : {counts[1 - winner]}" in written
        assert written.count(("Ann", "Ben")[winner]) == 2, "on the plate of the result and of the seat"
