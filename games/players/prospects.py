"""What a seat may come to do in its next turn, told from what it sees now.

Some futures are dealt from its view and played on at random until it is its turn; what can be done in one of
a few of them may well be possible, and comes first where it can be done in most. Nothing that the seat cannot
see has a part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.premoves import Condition
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike, ViewLike

FUTURES: Final = 24
RARE: Final = 6
"""What can be done in one of so many futures is worth a thought. Fewer of them would miss moves by chance."""
MAX_STEPS: Final = 60
_SIGNS: Final = ":,>=+-*#"
MAX_ACTIONS: Final = 3000
"""A rich hand has tens of thousands; the likeliest of a kind come first."""


@dataclass(frozen=True, slots=True)
class PossibleEvent:
    """What others may do until then: an event to be named, a move of theirs, and the view it is told in."""

    event: Condition
    action: ActionLike
    view: ViewLike


@dataclass(frozen=True, slots=True)
class Prospect:
    """An action that may be possible, and the view in which it is."""

    action: ActionLike
    view: ViewLike


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the next turn may bring: actions, the likely ones first, and what may happen before."""

    prospects: tuple[Prospect, ...]
    happenings: tuple[PossibleEvent, ...]


def predict_turn(
    rules: AnyRules,
    view: ViewLike,
    seat: int,
    key: bytes,
    events: Sequence[Condition] = (),
    plays: Sequence[str] = (),
) -> Outlook:
    """Return what ``seat`` may do in its next turn.

    :param key: of the draws: the same key and view give the same answer.
    :param events: what is taken to have happened by then, where it can.
    :param plays: what the seat has done by then in that turn.
    """
    outlook = _predict(rules, view, seat, key, events, plays)
    # What can hardly come about is taken out again, so that there is something to choose from.
    return outlook if outlook.prospects or not events else _predict(rules, view, seat, key, (), plays)


def _predict(
    rules: AnyRules, view: ViewLike, seat: int, key: bytes, events: Sequence[Condition], plays: Sequence[str]
) -> Outlook:
    found: dict[str, tuple[int, Prospect]] = {}
    happened: dict[Condition, tuple[int, PossibleEvent]] = {}
    reached, begun = 0, Counter[tuple[object, ...]]()
    for number in range(FUTURES):
        future = _Future(rules, view, seat, Chance(key, number + 1), events)
        for happening in future.go_on():
            count, first = happened.get(happening.event, (0, happening))
            happened[happening.event] = (count + 1, first)
        if not future.do(plays):
            continue
        reached += 1
        shown, here = rules.view(future.state, seat), set[tuple[object, ...]]()
        for action in rules.legal_actions(future.state, seat)[:MAX_ACTIONS]:
            count, one = found.get(action.token, (0, Prospect(action, shown)))
            found[action.token] = (count + 1, one)
            here.update((action.path[:1], action.path[:2]))
        begun.update(here)
    often = sorted(happened.values(), key=lambda one: -one[0])
    return Outlook(_choose_prospects(list(found.values()), begun, reached), tuple(one for _, one in often))


def _choose_prospects(
    found: Sequence[tuple[int, Prospect]], begun: Counter[tuple[object, ...]], reached: int
) -> tuple[Prospect, ...]:
    """Return what may well be possible, the likely first.

    Where a beginning is, though each action that begins so is rare, all of these: what a fish is paid with
    depends on the dice.

    :param begun: in how many futures something began so.
    """
    enough = [one for one in found if RARE * one[0] >= reached]
    for depth in (2, 1):
        listed = {prospect.action.path[:depth] for _, prospect in enough}
        left = [one for one in found if one[1].action.path[:depth] not in listed]
        enough += [one for one in left if RARE * begun[one[1].action.path[:depth]] >= reached]
    enough.sort(key=lambda one: 2 * one[0] < reached)
    return tuple([prospect for _, prospect in enough or found])


class _Future:
    """One deal of what a seat cannot see, played on."""

    def __init__(
        self, rules: AnyRules, view: ViewLike, seat: int, chance: Chance, events: Sequence[Condition]
    ) -> None:
        self._rules = rules
        self._seat = seat
        self._chance = chance
        self._wanted = list(events)
        self.state = rules.sample(view, chance)

    def _is_ready(self) -> bool:
        rules, state = self._rules, self.state
        return rules.turn(state) == self._seat and self._seat in rules.to_act(state)

    def go_on(self) -> Iterator[PossibleEvent]:
        """Have the others play until it is the seat's turn; yield what they could do, each once."""
        rules, seen = self._rules, set[Condition]()
        for _ in range(MAX_STEPS):
            if rules.outcome(self.state) is not None or self._is_ready():
                return
            actor = rules.to_act(self.state)[0]
            legal = rules.candidates(self.state, actor)
            if actor != self._seat:
                shown = rules.view(self.state, self._seat)
                for event, action in _group_by_start(
                    actor, rules.legal_actions(self.state, actor)[:MAX_ACTIONS]
                ):
                    if event not in seen:
                        seen.add(event)
                        yield PossibleEvent(event, action, shown)
            action = self._choose(actor, legal)
            self.state, _ = rules.apply(self.state, actor, action, self._chance)

    def _choose(self, actor: int, legal: Sequence[ActionLike]) -> ActionLike:
        for event in self._wanted:
            fitting = [
                action
                for action in self._rules.legal_actions(self.state, actor)[:MAX_ACTIONS]
                if event.fits(actor, action.token)
            ]
            if fitting:
                self._wanted.remove(event)
                return self._chance.choice(fitting)
        return self._chance.choice(legal)

    def do(self, plays: Sequence[str]) -> bool:
        """Have the seat do what it has prepared; tell whether it is its turn then, all wanted having come."""
        if self._wanted:
            return False
        for token in plays:
            try:
                self.state = apply_token(self._rules, self.state, self._seat, token, self._chance).state
            except RuleError:
                return False
        return self._is_ready()


def _group_by_start(actor: int, legal: Sequence[ActionLike]) -> Iterator[tuple[Condition, ActionLike]]:
    """Yield how the tokens of actions begin that agree on their first two fields, each with one of them."""
    groups: dict[tuple[object, ...], list[ActionLike]] = {}
    for action in legal:
        groups.setdefault(tuple(action.path[:2]), []).append(action)
    for actions in groups.values():
        token = _find_shared_start([action.token for action in actions])
        if token:
            yield Condition(token, actor), actions[0]


def _find_shared_start(tokens: Sequence[str]) -> str:
    """Return what tokens begin with in common, up to where a part of them ends."""
    first, length = tokens[0], min(map(len, tokens))
    while length and any(token[:length] != first[:length] or _splits_part(token, length) for token in tokens):
        length -= 1
    return first[:length].rstrip(_SIGNS)


def _splits_part(token: str, length: int) -> bool:
    """Tell whether a part of a token would be cut in two."""
    return length < len(token) and token[length - 1].isalnum() and token[length].isalnum()
