"""The rules of Shells. The table says where each clause of ``RULES.md`` is implemented. A test reads the
table.

============== ==================================================
EX-1.1         ``ShellRules.setup``
EX-2.1         ``ShellRules.legal_actions``: one to three pebbles
EX-3.1         ``ShellRules.outcome``
============== ==================================================

Larger games have separate files for actions, events, state and view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.core.errors import UnreadableToken
from games.core.outcome import Outcome, rank_seats
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import FIRST_FIELD, Pick
from games.core.texts import GenericScene
from games.core.values import value_class

PEBBLES, MAX_PEBBLES_TAKEN, MAX_PEARLS = 40, 3, 2


@value_class
class Take:
    """An action (EX-2.1). Each decision that the rules name is one action."""

    number: int

    @property
    def token(self) -> str:
        """Text for the log. People may also type it."""
        return f"take:{self.number}"

    @property
    def path(self) -> tuple[Pick, ...]:
        """Ask for the kind, "take", and then for the number."""
        return (Pick(FIRST_FIELD, "take"), Pick("number", str(self.number)))


ACTIONS_BY_TOKEN = {action.token: action for action in map(Take, range(1, MAX_PEBBLES_TAKEN + 1))}


@value_class
class ShellEvent:
    """An event: a seat looked into its shell, or took pebbles."""

    seat: int
    pebbles: int
    pearls: int | None = None
    """Number of pearls in the shell, or ``None`` if the viewer may not know the number."""
    reveals_hidden_parts: bool = False
    """Whether this is the last event, which reveals all pearls."""


@value_class
class State:
    """The whole position, including secrets. Only the rules may read it."""

    pebbles: int
    seat: int
    taken: tuple[int, ...]
    pearls: tuple[int, ...]


@value_class
class View:
    """A position as a seat or a spectator sees it. The first three fields are the same in every game."""

    viewer: int | None
    """The seat that may see this view, or ``None`` for a spectator."""
    active_seat: int | None
    """The seat whose turn it is."""
    to_act: tuple[int, ...]
    """The seats that may act now."""
    pebbles: int
    taken: tuple[int, ...]
    pearls: tuple[int | None, ...]
    """Number of pearls in each seat's shell, or ``None`` for a closed shell."""


Scene = GenericScene[ShellEvent, View]
StepResult = tuple[State, tuple[ShellEvent, ...]]


class ShellRules(Rules[State, Take, ShellEvent, View]):
    """Pure functions: equal arguments give equal results, and nothing is modified."""

    version = 1

    def setup(self, seat_count: int, options: Mapping[str, str], rng: Chance) -> StepResult:
        """Deal the shells (EX-1.1). All chance comes from ``rng``."""
        pearls = tuple(rng.draw_below(MAX_PEARLS + 1) for _ in range(seat_count))
        looked = tuple(ShellEvent(seat, 0, number) for seat, number in enumerate(pearls))
        return State(PEBBLES, 0, (0,) * seat_count, pearls), looked

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat that may act now, or none at the end."""
        return (state.seat,) if state.pebbles else ()

    def legal_actions(self, state: State, seat: int) -> tuple[Take, ...]:
        """Return every action the seat may take (EX-2.1). The interface offers these and no others."""
        return tuple(ACTIONS_BY_TOKEN.values())[: state.pebbles] if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: int, action: Take, rng: Chance) -> StepResult:
        """Return the state after a legal action, and its events."""
        taken = tuple(had + action.number * (one == seat) for one, had in enumerate(state.taken))
        after = State(state.pebbles - action.number, (seat + 1) % len(taken), taken, state.pearls)
        return after, (ShellEvent(seat, action.number, reveals_hidden_parts=not after.pebbles),)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result and the kind of ending (EX-3.1), or ``None`` before the end."""
        totals = [own + pearls for own, pearls in zip(state.taken, state.pearls, strict=True)]
        return None if state.pebbles else rank_seats("beach_empty", [(total,) for total in totals], totals)

    def view(self, state: State, viewer: int | None) -> View:
        """Return the state as a seat or a spectator (``None``) sees it, without hidden information."""
        over = not state.pebbles
        known = tuple(n if over or seat == viewer else None for seat, n in enumerate(state.pearls))
        return View(
            viewer, self.find_active_seat(state), self.to_act(state), state.pebbles, state.taken, known
        )

    def redact(self, event: ShellEvent, viewer: int | None) -> ShellEvent:
        """Return the event without the pearls of other seats."""
        return event if event.seat == viewer else replace(event, pearls=None)

    def sample(self, view: View, rng: Chance) -> State:
        """Return a random state that looks the same to the view's viewer."""
        pearls = tuple(rng.draw_below(MAX_PEARLS + 1) if n is None else n for n in view.pearls)
        return State(view.pebbles, view.active_seat or 0, view.taken, pearls)

    def read(self, token: str) -> Take:
        """Parse a token into an action. The token is untrusted input.

        :raises UnreadableToken: there is no such action.
        """
        if token not in ACTIONS_BY_TOKEN:
            raise UnreadableToken(token)
        return ACTIONS_BY_TOKEN[token]

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the values of an action's first field that the public board offers ``seat`` as buttons."""
        return ("take",)

    def count_components(self, state: State) -> Mapping[str, int]:
        """Return the number of each component, wherever it is."""
        return {"pebbles": state.pebbles + sum(state.taken), "shells": len(state.pearls)}
