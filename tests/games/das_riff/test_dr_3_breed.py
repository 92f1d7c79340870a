"""Corals, fish, breeding, pearls: DR-3.5 to DR-3.8."""

from games.das_riff.coral import find_brood, find_fish_homes, list_home_corals
from games.das_riff.events import BroodShown, CardTaken, FishBred, PricePaid
from games.das_riff.parts import CORAL_CARD, parse_cell
from games.das_riff.view import Coral
from tests.games.das_riff.build import (
    list_takes,
    list_tokens,
    make_position,
    make_reef,
    parse_brood,
    parse_card,
    parse_cards,
    parse_worms,
    play_moves,
    read_refusal,
    take_step,
)


def test_dr_3_5_allows_a_fifth_coral() -> None:
    state = play_moves(make_position(make_reef("r", corals=". rf br! gw!"), a="co"), "take:A1:r")
    assert len(state.reefs[0].corals) == 5
    assert state.reefs[0].corals[4] == Coral()


def test_dr_3_5_forbids_a_sixth_coral() -> None:
    state = make_position(make_reef("r", corals=". rf br! gw! ."), a="co")
    assert list_takes(state, "A1") == []
    assert read_refusal(state, "take:A1:r") == "DR-3.5: You have 5 corals, the most you can have."


def test_dr_3_6_allows_a_lone_parent_on_an_empty_coral() -> None:
    state, events = take_step(make_position(make_reef("r", corals="."), a="rm"), "take:A1:r>1")
    assert state.reefs[0].corals == (Coral(parent=parse_card("rm")),)
    assert events == (PricePaid(0, parse_worms("r"), 0), CardTaken(0, parse_cell("A1"), parse_card("rm"), 0))


def test_dr_3_6_allows_the_seat_to_choose_the_coral() -> None:
    state = make_position(make_reef("b", corals="rf . rm"), a="bm", broods="br yy gw pp")
    assert list_takes(state, "A1") == ["take:A1:b>1", "take:A1:b>2"]


def test_dr_3_6_allows_only_the_first_of_equal_corals() -> None:
    state = make_position(make_reef("b", corals=". rf . rf"), a="bm")
    assert list_takes(state, "A1") == ["take:A1:b>2", "take:A1:b>1"]
    assert read_refusal(state, "take:A1:b>3") == "DR-3.6: Corals 3 and 1 are the same here: name coral 1."
    assert read_refusal(state, "take:A1:b>4") == "DR-3.6: Corals 4 and 2 are the same here: name coral 2."


def test_dr_3_6_forbids_a_fish_that_no_coral_could_house() -> None:
    for corals in ("", "rm", "gf", "gw!"):
        state = make_position(make_reef("b", corals=corals), a="bm")
        for move in ("take:A1:b", "take:A1:b>1"):
            assert read_refusal(state, move) == (
                "DR-3.6: You can't take this fish: it needs an empty coral, "
                "or a waiting fish to complete a brood with."
            )


def test_dr_3_6_forbids_an_unnamed_or_missing_coral() -> None:
    state = make_position(make_reef("b", corals="."), a="bm co")
    assert read_refusal(state, "take:A1:b") == "DR-3.6: Say which coral the fish goes onto, such as “>1”."
    assert read_refusal(state, "take:A1:b>3") == "DR-3.6: You don't have a coral 3."


def test_dr_3_6_forbids_putting_other_cards_onto_a_coral() -> None:
    for other in ("co", "pe", "sh"):
        state = make_position(make_reef("b", corals="."), a=other)
        assert read_refusal(state, "take:A1:b>1") == "DR-3.6: Only a fish goes onto a coral: leave out “>1”."


def test_dr_3_6_forbids_parents_moving_or_breeding_without_a_take() -> None:
    state = make_position(make_reef("rb", corals="rf bm ."), broods="br yy gw pp")
    assert {token.split(":")[0] for token in list_tokens(state)} == {"flip", "end"}
    later = play_moves(
        make_position(make_reef("bggg", corals="rf bm ."), a="bm", broods="rr yy gw pp", pile="br"), "end"
    )
    assert later.reefs[0].corals == (Coral(parent=parse_card("rf")), Coral(parent=parse_card("bm")), Coral())


