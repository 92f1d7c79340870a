"""Writes the questions about a prepared move, whose answers are possible in different predicted positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.ui.play.asking import write_label
from bot.ui.play.icons import find_icon
from games.core.narrow import DONE_PICK, FieldQuestion, format_pick
from games.core.protocol import Game
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Scene
from games.core.values import value_class
from games.players.prospects import Prospect


@value_class
class WrittenQuestion:
    """The text of a question, and the label and emoji of each value."""

    text: str
    labels: Mapping[str, str]
    icons: Mapping[str, str | None]


@dataclass(frozen=True, slots=True, eq=False)
class _ImaginedPosition:
    """A predicted position in which some of a question's actions are possible."""

    view: ViewLike
    text: str
    """The question as it reads in this position."""


def write_question(
    question: FieldQuestion[ActionLike],
    position: ViewLike,
    prospects_by_token: Mapping[str, Prospect],
    game: Game,
    scene: Scene,
) -> WrittenQuestion:
    """Write a question as it reads now, if one of its actions is possible without changes to the board.

    A value that is only possible after such a change is marked, so that no label contradicts the picture.

    :param position: the seat's view of the current position.
    :param prospects_by_token: the predicted actions by token.
    """

    def write_text(view: ViewLike) -> str:
        return game.texts.format_question(question.field, question.picks, view, scene)

    imagined_by_token = _imagine_positions(question.actions, prospects_by_token, write_text)
    texts = [imagined.text for imagined in _list_positions(question.actions, imagined_by_token)]
    text, is_current = _choose_text(texts, _write_now(partial(write_text, position)))
    labels, icons = {}, {}
    for value in question.values:
        possible = _list_positions(_filter_by_value(question, value), imagined_by_token)
        fitting = [imagined for imagined in possible if imagined.text == text]
        views = [imagined.view for imagined in fitting or possible]
        written = [write_label(question, value, game, view, scene) for view in views]
        label_now = _write_now(partial(write_label, question, value, game, position, scene))
        label, is_label_current = _choose_text(written, label_now)
        icons[value] = find_icon(question.field, value, game, views[written.index(label)])
        if (is_current and not fitting) or not is_label_current:
            label = scene.w("{choice} (not yet)", choice=label)
        labels[value] = clip(label, MAX_BUTTON_LABEL_LENGTH)
    return WrittenQuestion(text, labels, icons)


def _imagine_positions(
    actions: Sequence[ActionLike],
    prospects_by_token: Mapping[str, Prospect],
    write_text: Callable[[ViewLike], str],
) -> dict[str, _ImaginedPosition]:
    """Return the position in which each action is possible, by token, with one position for each view."""
    positions: list[_ImaginedPosition] = []
    by_token: dict[str, _ImaginedPosition] = {}
    for action in actions:
        view = prospects_by_token[action.token].view
        found = next((imagined for imagined in positions if imagined.view is view), None)
        if found is None:
            found = _ImaginedPosition(view, write_text(view))
            positions.append(found)
        by_token[action.token] = found
    return by_token


def _list_positions(
    actions: Sequence[ActionLike], imagined_by_token: Mapping[str, _ImaginedPosition]
) -> list[_ImaginedPosition]:
    """Return the distinct positions in which some actions are possible, the likeliest first."""
    return list(dict.fromkeys(imagined_by_token[action.token] for action in actions))


def _write_now(write: Callable[[], str]) -> str | None:
    """Return a text about the current position, or ``None`` if it names a piece that isn't there yet."""
    try:
        return write()
    except LookupError:
        return None


def _choose_text(written: Sequence[str], now: str | None) -> tuple[str, bool]:
    """Return the text for the current position if it is among those written, otherwise the likeliest.

    Also return whether the text doesn't contradict the current position.
    """
    if now is None:
        return written[0], True
    return (now, True) if now in written else (written[0], False)


def _filter_by_value(question: FieldQuestion[ActionLike], value: str) -> tuple[ActionLike, ...]:
    """Return the actions of a question that fit a value; all of them for the end of a list of values."""
    if value == DONE_PICK:
        return question.actions
    if question.asks_by_element:
        return tuple(one for one in question.actions if value in dict(one.path)[question.field])
    return tuple(one for one in question.actions if format_pick(dict(one.path)[question.field]) == value)
