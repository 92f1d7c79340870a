"""Variants of the toy game with one fault each in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.core.errors import IllegalAction, UnreadableToken
from games.core.outcome import Outcome
from games.core.rng import Chance
from tests.support.toy import State, ToyAction, ToyEvent, ToyRules, View

StepResult = tuple[State, tuple[ToyEvent, ...]]
OUTSIDE_COUNTER: list[int] = []


@dataclass(frozen=True, slots=True)
class LeakyView(View):
    hidden: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ToyActionWithoutValue(ToyAction):
    @property
    def token(self) -> str:
        return f"{self.kind}:1"


class CardShowingViewRules(ToyRules):
    def view(self, state: State, viewer: int | None) -> View:
        seat = 0 if viewer is None else (viewer + 1) % len(state.cards)
        return replace(super().view(state, viewer), card=state.cards[seat])


class HiddenFieldViewRules(ToyRules):
    def view(self, state: State, viewer: int | None) -> View:
        seen = super().view(state, viewer)
        values = {name: getattr(seen, name) for name in View.__dataclass_fields__}
        return LeakyView(**values, hidden=state.cards)


class ViewerForgettingRules(ToyRules):
    def view(self, state: State, viewer: int | None) -> View:
        return replace(super().view(state, viewer), viewer=None)


class CardRevealingEventRules(ToyRules):
    def redact(self, event: ToyEvent, viewer: int | None) -> ToyEvent:
        return event


class CardLosingSampleRules(ToyRules):
    def sample(self, view: View, rng: Chance) -> State:
        state = super().sample(view, rng)
        return replace(state, cards=(*state.cards[:-1], state.cards[0]))


class StageForgettingSampleRules(ToyRules):
    def sample(self, view: View, rng: Chance) -> State:
        return replace(super().sample(view, rng), asked=())


class EqualActionsRules(ToyRules):
    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        legal = super().legal_actions(state, seat)
        return (*legal, *legal[:1])


class SharedTokenRules(ToyRules):
    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        legal = super().legal_actions(state, seat)
        return tuple(
            ToyActionWithoutValue("add", action.value) if action.kind == "add" else action for action in legal
        )

    def read(self, token: str) -> ToyAction:
        action = super().read(token)
        return ToyActionWithoutValue("add", action.value) if action.kind == "add" else action


class UnstableOrderRules(ToyRules):
    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        OUTSIDE_COUNTER.append(1)
        legal = super().legal_actions(state, seat)
        return legal if len(OUTSIDE_COUNTER) % 2 else legal[::-1]


class ActionsForAllSeatsRules(ToyRules):
    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        return super().legal_actions(state, seat) or (ToyAction("gift", "n"),)


class NoCandidatesRules(ToyRules):
    def list_candidates(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        return ()


class IllegalCandidateRules(ToyRules):
    def list_candidates(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        return (ToyAction("end", "0"), ToyAction("gift", "n")) if super().legal_actions(state, seat) else ()


class LooseReadingRules(ToyRules):
    def read(self, token: str) -> ToyAction:
        return super().read(token.strip())


class OtherReadingErrorRules(ToyRules):
    def read(self, token: str) -> ToyAction:
        kind, value = token.split(":")
        return super().read(f"{kind}:{value}")


class NothingReadingRules(ToyRules):
    def read(self, token: str) -> ToyAction:
        try:
            return super().read(token)
        except UnreadableToken:
            return ToyAction("end", "0")


class TooLenientRules(ToyRules):
    def is_legal(self, state: State, seat: int, action: ToyAction) -> bool:
        return action.kind == "add" or super().is_legal(state, seat, action)


class TooStrictRules(ToyRules):
    def is_legal(self, state: State, seat: int, action: ToyAction) -> bool:
        return action != ToyAction("gift", "y") and super().is_legal(state, seat, action)


class CardRevealingRefusalRules(ToyRules):
    def explain_refusal(self, state: State, seat: int, action: ToyAction) -> IllegalAction:
        card = state.cards[(seat + 1) % len(state.cards)]
        return IllegalAction("The next seat holds {card}.", card=card)


class CardLosingRules(ToyRules):
    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        after, events = super().apply(state, seat, action, rng)
        return (replace(after, cards=(0,) * len(state.cards)) if action.kind == "end" else after), events


class OutsideMemoryRules(ToyRules):
    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        OUTSIDE_COUNTER.append(1)
        after, events = super().apply(state, seat, action, rng)
        return replace(after, seat=len(OUTSIDE_COUNTER) % len(state.points)), events


class InputChangingRules(ToyRules):
    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        after, events = super().apply(state, seat, action, rng)
        object.__setattr__(state, "points", after.points)
        return after, events


class ListHoldingRules(ToyRules):
    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        after, events = super().apply(state, seat, action, rng)
        object.__setattr__(after, "cards", list(after.cards))
        return after, events


class CardRevealWithoutEventRules(ToyRules):
    """Adding points shows the seat its card without an event."""

    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        after, events = super().apply(state, seat, action, rng)
        if action.kind == "add":
            after = replace(after, shown=tuple(s or i == seat for i, s in enumerate(after.shown)))
        return after, events


class SeatSkippingRules(ToyRules):
    """Skips a seat without counting its turn."""

    def _find_next_seat(self, state: State) -> int:
        return (state.seat + 2) % len(state.points)


class StepCountingRules(ToyRules):
    def count_ended_turns(self, before: State | None, after: State, events: tuple[ToyEvent, ...]) -> int:
        return 1


class UncountedTurnsRules(ToyRules):
    def count_ended_turns(self, before: State | None, after: State, events: tuple[ToyEvent, ...]) -> int:
        return 0


class TurnKeepingPassRules(ToyRules):
    def find_pass_action(self) -> ToyAction:
        return ToyAction("peek", "0")


class IllegalPassRules(ToyRules):
    def find_pass_action(self) -> ToyAction:
        return ToyAction("gift", "n")


class EndlessRules(ToyRules):
    def apply(self, state: State, seat: int, action: ToyAction, rng: Chance) -> StepResult:
        after, events = super().apply(state, seat, action, rng)
        return replace(after, points=tuple(min(n, state.goal - 1) for n in after.points)), events


class OddPlacesRules(ToyRules):
    def outcome(self, state: State) -> Outcome | None:
        ended = super().outcome(state)
        return ended and Outcome("goal", tuple(range(2, 2 + len(state.points))))


class MovesAfterEndRules(ToyRules):
    def to_act(self, state: State) -> tuple[int, ...]:
        return state.asked or (state.seat,)


class IncompleteFirstChoicesRules(ToyRules):
    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        return super().list_first_choices(view, seat)[1:]


class IllegalAnswerRules(ToyRules):
    def answer_by_order(self, view: View, seat: int, order: str) -> ToyAction | None:
        return ToyAction("end", "0")


class CardDependentActionsRules(ToyRules):
    """A seat's actions depend on a card that it cannot see."""

    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        legal = super().legal_actions(state, seat)
        return legal[:-1] if len(legal) > 2 and state.cards[seat] == 0 else legal


class UncountedComponentsRules(ToyRules):
    def count_components(self, state: State) -> Mapping[str, int]:
        return {}