def test_dr_3_7_allows_either_sex_to_bring_either_colour() -> None:
    for parent, mate in (("rf", "bm"), ("rm", "bf"), ("bf", "rm"), ("bm", "rf")):
        state = make_position(make_reef("br", corals=parent), a=mate, broods="gg br yy pp", pile="wy")
        state, events = take_step(state, f"take:A1:{mate[0]}>1")
        assert state.reefs[0].corals == (Coral(brood=parse_brood("br")),)
        assert state.river.discard == tuple(sorted(parse_cards(f"{parent} {mate}")))
        assert state.broods == tuple(parse_brood(name) for name in ("gg", "wy", "yy", "pp"))
        assert events[2:] == (FishBred(0, 0, parse_brood("br")), BroodShown(parse_brood("wy")))


def test_dr_3_7_allows_two_parents_of_one_colour_to_have_a_brood_of_that_colour() -> None:
    state = play_moves(
        make_position(make_reef("g", corals="gm"), a="gf", broods="gg br yy pp"), "take:A1:g>1"
    )
    assert state.reefs[0].broods == 1


def test_dr_3_7_allows_the_new_breeding_card_in_the_same_turn() -> None:
    state = make_position(
        make_reef("bg", boats=2, corals="rf gm"), a="bm gf", broods="br yy gw pp", pile="gg"
    )
    state = play_moves(state, "take:A1:b>1", "take:A2:g>2")
    assert state.reefs[0].broods == 2
    assert state.turn.seat == 0


def test_dr_3_7_forbids_parents_of_the_same_sex() -> None:
    state = make_position(make_reef("b", corals="rm ."), a="bm", broods="br yy gw pp")
    assert read_refusal(state, "take:A1:b>1") == "DR-3.7: The fish waiting on coral 1 is of the same sex."


def test_dr_3_7_forbids_a_pair_that_no_face_up_card_shows() -> None:
    state = make_position(make_reef("b", corals="gf ."), a="bm", broods="br yy gw gg", pile="bg")
    assert read_refusal(state, "take:A1:b>1") == "DR-3.7: None of the open broods is blue-green."
    one_colour = make_position(make_reef("b", corals="rf ."), a="bm", broods="rr bb gw gg")
    assert read_refusal(one_colour, "take:A1:b>1") == "DR-3.7: None of the open broods is red-blue."


def test_dr_3_7_forbids_a_closed_coral() -> None:
    state = make_position(make_reef("b", corals="rr! ."), a="bm")
    assert read_refusal(state, "take:A1:b>1") == "DR-3.7: Coral 1 already holds a brood."


def test_dr_3_8_allows_using_pearls_and_sharks_immediately_and_without_limit() -> None:
    state = make_position(make_reef("r", pearls=5, sharks=3), a="pe", d="pe")
    state = play_moves(state, "take:A1:r")
    assert state.reefs[0].pearls == 6
    state = play_moves(state, "take:D1:***")
    assert state.reefs[0].pearls == 4
    hunter = play_moves(make_position(make_reef("r"), a="sh", d="co"), "take:A1:r")
    assert hunter.reefs[0].sharks == 1
    assert "shark:D1" in list_tokens(hunter)


def test_dr_3_8_forbids_using_missing_pearls_and_sharks() -> None:
    state = make_position(make_reef("r"), a="sh", b="co")
    assert (
        read_refusal(state, "take:B1:r*")
        == "DR-3.2: This costs 2 worms of any colour; you have 1, and no pearl."
    )
    assert read_refusal(state, "shark:B1") == "DR-3.9: You have no shark."


def test_dr_3_6_allows_each_fish_the_corals_where_it_breeds_and_the_first_empty_one() -> None:
    broods = (parse_brood("rr"), parse_brood("rb"), parse_brood("gw"), parse_brood("bp"))
    parents = (0, 5, 4, 11, 5)
    corals = (*[Coral(parent=parent) for parent in parents], Coral(brood=parse_brood("yy")), Coral(), Coral())
    for fish in range(CORAL_CARD):
        breeding = [i for i, parent in enumerate(parents[:4]) if find_brood(parent, fish, broods)]
        assert list_home_corals(fish, find_fish_homes(corals, broods)) == [*breeding, 6]
        assert list_home_corals(fish, find_fish_homes(corals[:6], broods)) == breeding
        assert list_home_corals(fish, find_fish_homes(corals[5:], broods)) == [1]
