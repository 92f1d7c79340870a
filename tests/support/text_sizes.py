"""Finds the size of every text in a picture, whether drawn directly or part of a sprite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import NamedTuple
from unittest.mock import patch
from xml.etree import ElementTree

from assets.studio.__main__ import draw_all
from games.drawing import text
from games.drawing.sprites import Atlas, Sprite, load_atlas

MIN_FONT_SIZE = 30
"""Smallest font size, in pixels, that is legible when a phone shows a board 1400 pixels wide."""


class SizedText(NamedTuple):
    content: str
    size: float
    """Font size in pixels."""
    sprite: str = ""
    """Folder and name of the sprite that contains the text, if any."""


@contextmanager
def record_text_sizes() -> Iterator[set[SizedText]]:
    """Record every text drawn during the block, including those in sprites."""
    found = set[SizedText]()
    tile, made = text.draw_cached, text.draw
    folders = {id(load_atlas(folder)): folder for folder in read_sources()}

    def record_and_draw_cached(content: str, size: int, ink: str, background_colour: str) -> Sprite:
        if content.strip():
            found.add(SizedText(content, size))
        return tile(content, size, ink, background_colour)

    def record_and_draw(
        content: str, size: int, ink: str, background_colour: str, levels: int = text.SHADE_COUNT
    ) -> Sprite:
        if content.strip():
            found.add(SizedText(content, size))
        return made(content, size, ink, background_colour, levels)

    def record_sprites(fetch: Callable[..., Sprite]) -> Callable[..., Sprite]:
        def record_and_fetch(self: Atlas, key: str, *args: str, **options: bool) -> Sprite:
            found.update(find_texts_in_sprite(folders[id(self)], key))
            return fetch(self, key, *args, **options)

        return record_and_fetch

    with (
        patch.object(text, "draw_cached", record_and_draw_cached),
        patch.object(text, "draw", record_and_draw),
        ExitStack() as patches,
    ):
        for name in ("__getitem__", "fade", "recede", "tan"):
            patches.enter_context(patch.object(Atlas, name, record_sprites(getattr(Atlas, name))))
        yield found


def find_too_small_texts(texts: set[SizedText], minimum: int = MIN_FONT_SIZE) -> list[SizedText]:
    return sorted(one for one in texts if one.size < minimum)


@cache
def read_sources() -> dict[str, dict[str, str]]:
    """Return the SVG sources of all art, built only once per process."""
    return draw_all()


@cache
def find_texts_in_sprite(folder: str, name: str) -> frozenset[SizedText]:
    """Return the texts in a sprite, at the sizes shown."""
    found = set[SizedText]()
    _collect_texts(ElementTree.fromstring(read_sources()[folder][name]), 1.0, f"{folder}/{name}", found)
    return frozenset(found)


def _collect_texts(element: ElementTree.Element, scale: float, sprite: str, found: set[SizedText]) -> None:
    for part in element.get("transform", "").replace(" scale", "|scale").split("|"):
        if part.startswith("scale("):
            scale *= abs(float(part.removeprefix("scale(").rstrip(")").split()[0]))
    if element.tag.endswith("text"):
        content = "".join(element.itertext()).strip()
        found.add(SizedText(content, round(scale * float(element.get("font-size", "0")), 1), sprite))
    for child in element:
        _collect_texts(child, scale, sprite, found)
