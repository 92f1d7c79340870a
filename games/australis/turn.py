"""Performs actions, and everything that happens automatically before the next decision (AU-1, AU-2, AU-5)."""

from __future__ import annotations

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    ChooseTile,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.chance import draw_starting_seat, roll_all_dice, shuffle_deck
from games.australis.competition import award_tiles, play_competition
from games.australis.display import choose_card, list_card_choices, lose_remaining_cards, refill_display
from games.australis.effects import carry_out_card, carry_out_die, keep_corals, move_coral, place_coral
from games.australis.events import DieTaken, Event, RoundBegan
from games.australis.mutable_state import MutableState
from games.australis.parts import (
    CARD_SECTIONS,
    CORALS_PER_SEAT,
    DICE_PER_SEAT,
    DISPLAY_SIZE,
    FISH_COUNT,
    GOLD_TILE_POINTS,
    GREY_CUBES_BESIDE_BOARD,
    REEF_NUMBERS,
    ROUND_COUNT,
    SILVER_TILE_POINTS,
    count_grey_cubes,
)
from games.australis.score import score_end, score_round
from games.australis.state import State
from games.australis.view import (
    CHOOSE_STAGE,
    CORAL_STAGE,
    DRAFT_STAGE,
    EMPTY_PLACE,
    LEDGER_SOURCES,
    NO_TASK,
    ORDER_STAGE,
    Board,
)
from games.core.rng import Chance


def deal_match(seat_count: int, track_end: int, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """Deal a match (AU-1)."""
    start = draw_starting_seat(seat_count, rng)
    deck = shuffle_deck(seat_count, rng)
    offer = roll_all_dice(seat_count, rng)
    state = State(
        stage=DRAFT_STAGE,
        seat=start,
        track_end=track_end,
        round=1,
        dice_taken_count=0,
        start=start,
        token=None,
        task=NO_TASK,
        podium=(),
        offer=offer,
        display=tuple(deck[:DISPLAY_SIZE]),
        draw_pile=tuple(deck[DISPLAY_SIZE:]),
        discard=(),
        grey_track=count_grey_cubes(seat_count),
        grey_beside=GREY_CUBES_BESIDE_BOARD,
        fish_left=FISH_COUNT,
        gold=GOLD_TILE_POINTS,
        silver=SILVER_TILE_POINTS,
        removed_tile_count=0,
        arrived=(),
        boards=tuple(_make_board((seat - start) % seat_count) for seat in range(seat_count)),
    )
    return state, (RoundBegan(1, start, "chance"),)


def _make_board(place: int) -> Board:
    """Return the initial board of a seat (AU-1.3, AU-1.4).

    :param place: the seat's index in turn order, 0 for the starting seat.
    """
    ledger = (place + 1, *(0,) * (len(LEDGER_SOURCES) - 1))
    return Board(ledger, place, (False,), (), 0, (0,) * len(REEF_NUMBERS), CORALS_PER_SEAT, (), (), (), ())


def perform_action(state_copy: MutableState, action: Action) -> None:
    """Perform an action, and continue automatically until the next decision."""
    if isinstance(action, TakeDie):
        _take_die(state_copy, action)
    elif isinstance(action, CarryOutCard):
        state_copy.cards.remove(action.card)
        carry_out_card(state_copy, action.card, is_from_display=False)
    elif isinstance(action, ChooseCard):
        choose_card(state_copy, action.card, action.is_kept)
    elif isinstance(action, PlaceCoral):
        place_coral(state_copy, action.reef)
    elif isinstance(action, MoveCoral):
        move_coral(state_copy, action.origin, action.reef)
    elif isinstance(action, ChooseTile):
        award_tiles(state_copy, action.is_gold)
    else:
        keep_corals(state_copy)
    if isinstance(action, ChooseTile):
        _start_next_round(state_copy)
    else:
        _continue_turn(state_copy)


def _take_die(state_copy: MutableState, action: TakeDie) -> None:
    die, board = action.die, state_copy.board
    index = state_copy.offer.index(die)
    state_copy.offer = state_copy.offer[:index] + state_copy.offer[index + 1 :]
    board.dice += (die,)
    state_copy.dice_taken_count += 1
    state_copy.die = die
    state_copy.cards = [card for card in board.cards if CARD_SECTIONS[card] == die.colour]
    state_copy.add_event(DieTaken(state_copy.seat, die))


def _continue_turn(state_copy: MutableState) -> None:
    """Continue the turn until the seat has a decision to make or the next turn begins (AU-2.2)."""
    while True:
        if state_copy.reef:
            state_copy.stage = CORAL_STAGE
            return
        if state_copy.cards:
            if len(state_copy.cards) > 1:
                state_copy.stage = ORDER_STAGE
                return
            carry_out_card(state_copy, state_copy.cards.pop(), is_from_display=False)
        elif state_copy.die is not None:
            die, state_copy.die = state_copy.die, None
            carry_out_die(state_copy, die)
        elif state_copy.cards_to_take:
            if next(list_card_choices(state_copy.display, state_copy.board.cards), None) is not None:
                state_copy.stage = CHOOSE_STAGE
                return
            lose_remaining_cards(state_copy)
        else:
            break
    if EMPTY_PLACE in state_copy.display:
        refill_display(state_copy)
    seats = len(state_copy.boards)
    if state_copy.dice_taken_count < DICE_PER_SEAT * seats:
        state_copy.stage = DRAFT_STAGE
        state_copy.seat = (state_copy.start + state_copy.dice_taken_count) % seats
        return
    score_round(state_copy)
    if not play_competition(state_copy):
        _start_next_round(state_copy)


def _start_next_round(state_copy: MutableState) -> None:
    """Begin the next round (AU-5.1, AU-5.2), or end the match (AU-6.1)."""
    if state_copy.round == ROUND_COUNT:
        score_end(state_copy)
        return
    for seat in range(len(state_copy.boards)):
        state_copy.edit_board(seat).dice = ()
    state_copy.offer = roll_all_dice(len(state_copy.boards), state_copy.rng)
    state_copy.discard_cards(card for card in state_copy.display if card != EMPTY_PLACE)
    state_copy.display = [EMPTY_PLACE] * DISPLAY_SIZE
    by_token = state_copy.token is not None
    state_copy.start = state_copy.turtle_order[-1] if state_copy.token is None else state_copy.token
    state_copy.round += 1
    state_copy.dice_taken_count, state_copy.token = 0, None
    state_copy.stage, state_copy.seat = DRAFT_STAGE, state_copy.start
    state_copy.add_event(RoundBegan(state_copy.round, state_copy.start, "token" if by_token else "turtle"))
    refill_display(state_copy)
