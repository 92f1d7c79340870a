"""Who takes which worm when the dice have been rolled (DR-2)."""

from __future__ import annotations

from games.das_riff.actions import Worm
from games.das_riff.events import Declined, Event, Rolled, TookWorm
from games.das_riff.parts import COLOURS, LETTERS, Colour
from games.das_riff.state import State, Turn, Worms, with_reef, with_worms
from games.das_riff.view import ACT, CHOOSE, OFFER, Reef

DECLINE = "-"


def collect(state: State) -> tuple[State, tuple[Event, ...]]:
    """Give the active seat the rolled worms that are there, and see who is to be asked (DR-2.1, DR-2.2).

    :param state: a turn has begun: the dice are rolled, nothing is taken yet.
    """
    turn = state.turn
    events: list[Event] = [Rolled(turn.seat, turn.dice)]
    bank, worms = state.bank, state.reefs[turn.seat].worms
    missing = 0
    for colour in turn.dice:
        if bank[colour]:
            bank, worms = with_worms(bank, colour, -1), with_worms(worms, colour, 1)
            events.append(TookWorm(turn.seat, colour, by_roll=True))
        else:
            missing += 1
    return _asking(state, bank, _holding(state, turn.seat, worms), missing), tuple(events)


def offered(bank: Worms, dice: tuple[Colour, Colour]) -> tuple[str, ...]:
    """Return the letters of the worms that the other seat may take (DR-2.3).

    They are the rolled colours; any colour in the bank where one of the rolled ones is lacking.
    """
    low, high = sorted(dice)
    if bank[low] and bank[high]:
        return (LETTERS[low],) if low == high else (LETTERS[low], LETTERS[high])
    return in_bank(bank)


def in_bank(bank: Worms) -> tuple[str, ...]:
    """Return the letters of the colours that the bank still has."""
    return tuple([letter for letter, count in zip(LETTERS, bank, strict=True) if count])


def take_worm(state: State, seat: int, action: Worm) -> tuple[State, tuple[Event, ...]]:
    """Take the worm that was chosen (DR-2.2), or answer the offer (DR-2.3)."""
    turn = state.turn
    if action.colour == DECLINE:
        return _in_stage(state, state.bank, state.reefs, ACT, 0), (Declined(seat),)
    colour = COLOURS[LETTERS.index(action.colour)]
    bank = with_worms(state.bank, colour, -1)
    reefs = _holding(state, seat, with_worms(state.reefs[seat].worms, colour, 1))
    told = (TookWorm(seat, colour, by_roll=False),)
    if turn.stage == CHOOSE:
        return _asking(state, bank, reefs, turn.missing - 1), told
    return _in_stage(state, bank, reefs, ACT, 0), told


def _holding(state: State, seat: int, worms: Worms) -> tuple[Reef, Reef]:
    """Return both reefs, that of ``seat`` with other worms."""
    reef = state.reefs[seat]
    return with_reef(state.reefs, seat, Reef(reef.boats, worms, reef.pearls, reef.sharks, reef.corals))


def _asking(state: State, bank: Worms, reefs: tuple[Reef, Reef], missing: int) -> State:
    """Ask for a missing worm, then the other seat; with the bank empty nobody (DR-2.2, DR-2.3)."""
    banked = sum(bank)
    missing = min(missing, banked)
    return _in_stage(state, bank, reefs, CHOOSE if missing else OFFER if banked else ACT, missing)


def _in_stage(state: State, bank: Worms, reefs: tuple[Reef, Reef], stage: str, missing: int) -> State:
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
