"""Reach, price, flipping and paying: DR-3.1 to DR-3.4."""

from itertools import combinations

import pytest

from games.das_riff.events import CardFlipped, CardTaken, PricePaid
from games.das_riff.parts import WORMS_PER_COLOUR, parse_cell
from games.das_riff.payment import (
    find_likeliest_payments,
    list_fish_payments,
    list_payments,
    list_worm_costs,
    weigh_colours,
)
from games.das_riff.rules import RULES
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


def test_dr_3_allows_acting_in_any_order_and_ending_immediately() -> None:
    state = make_position(make_reef("rrrr"), a="co pe")
    assert list_tokens(state)[-1] == "end"
    assert play_moves(state, "boat:rrr", "take:A2:r", "end").turn.seat == 1
    assert play_moves(state, "end").turn.seat == 1


def test_dr_3_1_allows_as_many_columns_as_boats_in_all_rows() -> None:
    state = make_position(make_reef("rrr", boats=2), a="wa co", b="?wa co", c="?wa co", d="wa co")
    for cell in ("A2", "B2", "C2", "D2"):
        assert list_takes(state, cell)


def test_dr_3_1_forbids_further_columns() -> None:
    state = make_position(make_reef("rrr", boats=2), a="wa wa co", b="?wa ?wa ?co")
    assert read_refusal(state, "take:A3:r") == "DR-3.1: A3 is out of reach: your boats reach columns 1 to 2."
    assert read_refusal(state, "flip:B3:r") == "DR-3.1: B3 is out of reach: your boats reach columns 1 to 2."
    alone = make_position(make_reef("rrr"), a="wa co")
    assert read_refusal(alone, "take:A2:r") == "DR-3.1: A2 is out of reach: your boat reaches column 1 only."


def test_dr_3_2_allows_prices_of_one_two_two_and_three_by_row() -> None:
    for seat, rows in ((0, "ABCD"), (1, "DCBA")):
        state = make_position(make_reef("rrr"), a="co", b="co", c="co", d="co", seat=seat)
        for row, price in zip(rows, (1, 2, 2, 3), strict=True):
            assert list_takes(state, f"{row}1") == [f"take:{row}1:{'r' * price}"]


def test_dr_3_2_forbids_paying_less_or_more() -> None:
    state = make_position(make_reef("rrr"), a="co", d="co")
    assert read_refusal(state, "take:D1:rr") == "DR-3.2: This costs 3 worms of any colour, not 2."
    assert read_refusal(state, "take:A1:rr") == "DR-3.2: This costs 1 worm of any colour, not 2."
    assert read_refusal(state, "take:D1:") == "DR-3.2: This costs 3 worms of any colour, not 0."
    assert read_refusal(state, "take:D1:rrrrrr**") == "DR-3.2: This costs 3 worms of any colour, not 8."
    poor = make_position(make_reef("r", pearls=1), d="co")
    assert (
        read_refusal(poor, "take:D1:rrr")
        == "DR-3.2: This costs 3 worms of any colour; you have 1, and 1 pearl."
    )


def test_dr_3_3_allows_flipping_a_card_and_taking_it_for_one_more_worm() -> None:
    state = make_position(make_reef("ry"), b="?co")
    state, events = take_step(state, "flip:B1:y")
    assert events == (PricePaid(0, parse_worms("y"), 0), CardFlipped(0, parse_cell("B1"), parse_card("co")))
    assert [event.reveals_hidden_parts for event in events] == [False, True]
    assert RULES.view(state, None).flipped == parse_cell("B1")
    assert RULES.view(state, 1).tableau[parse_cell("B1")] == parse_card("co")
    state, events = take_step(state, "take:B1:r")
    assert events == (
        PricePaid(0, parse_worms("r"), 0),
        CardTaken(0, parse_cell("B1"), parse_card("co"), None),
    )
    assert state.turn.flipped is None


def test_dr_3_3_allows_a_pearl_to_pay_for_a_flip() -> None:
    state = play_moves(make_position(make_reef(pearls=1), c="?wa"), "flip:C1:*")
    assert state.reefs[0].pearls == 0
    assert state.river.discard == parse_cards("pe")


