"""What the rules of a game are to everything that is not that game: pure functions over immutable values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic

from games.core.errors import IllegalAction, UnreadableToken
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.shapes import ActionLike, ActionT, EventLike, EventT, StateT, ViewLike, ViewT
from games.core.words import N_


class Rules(ABC, Generic[StateT, ActionT, EventT, ViewT]):
    """The rules of one game in one version: a stateless object. Seats are ``0..n-1`` in turn order."""

    version: ClassVar[int]

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> tuple[StateT, tuple[EventT, ...]]:
        """Deal a new match. ``options`` holds every switch of the game."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that may act now, in turn order; empty when the match is over."""

    def turn(self, state: StateT) -> int | None:
        """Return the seat whose turn it is. It differs from ``to_act`` while others are asked something."""
        seats = self.to_act(state)
        return seats[0] if seats else None

    @abstractmethod
    def legal_actions(self, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """Return every legal action, each once, in a stable order, the likeliest of a kind first."""

    def candidates(self, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """Return the legal actions worth searching; never empty where ``legal_actions`` is not."""
        return self.legal_actions(state, seat)

    def is_legal(self, state: StateT, seat: int, action: ActionT) -> bool:
        """Tell whether ``action`` is legal; equal to membership in ``legal_actions``."""
        return action in self.legal_actions(state, seat)

    def refusal(self, state: StateT, seat: int, action: ActionT) -> IllegalAction:
        """Say why a readable ``action`` is illegal, by clause, from what ``seat`` may see alone."""
        return IllegalAction(N_("You can't do that now."))

    def unavailable(self, state: StateT, seat: int, kind: str) -> IllegalAction:
        """Say why nothing of a first field's ``kind`` is legal for ``seat``, from what it may see alone."""
        try:
            action = self.read(kind)
        except UnreadableToken:
            return IllegalAction(N_("You can't do that now."))
        return self.refusal(state, seat, action)

    @abstractmethod
    def apply(
        self, state: StateT, seat: int, action: ActionT, rng: Chance
    ) -> tuple[StateT, tuple[EventT, ...]]:
        """Return the state after a legal ``action`` and what happened, automatic steps included."""

    def turns_ended(self, before: StateT | None, after: StateT, events: tuple[EventT, ...]) -> int:
        """Return how many turns ended with a step, or with the deal, ``before`` which there was nothing.

        From what everybody may know. More than one where other seats had nothing to decide in theirs; one
        also where the next turn is the same seat's again.
        """
        return int(before is not None and self.turn(before) != self.turn(after))

    def passing(self) -> ActionT | None:
        """Return the action by which a seat in turn does nothing but end its turn; ``None``: there is none.

        What a game does by itself where a seat can do nothing is no action, and needs none here.
        """
        return None

    def begins_as_ever(self, events: tuple[EventT, ...]) -> bool:
        """Tell whether all chance of a step that drew is what begins every turn, as dice do that are rolled.

        Whoever means to pass expects that, whatever it brings. From what everybody may know.
        """
        return False

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result once the match is over."""

    @abstractmethod
    def view(self, state: StateT, viewer: int | None) -> ViewT:
        """Return what ``viewer`` may see; ``None`` is a spectator."""

    def recall(self, state: StateT, viewer: int | None) -> ViewT:
        """Return the view of somebody who remembers all that was open once: computer players think from it.

        A position that is sampled from it agrees with that. By default a view tells all of it.
        """
        return self.view(state, viewer)

    def view_ended(self, state: StateT, viewer: int | None) -> ViewT:
        """Return what ``viewer`` may see of a match that its people have ended: no secret needs keeping.

        What is laid open where the rules end a match is laid open here too. By default nothing more.
        """
        return self.view(state, viewer)

    def last_sight(
        self, before: ViewT, events: tuple[EventT, ...]
    ) -> tuple[ViewT, tuple[EventT, ...]] | None:
        """Return a position that came and went within a step, and what had led to it; ``None``: none did.

        A game that deals on by itself shows here how things stood at last before that deal.

        :param before: what a viewer saw before the step.
        :param events: what that viewer may hear of the step.
        """
        return None

    @abstractmethod
    def redact(self, event: EventT, viewer: int | None) -> EventT:
        """Return ``event`` as ``viewer`` may hear of it."""

    @abstractmethod
    def sample(self, view: ViewT, rng: Chance) -> StateT:
        """Deal the hidden parts anew: a state with ``self.view(state, view.viewer) == view``."""

    @abstractmethod
    def read(self, token: str) -> ActionT:
        """Return the action that ``token`` writes.

        :raises UnreadableToken: it writes none, or not in its one canonical form.
        """

    @abstractmethod
    def openers(self, view: ViewT, seat: int) -> tuple[str, ...]:
        """Return the first-field values offered to ``seat`` on the public board.

        Made from a spectator's view, so that buttons tell no secret: at least every value among the
        legal actions of ``seat``, were it to act (waiting answers of others left aside).
        """

    def answer(self, view: ViewT, seat: int, order: str) -> ActionT | None:
        """Return what the standing ``order`` of a seat to act decides for it; ``None`` waits for the person.

        Asked only while another seat's turn waits for this one. ``order`` is empty for the default.
        """
        return None

    @abstractmethod
    def census(self, state: StateT) -> Mapping[str, int]:
        """Count every component of the box wherever it is; the same at each step of a match."""


AnyRules = Rules[object, ActionLike, EventLike, ViewLike]
"""The rules of any game: what they call a state is opaque."""
