"""Every way of breaking the toy that the contract must catch, and by which property."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PIL import Image

from games.core.errors import UnreadableToken
from games.core.outcome import Outcome
from games.core.protocol import Field, Game
from games.core.rng import Chance
from games.core.texts import Advice, Scene
from tests.games import toy_words
from tests.games.contract.all import CHECKS
from tests.games.contract.walk import cases
from tests.games.toy import PLAIN, TOY, Drew, Lay, State, Toy, View, game
from tests.games.toy_words import ToyWords

COUNTER: list[int] = []


@dataclass(frozen=True, slots=True)
class LeakyView(View):
    deck_order: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Listed(Drew):
    cards: list[str] = field(default_factory=list)


class ViewShowsDeck(Toy):
    def view(self, state: State, viewer: int | None) -> View:
        seen = super().view(state, viewer)
        return replace(seen, hand=(*seen.hand, *state.deck[:1]))


class ViewHidesDeckInAField(Toy):
    def view(self, state: State, viewer: int | None) -> View:
        seen = super().view(state, viewer)
        values = {name: getattr(seen, name) for name in View.__dataclass_fields__}
        return LeakyView(**values, deck_order=state.deck)


class ViewForgetsViewer(Toy):
    def view(self, state: State, viewer: int | None) -> View:
        return replace(super().view(state, viewer), viewer=None)


class EventTellsCard(Toy):
    def redact(self, event: Any, viewer: int | None) -> Any:
        return event


class SampleLosesCard(Toy):
    def sample(self, view: View, rng: Chance) -> State:
        state = super().sample(view, rng)
        return replace(state, hands=tuple(hand[:-1] if i else hand for i, hand in enumerate(state.hands)))


class SampleForgetsStage(Toy):
    def sample(self, view: View, rng: Chance) -> State:
        return replace(super().sample(view, rng), asked=False)


class TwoEqualActions(Toy):
    def legal_actions(self, state: State, seat: int) -> tuple[Any, ...]:
        legal = super().legal_actions(state, seat)
        return (*legal, *legal[:1])


class OneTokenForTwo(Toy):
    def legal_actions(self, state: State, seat: int) -> tuple[Any, ...]:
        legal = super().legal_actions(state, seat)
        return tuple(Vague(a.cards) if isinstance(a, Lay) else a for a in legal)

    def read(self, token: str) -> Any:
        action = super().read(token)
        return Vague(action.cards) if isinstance(action, Lay) else action


@dataclass(frozen=True, slots=True)
class Vague(Lay):
    @property
    def token(self) -> str:
        return f"lay:{self.cards[0]}"


class UnstableOrder(Toy):
    def legal_actions(self, state: State, seat: int) -> tuple[Any, ...]:
        COUNTER.append(1)
        legal = super().legal_actions(state, seat)
        return legal if len(COUNTER) % 2 else legal[::-1]


class ActionsForAll(Toy):
    def legal_actions(self, state: State, seat: int) -> tuple[Any, ...]:
        return super().legal_actions(state, seat) or (PLAIN["yawn"],)


class NothingWorthSearching(Toy):
    def candidates(self, state: State, seat: int) -> tuple[Any, ...]:
        return ()


class IllegalCandidate(Toy):
    def candidates(self, state: State, seat: int) -> tuple[Any, ...]:
        return (PLAIN["end"], PLAIN["yawn"]) if super().legal_actions(state, seat) else ()


class ReadsLoosely(Toy):
    def read(self, token: str) -> Any:
        if token.startswith("lay:") and token.isascii():
            return super().read("lay:" + "".join(sorted(token[4:])))
        return super().read(token.strip())


class ReadsWithAnotherError(Toy):
    def read(self, token: str) -> Any:
        if token in PLAIN:
            return PLAIN[token]
        kind, cards = token.split(":")
        return super().read(f"{kind}:{cards}")


class ReadsAnythingAsNothing(Toy):
    def read(self, token: str) -> Any:
        try:
            return super().read(token)
        except UnreadableToken:
            return PLAIN["end"]


class TooLenient(Toy):
    def is_legal(self, state: State, seat: int, action: Any) -> bool:
        return isinstance(action, Lay) or super().is_legal(state, seat, action)


class TooStrict(Toy):
    def is_legal(self, state: State, seat: int, action: Any) -> bool:
        return action != PLAIN["clap"] and super().is_legal(state, seat, action)


class RefusalTellsHand(Toy):
    def refusal(self, state: State, seat: int, action: Any) -> Any:
        error = super().refusal(state, seat, action)
        error.message.values["cards"] = "".join(state.hands[(seat + 1) % len(state.hands)])
        error.message = replace(error.message, msgid="The next seat holds {cards}.")
        return error


class LosesCards(Toy):
    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        after, events = super().apply(state, seat, action, rng)
        return (replace(after, deck=after.deck[1:]) if action == PLAIN["end"] else after), events


class RemembersOutside(Toy):
    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        COUNTER.append(1)
        after, events = super().apply(state, seat, action, rng)
        return replace(after, active=len(COUNTER) % len(state.hands)), events


class ChangesItsInput(Toy):
    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        after, events = super().apply(state, seat, action, rng)
        object.__setattr__(state, "pebbles", after.pebbles)
        return after, events


class HoldsAList(Toy):
    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        after, events = super().apply(state, seat, action, rng)
        object.__setattr__(after, "deck", list(after.deck))
        return after, events


class ShowsWithoutSealing(Toy):
    """A lay draws a card to the own hand in secret: it shows something, and no event says so."""

    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        after, events = super().apply(state, seat, action, rng)
        if isinstance(action, Lay) and len(after.deck) > 1:
            hand = tuple(sorted((*after.hands[seat], after.deck[0])))
            hands = tuple(hand if i == seat else h for i, h in enumerate(after.hands))
            after = replace(after, hands=hands, deck=after.deck[1:])
        return after, events


class SkipsASeat(Toy):
    """Passes over a seat whose turn nobody counts."""

    def _next(self, state: State) -> int:
        return (state.active + 2) % len(state.hands)


class CountsEveryStep(Toy):
    def turns_ended(self, before: State | None, after: State, events: tuple[Any, ...]) -> int:
        return 1


class CountsNoTurns(Toy):
    def turns_ended(self, before: State | None, after: State, events: tuple[Any, ...]) -> int:
        return 0


class NeverEnds(Toy):
    def apply(self, state: State, seat: int, action: Any, rng: Chance) -> Any:
        after, events = super().apply(state, seat, action, rng)
        return (after if after.deck else replace(after, deck=("a",))), events


class OddPlaces(Toy):
    def outcome(self, state: State) -> Outcome | None:
        return None if state.deck else Outcome("deck_empty", tuple(range(2, 2 + len(state.hands))))


class EndsButGoesOn(Toy):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome("soon", (1,) * len(state.hands)) if len(state.deck) < 3 else None


class OpenersForget(Toy):
    def openers(self, view: View, seat: int) -> tuple[str, ...]:
        return super().openers(view, seat)[1:]


class AnswersIllegally(Toy):
    def answer(self, view: View, seat: int, order: str) -> Any:
        return PLAIN["draw"]


class OffersByDeck(Toy):
    """What a seat may do depends on a card that it cannot see."""

    def legal_actions(self, state: State, seat: int) -> tuple[Any, ...]:
        legal = super().legal_actions(state, seat)
        return legal[:-1] if len(legal) > 2 and state.deck[0] == "a" else legal


class CountsNothing(Toy):
    def census(self, state: State) -> Mapping[str, int]:
        return {}


class LongLabels(ToyWords):
    def label(self, field: str, value: str, view: Any, scene: Scene) -> str:
        return value * 81


class OneLabelForAll(ToyWords):
    def label(self, field: str, value: str, view: Any, scene: Scene) -> str:
        return "This one"


class NoQuestion(ToyWords):
    def question(self, field: str, picks: Any, view: Any, scene: Scene) -> str:
        return ""


class NoReason(ToyWords):
    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        return replace(super().advise(action, view, scene), text="")


class LongReason(ToyWords):
    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        advice = super().advise(action, view, scene)
        return replace(advice, text=advice.text * 9)


class UnknownClause(ToyWords):
    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        return replace(super().advise(action, view, scene), clause="TO-9.9")


class ReasonPeeks(ToyWords):
    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        return Advice(f"The deck is {''.join(view.deck_order[:9])}.", "TO-1.1")


class LongAlt(ToyWords):
    def alt(self, view: Any, scene: Scene) -> str:
        return super().alt(view, scene) * 30


class EmptyField(ToyWords):
    def status(self, view: Any, scene: Scene) -> str:
        return "{name} is on turn."


class TextPeeks(ToyWords):
    def describe(self, view: Any, scene: Scene) -> str:
        return super().describe(view, scene) + "".join(view.deck_order)


class SilentEvents(ToyWords):
    def tell(self, event: Any, scene: Scene) -> str:
        return ""


def peeking_picture(view: Any, scene: Scene) -> Image.Image:
    picture = toy_words.draw(view, scene)
    for x, card in enumerate(view.deck_order):
        picture.putpixel((x, 2), ord(card))
    return picture


def wide_picture(view: Any, scene: Scene) -> Image.Image:
    return Image.new("P", (200, 100))


ME = "tests.games.test_toy_broken"
BROKEN: list[tuple[str, Game]] = [
    ("sample", game(ViewShowsDeck())),
    ("sample", game(ViewHidesDeckInAField())),
    ("sample", game(ViewForgetsViewer())),
    ("sample", game(SampleLosesCard())),
    ("sample", game(SampleForgetsStage())),
    ("events_keep_secrets", game(EventTellsCard())),
    ("legal_actions", game(TwoEqualActions())),
    ("legal_actions", game(UnstableOrder())),
    ("legal_actions", game(ActionsForAll())),
    ("legal_actions", game(NothingWorthSearching())),
    ("legal_actions", game(IllegalCandidate())),
    ("legal_actions", game(EndsButGoesOn())),
    ("turns", game(SkipsASeat())),
    ("turns", game(CountsEveryStep())),
    ("turns", game(CountsNoTurns())),
    ("tokens", game(OneTokenForTwo())),
    ("tokens", game(ReadsLoosely())),
    ("tokens", game(ReadsWithAnotherError())),
    ("tokens", game(ReadsAnythingAsNothing())),
    ("refusals", game(TooLenient())),
    ("refusals", game(ReadsWithAnotherError())),
    ("refusals", game(TooStrict())),
    ("offers_keep_secrets", game(RefusalTellsHand())),
    ("offers_keep_secrets", game(OffersByDeck())),
    ("census", game(LosesCards())),
    ("census", game(CountsNothing())),
    ("replays_alike", game(RemembersOutside())),
    ("apply_is_pure", game(ChangesItsInput())),
    ("apply_is_pure", game(HoldsAList())),
    ("sealing", game(ShowsWithoutSealing())),
    ("ends", game(NeverEnds())),
    ("ends", game(OddPlaces())),
    ("openers", game(OpenersForget())),
    ("answers", game(AnswersIllegally())),
    ("narrowing", game(Toy(), LongLabels())),
    ("narrowing", game(Toy(), OneLabelForAll())),
    ("narrowing", game(Toy(), NoQuestion())),
    ("texts", game(Toy(), LongAlt())),
    ("texts", game(Toy(), EmptyField())),
    ("texts_keep_secrets", game(ViewHidesDeckInAField(), TextPeeks())),
    ("texts_keep_secrets", game(ViewHidesDeckInAField(), ReasonPeeks())),
    ("advice", game(Toy(), NoReason())),
    ("advice", game(Toy(), LongReason())),
    ("advice", game(Toy(), UnknownClause())),
    ("events_are_told", game(Toy(), SilentEvents())),
    ("pictures_keep_secrets", game(ViewHidesDeckInAField(), drawing=f"{ME}:peeking_picture")),
    ("pictures_keep_secrets", game(Toy(), drawing=f"{ME}:wide_picture")),
    ("texts", TOY),  # its texts stand in no catalogue
    ("paths", replace(TOY, fields={"kind": Field()})),
]


def _name(value: Any) -> str:
    if isinstance(value, str):
        return value
    parts = (value.rules[1], value.words)
    return "-".join(type(p).__name__ for p in parts if type(p) not in (Toy, ToyWords)) or "other"


@pytest.mark.parametrize(("check", "broken"), BROKEN, ids=_name)
def test_a_broken_game_is_caught(check: str, broken: Game) -> None:
    caught = []
    for case in cases(broken):
        try:
            CHECKS[check](case)
        except Exception as error:
            caught.append(error)
    assert caught, f"{check} let it pass"