def test_dr_3_3_forbids_the_price_of_one_more_worm_after_another_action() -> None:
    state = make_position(make_reef("rrrrr"), a="pe", b="?co", c="?sh")
    for between in ("take:A1:r", "flip:C1:r", "boat:rrr"):
        later = play_moves(state, "flip:B1:r", between)
        assert read_refusal(later, "take:B1:r").startswith("DR-3.2: This costs 2 worms")
    hunting = make_position(make_reef("rr", sharks=1), a="pe", b="?co")
    assert read_refusal(play_moves(hunting, "flip:B1:r", "shark:A1"), "take:B1:r").startswith(
        "DR-3.2: This costs 2 worms"
    )
    assert list_takes(play_moves(state, "flip:B1:r", "take:A1:r"), "B1") == ["take:B1:rr", "take:B1:r*"]


def test_dr_3_3_forbids_the_price_of_one_more_worm_in_a_later_turn() -> None:
    state = play_moves(make_position(make_reef("rrr"), b="?co"), "flip:B1:r", "end")
    assert state.turn.flipped is None


def test_dr_3_3_forbids_paying_two_worms_for_a_card_just_flipped() -> None:
    state = play_moves(make_position(make_reef("rrr"), b="?co"), "flip:B1:r")
    assert read_refusal(state, "take:B1:rr") == "DR-3.3: This costs 1 worm of any colour, not 2."
    assert list_takes(state, "B1") == ["take:B1:r"]


def test_dr_3_3_forbids_paying_another_colour_for_a_fish_just_flipped() -> None:
    state = play_moves(make_position(make_reef("ry", corals="."), b="?gf"), "flip:B1:r")
    assert read_refusal(state, "take:B1:y>1") == (
        "DR-3.4: This costs 1 green worm; you have none, and no pearl."
    )


def test_dr_3_3_forbids_taking_or_revealing_a_face_down_card() -> None:
    texts = set()
    for hidden in ("?co", "?rm", "?wa", "?sh"):
        state = make_position(make_reef("rrr", sharks=1), b=hidden)
        texts.add(
            (
                read_refusal(state, "take:B1:rr"),
                read_refusal(state, "take:B1:rr>1"),
                read_refusal(state, "shark:B1"),
            )
        )
    assert texts == {
        (
            "DR-3.3: B1 is face down: turn it up first.",
            "DR-3.3: B1 is face down: turn it up first.",
            "DR-3.9: B1 is face down; a shark only drives off face-up cards.",
        )
    }


def test_dr_3_3_forbids_flipping_cards_that_are_not_face_down() -> None:
    state = make_position(make_reef("r"), a="co", b="co", c="..")
    assert read_refusal(state, "flip:A1:r") == "DR-3.3: You can only turn up cards in rows B and C."
    assert read_refusal(state, "flip:B1:r") == "DR-3.3: B1 is already face up."
    assert read_refusal(make_position(make_reef("rr")), "flip:B2:").startswith("DR-3.1: B2 is out of reach")
    assert (
        read_refusal(make_position(make_reef("rr")), "flip:B1:")
        == "DR-3.3: This costs 1 worm of any colour, not 0."
    )
    assert (
        read_refusal(make_position(make_reef("rr")), "flip:B1:rr")
        == "DR-3.3: This costs 1 worm of any colour, not 2."
    )
    assert read_refusal(state, "flip:C1:r") == "DR-4.1: C1 is empty until the water flows."
    assert read_refusal(make_position(make_reef()), "flip:B1:r") == (
        "DR-3.3: This costs 1 worm of any colour; you have none, and no pearl."
    )


def test_dr_3_4_allows_paying_for_a_fish_with_its_colour_and_pearls() -> None:
    state = make_position(make_reef("bbyy", pearls=2, corals="."), d="bm")
    assert list_takes(state, "D1") == ["take:D1:bb*>1", "take:D1:b**>1"]
    state = play_moves(state, "take:D1:b**>1")
    assert state.reefs[0].worms == parse_worms("byy")
    assert state.river.discard == parse_cards("pe pe")
    assert state.bank == tuple(8 - held for held in parse_worms("byy"))


def test_dr_3_4_allows_every_exact_payment_in_any_colours() -> None:
    state = make_position(make_reef("rryb", pearls=1), c="sh")
    assert sorted(list_takes(state, "C1")) == sorted(
        f"take:C1:{paid}" for paid in ("rr", "ry", "rb", "r*", "yb", "y*", "b*")
    )


