from games.australis.events import (
    DiscardReshuffled,
    DisplayRefilled,
    FinalPointsScored,
    MatchEnded,
    RoundBegan,
)
from games.australis.parts import Colour
from games.australis.rules import RULES
from games.australis.view import FINAL_CORALS_SOURCE, LEDGER_SOURCES, OVER_STAGE, TILES_SOURCE, TOKEN_SOURCE
from games.core.outcome import Outcome
from tests.games.australis.build import (
    DISPLAY_CODES,
    ScriptedChance,
    make_board,
    make_position,
    parse_cards,
    play_last_pick,
    take_step,
)
from tests.games.clauses import select_events


def test_au_5_1_allows_a_new_round_all_dice_and_six_new_cards() -> None:
    after, events = play_last_pick(make_board(), make_board(space=1), take="y40", discard="dr")
    assert [die.colour for die in after.offer] == sorted([0, 0, 1, 1, 2, 2, 3, 3, Colour.RED])
    assert after.display == parse_cards("py pb pv fw fb fv")
    assert after.discard == tuple(sorted(parse_cards(f"dr {DISPLAY_CODES}")))
    assert all(b.dice == () for b in after.boards)
    assert select_events(events, DisplayRefilled) == [DisplayRefilled((0, 1, 2, 3, 4, 5), after.display)]


def test_au_5_1_allows_reshuffling_discards_in_the_middle_of_a_refill() -> None:
    rng = ScriptedChance(*[0] * 9)
    after, events = play_last_pick(
        make_board(), make_board(space=1), take="y40", rng=rng, draw="tw tv", discard="dr"
    )
    assert after.display == parse_cards("tw tv py pb pv fw")
    assert after.draw_pile == parse_cards("fb fv dr")
    assert select_events(events, DiscardReshuffled) == [DiscardReshuffled(7)]
    assert after.discard == ()


def test_au_5_1_allows_reshuffling_discards_for_a_refill_within_a_turn() -> None:
    state = make_position(offer="w11 b5 y22", draw="", discard="dr dv")
    state, _ = take_step(state, "die:w11")
    after, events = take_step(state, "use:pb", ScriptedChance())
    assert select_events(events, DiscardReshuffled) == [DiscardReshuffled(3)]
    assert after.display == parse_cards("py pb pv fw fb fv")
    assert after.draw_pile == parse_cards("dv dr")


def test_au_5_1_forbids_an_empty_draw_pile_beside_discarded_cards() -> None:
    state, _ = take_step(make_position(offer="w11 b5 y22", draw="tw", discard="dr"), "die:w11")
    after, events = take_step(state, "use:pb", ScriptedChance())
    assert after.display == parse_cards("py tw pv fw fb fv")
    assert (after.draw_pile, after.discard) == (parse_cards("pb dr"), ())
    assert select_events(events, DiscardReshuffled) == [DiscardReshuffled(2)]


def test_au_5_1_forbids_a_refill_without_any_cards() -> None:
    state = make_position(offer="w11 b5 y22", draw="", discard="")
    state, _ = take_step(state, "die:w11")
    after, events = take_step(state, "keep:pb")
    assert after.display == parse_cards("py -- pv fw fb fv")
    assert select_events(events, DisplayRefilled) == []


def test_au_5_2_allows_the_owner_of_the_red_die_to_start() -> None:
    boards = (make_board(), make_board(space=5, dice="w11"), make_board(space=9))
    after, events = play_last_pick(*boards, take="y40", token=1)
    assert select_events(events, RoundBegan) == [RoundBegan(2, 1, "token")]
    assert (after.start, after.seat, after.token) == (1, 1, None)


def test_au_5_2_forbids_anybody_but_the_last_turtle_from_starting_if_nobody_took_red() -> None:
    boards = (make_board(space=8), make_board(space=5), make_board(space=2))
    after, events = play_last_pick(*boards, take="y40", rest="r7")
    assert select_events(events, RoundBegan) == [RoundBegan(2, 2, "turtle")]
    assert after.seat == 2
    level = (make_board(space=25), make_board(space=25), make_board(space=25))
    after, _ = play_last_pick(*level, take="y40", rest="r7", arrived=(1, 0, 2))
    assert after.seat == 2


def test_au_6_1_allows_final_points_for_corals_the_token_and_the_tiles() -> None:
    one = make_board(points=50, corals="3:2 8:1", gold=(7, 9))
    two = make_board(points=40, space=1, silver=(3,))
    after, events = play_last_pick(one, two, take="y40", round=5, token=0)
    assert select_events(events, FinalPointsScored) == [
        FinalPointsScored(0, 3, 1, 16),
        FinalPointsScored(1, 0, 0, 3),
    ]
    assert after.stage == OVER_STAGE
    ledger = after.boards[0].ledger
    assert (ledger[FINAL_CORALS_SOURCE], ledger[TOKEN_SOURCE], ledger[TILES_SOURCE]) == (3, 1, 16)
    assert sum(ledger) == after.boards[0].points == 50 + 5 + 3 + 1 + 16
    assert len(ledger) == len(LEDGER_SOURCES)


def test_au_6_1_forbids_final_points_before_the_fifth_round_ends() -> None:
    after, events = play_last_pick(
        make_board(corals="3:2", gold=(7,)), make_board(space=1), take="y40", round=4, token=0
    )
    assert select_events(events, FinalPointsScored) == []
    assert after.round == 5
    assert after.boards[0].points == 1


def test_au_6_2_allows_the_seat_with_the_most_points_to_win() -> None:
    after, events = play_last_pick(make_board(points=50), make_board(points=39, space=9), take="y40", round=5)
    assert RULES.outcome(after) == Outcome("most_points", (1, 2), (50, 49))
    assert select_events(events, MatchEnded) == [MatchEnded("most_points")]


def test_au_6_2_forbids_a_draw_because_the_turtle_ahead_wins_a_tie() -> None:
    after, events = play_last_pick(make_board(points=19), make_board(points=9, space=9), take="y40", round=5)
    assert RULES.outcome(after) == Outcome("turtle_ahead", (2, 1), (19, 19))
    assert select_events(events, MatchEnded) == [MatchEnded("turtle_ahead")]
    level = (make_board(points=0, space=25), make_board(points=0, space=25))
    after, _ = play_last_pick(
        *level, take="w11", rest="w12", round=5, arrived=(1, 0), display="-- -- -- -- -- --", draw=""
    )
    assert [b.points for b in after.boards] == [25, 26]
