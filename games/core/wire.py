"""Encodes values, such as views, as plain JSON data for thinkers on other machines, and decodes them.

Records (dataclasses and named tuples) become lists of their fields, tuples become lists, and members of
enumerations become their values. The data contains no type names, because decoding follows the annotations of
the expected type. So malicious data can contain wrong values, but can't run code.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

MAX_LIST_LENGTH: Final = 1000
MAX_STRING_LENGTH: Final = 200
MAX_INTEGER: Final = 2**31


class WireError(ValueError):
    """The data doesn't fit the expected type. The message names the place but doesn't contain the value."""


def encode(value: object) -> object:
    """Return a value encoded as lists, integers, strings, booleans and ``None``.

    :raises TypeError: if the value contains a type that can't be encoded.
    """
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case tuple():
            return [encode(item) for item in value]
        case _ if is_dataclass(value):
            return [encode(getattr(value, field.name)) for field in fields(value)]
        case _:
            raise TypeError(f"cannot write {type(value).__name__}")


def decode(expected_type: Any, data: object) -> Any:
    """Return the value that ``data`` represents.

    :param expected_type: a dataclass, a named tuple, an enumeration of integers, ``int``, ``str``, ``bool``,
        ``None``, a tuple of these, or a union of one of these types with ``None``.
    :raises WireError: if ``data`` doesn't fit.
    """
    return _decode(expected_type, data, getattr(expected_type, "__name__", str(expected_type)))


@cache
def compute_fingerprint(value_type: Any) -> str:
    """Return eight hexadecimal digits that change with the fields of a type or of any type within it."""
    return hashlib.sha256(_describe_type(value_type).encode()).hexdigest()[:8]


@cache
def _get_field_types(value_type: Any) -> dict[str, Any]:
    """Return the types of a record's fields by name, or an empty dictionary for any other type."""
    if is_dataclass(value_type):
        hints = get_type_hints(value_type)
        return {field.name: hints[field.name] for field in fields(value_type)}
    if isinstance(value_type, type) and issubclass(value_type, tuple) and hasattr(value_type, "_fields"):
        return get_type_hints(value_type)
    return {}


def _decode(expected_type: Any, data: object, path: str) -> Any:
    record = _get_field_types(expected_type)
    if record:
        items = _check_list(data, path, len(record))
        parts = zip(record.items(), items, strict=True)
        return expected_type(*(_decode(part, item, f"{path}.{name}") for (name, part), item in parts))
    if get_origin(expected_type) is tuple:
        return _decode_tuple(get_args(expected_type), data, path)
    if get_origin(expected_type) in (Union, UnionType):
        return _decode_union(get_args(expected_type), data, path)
    if isinstance(expected_type, type) and issubclass(expected_type, Enum):
        _check_int(data, path)
        try:
            return expected_type(data)
        except ValueError:
            raise WireError(f"{path}: no such {expected_type.__name__}") from None
    return _decode_plain(expected_type, data, path)


def _decode_tuple(kinds: tuple[Any, ...], data: object, path: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_decode(kinds[0], item, path) for item in _check_list(data, path))
    items = _check_list(data, path, len(kinds))
    return tuple(_decode(kind, item, path) for kind, item in zip(kinds, items, strict=True))


def _decode_union(kinds: tuple[Any, ...], data: object, path: str) -> Any:
    if data is None and NoneType in kinds:
        return None
    (kind,) = [kind for kind in kinds if kind is not NoneType]
    return _decode(kind, data, path)


def _decode_plain(expected_type: Any, data: object, path: str) -> Any:
    if expected_type is bool and isinstance(data, bool):
        return data
    if expected_type is int:
        return _check_int(data, path)
    if expected_type is str and isinstance(data, str) and len(data) <= MAX_STRING_LENGTH:
        return data
    if expected_type in (NoneType, None) and data is None:
        return None
    raise WireError(f"{path}: not {getattr(expected_type, '__name__', expected_type)}")


def _check_int(data: object, path: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or abs(data) > MAX_INTEGER:
        raise WireError(f"{path}: not a whole number")
    return data


def _check_list(data: object, path: str, length: int | None = None) -> list[Any]:
    if not isinstance(data, list) or len(data) > MAX_LIST_LENGTH or length not in (None, len(data)):
        raise WireError(f"{path}: not a list" + ("" if length is None else f" of {length}"))
    return data


def _describe_type(value_type: Any) -> str:
    record = _get_field_types(value_type)
    if record:
        parts = (f"{name}:{_describe_type(part)}" for name, part in record.items())
        return f"{value_type.__name__}({','.join(parts)})"
    arguments = get_args(value_type)
    if arguments:
        return f"{get_origin(value_type)}[{','.join(_describe_type(part) for part in arguments)}]"
    if isinstance(value_type, type) and issubclass(value_type, Enum):
        return f"{value_type.__name__}{[item.value for item in value_type]}"
    return getattr(value_type, "__name__", str(value_type))
