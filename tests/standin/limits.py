"""Discord's limits on a message, with numbers of their own: the bot's are what is to be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.standin.world import Json

CONTENT_LIMIT, NONCE_LIMIT, ROWS, PER_ROW, CUSTOM_ID, LABEL, ALT = 2000, 25, 5, 5, 100, 80, 1024
OPTIONS, OPTION_TEXT, PLACEHOLDER = 25, 100, 150
BUTTON, LIST = 2, 3


def problems(payload: Json) -> list[str]:
    """Say which of Discord's limits a message breaks."""
    found = []
    if len(payload.get("content") or "") > CONTENT_LIMIT:
        found.append("content too long")
    if len(str(payload.get("nonce") or "")) > NONCE_LIMIT:
        found.append("nonce too long")
    rows: list[Any] = payload.get("components") or []
    if len(rows) > ROWS:
        found.append(f"{len(rows)} rows")
    identities = [part.get("custom_id") for row in rows for part in row["components"]]
    if len(set(identities)) != len(identities):
        found.append("two components of one custom_id")
    for row in rows:
        buttons = all(part["type"] == BUTTON for part in row["components"])
        if not 1 <= len(row["components"]) <= (PER_ROW if buttons else 1):
            found.append(f"{len(row['components'])} components in a row")
        for part in row["components"]:
            if not 1 <= len(part.get("custom_id", "-")) <= CUSTOM_ID or len(part.get("label") or "") > LABEL:
                found.append(f"component {part.get('custom_id')}")
            if part["type"] == LIST:
                found += _of_list(part)
    return found


def _of_list(part: Json) -> Iterator[str]:
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
    """Give the emoji of all buttons and options of a message."""
    for row in components:
        for part in row.get("components", ()):
            for place in (part, *part.get("options", ())):
                if place.get("emoji"):
                    yield place["emoji"]
