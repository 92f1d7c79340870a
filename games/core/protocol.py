"""What a game is to everything that is not that game.

A game is a folder with a :class:`Game` literal. Its :class:`Rules` are pure functions over
immutable values; its words and its drawing read a ``View`` and a :class:`Scene`, never a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from games.core.errors import IllegalAction, UnreadableToken
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.words import N_, Msg, Words

Value = str | tuple[str, ...]

FIRST = "kind"
"""The first field of every action of every game: its values are the buttons of the public board."""


class Pick(NamedTuple):
    """One field of an action: its name and the value chosen for it."""

    field: str
    value: Value


class ActionLike(Protocol):
    """One decision that the rulebook names, as an immutable value.

    Equal choices are equal actions. ``token`` is its short reversible text (at most 40 characters of
    ``A-Z a-z 0-9 : , > = + - * #``). ``path`` lists its fields in the order in which a person is asked;
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
        return IllegalAction(N_("That is not possible now."))

    def unavailable(self, state: StateT, seat: int, kind: str) -> IllegalAction:
        """Say why nothing of a first field's ``kind`` is legal for ``seat``, from what it may see alone."""
        try:
            action = self.read(kind)
        except UnreadableToken:
            return IllegalAction(N_("Nothing of that kind is possible now."))
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

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result once the match is over."""

    @abstractmethod
    def view(self, state: StateT, viewer: int | None) -> ViewT:
        """Return what ``viewer`` may see; ``None`` is a spectator."""

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


@dataclass(frozen=True, slots=True)
class Field:
    """How one field of an action likes to be asked for.

    ``suggest``: the first value is confirmed with one press, others stand beside it.
    ``unordered``: a tuple's elements may be named in any order.
    ``layout``: every value of a grid in its place; one that cannot be chosen now stays, switched off.
    """

    show: Literal["list", "buttons", "grid"] = "list"
    suggest: bool = False
    unordered: bool = False
    columns: int = 4
    layout: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a game. The first value is the default."""

    name: str
    values: tuple[str, ...]
    label: Msg
    value_labels: tuple[Msg, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order. With ``rank`` its text goes on with those letters in the person's own order.

    The letters are values of the action field ``field``, which names them.
    """

    name: str
    label: Msg
    rank: tuple[str, ...] = ()
    field: str = ""


@dataclass(frozen=True, slots=True)
class Credits:
    """Whose game it is."""

    designers: tuple[str, ...]
    publisher: str
    year: int


@dataclass(frozen=True, slots=True)
class Scene:
    """What a text or a picture is made of beside the view.

    ``events`` are what the viewer may hear of the newest change; ``names[seat]`` are plain names.
    ``before`` is the view of an earlier position by the same viewer: a picture then outlines what differs
    from it, else what the events touched. ``steady``: the table's own ground is equally bright whoever is in
    turn and what stays where it is keeps its place, so that a film shows what changes and does not flicker.
    ``reader`` is the seat whose person alone reads a text: what concerns it may then speak to it.
    """

    names: tuple[str, ...]
    w: Words
    events: tuple[Any, ...] = ()
    outcome: Outcome | None = None
    before: Any = None
    steady: bool = False
    reader: int | None = None


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page of ``/rules``: Markdown of at most 1,800 characters, and perhaps a picture.

    ``shows`` names the event class that the picture is to show just after it has happened
    (:mod:`games.core.example`), or ``opening``; empty without a picture. ``telling`` judges by all that
    happened whether the picture tells what the page explains.
    """

    title: str
    text: str
    shows: str = ""
    telling: Callable[[tuple[Any, ...]], bool] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, title: str, *paragraphs: str) -> RulesPage:
        """Return a page of paragraphs."""
        return cls(title, "\n\n".join(paragraphs))

    def showing(self, shows: str, telling: Callable[[tuple[Any, ...]], bool] | None = None) -> RulesPage:
        """Return the page with a picture."""
        return RulesPage(self.title, self.text, shows, telling)


@dataclass(frozen=True, slots=True)
class Advice:
    """Why an action is worth a look: a sentence for a beginner, and the clause behind it (``DR-3.6``)."""

    text: str
    clause: str


class GameWords(Protocol):
    """The texts of a game. Each function reads a view and a scene, and names no secret."""

    def label(self, field: str, value: str, view: Any, scene: Scene) -> str:
        """Name a value of a field on a button or in a list (80 characters)."""

    def hint(self, field: str, value: str, view: Any, scene: Scene) -> str:
        """Say more of a value below its name in a list (100 characters); may be empty."""

    def icon(self, field: str, value: str, view: Any) -> str | None:
        """Return one emoji that goes before the label."""

    def question(self, field: str, picks: Sequence[Pick], view: Any, scene: Scene) -> str:
        """Ask for a field, given what has been picked (200 characters).

        Of a tuple that is asked for piece by piece, the last pick holds the elements named so far.
        """

    def phrase(self, action: Any, view: Any, scene: Scene) -> str:
        """Say a whole action before it is done (90 characters)."""

    def advise(self, action: Any, view: Any, scene: Scene) -> Advice:
        """Say what a legal action of the viewer brings, costs, prepares or denies (160 characters).

        The clause is one of the game's ``RULES.md``.
        """

    def tell(self, event: Any, scene: Scene) -> str:
        """Narrate a redacted event in one sentence; empty where it goes without saying."""

    def status(self, view: Any, scene: Scene) -> str:
        """Say whose turn it is and what is awaited, in a sentence or two; at the end, who won and why."""

    def alt(self, view: Any, scene: Scene) -> str:
        """Put the picture into words: turn, change, scores, counts, then position (1,024 characters)."""

    def describe(self, view: Any, scene: Scene) -> str:
        """Put the whole position into words, enough to play from; short lines."""

    def rules(self, w: Words) -> tuple[RulesPage, ...]:
        """Explain the game in the product's own words."""


class Drawing(Protocol):
    """Draws a view as a palette picture, the near edge of the table being the viewer's."""

    def __call__(self, view: Any, scene: Scene) -> Any:
        """Return the picture, a ``PIL.Image.Image`` (the rules know no Pillow, not even its types)."""


@dataclass(frozen=True, slots=True)
class Game:
    """All that the host needs to know of a game: one literal per folder."""

    key: str
    title: str
    credits: Credits
    summary: Msg
    seats: range
    options: tuple[Option, ...]
    fields: Mapping[str, Field]
    longest: int
    rules: Mapping[int, Rules[Any, Any, Any, Any]]
    words: GameWords
    drawing: str
    orders: tuple[Order, ...] = field(default=())
    confirm: frozenset[str] = frozenset()
    """First-field values that are confirmed even where nothing is left to choose."""
    notable: Callable[[Any], bool] | None = None
    """Tells of an event whether somebody who was away hears of it before the rest."""
    estimate: Callable[[Any, int], float] | None = None
    """Judges a state for a seat, from 0 (lost) to 1 (won): what computer players go by between endings."""
    horizon: Callable[[Any], Any] | None = None
    """Tells the deal that a state belongs to: computer players do not search what another deal brings."""
    shortlist: Callable[[Any, int], tuple[Any, ...]] | None = None
    """Picks the most promising candidates of a seat, where computer players could not look at them all."""
    playout: int = 0
    """How many turns ahead a search plays on by the estimate; 0: it judges what the tree reaches."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def version(self) -> int:
        """The rules version of new matches."""
        return max(self.rules)

    def defaults(self) -> dict[str, str]:
        """Return every switch at its default."""
        return {option.name: option.values[0] for option in self.options}

    def draw(self, view: Any, scene: Scene) -> Any:
        """Draw ``view``. Pillow is imported here, on the first picture, and nowhere in the rules."""
        from importlib import import_module

        module, _, name = self.drawing.partition(":")
        drawing: Drawing = getattr(import_module(module), name)
        return drawing(view, scene)
