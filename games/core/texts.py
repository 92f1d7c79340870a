"""The interface of a game's texts and drawing. Both get a view and a :class:`Scene`, never a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol

from games.core.outcome import Outcome
from games.core.shapes import (
    ActionT_contra,
    EventLike,
    EventT_co,
    EventT_contra,
    Pick,
    ViewLike,
    ViewT_co,
    ViewT_contra,
)
from games.core.values import value_class
from games.core.words import Words

MAX_ALT_TEXT_LENGTH: Final = 1024


@value_class
class GenericScene(Generic[EventT_co, ViewT_co]):
    """The context of a text or picture, in addition to the view."""

    names: tuple[str, ...]
    """Plain names by seat."""
    w: Words
    """The reader's language. Each :class:`~games.core.words.Words` is named ``w``."""
    events: tuple[EventT_co, ...] = ()
    """The newest events, redacted for the viewer."""
    outcome: Outcome | None = None
    earlier_view: ViewT_co | None = None
    """An earlier view of the same viewer, since which a picture outlines all changes.

    Without it, the picture outlines what the events touched.
    """
    is_steady: bool = False
    """Whether the picture keeps its brightness and layout, and texts are short, as in a replay."""
    reader_seat: int | None = None
    """Seat of a text's only reader, who may then be addressed as "you"."""
    mover_seat: int | None = None
    """The seat whose turn a replay shows. Its plate is lit instead of the plate of the seat to act."""
    is_quiz: bool = False
    """Whether to hide everything in the picture and the questions that could give away the answer."""
    has_caption: bool = False
    """Whether a caption states the result, so that the picture shows only name, medals and scores."""

    @property
    def marks_moved_seat(self) -> bool:
        """Whether the picture marks the seat that moved last.

        Pictures of ended matches, quizzes and replays don't. Replays light the plate of
        :attr:`mover_seat` instead.
        """
        return self.mover_seat is None and self.outcome is None and not self.is_quiz

    def find_placement(self, seat: int) -> int | None:
        """Return a seat's placement for its medal, or ``None`` before the end and in a closed match."""
        return self.outcome.placements[seat] if self.outcome is not None and self.outcome.winners else None


if TYPE_CHECKING:
    Scene = GenericScene[EventLike, ViewLike]
    """A scene of any game."""
else:
    # A parametrised alias of a frozen, slotted class can't be called.
    Scene = GenericScene


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of the rules: up to 1,800 characters of Markdown and, optionally, a picture."""

    title: str
    text: str
    pictured_event: str = ""
    """Class name of the event in the picture, ``opening`` for the deal, or empty without a picture."""
    illustrates_well: Callable[[tuple[Any, ...]], bool] | None = field(default=None, compare=False)
    """Returns whether a step's events illustrate the page well."""

    @classmethod
    def from_paragraphs(cls, title: str, *paragraphs: str) -> RulesPage:
        """Return a page with the given title and paragraphs."""
        return cls(title, "\n\n".join(paragraphs))

    def with_picture(
        self, pictured_event: str, illustrates_well: Callable[[tuple[Any, ...]], bool] | None = None
    ) -> RulesPage:
        """Return the page with a picture of an event of the class ``pictured_event``."""
        return RulesPage(self.title, self.text, pictured_event, illustrates_well)


@value_class
class Advice:
    """A sentence that explains to beginners why an action may be good or bad."""

    text: str
    clause: str
    """The clause that the sentence cites (``DR-3.6``)."""
    later_token: str = ""
    """Beginning of the token of a later step in the same turn that the sentence mentions, if any."""
    text_without_later_step: str = ""
    """Sentence to use instead if the mentioned step isn't worth taking."""
    is_reason_without_later_step: bool = True
    """Whether that sentence is a reason as well."""
    next_turn_token: str = ""
    """Beginning of the token of the action in the seat's next turn for which this one prepares, if any."""
    is_reason: bool = True
    """Whether the sentence is a reason for just this action, and doesn't name a drawback."""
    is_drawback: bool = False
    """Whether the sentence names a drawback of the action."""
    gain_text: str = ""
    """What hints say instead, if the sentence also names a drawback or something better."""
    minor_reason: str = ""
    """A sentence on what the action allows, for reviews that find no other reason."""
    weak_reason: str = ""
    """A sentence on what the action allows, for hints that would otherwise have no reason."""
    choice_clause: str = ""
    """The clause about all actions of the choice, if its rule should be shown before one is chosen."""
    is_said_once: bool = False
    """Whether hints give the sentence only once in a match."""
    better_token: str = ""
    """Token of an action that gains the same without the drawback, for hints to suggest instead, if any."""
    yields_to: str = ""
    """Beginning of the token of an action that hints prefer. They also prefer others nearly as good."""
    is_milestone: bool = False
    """Whether the action completes something that a win needs, such as a brood."""


