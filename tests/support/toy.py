"""A tiny but complete game for tests of the host and the contract, with chance, a hidden card and questions.

Seats take turns. In its turn a seat can:

- ``add:1`` or ``add:2`` to its points, at most three times, which can be undone;
- ``peek:0`` at its own card, which reveals it the first time;
- ``roll:0``, which scores a die and ends the turn;
- ``end:0``, which ends the turn. The seat is then asked ``gift:y`` or ``gift:n`` during the next seat's turn;
- ``ring:0``, which ends the turn. Everybody but the next seat is then asked.

The first seat to reach the goal, by default twelve points, wins.

``tests/games/example`` shows how to add a game. The toy game also has special cases for tests of the host.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from games.core.errors import UnreadableToken
from games.core.odds import estimate_win_chance
from games.core.outcome import Outcome, rank_seats
from games.core.protocol import (
    ComputerSettings,
    FieldSettings,
    GameCredits,
    GameOption,
    GenericGame,
    StandingOrder,
)
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import Pick
from games.core.texts import Advice, GameTexts, GenericScene, MemorableMoment, RulesPage
from games.core.words import Msg, Words

LIKELY_WINNING_LEAD = 4.0
"""Lead, in points, that makes a win likely."""
VALUES_BY_KIND = {
    "add": ("1", "2"),
    "roll": ("0",),
    "peek": ("0",),
    "end": ("0",),
    "ring": ("0",),
    "gift": ("y", "n"),
}


@dataclass(frozen=True, slots=True)
class ToyAction:
    kind: str
    value: str

    @property
    def token(self) -> str:
        return f"{self.kind}:{self.value}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", self.kind), Pick("value", self.value))


@dataclass(frozen=True, slots=True)
class ToyEvent:
    text: str
    reveals_hidden_parts: bool = False
    seat: int | None = None
    card: int | None = None
    """The card that the seat saw when it peeked, or ``None`` for everybody else."""


@dataclass(frozen=True, slots=True)
class State:
    points: tuple[int, ...]
    cards: tuple[int, ...]
    shown: tuple[bool, ...]
    seat: int
    asked: tuple[int, ...]
    add_count: int
    goal: int


@dataclass(frozen=True, slots=True)
class View:
    """A viewer's view: everything except cards. A seat's view has its own card once the seat has peeked."""

    viewer: int | None
    active_seat: int | None
    """The seat whose turn it is, or ``None`` after the match."""
    to_act: tuple[int, ...]
    points: tuple[int, ...]
    card: int | None
    shown: tuple[bool, ...]
    seat: int
    asked: tuple[int, ...]
    add_count: int
    goal: int


Scene = GenericScene[ToyEvent, View]


class ToyRules(Rules[State, ToyAction, ToyEvent, View]):
    version = 1

    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[State, tuple[ToyEvent, ...]]:
        cards = rng.shuffled(range(seat_count))
        state = State((0,) * seat_count, cards, (False,) * seat_count, 0, (), 0, int(options["goal"]))
        return state, (ToyEvent("dealt"),)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if self.outcome(state) else state.asked or (state.seat,)

    def find_active_seat(self, state: State) -> int | None:
        return None if self.outcome(state) else state.seat

    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.asked:
            return (ToyAction("gift", "y"), ToyAction("gift", "n"))
        adds = (ToyAction("add", "1"), ToyAction("add", "2")) if state.add_count < 3 else ()
        peek = () if state.shown[seat] else (ToyAction("peek", "0"),)
        return (*adds, ToyAction("roll", "0"), *peek, ToyAction("end", "0"), ToyAction("ring", "0"))

    def apply(
        self, state: State, seat: int, action: ToyAction, rng: Chance
    ) -> tuple[State, tuple[ToyEvent, ...]]:
        if action.kind == "gift":
            asked = tuple(other for other in state.asked if other != seat)
            return self._add_points(replace(state, asked=asked), seat, int(action.value == "y"))
        if action.kind == "add":
            return self._add_points(replace(state, add_count=state.add_count + 1), seat, int(action.value))
        if action.kind == "peek":
            shown = tuple(s or i == seat for i, s in enumerate(state.shown))
            return replace(state, shown=shown), (ToyEvent("peeked", True, seat, state.cards[seat]),)
        later = self._find_next_seat(state)
        if action.kind == "roll":
            return self._add_points(replace(state, seat=later, add_count=0), seat, 1 + rng.draw_below(3))
        others = tuple(s for s in range(len(state.points)) if s != later)
        asked = (seat,) if action.kind == "end" else others
        return replace(state, seat=later, add_count=0, asked=asked), (ToyEvent("ended"),)

    def _find_next_seat(self, state: State) -> int:
        return (state.seat + 1) % len(state.points)

    def _add_points(self, state: State, seat: int, amount: int) -> tuple[State, tuple[ToyEvent, ...]]:
        points = tuple(p + amount * (s == seat) for s, p in enumerate(state.points))
        return replace(state, points=points), (ToyEvent(f"{seat} got {amount}"),)

    def find_pass_action(self) -> ToyAction:
        return ToyAction("end", "0")

    def outcome(self, state: State) -> Outcome | None:
        if max(state.points) < state.goal:
            return None
        return rank_seats("goal", [(p,) for p in state.points], state.points)

    def view(self, state: State, viewer: int | None) -> View:
        card = state.cards[viewer] if viewer is not None and state.shown[viewer] else None
        active_seat, to_act = self.find_active_seat(state), self.to_act(state)
        public = (state.shown, state.seat, state.asked, state.add_count, state.goal)
        return View(viewer, active_seat, to_act, state.points, card, *public)

    def redact(self, event: ToyEvent, viewer: int | None) -> ToyEvent:
        return event if event.seat == viewer else replace(event, card=None)

    def sample(self, view: View, rng: Chance) -> State:
        cards = list(rng.shuffled(range(len(view.points))))
        if view.card is not None and view.viewer is not None:
            cards.remove(view.card)
            cards.insert(view.viewer, view.card)
        return State(view.points, tuple(cards), view.shown, view.seat, view.asked, view.add_count, view.goal)

    def read(self, token: str) -> ToyAction:
        kind, _, value = token.partition(":")
        if value not in VALUES_BY_KIND.get(kind, ()):
            raise UnreadableToken(token)
        return ToyAction(kind, value)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        return tuple(VALUES_BY_KIND)

    def answer_by_order(self, view: View, seat: int, order: str) -> ToyAction | None:
        if order == "wait":
            return None
        return ToyAction("gift", order[5] if order.startswith("mine:") else "n")

    def count_components(self, state: State) -> Mapping[str, int]:
        return {f"card {card}": state.cards.count(card) for card in range(len(state.points))}


class ToyTexts:
    def label_value(
        self, field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()
    ) -> str:
        return value

    def explain_value(self, field: str, value: str, view: View, scene: Scene) -> str:
        return ""

    def find_icon(self, field: str, value: str, view: View) -> str | None:
        return None

    def format_question(self, field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
        return field

    def describe_action(self, action: ToyAction, view: View, scene: Scene) -> str:
        return action.token

    def label_action(self, action: ToyAction, view: View, scene: Scene) -> str:
        return "Do it"

    def advise_on_action(self, action: ToyAction, view: View, scene: Scene) -> Advice:
        assert view.viewer is not None
        return Advice(f"You have {view.points[view.viewer]} points.", "TY-1.1")

    def contrast_actions(self, better: ToyAction, played: ToyAction, view: View, scene: Scene) -> str:
        return ""

    def narrate_event(self, event: ToyEvent, scene: Scene) -> str:
        return event.text

    def summarize_events(self, events: Sequence[ToyEvent], scene: Scene) -> list[str]:
        return [event.text for event in events][-3:]

    def describe_task(self, seat: int, view: View, scene: Scene) -> str:
        return "answer." if seat in view.asked else "do something."

    def describe_result(self, seat: int, view: View, scene: Scene) -> str:
        return f"{view.points[seat]} points"

    def find_moments(self, history: Sequence[Sequence[ToyEvent]], scene: Scene) -> list[MemorableMoment]:
        return [MemorableMoment(ply, event.text) for ply, events in enumerate(history) for event in events][
            :2
        ]

    def describe_status(self, view: View, scene: Scene) -> str:
        return str(view.active_seat)

    def describe_picture(self, view: View, scene: Scene) -> str:
        return str(view.points)

    def describe_position(self, view: View, scene: Scene) -> str:
        return str(view.points)

    def list_rules_pages(self, w: Words) -> tuple[RulesPage, ...]:
        return (RulesPage("Toy", "Whoever reaches the goal wins. (TY-1.1, TY-1.3)"),)


def draw(view: View, scene: Scene) -> Image.Image:
    """Draw the points as a row of pixels, and the viewer's card if they have peeked."""
    picture = Image.new("P", (44, 28))
    for x, number in enumerate((*view.points, 0 if view.card is None else 1 + view.card)):
        picture.putpixel((x, 0), number)
    return picture


