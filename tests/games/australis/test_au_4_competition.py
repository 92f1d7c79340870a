import pytest

from games.australis.events import (
    CompetitionDie,
    CompetitionRolled,
    CompetitionSkipped,
    CompetitionWon,
    CubeCollected,
    SeatsEliminated,
    TileRemoved,
    TileTaken,
)
from games.australis.view import DRAFT_STAGE, TILE_STAGE
from tests.games.australis.build import (
    ScriptedChance,
    list_tokens,
    make_board,
    parse_dice,
    play_last_pick,
    play_moves,
    read_refusal,
    take_step,
)
from tests.games.clauses import select_events


def test_au_4_1_allows_blue_violet_and_red_dice_into_the_competition() -> None:
    rng = ScriptedChance("b5", "v4", "b2", "b5", "v4", "b3")
    state, events = play_last_pick(
        make_board(dice="b2 v3 w11"), make_board(space=1, dice="y40"), take="b2", rng=rng
    )
    first = select_events(events, CompetitionRolled)[0]
    assert [cast.die for cast in first.casts] == list(parse_dice("b5 v4 b2"))
    assert parse_dice("w11")[0] in state.offer


def test_au_4_1_forbids_a_seat_with_only_white_and_yellow_dice() -> None:
    state, events = play_last_pick(
        make_board(dice="w11 y40"), make_board(space=1, dice="b2"), take="y31", rng=ScriptedChance()
    )
    assert select_events(events, CompetitionWon) == [CompetitionWon(1, None, False)]
    assert state.seat == 1


def test_au_4_2_removes_the_lowest_dice_until_one_seat_is_left() -> None:
    rng = ScriptedChance("b3", "b3", "v5", "b4", "v6", "b2", "v6")
    state, events = play_last_pick(make_board(dice="b7 b7"), make_board(space=1), take="v8", rng=rng)
    assert [event.lowest for event in select_events(events, CompetitionRolled)] == [3]
    assert rng.remaining_draw_count == 4
    assert state.boards[1].dice == parse_dice("v5")


def test_au_4_2_allows_a_card_to_raise_a_die_even_if_that_hurts_its_seat() -> None:
    rng = ScriptedChance("b2", "v3")
    _, events = play_last_pick(make_board(dice="b7", cards="db"), make_board(space=1), take="v8", rng=rng)
    (rolled,) = select_events(events, CompetitionRolled)
    assert rolled.casts == (
        CompetitionDie(0, parse_dice("b2")[0], 3),
        CompetitionDie(1, parse_dice("v3")[0], 3),
    )
    assert select_events(events, SeatsEliminated) == [SeatsEliminated((1, 0))]


def test_au_4_2_forbids_a_roll_for_a_sole_participant() -> None:
    state, events = play_last_pick(make_board(), make_board(space=1), take="b5", rng=ScriptedChance())
    assert select_events(events, CompetitionRolled) == []
    assert state.stage == TILE_STAGE


def test_au_4_3_allows_the_last_seat_with_dice_to_win_and_the_one_before_to_be_second() -> None:
    rng = ScriptedChance("b2", "v5", "r9", "v3", "r9")
    boards = (make_board(dice="b7"), make_board(space=1, dice="v8"), make_board(space=2))
    _, events = play_last_pick(*boards, take="r9", rng=rng)
    assert select_events(events, SeatsEliminated) == [SeatsEliminated((0,)), SeatsEliminated((1,))]
    assert select_events(events, CompetitionWon) == [CompetitionWon(2, 1, False)]


def test_au_4_3_allows_turtles_to_rank_seats_that_drop_out_in_the_same_roll() -> None:
    boards = (make_board(dice="b7", space=9), make_board(dice="b7", space=3), make_board(space=1))
    _, events = play_last_pick(*boards, take="b5", rng=ScriptedChance("b4", "b4", "b4"))
    assert select_events(events, CompetitionWon) == [CompetitionWon(0, 2, True)]
    _, events = play_last_pick(*boards, take="r9", rng=ScriptedChance("b4", "b4", "r9"))
    assert select_events(events, CompetitionWon) == [CompetitionWon(2, 0, True)]


def test_au_4_3_forbids_a_decision_during_the_rolls() -> None:
    state, events = play_last_pick(make_board(dice="b7"), make_board(space=1, dice="b6"), take="v8")
    assert state.stage == TILE_STAGE
    assert list_tokens(state) == ["silver", "gold"]
    assert select_events(events, CompetitionWon)


