"""The rules of Shells, clause by clause as in ``RULES.md``.

A game that takes more lines has files of their own for its actions, events, state and view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.core.errors import UnreadableToken
from games.core.outcome import Outcome, ranked
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import FIRST, Pick
from games.core.texts import SceneOf
from games.core.values import value

PEBBLES, MOST_PEARLS = 7, 2


@value
class Take:
    """An action (EX-2.1): one decision that the rules name."""

    number: int

    @property
    def token(self) -> str:
        """What stands in the log, and what a person may type."""
        return f"take:{self.number}"

    @property
    def path(self) -> tuple[Pick, ...]:
        """Asked for as "take", then how many."""
        return (Pick(FIRST, "take"), Pick("number", str(self.number)))


ACTIONS = {action.token: action for action in (Take(1), Take(2))}


@value
class Happened:
    """An event: a seat looked into its shell, or took pebbles, which ``reveals`` all pearls at the end.

    ``pearls`` is None to those who may not know them.
    """

    seat: int
    pebbles: int
    pearls: int | None = None
    reveals: bool = False


@value
class State:
    """Everything, secrets included. Nobody but the rules ever gets one."""

    pebbles: int
    seat: int
    taken: tuple[int, ...]
    pearls: tuple[int, ...]


@value
class View:
    """What ``viewer`` may see: ``pearls`` is None where a shell is closed to it.

    The view of every game has the first three fields.
    """

    viewer: int | None
    turn: int | None
    to_act: tuple[int, ...]
    pebbles: int
    taken: tuple[int, ...]
    pearls: tuple[int | None, ...]


Scene = SceneOf[Happened, View]
Step = tuple[State, tuple[Happened, ...]]


class ShellRules(Rules[State, Take, Happened, View]):
    """Pure functions: the same state, action and chance give the same, and nothing is changed in place."""

    version = 1

    def setup(self, seats: int, options: Mapping[str, str], rng: Chance) -> Step:
        """Deal (EX-1.1). Chance comes from ``rng`` alone."""
        pearls = tuple(rng.below(MOST_PEARLS + 1) for _ in range(seats))
        looked = tuple(Happened(seat, 0, number) for seat, number in enumerate(pearls))
        return State(PEBBLES, 0, (0,) * seats, pearls), looked

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return who may act now: one seat, and nobody at the end."""
        return (state.seat,) if state.pebbles else ()

    def legal_actions(self, state: State, seat: int) -> tuple[Take, ...]:
        """Return all that the seat may do (EX-2.1); the interface offers this and nothing else."""
        return tuple(ACTIONS.values())[: state.pebbles] if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: int, action: Take, rng: Chance) -> Step:
        """Return what a legal action makes of the state, and what there is to tell of it."""
        taken = tuple(had + action.number * (one == seat) for one, had in enumerate(state.taken))
        after = State(state.pebbles - action.number, (seat + 1) % len(taken), taken, state.pearls)
        return after, (Happened(seat, action.number, reveals=not after.pebbles),)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result at the end (EX-3.1), under a name for this way to end."""
        totals = [own + pearls for own, pearls in zip(state.taken, state.pearls, strict=True)]
        return None if state.pebbles else ranked("beach_empty", [(total,) for total in totals], totals)

    def view(self, state: State, viewer: int | None) -> View:
        """Return what a seat, or a spectator (None), may see. Secrets leave a state here and nowhere else."""
        over = not state.pebbles
        known = tuple(n if over or seat == viewer else None for seat, n in enumerate(state.pearls))
        return View(viewer, self.turn(state), self.to_act(state), state.pebbles, state.taken, known)

    def redact(self, event: Happened, viewer: int | None) -> Happened:
        """Return the event as ``viewer`` hears of it: pearls only in the own shell."""
        return event if event.seat == viewer else replace(event, pearls=None)

    def sample(self, view: View, rng: Chance) -> State:
        """Deal anew what a view hides: a state that looks like the real one to this viewer."""
        pearls = tuple(rng.below(MOST_PEARLS + 1) if n is None else n for n in view.pearls)
        return State(view.pebbles, view.turn or 0, view.taken, pearls)

    def read(self, token: str) -> Take:
        """Return the action of a token that may come from anywhere."""
        if token not in ACTIONS:
            raise UnreadableToken(token)
        return ACTIONS[token]

    def openers(self, view: View, seat: int) -> tuple[str, ...]:
        """Return the buttons of the public board: every first value that the seat may need."""
        return ("take",)

    def census(self, state: State) -> Mapping[str, int]:
        """Count each component wherever it is."""
        return {"pebbles": state.pebbles + sum(state.taken), "shells": len(state.pearls)}
