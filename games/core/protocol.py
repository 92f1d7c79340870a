"""Defines the declaration of a game. The rest of the program knows a game only by its declaration.

A game is a folder with one :class:`GenericGame` literal. Its :class:`~games.core.rules.Rules` are pure
functions over immutable values. Its texts and drawing (:mod:`games.core.texts`) get a ``View`` and a
``Scene``, never a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from games.core.aims import GenericAim
from games.core.errors import UnplayableSettings
from games.core.icons import Icon
from games.core.lesson import GenericLessonStep
from games.core.picture import Box, CloseUp, ComparedSource, OwnRows, PieceMove, Poster, ScoreboardEntry
from games.core.records import GenericRecord
from games.core.rng import Chance
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
from games.core.texts import Aftermath, Drawing, GameTexts, Scene
from games.core.values import value_class
from games.core.words import N_, Msg, Words, plural

R = TypeVar("R")

_DICE_OR_CARDS = Msg(N_("dice or cards"))


@value_class
class FieldSettings:
    """Settings of the question that asks for one field of an action."""

    layout: Literal["list", "buttons", "grid"] = "list"
    """``list`` shows values as buttons if there are only a few, and ``buttons`` if all values fit. Other
    values are in a select. ``grid`` shows buttons in rows of ``column_count``.
    """
    offers_likeliest_action: bool = False
    """Show a button that carries out the likeliest action immediately, above the values of other actions."""
    is_unordered: bool = False
    """Accept the elements of a tuple in any order."""
    column_count: int = 4
    grid_values: tuple[str, ...] = ()
    """Values that keep their place in a grid of buttons. Those that can't be chosen are disabled."""
    short_values: tuple[str, ...] = ()
    """Values with short labels. If no others are offered, they are buttons in rows as wide as a phone."""
    label_shorteners: tuple[Callable[[str], str], ...] = ()
    """Return ever shorter labels. The first with which all values fit on buttons is used, if needed."""
    likely_values: tuple[str, ...] = ()
    """Values to offer as buttons with short labels if a list can't hold them all, the likeliest first."""
    joined_fields: tuple[str, ...] = ()
    """Later fields to ask for in the same question, if that gives at most ``max_joined_values`` values."""
    max_joined_values: int = 10
    assumes_likeliest: bool = False
    """Assume the likeliest value and ask for the next field. Buttons offer the other values."""
    find_likeliest_value: Callable[[Sequence[str], Any], str] | None = None
    """Returns the likeliest of the given values in a seat's view. By default the first value is assumed."""
    max_whole_values: int = 25
    """Maximum number of tuples to offer as whole values. If there are more, ask element by element."""
    mentions_single_value: bool = False
    """If only one value is possible, choose it automatically and mention it in the next question."""
    skips_confirmation: bool = False
    """Don't ask to confirm an action that ends with this field, because the value says what it does."""


@value_class
class GameOption:
    """An option of a game. The first value is the default."""

    name: str
    values: tuple[str, ...]
    label: Msg
    value_labels: tuple[Msg, ...]


@value_class
class StandingOrder:
    """A standing order: a rule by which a seat answers automatically during other seats' turns."""

    name: str
    label: Msg
    rank_keys: tuple[str, ...] = ()
    """One-letter keys of the items that the player also has to rank, if any."""
    rank_labels: tuple[Msg, ...] = ()
    """Descriptions of the items, in the order of ``rank_keys``."""
    rank_icons: tuple[str, ...] = ()
    """Emoji of the items, in the order of ``rank_keys``."""

    def get_icon(self, letter: str) -> str:
        """Return the emoji for an item of ``rank_keys``."""
        return self.rank_icons[self.rank_keys.index(letter)]

    def get_label(self, letter: str, w: Words) -> str:
        """Return the label of an item of ``rank_keys`` for a button or a select menu."""
        text = w.msg(self.rank_labels[self.rank_keys.index(letter)])
        return text[:1].upper() + text[1:]


@value_class
class LevelWeakness:
    """The mistakes that a level of the computer players makes on purpose."""

    overlooked_percentage: int = 0
    """Percentage of moves that the level overlooks. It never overlooks a move that wins immediately."""
    value_error: float = 0.0
    """Standard deviation of the error in a move's value, in log odds of winning. Such errors swap moves of
    nearly equal value, and hide small gains far more often than large ones.
    """


