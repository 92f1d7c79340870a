"""Performs the actions of a turn (DR-3)."""

from __future__ import annotations

from games.das_riff.actions import BuyBoat, FlipCard, SendShark, TakeCard
from games.das_riff.coral import EMPTY_CORAL, find_brood, map_lone_parents, replace_coral
from games.das_riff.events import (
    BoatBought,
    BroodShown,
    CardFlipped,
    CardHunted,
    CardTaken,
    Event,
    FishBred,
    MatchEnded,
)
from games.das_riff.parts import BROODS_TO_WIN, CORAL_CARD, PEARL_CARD, SHARK_CARD, Card
from games.das_riff.payment import pay_price
from games.das_riff.state import (
    FACE_DOWN_OFFSET,
    River,
    State,
    Turn,
    Worms,
    add_to_discard,
    replace_cell,
    replace_reef,
)
from games.das_riff.view import ACT_STAGE, EMPTY_CELL, OVER_STAGE, Coral, Reef

FIVE_BROODS_ENDING = "five_broods"


def take_card(state: State, seat: int, action: TakeCard) -> tuple[State, tuple[Event, ...]]:
    """Take a card and put it on the seat's reef. A fish may breed immediately (DR-3.5 to DR-3.8)."""
    river, reef = state.river, state.reefs[seat]
    card = river.tableau[action.cell]
    worms, pearls, bank, discard, paid = pay_price(state, seat, action.payment)
    river = River(replace_cell(river.tableau, action.cell, EMPTY_CELL), river.draw_pile, discard)
    events = (paid, CardTaken(seat, action.cell, card, action.coral))
    if action.coral is not None:
        return _house_fish(state, seat, card, action.coral, worms, pearls, river, bank, events)
    kept = Reef(
        reef.boats,
        worms,
        pearls + (card == PEARL_CARD),
        reef.sharks + (card == SHARK_CARD),
        (*reef.corals, EMPTY_CORAL) if card == CORAL_CARD else reef.corals,
    )
    return _finish_action(state, seat, river, bank, kept), events


def _house_fish(
    state: State,
    seat: int,
    fish: Card,
    home: int,
    worms: Worms,
    pearls: int,
    river: River,
    bank: Worms,
    events: tuple[Event, ...],
) -> tuple[State, tuple[Event, ...]]:
    """Put a fish on an empty coral, or let it breed with the coral's lone parent (DR-3.6, DR-3.7).

    :param events: the events of the action so far. They are returned together with the new events.
    """
    reef = state.reefs[seat]
    parent = reef.corals[home].parent
    brood = None if parent is None else find_brood(parent, fish, state.broods)
    if parent is None or brood is None:
        corals = replace_coral(reef.corals, home, Coral(parent=fish))
        housed = Reef(reef.boats, worms, pearls, reef.sharks, corals)
        return _finish_action(state, seat, river, bank, housed), events
    corals = replace_coral(reef.corals, home, Coral(brood=brood))
    bred = Reef(reef.boats, worms, pearls, reef.sharks, corals)
    river = River(river.tableau, river.draw_pile, add_to_discard(river.discard, parent, fish))
    shown = state.brood_pile[0]
    won = bred.broods >= BROODS_TO_WIN  # DR-6.1
    turn = state.turn
    after = State(
        state.ruleset,
        Turn(OVER_STAGE if won else ACT_STAGE, seat, turn.dice, 0, None, 0),
        river,
        tuple(shown if card == brood else card for card in state.broods),
        state.brood_pile[1:],
        bank,
        replace_reef(state.reefs, seat, bred),
    )
    events = (*events, FishBred(seat, home, brood), BroodShown(shown))
    return after, (*events, MatchEnded(FIVE_BROODS_ENDING)) if won else events


def flip_card(state: State, seat: int, action: FlipCard) -> tuple[State, tuple[Event, ...]]:
    """Turn a face-down card up for everyone to see (DR-3.3)."""
    river, reef = state.river, state.reefs[seat]
    card = river.tableau[action.cell] - FACE_DOWN_OFFSET
    worms, pearls, bank, discard, paid = pay_price(state, seat, action.payment)
    river = River(replace_cell(river.tableau, action.cell, card), river.draw_pile, discard)
    less = Reef(reef.boats, worms, pearls, reef.sharks, reef.corals)
    after = _finish_action(state, seat, river, bank, less, flipped=action.cell)
    return after, (paid, CardFlipped(seat, action.cell, card))


def hunt_prey(state: State, seat: int, action: SendShark) -> tuple[State, tuple[Event, ...]]:
    """Discard a shark and its prey (DR-3.9)."""
    river, reef = state.river, state.reefs[seat]
    tableau, corals = river.tableau, reef.corals
    if action.coral is not None:
        prey = next(card for card, coral in map_lone_parents(corals).items() if coral == action.coral)
        corals = replace_coral(corals, action.coral, EMPTY_CORAL)
    else:
        cell = action.cell or 0
        prey = tableau[cell]
        tableau = replace_cell(tableau, cell, EMPTY_CELL)
    river = River(tableau, river.draw_pile, add_to_discard(river.discard, SHARK_CARD, prey))
    after = _finish_action(
        state, seat, river, state.bank, Reef(reef.boats, reef.worms, reef.pearls, reef.sharks - 1, corals)
    )
    return after, (CardHunted(seat, prey, action.cell, action.coral),)


def buy_boat(state: State, seat: int, action: BuyBoat) -> tuple[State, tuple[Event, ...]]:
    """Buy a boat and place it at the next column (DR-3.10)."""
    river, reef = state.river, state.reefs[seat]
    worms, pearls, bank, discard, paid = pay_price(state, seat, action.payment)
    river = River(river.tableau, river.draw_pile, discard)
    more = Reef(reef.boats + 1, worms, pearls, reef.sharks, reef.corals)
    return _finish_action(state, seat, river, bank, more), (paid, BoatBought(seat, more.boats))


def _finish_action(
    state: State, seat: int, river: River, bank: Worms, reef: Reef, flipped: int | None = None
) -> State:
    """Return the state after an action.

    :param flipped: cell of the card that the action turned up, if any. The next action may take it for less
      (DR-3.3).
    """
    turn = state.turn
    return State(
        state.ruleset,
        Turn(ACT_STAGE, turn.seat, turn.dice, 0, flipped, turn.quiet_turns),
        river,
        state.broods,
        state.brood_pile,
        bank,
        replace_reef(state.reefs, seat, reef),
    )
