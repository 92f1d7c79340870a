"""The interface of a game's rules: pure functions over immutable values."""

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
    """The rules of one version of a game, as a stateless object. Seats are ``0..n-1`` in turn order."""

    version: ClassVar[int]

    @abstractmethod
    def setup(
        self, seat_count: int, options: Mapping[str, str], rng: Chance
    ) -> tuple[StateT, tuple[EventT, ...]]:
        """Deal a new match. ``options`` contains every option of the game."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that may act now, in turn order. After the match there are none."""

    def find_active_seat(self, state: StateT) -> int | None:
        """Return the seat whose turn it is, or ``None`` if the match is over.

        Other seats may have to act during the turn.
        """
        seats = self.to_act(state)
        return seats[0] if seats else None

    @abstractmethod
    def legal_actions(self, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """Return every legal action once, in a stable order, the likeliest of each kind first."""

    def list_candidates(self, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """Return the legal actions worth searching, at least one if any action is legal."""
        return self.legal_actions(state, seat)

    def is_legal(self, state: StateT, seat: int, action: ActionT) -> bool:
        """Return whether ``action`` is in :meth:`legal_actions`."""
        return action in self.legal_actions(state, seat)

    def explain_refusal(self, state: StateT, seat: int, action: ActionT) -> IllegalAction:
        """Return the reason why ``action`` is illegal. It must reveal nothing that ``seat`` can't see."""
        return IllegalAction(N_("You can't do that now."))

    def explain_unavailable(self, state: StateT, seat: int, kind: str) -> IllegalAction:
        """Return the reason why no action of a kind is legal, like :meth:`explain_refusal`."""
        try:
            action = self.read(kind)
        except UnreadableToken:
            return IllegalAction(N_("You can't do that now."))
        return self.explain_refusal(state, seat, action)

    @abstractmethod
    def apply(
        self, state: StateT, seat: int, action: ActionT, rng: Chance
    ) -> tuple[StateT, tuple[EventT, ...]]:
        """Apply a legal ``action`` and its automatic consequences; return the new state and all events."""

    def count_ended_turns(self, before: StateT | None, after: StateT, events: tuple[EventT, ...]) -> int:
        """Return the number of turns that ended with a step. For the deal, ``before`` is ``None``.

        Use public information only. Count the turns of other seats that had nothing to decide, and count a
        turn even if the same seat has the next one.
        """
        return int(before is not None and self.find_active_seat(before) != self.find_active_seat(after))

    def find_unasked_action(self, state: StateT, seat: int) -> ActionT | None:
        """Return an action to perform without asking, because all other choices remain possible after it.

        Return ``None`` if the choice matters. Use public information only.
        """
        return None

    def find_pass_action(self) -> ActionT | None:
        """Return the action that ends a turn without doing anything, or ``None`` if the game has none.

        Turns that the game skips automatically don't need one.
        """
        return None

    def is_turn_start(self, events: tuple[EventT, ...]) -> bool:
        """Return whether the events only begin a turn at random, such as a roll of dice.

        A prepared pass stays valid after such events. Use public information only.
        """
        return False

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result if the match is over."""

    @abstractmethod
    def view(self, state: StateT, viewer: int | None) -> ViewT:
        """Return the state as seen by ``viewer``, or by a spectator if ``None``."""

    def recall(self, state: StateT, viewer: int | None) -> ViewT:
        """Return the view of a computer player, which remembers everything ever shown to its seat.

        By default this is the ordinary view.
        """
        return self.view(state, viewer)

    def make_ended_view(self, state: StateT, viewer: int | None) -> ViewT:
        """Return the view of a match that its players ended early.

        If the end of a match reveals hidden things such as hands, this view should reveal them, too. By
        default it reveals nothing.
        """
        return self.view(state, viewer)

    def get_view_before_deal(
        self, before: ViewT, events: tuple[EventT, ...]
    ) -> tuple[ViewT, tuple[EventT, ...]] | None:
        """Return the view just before a new deal within a step, and the events leading up to it.

        Return ``None`` if the step didn't deal.

        :param before: the view before the step.
        :param events: the step's events, redacted for the same viewer.
        """
        return None

    @abstractmethod
    def redact(self, event: EventT, viewer: int | None) -> EventT:
        """Return ``event`` without what ``viewer`` may not know."""

    @abstractmethod
    def sample(self, view: ViewT, rng: Chance) -> StateT:
        """Return a random state with ``self.view(state, view.viewer) == view``."""

    @abstractmethod
    def read(self, token: str) -> ActionT:
        """Parse a token and return its action.

        :raises UnreadableToken: if the text isn't a token in canonical form.
        """

    @abstractmethod
    def list_first_choices(self, view: ViewT, seat: int) -> tuple[str, ...]:
        """Return the values of an action's first field that the public board offers ``seat`` as buttons.

        The values include all that could be legal for ``seat``, judging by a spectator's view. So the buttons
        reveal nothing hidden.
        """

    def answer_by_order(self, view: ViewT, seat: int, order: str) -> ActionT | None:
        """Return the action that follows from a seat's standing order, or ``None`` to wait for the player.

        This is called only while another seat's turn waits for this seat.

        :param order: the standing order. It is empty if the player has set none.
        """
        return None

    @abstractmethod
    def count_components(self, state: StateT) -> Mapping[str, int]:
        """Count the components of the game, such as cards. The counts must never change during a match."""


AnyRules = Rules[object, ActionLike, EventLike, ViewLike]
"""The rules of any game. Its states are opaque."""
