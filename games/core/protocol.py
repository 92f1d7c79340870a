"""What a game is to everything that is not that game: a folder with a literal that declares it.

Its :class:`~games.core.rules.Rules` are pure functions over immutable values; its texts and its drawing
(:mod:`games.core.texts`) read a ``View`` and a ``Scene``, never a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal

from games.core.errors import Unplayable
from games.core.feats import RecordOf
from games.core.icons import Icon
from games.core.lesson import StepOf
from games.core.picture import Move, Poster
from games.core.rules import Rules
from games.core.shapes import (
    ActionLike,
    ActionT_co,
    EventLike,
    EventT_co,
    StateT_co,
    ViewLike,
    ViewT_co,
)
from games.core.texts import Drawing, GameTexts
from games.core.words import N_, Msg, Words, plural


@dataclass(frozen=True, slots=True)
class Field:
    """How one field of an action likes to be asked for.

    ``show``: a few values are buttons and more of them a list; ``buttons`` are a list only where they must.
    ``suggest``: the first value is confirmed with one press, others stand beside it.
    ``unordered``: a tuple's elements may be named in any order.
    ``layout``: every value of a grid in its place; one that cannot be chosen now stays, switched off.
    ``joins``: the fields behind it that are asked for with the same press, as many of them as keep the values
    to ``joined`` or fewer.
    ``tabs``: the likeliest value is taken for granted; the others stand beside the question that follows.
    ``whole``: more whole tuples than this are asked for element by element.
    ``final``: its values say what is done, so that what was chosen by one is not asked about again.
    """

    show: Literal["list", "buttons", "grid"] = "list"
    suggest: bool = False
    unordered: bool = False
    columns: int = 4
    layout: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    joined: int = 10
    tabs: bool = False
    whole: int = 25
    final: bool = False


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

    ``rank_labels`` and ``rank_icons`` name what the letters stand for.
    """

    name: str
    label: Msg
    rank: tuple[str, ...] = ()
    rank_labels: tuple[Msg, ...] = ()
    rank_icons: tuple[str, ...] = ()

    def icon_of(self, letter: str) -> str:
        """Return the emoji of a letter of the ranking."""
        return self.rank_icons[self.rank.index(letter)]

    def label_of(self, letter: str, w: Words) -> str:
        """Name a letter of the ranking on a button or in a list."""
        text = w.msg(self.rank_labels[self.rank.index(letter)])
        return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Lapses:
    """How a level of the computer players errs, as people do.

    ``overlooks``: in so many of a hundred cases it does not see a move, unless that wins at once.
    ``misjudges``: how far its judgement of a move is off, as log odds of winning; 0: never. What is worth
    nearly the same is then chosen by taste, and a small gain is missed far more often than a great one.
    """

    overlooks: int = 0
    misjudges: float = 0.0


@dataclass(frozen=True, slots=True)
class Search(Generic[StateT_co, ActionT_co]):
    """How a level of a game searches; what is ``None`` is as the game says of all its levels.

    ``estimate`` judges a state for a seat as :attr:`GameOf.estimate` does. ``curiosity`` is how much a seldom
    visited action is preferred to a good one, ``breadth`` how many actions of the root are searched, and
    ``playout`` as :attr:`GameOf.playout`. With a ``habit`` nobody looks ahead in playouts: it picks
    one of a seat's actions by what that seat knows, the own hand and the table
    (:mod:`games.players.playouts`). ``likely`` tells by how many log-odds what a seat does not see is rather
    held than dealt, or ``None`` where nothing can be told. ``most`` is the number of iterations beyond which
    more of them were shown to bring nothing: it thinks no longer.
    """

    estimate: Callable[[StateT_co, int], float] | None = None
    curiosity: float | None = None
    breadth: int | None = None
    playout: int | None = None
    habit: Callable[[StateT_co, int, tuple[ActionT_co, ...]], ActionT_co] | None = None
    likely: Callable[[StateT_co, int], float | None] | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Credits:
    """Whose game it is."""

    designers: tuple[str, ...]
    publisher: str
    year: int


