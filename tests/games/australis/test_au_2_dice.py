from games.australis.events import (
    CardCarriedOut,
    CardsLost,
    DieTaken,
    FishCaught,
    PointsGained,
    TokenTaken,
    TurtleMoved,
)
from games.australis.rules import RULES
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, DRAFT_STAGE, ORDER_STAGE, TurnTask
from tests.games.australis.build import (
    list_tokens,
    make_board,
    make_position,
    parse_cards,
    parse_dice,
    play_moves,
    read_refusal,
    take_step,
)
from tests.games.clauses import select_events


def test_au_2_1_allows_any_die_and_passes_to_the_next_seat() -> None:
    state = make_position(make_board(), make_board(space=1), make_board(space=2), start=1, seat=1)
    assert list_tokens(state) == ["die:w11", "die:y40", "die:b5", "die:v6", "die:r7"]
    after = play_moves(state, "die:b5")
    assert after.boards[1].dice == parse_dice("b5")
    assert (after.stage, after.seat, after.dice_taken_count) == (DRAFT_STAGE, 2, 1)


def test_au_2_1_allows_one_of_equal_dice_and_takes_the_last_die_automatically() -> None:
    assert list_tokens(make_position(offer="b5 b5 y40 y40 y40")) == ["die:y40", "die:b5"]
    state = make_position(make_board(), make_board(space=1), dice_taken_count=6, offer="r7 y40 y40")
    after, events = take_step(state, "die:r7")
    assert [event.seat for event in select_events(events, DieTaken)] == [0, 1]
    assert after.boards[1].fish == 4


def test_au_2_1_forbids_a_die_that_is_not_on_offer() -> None:
    assert read_refusal(make_position(), "die:b4") == "AU-2.1: The gameboard doesn't have the blue 4."
    assert read_refusal(make_position(), "die:w12") == (
        "AU-2.1: The gameboard doesn't have the white die: 1 card and 2 points."
    )
    assert read_refusal(make_position(), "gold").startswith("AU-2.1")


def test_au_2_2_allows_a_seat_to_use_its_cards_in_either_order() -> None:
    state = play_moves(make_position(make_board(space=3, cards="ty cy"), make_board(space=1)), "die:y40")
    assert state.stage == ORDER_STAGE
    assert list_tokens(state) == ["card:ty", "card:cy"]
    swum = play_moves(state, "card:ty")
    assert swum.stage == CORAL_STAGE
    assert list_tokens(swum) == ["reef:4", "reef:3"]
    first, events = take_step(state, "card:cy")
    assert first.boards[0].corals == (1, 0, 0, 0, 0, 0)
    assert [type(event) for event in events][-2:] == [TurtleMoved, FishCaught]


def test_au_2_2_forbids_the_die_before_its_cards_and_cards_of_other_colours() -> None:
    after, events = take_step(make_position(make_board(cards="py pb fw"), make_board(space=1)), "die:y40")
    assert [type(event) for event in events] == [DieTaken, CardCarriedOut, PointsGained, FishCaught]
    assert after.boards[0].points == 2
    asked = play_moves(make_position(make_board(space=3, cards="ty cy py"), make_board(space=1)), "die:y40")
    assert read_refusal(asked, "card:fw") == "AU-2.2: That card isn't waiting to be used."
    assert read_refusal(asked, "die:b5").startswith("AU-2.2")


def test_au_2_5_allows_points_for_circles_and_the_fish_shown() -> None:
    after, events = take_step(make_position(offer="y32 b5 y22"), "die:y32")
    assert (after.boards[0].points, after.boards[0].fish, after.fish_left) == (2, 3, 103)
    assert select_events(events, FishCaught) == [FishCaught(0, 3, 3)]


def test_au_2_5_forbids_more_fish_than_the_supply_has() -> None:
    after, events = take_step(make_position(offer="y50 b5 y22", fish_left=2), "die:y50")
    assert (after.boards[0].fish, after.fish_left) == (2, 0)
    assert select_events(events, FishCaught) == [FishCaught(0, 2, 5)]


