from collections import Counter

import pytest

from games.core.rng import Chance
from games.das_riff.events import DiceRolled, StartingSeatDrawn, WormTaken
from games.das_riff.parts import BROODS, COLOURS, DECKS, WATER_CARD
from games.das_riff.rules import RULES
from games.das_riff.state import FACE_DOWN_OFFSET, State
from games.das_riff.view import FACE_DOWN_CARD


def deal_match(seed: int = 0, deck: str = "a") -> State:
    options = {"deck": deck, "reshuffle": "discard_seven"}
    return RULES.setup(2, options, Chance(seed.to_bytes(4, "big"), 0))[0]


def test_dr_1_1_allows_everybody_to_see_the_outer_rows() -> None:
    view = RULES.view(deal_match(), None)
    assert len(view.tableau) == 32
    assert all(0 <= card <= WATER_CARD for card in (*view.tableau[:8], *view.tableau[24:]))


def test_dr_1_1_forbids_anybody_to_see_the_middle_rows() -> None:
    state = deal_match()
    assert all(card >= FACE_DOWN_OFFSET for card in state.river.tableau[8:24])
    for viewer in (None, 0, 1):
        assert RULES.view(state, viewer).tableau[8:24] == (FACE_DOWN_CARD,) * 16


@pytest.mark.parametrize("deck", ["a", "b"])
def test_dr_1_2_allows_28_cards_in_the_draw_pile(deck: str) -> None:
    state = deal_match(deck=deck)
    assert len(state.river.draw_pile) == 28 == RULES.view(state, 0).draw_pile
    dealt = Counter((*(card % FACE_DOWN_OFFSET for card in state.river.tableau), *state.river.draw_pile))
    assert tuple(dealt[card] for card in range(16)) == DECKS[deck]


def test_dr_1_2_forbids_discards_at_the_start() -> None:
    assert deal_match().river.discard == ()
    assert RULES.view(deal_match(), None).discard == 0


def test_dr_1_3_allows_four_breeding_cards_face_up() -> None:
    state = deal_match()
    assert len(state.broods) == 4
    assert sorted((*state.broods, *state.brood_pile)) == sorted(BROODS)


def test_dr_1_3_forbids_seeing_the_pile_of_breeding_cards() -> None:
    assert RULES.view(deal_match(), 0).brood_pile == 17


def test_dr_1_4_allows_one_boat_and_one_worm_of_each_colour() -> None:
    state, events = RULES.setup(2, {"deck": "a", "reshuffle": "discard_seven"}, Chance(b"x", 0))
    for seat in (0, 1):
        taken = Counter(e.colour for e in events if isinstance(e, WormTaken) and e.seat == seat)
        assert state.reefs[seat].worms == tuple(1 + taken[colour] for colour in COLOURS)
        assert state.reefs[seat].boats == 1


def test_dr_1_4_forbids_more_than_36_worms_in_the_bank() -> None:
    assert sum(deal_match().bank) == 36 - 2


def test_dr_1_5_allows_either_seat_to_start() -> None:
    assert {deal_match(seed).turn.seat for seed in range(12)} == {0, 1}


def test_dr_1_5_forbids_the_other_seat_to_be_active() -> None:
    state, events = RULES.setup(2, {"deck": "a", "reshuffle": "discard_seven"}, Chance(b"y", 0))
    started, rolled, *_ = events
    assert isinstance(started, StartingSeatDrawn)
    assert isinstance(rolled, DiceRolled)
    assert started.seat == rolled.seat == state.turn.seat == RULES.find_active_seat(state)
    assert RULES.to_act(state) == (1 - started.seat,)
