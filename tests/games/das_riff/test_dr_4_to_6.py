"""Water, reshuffle, refill and the end: DR-4 to DR-6."""

from collections import Counter

import pytest

from games.core.outcome import Outcome
from games.core.rng import Chance
from games.das_riff.events import (
    BroodShown,
    DiceRolled,
    DiscardReshuffled,
    MatchEnded,
    TableauRefilled,
    WaterFlowed,
)
from games.das_riff.parts import parse_cell
from games.das_riff.river import refill_rows
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.turn import flow_and_refill
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD
from tests.games.clauses import select_events
from tests.games.das_riff.build import MATCH_KEY, make_position, make_reef, parse_cards, play_moves, take_step

FULL_ROW = "co co co co co co co co"
FACE_DOWN_ROW = "?co ?co ?co ?co ?co ?co ?co ?co"


def let_water_flow(state: State) -> tuple[State, tuple[object, ...]]:
    river, events = flow_and_refill(state.river, state.ruleset, Chance(MATCH_KEY, 1))
    return (
        State(state.ruleset, state.turn, river, state.broods, state.brood_pile, state.bank, state.reefs),
        events,
    )


def read_row(state: State, letter: str) -> tuple[int, ...]:
    start = parse_cell(f"{letter}1")
    return state.river.tableau[start : start + 8]


def test_dr_4_1_allows_cards_to_close_gaps_towards_the_sea_without_turning() -> None:
    state = make_position(
        a=FULL_ROW, b=".. ?gf .. rm ?co ?co ?co ?co", c=FACE_DOWN_ROW, d=FULL_ROW, draw="sh pe"
    )
    after, events = let_water_flow(state)
    assert read_row(after, "B") == parse_cards("?gf rm ?co ?co ?co ?co ?sh ?pe")
    assert events == (
        TableauRefilled((parse_cell("B7"), parse_cell("B8")), (FACE_DOWN_CARD, FACE_DOWN_CARD)),
    )


def test_dr_4_1_forbids_cards_to_change_rows_or_order() -> None:
    state = make_position(
        a="rm .. gm .. bf pe sh co", b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="ym wf"
    )
    after, _ = let_water_flow(state)
    assert read_row(after, "A") == parse_cards("rm gm bf pe sh co ym wf")
    assert read_row(after, "D") == parse_cards(FULL_ROW)


def test_dr_4_2_allows_removing_consecutive_open_water_at_the_edge() -> None:
    state = make_position(
        a="wa .. wa rm wa gf wa wa",
        b=FACE_DOWN_ROW,
        c=FACE_DOWN_ROW,
        d="wa co co co co co co co",
        draw="sh " * 9,
    )
    after, events = let_water_flow(state)
    assert read_row(after, "A") == parse_cards("rm wa gf wa wa sh sh sh")
    assert read_row(after, "D") == parse_cards("co co co co co co co sh")
    assert events[0] == WaterFlowed(3)
    assert after.river.discard == parse_cards("wa wa wa")


def test_dr_4_2_allows_removing_open_water_in_the_middle_rows() -> None:
    state = make_position(
        a=FULL_ROW, b="wa wa ?wa ?co ?co ?co ?co ?co", c=FACE_DOWN_ROW, d=FULL_ROW, draw="sh pe"
    )
    assert read_row(let_water_flow(state)[0], "B") == parse_cards("?wa ?co ?co ?co ?co ?co ?sh ?pe")


def test_dr_4_2_forbids_removing_face_down_water_and_water_behind_a_card() -> None:
    state = make_position(
        a="co wa wa wa wa wa wa wa", b="?wa wa wa wa wa wa wa wa", c=FACE_DOWN_ROW, d=FULL_ROW
    )
    after, events = let_water_flow(state)
    assert after.river.tableau == state.river.tableau
    assert events == ()


def test_dr_5_1_allows_shuffling_seven_discards_into_a_full_draw_pile() -> None:
    state = make_position(
        a=FULL_ROW, b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm gf", discard="sh sh sh pe pe pe pe"
    )
    after, events = let_water_flow(state)
    assert events == (DiscardReshuffled(7),)
    assert after.river.discard == ()
    assert Counter(after.river.draw_pile) == Counter(parse_cards("rm gf sh sh sh pe pe pe pe"))
    assert after.river.draw_pile != (*state.river.draw_pile, *state.river.discard)


