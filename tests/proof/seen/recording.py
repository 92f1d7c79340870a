"""Records which sentences the bot fills in, which of them it draws, and everything that it sends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from typing import Any
from unittest.mock import patch

from PIL import Image
from simcord.http import router

from games.core.words import SOURCE, Words
from games.drawing import png, text

DrawnTexts = frozenset[str]


@dataclass(slots=True)
class SentRequest:
    """A request to Discord: its body, its pictures with their texts, and the texts filled in just before."""

    body: Any
    recent: frozenset[str] = frozenset()
    pictures: tuple[tuple[bytes, DrawnTexts], ...] = ()


@dataclass(slots=True)
class Recorder:
    """The sentences that were filled in, the texts drawn, and the requests sent."""

    filled: dict[str, set[str]] = field(default_factory=dict)
    """For each filled-in text, the sentences of the code that it was made from."""
    sent: list[SentRequest] = field(default_factory=list)
    drawn: dict[bytes, DrawnTexts] = field(default_factory=dict)
    """The texts of each picture, by the picture's digest."""
    _drawing: set[str] = field(default_factory=set)
    _fresh: set[str] = field(default_factory=set)
    _before: frozenset[str] = frozenset()

    def note_text(self, filled: str, template: str) -> None:
        """Record that filling in a sentence of the code made this text."""
        self.filled.setdefault(filled, set()).add(template)
        self._fresh.add(filled)

    def note_drawn(self, content: str) -> None:
        """Record that a text was drawn into the current picture."""
        self._drawing.add(content)

    def note_picture(self, made: bytes) -> None:
        """Record that the current picture is finished."""
        self.drawn[_hash_content(made)] = frozenset(self._drawing)
        self._drawing.clear()

    def note_request(self, body: Any, files: list[Any]) -> None:
        """Record a request with its files."""
        pictures = []
        for file in files:
            content = file.fp.read()
            file.fp.seek(0)
            pictures.append((content, self.drawn.get(_hash_content(content), frozenset())))
        fresh = frozenset(self._fresh)
        self._fresh.clear()
        self.sent.append(SentRequest(body, fresh | self._before, tuple(pictures)))
        # A message is often made before the request that acknowledges the press.
        self._before = fresh


def _hash_content(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


@contextmanager
def record_all() -> Iterator[Recorder]:
    """During the block, record formatted English texts, texts drawn into pictures, and requests sent to
    Discord.
    """
    found = Recorder()
    fill, dispatch, tile, made, encode = Words._fill, router.dispatch, text.draw_cached, text.draw, png.encode

    def fill_and_note(w: Words, template: str, values: dict[str, object]) -> str:
        filled = fill(w, template, values)
        if w.locale == SOURCE:
            found.note_text(filled, template)
        return filled

    @wraps(dispatch)
    def dispatch_and_note(*about: Any, **more: Any) -> Any:
        found.note_request(more.get("json"), more.get("files") or [])
        return dispatch(*about, **more)

    def add_note(draw: Callable[..., Any]) -> Callable[..., Any]:
        def draw_and_note(content: str, *about: Any, **more: Any) -> Any:
            found.note_drawn(content)
            return draw(content, *about, **more)

        return draw_and_note

    def encode_and_note(image: Image.Image, *about: Any, **more: Any) -> bytes:
        content = encode(image, *about, **more)
        found.note_picture(content)
        return content

    with (
        patch.object(Words, "_fill", fill_and_note),
        patch.object(router, "dispatch", dispatch_and_note),
        patch.object(text, "draw_cached", add_note(tile)),
        patch.object(text, "draw", add_note(made)),
        _replace_encode(encode, encode_and_note),
    ):
        yield found


@contextmanager
def _replace_encode(old: Any, new: Any) -> Iterator[None]:
    """Replace the function ``encode`` in all modules that have imported it."""
    users = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith(("bot.", "games.")) and getattr(module, "encode", None) is old
    ]
    for module in users:
        module.encode = new  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in users:
            module.encode = old  # type: ignore[attr-defined]
