from games.core.rng import Chance
from games.das_riff.actions import TakeWorm
from games.das_riff.events import DiceRolled, Event, WormDeclined, WormTaken
from games.das_riff.parts import Colour
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import ACT_STAGE, CHOOSE_STAGE, OFFER_STAGE
from games.das_riff.worms import collect_worms
from tests.games.clauses import select_events
from tests.games.das_riff.build import (
    list_tokens,
    make_position,
    make_reef,
    parse_worms,
    play_moves,
    read_refusal,
    take_step,
)


def _begin_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """Begin a turn with the dice and the bank of a position."""
    return collect_worms(state, state.river, state.turn.seat, state.turn.dice)


def test_dr_2_1_allows_a_worm_for_each_die() -> None:
    state, events = _begin_turn(make_position(dice="rb"))
    assert state.reefs[0].worms == parse_worms("rb")
    assert events == (
        DiceRolled(0, (Colour.RED, Colour.BLUE), (Colour.RED, Colour.BLUE)),
        WormTaken(0, Colour.RED, is_rolled=True),
        WormTaken(0, Colour.BLUE, is_rolled=True),
    )


def test_dr_2_1_allows_two_worms_for_a_double() -> None:
    assert _begin_turn(make_position(dice="gg"))[0].reefs[0].worms == parse_worms("gg")


def test_dr_2_1_forbids_giving_the_other_seat_a_worm_automatically() -> None:
    assert _begin_turn(make_position(dice="rb"))[0].reefs[1].worms == parse_worms("")


def test_dr_2_1_allows_each_turn_its_own_roll() -> None:
    _, events = take_step(make_position(), "end")
    (rolled,) = select_events(events, DiceRolled)
    assert rolled.seat == 1
    assert [event.seat for event in select_events(events, WormTaken)] == [1, 1]


def test_dr_2_2_allows_any_colour_for_a_missing_worm() -> None:
    state, _ = _begin_turn(make_position(dice="rb", bank="byy"))
    assert state.reefs[0].worms == parse_worms("b")
    assert state.turn.stage == CHOOSE_STAGE
    assert RULES.to_act(state) == (0,)
    assert list_tokens(state) == ["worm:y"]
    assert play_moves(state, "worm:y").reefs[0].worms == parse_worms("by")


def test_dr_2_2_allows_two_choices_after_a_double_if_both_worms_are_missing() -> None:
    state, _ = _begin_turn(make_position(dice="rr", bank="ybgp"))
    assert RULES.view(state, None).missing == 2
    state = play_moves(state, "worm:y")
    assert RULES.view(state, None).missing == 1
    assert list_tokens(state) == ["worm:b", "worm:g", "worm:p"]
    assert play_moves(state, "worm:p").turn.stage == OFFER_STAGE


def test_dr_2_2_allows_one_choice_after_a_double_if_one_worm_is_missing() -> None:
    state, events = _begin_turn(make_position(dice="rr", bank="ry"))
    assert select_events(events, WormTaken) == [WormTaken(0, Colour.RED, is_rolled=True)]
    assert select_events(events, DiceRolled)[0].worms == (Colour.RED,)
    assert list_tokens(state) == ["worm:y"]


def test_dr_2_2_forbids_choices_beyond_the_bank() -> None:
    state, _ = _begin_turn(make_position(dice="rr", bank="y"))
    assert state.turn.missing == 1
    assert play_moves(state, "worm:y").turn.stage == ACT_STAGE


def test_dr_2_2_forbids_declining_the_choice_and_acting_before_it() -> None:
    state, _ = _begin_turn(make_position(dice="rr", bank="yy"))
    assert (
        read_refusal(state, "worm:-")
        == "DR-2.2: You have to choose here: another worm for the rolled one the bank doesn't have."
    )
    assert read_refusal(state, "worm:g") == "DR-2.2: The bank has run out of this colour: green."
    assert read_refusal(state, "end").startswith("DR-2.2: First choose another worm")


def test_dr_2_3_allows_the_other_seat_a_worm_of_a_rolled_colour() -> None:
    state, _ = _begin_turn(make_position(dice="br"))
    assert RULES.to_act(state) == (1,)
    assert RULES.find_active_seat(state) == 0
    assert list_tokens(state) == ["worm:r", "worm:b", "worm:-"]
    state, events = take_step(state, "worm:b")
    assert events == (WormTaken(1, Colour.BLUE, is_rolled=False),)
    assert state.reefs[1].worms == parse_worms("b")
    assert RULES.to_act(state) == (0,)


