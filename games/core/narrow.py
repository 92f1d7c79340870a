"""Narrows many legal actions down to one, by asking for one field of the action at a time.

Every question about a move is made here. The next field and its possible values are computed from the legal
actions and the picks so far. Picks are plain strings, so they fit into a ``custom_id`` and survive a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic

from games.core.protocol import FieldSettings
from games.core.shapes import ActionT, Pick, PickValue
from games.core.values import value_class

DONE_PICK = "="
"""The pick that ends a tuple although more elements could follow."""
VALUE_SEPARATOR = ","
"""Separates the values of fields that are offered as one choice."""
_ELEMENT_SEPARATOR = "+"


@value_class
class FieldQuestion(Generic[ActionT]):
    """A question that asks for the next field of an action."""

    field: str
    """Name of the field that is asked for."""
    values: tuple[str, ...]
    """Possible picks, the likeliest first.

    They may include :data:`DONE_PICK` if a tuple is asked for element by element.
    """
    path: tuple[Pick, ...]
    """Fields decided so far, including fields with only one possible value."""
    actions: tuple[ActionT, ...]
    """Actions that are still possible."""
    picked_elements: tuple[str, ...] = ()
    """Elements picked so far, if a tuple is asked for element by element."""
    asks_by_element: bool = False

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The fields decided so far, including elements picked for the current field."""
        return (*self.path, Pick(self.field, self.picked_elements)) if self.picked_elements else self.path


class NoSuchPick(LookupError):
    """A pick is not among the values of its question."""


def format_pick(value: PickValue) -> str:
    """Return a value as a pick: a string unchanged, and the elements of a tuple joined by ``+``."""
    return value if isinstance(value, str) else _ELEMENT_SEPARATOR.join(value)


def list_first_values(actions: Iterable[ActionT]) -> tuple[str, ...]:
    """Return the distinct values of the actions' first field."""
    return tuple(dict.fromkeys([format_pick(action.path[0].value) for action in actions]))


def filter_by_first_value(actions: Iterable[ActionT], value: str) -> tuple[ActionT, ...]:
    """Return the actions whose first field has the value ``value``."""
    return tuple(action for action in actions if format_pick(action.path[0].value) == value)


def find_next_question(
    actions: Iterable[ActionT], picks: Sequence[str], fields: Mapping[str, FieldSettings]
) -> FieldQuestion[ActionT] | ActionT:
    """Return the next question, or the action if the picks determine it.

    :param actions: the legal actions, at least one.
    :param picks: earlier answers, oldest first. A field with a single value takes no pick.
    :raises NoSuchPick: if a pick was not offered.
    """
    left = [(action.path, action) for action in actions]
    waiting = list(picks)
    depth = 0
    while True:
        path, action = left[0]
        if depth == len(path):
            if waiting:
                raise NoSuchPick(waiting[0])
            return action
        name = path[depth].field
        values = tuple(dict.fromkeys([path[depth].value for path, _ in left]))
        if len(values) == 1:
            depth += 1
            continue
        how = fields.get(name, FieldSettings())
        # A list shown by an earlier version can offer whole tuples.
        is_whole = bool(waiting) and _ELEMENT_SEPARATOR in waiting[0]
        if len(values) > how.max_whole_values and isinstance(values[0], tuple) and not is_whole:
            chosen = _choose_tuple(values, waiting, how.is_unordered)
        else:
            chosen = _choose_whole_value(values, waiting)
        if isinstance(chosen, _OpenField):
            return FieldQuestion(
                name,
                chosen.values,
                path[:depth],
                tuple(action for path, action in left if path[depth].value in chosen.possible_values),
                chosen.picked_elements,
                chosen.asks_by_element,
            )
        left = [(path, action) for path, action in left if path[depth].value == chosen]
        depth += 1


def find_completed_action(
    question: FieldQuestion[ActionT], value: str, fields: Mapping[str, FieldSettings]
) -> ActionT | None:
    """Return the action that picking a value determines, or ``None`` if another question follows.

    :param value: a pick, or picks for several fields, joined by :data:`VALUE_SEPARATOR`.
    """
    actions = question.actions
    picks = value.split(VALUE_SEPARATOR)
    if question.asks_by_element:
        depth, unordered = len(question.path), fields.get(question.field, FieldSettings()).is_unordered
        values = tuple(dict.fromkeys([action.path[depth].value for action in actions]))
        chosen = _choose_tuple(values, picks, unordered, question.picked_elements)
        if isinstance(chosen, _OpenField):
            return None
        actions, picks = tuple(action for action in actions if action.path[depth].value == chosen), []
    question_or_action = find_next_question(actions, picks, fields)
    return None if isinstance(question_or_action, FieldQuestion) else question_or_action


