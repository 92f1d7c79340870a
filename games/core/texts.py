"""The texts and the picture of a game: each is made of a view and a :class:`Scene`, never of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol

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
from games.core.words import Words


@dataclass(frozen=True, slots=True)
class SceneOf(Generic[EventT_co, ViewT_co]):
    """What a text or a picture is made of beside the view.

    ``events`` are what the viewer may hear of the newest change; ``names[seat]`` are plain names.
    ``before`` is the view of an earlier position by the same viewer: a picture then outlines what differs
    from it, else what the events touched. ``steady``: the table's own ground is equally bright whoever is in
    turn and what stays where it is keeps its place, so that a film shows what changes and does not flicker.
    ``reader`` is the seat whose person alone reads a text: what concerns it may then speak to it.
    ``mover`` is the seat whose turn a film shows: its plate is lit instead of that of the seat in turn.
    """

    names: tuple[str, ...]
    w: Words
    events: tuple[EventT_co, ...] = ()
    outcome: Outcome | None = None
    before: ViewT_co | None = None
    steady: bool = False
    reader: int | None = None
    mover: int | None = None


if TYPE_CHECKING:
    Scene = SceneOf[EventLike, ViewLike]
    """A scene of any game."""
else:
    # An alias with its types filled in cannot be called where it stands for a frozen class.
    Scene = SceneOf


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
    """Why an action is worth a look: a sentence for a beginner, and the clause behind it (``DR-3.6``).

    If the sentence names a next step of the same turn, ``then`` is how its token begins, and ``otherwise``
    is what to say if that step is not worth taking.
    """

    text: str
    clause: str
    then: str = ""
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to remember of a match: a sentence, and the step that it happened in (0: the deal)."""

    ply: int
    text: str


class GameTexts(Protocol[ActionT_contra, EventT_contra, ViewT_contra]):
    """The texts of a game. Each function reads a view and a scene, and names no secret."""

    def label(
        self,
        field: str,
        value: str,
        view: ViewT_contra,
        scene: SceneOf[EventT_contra, ViewT_contra],
        picks: Sequence[Pick] = (),
    ) -> str:
        """Name a value of a field on a button or in a list, given what has been picked (80 characters).

        Values of fields that are asked for together come as one, with a comma between them.
        """

    def verb(
        self, action: ActionT_contra, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]
    ) -> str:
        """Say an action on the button that does it, under its phrase: "Take it" (34 characters)."""

    def hint(
        self, field: str, value: str, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]
    ) -> str:
        """Say more of a value below its name in a list (100 characters); may be empty."""

    def icon(self, field: str, value: str, view: ViewT_contra) -> str | None:
        """Return one emoji that goes before the label."""

    def question(
        self,
        field: str,
        picks: Sequence[Pick],
        view: ViewT_contra,
        scene: SceneOf[EventT_contra, ViewT_contra],
    ) -> str:
        """Ask for a field, given what has been picked (200 characters).

        Of a tuple that is asked for piece by piece, the last pick holds the elements named so far.
        """

    def phrase(
        self, action: ActionT_contra, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]
    ) -> str:
        """Say a whole action before it is done (90 characters)."""

    def advise(
        self, action: ActionT_contra, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]
    ) -> Advice:
        """Say what a legal action of the viewer brings, costs, prepares or denies (160 characters).

        The clause is one of the game's ``RULES.md``.
        """

    def tell(self, event: EventT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Narrate a redacted event in one sentence; empty where it goes without saying."""

    def recap(
        self, events: Sequence[EventT_contra], scene: SceneOf[EventT_contra, ViewT_contra]
    ) -> list[str]:
        """Sum up what happened in some steps, in at most three short lines, the newest last.

        Equal things are told together, and what the picture shows may go without saying.
        """

    def task(self, seat: int, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Tell ``seat``, in turn or asked, what to do: a clause that goes on after "Your turn –"."""

    def standing(self, seat: int, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Say what a seat has reached when a match is over, and what it held: a phrase behind its name."""

    def moments(
        self,
        history: Sequence[Sequence[EventT_contra]],
        scene: SceneOf[EventT_contra, ViewT_contra],
    ) -> list[Moment]:
        """Name the match's best moment, then a highlight of another kind, where it had any.

        :param history: what everybody heard of each step, that of the deal first.
        """

    def status(self, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Say whose turn it is and what is awaited, in a sentence or two; at the end, who won and why."""

    def alt(self, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Put the picture into words: turn, change, scores, counts, then position (1,024 characters)."""

    def describe(self, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> str:
        """Put the whole position into words, enough to play from; short lines."""

    def rules(self, w: Words) -> tuple[RulesPage, ...]:
        """Explain the game in the product's own words."""


class Drawing(Protocol[EventT_contra, ViewT_contra]):
    """Draws a view as a palette picture, the near edge of the table being the viewer's."""

    def __call__(self, view: ViewT_contra, scene: SceneOf[EventT_contra, ViewT_contra]) -> Any:
        """Return the picture, a ``PIL.Image.Image`` (the rules know no Pillow, not even its types)."""