@pytest.mark.parametrize(("move", "gold", "silver"), [("gold", 7, 3), ("silver", 3, 7)])
def test_au_4_4_allows_the_winner_to_choose_a_tile_and_the_second_to_get_the_other(
    move: str, gold: int, silver: int
) -> None:
    state, _ = play_last_pick(
        make_board(dice="b7"), make_board(space=1), take="v8", rng=ScriptedChance("b2", "v3")
    )
    after, events = take_step(state, move)
    assert [(e.seat, e.points) for e in select_events(events, TileTaken)] == [(1, gold), (0, silver)]
    owner = 0 if move == "gold" else 1
    assert select_events(events, CubeCollected) == [CubeCollected(owner, True, 0, True)]
    assert after.grey_beside == 2


def test_au_4_4_allows_the_winner_no_cube_from_round_4_on() -> None:
    state, _ = play_last_pick(
        make_board(dice="b7"), make_board(space=1), take="v8", rng=ScriptedChance("b2", "v3"), round=4
    )
    assert list_tokens(state) == ["gold", "silver"]
    after, events = take_step(state, "silver")
    assert select_events(events, CubeCollected) == []
    assert after.boards[1].silver == (5,)


def test_au_4_4_forbids_skipping_the_choice_and_keeping_a_tile_that_no_second_seat_takes() -> None:
    state, _ = play_last_pick(make_board(), make_board(space=1), take="b5", rng=ScriptedChance())
    assert read_refusal(state, "stay") == "AU-4.4: First choose the gold or the silver tile."
    after, events = take_step(state, "gold")
    assert select_events(events, TileRemoved) == [TileRemoved(False, 3)]
    assert (after.gold, after.silver, after.removed_tile_count) == ((8, 9, 12, 15), (3, 4, 5, 6), 1)
    assert after.grey_beside == 3


def test_au_4_4_forbids_keeping_tiles_if_nobody_takes_part() -> None:
    after, events = play_last_pick(make_board(dice="w11"), make_board(space=1), take="y40")
    assert select_events(events, CompetitionSkipped) == [CompetitionSkipped()]
    assert (after.stage, after.round, after.removed_tile_count) == (DRAFT_STAGE, 2, 2)


ANNA_BOARD = make_board(dice="b7 r9", cards="dr", space=12)
BOB_BOARD = make_board(dice="b6 b5 v8", cards="db dr", space=3)
CHARLIE_BOARD = make_board(dice="v7", cards="dv", space=7)
ROLLS = (
    ("b3", "r6", "b3", "b5", "v6", "v5", "v6"),
    ("r8", "b2", "b4", "v3", "v5", "v7"),
    ("r7", "b4", "v5", "v6"),
    ("r4", "v3", "v5"),
)


def test_the_rulebooks_example_plays_out_roll_by_roll() -> None:
    rng = ScriptedChance(*(code for roll in ROLLS for code in roll), "r6", "v7")
    state, events = play_last_pick(ANNA_BOARD, BOB_BOARD, CHARLIE_BOARD, take="v8", rng=rng)
    rolls = select_events(events, CompetitionRolled)
    assert [event.lowest for event in rolls] == [3, 3, 5, 4, 7]
    lost = [
        [(c.seat, c.die.code) for c in event.casts if c.competition_value == event.lowest] for event in rolls
    ]
    assert lost == [
        [(0, "b3")],
        [(1, "b2"), (1, "v3")],
        [(1, "b4")],
        [(2, "v3")],
        [(0, "r6")],
    ]
    assert rolls[0].casts[2] == CompetitionDie(1, parse_dice("b3")[0], 4)
    assert [event.seats for event in select_events(events, SeatsEliminated)] == [(1,), (0,)]
    assert select_events(events, CompetitionWon) == [CompetitionWon(2, 0, False)]
    assert rng.remaining_draw_count == 0
    after = play_moves(state, "silver")
    assert (after.boards[2].silver, after.boards[2].food) == ((3,), (False, True))
    assert after.boards[0].gold == (7,)


def test_the_rulebooks_example_can_end_in_a_tie() -> None:
    rng = ScriptedChance(*(code for roll in ROLLS for code in roll), "r6", "v6")
    _, events = play_last_pick(ANNA_BOARD, BOB_BOARD, CHARLIE_BOARD, take="v8", rng=rng)
    assert select_events(events, SeatsEliminated)[-1] == SeatsEliminated((0, 2))
    assert select_events(events, CompetitionWon) == [CompetitionWon(0, 2, True)]