def test_dr_5_1_allows_water_removed_in_this_turn_to_be_the_seventh_discard() -> None:
    state = make_position(
        a="wa co co co co co co co",
        b=FACE_DOWN_ROW,
        c=FACE_DOWN_ROW,
        d=FULL_ROW,
        discard="sh sh sh pe pe pe",
        draw="rm " * 9,
    )
    assert DiscardReshuffled(7) in let_water_flow(state)[1]


def test_dr_5_1_forbids_six_discards_to_be_shuffled_in() -> None:
    state = make_position(
        a=FULL_ROW, b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm gf", discard="sh sh pe pe pe pe"
    )
    after, events = let_water_flow(state)
    assert events == ()
    assert after.river == state.river


def test_dr_5_1_allows_an_option_to_reshuffle_by_the_size_of_the_draw_pile() -> None:
    fields = {
        "a": FULL_ROW,
        "b": FACE_DOWN_ROW,
        "c": FACE_DOWN_ROW,
        "d": FULL_ROW,
        "reshuffle": "deck_below_eight",
    }
    low, events = let_water_flow(make_position(**fields, draw="rm " * 7, discard="sh"))
    assert events == (DiscardReshuffled(1),)
    assert len(low.river.draw_pile) == 8
    _, events = let_water_flow(make_position(**fields, draw="rm " * 8, discard="sh " * 9))
    assert events == ()


def test_dr_5_1_forbids_a_shuffle_without_discards() -> None:
    state = make_position(
        a=FULL_ROW, b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm", reshuffle="deck_below_eight"
    )
    rng = Chance(MATCH_KEY, 1)
    assert flow_and_refill(state.river, state.ruleset, rng)[1] == ()
    assert not rng.used


