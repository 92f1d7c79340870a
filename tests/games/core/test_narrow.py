from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.narrow import DONE, NoSuchPick, Question, narrow, write_pick
from games.core.protocol import Field
from games.core.shapes import Pick, Value


@dataclass(frozen=True)
class Toy:
    path: tuple[Pick, ...]

    @property
    def token(self) -> str:
        return ":".join(write_pick(pick.value) for pick in self.path)


def toy(**values: Value) -> Toy:
    return Toy(tuple(Pick(name, value) for name, value in values.items()))


FIELDS = {"pay": Field(unordered=True)}
MOVES = (
    toy(kind="take", cell="A1", pay=("r", "r")),
    toy(kind="take", cell="A1", pay=("r", "y")),
    toy(kind="take", cell="A2", pay=("r",)),
    toy(kind="end"),
)
WAYS = tuple(combinations_with_replacement("rybgp*", 3))


def ask(actions: tuple[Toy, ...], *picks: str, fields: dict[str, Field] | None = None) -> Question[Toy]:
    question = narrow(actions, picks, FIELDS if fields is None else fields)
    assert isinstance(question, Question)
    return question


def test_the_first_field_is_asked_first_in_the_order_of_the_actions() -> None:
    question = ask(MOVES)
    assert (question.field, question.values, question.path) == ("kind", ("take", "end"), ())
    assert question.actions == MOVES


def test_picks_answer_one_field_after_the_other() -> None:
    question = ask(MOVES, "take")
    assert (question.field, question.values) == ("cell", ("A1", "A2"))
    question = ask(MOVES, "take", "A1")
    assert (question.field, question.values) == ("pay", ("r+r", "r+y"))
    assert question.path == (Pick("kind", "take"), Pick("cell", "A1"))
    assert narrow(MOVES, ("take", "A1", "r+y"), FIELDS) == MOVES[1]


def test_a_field_with_one_value_needs_no_pick() -> None:
    assert narrow(MOVES, ("take", "A2"), FIELDS) == MOVES[2]
    assert narrow(MOVES, ("end",), FIELDS) == MOVES[3]
    assert narrow(MOVES[:1], (), FIELDS) == MOVES[0]


@pytest.mark.parametrize("picks", [("flip",), ("take", "B1"), ("end", "A1"), ("take", "A1", "y+r")])
def test_an_unavailable_pick_is_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchPick):
        narrow(MOVES, picks, FIELDS)


def test_many_tuples_are_asked_for_element_by_element() -> None:
    actions = tuple(toy(kind="boat", pay=way) for way in WAYS)
    question = ask(actions)
    assert question.by_element
    assert question.values == tuple("rybgp*")
    question = ask(actions, "y")
    assert question.taken == ("y",)
    assert narrow(actions, ("y", "*", "r"), FIELDS) == toy(kind="boat", pay=("r", "y", "*"))


def test_ordered_tuples_keep_their_order() -> None:
    ways = (*permutations("abcd", 3), ("a",), ("e",))
    actions = tuple(toy(steps=way) for way in ways)
    question = ask(actions, "b", fields={})
    assert question.values == ("a", "c", "d")
    assert ask(actions, "a", fields={}).values == ("b", "c", "d", DONE)
    assert narrow(actions, ("a", DONE), {}) == toy(steps=("a",))
    assert narrow(actions, ("e",), {}) == toy(steps=("e",))
    with pytest.raises(NoSuchPick):
        narrow(actions, ("b", DONE), {})


payments = st.lists(st.sampled_from("rybgp*"), max_size=3).map(sorted).map(tuple)
moves = st.lists(
    st.one_of(
        st.builds(lambda cell, pay: toy(kind="take", cell=cell, pay=pay), st.sampled_from("AB"), payments),
        st.builds(lambda prey: toy(kind="shark", prey=prey), st.sampled_from("ABCD")),
        st.just(toy(kind="end")),
    ),
    min_size=1,
    max_size=60,
    unique=True,
)


def list_reached(actions: tuple[Toy, ...], picks: tuple[str, ...] = ()) -> list[Toy]:
    found = narrow(actions, picks, FIELDS)
    if isinstance(found, Toy):
        return [found]
    assert len(set(found.values)) == len(found.values) > 1
    return [action for value in found.values for action in list_reached(actions, (*picks, value))]


@settings(max_examples=60)
@given(moves)
def test_narrowing_reaches_every_action_and_nothing_else(actions: list[Toy]) -> None:
    assert set(list_reached(tuple(actions))) == set(actions)
