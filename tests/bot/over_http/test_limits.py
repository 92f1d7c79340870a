"""The simulated Discord enforces each of Discord's limits, as the other tests expect."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.cases import join_cases
from tests.support.standin.limits import LAYOUT_FLAG, find_form_problems, find_problems

Json = dict[str, Any]


def make_row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def make_buttons(button_count: int, label: str = "x", first_id: int = 0) -> list[Json]:
    return [{"type": 2, "custom_id": f"b:{first_id + n}", "label": label} for n in range(button_count)]


def make_select(option_count: int, **fields: str) -> Json:
    found = [{"label": "x", "value": f"{n}", **fields} for n in range(option_count)]
    return {"type": 3, "custom_id": "s", "placeholder": "p" * 150, "options": found}


def make_rows(row_count: int) -> list[Json]:
    return [make_row(*make_buttons(5, first_id=5 * n)) for n in range(row_count)]


@join_cases(
    [
        ({"content": "x" * 2000}, {"content": "x" * 2001}),
        ({"nonce": "1" * 25}, {"nonce": "1" * 26}),
        ({"components": make_rows(5)}, {"components": make_rows(6)}),
        (
            {"components": [make_row(*make_buttons(5, "l" * 80))]},
            {"components": [make_row(*make_buttons(1, "l" * 81))]},
        ),
        ({"components": [make_row(*make_buttons(2))]}, {"components": [make_row(*make_buttons(6))]}),
        (
            {"components": [make_row(*make_buttons(1))]},
            {"components": [make_row(*make_buttons(1), *make_buttons(1))]},
        ),
        ({"components": [make_row(make_select(25))]}, {"components": [make_row(make_select(26))]}),
        ({"components": [make_row(make_select(1))]}, {"components": [make_row(make_select(0))]}),
        (
            {"components": [make_row(make_select(1))]},
            {"components": [make_row(make_select(1), *make_buttons(1))]},
        ),
        (
            {"components": [make_row(make_select(1, label="l" * 100, description="d" * 100))]},
            {"components": [make_row(make_select(1, description="d" * 101))]},
        ),
        ({"components": [make_row(make_select(1))]}, {"components": [make_row(make_select(1, label=""))]}),
        (
            {"components": [make_row(make_select(1))]},
            {"components": [make_row(make_select(2, value="same"))]},
        ),
        (
            {"components": [make_row(make_select(1))]},
            {"components": [make_row({**make_select(1), "placeholder": "p" * 151})]},
        ),
        (
            {"components": [make_row({"type": 2, "custom_id": "c" * 100})]},
            {"components": [make_row({"type": 2, "custom_id": "c" * 101})]},
        ),
    ]
)
def test_each_limit_of_messages_allows_the_maximum_and_refuses_one_more(
    allowed_payload: Json, refused_payload: Json
) -> None:
    assert find_problems(allowed_payload) == []
    assert find_problems(refused_payload)


def make_layout(*parts: Json, **fields: Any) -> Json:
    return {"flags": LAYOUT_FLAG, "components": list(parts), **fields}


def make_text(length: int) -> Json:
    return {"type": 10, "content": "x" * length}


GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


@pytest.mark.parametrize(
    ("allowed_payload", "refused_payload"),
    [
        (make_layout(*[make_text(1)] * 40), make_layout(*[make_text(1)] * 41)),
        (make_layout(make_text(1)), make_layout()),
        (make_layout(make_text(2000), make_text(2000)), make_layout(make_text(2000), make_text(2001))),
        (make_layout(make_text(1), content=""), make_layout(make_text(1), content="x")),
        (make_layout(make_text(1)), {"components": [make_text(1)]}),
        (make_layout(GALLERY, attachments=[{"filename": "a.png"}]), make_layout(GALLERY)),
        (make_layout(make_row(*make_buttons(5))), make_layout(make_row(*make_buttons(6)))),
        (make_layout(make_row(*make_buttons(1))), make_layout(*make_buttons(1))),
        (
            make_layout(make_row(*make_buttons(1))),
            make_layout(make_row(*make_buttons(1)), make_row(*make_buttons(1))),
        ),
    ],
)
def test_each_limit_of_layouts_allows_the_maximum_and_refuses_one_more(
    allowed_payload: Json, refused_payload: Json
) -> None:
    assert find_problems(allowed_payload) == []
    assert find_problems(refused_payload)


def make_form(field_count: int, label: str = "l", title: str = "t") -> Json:
    made = [
        {"type": 18, "label": label, "component": {**make_select(25), "custom_id": f"{n}"}}
        for n in range(field_count)
    ]
    return {"title": title, "custom_id": "m:x", "components": made}


@pytest.mark.parametrize(
    ("allowed_payload", "refused_payload"),
    [
        (make_form(5), make_form(6)),
        (make_form(1), make_form(0)),
        (make_form(1, "l" * 45), make_form(1, "l" * 46)),
        (make_form(1, title="t" * 45), make_form(1, title="t" * 46)),
    ],
)
def test_each_limit_of_forms_allows_the_maximum_and_refuses_one_more(
    allowed_payload: Json, refused_payload: Json
) -> None:
    assert find_form_problems(allowed_payload) == []
    assert find_form_problems(refused_payload)