def test_dr_5_2_allows_filling_up_a_draw_pile_that_is_too_small_first() -> None:
    gaps = ".. .. co co co co co co"
    state = make_position(a=gaps, b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm", discard="sh")
    after, events = let_water_flow(state)
    assert events == (DiscardReshuffled(1), TableauRefilled((6, 7), read_row(after, "A")[6:]))
    assert sorted(read_row(after, "A")[6:]) == sorted(parse_cards("rm sh"))
    assert after.river.draw_pile == after.river.discard == ()


def test_dr_5_2_allows_rows_in_order_with_the_first_card_nearest_the_sea() -> None:
    state = make_position(
        a=".. co co co co co co ..",
        b=".. ?co ?co ?co ?co ?co ?co ?co",
        c=".. ?co ?co ?co ?co ?co ?co ?co",
        d=".. co co co co co co co",
        draw="rm gf sh pe co wa",
    )
    after, events = let_water_flow(state)
    assert read_row(after, "A")[6:] == parse_cards("rm gf")
    assert read_row(after, "B")[7:] == parse_cards("?sh")
    assert read_row(after, "C")[7:] == parse_cards("?pe")
    assert read_row(after, "D")[7:] == parse_cards("co")
    assert after.river.draw_pile == parse_cards("wa")
    assert events[-1] == TableauRefilled(
        (6, 7, 15, 23, 31), (*parse_cards("rm gf"), FACE_DOWN_CARD, FACE_DOWN_CARD, *parse_cards("co"))
    )


def test_dr_5_2_allows_cells_to_stay_empty_when_cards_run_out() -> None:
    state = make_position(
        a=".. .. co co co co co co", b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm", deck="b"
    )
    after, _ = let_water_flow(state)
    assert read_row(after, "A") == parse_cards("co co co co co co rm ..")
    assert after.river.tableau[7] == EMPTY_CELL


def test_dr_5_2_forbids_shuffling_while_the_draw_pile_is_large_enough() -> None:
    state = make_position(
        a=".. co co co co co co co", b=FACE_DOWN_ROW, c=FACE_DOWN_ROW, d=FULL_ROW, draw="rm", discard="sh"
    )
    assert let_water_flow(state)[1] == (TableauRefilled((7,), parse_cards("rm")),)
    assert refill_rows(((), (), (), ()), parse_cards("rm"))[1] == ()


def test_dr_6_1_allows_the_fifth_breeding_to_win_immediately() -> None:
    state = make_position(
        make_reef("bg", corals="rf yg! gg! ww! pp!"), make_reef(corals="rr!"), a="bm gm", broods="br yy gw bb"
    )
    state, events = take_step(state, "take:A1:b>1")
    assert RULES.outcome(state) == Outcome("five_broods", (1, 2), (5, 1))
    assert isinstance(events[-2], BroodShown)
    assert events[-1] == MatchEnded("five_broods")
    assert RULES.to_act(state) == ()
    assert RULES.find_active_seat(state) is None
    assert RULES.legal_actions(state, 0) == RULES.legal_actions(state, 1) == ()


def test_dr_6_1_allows_seat_1_to_win() -> None:
    state = make_position(make_reef("b", corals="rf yg! gg! ww! pp!"), d="bm", broods="br yy gw bb", seat=1)
    assert RULES.outcome(play_moves(state, "take:D1:b>1")) == Outcome("five_broods", (2, 1), (0, 5))


def test_dr_6_1_forbids_four_breedings_to_end_the_match() -> None:
    state = play_moves(
        make_position(make_reef("b", corals="rf yg! gg! ww!"), a="bm", broods="br yy gw bb"), "take:A1:b>1"
    )
    assert RULES.outcome(state) is None
    assert RULES.to_act(state) == (0,)


def test_dr_6_2_allows_a_draw_at_the_end_of_the_sixtieth_quiet_turn() -> None:
    state, events = take_step(make_position(make_reef(corals="rr!"), quiet=60), "end")
    assert events == (MatchEnded("no_progress"),)
    assert RULES.outcome(state) == Outcome("no_progress", (1, 1), (1, 0))
    assert RULES.to_act(state) == ()


def test_dr_6_2_forbids_a_draw_before_the_sixtieth_quiet_turn() -> None:
    state, events = take_step(make_position(quiet=59), "end")
    assert RULES.outcome(state) is None
    assert select_events(events, DiceRolled)
    assert RULES.view(state, None).quiet_turns == 60


def test_dr_6_2_forbids_counting_turns_before_a_breeding() -> None:
    state = play_moves(make_position(make_reef("b", corals="rf"), a="bm", quiet=60), "take:A1:b>1", "end")
    assert RULES.outcome(state) is None
    assert state.turn.quiet_turns == 1


@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("take:A1:r", {"a": "co"}),
        ("take:A1:r", {"a": "pe"}),
        ("take:A1:r", {"a": "sh"}),
        ("take:A1:r>1", {"a": "rm"}),
        ("flip:B1:r", {"b": "?co"}),
        ("shark:A1", {"a": "rm"}),
        ("boat:rry", {}),
    ],
    ids=["coral", "pearl", "shark card", "lone fish", "flip", "shark", "boat"],
)
def test_dr_6_2_forbids_restarting_the_count_without_a_brood(move: str, fields: dict[str, str]) -> None:
    me = make_reef("rry", sharks=1, corals=".")
    state = make_position(me, quiet=60, **fields)
    state = play_moves(state, move)
    assert state.turn.quiet_turns == 60
    assert RULES.outcome(play_moves(state, "end")) == Outcome("no_progress", (1, 1), (0, 0))


@pytest.mark.parametrize(("stage", "move"), [("choose", "worm:r"), ("offer", "worm:r"), ("offer", "worm:-")])
def test_dr_6_2_forbids_restarting_the_count_for_a_worm(stage: str, move: str) -> None:
    state = play_moves(make_position(stage=stage, missing=int(stage == "choose"), quiet=60), move)
    assert state.turn.quiet_turns == 60


def test_dr_6_2_forbids_acting_after_the_end() -> None:
    state = play_moves(make_position(quiet=60), "end")
    assert RULES.legal_actions(state, 0) == ()
    assert RULES.list_first_choices(RULES.view(state, None), 0) == ()