@value_class
class SearchSettings(Generic[StateT_co, ActionT_co]):
    """Search settings of a level of the computer players."""

    estimate: Callable[[StateT_co, int], float] | None = None
    """Replaces :attr:`ComputerSettings.estimate`, unless it is ``None``."""
    exploration_weight: float | None = None
    """Weight of rarely visited actions against good ones. ``None`` uses the default for all games."""
    max_root_actions: int | None = None
    """Maximum number of root actions to search. ``None`` uses the default for all games."""
    playout_turns: int | None = None
    """Replaces :attr:`ComputerSettings.playout_turns`, unless it is ``None``."""
    choose_by_habit: Callable[[StateT_co, int, tuple[ActionT_co, ...]], ActionT_co] | None = None
    """Returns the action that a seat chooses in a playout, judging only by its own hand and the cards on the
    table. If set, the search plays positions out instead of building a tree (:mod:`games.players.playouts`).
    """
    rate_likelihood: Callable[[StateT_co, int], float | None] | None = None
    """Returns the log odds that the hidden cards of a sampled state are the real ones, as the given seat can
    judge, or ``None`` if nothing is known about these cards.
    """
    max_iterations: int | None = None
    """Number of iterations after which more iterations no longer improve play."""


@dataclass(frozen=True, slots=True)
class ComputerSettings(Generic[StateT_co, ActionT_co]):
    """Settings of a game's computer players. Every field may be left out."""

    estimate: Callable[[StateT_co, int], float] | None = None
    """Returns a state's value for a seat, from 0 (lost) to 1 (won). Without it, a search evaluates a state by
    random play.
    """
    identify_deal: Callable[[StateT_co], object] | None = None
    """Returns an identifier of a state's deal, because a search stops at the next deal."""
    list_promising_actions: Callable[[StateT_co, int], tuple[ActionT_co, ...]] | None = None
    """Returns the most promising actions of a seat, for games with too many actions to evaluate."""
    playout_turns: int = 0
    """Number of turns that a search plays after the root before it estimates a position. With 0, it estimates
    the positions at the leaves of the tree.
    """
    hard: SearchSettings[StateT_co, ActionT_co] | None = None
    """Search settings of the level ``hard``, or ``None`` to use the fields above."""
    expert: SearchSettings[StateT_co, ActionT_co] | None = None
    """Search settings of the level ``expert``, or ``None`` if the game doesn't have that level."""
    weaknesses: Mapping[str, LevelWeakness] = field(default_factory=dict)
    """Weakness of each level, by the level's name. It gives a person who beats one level a chance against the
    next.
    """
    ratings: Mapping[str, float] = field(default_factory=dict)
    """Fixed rating of each level, by the level's name. The rating of a new player is 25."""
    has_round_estimate: bool = False
    """Whether the estimate is comparable only between rounds, in which every seat has a turn."""
    hint_comparison_walks: int = 0
    """Number of walks with which hints compare each abandoned action with the best one; 0 to compare none."""
    min_puzzle_margin: float = 0.06
    """Minimum lead of a puzzle's best move over the next, in win chance; less if single moves matter less."""
    measure_gain: Callable[[StateT_co, int], float] | None = None
    """Returns the amount that a seat has gained so far, such as points. A puzzle's answer must not be the
    move with the largest immediate gain.
    """
    classify_action: Callable[[StateT_co, int, ActionT_co], str] | None = None
    """Returns the kind of an action, so that a game's puzzles can have solutions of many kinds."""
    are_alike: Callable[[StateT_co, ActionT_co, ActionT_co], bool] | None = None
    """Returns whether two actions differ only in a place or a payment that makes no difference."""
    choose_odd_action: Callable[[StateT_co, int, tuple[ActionT_co, ...], Chance], ActionT_co] | None = None
    """Returns one of a seat's actions, given the best first, as a player with odd habits would choose it."""

    @property
    def flat_search(self) -> SearchSettings[StateT_co, ActionT_co] | None:
        """The search of ``hard`` if it is flat, because it has a ``choose_by_habit``, otherwise ``None``."""
        return self.hard if self.hard is not None and self.hard.choose_by_habit is not None else None


@value_class
class GameCredits:
    """The designers and the publisher of a game."""

    designers: tuple[str, ...]
    publisher: str
    year: int