@value_class
class MemorableMoment:
    """A memorable event of a match."""

    ply: int
    """Number of the step with the event. Step 0 is the deal."""
    text: str


class GameTexts(Protocol[ActionT_contra, EventT_contra, ViewT_contra]):
    """The texts of a game. No text reveals a secret."""

    def label_value(
        self,
        field: str,
        value: str,
        view: ViewT_contra,
        scene: GenericScene[EventT_contra, ViewT_contra],
        picks: Sequence[Pick] = (),
    ) -> str:
        """Return the label of a field's value for a button or a select menu, in at most 80 characters.

        :param value: a value of ``field``, or the comma-separated values of all fields of the question.
        """

    def label_action(
        self, action: ActionT_contra, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> str:
        """Return the label of an action's button, such as "Take it", in at most 34 characters."""

    def explain_value(
        self, field: str, value: str, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> str:
        """Return the explanation below a value's name in a select menu, if any, in at most 100 characters."""

    def find_icon(self, field: str, value: str, view: ViewT_contra) -> str | None:
        """Return the emoji to show before a value's label, or ``None`` if it has none."""

    def format_question(
        self,
        field: str,
        picks: Sequence[Pick],
        view: ViewT_contra,
        scene: GenericScene[EventT_contra, ViewT_contra],
    ) -> str:
        """Return the question for a field, given the picks so far, in at most 200 characters.

        If the elements of a tuple are asked for one by one, the last pick contains those picked so far.
        """

    def describe_action(
        self, action: ActionT_contra, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> str:
        """Describe an action before it is taken, in at most 90 characters."""

    def advise_on_action(
        self, action: ActionT_contra, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> Advice:
        """Return what an action gains, costs, prepares or prevents, in at most 160 characters.

        The clause is one in the game's ``RULES.md``.
        """

    def contrast_actions(
        self,
        better: ActionT_contra,
        played: ActionT_contra,
        view: ViewT_contra,
        scene: GenericScene[EventT_contra, ViewT_contra],
    ) -> str:
        """Say in at most 200 characters what only ``better`` allows afterwards, or return an empty string."""

    def narrate_event(self, event: EventT_contra, scene: GenericScene[EventT_contra, ViewT_contra]) -> str:
        """Narrate a redacted event in one sentence, or return an empty string if it needs none."""

    def summarize_events(
        self, events: Sequence[EventT_contra], scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> list[str]:
        """Summarize events in at most three short lines, the newest last.

        Similar events share a line, and events obvious from the picture may be left out. In a steady scene,
        the lines are plain text without Markdown, and each is worth a caption of its own.
        """

    def describe_task(
        self, seat: int, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> str:
        """Return the task of ``seat``, as the rest of a sentence that begins with "Your turn"."""

    def describe_result(
        self, seat: int, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]
    ) -> str:
        """Return a seat's result, such as points and cards left, as a phrase that can follow its name."""

    def find_moments(
        self,
        history: Sequence[Sequence[EventT_contra]],
        scene: GenericScene[EventT_contra, ViewT_contra],
    ) -> list[MemorableMoment]:
        """Return at most one best moment of a match and at most one highlight of another kind.

        :param history: the public events of each step, beginning with the deal.
        """

    def describe_status(self, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]) -> str:
        """Return whose turn it is and what that player must do, or who won and why, in a sentence or two."""

    def describe_picture(self, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]) -> str:
        """Describe the picture in at most 1,024 characters: turn, change, scores, counts, position."""

    def describe_position(self, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]) -> str:
        """Describe the whole position in short lines, in enough detail to play from."""

    def list_rules_pages(self, w: Words) -> tuple[RulesPage, ...]:
        """Return pages that explain the rules in our own words."""


class Aftermath(NamedTuple):
    """What follows from a turn's move, such as the points of a round that it ended."""

    start: int
    """Index of its first event among the turn's events."""
    text: str
    precedes_leader: bool = False
    """Whether the text ends in a colon, after which a replay says who leads."""


class Drawing(Protocol[EventT_contra, ViewT_contra]):
    """Draws a view as a palette picture from the viewer's side of the table."""

    def __call__(self, view: ViewT_contra, scene: GenericScene[EventT_contra, ViewT_contra]) -> Any:
        """Return a ``PIL.Image.Image``. It is untyped because ``games/core`` doesn't import Pillow."""