def list_joined_values(
    question: FieldQuestion[ActionT], fields: Mapping[str, FieldSettings]
) -> tuple[str, ...]:
    """Return the values of a question, combined with those of its ``FieldSettings.joined_fields``.

    Joined fields are dropped, the last one first, until at most ``max_joined_values`` values remain. A value
    is not combined if a different field follows it.
    """
    how = fields.get(question.field, FieldSettings())
    if question.asks_by_element:
        return question.values
    for depth in range(len(how.joined_fields), 0, -1):
        joined = question.values
        for name in how.joined_fields[:depth]:
            joined = tuple(
                longer for value in joined for longer in _combine_with_next(question, value, name, fields)
            )
            if len(joined) > how.max_joined_values:
                break
        else:
            return joined
    return question.values


def _combine_with_next(
    question: FieldQuestion[ActionT], value: str, name: str, fields: Mapping[str, FieldSettings]
) -> tuple[str, ...]:
    """Return a value combined with each value of the next field, if that field is ``name``."""
    next_question = find_next_question(question.actions, value.split(VALUE_SEPARATOR), fields)
    if (
        isinstance(next_question, FieldQuestion)
        and next_question.field == name
        and not next_question.asks_by_element
    ):
        return tuple(f"{value}{VALUE_SEPARATOR}{more}" for more in next_question.values)
    return (value,)


def add_implied_values(
    question: FieldQuestion[ActionT], value: str, fields: Mapping[str, FieldSettings]
) -> str:
    """Return a value followed by the values that it implies for the question's joined fields.

    For example, stack ``1`` becomes ``1,4+5,4`` if only the corals 4 and 5 fit on it. The value is returned
    unchanged if it doesn't determine the action, or if the question has fewer than two joined fields.
    """
    names = (question.field, *fields.get(question.field, FieldSettings()).joined_fields)
    if len(names) < 3 or question.asks_by_element:
        return value
    next_question = find_next_question(question.actions, value.split(VALUE_SEPARATOR), fields)
    if isinstance(next_question, FieldQuestion):
        return value
    return VALUE_SEPARATOR.join(format_pick(pick.value) for pick in next_question.path if pick.field in names)


@value_class
class _OpenField:
    """The current field, if it needs another pick."""

    values: tuple[str, ...]
    possible_values: frozenset[PickValue]
    picked_elements: tuple[str, ...] = ()
    asks_by_element: bool = False


def _choose_whole_value(values: tuple[PickValue, ...], picks: list[str]) -> PickValue | _OpenField:
    """Return the value chosen by the next pick, or the open field if no pick is left."""
    by_text = {format_pick(value): value for value in values}
    if not picks:
        return _OpenField(tuple(by_text), frozenset(values))
    pick = picks.pop(0)
    if pick not in by_text:
        raise NoSuchPick(pick)
    return by_text[pick]


def _choose_tuple(
    values: tuple[PickValue, ...], picks: list[str], is_unordered: bool, picked_elements: tuple[str, ...] = ()
) -> PickValue | _OpenField:
    """Return the tuple that the picks determine element by element, or the open field if more are needed.

    :param picked_elements: elements picked before. All tuples contain them.
    """

    def list_next_elements(rest: tuple[str, ...]) -> tuple[str, ...]:
        return rest if is_unordered else rest[:1]

    left = [(value, value) for value in values if isinstance(value, tuple)]
    for element in picked_elements:
        left = [(value, _remove_element(rest, element)) for value, rest in left]
    while True:
        going_on = dict.fromkeys([element for _, rest in left for element in list_next_elements(rest)])
        finished = [value for value, rest in left if not rest]
        if finished and not going_on:
            return finished[0]
        choices = (*going_on, DONE_PICK) if finished else tuple(going_on)
        if len(choices) == 1:
            pick = choices[0]
        elif picks:
            pick = picks.pop(0)
            if pick not in choices:
                raise NoSuchPick(pick)
        else:
            return _OpenField(
                choices, frozenset(value for value, _ in left), picked_elements, asks_by_element=True
            )
        if pick == DONE_PICK:
            return finished[0]
        picked_elements = (*picked_elements, pick)
        left = [
            (value, _remove_element(rest, pick)) for value, rest in left if pick in list_next_elements(rest)
        ]


def _remove_element(elements: tuple[str, ...], element: str) -> tuple[str, ...]:
    at = elements.index(element)
    return elements[:at] + elements[at + 1 :]
