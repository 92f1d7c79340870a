import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import ClassVar, Generic, TypeVar

import pytest

from games.core.values import value_class


@value_class
class Point:
    is_loud: ClassVar[bool] = True
    x: int
    y: tuple[int, ...] = ()


@value_class
class EmptyValue:
    """A value without fields."""


@value_class
class SealedValue:
    number: int
    secret: str = field(default="nothing", repr=False)


@value_class
class CaselessName:
    """A name that defines its own comparison."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CaselessName) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())


T = TypeVar("T")


@value_class
class GenericPair(Generic[T]):
    left: T
    right: T


def test_a_value_is_built_from_positional_and_keyword_arguments() -> None:
    assert Point(1, (2,)) == Point(y=(2,), x=1) != Point(1)
    assert repr(Point(1)) == "Point(x=1, y=())"
    assert EmptyValue() == EmptyValue()
    with pytest.raises(TypeError, match=r"__new__\(\) missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]


@pytest.mark.parametrize(("point", "name"), [(Point(1), "x"), (Point(1), "y"), (GenericPair(1, 2), "left")])
def test_a_value_is_frozen(point: object, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(point, name, 2)
    with pytest.raises(FrozenInstanceError):
        delattr(point, name)
    assert not hasattr(point, "__dict__")


def test_a_value_behaves_like_a_frozen_dataclass() -> None:
    point = Point(1)
    assert type(point) is Point
    assert [field.name for field in fields(point)] == ["x", "y"]
    assert {point, Point(1, ())} == {point}
    assert replace(point, y=(3,)) == Point(1, (3,))
    assert copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point
    match point:
        case Point(x, y=y):
            assert (x, y) == (1, ())


def test_a_value_may_be_generic() -> None:
    pair = GenericPair(1, 2)
    assert type(pair) is GenericPair and pair == GenericPair(left=1, right=2)
    assert replace(pair, right=3) == pickle.loads(pickle.dumps(GenericPair(1, 3)))
    assert not hasattr(pair, "__dict__")


def test_a_value_leaves_fields_without_repr_out() -> None:
    value = SealedValue(1, "reef")
    assert repr(value) == "SealedValue(number=1)"
    assert value != SealedValue(1) == SealedValue(1, "nothing")


def test_a_value_keeps_methods_of_its_body() -> None:
    assert CaselessName("Reef") == CaselessName("REEF") != CaselessName("Riff")
    assert len({CaselessName("Reef"), CaselessName("REEF")}) == 1


def test_methods_are_compiled_with_the_first_instance() -> None:
    @value_class
    class LazyValue:
        first: int
        second: int = 2

    before = vars(LazyValue)["__new__"]
    with ThreadPoolExecutor(4) as pool:
        values = list(pool.map(LazyValue, range(100)))
    assert vars(LazyValue)["__new__"] is not before
    assert values == [LazyValue(first=number, second=2) for number in range(100)]
    assert {type(value) for value in values} == {LazyValue}
