"""Positions in a few readable letters.

A hand is its ranks (``9jk``); stacks are words of ranks, the lowest first (``9 9k6``). No card is used twice.
"""

from __future__ import annotations

from games.coral_reef.events import Event
from games.coral_reef.parts import CARDS, LETTER_OF, Card, all_cards, letters_of
from games.coral_reef.rules import RULES
from games.coral_reef.state import Round, Ruleset, State
from games.core.rng import Chance
from tests.games.clauses import refusal

KEY = b"coral reef clause tests"


class Box:
    """Hands out cards of a variant, never the same twice."""

    def __init__(self, corals: str) -> None:
        self.left = list(all_cards(corals))

    def take(self, letters: str) -> tuple[Card, ...]:
        taken = []
        for letter in letters:
            card = next(card for card in self.left if LETTER_OF[card] == letter)
            self.left.remove(card)
            taken.append(card)
        return tuple(taken)


def position(
    *hands: str,
    stacks: str = "9 9 9 9",
    deck: str | None = "",
    seat: int = 0,
    starter: int = 0,
    number: int = 1,
    reforms: int = 0,
    wins: tuple[int, ...] | None = None,
    rounds: int = 1,
    corals: str = CARDS,
) -> State:
    """A position. ``deck=None`` puts everything in it that lies nowhere else."""
    box = Box(corals)
    piles = tuple(box.take(stack) for stack in stacks.split())
    held = tuple(tuple(sorted(box.take(hand))) for hand in hands)
    rest = tuple(box.left) if deck is None else tuple(sorted(box.take(deck)))
    now = Round(number, starter, seat, reforms, False, (), ())
    return State(Ruleset(corals, rounds, RULES.order), now, held, rest, piles, wins or (0,) * len(hands), "")


def hand(state: State, seat: int) -> str:
    return letters_of(state.hands[seat])


def stacks(state: State) -> str:
    return " ".join(letters_of(stack) for stack in state.stacks)


def tokens(state: State, seat: int | None = None) -> list[str]:
    """What a seat, by default the one on turn, may do."""
    return [action.token for action in RULES.legal_actions(state, state.round.seat if seat is None else seat)]


def step(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    """Do what must be legal, and return what happened as well."""
    seat, action = state.round.seat, RULES.read(move)
    assert action in RULES.legal_actions(state, seat), f"{move}: {RULES.refusal(state, seat, action)}"
    return RULES.apply(state, seat, action, Chance(KEY, 1))


def do(state: State, *moves: str) -> State:
    for move in moves:
        state, _ = step(state, move)
    return state


def refused(state: State, move: str) -> str:
    """The clause and the sentence with which what must be illegal is refused."""
    return refusal(RULES, state, state.round.seat, move)
