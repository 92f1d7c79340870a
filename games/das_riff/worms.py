"""Hands out worms after the roll of the dice (DR-2)."""

from __future__ import annotations

from typing import Final

from games.das_riff.actions import TakeWorm
from games.das_riff.events import DiceRolled, Event, WormDeclined, WormTaken
from games.das_riff.parts import COLOUR_LETTERS, COLOURS, Colour
from games.das_riff.state import River, State, Turn, Worms, add_worms, make_worms, replace_reef
from games.das_riff.view import ACT_STAGE, CHOOSE_STAGE, OFFER_STAGE, Reef

DECLINE_LETTER = "-"
ROLLED_WORM_EVENTS: Final = tuple(
    tuple(WormTaken(seat, colour, is_rolled=True) for colour in COLOURS) for seat in (0, 1)
)


def collect_worms(
    state: State, river: River, seat: int, dice: tuple[Colour, Colour]
) -> tuple[State, tuple[Event, ...]]:
    """Begin a turn: give the seat the rolled worms that the bank has, and set the stage (DR-2.1, DR-2.2).

    :param state: the position after the preceding turn ended.
    :param river: the river after the water has flowed and the tableau has been refilled.
    """
    reef = state.reefs[seat]
    left, held, got = list(state.bank), list(reef.worms), list[Colour]()
    for colour in dice:
        if left[colour]:
            left[colour] -= 1
            held[colour] += 1
            got.append(colour)
    bank, worms = make_worms(left), make_worms(held)
    stage, missing = _find_stage(bank, len(dice) - len(got))
    events: list[Event] = [
        DiceRolled(seat, dice, tuple(got)),
        *[ROLLED_WORM_EVENTS[seat][colour] for colour in got],
    ]
    return State(
        state.ruleset,
        Turn(stage, seat, dice, missing, None, state.turn.quiet_turns + 1),
        river,
        state.broods,
        state.brood_pile,
        bank,
        replace_reef(state.reefs, seat, Reef(reef.boats, worms, reef.pearls, reef.sharks, reef.corals)),
    ), tuple(events)


def _find_stage(bank: Worms, missing: int) -> tuple[str, int]:
    """Return the stage after the roll, and the worms that are still to choose (DR-2.2, DR-2.3).

    The active seat chooses missing worms before the other seat is offered one. If the bank is empty, neither
    happens.
    """
    if not any(bank):
        return ACT_STAGE, 0
    return (CHOOSE_STAGE, min(missing, sum(bank))) if missing else (OFFER_STAGE, 0)


def list_offered_letters(bank: Worms, dice: tuple[Colour, Colour]) -> tuple[str, ...]:
    """Return the letters of the worms that the other seat may take (DR-2.3).

    These are worms of the rolled colours or, if a rolled colour has run out, of any colour in the bank.
    """
    low, high = sorted(dice)
    if bank[low] and bank[high]:
        return (COLOUR_LETTERS[low],) if low == high else (COLOUR_LETTERS[low], COLOUR_LETTERS[high])
    return list_letters_in_bank(bank)


def list_letters_in_bank(bank: Worms) -> tuple[str, ...]:
    """Return the letter of each colour that has a worm in the bank."""
    return tuple([letter for letter, count in zip(COLOUR_LETTERS, bank, strict=True) if count])


def take_worm(state: State, seat: int, action: TakeWorm) -> tuple[State, tuple[Event, ...]]:
    """Give ``seat`` the worm that it chose (DR-2.2) or was offered (DR-2.3), or let it decline the offer."""
    turn = state.turn
    if action.colour == DECLINE_LETTER:
        return _enter_stage(state, state.bank, state.reefs, ACT_STAGE, 0), (WormDeclined(seat),)
    colour = COLOURS[COLOUR_LETTERS.index(action.colour)]
    bank = add_worms(state.bank, colour, -1)
    reefs = _replace_worms(state, seat, add_worms(state.reefs[seat].worms, colour, 1))
    events = (WormTaken(seat, colour, is_rolled=False),)
    if turn.stage == CHOOSE_STAGE:
        return _enter_stage(state, bank, reefs, *_find_stage(bank, turn.missing - 1)), events
    return _enter_stage(state, bank, reefs, ACT_STAGE, 0), events


def _replace_worms(state: State, seat: int, worms: Worms) -> tuple[Reef, Reef]:
    reef = state.reefs[seat]
    return replace_reef(state.reefs, seat, Reef(reef.boats, worms, reef.pearls, reef.sharks, reef.corals))


def _enter_stage(state: State, bank: Worms, reefs: tuple[Reef, Reef], stage: str, missing: int) -> State:
    turn = state.turn
    return State(
        state.ruleset,
        Turn(stage, turn.seat, turn.dice, missing, None, turn.quiet_turns),
        state.river,
        state.broods,
        state.brood_pile,
        bank,
        reefs,
    )
