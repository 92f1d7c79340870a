"""Interactive lessons: short steps with a prepared position and a task.

Answers are ordinary tokens that pass :mod:`games.core.gate`, so a lesson can't contradict the rules, and a
wrong answer is explained by the clause that it breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic

from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import (
    ActionLike,
    ActionT,
    ActionT_co,
    EventLike,
    EventT,
    EventT_co,
    StateT,
    StateT_co,
    ViewT,
    ViewT_co,
)
from games.core.values import value_class
from games.core.words import Msg

LESSON_KEY: Final = b"lessons"
"""Key for the random numbers in lessons, the same for every learner."""
LEARNER_SEAT: Final = 0

# The classes below have no slots, so that games can instantiate parametrised aliases of them.


@dataclass(frozen=True)
class GenericLessonSlip(Generic[ActionT_co, EventT_co]):
    """A legal answer that doesn't solve the task, with an explanation."""

    text: Msg
    clause: str
    """The clause that the explanation cites (``DR-3.6``)."""
    fits_answer: Callable[[ActionT_co, tuple[EventT_co, ...]], bool] = field(
        default=lambda action, events: True
    )
    """Returns whether an answer is this mistake, given its action and events. By default every answer is."""


@dataclass(frozen=True)
class GenericLessonTask(Generic[ActionT_co, EventT_co]):
    """The task of a lesson step, with its right answers and explanations of wrong ones."""

    task_text: Msg
    right_tokens: tuple[str, ...]
    """Tokens of all right answers, so that a test can check ``is_solved``."""
    is_solved: Callable[[ActionT_co, tuple[EventT_co, ...]], bool]
    """Returns whether an answer is right, given the action and its events."""
    praise_text: Msg
    slips: tuple[GenericLessonSlip[ActionT_co, EventT_co], ...]
    """Explanations of wrong answers. The first slip that fits is used. The last slip must fit all answers."""
    tempting_tokens: tuple[str, ...] = ()
    """Tokens of actions that are offered although they are illegal."""
    mentioned_values: tuple[tuple[str, str], ...] = ()
    """Fields and values that the task mentions, such as a cell.

    The picture points to these, and shows the choices less prominently.
    """
    moved_values: tuple[tuple[str, str], ...] = ()
    """Fields and values of a piece's place and of its goal, between which the picture has an arrow."""
    hides_answer: bool = False
    """Whether illegal choices are lit too, because the legal ones alone would give away the answer."""


@dataclass(frozen=True)
class GenericLessonStep(Generic[StateT_co, ActionT_co, EventT_co]):
    """One step of a lesson: a title, a short text, a position, and a task."""

    title: Msg
    text: Msg
    make_position: Callable[[], StateT_co]
    task: GenericLessonTask[ActionT_co, EventT_co]


@value_class
class LessonFeedback(Generic[EventT_co, ViewT_co]):
    """The response to an answer in a lesson."""

    is_right: bool
    text: Msg
    clause: str
    view: ViewT_co
    """The view shown next to the learner. A wrong answer doesn't change it."""
    seen_events: tuple[EventT_co, ...] = ()
    """Events of a right answer, as the learner sees them. Empty for a wrong answer."""
    outcome: Outcome | None = None
    """The result if a right answer ended the match."""


LessonStep = GenericLessonStep[object, ActionLike, EventLike]
"""A lesson step of any game."""


def list_offered_actions(
    rules: Rules[StateT, ActionT, EventT, ViewT], step: GenericLessonStep[StateT, ActionT, EventT]
) -> tuple[ActionT, ...]:
    """Return the actions offered in a step: the legal ones, and the illegal ones of ``tempting_tokens``."""
    legal = rules.legal_actions(step.make_position(), LEARNER_SEAT)
    return (*legal, *(rules.read(token) for token in step.task.tempting_tokens))


def view_step(
    rules: Rules[StateT, ActionT, EventT, ViewT], step: GenericLessonStep[StateT, ActionT, EventT]
) -> ViewT:
    """Return the learner's view of a step's position."""
    return rules.view(step.make_position(), LEARNER_SEAT)


def check_answer(
    rules: Rules[StateT, ActionT, EventT, ViewT], step: GenericLessonStep[StateT, ActionT, EventT], token: str
) -> LessonFeedback[EventT, ViewT]:
    """Apply an answer to a step's task and return feedback. For an illegal answer, the rules explain it."""
    task = step.task
    try:
        result = apply_token(rules, step.make_position(), LEARNER_SEAT, token, Chance(LESSON_KEY, 1))
    except RuleError as error:
        return LessonFeedback(False, error.message, error.clause, view_step(rules, step))
    if task.is_solved(result.action, result.events):
        seen_events = tuple(rules.redact(event, LEARNER_SEAT) for event in result.events)
        view = rules.view(result.state, LEARNER_SEAT)
        return LessonFeedback(True, task.praise_text, "", view, seen_events, rules.outcome(result.state))
    slip = next(slip for slip in task.slips if slip.fits_answer(result.action, result.events))
    return LessonFeedback(False, slip.text, slip.clause, view_step(rules, step))