@dataclass(frozen=True, slots=True)
class GenericGame(Generic[StateT_co, ActionT_co, EventT_co, ViewT_co]):
    """The declaration of a game: everything that the rest of the program knows about it.

    The type parameters are the same as for the game's rules, so that mypy detects a text or estimate of the
    wrong type. Code that handles any game uses ``Game``.
    """

    key: str
    title: str
    credits: GameCredits
    summary: Msg
    tagline: Msg
    """About two words for what players do in the game."""
    seat_counts: range
    options: tuple[GameOption, ...]
    field_settings: Mapping[str, FieldSettings]
    max_plies: int
    """Maximum number of steps in a match, for code that plays matches to their end."""
    rules: Mapping[int, Rules[StateT_co, ActionT_co, EventT_co, ViewT_co]]
    texts: GameTexts[ActionT_co, EventT_co, ViewT_co]
    drawing_path: str
    moves_path: str = ""
    """Import path of the function that returns the pieces moved on the public board in a turn."""
    close_ups_path: str = ""
    """Import path of the function that returns the parts that a replay enlarges in a turn."""
    sources_path: str = ""
    """Import path of the function that returns the sources of points for a replay's last frame. Without it,
    the frame only ranks the seats.
    """
    scoreboard_path: str = ""
    """Import path of the function that returns the seats' entries on a replay's scoreboard. Without it, the
    close-ups must show the scores.
    """
    aftermath_path: str = ""
    """Import path of the function that tells a turn's aftermath, which a replay shows after the move."""
    prospect_path: str = ""
    """Import path of the function that tells a replay how near the end a turn brings its seat."""
    own_parts_path: str = ""
    """Import path of the function that returns the parts of a seat's own picture that *Enlarge* shows."""
    has_hidden_hands: bool = False
    """Whether a seat sees something that others don't, such as its cards. If not, *My hand* is *My view*."""
    places_path: str = ""
    """Import path of the function that returns the places of a field's value on a seat's own picture."""
    preview_picks: Callable[[ViewT_co, Sequence[Pick]], ViewT_co] | None = None
    """Returns a seat's view after the picks so far, for example with the piece already laid."""
    retold_texts: Mapping[str, Msg] = field(default_factory=dict)
    """Third-person variants of refusals and advice, with ``{actor}``, by the sentence with "you"."""
    make_move_view: Callable[[ViewT_co, Sequence[EventT_co]], ViewT_co] | None = None
    """Returns a view without the events of a turn's aftermath, for the picture of the turn's move."""
    standing_orders: tuple[StandingOrder, ...] = field(default=())
    goal: Msg | None = None
    """How to win, in at most 60 characters. A person reads it once, in their first match with the guide."""
    legend: tuple[tuple[Icon, Msg], ...] = ()
    """Icons that need an explanation, in the order in which the rules mention them."""
    signs_text: Msg | None = None
    """Explains numbers and signs of the picture and buttons. It is shown below cited rules."""
    poster: Poster = field(default=Poster())
    """The game's picture before a match."""
    is_notable: Callable[[EventT_co], bool] | None = None
    """Returns whether an event is important enough to come first in the news for someone who was away."""
    signals_end: Callable[[EventT_co], bool] | None = None
    """Returns whether an event shows that the round or match ends soon, so that replays prefer its turn."""
    computer_settings: ComputerSettings[StateT_co, ActionT_co] = field(default=ComputerSettings())
    aims: tuple[GenericAim[StateT_co, EventT_co], ...] = ()
    """Players' aims for the next turns. A review uses them to explain what a move allows or prevents."""
    lesson_steps: tuple[GenericLessonStep[StateT_co, ActionT_co, EventT_co], ...] = ()
    records: tuple[GenericRecord[EventT_co], ...] = ()
    """Records that players can set, kept for each server and season."""
    chance_noun: Msg = _DICE_OR_CARDS
    """Plural noun for the random things in the game, such as dice or cards."""
    daily_options: Mapping[str, str] = field(default_factory=dict)
    """Values of options that differ from the defaults in the daily challenge and in puzzles."""
    first_match_options: Mapping[str, str] = field(default_factory=dict)
    """Values that differ from the defaults in matches against ``easy`` before a person's first win."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def version(self) -> int:
        """Rules version of new matches."""
        return max(self.rules)

    def get_default_options(self) -> dict[str, str]:
        """Return the default value of every option."""
        return {option.name: option.values[0] for option in self.options}

    def complete_options(self, seat_count: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return every option of a match, with defaults filled in.

        :raises UnplayableSettings: if the game doesn't have this number of seats, an option or its value.
        """
        chosen = self.get_default_options() | dict(options)
        known = {option.name: option.values for option in self.options}
        for name, setting in chosen.items():
            if setting not in known.get(name, ()):
                raise UnplayableSettings(
                    Msg(
                        N_("{game} has no option {option}={value}."),
                        {"game": self.title, "option": name[:40], "value": setting[:40]},
                    )
                )
        if seat_count not in self.seat_counts:
            text = plural(
                "You can't play {game} with {n} seat.",
                "You can't play {game} with {n} seats.",
                seat_count,
                game=self.title,
            )
            raise UnplayableSettings(text)
        return chosen

    @property
    def draw(self) -> Drawing[EventT_co, ViewT_co]:
        """The function that draws a view. Its module, which needs Pillow, is imported on first use."""
        drawing: Drawing[EventT_co, ViewT_co] = _import_by_name(self.drawing_path)
        return drawing

    def list_piece_moves(
        self, before: ViewLike, after: ViewLike, events: Sequence[EventLike]
    ) -> tuple[PieceMove, ...]:
        """Return the pieces that moved between two public views because of ``events``, in order.

        Return an empty tuple if the game doesn't define how its pieces move.
        """
        return _call_if_defined(self.moves_path, (), before, after, tuple(events))

    def list_close_ups(
        self, before: ViewLike, after: ViewLike, seat: int, events: Sequence[EventLike]
    ) -> tuple[CloseUp, ...]:
        """Return the parts of the board that a replay enlarges in a turn or, with equal views, before it.

        Return an empty tuple if the replay should show the whole board or, for an aftermath, the parts shown
        for the turn.
        """
        return _call_if_defined(self.close_ups_path, (), before, after, seat, tuple(events))

    def list_sources(
        self, view: ViewLike, history: Sequence[Sequence[EventLike]], w: Words
    ) -> tuple[ComparedSource, ...]:
        """Return the sources of the points of an ended match, or none if the game doesn't define them.

        :param history: the public events of each step, beginning with the deal.
        """
        return _call_if_defined(self.sources_path, (), view, history, w)

    def list_scoreboard_entries(
        self, view: ViewLike, uncounted_events: Sequence[EventLike] = ()
    ) -> tuple[ScoreboardEntry, ...]:
        """Return each seat's entry on the scoreboard of a replay, or an empty tuple without a scoreboard.

        :param uncounted_events: events that have happened in the view but are not counted yet.
        """
        return _call_if_defined(self.scoreboard_path, (), view, tuple(uncounted_events))

    def tell_aftermath(self, events: Sequence[EventLike], scene: Scene) -> Aftermath | None:
        """Return what follows from a turn's move, or ``None`` if nothing does."""
        return _call_if_defined(self.aftermath_path, None, tuple(events), scene)

    def tell_prospect(self, view: ViewLike, events: Sequence[EventLike], w: Words) -> str:
        """Return a short sentence about how near the end a turn, which leads to ``view``, brings its seat."""
        return _call_if_defined(self.prospect_path, "", view, tuple(events), w)

    def list_own_parts(self, view: ViewLike) -> OwnRows:
        """Return the rows that *Enlarge* shows, or none if the game doesn't define them."""
        return _call_if_defined(self.own_parts_path, (), view)

    def list_places(self, view: ViewLike, field: str, value: str) -> tuple[Box, ...]:
        """Return the places of a field's value on the viewer's picture, or none if it isn't shown."""
        return _call_if_defined(self.places_path, (), view, field, value)


def _call_if_defined(import_path: str, default: R, *arguments: object) -> R:
    """Return what a game's function returns, or a default if the game doesn't define the function."""
    if not import_path:
        return default
    result: R = _import_by_name(import_path)(*arguments)
    return result


def _import_by_name(import_path: str) -> Any:
    """Return the object that ``module:name`` refers to.

    The module is imported on first use, so that using the rules doesn't load Pillow.
    """
    module, _, name = import_path.partition(":")
    return getattr(import_module(module), name)


if TYPE_CHECKING:
    Game = GenericGame[object, ActionLike, EventLike, ViewLike]
    """Any game. Its states are opaque, so they fit no text and no picture."""
else:
    # A parametrised alias of a frozen, slotted class can't be instantiated.
    Game = GenericGame