def test_au_2_6_allows_the_turtle_as_many_spaces_as_the_die_shows() -> None:
    assert play_moves(make_position(), "die:b5").boards[0].space == 5


def test_au_2_6_forbids_any_other_turtle_to_move() -> None:
    assert play_moves(make_position(), "die:b5").boards[1].space == 1
    assert play_moves(make_position(), "die:y40").boards[0].space == 0


def test_au_2_7_allows_the_reef_of_the_number_and_lower_ones() -> None:
    state = play_moves(make_position(), "die:v6")
    assert list_tokens(state) == ["reef:6", "reef:5", "reef:4", "reef:3"]
    after = play_moves(state, "reef:4")
    assert (after.boards[0].corals, after.boards[0].supply) == ((0, 1, 0, 0, 0, 0), 15)


def test_au_2_7_allows_moving_a_coral_or_doing_nothing_once_the_supply_is_empty() -> None:
    full = make_board(corals="3:10 8:6")
    state = play_moves(make_position(full, make_board(space=1), offer="v4 b5 y22"), "die:v4")
    assert list_tokens(state) == ["move:3>4", "move:8>4", "move:8>3", "stay"]
    assert play_moves(state, "move:8>4").boards[0].corals == (10, 1, 0, 0, 0, 5)
    assert play_moves(state, "stay").boards[0].corals == full.corals


def test_au_2_7_forbids_higher_reefs_and_impossible_moves_of_corals() -> None:
    state = play_moves(make_position(), "die:v6")
    assert read_refusal(state, "reef:7") == "AU-2.7: This coral goes onto reef 6 or a lower one."
    assert read_refusal(state, "stay").startswith("AU-2.7: You still have corals in your supply (16)")
    empty = play_moves(
        make_position(make_board(corals="3:10 8:6"), make_board(space=1), offer="v4 b5 y22"), "die:v4"
    )
    assert read_refusal(empty, "reef:4").startswith("AU-2.7: You have no coral left")
    assert read_refusal(empty, "move:5>4") == "AU-2.7: You have no coral on reef 5."
    assert read_refusal(empty, "move:8>5").startswith("AU-2.7: This coral goes onto reef 4")
    assert read_refusal(empty, "move:3>3") == "AU-2.7: That's the reef it's on already."


def test_au_2_7_forbids_a_question_if_reef_3_is_the_only_answer() -> None:
    assert play_moves(make_position(offer="v3 b5 y22"), "die:v3").boards[0].corals == (1, 0, 0, 0, 0, 0)
    stuck = play_moves(
        make_position(make_board(corals="3:16"), make_board(space=1), offer="v3 b5 y22"), "die:v3"
    )
    assert (stuck.stage, stuck.seat) == (DRAFT_STAGE, 1)


def test_au_2_8_allows_the_red_die_to_bring_the_token() -> None:
    after, events = take_step(make_position(), "die:r7")
    assert after.token == 0
    assert select_events(events, TokenTaken) == [TokenTaken(0)]


def test_au_2_8_forbids_any_other_effect_of_red() -> None:
    state = make_position(make_board(cards="dr"), make_board(space=1))
    after, events = take_step(state, "die:r7")
    assert [type(event) for event in events] == [DieTaken, TokenTaken]
    assert after.boards[0].points == 0


def test_au_2_9_allows_a_card_to_give_two_points_a_fish_a_space_or_a_coral() -> None:
    def use_card(card: str, space: int = 0) -> tuple[object, ...]:
        state = make_position(
            make_board(space=space),
            make_board(space=20),
            offer="w11 b5 y22",
            display=f"{card} dr dr dr dr dr",
        )
        after = play_moves(state, "die:w11", f"use:{card}")
        if after.stage == CORAL_STAGE:
            return tuple(list_tokens(after))
        b = after.boards[0]
        return b.points, b.fish, b.space, sum(b.corals)

    assert use_card("pv") == (3, 0, 0, 0)
    assert use_card("fb") == (1, 1, 0, 0)
    assert use_card("tw") == (1, 0, 1, 0)
    assert use_card("cy") == (1, 0, 0, 1)
    assert use_card("cy", 7) == ("reef:5", "reef:4", "reef:3")
    assert use_card("cy", 16) == ("reef:8", "reef:7", "reef:6", "reef:5", "reef:4", "reef:3")


