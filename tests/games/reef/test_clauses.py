"""Tests of the numbered clauses of Reef, with legal and illegal actions."""

from __future__ import annotations

import pytest

from games.core.errors import UnreadableToken
from games.core.rng import Chance
from games.reef import GAME
from games.reef import events as ev
from games.reef.ending import find_outcome
from games.reef.parts import CARDS, CORALS_PER_COLOUR_BY_SEAT_COUNT
from games.reef.rules import RULES
from games.reef.stacks import list_corals
from games.reef.state import State
from games.reef.view import OVER_STAGE, PLAY_STAGE, OpenCard
from tests.games.reef.build import (
    BARE_REEF,
    DEFAULT_OPTIONS,
    MATCH_KEY,
    START_REEF,
    fill_reef,
    list_events,
    list_tokens,
    make_position,
    parse_reef,
    play_move,
    read_refusing_clause,
)


def deal_match(seat_count: int, key: bytes = MATCH_KEY, **options: str) -> State:
    return RULES.setup(seat_count, DEFAULT_OPTIONS | options, Chance(key, 0))[0]


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_rf_1_1_a_fixed_start_gives_every_seat_the_same_reef(seat_count: int) -> None:
    state = deal_match(seat_count)
    assert state.stage == PLAY_STAGE
    assert all(seat.reef == START_REEF for seat in state.seats)
    assert state.supply == ({2: 18, 3: 24, 4: 28}[seat_count] - seat_count,) * 4
    assert read_refusing_clause(state, "start:yrgp") == "RF-1.1"


def test_rf_1_1_each_seat_may_choose_its_first_corals() -> None:
    state = deal_match(3, start="chosen")
    first = state.active_seat
    assert len(list_tokens(state)) == 24
    assert read_refusing_clause(state, f"take:{state.display[0].card}") == "RF-1.1"
    for step in range(3):
        assert state.active_seat == (first + step) % 3
        state = play_move(state, "start:prgy")
    assert state.stage == PLAY_STAGE
    assert state.active_seat == first == state.starter
    assert state.seats[1].reef == parse_reef(". . . .", ". p r .", ". g y .", ". . . .")
    assert state.supply == (21,) * 4
    with pytest.raises(UnreadableToken):
        RULES.read("start:yyrg")


@pytest.mark.parametrize("seat_count", CORALS_PER_COLOUR_BY_SEAT_COUNT)
def test_rf_1_2_every_seat_has_two_cards_and_three_points(seat_count: int) -> None:
    state = deal_match(seat_count)
    assert all(len(seat.hand) == 2 and seat.points == 3 for seat in state.seats)
    assert len(state.display) == 3
    assert len(state.deck) == 60 - 3 - 2 * seat_count


def test_rf_1_2_the_deck_is_face_down_or_face_up() -> None:
    assert RULES.view(deal_match(2), 0).top is None
    state = deal_match(2, deck="face_up")
    assert RULES.view(state, None).top == state.deck[0]


def test_rf_1_3_the_starting_seat_is_drawn() -> None:
    assert {deal_match(4, bytes([n])).starter for n in range(40)} == {0, 1, 2, 3}


def test_rf_2_1_an_open_card_is_taken_with_its_points() -> None:
    state = make_position(display=((50, 2), (51, 0), (52, 0)))
    after = play_move(state, "take:50")
    assert after.seats[0].hand == (1, 2, 50)
    assert after.seats[0].points == 5
    assert after.display == (OpenCard(30, 0), OpenCard(51, 0), OpenCard(52, 0))
    assert after.active_seat == 1
    assert list_events(state, "take:50") == (ev.CardTaken(0, 50, 2), ev.DisplayRefilled(30))
    assert read_refusing_clause(state, "take:30") == "RF-2.1"


def test_rf_2_1_a_fifth_card_is_refused() -> None:
    state = make_position(hands=((1, 2, 5, 6), (3, 4)))
    assert read_refusing_clause(state, "take:50") == "RF-2.1"
    assert read_refusing_clause(state, "deck>50") == "RF-2.1"
    assert RULES.list_first_choices(RULES.view(state, None), 0) == ("play",)
    assert "take:50" in list_tokens(make_position(hands=((1, 2, 5), (3, 4))))


