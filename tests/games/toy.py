"""A tiny complete game for testing the contract itself: hidden hands, chance, tuples, a question out of turn.

Cards ``a`` to ``e`` are drawn into hidden hands. In a turn a seat may lay up to three cards once, then ends
the turn, or draws, which ends it too and brings pebbles by a die. When several cards were laid, the next
seat is asked whether it claps (one pebble to the active seat). The match ends with the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, TypeVar

from games.core.errors import IllegalAction, UnreadableToken
from games.core.outcome import Outcome, ranked
from games.core.protocol import Credits, Field, Game, Option, Order
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import Pick
from games.core.words import Msg
from tests.games.toy_words import WORDS

T = TypeVar("T")

RANKS = "abcde"
COPIES = {"small": 5, "large": 8}
PEBBLES = 60
HAND = 5
HELD = -1


@dataclass(frozen=True, slots=True)
class Lay:
    cards: tuple[str, ...]

    @property
    def token(self) -> str:
        return f"lay:{''.join(self.cards)}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "lay"), Pick("cards", self.cards))


@dataclass(frozen=True, slots=True)
class Plain:
    """``draw``, ``end``, or an answer: ``clap``, ``yawn``."""

    kind: str

    @property
    def token(self) -> str:
        return self.kind

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", self.kind),)


Action = Lay | Plain
PLAIN = {kind: Plain(kind) for kind in ("draw", "end", "clap", "yawn")}


@dataclass(frozen=True, slots=True)
class Laid:
    reveals: ClassVar[bool] = False
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """``card`` is empty for those who may not know it."""

    reveals: ClassVar[bool] = True
    seat: int
    card: str
    pebbles: int


@dataclass(frozen=True, slots=True)
class Answered:
    reveals: ClassVar[bool] = False
    seat: int
    clapped: bool


Event = Laid | Drew | Answered


@dataclass(frozen=True, slots=True)
class State:
    size: str
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    laid: tuple[tuple[str, ...], ...]
    pebbles: tuple[int, ...]
    active: int
    has_laid: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class View:
    viewer: int | None
    turn: int | None
    to_act: tuple[int, ...]
    size: str
    deck: int
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    laid: tuple[tuple[str, ...], ...]
    pebbles: tuple[int, ...]
    has_laid: bool


class Toy(Rules[State, Action, Event, View]):
    version: ClassVar[int] = 1

    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> tuple[State, tuple[Event, ...]]:
        deck = rng.shuffled(RANKS * COPIES[options["deck"]])
        hands = tuple(tuple(sorted(deck[i * HAND : (i + 1) * HAND])) for i in range(seats))
        active = rng.below(seats)
        return State(options["deck"], deck[seats * HAND :], hands, ((),) * seats, (0,) * seats, active), ()

    def turn(self, state: State) -> int | None:
        return state.active if state.deck else None

    def to_act(self, state: State) -> tuple[int, ...]:
        if not state.deck:
            return ()
        return ((state.active + 1) % len(state.hands),) if state.asked else (state.active,)

    def legal_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.asked:
            return (PLAIN["clap"], PLAIN["yawn"])
        if state.has_laid:
            return (PLAIN["draw"], PLAIN["end"])
        hand = state.hands[seat]
        lays = dict.fromkeys(cards for n in (1, 2, 3) for cards in combinations(hand, n))
        return (*(Lay(cards) for cards in lays), PLAIN["draw"])

    def candidates(self, state: State, seat: int) -> tuple[Action, ...]:
        return self.legal_actions(state, seat)[-2:]

    def refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        if isinstance(action, Lay):
            return IllegalAction("You do not hold {cards}.", "TO-1.1", cards="".join(action.cards))
        return IllegalAction("That is not possible now.")

    def apply(self, state: State, seat: int, action: Action, rng: Chance) -> tuple[State, tuple[Event, ...]]:
        s = state
        if isinstance(action, Lay):
            hand = list(s.hands[seat])
            for card in action.cards:
                hand.remove(card)
            hands = _put(s.hands, seat, tuple(hand))
            laid = _put(s.laid, seat, s.laid[seat] + action.cards)
            asked = len(action.cards) > 1
            return State(s.size, s.deck, hands, laid, s.pebbles, s.active, True, asked), (
                Laid(seat, action.cards),
            )
        if action.kind == "draw":
            won = rng.below(3)
            hands = _put(s.hands, seat, tuple(sorted((*s.hands[seat], s.deck[0]))))
            pebbles = _put(s.pebbles, seat, s.pebbles[seat] + self._paid(s, won))
            state = State(s.size, s.deck[1:], hands, s.laid, pebbles, self._next(s))
            return state, (Drew(seat, s.deck[0], won),)
        if action.kind == "end":
            return State(s.size, s.deck, s.hands, s.laid, s.pebbles, self._next(s)), ()
        clapped = action.kind == "clap"
        pebbles = _put(s.pebbles, s.active, s.pebbles[s.active] + self._paid(s, int(clapped)))
        return State(s.size, s.deck, s.hands, s.laid, pebbles, s.active, True), (Answered(seat, clapped),)

    def _next(self, state: State) -> int:
        return (state.active + 1) % len(state.hands)

    def _paid(self, state: State, wanted: int) -> int:
        return min(wanted, PEBBLES - sum(state.pebbles))

    def outcome(self, state: State) -> Outcome | None:
        if state.deck:
            return None
        return ranked("deck_empty", [(n,) for n in state.pebbles], state.pebbles)

    def view(self, state: State, viewer: int | None) -> View:
        return View(
            viewer,
            self.turn(state),
            self.to_act(state),
            state.size,
            len(state.deck),
            () if viewer is None else state.hands[viewer],
            tuple(len(hand) for hand in state.hands),
            state.laid,
            state.pebbles,
            state.has_laid,
        )

    def redact(self, event: Event, viewer: int | None) -> Event:
        if isinstance(event, Drew) and event.seat != viewer:
            return Drew(event.seat, "", event.pebbles)
        return event

    def sample(self, view: View, rng: Chance) -> State:
        hidden = list(RANKS * COPIES[view.size])
        for card in (*view.hand, *(card for cards in view.laid for card in cards)):
            hidden.remove(card)
        deck = rng.shuffled(hidden)
        hands = []
        for seat, size in enumerate(view.hands):
            if seat == view.viewer:
                hands.append(view.hand)
            else:
                hands.append(tuple(sorted(deck[:size])))
                deck = deck[size:]
        seats = len(hands)
        active = view.turn if view.turn is not None else 0
        asked = bool(view.to_act) and view.to_act != (view.turn,)
        assert seats == len(view.pebbles)
        return State(view.size, deck, tuple(hands), view.laid, view.pebbles, active, view.has_laid, asked)

    def read(self, token: str) -> Action:
        if token in PLAIN:
            return PLAIN[token]
        kind, _, cards = token.partition(":")
        if kind == "lay" and 1 <= len(cards) <= 3 and set(cards) <= set(RANKS):
            action = Lay(tuple(sorted(cards)))
            if action.token == token:
                return action
        raise UnreadableToken(token)

    def openers(self, view: View, seat: int) -> tuple[str, ...]:
        if view.to_act and view.to_act != (view.turn,):
            return ("clap", "yawn") if seat in view.to_act else ("draw", "end")
        return ("draw", "end") if view.has_laid else ("lay", "draw")

    def answer(self, view: View, seat: int, order: str) -> Action | None:
        if order == "wait":
            return None
        return PLAIN["yawn"] if order.startswith("mood:y") else PLAIN["clap"]

    def census(self, state: State) -> Mapping[str, int]:
        held = [*state.deck, *(c for cards in (*state.hands, *state.laid) for c in cards)]
        bank = PEBBLES - sum(state.pebbles)
        return {**{rank: held.count(rank) for rank in RANKS}, "pebbles": bank + sum(state.pebbles)}


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def game(rules: Toy, words: object = WORDS, drawing: str = "tests.games.toy_words:draw") -> Game:
    """The toy with other rules, words or drawing: how a broken variant is made."""
    return Game(
        key="toy",
        title="Toy",
        credits=Credits(("Nobody",), "Nobody", 2000),
        summary=Msg("A toy."),
        seats=range(2, 4),
        options=(Option("deck", ("small", "large"), Msg("Deck"), (Msg("small"), Msg("large"))),),
        fields={"kind": Field(show="buttons"), "cards": Field(unordered=True)},
        longest=200,
        rules={1: rules},
        words=words,  # type: ignore[arg-type]
        drawing=drawing,
        orders=(
            Order("clap", Msg("Always clap")),
            Order("mood", Msg("My mood"), ("c", "y"), (Msg("clap"), Msg("yawn")), ("👏", "🥱")),
            Order("wait", Msg("Wait for me")),
        ),
    )


TOY = game(Toy())