@dataclass(frozen=True, slots=True)
class GameOf(Generic[StateT_co, ActionT_co, EventT_co, ViewT_co]):
    """All that the host needs to know of a game: one literal per folder.

    Its types are those of its rules, so a text or an estimate that reads another type than they give out is
    found where the literal stands. Whoever handles every game alike writes ``Game``.
    """

    key: str
    title: str
    credits: Credits
    summary: Msg
    seats: range
    options: tuple[Option, ...]
    fields: Mapping[str, Field]
    longest: int
    rules: Mapping[int, Rules[StateT_co, ActionT_co, EventT_co, ViewT_co]]
    texts: GameTexts[ActionT_co, EventT_co, ViewT_co]
    drawing: str
    moving: str = ""
    """Where to find the function that returns the pieces that a turn moved on the board of everybody."""
    retold: Mapping[str, Msg] = field(default_factory=dict)
    """What reasons say of ``{actor}`` to others, by the sentence that speaks to that player."""
    orders: tuple[Order, ...] = field(default=())
    legend: tuple[tuple[Icon, Msg], ...] = ()
    """The small pictures that need a name, in the order in which the rules list them."""
    poster: Poster = field(default=Poster())
    """What is shown of it before a match."""
    notable: Callable[[EventT_co], bool] | None = None
    """Tells of an event whether somebody who was away hears of it before the rest."""
    estimate: Callable[[StateT_co, int], float] | None = None
    """Judges a state for a seat, from 0 (lost) to 1 (won): what computer players go by between endings."""
    horizon: Callable[[StateT_co], object] | None = None
    """Tells the deal that a state belongs to: computer players do not search what another deal brings."""
    shortlist: Callable[[StateT_co, int], tuple[ActionT_co, ...]] | None = None
    """Picks the most promising candidates of a seat, where computer players could not look at them all."""
    lesson: tuple[StepOf[StateT_co, ActionT_co, EventT_co], ...] = ()
    """What teaches a newcomer the game, in its order; empty where nothing does."""
    playout: int = 0
    """How many turns ahead a search plays on by the estimate; 0: it judges what the tree reaches."""

    hard: Search[StateT_co, ActionT_co] | None = None
    """How ``hard`` searches where the above does not say it all."""
    expert: Search[StateT_co, ActionT_co] | None = None
    """How its strongest computer player searches; ``None``: it has none beyond ``hard``."""
    lapses: Mapping[str, Lapses] = field(default_factory=dict)
    """How a level errs here, by its name: each is to be a step above the one below it, for people too."""
    records: tuple[RecordOf[EventT_co], ...] = ()
    """What is kept of it as records of a server and a season."""
    grades: Mapping[str, float] = field(default_factory=dict)
    """How strong a level is here, on the scale of ratings: 25 is somebody of whom nothing is known."""

    margin: float = 0.1
    """By so much of a win chance the best move of a puzzle is better than the next: less where each of many
    moves decides less."""
    daily: Mapping[str, str] = field(default_factory=dict)
    """The switches of the deal that everybody gets on a day, and of puzzles, where not at their defaults."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def version(self) -> int:
        """The rules version of new matches."""
        return max(self.rules)

    @property
    def played_on(self) -> Search[StateT_co, ActionT_co] | None:
        """How ``hard`` searches where it plays on out of habit: better than any tree, so all judge by it."""
        return self.hard if self.hard is not None and self.hard.habit is not None else None

    def defaults(self) -> dict[str, str]:
        """Return every switch at its default."""
        return {option.name: option.values[0] for option in self.options}

    def choose(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return every switch of a match, those left out at their defaults.

        :raises Unplayable: the number of seats or an option is not one of this game's.
        """
        chosen = self.defaults() | dict(options)
        known = {option.name: option.values for option in self.options}
        for name, setting in chosen.items():
            if setting not in known.get(name, ()):
                raise Unplayable(
                    Msg(
                        N_("{game} has no option {option}={value}."),
                        {"game": self.title, "option": name[:40], "value": setting[:40]},
                    )
                )
        if seats not in self.seats:
            text = plural(
                "You can't play {game} with {n} seat.",
                "You can't play {game} with {n} seats.",
                seats,
                game=self.title,
            )
            raise Unplayable(text)
        return chosen

    @property
    def draw(self) -> Drawing[EventT_co, ViewT_co]:
        """What draws a view. Pillow is imported here, on the first picture, and nowhere in the rules."""
        from importlib import import_module

        module, _, name = self.drawing.partition(":")
        drawing: Drawing[EventT_co, ViewT_co] = getattr(import_module(module), name)
        return drawing

    def moves(self, before: ViewLike, after: ViewLike, events: Sequence[EventLike]) -> tuple[Move, ...]:
        """Return the pieces that ``events`` moved between two public views, in their order."""
        from importlib import import_module

        if not self.moving:
            return ()
        module, _, name = self.moving.partition(":")
        found: tuple[Move, ...] = getattr(import_module(module), name)(before, after, tuple(events))
        return found


if TYPE_CHECKING:
    Game = GameOf[object, ActionLike, EventLike, ViewLike]
    """Any game, as the host handles it: its states are opaque, so none of them fits a text or a picture."""
else:
    # An alias with its types filled in cannot be called where it stands for a frozen class.
    Game = GameOf
