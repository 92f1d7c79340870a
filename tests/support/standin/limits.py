"""Discord's limits on messages and forms, defined independently of the bot's code that they check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.standin.world import Json, list_components

(
    MAX_CONTENT_LENGTH,
    MAX_NONCE_LENGTH,
    MAX_ROWS,
    MAX_BUTTONS_PER_ROW,
    MAX_CUSTOM_ID_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_ALT_TEXT_LENGTH,
) = 2000, 25, 5, 5, 100, 80, 1024
MAX_OPTIONS, MAX_OPTION_LENGTH, MAX_PLACEHOLDER_LENGTH = 25, 100, 150
BUTTON_TYPE, SELECT_TYPE = 2, 3
LAYOUT_FLAG = 1 << 15
MAX_COMPONENTS, MAX_LAYOUT_TEXT_LENGTH = 40, 4000
MAX_FIELDS, MAX_TITLE_LENGTH = 5, 45
LABEL_TYPE, RADIO_TYPE = 18, 21
ROW_TYPE, SECTION_TYPE, TEXT_TYPE, GALLERY_TYPE, SEPARATOR_TYPE = 1, 9, 10, 12, 14


def find_problems(payload: Json) -> list[str]:
    """Return a message's violations of Discord's limits."""
    if int(payload.get("flags") or 0) & LAYOUT_FLAG:
        return _check_layout(payload)
    found = []
    if len(payload.get("content") or "") > MAX_CONTENT_LENGTH:
        found.append("content too long")
    if len(str(payload.get("nonce") or "")) > MAX_NONCE_LENGTH:
        found.append("nonce too long")
    rows: list[Any] = payload.get("components") or []
    if len(rows) > MAX_ROWS:
        found.append(f"{len(rows)} rows")
    if any(row["type"] != ROW_TYPE for row in rows):
        return [*found, "a layout without the flag of one"]
    return [*found, *_check_rows(rows)]


def find_form_problems(form: Json) -> list[str]:
    fields: list[Any] = form["components"]
    found = [] if 1 <= len(fields) <= MAX_FIELDS else [f"a form of {len(fields)} fields"]
    if (
        not 1 <= len(form["title"]) <= MAX_TITLE_LENGTH
        or not 1 <= len(form["custom_id"]) <= MAX_CUSTOM_ID_LENGTH
    ):
        found.append(f"title or custom_id of the form {form['custom_id']}")
    for label in fields:
        part = label["component"]
        if label["type"] != LABEL_TYPE or not 1 <= len(label["label"]) <= MAX_TITLE_LENGTH:
            found.append(f"label of {part['custom_id']}")
        if part["type"] == SELECT_TYPE:
            found += _check_select(part)
        if part["type"] == RADIO_TYPE and not 2 <= len(part["options"]) <= 10:
            found.append(f"{len(part['options'])} choices of {part['custom_id']}")
    return found


def _check_layout(payload: Json) -> list[str]:
    components: list[Any] = payload.get("components") or []
    parts = list(list_components(components))
    found = list(_check_rows([part for part in parts if part["type"] == ROW_TYPE]))
    if payload.get("content"):
        found.append("plain text in a layout")
    if not 1 <= len(parts) <= MAX_COMPONENTS:
        found.append(f"{len(parts)} components")
    texts = [part["content"] for part in parts if part["type"] == TEXT_TYPE]
    if sum(map(len, texts)) > MAX_LAYOUT_TEXT_LENGTH or not all(texts):
        found.append(f"texts of {sum(map(len, texts))} characters")
    if any(
        part["type"] not in (ROW_TYPE, SECTION_TYPE, TEXT_TYPE, GALLERY_TYPE, SEPARATOR_TYPE)
        for part in components
    ):
        found.append("a component that can't be at the top of a layout")
    named = {f"attachment://{entry.get('filename')}" for entry in payload.get("attachments") or ()}
    pictures = [
        item["media"]["url"] for part in parts if part["type"] == GALLERY_TYPE for item in part["items"]
    ]
    # Check only new pictures, because edited messages refer to existing ones by URL.
    if not {url for url in pictures if url.startswith("attachment:")} <= named:
        found.append("a picture that is not there")
    identities = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(identities)) != len(identities):
        found.append("two components with the same custom_id")
    return found


def _check_rows(rows: list[Any]) -> Iterator[str]:
    identities = [part.get("custom_id") or part.get("url") for row in rows for part in row["components"]]
    if len(set(identities)) != len(identities):
        yield "two components with the same custom_id"
    for row in rows:
        buttons = all(part["type"] == BUTTON_TYPE for part in row["components"])
        if not 1 <= len(row["components"]) <= (MAX_BUTTONS_PER_ROW if buttons else 1):
            yield f"{len(row['components'])} components in a row"
        for part in row["components"]:
            if (
                not 1 <= len(part.get("custom_id", "-")) <= MAX_CUSTOM_ID_LENGTH
                or len(part.get("label") or "") > MAX_LABEL_LENGTH
            ):
                yield f"component {part.get('custom_id')}"
            if part["type"] == SELECT_TYPE:
                yield from _check_select(part)


def _check_select(menu: Json) -> Iterator[str]:
    values = [option["value"] for option in menu["options"]]
    if not 1 <= len(values) <= MAX_OPTIONS or len(set(values)) != len(values):
        yield f"list {menu['custom_id']} of {len(values)} options"
    if len(menu.get("placeholder") or "") > MAX_PLACEHOLDER_LENGTH:
        yield f"placeholder of {menu['custom_id']}"
    for option in menu["options"]:
        texts = (option["label"], option["value"], option.get("description") or "-")
        if not all(1 <= len(text) <= MAX_OPTION_LENGTH for text in texts):
            yield f"option {option['value']} of {menu['custom_id']}"


def list_emoji(components: list[Json]) -> Iterator[Json]:
    """Yield the emoji of the buttons and options in a message's rows."""
    for row in components:
        for part in row.get("components", ()):
            for place in (part, *part.get("options", ())):
                if place.get("emoji"):
                    yield place["emoji"]
