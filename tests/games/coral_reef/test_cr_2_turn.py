import pytest

from games.coral_reef.events import CardDrawn, CoralsPlayed, DeckReformed, NineSeeded, RoundEnded, TurnPassed
from games.coral_reef.parts import RANK_LETTERS, TILES_VARIANT, format_letters
from games.coral_reef.rules import RULES
from games.coral_reef.view import DECK_SPENT_ENDING
from games.core.words import load_words
from tests.games.clauses import select_events
from tests.games.coral_reef.build import (
    list_tokens,
    make_position,
    play_moves,
    read_hand,
    read_refusal,
    read_stacks,
    take_step,
)
from tests.support.cases import join_cases


def test_cr_2_1_allows_one_play_before_the_next_seats_turn() -> None:
    state = play_moves(make_position("452", "9"), "play:1:45>5")
    assert state.round.seat == 1
    assert read_hand(state, 0) == "2"


def test_cr_2_1_forbids_other_seats_to_act() -> None:
    state = make_position("45", "45")
    assert list_tokens(state, 1) == []
    assert not RULES.is_legal(state, 1, RULES.read("play:1:45>5"))


def test_cr_2_2_allows_playing_corals_in_any_order() -> None:
    assert list_tokens(make_position("45", "9", stacks="9")) == ["play:1:45>4", "play:1:45>5"]


def test_cr_2_2_allows_each_stack_the_sum_of_its_own_top() -> None:
    state = make_position("45k", "9", stacks="9 4 9 a")
    assert list_tokens(state) == [
        "play:1:45>4",
        "play:1:45>5",
        "play:2:4>4",
        "play:3:45>4",
        "play:3:45>5",
        "play:4:4k>4",
    ]


def test_cr_2_2_forbids_a_wrong_sum() -> None:
    state = make_position("456", "9")
    assert read_refusal(state, "play:1:46>6") == "CR-2.2: That makes 10; the stack needs 9."
    assert read_refusal(state, "play:1:4>4") == "CR-2.2: That makes 4; the stack needs 9."


def test_cr_2_2_forbids_corals_that_are_not_in_the_hand() -> None:
    state = make_position("45", "9")
    assert read_refusal(state, "play:1:36>6") == "CR-2.2: You hold no 3."
    assert read_refusal(state, "play:1:4*2a>a") == "CR-2.2: You hold 1 × 4, not 2."


@pytest.mark.parametrize("move", ["play:1:9ja>a", "play:1:45>k", "play:1:k>k", "play:1:9*2k3>9"])
def test_cr_2_2_forbids_face_cards_with_the_deck_of_tiles(move: str) -> None:
    said = "CR-2.2: Tiles have no jacks, queens or kings."
    assert read_refusal(make_position("459a", "9", variant=TILES_VARIANT), move) == said


def test_cr_2_2_names_missing_tiles_by_their_printed_value() -> None:
    state = make_position("459", "9", variant=TILES_VARIANT)
    assert read_refusal(state, "play:1:8a>a") == "CR-2.2: You hold no 8."
    assert read_refusal(state, "play:1:9a>a") == "CR-2.2: You hold no 1."
    assert read_refusal(state, "play:1:9t>t") == "CR-2.2: You hold no 0."


def test_cr_2_2_forbids_a_missing_stack() -> None:
    assert (
        read_refusal(make_position("45", "9"), "play:5:45>5")
        == "CR-2.2: There's no stack 5; they go up to 4."
    )


def test_cr_2_2_forbids_a_top_that_was_not_played() -> None:
    expected = "CR-2.2: You aren't playing a 3, so it can't end on top."
    assert read_refusal(make_position("45", "9"), "play:1:45>3") == expected


def test_cr_2_2_allows_ignoring_covered_cards() -> None:
    state = play_moves(make_position("452", "9"), "play:1:45>4")
    assert read_stacks(state).startswith("954 ")


@pytest.mark.parametrize("face", "jqk")
def test_cr_2_3_forbids_a_face_on_top(face: str) -> None:
    state = make_position("9aaa23" + face, "9")
    assert all(not token.endswith(f">{face}") for token in list_tokens(state))
    hand = "".join(sorted(f"9{face}a", key=RANK_LETTERS.index))
    assert read_refusal(state, f"play:1:{hand}>{face}") == f"CR-2.3: A {face.upper()} can't end on top."


def test_cr_2_3_forbids_a_ten_below_another_card() -> None:
    state = make_position("45t", "9")
    assert read_refusal(state, "play:1:45t>5") == "CR-2.3: The 10 goes on last, so it has to be on top."