def test_rf_2_2_a_card_from_the_deck_costs_a_point_on_the_cheapest_card() -> None:
    state = make_position(display=((1, 0), (14, 0), (2, 5)), hands=((9, 10), (3, 4)))
    assert {token for token in list_tokens(state) if token.startswith("deck")} == {"deck>1", "deck>2"}
    after = play_move(state, "deck>2")
    assert after.seats[0].hand == (9, 10, 30)
    assert after.seats[0].points == 2
    assert after.display == (OpenCard(1, 0), OpenCard(14, 0), OpenCard(2, 6))
    assert read_refusing_clause(state, "deck>14") == "RF-2.2"


def test_rf_2_2_a_card_from_the_deck_is_refused_without_a_point() -> None:
    assert read_refusing_clause(make_position(points=(0, 3)), "deck>50") == "RF-2.2"
    assert "deck>50" in list_tokens(make_position(points=(1, 3)))


def test_rf_2_3_each_way_to_place_two_corals_is_offered_once() -> None:
    one = make_position(hands=((1,), (3, 4)), reefs=(BARE_REEF, START_REEF))
    two = make_position(hands=((14,), (3, 4)), reefs=(BARE_REEF, START_REEF))
    assert sum(token.startswith("play") for token in list_tokens(one)) == 16 * 17 // 2
    assert sum(token.startswith("play") for token in list_tokens(two)) == 16 * 15 + 2 * 16


def test_rf_2_3_no_two_plays_lead_to_the_same_position() -> None:
    state = make_position(hands=((1, 14), (3, 4)))
    after: dict[State, str] = {}
    for action in RULES.legal_actions(state, 0):
        if action.token.startswith("play"):
            made = RULES.apply(state, 0, action, Chance(MATCH_KEY, 1))[0]
            assert made not in after, f"{action.token} and {after[made]}"
            after[made] = action.token
    assert play_move(state, "play:1:a4,b2").seats[0].reef == parse_reef(
        "r . . .", ". y r .", ". gr p .", ". . . ."
    )
    with pytest.raises(UnreadableToken):
        RULES.read("play:1:b2,a4")
    with pytest.raises(UnreadableToken):
        RULES.read("play:14:a4,b2*")


def test_rf_2_3_both_corals_may_go_on_one_space_in_either_order() -> None:
    state = make_position(hands=((14,), (3, 4)))
    assert (
        play_move(state, "play:14:a1,a1").seats[0].reef[0]
        != play_move(state, "play:14:a1,a1*").seats[0].reef[0]
    )
    assert [c.letter for c in list_corals(play_move(state, "play:14:a1,a1").seats[0].reef[0])] == ["r", "p"]
    assert [c.letter for c in list_corals(play_move(state, "play:14:a1,a1*").seats[0].reef[0])] == ["p", "r"]


def test_rf_2_3_a_stack_above_four_is_refused() -> None:
    state = make_position(
        hands=((1, 14), (3, 4)),
        reefs=(parse_reef("yyyy rrr gg .", ". . . .", ". . . .", ". . . ."), START_REEF),
    )
    assert read_refusing_clause(state, "play:1:a4,a1") == "RF-2.3"
    assert read_refusing_clause(state, "play:1:b4,b4") == "RF-2.3"
    assert read_refusing_clause(state, "play:14:b4,b4*") == "RF-2.3"
    assert {"play:1:b4,a1", "play:1:c4,c4", "play:14:c4,c4*"} <= list_tokens(state)


def test_rf_2_3_a_card_not_in_hand_is_refused() -> None:
    assert read_refusing_clause(make_position(), "play:3:a1,a1") == "RF-2.3"


def test_rf_2_3_only_corals_in_the_supply_are_placed() -> None:
    one_red = make_position(hands=((1, 14), (3, 4)), supply=(9, 1, 9, 9))
    assert "play:1:a4,-" in list_tokens(one_red)
    assert read_refusing_clause(one_red, "play:1:a4,b4") == "RF-2.3"
    assert read_refusing_clause(one_red, "play:14:a4,-") == "RF-2.3"
    assert play_move(one_red, "play:1:a4,-").supply == (9, 0, 9, 9)
    no_red = make_position(hands=((1, 14), (3, 4)), supply=(9, 0, 9, 9))
    assert "play:1:-,-" in list_tokens(no_red)
    assert "play:14:-,a4" in list_tokens(no_red)
    assert read_refusing_clause(no_red, "play:14:a4,b4") == "RF-2.3"
    assert play_move(no_red, "play:14:-,a4").supply == (9, 0, 9, 8)


