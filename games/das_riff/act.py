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
from games.das_riff.parts import BROODS_TO_WIN, CORAL_CARD, PEARL_CARD, SHARK_CARD, Brood
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
    river, reef, home = state.river, state.reefs[seat], action.coral
    card = river.tableau[action.cell]
    worms, pearls, bank, discard, paid = pay_price(state, seat, action.payment)
    corals, brood = reef.corals, None
    if home is not None:
        parent = corals[home].parent
        brood = None if parent is None else find_brood(parent, card, state.broods)
        if parent is not None and brood is not None:
            discard = add_to_discard(discard, parent, card)
        corals = replace_coral(corals, home, Coral(parent=card) if brood is None else Coral(brood=brood))
    elif card == CORAL_CARD:
        corals = (*corals, EMPTY_CORAL)
    after = _finish_action(
        state,
        seat,
        River(replace_cell(river.tableau, action.cell, EMPTY_CELL), river.draw_pile, discard),
        bank,
        Reef(reef.boats, worms, pearls + (card == PEARL_CARD), reef.sharks + (card == SHARK_CARD), corals),
    )
    events = (paid, CardTaken(seat, action.cell, card, home))
    if home is None or brood is None:
        return after, events
    after, brood_events = _replace_breeding_card(after, seat, home, brood)
    return after, (*events, *brood_events)


def _replace_breeding_card(
    state: State, seat: int, home: int, brood: Brood
) -> tuple[State, tuple[Event, ...]]:
    """Replace the breeding card of a brood on a seat's reef, which may win the match (DR-3.7, DR-6.1)."""
    shown = state.brood_pile[0]
    won = state.reefs[seat].broods >= BROODS_TO_WIN
    after = State(
        ruleset=state.ruleset,
        turn=Turn(
            stage=OVER_STAGE if won else ACT_STAGE,
            seat=seat,
            dice=state.turn.dice,
            missing=0,
            flipped=None,
            quiet_turns=0,
        ),
        river=state.river,
        broods=tuple(shown if card == brood else card for card in state.broods),
        brood_pile=state.brood_pile[1:],
        bank=state.bank,
        reefs=state.reefs,
    )
    events = (FishBred(seat, home, brood), BroodShown(shown))
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
    # Keyword arguments would make every action a tenth slower.
    return State(
        state.ruleset,
        Turn(ACT_STAGE, turn.seat, turn.dice, 0, flipped, turn.quiet_turns),
        river,
        state.broods,
        state.brood_pile,
        bank,
        replace_reef(state.reefs, seat, reef),
    )