def test_cr_2_3_forbids_two_tens() -> None:
    state = make_position("45tt", "9")
    assert read_refusal(state, "play:1:45t2>t").startswith("CR-2.3: A 10 goes on last, so")


def test_cr_2_3_allows_a_ten_on_top() -> None:
    state = play_moves(make_position("45t2", "9"), "play:1:45t>t")
    assert read_stacks(state).startswith("945t ")
    assert RULES.read("play:1:9a>9") in RULES.legal_actions(make_position("9a", "2", stacks="t"), 0)


def test_cr_2_4_allows_a_nine_as_a_new_stack() -> None:
    state, events = take_step(make_position("92", "9"), "seed")
    assert read_stacks(state) == "9 9 9 9 9"
    assert read_hand(state, 0) == "2"
    (seeded,) = select_events(events, NineSeeded)
    assert (seeded.stack, seeded.cards_left) == (4, 1)
    assert state.round.seat == 1


def test_cr_2_4_allows_a_nine_to_be_played() -> None:
    assert list_tokens(make_position("9", "2", stacks="9"))[0] == "play:1:9>9"


def test_cr_2_4_forbids_seeding_other_cards() -> None:
    assert read_refusal(make_position("45", "9"), "seed") == "CR-2.4: You have no nine to lay as a new stack."


def test_cr_2_4_and_2_2_refuse_a_seed_and_a_play_that_are_not_possible() -> None:
    for hand_of, kind, clause in (("45", "seed", "CR-2.4"), ("9k", "play", "CR-2.2"), ("45", "none", "")):
        state = make_position(hand_of, "9", stacks="8 8")
        error = RULES.explain_unavailable(state, 0, kind)
        assert error.clause == clause
        assert bool(load_words().msg(error.message))


def test_every_refusal_names_a_clause() -> None:
    state = make_position("45tt9k", "9", stacks="9 t")
    moves = [
        f"play:{stack}:{corals}>{top}" for stack in (1, 2, 3) for corals in _CORAL_SETS for top in "459tkqj"
    ]
    wrong = [move for move in moves if not RULES.is_legal(state, 0, RULES.read(move))]
    assert len(wrong) > 100
    assert all(RULES.explain_refusal(state, 0, RULES.read(move)).clause.startswith("CR-2.") for move in wrong)


_CORAL_SETS = ("4", "5", "9", "45", "49", "9k", "9kt", "t2", "t", "45k", "2", "4*2", "9q", "9*2", "9k2")


def test_cr_2_5_forbids_passing_and_drawing_while_an_action_is_possible() -> None:
    state, events = take_step(make_position("92", "8a", deck="333"), "seed")
    assert state.round.seat == 1
    assert not select_events(events, TurnPassed)
    assert not select_events(events, CardDrawn)
    assert all(token.startswith("play:") for token in list_tokens(state))


def test_cr_2_5_allows_a_seed_to_count_as_a_move() -> None:
    state, events = take_step(make_position("453", "9j"), "play:1:45>5")
    assert not select_events(events, CardDrawn)
    assert "seed" in list_tokens(state)


def test_cr_2_5_allows_seeding_an_unplayable_nine_as_the_only_move() -> None:
    state, events = take_step(make_position("453", "9j", stacks="9"), "play:1:45>5")
    assert not select_events(events, CardDrawn)
    assert list_tokens(state) == ["seed"]


def test_cr_2_6_allows_a_drawn_unplayable_nine_to_help() -> None:
    state, events = take_step(make_position("453", "k", stacks="9", deck="9"), "play:1:45>5")
    assert [drew.is_playable for drew in select_events(events, CardDrawn)] == [True]
    assert (state.round.seat, list_tokens(state)) == (1, ["seed"])


def test_cr_2_6_allows_using_a_helpful_drawn_card_immediately() -> None:
    state, events = take_step(make_position("453", "k", deck="9"), "play:1:45>5")
    (drew,) = select_events(events, CardDrawn)
    assert drew.card is not None
    assert (drew.seat, format_letters((drew.card,)), drew.is_playable) == (1, "9", True)
    assert state.round.seat == 1
    assert RULES.view(state, None).has_drawn
    assert "seed" in list_tokens(state)


def test_cr_2_6_allows_seeding_a_drawn_nine_that_cannot_be_played() -> None:
    state, events = take_step(make_position("45k3", "k", stacks="9 4", deck="9"), "play:1:45>5")
    assert select_events(events, CardDrawn)[0].is_playable
    assert list_tokens(state) == ["seed"]


