import dataclasses

import pytest

from games.australis.parts import CARD_KINDS, Colour
from games.australis.rules import RULES
from games.australis.state import State
from games.core.rng import Chance
from tests.games.australis.build import MATCH_KEY, ScriptedChance

SEAT_COUNTS = (2, 3, 4)


def deal_match(seat_count: int) -> State:
    return RULES.setup(seat_count, {"track_end": "25"}, Chance(MATCH_KEY, seat_count))[0]


@pytest.mark.parametrize(("seat_count", "copies"), [(2, 2), (3, 2), (4, 3)])
def test_au_1_1_allows_shell_cards_only_with_four_seats(seat_count: int, copies: int) -> None:
    state = deal_match(seat_count)
    census = RULES.count_components(state)
    assert [census[f"card {card}"] for card in range(len(CARD_KINDS))] == [copies] * 15
    assert len(state.display) == 6
    assert len(state.draw_pile) == 15 * copies - 6


def test_au_1_1_forbids_a_view_of_the_draw_pile() -> None:
    state = deal_match(3)
    turned = dataclasses.replace(state, draw_pile=state.draw_pile[::-1])
    assert state != turned
    for viewer in (None, 0, 1, 2):
        assert RULES.view(state, viewer) == RULES.view(turned, viewer)


@pytest.mark.parametrize("seat_count", SEAT_COUNTS)
def test_au_1_2_allows_one_die_of_each_colour_but_red_per_seat_and_one_red(seat_count: int) -> None:
    colours = [die.colour for die in deal_match(seat_count).offer]
    assert [colours.count(colour) for colour in Colour] == [seat_count] * 4 + [1]


def test_au_1_2_forbids_the_same_offer_of_dice_in_every_match() -> None:
    offers = {RULES.setup(4, {"track_end": "25"}, Chance(MATCH_KEY, ply))[0].offer for ply in range(20)}
    assert len(offers) == 20


def test_au_1_3_allows_the_drawn_seat_to_start_and_gives_points_and_spaces_by_turn_order() -> None:
    state, _ = RULES.setup(4, {"track_end": "25"}, ScriptedChance(2, *[0] * 17))
    assert RULES.to_act(state) == (2,)
    assert [b.points for b in state.boards] == [3, 4, 1, 2]
    assert [b.space for b in state.boards] == [2, 3, 0, 1]


def test_au_1_3_forbids_any_other_seat_to_act_first() -> None:
    state, _ = RULES.setup(3, {"track_end": "25"}, ScriptedChance(1, *[0] * 13))
    assert RULES.legal_actions(state, 0) == RULES.legal_actions(state, 2) == ()


@pytest.mark.parametrize(("seat_count", "grey"), [(2, 1), (3, 1), (4, 2)])
def test_au_1_4_allows_one_cube_for_each_seat_and_grey_cubes_by_number_of_seats(
    seat_count: int, grey: int
) -> None:
    state = deal_match(seat_count)
    assert [b.food for b in state.boards] == [(False,)] * seat_count
    assert (state.grey_track, state.grey_beside) == (grey, 3)
    assert RULES.count_components(state)["cube 0"] == 4


def test_au_1_4_forbids_starting_with_fish_corals_cards_or_tiles() -> None:
    for b in deal_match(4).boards:
        assert (b.fish, sum(b.corals), b.cards, b.gold, b.silver, b.dice) == (0, 0, (), (), (), ())
        assert b.supply == 16