def test_rf_2_3_a_coral_without_room_stays_in_the_supply() -> None:
    full = fill_reef("yrgp")
    state = make_position(hands=((1, 14), (3, 4)), reefs=(full, START_REEF), supply=(9,) * 4)
    assert {t for t in list_tokens(state) if t.startswith("play")} == {"play:1:-,-", "play:14:-,-"}
    one_place = (*full[:15], full[15] // 4)
    state = make_position(hands=((1, 14), (3, 4)), reefs=(one_place, START_REEF), supply=(9,) * 4)
    assert {t for t in list_tokens(state) if t.startswith("play")} == {
        "play:1:d4,-",
        "play:14:d4,-",
        "play:14:-,d4",
    }
    assert read_refusing_clause(state, "play:14:-,-") == "RF-2.3"


def test_rf_2_3_a_played_card_is_discarded_face_up() -> None:
    after = play_move(make_position(), "play:1:a4,b4")
    assert after.seats[0].hand == (2,)
    assert RULES.view(after, 1).seats[0].discard == (1,)


def test_rf_2_4_a_card_scores_after_its_corals_are_placed() -> None:
    seen = parse_reef("r . . .", "r r . .", "r r . .", ". r . .")
    state = make_position(hands=((34,), (3, 4)), reefs=(seen, START_REEF))
    happened = list_events(state, "play:34:d4,d1")
    scored = happened[1]
    assert isinstance(scored, ev.PatternScored)
    assert scored == ev.PatternScored(0, 34, scored.matches, 6)
    assert len(scored.matches) == 2
    assert play_move(state, "play:34:b3,b2").seats[0].points == 3


def test_rf_3_1_an_empty_supply_ends_the_match_after_the_round() -> None:
    state = make_position(hands=((1,), (3, 4)), supply=(9, 2, 9, 9))
    after = play_move(state, "play:1:a4,b4")
    assert after.stage == PLAY_STAGE
    assert RULES.view(after, None).is_last_round
    assert ev.ColoursRanOut((CARDS[1].corals[0],)) in list_events(state, "play:1:a4,b4")
    last = play_move(after, "take:50")
    assert last.stage == OVER_STAGE
    assert last.ending == "supply_out"


def test_rf_3_1_the_last_seat_of_a_round_ends_the_match_immediately() -> None:
    state = make_position(hands=((1,), (3, 4)), supply=(9, 2, 9, 9), starter=1)
    assert play_move(state, "play:1:a4,b4").stage == OVER_STAGE


def test_rf_3_1_the_last_round_ends_before_the_starting_seat() -> None:
    state = make_position(hands=((1,), (3, 4), (5,)), supply=(9, 2, 9, 9), starter=2)
    state = play_move(state, "play:1:a4,b4")
    assert state.stage == PLAY_STAGE
    assert play_move(state, "take:50").stage == OVER_STAGE


def test_rf_3_1_an_empty_deck_ends_the_match_immediately() -> None:
    state = make_position(deck=(30,))
    after = play_move(state, "take:50")
    assert (after.stage, after.ending) == (OVER_STAGE, "deck_out")
    assert len(after.display) == 3
    assert play_move(make_position(deck=(30,)), "deck>50").ending == "deck_out"
    assert play_move(make_position(deck=(30, 31)), "deck>50").stage == PLAY_STAGE


def test_rf_3_1_an_empty_deck_ends_the_last_round_immediately() -> None:
    state = make_position(deck=(30,), supply=(0, 9, 9, 9))
    assert play_move(state, "take:50").ending == "deck_out"


def test_rf_3_1_an_empty_deck_can_let_the_round_finish() -> None:
    state = make_position(hands=((1,), (3, 4), (5,)), deck=(30,), deck_end="finish_round")
    state = play_move(state, "take:50")
    assert state.stage == PLAY_STAGE
    assert read_refusing_clause(state, "deck>30") == "RF-3.1"
    state = play_move(state, "take:51")
    assert [lying.card for lying in state.display] == [30, 52]
    state = play_move(state, "take:30")
    assert (state.stage, state.ending) == (OVER_STAGE, "deck_out")


def test_rf_3_1_points_on_open_cards_are_lost() -> None:
    state = make_position(
        hands=((1,), (3,)), display=((50, 0), (51, 7), (52, 0)), deck=(30,), reefs=(BARE_REEF, BARE_REEF)
    )
    assert [seat.points for seat in play_move(state, "take:50").seats] == [3, 3]


def test_rf_3_2_each_card_in_hand_scores_once_without_its_corals() -> None:
    own = parse_reef("y y . .", "y y . .", ". . . .", ". . . .")
    state = make_position(
        hands=((1, 2), (53, 54)), reefs=(own, own), deck=(30,), display=((50, 0), (51, 0), (12, 0))
    )
    after = play_move(state, "take:12")
    assert after.seats[0].points == 3 + 1 + 1
    assert after.seats[1].points == 3
    assert after.seats[0].reef == own
    assert after.seats[0].hand == (1, 2, 12)


def test_rf_3_2_a_surround_card_in_hand_scores_at_most_one_coral() -> None:
    own = parse_reef("r r r .", "r y r .", ". . . .", ". . . .")
    state = make_position(hands=((5,), (53,)), reefs=(BARE_REEF, own), deck=(30,))
    assert play_move(state, "take:50").seats[1].points == 3 + 2


def test_rf_3_3_the_most_points_win() -> None:
    state = make_position(hands=((5,), (6,)), reefs=(BARE_REEF, BARE_REEF), points=(9, 4), deck=(30,))
    result = find_outcome(play_move(state, "take:50"))
    assert result is not None
    assert (result.placements, result.scores) == ((1, 2), (9, 4))
    assert find_outcome(state) is None


def test_rf_3_3_ties_are_broken_by_empty_spaces_then_by_full_stacks() -> None:
    def find_placements(*reefs: tuple[int, ...]) -> tuple[int, ...]:
        state = make_position(hands=((5,), (7,)), reefs=reefs, points=(5, 5), deck=(30,), supply=(9,) * 4)
        result = find_outcome(play_move(state, "take:50"))
        assert result is not None
        return result.placements

    wide, high = parse_reef("r r . .", *[". . . ."] * 3), parse_reef("rrrr . . .", *[". . . ."] * 3)
    low = parse_reef("r . . .", *[". . . ."] * 3)
    assert find_placements(wide, high) == (1, 2)
    assert find_placements(low, high) == (2, 1)
    assert find_placements(low, low) == (1, 1)


def test_rf_4_1_hands_and_deck_are_hidden() -> None:
    state = make_position()
    assert RULES.view(state, 0).hand == (1, 2)
    assert RULES.view(state, None).hand == ()
    drew = list_events(state, "deck>50")[0]
    assert RULES.redact(drew, 0).card == 30  # type: ignore[arg-type, union-attr]
    assert RULES.redact(drew, 1).card is None  # type: ignore[arg-type, union-attr]
    assert RULES.redact(drew, None).card is None  # type: ignore[arg-type, union-attr]
    took = list_events(state, "take:50")[0]
    assert RULES.redact(took, 1) == took  # type: ignore[arg-type]


def test_rf_4_1_a_card_drawn_face_up_is_public() -> None:
    drawn = ev.CardDrawn(0, 30, 50, was_face_up=True)
    assert RULES.redact(drawn, 1) == drawn


def test_rf_4_2_hands_are_shown_at_the_end() -> None:
    over = play_move(make_position(deck=(30,)), "take:50")
    assert RULES.view(over, None).hands == ((1, 2, 50), (3, 4))
    assert RULES.view(make_position(), None).hands == ()


def test_rf_4_1_a_view_omits_known_cards_and_recall_adds_only_public_ones() -> None:
    """Known cards are cards that were taken from the display and not played yet."""
    dice, taken = Chance(b"memory", 0), 0
    for number in range(6):
        deck = "face_up" if number % 2 else "face_down"
        state, _ = RULES.setup(3, {**GAME.get_default_options(), "deck": deck}, Chance(bytes([number]), 0))
        known: list[set[int]] = [set(), set(), set()]
        for _ in range(60):
            if not RULES.to_act(state):
                break
            seat = RULES.to_act(state)[0]
            state, heard = RULES.apply(state, seat, dice.choice(RULES.list_candidates(state, seat)), dice)
            for event in (RULES.redact(each, None) for each in heard):
                if isinstance(event, ev.CardTaken | ev.CardDrawn) and event.card is not None:
                    known[event.seat].add(event.card)
                    taken += 1
                if isinstance(event, ev.CardPlayed):
                    known[event.seat].discard(event.card)
            for viewer in (None, 0, 1, 2):
                recalled = RULES.recall(state, viewer)
                assert [set(shown.seen_cards) for shown in recalled.seats] == known
                assert not any(shown.seen_cards for shown in RULES.view(state, viewer).seats)
                dealt = RULES.sample(recalled, dice)
                assert all(
                    set(shown.seen_cards) <= set(dealt.seats[i].hand)
                    for i, shown in enumerate(recalled.seats)
                )
    assert taken > 50
