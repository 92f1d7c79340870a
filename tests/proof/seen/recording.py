"""Records the sentences that the bot fills in or draws, and all requests that it sends."""

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

from games.core.words import SOURCE_LANGUAGE, Words
from games.drawing import png, text

DrawnTexts = frozenset[str]


@dataclass(slots=True)
class SentRequest:
    """A request to Discord: its body, its pictures with their texts, and texts filled in shortly before."""

    body: Any
    recent_texts: frozenset[str] = frozenset()
    pictures: tuple[tuple[bytes, DrawnTexts], ...] = ()


@dataclass(slots=True)
class Recorder:
    """Records filled-in sentences, texts drawn in pictures, and requests sent."""

    sentences_by_filled_text: dict[str, set[str]] = field(default_factory=dict)
    """The sentences in the code that each filled-in text was made from."""
    requests: list[SentRequest] = field(default_factory=list)
    drawn_texts_by_picture: dict[bytes, DrawnTexts] = field(default_factory=dict)
    """The texts in each picture, by the picture's digest."""
    _texts_of_current_picture: set[str] = field(default_factory=set)
    _new_texts: set[str] = field(default_factory=set)
    _previous_texts: frozenset[str] = frozenset()

    def record_text(self, filled: str, template: str) -> None:
        """Record a text, and the sentence in the code that it was made from."""
        self.sentences_by_filled_text.setdefault(filled, set()).add(template)
        self._new_texts.add(filled)

    def record_drawn_text(self, content: str) -> None:
        """Record that a text was drawn into the current picture."""
        self._texts_of_current_picture.add(content)

    def record_picture(self, content: bytes) -> None:
        """Record that the current picture is finished."""
        self.drawn_texts_by_picture[_hash_content(content)] = frozenset(self._texts_of_current_picture)
        self._texts_of_current_picture.clear()

    def record_request(self, body: Any, files: list[Any]) -> None:
        pictures = []
        for file in files:
            content = file.fp.read()
            file.fp.seek(0)
            pictures.append((content, self.drawn_texts_by_picture.get(_hash_content(content), frozenset())))
        fresh = frozenset(self._new_texts)
        self._new_texts.clear()
        self.requests.append(SentRequest(body, fresh | self._previous_texts, tuple(pictures)))
        # Count these texts for the next request too. A message's texts are often made before the press is
        # acknowledged, but the message is sent after that.
        self._previous_texts = fresh


def _hash_content(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


@contextmanager
def record_texts_and_requests() -> Iterator[Recorder]:
    """Record formatted English texts, texts drawn into pictures, and requests to Discord during the block."""
    found = Recorder()
    fill, dispatch, tile, made, encode = (
        Words._fill_placeholders,
        router.dispatch,
        text.draw_cached,
        text.draw,
        png.encode,
    )

    def fill_and_record(w: Words, template: str, values: dict[str, object]) -> str:
        filled = fill(w, template, values)
        if w.locale == SOURCE_LANGUAGE:
            found.record_text(filled, template)
        return filled

    @wraps(dispatch)
    def dispatch_and_record(*args: Any, **kwargs: Any) -> Any:
        found.record_request(kwargs.get("json"), kwargs.get("files") or [])
        return dispatch(*args, **kwargs)

    def add_recording(draw: Callable[..., Any]) -> Callable[..., Any]:
        def draw_and_record(content: str, *args: Any, **kwargs: Any) -> Any:
            found.record_drawn_text(content)
            return draw(content, *args, **kwargs)

        return draw_and_record

    def encode_and_record(image: Image.Image, *args: Any, **kwargs: Any) -> bytes:
        content = encode(image, *args, **kwargs)
        found.record_picture(content)
        return content

    with (
        patch.object(Words, "_fill_placeholders", fill_and_record),
        patch.object(router, "dispatch", dispatch_and_record),
        patch.object(text, "draw_cached", add_recording(tile)),
        patch.object(text, "draw", add_recording(made)),
        _replace_encode(encode, encode_and_record),
    ):
        yield found


@contextmanager
def _replace_encode(old: Any, new: Any) -> Iterator[None]:
    """Replace the function ``encode`` in all modules that imported it."""
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
