"""A decorator for immutable value classes that are fast to define and to instantiate."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import partial
from types import new_class
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform, get_origin

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(cls: type[T]) -> type[T]:
    """Return ``cls`` as a frozen, slotted dataclass that takes a third of the usual time to instantiate.

    Setting the fields of a frozen dataclass is slow, so instances are created as a mutable draft class with
    the same slots, and their class is changed once the fields are set. Fields may have defaults or be left
    out of ``repr``, but have no factories. The only base allowed is ``Generic``.

    :raises ValueError: a default is mutable.
    """
    # Let ``dataclass`` describe the fields on first use and generate no methods, because both are slow. The
    # methods set here are shared by all classes, and those of one class are compiled together with its first
    # instance.
    body = {name: value for name, value in vars(cls).items() if name not in _REPLACED_ATTRIBUTES}
    names = tuple(
        name for name, kind in body.get("__annotations__", {}).items() if not _is_class_variable(kind)
    )
    declared = {name: body.pop(name) for name in names if name in body}
    defaults = {
        name: value.default if isinstance(value, Field) else value
        for name, value in declared.items()
        if not isinstance(value, Field) or value.default is not MISSING
    }
    if any(type(default).__hash__ is None for default in defaults.values()):
        raise ValueError(f"{cls.__qualname__} has a mutable default")
    body |= {"__slots__": names, "__match_args__": names}
    for name in _DESCRIPTION_NAMES:
        body[name] = _FieldDescription(name, declared)
    for name, method in SHARED_METHODS.items():
        body.setdefault(name, method)
    if names:
        body.setdefault("__new__", staticmethod(partial(_create_first_instance, defaults)))
    make_class: Any = type(cls)
    frozen = make_class(cls.__name__, cls.__bases__, body)
    frozen.__qualname__ = cls.__qualname__
    if not names:
        _set_missing_methods(frozen, _generate_comparisons(()), {})
    return frozen  # type: ignore[no-any-return]


_REPLACED_ATTRIBUTES = ("__dict__", "__weakref__")
"""Attributes of a class without slots."""
_DESCRIPTION_NAMES = ("__dataclass_fields__", "__dataclass_params__")
"""Attributes that :mod:`dataclasses` reads."""


def _is_class_variable(kind: object) -> bool:
    """Return whether an annotation, which may be a string, declares a class variable."""
    return kind.startswith("ClassVar") if isinstance(kind, str) else get_origin(kind) is ClassVar


class _FieldDescription:
    """Describes the fields of a value class to :mod:`dataclasses` when they are first asked for."""

    def __init__(self, name: str, declared: Mapping[str, Any]) -> None:
        """Create one of the attributes of :data:`_DESCRIPTION_NAMES`.

        :param declared: the defaults and :class:`~dataclasses.Field` objects in the body of the class.
        """
        self._name = name
        self._declared = declared

    def __get__(self, instance: object, owner: Any) -> Any:
        # Without a docstring, ``dataclass`` would write one, which takes milliseconds.
        body = {
            "__annotations__": owner.__annotations__,
            "__module__": owner.__module__,
            "__doc__": owner.__name__,
            **self._declared,
        }
        described: Any = dataclass(init=False, repr=False, eq=False)(type(owner.__name__, (), body))
        described.__dataclass_params__.frozen = True
        for name in _DESCRIPTION_NAMES:
            setattr(owner, name, getattr(described, name))
        return getattr(described, self._name)


def _create_first_instance(defaults: Mapping[str, Any], frozen: Any, /, *args: Any, **named: Any) -> Any:
    """Compile the methods of a value class, and create an instance."""
    names = frozen.__match_args__
    # Assigning ``__class__`` requires classes with the same bases and slots.
    bases = vars(frozen).get("__orig_bases__", ())
    draft = new_class(f"{frozen.__name__}Draft", bases, exec_body=lambda body: body.update(__slots__=names))
    lines = _generate_comparisons(names) + _generate_constructor(names, defaults)
    _set_missing_methods(frozen, lines, {"draft": draft, "frozen": frozen, "defaults": defaults})
    return frozen(*args, **named)


def _set_missing_methods(frozen: Any, lines: Sequence[str], known: dict[str, Any]) -> None:
    """Compile the lines, and set all methods that the body of the class doesn't define."""
    methods: dict[str, Any] = {}
    exec("\n".join(lines), known, methods)
    # The constructor comes last, because another thread may create an instance in the meantime.
    constructor = methods.pop("__new__", None)
    for name, method in methods.items():
        if vars(frozen).get(name) is None:
            setattr(frozen, name, method)
    if constructor is not None:
        frozen.__new__ = staticmethod(constructor)


def _generate_comparisons(names: Sequence[str]) -> list[str]:
    """Return the source of the methods that compare the fields of values."""
    own, other = ("".join(f"{whose}.{name}, " for name in names) for whose in ("self", "other"))
    return [
        "def __eq__(self, other):",
        " if other.__class__ is self.__class__:",
        f"  return ({own}) == ({other})",
        " return NotImplemented",
        "def __hash__(self):",
        f" return hash(({own}))",
    ]


def _generate_constructor(names: Sequence[str], defaults: Container[str]) -> list[str]:
    """Return the source of the methods that create values."""
    header = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
    return [
        f"def __new__(cls, {header}):",
        " made = draft()",
        *[f" made.{name} = {name}" for name in names],
        " made.__class__ = frozen",
        " return made",
        "def __reduce__(self):",
        f" return frozen, ({''.join(f'self.{name}, ' for name in names)})",
    ]


def _format_value(self: Any) -> str:
    shown = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _reject_assignment(self: object, name: str, new: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _reject_deletion(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


SHARED_METHODS: Mapping[str, Any] = {
    "__repr__": _format_value,
    "__setattr__": _reject_assignment,
    "__delattr__": _reject_deletion,
}
"""Methods that all value classes share, unless their body defines them."""