def make_toy_game(
    rules: Rules[State, ToyAction, ToyEvent, View] | None = None,
    texts: GameTexts[ToyAction, ToyEvent, View] | None = None,
    drawing: str = "tests.support.toy:draw",
) -> GenericGame[State, ToyAction, ToyEvent, View]:
    return GenericGame(
        key="toy",
        title="Toy",
        credits=GameCredits(("Nobody",), "Nobody", 2000),
        summary=Msg("A toy."),
        tagline=Msg("take turns"),
        seat_counts=range(2, 5),
        options=(GameOption("goal", ("12", "40"), Msg("Goal"), (Msg("12"), Msg("40"))),),
        field_settings={"kind": FieldSettings(layout="buttons"), "value": FieldSettings()},
        max_plies=400,
        rules={1: rules or ToyRules()},
        texts=texts or ToyTexts(),
        drawing_path=drawing,
        has_hidden_hands=True,
        computer_settings=ComputerSettings(
            estimate=lambda state, seat: estimate_win_chance(state.points, seat, LIKELY_WINNING_LEAD)
        ),
        standing_orders=(
            StandingOrder("least", Msg("Nothing")),
            StandingOrder("mine", Msg("Mine"), ("y", "n"), (Msg("yes"), Msg("no")), ("👍", "👎")),
            StandingOrder("wait", Msg("Wait")),
        ),
    )


TOY = make_toy_game()
TOYS = {"toy": TOY}
