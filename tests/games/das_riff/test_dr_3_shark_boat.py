"""Sharks, boats and open water: DR-3.9 to DR-3.11."""

from games.das_riff.events import BoatBought, CardHunted, PricePaid
from games.das_riff.parts import parse_cell
from games.das_riff.state import count_boats_left
from games.das_riff.view import EMPTY_CELL, Coral
from tests.games.das_riff.build import (
    list_tokens,
    make_position,
    make_reef,
    parse_card,
    parse_cards,
    parse_worms,
    play_moves,
    read_refusal,
    take_step,
)


def test_dr_3_9_allows_hunting_any_face_up_card_even_out_of_reach() -> None:
    state = make_position(make_reef(sharks=2), a="wa " * 7 + "co", d="rm", b="?wa gf")
    state, events = take_step(state, "shark:A8")
    assert events == (CardHunted(0, parse_card("co"), parse_cell("A8"), None),)
    assert state.river.discard == tuple(sorted(parse_cards("sh co")))
    assert state.reefs[0].sharks == 1
    assert {"shark:D1", "shark:B2"} <= set(list_tokens(state))


def test_dr_3_9_allows_driving_off_a_seats_own_lone_parent() -> None:
    state, events = take_step(make_position(make_reef(sharks=1, corals=". gf")), "shark:#2")
    assert events == (CardHunted(0, parse_card("gf"), None, 1),)
    assert state.reefs[0].corals == (Coral(), Coral())
    assert state.river.discard == tuple(sorted(parse_cards("sh gf")))


def test_dr_3_9_allows_only_the_first_of_equal_parents() -> None:
    state = make_position(make_reef(sharks=1, corals="gf rm gf"))
    assert [token for token in list_tokens(state) if "#" in token] == ["shark:#1", "shark:#2"]
    assert read_refusal(state, "shark:#3") == "DR-3.9: Corals 3 and 1 are the same here: name coral 1."


def test_dr_3_9_leaves_a_gap_until_the_water_flows() -> None:
    state = play_moves(make_position(make_reef("r", sharks=1), a="co gm"), "shark:A1")
    assert state.river.tableau[0] == EMPTY_CELL
    assert read_refusal(state, "take:A1:r") == "DR-4.1: A1 is empty until the water flows."
    assert play_moves(state, "end").river.tableau[0] == parse_card("gm")


def test_dr_3_9_forbids_face_down_cards_and_gaps() -> None:
    state = make_position(make_reef(sharks=1), a="..", b="?rm")
    assert read_refusal(state, "shark:B1").startswith("DR-3.9: B1 is face down")
    assert read_refusal(state, "shark:A1") == "DR-3.9: A1 is empty until the water flows."


def test_dr_3_9_forbids_other_reefs_empty_corals_and_broods() -> None:
    state = make_position(make_reef(sharks=1, corals=". br!"), make_reef(corals="gf gf gf"))
    assert read_refusal(state, "shark:#1") == "DR-3.9: No fish waits on coral 1."
    assert read_refusal(state, "shark:#2") == "DR-3.9: No fish waits on coral 2."
    assert read_refusal(state, "shark:#3") == "DR-3.9: You don't have a coral 3."


def test_dr_3_9_forbids_hunting_without_a_shark() -> None:
    assert (
        read_refusal(make_position(make_reef("r", corals="gf")), "shark:#1") == "DR-3.9: You have no shark."
    )


def test_dr_3_10_allows_a_boat_for_three_of_any_colours() -> None:
    state, events = take_step(make_position(make_reef("ryb", pearls=1)), "boat:rb*")
    assert events == (PricePaid(0, parse_worms("rb"), 1), BoatBought(0, 2))
    assert state.reefs[0].boats == 2
    assert state.river.discard == parse_cards("pe")
    assert count_boats_left(state.reefs) == 12


def test_dr_3_10_allows_one_seat_eight_boats() -> None:
    state = play_moves(make_position(make_reef("rrr", boats=7), make_reef(boats=7)), "boat:rrr")
    assert state.reefs[0].boats == 8
    assert count_boats_left(state.reefs) == 0


def test_dr_3_10_forbids_a_ninth_boat() -> None:
    state = make_position(make_reef("rrr", boats=8), make_reef(boats=1))
    assert read_refusal(state, "boat:rrr") == "DR-3.10: You have 8 boats, the most you can have."


def test_dr_3_10_forbids_a_sixteenth_boat() -> None:
    state = make_position(make_reef("rrr", boats=7), make_reef(boats=8))
    assert read_refusal(state, "boat:rrr") == "DR-3.10: There's no boat left to buy."


def test_dr_3_10_forbids_a_boat_for_a_lower_price() -> None:
    state = make_position(make_reef("rr"))
    assert (
        read_refusal(state, "boat:rrr")
        == "DR-3.10: This costs 3 worms of any colour; you have 2, and no pearl."
    )
    assert read_refusal(make_position(make_reef("rryy")), "boat:rrr") == "DR-3.4: You have only 2 red worms."
    for paid in ("", "rr", "rrrr"):
        said = read_refusal(make_position(make_reef("rrrr")), f"boat:{paid}")
        assert said == "DR-3.10: A boat costs 3 worms or pearls: `boat:rrr`"
    assert read_refusal(make_position(make_reef("rr", pearls=1)), "boat:rr").endswith("`boat:rr*`")
    assert read_refusal(make_position(make_reef("rr")), "boat:rr").endswith("you have 2, and no pearl.")


def test_dr_3_11_allows_a_shark_to_drive_off_open_water() -> None:
    state = play_moves(make_position(make_reef(sharks=1)), "shark:A1")
    assert state.river.discard == tuple(sorted(parse_cards("sh wa")))


def test_dr_3_11_forbids_taking_open_water() -> None:
    state = make_position(make_reef("r"))
    assert read_refusal(state, "take:A1:r") == "DR-3.11: You can't take open water."
    assert not [token for token in list_tokens(state) if token.startswith("take")]
    flipped = play_moves(make_position(make_reef("rr"), b="?wa"), "flip:B1:r")
    assert read_refusal(flipped, "take:B1:r") == "DR-3.11: You can't take open water."