@pytest.mark.parametrize("letter", "rybgpw")
def test_dr_3_4_allows_a_paid_worm_to_return_to_the_bank(letter: str) -> None:
    before = make_position(make_reef(letter, boats=1), a="pe")
    after = play_moves(before, f"take:A1:{letter}")
    assert sum(after.reefs[0].worms) == 0
    assert sum(after.bank) == sum(before.bank) + 1
    assert set(after.bank) == {WORMS_PER_COLOUR}


def test_dr_3_4_forbids_paying_another_colour_for_a_fish() -> None:
    state = make_position(make_reef("bryy", corals="."), a="bm rm gm")
    assert (
        read_refusal(state, "take:A1:r>1")
        == "DR-3.4: You pay for a fish in its own colour or with pearls; this one is blue."
    )
    poor = make_position(make_reef("r", pearls=2, corals="."), d="bm")
    assert (
        read_refusal(poor, "take:D1:b**>1") == "DR-3.4: This costs 3 blue worms; you have none, but 2 pearls."
    )


def test_dr_3_4_forbids_paying_with_missing_worms_and_pearls() -> None:
    state = make_position(make_reef("rry", pearls=1), b="co")
    assert read_refusal(state, "take:B1:yy") == "DR-3.4: You have only 1 yellow worm."
    assert read_refusal(state, "take:B1:**") == "DR-3.4: You have only 1 pearl."


def test_dr_3_4_allows_suggesting_the_most_plentiful_worms_first() -> None:
    assert list_payments(list_worm_costs(parse_worms("rrryb"), parse_worms("")), 1, 1)[0] == ("r",)
    assert list_payments(list_worm_costs(parse_worms("rrryyb"), parse_worms("")), 1, 3)[0] == ("r", "r", "y")
    assert list_payments(list_worm_costs(parse_worms("rb"), parse_worms("")), 2, 3)[0] == ("r", "b", "*")


def test_dr_3_4_allows_suggesting_the_most_plentiful_unneeded_colour_first() -> None:
    several = parse_worms("rbggpw")
    assert list_payments(list_worm_costs(several, parse_worms("")), 0, 3)[0] == ("r", "g", "g")
    assert list_payments(list_worm_costs(several, parse_worms("rrp")), 0, 3)[0] == ("b", "g", "g")
    assert list_payments(list_worm_costs(parse_worms("rggg"), parse_worms("")), 0, 3)[0] == ("g", "g", "g")


def test_dr_3_4_forbids_suggesting_wanted_worms_and_pearls_first() -> None:
    keep = weigh_colours((parse_brood("br"),), ())
    assert keep == parse_worms("rb")
    assert list_payments(list_worm_costs(parse_worms("rry"), keep), 5, 1) == (("y",), ("r",), ("*",))
    mates = weigh_colours((parse_brood("br"), parse_brood("yg")), (parse_card("bm"),))
    assert mates == parse_worms("rrrbyg")
    assert list_payments(list_worm_costs(parse_worms("rrrgg"), mates), 0, 1)[0] == ("g",)
    assert weigh_colours((parse_brood("pp"),), (parse_card("pf"),)) == parse_worms("ppp")
    assert list_fish_payments("b", 2, 3, 3) == (("b", "b", "*"), ("b", "*", "*"), ("*", "*", "*"))


def test_payments_are_listed_once_in_order_with_the_likeliest_first() -> None:
    for worms in ("", "r", "yw", "rrrrbg", "rbggpw", "rrryyybbbgggpppwww"):
        for pearls in (0, 1, 4):
            held = list_worm_costs(parse_worms(worms), parse_worms("rrp"))
            first = find_likeliest_payments(held, pearls)
            for price in (1, 2, 3):
                every = list_payments(held, pearls, price)
                drawn = {"".join(paid) for paid in combinations(worms + "*" * pearls, price)}
                assert sorted("".join(paid) for paid in every) == sorted(drawn)
                assert every[:1] == first[price]


def test_candidates_contain_one_payment_for_each_card_and_coral() -> None:
    state = make_position(make_reef("rrrryybbb", pearls=2, sharks=1, corals="rf ."), a="bm", b="co", c="?co")
    candidates = RULES.list_candidates(state, 0)
    assert set(candidates) <= set(RULES.legal_actions(state, 0))
    assert [action.token for action in candidates if not action.token.startswith("shark")] == [
        "take:A1:b>1",
        "take:A1:b>2",
        "take:B1:rr",
        "flip:C1:r",
        "boat:rrr",
        "end",
    ]
