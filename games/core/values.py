"""A decorator for immutable value classes that are fast to define and to instantiate."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from types import new_class
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(cls: type[T]) -> type[T]:
    """Return ``cls`` as a frozen, slotted dataclass that takes a third of the usual time to instantiate.

    Setting the fields of a frozen dataclass is slow, so instances are created as a mutable draft class with
    the same slots, and their class is changed once the fields are set. Fields may have defaults or be left
    out of ``repr``, but have no factories. The only base allowed is ``Generic``.
    """
    # Let ``dataclass`` generate no methods, because compiling each one separately is slow. The methods set
    # here are shared by all classes, and those of one class are compiled together with its first instance.
    frozen: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    frozen.__dataclass_params__.frozen = True
    for name, method in SHARED_METHODS.items():
        if name not in vars(cls):
            setattr(frozen, name, method)
    if not frozen.__match_args__:
        _set_missing_methods(frozen, _generate_comparisons(()), {})
    elif "__new__" not in vars(cls):
        frozen.__new__ = staticmethod(_create_first_instance)
    return frozen  # type: ignore[no-any-return]


def _create_first_instance(frozen: Any, /, *args: Any, **named: Any) -> Any:
    """Compile the methods of a value class, and create an instance."""
    names = frozen.__match_args__
    # Assigning ``__class__`` requires classes with the same bases and slots.
    bases = vars(frozen).get("__orig_bases__", ())
    draft = new_class(f"{frozen.__name__}Draft", bases, exec_body=lambda body: body.update(__slots__=names))
    defaults = {each.name: each.default for each in fields(frozen) if each.default is not MISSING}
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
