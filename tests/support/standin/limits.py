"""Discord's limits on messages and forms, defined independently of the bot's code that they check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.standin.world import Json, list_components

CONTENT_LIMIT, NONCE_LIMIT, ROWS, PER_ROW, CUSTOM_ID, LABEL, ALT = 2000, 25, 5, 5, 100, 80, 1024
OPTIONS, OPTION_TEXT, PLACEHOLDER = 25, 100, 150
BUTTON, LIST = 2, 3
LAYOUT = 1 << 15
COMPONENTS, TEXTS = 40, 4000
FIELDS, TITLE = 5, 45
LABELLED, RADIO = 18, 21
ROW, SECTION, TEXT, GALLERY, SEPARATOR = 1, 9, 10, 12, 14


def find_problems(payload: Json) -> list[str]:
    """Return a message's violations of Discord's limits."""
    if int(payload.get("flags") or 0) & LAYOUT:
        return _check_layout(payload)
    found = []
    if len(payload.get("content") or "") > CONTENT_LIMIT:
        found.append("content too long")
    if len(str(payload.get("nonce") or "")) > NONCE_LIMIT:
        found.append("nonce too long")
    rows: list[Any] = payload.get("components") or []
    if len(rows) > ROWS:
        found.append(f"{len(rows)} rows")
    if any(row["type"] != ROW for row in rows):
        return [*found, "a layout without the flag of one"]
    return [*found, *_check_rows(rows)]


def find_form_problems(form: Json) -> list[str]:
    """Return a form's violations of Discord's limits."""
    fields: list[Any] = form["components"]
    found = [] if 1 <= len(fields) <= FIELDS else [f"a form of {len(fields)} fields"]
    if not 1 <= len(form["title"]) <= TITLE or not 1 <= len(form["custom_id"]) <= CUSTOM_ID:
        found.append(f"title or custom_id of the form {form['custom_id']}")
    for label in fields:
        part = label["component"]
        if label["type"] != LABELLED or not 1 <= len(label["label"]) <= TITLE:
            found.append(f"label of {part['custom_id']}")
        if part["type"] == LIST:
            found += _check_select(part)
        if part["type"] == RADIO and not 2 <= len(part["options"]) <= 10:
            found.append(f"{len(part['options'])} choices of {part['custom_id']}")
    return found


def _check_layout(payload: Json) -> list[str]:
    """Return the violations of Discord's limits by a Components V2 message."""
    components: list[Any] = payload.get("components") or []
    parts = list(list_components(components))
    found = list(_check_rows([part for part in parts if part["type"] == ROW]))
    if payload.get("content"):
        found.append("plain text in a layout")
    if not 1 <= len(parts) <= COMPONENTS:
        found.append(f"{len(parts)} components")
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    if sum(map(len, texts)) > TEXTS or not all(texts):
        found.append(f"texts of {sum(map(len, texts))} characters")
    if any(part["type"] not in (ROW, SECTION, TEXT, GALLERY, SEPARATOR) for part in components):
        found.append("a component that can't be at the top of a layout")
    named = {f"attachment://{entry.get('filename')}" for entry in payload.get("attachments") or ()}
    pictures = [item["media"]["url"] for part in parts if part["type"] == GALLERY for item in part["items"]]
    # Check only new pictures, because edited messages refer to existing ones by URL.
    if not {url for url in pictures if url.startswith("attachment:")} <= named:
        found.append("a picture that is not there")
    identities = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(identities)) != len(identities):
        found.append("two components with the same custom_id")
    return found


def _check_rows(rows: list[Any]) -> Iterator[str]:
    """Yield the violations of Discord's limits by rows of buttons and select menus."""
    identities = [part.get("custom_id") or part.get("url") for row in rows for part in row["components"]]
    if len(set(identities)) != len(identities):
        yield "two components with the same custom_id"
    for row in rows:
        buttons = all(part["type"] == BUTTON for part in row["components"])
        if not 1 <= len(row["components"]) <= (PER_ROW if buttons else 1):
            yield f"{len(row['components'])} components in a row"
        for part in row["components"]:
            if not 1 <= len(part.get("custom_id", "-")) <= CUSTOM_ID or len(part.get("label") or "") > LABEL:
                yield f"component {part.get('custom_id')}"
            if part["type"] == LIST:
                yield from _check_select(part)


def _check_select(part: Json) -> Iterator[str]:
    """Yield a select menu's violations of Discord's limits."""
    values = [option["value"] for option in part["options"]]
    if not 1 <= len(values) <= OPTIONS or len(set(values)) != len(values):
        yield f"list {part['custom_id']} of {len(values)} options"
    if len(part.get("placeholder") or "") > PLACEHOLDER:
        yield f"placeholder of {part['custom_id']}"
    for option in part["options"]:
        texts = (option["label"], option["value"], option.get("description") or "-")
        if not all(1 <= len(text) <= OPTION_TEXT for text in texts):
            yield f"option {option['value']} of {part['custom_id']}"


def list_emoji(components: list[Json]) -> Iterator[Json]:
    """Yield the emoji of the buttons and options in a message's rows."""
    for row in components:
        for part in row.get("components", ()):
            for place in (part, *part.get("options", ())):
                if place.get("emoji"):
                    yield place["emoji"]
