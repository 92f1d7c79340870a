"""Each of Discord's limits, reached and exceeded; all other tests rely on the stand-in's checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.standin.limits import LAYOUT, problems, problems_of_form

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
def test_each_limit_of_messages_allows_the_maximum_and_refuses_one_more(good: Json, bad: Json) -> None:
    assert problems(good) == []
    assert problems(bad)


def layout(*parts: Json, **more: Any) -> Json:
    return {"flags": LAYOUT, "components": list(parts), **more}


def text(number: int) -> Json:
    return {"type": 10, "content": "x" * number}


PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (layout(*[text(1)] * 40), layout(*[text(1)] * 41)),
        (layout(text(1)), layout()),
        (layout(text(2000), text(2000)), layout(text(2000), text(2001))),
        (layout(text(1), content=""), layout(text(1), content="x")),
        (layout(text(1)), {"components": [text(1)]}),
        (layout(PICTURE, attachments=[{"filename": "a.png"}]), layout(PICTURE)),
        (layout(row(*buttons(5))), layout(row(*buttons(6)))),
        (layout(row(*buttons(1))), layout(*buttons(1))),
        (layout(row(*buttons(1))), layout(row(*buttons(1)), row(*buttons(1)))),
    ],
)
def test_each_limit_of_layouts_allows_the_maximum_and_refuses_one_more(good: Json, bad: Json) -> None:
    assert problems(good) == []
    assert problems(bad)


def form(fields: int, label: str = "l", title: str = "t") -> Json:
    made = [
        {"type": 18, "label": label, "component": {**options(25), "custom_id": f"{n}"}} for n in range(fields)
    ]
    return {"title": title, "custom_id": "m:x", "components": made}


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (form(5), form(6)),
        (form(1), form(0)),
        (form(1, "l" * 45), form(1, "l" * 46)),
        (form(1, title="t" * 45), form(1, title="t" * 46)),
    ],
)
def test_each_limit_of_forms_allows_the_maximum_and_refuses_one_more(good: Json, bad: Json) -> None:
    assert problems_of_form(good) == []
    assert problems_of_form(bad)
