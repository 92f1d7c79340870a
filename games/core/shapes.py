"""What the actions, events and views of every game have in common, whatever else is in them.

A state has nothing in common with that of another game: to whoever handles any game it is an ``object``,
which fits no text and no picture.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeVar

Value = str | tuple[str, ...]

FIRST = "kind"
"""The first field of every action of every game: its values are the buttons of the public board."""


TOKEN_LIMIT = 40
"""Characters of the token of an action."""


class Pick(NamedTuple):
    """One field of an action: its name and the value chosen for it."""

    field: str
    value: Value


class ActionLike(Protocol):
    """One decision that the rulebook names, as an immutable value.

    Equal choices are equal actions. ``token`` is its short reversible text, of at most :data:`TOKEN_LIMIT`
    of ``A-Z a-z 0-9 : , > = + - * #``. ``path`` lists its fields in the order in which a person is asked;
    values hold letters, digits, ``*``, ``-`` and ``#`` alone, and actions that agree on the fields so far
    agree on which field comes next.
    """

    @property
    def token(self) -> str: ...

    @property
    def path(self) -> tuple[Pick, ...]: ...


class EventLike(Protocol):
    """One thing that happened. ``reveals`` tells that something hidden was shown for the first time."""

    @property
    def reveals(self) -> bool: ...


class ViewLike(Protocol):
    """What one viewer may see, in a type without a field that could hold a secret."""

    @property
    def viewer(self) -> int | None: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=ActionLike)
EventT = TypeVar("EventT", bound=EventLike)
ViewT = TypeVar("ViewT", bound=ViewLike)

# Of what holds the parts of one game together and gives out what fits them: it counts as one of any game.
StateT_co = TypeVar("StateT_co", covariant=True)
ActionT_co = TypeVar("ActionT_co", bound=ActionLike, covariant=True)
EventT_co = TypeVar("EventT_co", bound=EventLike, covariant=True)
ViewT_co = TypeVar("ViewT_co", bound=ViewLike, covariant=True)

# Of what only takes them in.
ActionT_contra = TypeVar("ActionT_contra", bound=ActionLike, contravariant=True)
EventT_contra = TypeVar("EventT_contra", bound=EventLike, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=ViewLike, contravariant=True)
