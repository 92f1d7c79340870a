"""Flattens nested values, so that a comparison includes the fields that ``==`` ignores."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any

ATOMIC_TYPES = frozenset((str, bytes, int, float, bool, type(None)))


def flatten_value(value: Any) -> Any:
    """Return ``value`` as nested tuples that contain all fields, even those left out of ``==`` and ``repr``.

    :raises AssertionError: a part of the value is mutable.
    """
    kind = type(value)
    if kind in ATOMIC_TYPES:
        return value
    if isinstance(value, Enum):
        return (kind.__name__, value.name)
    if isinstance(value, tuple):
        return (kind.__name__, *map(flatten_value, value))
    if isinstance(value, frozenset):
        return ("frozenset", *sorted(map(flatten_value, value), key=repr))
    if is_dataclass(kind):
        return (
            kind.__name__,
            *[(name, flatten_value(getattr(value, name))) for name in _list_field_names(kind)],
        )
    if isinstance(value, MappingProxyType):
        return ("mapping", *[(flatten_value(key), flatten_value(part)) for key, part in value.items()])
    raise AssertionError(f"{kind.__name__} {value!r} is not an immutable value")


@cache
def _list_field_names(kind: type[Any]) -> tuple[str, ...]:
    assert kind.__dataclass_params__.frozen, f"{kind.__name__} is not frozen"
    return tuple(field.name for field in fields(kind))
