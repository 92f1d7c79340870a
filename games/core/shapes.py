"""The interfaces of the actions, events and views of all games.

States have no common interface. Code that handles any game sees them as ``object``, so it can't pass them to
texts or drawings by mistake.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeVar

PickValue = str | tuple[str, ...]

FIRST_FIELD = "kind"
"""Name of the first field of every action. Its values are the buttons of the public board."""


MAX_TOKEN_LENGTH = 40
"""Maximum length of a token."""


class Pick(NamedTuple):
    """One field of an action: its name and the value chosen for it."""

    field: str
    value: PickValue


class ActionLike(Protocol):
    """One decision that the rulebook names, as an immutable value. Equal choices must be equal actions."""

    @property
    def token(self) -> str:
        """Parseable text of at most :data:`MAX_TOKEN_LENGTH` characters ``A-Z a-z 0-9 : , > = + - * #``."""
        ...

    @property
    def path(self) -> tuple[Pick, ...]:
        """The fields in the order in which a person is asked for them.

        Their values consist of letters, digits, ``*``, ``-`` and ``#``. Actions with equal values so far must
        have the same next field.
        """
        ...


class EventLike(Protocol):
    """Something that happened in a match."""

    @property
    def reveals_hidden_parts(self) -> bool:
        """Whether something hidden was shown for the first time."""
        ...


class ViewLike(Protocol):
    """A position as one viewer may see it. The type has no fields for secrets."""

    @property
    def viewer(self) -> int | None: ...
    @property
    def active_seat(self) -> int | None: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=ActionLike)
EventT = TypeVar("EventT", bound=EventLike)
ViewT = TypeVar("ViewT", bound=ViewLike)

# Covariant, so that a game's own GenericGame and GenericMatch are accepted as those of any game.
StateT_co = TypeVar("StateT_co", covariant=True)
ActionT_co = TypeVar("ActionT_co", bound=ActionLike, covariant=True)
EventT_co = TypeVar("EventT_co", bound=EventLike, covariant=True)
ViewT_co = TypeVar("ViewT_co", bound=ViewLike, covariant=True)

# Contravariant, for protocols whose methods only accept these values.
ActionT_contra = TypeVar("ActionT_contra", bound=ActionLike, contravariant=True)
EventT_contra = TypeVar("EventT_contra", bound=EventLike, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=ViewLike, contravariant=True)