def test_cr_2_6_a_turn_with_only_a_draw_counts_as_a_turn() -> None:
    state = make_position("45k", "k", "9", stacks="9 9", deck="k")
    after, events = take_step(state, "play:1:45>5")
    assert after.round.seat == 2
    assert RULES.count_ended_turns(state, after, events) == 2
    helped = make_position("45k", "k", "9", stacks="9 9", deck="9")
    after, events = take_step(helped, "play:1:45>5")
    assert (after.round.seat, RULES.count_ended_turns(helped, after, events)) == (1, 1)


def test_cr_2_7_a_pass_and_a_turn_without_a_deck_count_as_turns() -> None:
    passed = make_position("9k", "k", "9", stacks="9 9")
    after, events = take_step(passed, "seed")
    assert (after.round.seat, RULES.count_ended_turns(passed, after, events)) == (2, 2)
    spent = make_position("45k", "k", "9", stacks="9 9", reform_count=5)
    after, events = take_step(spent, "play:1:45>5")
    assert after.ending == DECK_SPENT_ENDING
    assert RULES.count_ended_turns(spent, after, events) == 2


def test_cr_2_6_forbids_a_second_draw() -> None:
    state, events = take_step(make_position("459", "k", "9", deck="kqj"), "play:1:45>5")
    assert [event.seat for event in select_events(events, CardDrawn)] == [1]
    assert len(read_hand(state, 1)) == 2
    assert state.round.seat == 2


def test_cr_2_6_forbids_revealing_a_drawn_card_to_others() -> None:
    _, events = take_step(make_position("453", "k", deck="9"), "play:1:45>5")
    (drew,) = select_events(events, CardDrawn)
    assert RULES.redact(drew, 1) == drew
    for viewer in (None, 0):
        assert RULES.redact(drew, viewer) == CardDrawn(1, None, True)


def test_cr_2_7_allows_a_new_deck_from_under_the_tops() -> None:
    state, events = take_step(make_position("453", "k", stacks="9 k39 9"), "play:1:45>5")
    (reformed,) = select_events(events, DeckReformed)
    # The new deck consists of 9 and 4, which lay below the 5, and k and 3, which lay below the 9.
    assert (reformed.card_count, reformed.deck_count) == (4, 1)
    assert [len(stack) for stack in state.stacks] == [1, 1, 1]
    assert format_letters(tuple(stack[0] for stack in state.stacks)) == "599"
    assert state.round.reform_count == 1


def test_cr_2_7_forbids_a_new_deck_while_there_is_one() -> None:
    state, events = take_step(make_position("459", "k", "9", deck="q", stacks="9 k39"), "play:1:45>5")
    assert not select_events(events, DeckReformed)
    assert state.deck == ()
    assert [len(stack) for stack in state.stacks] == [3, 3]


def test_cr_2_7_allows_a_pass_if_no_cards_can_be_drawn() -> None:
    # After the seed, every stack has one card, and the deck is empty.
    state, events = take_step(make_position("92", "k", "9k"), "seed")
    assert [event.seat for event in select_events(events, TurnPassed)] == [1]
    assert state.round.seat == 2


def test_cr_2_7_forbids_counting_a_draw_as_a_pass() -> None:
    # No seat can act after the seed. Drawing isn't passing, so the round ends only after three more turns.
    _, events = take_step(make_position("9k", "k", "q", deck="j"), "seed")
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["NineSeeded", "CardDrawn", "TurnPassed", "TurnPassed", "TurnPassed", "RoundEnded"]
    assert [event.seat for event in select_events(events, TurnPassed)] == [2, 0, 1]
    assert select_events(events, RoundEnded)[0].ending == "all_passed"


def test_no_play_totals_zero_or_is_a_lone_ten_or_face() -> None:
    for top in "a23456789t":
        state = make_position("kqjt", "9", stacks=top)
        assert list_tokens(state) == []
        assert read_refusal(state, "play:1:t>t").startswith("CR-2.2")


@join_cases([(top,) for top in "a23456789t"])
def test_the_target_of_a_stack_is_one_to_ten(top: str) -> None:
    state = make_position("a23456789kqj", "9", stacks=top)
    _, events = take_step(state, list_tokens(state)[0])
    assert select_events(events, CoralsPlayed)[0].total == "a23456789t".index(top) + 1


def test_tiles_have_no_faces_and_a_zero_requires_ten() -> None:
    state = make_position("45t2", "9a", stacks="9", variant=TILES_VARIANT)
    state, events = take_step(state, "play:1:45t>t")
    assert select_events(events, CoralsPlayed)[0].total == 9
    assert "play:1:9a>a" in list_tokens(state)
