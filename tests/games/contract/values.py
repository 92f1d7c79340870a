"""Looking through values: every field of every part, whatever their own equality leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

ATOMS = (str, bytes, int, float, bool, type(None))


def deep(value: Any) -> Any:
    """Return ``value`` as nested plain tuples, fields outside of ``==`` and ``repr`` included.

    :raises AssertionError: a part of it can be changed in place.
    """
    if isinstance(value, Enum):
        return (type(value).__name__, value.name)
    if isinstance(value, ATOMS):
        return value
    if isinstance(value, tuple):
        return (type(value).__name__, *(deep(part) for part in value))
    if isinstance(value, frozenset):
        return ("frozenset", *sorted((deep(part) for part in value), key=repr))
    if is_dataclass(value) and not isinstance(value, type):
        assert type(value).__dataclass_params__.frozen, f"{type(value).__name__} is not frozen"  # type: ignore[attr-defined]
        return (type(value).__name__, *((f.name, deep(getattr(value, f.name))) for f in fields(value)))
    if isinstance(value, MappingProxyType):
        return _mapping(value)
    raise AssertionError(f"{type(value).__name__} {value!r} is no immutable value")


def _mapping(value: Mapping[Any, Any]) -> Any:
    return ("mapping", *((deep(k), deep(v)) for k, v in value.items()))
