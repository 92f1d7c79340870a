"""Writes the questions about a prepared move, whose answers are possible in different predicted positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
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

    texts = {id(view): (view, write_text(view)) for view in _list_views(question.actions, prospects_by_token)}
    text, is_current = _choose_text([text for _, text in texts.values()], lambda: write_text(position))
    fitting = {key for key, (_, other) in texts.items() if other == text}
    labels, icons = {}, {}
    for value in question.values:
        views = _list_views(_filter_by_value(question, value), prospects_by_token)
        fits = not is_current or any(id(view) in fitting for view in views)
        views = [view for view in views if id(view) in fitting] or views
        written = [write_label(question, value, game, view, scene) for view in views]
        write_now = partial(write_label, question, value, game, position, scene)
        label, is_label_current = _choose_text(written, write_now)
        icons[value] = find_icon(question.field, value, game, views[written.index(label)])
        if not (fits and is_label_current):
            label = scene.w("{choice} (if it changes)", choice=label)
        labels[value] = clip(label, MAX_BUTTON_LABEL_LENGTH)
    return WrittenQuestion(text, labels, icons)


def _choose_text(written: Sequence[str], write_now: Callable[[], str]) -> tuple[str, bool]:
    """Return the text for the current position if it is among those written, otherwise the likeliest.

    Also return whether the text doesn't contradict the current position.
    """
    # Texts are written for positions in which the actions are possible. In others, a piece may be missing.
    with suppress(LookupError):
        now = write_now()
        return (now, True) if now in written else (written[0], False)
    return written[0], True


def _list_views(actions: Sequence[ActionLike], prospects_by_token: Mapping[str, Prospect]) -> list[ViewLike]:
    """Return the distinct views in which some actions are possible, the likeliest first."""
    views = (prospects_by_token[action.token].view for action in actions)
    return list({id(view): view for view in views}.values())


def _filter_by_value(question: FieldQuestion[ActionLike], value: str) -> tuple[ActionLike, ...]:
    """Return the actions of a question that fit a value; all of them for the end of a list of values."""
    if value == DONE_PICK:
        return question.actions
    if question.asks_by_element:
        return tuple(one for one in question.actions if value in dict(one.path)[question.field])
    return tuple(one for one in question.actions if format_pick(dict(one.path)[question.field]) == value)
