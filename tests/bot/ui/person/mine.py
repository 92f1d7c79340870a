"""Helpers for messages with Components V2 layouts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.harbour import Harbour, read_components
from tests.support.standin.limits import SECTION_TYPE


def list_section_buttons(message: Any) -> list[dict[str, Any]]:
    return [part["accessory"] for part in read_components(message) if part["type"] == SECTION_TYPE]


def refuse_layouts(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Discord refuse every message with a Components V2 layout."""
    from simcord.backend import errors
    from simcord.http import _helpers
    from simcord.http.routes import interactions, messages

    def wrap_handler(handler: Any) -> Any:
        def refuse_layout_or_call(ctx: Any, *args: Any, **kwargs: Any) -> Any:
            body = kwargs.get("body") or ctx.body()
            if int(body.get("flags") or 0) & 1 << 15:
                raise errors.invalid_form_body("no layouts here")
            return handler(ctx, *args, **kwargs)

        return refuse_layout_or_call

    for name in ("bot_message", "message_edit_changes"):
        for module in (interactions, messages):
            monkeypatch.setattr(module, name, wrap_handler(getattr(_helpers, name)))
