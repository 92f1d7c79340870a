"""A mutable copy of a position keeps every field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from typing import Any

from games.australis.mutable_state import MutableState
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, Board, TurnTask
from games.core.rng import Chance


def fill_fields(cls: Any, numbers: Iterator[int], **given: Any) -> Any:
    """Return a value whose fields are all different, except for those given."""
    return cls(
        **{
            field.name: given.get(field.name, next(numbers) if field.type == "int" else (next(numbers),))
            for field in fields(cls)
        }
    )


def test_a_frozen_copy_equals_the_position() -> None:
    # Fields of equal type could be swapped unnoticed, because the copy is created with positional arguments.
    numbers = count(10)
    state: State = fill_fields(
        State,
        numbers,
        stage=CHOOSE_STAGE,
        seat=1,
        task=fill_fields(TurnTask, numbers),
        boards=tuple(fill_fields(Board, numbers) for _ in range(3)),
    )
    state_copy = MutableState(state, Chance(b"copy", 1), [])
    state_copy.edit_board(2)
    assert state_copy.freeze() == state