def test_dr_2_3_allows_declining() -> None:
    state, events = take_step(make_position(stage=OFFER_STAGE), "worm:-")
    assert events == (WormDeclined(1),)
    assert state.turn.stage == ACT_STAGE


def test_dr_2_3_allows_the_other_seat_one_worm_of_a_double() -> None:
    assert list_tokens(make_position(stage=OFFER_STAGE, dice="gg")) == ["worm:g", "worm:-"]


def test_dr_2_3_allows_any_colour_if_a_rolled_one_is_missing() -> None:
    state = make_position(stage=OFFER_STAGE, dice="rb", bank="byp")
    assert list_tokens(state) == ["worm:y", "worm:b", "worm:p", "worm:-"]


def test_dr_2_3_allows_any_colour_when_the_active_seat_took_the_last() -> None:
    state, _ = _begin_turn(make_position(dice="rb", bank="rbbg"))
    assert list_tokens(state) == ["worm:b", "worm:g", "worm:-"]


def test_dr_2_3_forbids_worms_of_other_colours_and_actions() -> None:
    state = make_position(stage=OFFER_STAGE, dice="rb")
    assert read_refusal(state, "worm:g") == "DR-2.3: You can only take a rolled colour: red or blue."
    for other in ("end", "take:A1:r", "boat:rrr"):
        assert read_refusal(state, other) == (
            "DR-2.3: It's not your turn. You only choose which worm to take, or none."
        )
    assert RULES.legal_actions(state, 0) == ()
    double = make_position(stage=OFFER_STAGE, dice="pp")
    assert read_refusal(double, "worm:g") == "DR-2.3: You can only take the rolled colour: purple."
    lacking = make_position(stage=OFFER_STAGE, dice="rb", bank="b")
    assert read_refusal(lacking, "worm:r") == "DR-2.3: The bank has run out of this colour: red."


def test_dr_2_3_forbids_asking_if_the_bank_is_empty() -> None:
    state, events = _begin_turn(make_position(dice="rb", bank="rb"))
    assert state.turn.stage == ACT_STAGE
    assert len(events) == 3
    assert read_refusal(state, "worm:r") == "DR-2.3: This turn's worms have already been taken."
    assert _begin_turn(make_position(dice="rb", bank=""))[0].turn.stage == ACT_STAGE


def answer_by_order(order: str, worms: str = "", dice: str = "rb", bank: str | None = None) -> str | None:
    state = make_position(other=make_reef(worms), stage=OFFER_STAGE, dice=dice, bank=bank)
    action = RULES.answer_by_order(RULES.view(state, None), 1, order)
    assert action is None or RULES.is_legal(state, 1, action)
    return action.token if action else None


def test_dr_2_3_allows_a_standing_order_to_answer() -> None:
    assert answer_by_order("", "rrb") == answer_by_order("least", "rrb") == "worm:b"
    assert answer_by_order("", "rb") == "worm:r"
    assert answer_by_order("", "rbgp", bank="rrygpw") == "worm:y"
    assert answer_by_order("mine:wpgbyr") == "worm:b"
    assert answer_by_order("mine:wpgbyr", bank="ry") == "worm:y"


def test_dr_2_3_forbids_a_standing_order_to_answer_for_a_waiting_or_active_seat() -> None:
    assert answer_by_order("wait") is None
    offer = RULES.view(make_position(stage=OFFER_STAGE), None)
    assert RULES.answer_by_order(offer, 0, "") is None
    choose = RULES.view(make_position(stage=CHOOSE_STAGE, missing=1, dice="rr", bank="y"), None)
    assert RULES.answer_by_order(choose, 0, "") is None
    acting = RULES.view(make_position(), None)
    assert RULES.answer_by_order(acting, 0, "") is None


def test_the_board_offers_actions_while_the_other_seat_is_asked() -> None:
    state = make_position(make_reef("rg", sharks=1), stage=OFFER_STAGE, a="co")
    view = RULES.view(state, None)
    assert RULES.list_first_choices(view, 0) == ("take", "flip", "shark", "end")
    assert RULES.list_first_choices(view, 1) == ("worm",)
    after, _ = RULES.apply(state, 1, TakeWorm("r"), Chance(b"k", 1))
    assert RULES.list_first_choices(RULES.view(after, None), 0) == ("take", "flip", "shark", "end")
    assert RULES.list_first_choices(RULES.view(after, None), 1) == ()
