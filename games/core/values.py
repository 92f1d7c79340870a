"""Immutable values that are built fast: the states, actions and events of the rules."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")

_TURN_INTO: Final = object.__dict__["__class__"].__set__


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a frozen dataclass with slots of ``cls``, which is built in less than half of the usual time.

    The guard of a frozen class is dear to pass, field by field. Here what is being built is, until its
    fields are set, of a draft class with the same slots and no guard. Once built it cannot be told from a
    plain frozen dataclass. A field may have a default, but no factory; the class has no base.
    """
    frozen: Any = dataclass(frozen=True, slots=True, init=False)(cls)
    names = [field.name for field in fields(frozen)]
    if not names:
        return frozen  # type: ignore[no-any-return]
    draft = type(f"{cls.__name__}Draft", (), {"__slots__": tuple(names)})
    defaults = {field.name: field.default for field in fields(frozen) if field.default is not MISSING}
    header = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
    lines = [
        "turn_into(self, draft)",
        *[f"self.{name} = {name}" for name in names],
        "self.__class__ = frozen",
    ]
    made: dict[str, Any] = {}
    exec(
        f"def __init__(self, {header}):\n " + "\n ".join(lines),
        {"turn_into": _TURN_INTO, "draft": draft, "frozen": frozen, "defaults": defaults},
        made,
    )
    frozen.__init__ = made["__init__"]
    return frozen  # type: ignore[no-any-return]
