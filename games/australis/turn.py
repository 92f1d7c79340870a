"""Performs actions, and everything that happens automatically before the next decision (AU-1, AU-2, AU-5)."""

from __future__ import annotations

from games.australis.actions import Action, Choose, Move, Place, Run, Take, Tile
from games.australis.chance import draw_starting_seat, roll_all_dice, shuffle_deck
from games.australis.competition import award_tiles, run_competition
from games.australis.display import choose_card, list_choices, refill_display, skip_card
from games.australis.effects import leave_corals, move_coral, place_coral, run_card, run_die
from games.australis.events import DieTaken, Event, RoundBegan
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
from games.australis.player.work import Work
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


def set_up(seats: int, track_end: int, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """Deal a match (AU-1)."""
    start = draw_starting_seat(seats, rng)
    deck = shuffle_deck(seats, rng)
    offer = roll_all_dice(seats, rng)
    state = State(
        stage=DRAFT_STAGE,
        seat=start,
        track_end=track_end,
        round=1,
        taken=0,
        start=start,
        token=None,
        task=NO_TASK,
        podium=(),
        offer=offer,
        display=tuple(deck[:DISPLAY_SIZE]),
        draw_pile=tuple(deck[DISPLAY_SIZE:]),
        discard=(),
        grey_track=count_grey_cubes(seats),
        grey_beside=GREY_CUBES_BESIDE_BOARD,
        fish_left=FISH_COUNT,
        gold=GOLD_TILE_POINTS,
        silver=SILVER_TILE_POINTS,
        gone=0,
        arrived=(),
        boards=tuple(_make_board((seat - start) % seats) for seat in range(seats)),
    )
    return state, (RoundBegan(1, start, "chance"),)


def _make_board(place: int) -> Board:
    """Return the initial board of a seat (AU-1.3, AU-1.4).

    :param place: the seat's index in turn order, 0 for the starting seat.
    """
    ledger = (place + 1, *(0,) * (len(LEDGER_SOURCES) - 1))
    return Board(ledger, place, (False,), (), 0, (0,) * len(REEF_NUMBERS), CORALS_PER_SEAT, (), (), (), ())


def perform(work: Work, action: Action) -> None:
    """Perform an action, and continue automatically until the next decision."""
    if isinstance(action, Take):
        _take_die(work, action)
    elif isinstance(action, Run):
        work.cards.remove(action.card)
        run_card(work, action.card, used=False)
    elif isinstance(action, Choose):
        choose_card(work, action.card, action.keep)
    elif isinstance(action, Place):
        place_coral(work, action.reef)
    elif isinstance(action, Move):
        move_coral(work, action.origin, action.reef)
    elif isinstance(action, Tile):
        award_tiles(work, action.gold)
    else:
        leave_corals(work)
    if isinstance(action, Tile):
        _start_next_round(work)
    else:
        _continue_turn(work)


def _take_die(work: Work, action: Take) -> None:
    die, board = action.die, work.board
    place = work.offer.index(die)
    work.offer = work.offer[:place] + work.offer[place + 1 :]
    board.dice += (die,)
    work.taken += 1
    work.die = die
    work.cards = [card for card in board.cards if CARD_SECTIONS[card] == die.colour]
    work.add_event(DieTaken(work.seat, die))


def _continue_turn(work: Work) -> None:
    """Continue the turn until the seat has a decision to make or the next turn begins (AU-2.2)."""
    while True:
        if work.reef:
            work.stage = CORAL_STAGE
            return
        if work.cards:
            if len(work.cards) > 1:
                work.stage = ORDER_STAGE
                return
            run_card(work, work.cards.pop(), used=False)
        elif work.die is not None:
            die, work.die = work.die, None
            run_die(work, die)
        elif work.takes:
            if next(list_choices(work.display, work.board.cards), None) is not None:
                work.stage = CHOOSE_STAGE
                return
            skip_card(work)
        else:
            break
    if EMPTY_PLACE in work.display:
        refill_display(work)
    seats = len(work.boards)
    if work.taken < DICE_PER_SEAT * seats:
        work.stage, work.seat = DRAFT_STAGE, (work.start + work.taken) % seats
        return
    score_round(work)
    if not run_competition(work):
        _start_next_round(work)


def _start_next_round(work: Work) -> None:
    """Begin the next round (AU-5.1, AU-5.2), or end the match (AU-6.1)."""
    if work.round == ROUND_COUNT:
        score_end(work)
        return
    for seat in range(len(work.boards)):
        work.edit_board(seat).dice = ()
    work.offer = roll_all_dice(len(work.boards), work.rng)
    work.discard_cards(card for card in work.display if card != EMPTY_PLACE)
    work.display = [EMPTY_PLACE] * DISPLAY_SIZE
    by_token = work.token is not None
    work.start = work.ahead[-1] if work.token is None else work.token
    work.round += 1
    work.taken, work.token = 0, None
    work.stage, work.seat = DRAFT_STAGE, work.start
    work.add_event(RoundBegan(work.round, work.start, "token" if by_token else "turtle"))
    refill_display(work)
