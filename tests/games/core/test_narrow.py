from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.narrow import DONE_PICK, FieldQuestion, NoSuchPick, find_next_question, format_pick
from games.core.protocol import FieldSettings
from games.core.shapes import Pick, PickValue


@dataclass(frozen=True)
class Toy:
    path: tuple[Pick, ...]

    @property
    def token(self) -> str:
        return ":".join(format_pick(pick.value) for pick in self.path)


def make_action(**values: PickValue) -> Toy:
    return Toy(tuple(Pick(name, value) for name, value in values.items()))


SETTINGS_BY_FIELD = {"pay": FieldSettings(is_unordered=True)}
MOVES = (
    make_action(kind="take", cell="A1", pay=("r", "r")),
    make_action(kind="take", cell="A1", pay=("r", "y")),
    make_action(kind="take", cell="A2", pay=("r",)),
    make_action(kind="end"),
)
PAYMENTS = tuple(combinations_with_replacement("rybgp*", 3))


def ask_first_question(
    actions: tuple[Toy, ...], *picks: str, fields: dict[str, FieldSettings] | None = None
) -> FieldQuestion[Toy]:
    question = find_next_question(actions, picks, SETTINGS_BY_FIELD if fields is None else fields)
    assert isinstance(question, FieldQuestion)
    return question


def test_the_first_field_is_asked_first_with_values_in_the_order_of_the_actions() -> None:
    question = ask_first_question(MOVES)
    assert (question.field, question.values, question.path) == ("kind", ("take", "end"), ())
    assert question.actions == MOVES


def test_each_pick_answers_the_next_field() -> None:
    question = ask_first_question(MOVES, "take")
    assert (question.field, question.values) == ("cell", ("A1", "A2"))
    question = ask_first_question(MOVES, "take", "A1")
    assert (question.field, question.values) == ("pay", ("r+r", "r+y"))
    assert question.path == (Pick("kind", "take"), Pick("cell", "A1"))
    assert find_next_question(MOVES, ("take", "A1", "r+y"), SETTINGS_BY_FIELD) == MOVES[1]


def test_a_field_with_one_value_needs_no_pick() -> None:
    assert find_next_question(MOVES, ("take", "A2"), SETTINGS_BY_FIELD) == MOVES[2]
    assert find_next_question(MOVES, ("end",), SETTINGS_BY_FIELD) == MOVES[3]
    assert find_next_question(MOVES[:1], (), SETTINGS_BY_FIELD) == MOVES[0]


@pytest.mark.parametrize("picks", [("flip",), ("take", "B1"), ("end", "A1"), ("take", "A1", "y+r")])
def test_an_unavailable_pick_is_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchPick):
        find_next_question(MOVES, picks, SETTINGS_BY_FIELD)


def test_many_tuples_are_asked_for_element_by_element() -> None:
    actions = tuple(make_action(kind="boat", pay=way) for way in PAYMENTS)
    question = ask_first_question(actions)
    assert question.asks_by_element
    assert question.values == tuple("rybgp*")
    question = ask_first_question(actions, "y")
    assert question.picked_elements == ("y",)
    whole = make_action(kind="boat", pay=("r", "y", "*"))
    assert find_next_question(actions, ("y", "*", "r"), SETTINGS_BY_FIELD) == whole
    assert find_next_question(actions, ("r+y+*",), SETTINGS_BY_FIELD) == whole, "as older lists offered it"


def test_ordered_tuples_keep_their_order() -> None:
    ways = (*permutations("abcd", 3), ("a",), ("e",))
    actions = tuple(make_action(steps=way) for way in ways)
    question = ask_first_question(actions, "b", fields={})
    assert question.values == ("a", "c", "d")
    assert ask_first_question(actions, "a", fields={}).values == ("b", "c", "d", DONE_PICK)
    assert find_next_question(actions, ("a", DONE_PICK), {}) == make_action(steps=("a",))
    assert find_next_question(actions, ("e",), {}) == make_action(steps=("e",))
    with pytest.raises(NoSuchPick):
        find_next_question(actions, ("b", DONE_PICK), {})


payments = st.lists(st.sampled_from("rybgp*"), max_size=3).map(sorted).map(tuple)
moves = st.lists(
    st.one_of(
        st.builds(
            lambda cell, pay: make_action(kind="take", cell=cell, pay=pay), st.sampled_from("AB"), payments
        ),
        st.builds(lambda prey: make_action(kind="shark", prey=prey), st.sampled_from("ABCD")),
        st.just(make_action(kind="end")),
    ),
    min_size=1,
    max_size=60,
    unique=True,
)


def list_reachable_actions(actions: tuple[Toy, ...], picks: tuple[str, ...] = ()) -> list[Toy]:
    found = find_next_question(actions, picks, SETTINGS_BY_FIELD)
    if isinstance(found, Toy):
        return [found]
    assert len(set(found.values)) == len(found.values) > 1
    return [action for value in found.values for action in list_reachable_actions(actions, (*picks, value))]


@settings(max_examples=60)
@given(moves)
def test_narrowing_reaches_every_action_and_nothing_else(actions: list[Toy]) -> None:
    assert set(list_reachable_actions(tuple(actions))) == set(actions)
