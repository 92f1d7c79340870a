"""Texts that have to fit a number of characters."""

from __future__ import annotations

from collections.abc import Iterable


def clip(text: str, limit: int) -> str:
    """Return ``text`` cut to ``limit`` characters, an ellipsis telling that something is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fitted(sentences: Iterable[str], limit: int) -> str:
    """Join sentences up to ``limit`` characters, cut at the end of one; only the first may be clipped."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else clip(sentence, limit)
        if len(longer) > limit:
            break
        text = longer
    return text