def test_au_2_9_allows_a_card_to_move_a_coral_once_the_supply_is_empty() -> None:
    state = play_moves(
        make_position(make_board(space=4, cards="cb", corals="8:16"), make_board(space=1)), "die:b5"
    )
    assert list_tokens(state) == ["move:8>4", "move:8>3", "stay"]


def test_au_2_9_forbids_a_reef_beyond_the_turtle_and_more_fish_than_there_are() -> None:
    state = play_moves(make_position(make_board(space=6, cards="cb"), make_board(space=1)), "die:b5")
    assert read_refusal(state, "reef:5").startswith("AU-2.7")
    after = play_moves(make_position(make_board(cards="fb"), make_board(space=1), fish_left=0), "die:b5")
    assert after.boards[0].fish == 0


def test_au_2_3_allows_points_and_cards_kept_and_used_then_a_refill() -> None:
    state = play_moves(make_position(offer="w21 b5 y22", display="py tw dr cb fv fv"), "die:w21")
    assert state.stage == CHOOSE_STAGE
    assert state.boards[0].points == 1
    assert list_tokens(state) == [
        "keep:py", "use:py", "keep:tw", "use:tw", "keep:dr", "keep:cb", "use:cb", "keep:fv", "use:fv",
    ]  # fmt: skip
    one = play_moves(state, "keep:tw")
    assert one.display == parse_cards("py -- dr cb fv fv")
    two = play_moves(one, "use:py")
    assert two.boards[0].cards == parse_cards("tw")
    assert two.boards[0].points == 3
    assert two.discard == parse_cards("py")
    assert two.display == parse_cards("py pb dr cb fv fv")
    assert two.seat == 1


def test_au_2_3_forbids_using_a_competition_card_immediately_and_a_kept_card_for_the_same_die() -> None:
    state = play_moves(make_position(offer="w11 b5 y22", display="dr tw fw fb fv py"), "die:w11")
    assert read_refusal(state, "use:dr").startswith("AU-2.3: You can only keep a competition card")
    assert read_refusal(state, "keep:cb") == "AU-2.3: That card isn't on display."
    assert play_moves(state, "keep:tw").boards[0].space == 0


def test_au_2_4_allows_using_a_fourth_card_and_a_duplicate_immediately() -> None:
    held = make_board(cards="fb pb cb tw dv")
    state = play_moves(
        make_position(held, make_board(space=1), offer="w11 r7 y22", display="fb tw dr py pv fv"), "die:w11"
    )
    assert list_tokens(state)[:4] == ["use:fb", "use:tw", "keep:dr", "keep:py"]
    assert play_moves(state, "use:tw").boards[0].cards == held.cards


def test_au_2_4_forbids_keeping_a_duplicate_a_fourth_card_and_a_second_competition_card_of_a_colour() -> None:
    held = make_board(cards="fw tw cw dv pb")
    task = TurnTask(None, (), 0, 1)
    state = make_position(
        held, make_board(space=1), stage=CHOOSE_STAGE, task=task, display="tw dv py pv fv pb"
    )
    assert (
        read_refusal(state, "keep:tw")
        == "AU-2.4: You already have this card, so you can only use it right away."
    )
    assert read_refusal(state, "keep:dv").startswith("AU-2.4: You already have the competition card")
    state = play_moves(
        make_position(make_board(cards="pb fb cb"), make_board(space=1), offer="w11 r7 y22"), "die:w11"
    )
    assert "keep:pb" not in list_tokens(state)
    assert RULES.explain_refusal(state, 0, RULES.read("keep:pb")).clause == "AU-2.4"


def test_au_2_4_forbids_asking_a_question_without_answers() -> None:
    state = make_position(
        make_board(cards="db dv"),
        make_board(space=1),
        offer="w20 b5 y22",
        display="db dv db dv db dv",
        draw="",
    )
    after, events = take_step(state, "die:w20")
    assert events[-1] == CardsLost(0, 2)
    assert after.seat == 1
