"""The declaration of a game, which is all that other code knows about it.

A game is a folder with one :class:`GameOf` literal. Its :class:`~games.core.rules.Rules` are pure functions
over immutable values; its texts and drawing (:mod:`games.core.texts`) get a ``View`` and a ``Scene``, never a
state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal

from games.core.aims import AimOf
from games.core.errors import Unplayable
from games.core.icons import Icon
from games.core.lesson import StepOf
from games.core.picture import Box, CloseUp, Move, PictureRows, Poster, Standing
from games.core.records import RecordOf
from games.core.rules import Rules
from games.core.shapes import (
    ActionLike,
    ActionT_co,
    EventLike,
    EventT_co,
    Pick,
    StateT_co,
    ViewLike,
    ViewT_co,
)
from games.core.texts import Drawing, GameTexts
from games.core.words import N_, Msg, Words, plural

_DICE_OR_CARDS = Msg(N_("dice or cards"))


@dataclass(frozen=True, slots=True)
class Field:
    """How to ask for one field of an action."""

    show: Literal["list", "buttons", "grid"] = "list"
    """``list`` shows values as buttons if there are only a few, ``buttons`` if all of them fit; otherwise the
    values are in a select. ``grid`` shows buttons in rows of ``columns``.
    """
    suggest: bool = False
    """Show the first value with a button to confirm it, and the others next to it."""
    unordered: bool = False
    """Accept the elements of a tuple in any order."""
    columns: int = 4
    cells: tuple[str, ...] = ()
    """Values that keep their place in a grid of buttons. Those that can't be chosen are disabled."""
    short: tuple[str, ...] = ()
    """Values with short labels. If all offered values are among these, they are buttons in rows of
    ``columns``.
    """
    joins: tuple[str, ...] = ()
    """Fields that follow and are asked for together with this one, up to ``max_joined`` combined values."""
    max_joined: int = 10
    tabs: bool = False
    """Assume the likeliest value and ask for the next field. Buttons offer the other values."""
    likeliest: Callable[[Sequence[str], Any], str] | None = None
    """Returns the value to assume, given all values and the seat's view. By default it is the first value."""
    max_whole: int = 25
    """Maximum number of tuples to offer as whole values. If there are more, ask element by element."""
    named: bool = False
    """If the field has a single value, mention it in the question that follows."""
    final: bool = False
    """The action needs no confirmation, because the value says what it does."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game. The first value is the default."""

    name: str
    values: tuple[str, ...]
    label: Msg
    value_labels: tuple[Msg, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order: a rule by which a seat answers automatically during other seats' turns."""

    name: str
    label: Msg
    rank: tuple[str, ...] = ()
    """Keys, one letter each, of the items that the player also has to rank; empty if there are none."""
    rank_labels: tuple[Msg, ...] = ()
    """Descriptions of the items, in the same order."""
    rank_icons: tuple[str, ...] = ()
    """Emoji of the items, in the same order."""

    def get_icon(self, letter: str) -> str:
        """Return the emoji for an item of ``rank``."""
        return self.rank_icons[self.rank.index(letter)]

    def get_label(self, letter: str, w: Words) -> str:
        """Return the label of an item of ``rank`` for a button or a select."""
        text = w.msg(self.rank_labels[self.rank.index(letter)])
        return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Weakness:
    """How often and how badly a level of the computer players errs."""

    overlooks: int = 0
    """Percentage of moves that the level doesn't see. A move that wins immediately is always seen."""
    misjudges: float = 0.0
    """Typical error in judging a move, in log odds of winning. It swaps moves of nearly equal value, and
    hides small gains far more often than large ones.
    """


@dataclass(frozen=True, slots=True)
class Search(Generic[StateT_co, ActionT_co]):
    """How a level of the computer players searches."""

    estimate: Callable[[StateT_co, int], float] | None = None
    """Replaces :attr:`Players.estimate`, unless it is ``None``."""
    curiosity: float | None = None
    """How much the search prefers rarely visited actions to good ones; ``None`` for the default of
    all games.
    """
    breadth: int | None = None
    """Number of root actions that are searched; ``None`` for the default of all games."""
    playout: int | None = None
    """Replaces :attr:`Players.playout`, unless it is ``None``."""
    habit: Callable[[StateT_co, int, tuple[ActionT_co, ...]], ActionT_co] | None = None
    """Returns the action that a seat chooses without searching, from its own hand and the cards on the table.
    If set, positions are played out with it instead of searched as a tree (:mod:`games.players.playouts`).
    """
    likely: Callable[[StateT_co, int], float | None] | None = None
    """Returns the log odds that a seat holds the hidden cards of a sampled state; ``None`` if nothing is
    known about these cards.
    """
    max_iterations: int | None = None
    """Number of iterations beyond which further ones don't improve play."""


@dataclass(frozen=True, slots=True)
class Players(Generic[StateT_co, ActionT_co]):
    """How computer players play a game. Every field may be left out."""

    estimate: Callable[[StateT_co, int], float] | None = None
    """Returns a state's value for a seat, from 0 (lost) to 1 (won). Without it, play continues at random."""
    horizon: Callable[[StateT_co], object] | None = None
    """Returns a value that identifies the deal a state belongs to. A search stops at the next deal."""
    shortlist: Callable[[StateT_co, int], tuple[ActionT_co, ...]] | None = None
    """Returns the most promising actions of a seat, for games with too many actions to evaluate."""
    playout: int = 0
    """Number of turns that a search plays beyond the root before it estimates a position. With 0, it
    estimates the positions at the leaves of the tree.
    """
    hard: Search[StateT_co, ActionT_co] | None = None
    """The search of the level ``hard``; ``None`` searches by the fields above."""
    expert: Search[StateT_co, ActionT_co] | None = None
    """The search of the level ``expert``; ``None`` if the game has no such level."""
    weaknesses: Mapping[str, Weakness] = field(default_factory=dict)
    """The weakness of each level, by the level's name, so that a person who beats one level has a chance
    against the next.
    """
    ratings: Mapping[str, float] = field(default_factory=dict)
    """Fixed rating of each level, by its name. An unknown player starts at 25."""
    puzzle_margin: float = 0.06
    """Minimum win-chance lead of a puzzle's best move. Lower for games in which single moves matter less."""
    gain: Callable[[StateT_co, int], float] | None = None
    """Returns a seat's gains so far, as counted by a player who only looks at immediate gains."""
    kind: Callable[[StateT_co, int, ActionT_co], str] | None = None
    """Returns the kind of an action, so that puzzles can be chosen with solutions of many kinds."""
    alike: Callable[[StateT_co, ActionT_co, ActionT_co], bool] | None = None
    """Returns whether two actions differ only in a place or a payment that makes no difference."""

    @property
    def flat_search(self) -> Search[StateT_co, ActionT_co] | None:
        """The search of ``hard`` if it is flat, that is, if it plays out every position by ``habit``."""
        return self.hard if self.hard is not None and self.hard.habit is not None else None


@dataclass(frozen=True, slots=True)
class Credits:
    """The designers and the publisher of a game."""

    designers: tuple[str, ...]
    publisher: str
    year: int


@dataclass(frozen=True, slots=True)
class GameOf(Generic[StateT_co, ActionT_co, EventT_co, ViewT_co]):
    """Everything the host needs to know about a game.

    The type parameters are those of its rules, so mypy finds a text or estimate of the wrong type where the
    literal is written. Code that handles any game uses ``Game``.
    """

    key: str
    title: str
    credits: Credits
    summary: Msg
    tagline: Msg
    """What players do in the game, in about two words."""
    seats: range
    options: tuple[Option, ...]
    fields: Mapping[str, Field]
    max_plies: int
    """Maximum number of steps in a match, for code that plays matches to their end."""
    rules: Mapping[int, Rules[StateT_co, ActionT_co, EventT_co, ViewT_co]]
    texts: GameTexts[ActionT_co, EventT_co, ViewT_co]
    drawing: str
    moving: str = ""
    """Import path of the function that returns the pieces a turn moved on the public board."""
    close_ups: str = ""
    """Import path of the function that returns the parts of the public board to show in a turn's replay."""
    standings: str = ""
    """Import path of the function that returns each seat's score for the scoreboard of a replay. Without it,
    the close-ups must show the scores."""
    own_parts: str = ""
    """Import path of the function that returns the parts of a seat's own picture that *Enlarge* shows."""
    places: str = ""
    """Import path of the function that returns where a field's value is on a seat's own picture."""
    preview: Callable[[ViewT_co, Sequence[Pick]], ViewT_co] | None = None
    """Returns a seat's view with the effect of the picks so far, such as a piece that is already laid."""
    retold: Mapping[str, Msg] = field(default_factory=dict)
    """Variants of refusals and advice in the third person, with ``{actor}``, by the sentence with "you" that
    they replace.
    """
    orders: tuple[Order, ...] = field(default=())
    legend: tuple[tuple[Icon, Msg], ...] = ()
    """Icons that need an explanation, in the order in which the rules mention them."""
    poster: Poster = field(default=Poster())
    """Picture shown before a match."""
    notable: Callable[[EventT_co], bool] | None = None
    """Returns whether an event is important enough to come first in the news for someone who was away."""
    players: Players[StateT_co, ActionT_co] = field(default=Players())
    """How computer players play the game."""
    aims: tuple[AimOf[StateT_co, EventT_co], ...] = ()
    """Aims of players in the next turns. A review uses them to explain what a move allows or prevents."""
    lesson: tuple[StepOf[StateT_co, ActionT_co, EventT_co], ...] = ()
    """Steps of the interactive lesson; empty if there is none."""
    records: tuple[RecordOf[EventT_co], ...] = ()
    """Records kept for a server and a season."""
    chance: Msg = _DICE_OR_CARDS
    """What chance brings up in the game, in the plural."""
    daily: Mapping[str, str] = field(default_factory=dict)
    """Options of the daily challenge and of puzzles that differ from the defaults."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def version(self) -> int:
        """Rules version of new matches."""
        return max(self.rules)

    def get_defaults(self) -> dict[str, str]:
        """Return the default value of every option."""
        return {option.name: option.values[0] for option in self.options}

    def complete_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return every option of a match, with defaults filled in.

        :raises Unplayable: the game doesn't allow this number of seats, or one of the options or values.
        """
        chosen = self.get_defaults() | dict(options)
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
        """The function that draws a view. Its module, which needs Pillow, is imported on first use."""
        drawing: Drawing[EventT_co, ViewT_co] = _import_by_name(self.drawing)
        return drawing

    def list_moves(self, before: ViewLike, after: ViewLike, events: Sequence[EventLike]) -> tuple[Move, ...]:
        """Return the pieces that ``events`` moved between two public views, in order; none if the game shows
        no moves.
        """
        if not self.moving:
            return ()
        found: tuple[Move, ...] = _import_by_name(self.moving)(before, after, tuple(events))
        return found

    def list_close_ups(
        self, before: ViewLike, after: ViewLike, seat: int, events: Sequence[EventLike]
    ) -> tuple[CloseUp, ...]:
        """Return the parts of the public board that a replay shows for a turn, or none for all of it."""
        if not self.close_ups:
            return ()
        found: tuple[CloseUp, ...] = _import_by_name(self.close_ups)(before, after, seat, tuple(events))
        return found

    def list_standings(self, view: ViewLike) -> tuple[Standing, ...]:
        """Return each seat's score for the scoreboard of a replay; none if the game has no scoreboard."""
        if not self.standings:
            return ()
        found: tuple[Standing, ...] = _import_by_name(self.standings)(view)
        return found

    def list_own_parts(self, view: ViewLike) -> PictureRows:
        """Return the parts of the picture that belong to its viewer, in the rows that *Enlarge* shows; none
        if the game doesn't list them.
        """
        if not self.own_parts:
            return ()
        found: PictureRows = _import_by_name(self.own_parts)(view)
        return found

    def list_places(self, view: ViewLike, field: str, value: str) -> tuple[Box, ...]:
        """Return the places of a field's value on the picture of the view's seat; none if it isn't shown."""
        if not self.places:
            return ()
        found: tuple[Box, ...] = _import_by_name(self.places)(view, field, value)
        return found


def _import_by_name(reference: str) -> Any:
    """Return the object that ``module:name`` refers to.

    The module is imported on first use, so that using the rules doesn't load Pillow.
    """
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


if TYPE_CHECKING:
    Game = GameOf[object, ActionLike, EventLike, ViewLike]
    """Any game. Its states are opaque, so they fit no text and no picture."""
else:
    # A parametrised alias of a frozen, slotted class can't be instantiated.
    Game = GameOf
