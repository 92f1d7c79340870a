"""Each of Discord's limits, reached and passed: all other tests rely on these to notice what is too large."""

from __future__ import annotations

from typing import Any

import pytest

from tests.standin.limits import problems

Json = dict[str, Any]


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def buttons(number: int, label: str = "x", first: int = 0) -> list[Json]:
    return [{"type": 2, "custom_id": f"b:{first + n}", "label": label} for n in range(number)]


def options(number: int, **more: str) -> Json:
    found = [{"label": "x", "value": f"{n}", **more} for n in range(number)]
    return {"type": 3, "custom_id": "s", "placeholder": "p" * 150, "options": found}


def rows(number: int) -> list[Json]:
    return [row(*buttons(5, first=5 * n)) for n in range(number)]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"content": "x" * 2000}, {"content": "x" * 2001}),
        ({"nonce": "1" * 25}, {"nonce": "1" * 26}),
        ({"components": rows(5)}, {"components": rows(6)}),
        ({"components": [row(*buttons(5, "l" * 80))]}, {"components": [row(*buttons(1, "l" * 81))]}),
        ({"components": [row(*buttons(2))]}, {"components": [row(*buttons(6))]}),
        ({"components": [row(*buttons(1))]}, {"components": [row(*buttons(1), *buttons(1))]}),
        ({"components": [row(options(25))]}, {"components": [row(options(26))]}),
        ({"components": [row(options(1))]}, {"components": [row(options(0))]}),
        ({"components": [row(options(1))]}, {"components": [row(options(1), *buttons(1))]}),
        (
            {"components": [row(options(1, label="l" * 100, description="d" * 100))]},
            {"components": [row(options(1, description="d" * 101))]},
        ),
        ({"components": [row(options(1))]}, {"components": [row(options(1, label=""))]}),
        ({"components": [row(options(1))]}, {"components": [row(options(2, value="same"))]}),
        (
            {"components": [row(options(1))]},
            {"components": [row({**options(1), "placeholder": "p" * 151})]},
        ),
        (
            {"components": [row({"type": 2, "custom_id": "c" * 100})]},
            {"components": [row({"type": 2, "custom_id": "c" * 101})]},
        ),
    ],
)
def test_what_fits_passes_and_one_more_does_not(good: Json, bad: Json) -> None:
    assert problems(good) == []
    assert problems(bad)
