"""Take the README's pictures of the playground with Chromium: ``python -m tools.screens``.

``--tour`` instead takes pictures of all pages, at the width of a phone and a desktop, and writes them to
``build/screens``.

The real bot plays a few moves in SimCord, and Chromium shows the page without the simulator's own bars. The
bot's sentences in each picture are stored next to the pictures. A test compares them with the catalogue.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import io
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import simcord
from aiohttp import web
from PIL import Image, ImageChops

from bot import config
from bot.host import page, playground
from bot.host.languages import SOURCE_LOCALE
from bot.storage import Store
from bot.storage.settings import BOT_OWNER
from games.core.words import Words
from tools.tour import take_tour

ROOT = Path(__file__).resolve().parents[1]
SCREENS_FOLDER = ROOT / "docs" / "screens"
TOUR_FOLDER = ROOT / "build" / "screens"
SENTENCES_FILE_NAME = "sentences.txt"
STYLE_FILE = Path(__file__).with_name("screens.css")
START_TIME = datetime(2026, 11, 24, 18, 30, tzinfo=UTC)
DESKTOP_SIZE, PHONE_SIZE = (900, 1178), (412, 930)
MARGIN_ROWS = 12
"""Number of empty pixel rows kept above and below the messages."""
MAX_NOISE = 2
"""Maximum difference of a background pixel from the background colour."""
MAX_PICTURE_BYTES = 300_000
TEXT_FIELDS = ("label", "placeholder", "content")
MAX_IGNORED_LENGTH = 3
"""Maximum length of sentences that aren't recorded, because other texts contain such short ones by chance."""


class CleanServer(page.PlaygroundServer):
    """Serves the page with a style that hides the simulator's bars."""

    async def _index(self, request: web.Request) -> Any:
        answer = await super()._index(request)
        answer.text = answer.text.replace("</head>", '<link rel="stylesheet" href="/screens.css"></head>')
        return answer

    _STATIC_FILES = page.PlaygroundServer._STATIC_FILES | {"/screens.css": str(STYLE_FILE)}
    _STATIC_CONTENT_TYPES = page.PlaygroundServer._STATIC_CONTENT_TYPES | {str(STYLE_FILE): "text/css"}


@contextmanager
def record_sentences() -> Iterator[dict[str, str]]:
    """Map every text that the bot formats during the block to its msgid."""
    msgid_by_text: dict[str, str] = {}
    fill = Words._fill_placeholders

    def fill_and_record(w: Words, template: str, values: dict[str, object]) -> str:
        text = fill(w, template, values)
        msgid_by_text[text] = template
        return text

    with patch.object(Words, "_fill_placeholders", fill_and_record):
        yield msgid_by_text


class Album:
    """Takes pictures, and collects the sentences in them."""

    def __init__(self, folder: Path, browser: str, said: dict[str, str]) -> None:
        self._folder = folder
        self._browser = browser
        self._said = said
        self.sentences: set[str] = set()

    async def take_picture(self, name: str, preview: simcord.Preview, size: tuple[int, int]) -> None:
        """Take a picture of the page, and record the sentences in its channel."""
        messages = preview.env.backend.messages[preview.channel.id].values()
        text = "\n".join(
            part for one in messages for part in (one.content, *_list_texts(list(one.components)))
        )
        self.sentences |= {
            msgid
            for filled, msgid in self._said.items()
            if len(filled) > MAX_IGNORED_LENGTH and filled in text
        }
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "screen.png"
            process = await asyncio.create_subprocess_exec(
                *(self._browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                *(f"--user-data-dir={folder}/profile", f"--window-size={size[0]},{size[1]}"),
                *("--force-dark-mode", "--virtual-time-budget=15000", f"--screenshot={picture}", preview.url),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            await process.wait()
            data = picture.read_bytes()
        (self._folder / f"{name}.png").write_bytes(_crop_and_compress(data))


def _list_texts(part: Any) -> Iterator[str]:
    """Yield all texts in a message's component and its children."""
    if isinstance(part, dict):
        for name, value in part.items():
            if isinstance(value, str) and name in TEXT_FIELDS:
                yield value
            else:
                yield from _list_texts(value)
    elif isinstance(part, list):
        for one in part:
            yield from _list_texts(one)


def _crop_and_compress(data: bytes) -> bytes:
    """Return a picture in true colour, cropped to its content and compressed without loss."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    ground = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
    # Chromium's background differs by one level at the bottom edge in some runs.
    content = ImageChops.difference(picture, ground).point(lambda level: 255 if level > MAX_NOISE else 0)
    _, top, _, bottom = content.getbbox() or (0, 0, *picture.size)
    out = io.BytesIO()
    box = (0, max(top - MARGIN_ROWS, 0), picture.width, min(bottom + MARGIN_ROWS, picture.height))
    picture.crop(box).save(out, "PNG", optimize=True)
    return out.getvalue()


@asynccontextmanager
async def open_playground(
    locale: str,
) -> AsyncIterator[tuple[playground.PlaygroundBot, playground.World, Store]]:
    """Run a new playground with its first messages."""
    with tempfile.TemporaryDirectory() as data:
        settings = dataclasses.replace(
            config.load_config({}, Path(data) / ".env"),
            database_path=Path(data) / "reefs.db",
            think_seconds=0.5,
        )
        store = await Store.open(settings.playground_database)
        try:
            async with playground.PlaygroundBot(settings, store) as bot:
                await store.channels.set(BOT_OWNER, playground.TIME_KEY, START_TIME.isoformat())
                world = await playground.restore_world(bot, store, locale)
                try:
                    await world.env.start()
                    with world.env.time_context():
                        await playground._post_first_messages(bot, world)
                        yield bot, world, store
                finally:
                    await bot.close()
                    await world.env.shutdown()
        finally:
            await store.close()


async def take_tour_pictures(folder: Path, browser: str, locale: str) -> None:
    """Take pictures of all pages."""
    async with open_playground(locale) as (bot, world, store):
        await take_tour(bot, world, store, folder, browser)


async def take_readme_pictures(folder: Path, browser: str, locale: str) -> None:
    """Play a few moves, take the README's pictures, and write the sentences in them to a file."""
    with record_sentences() as msgid_by_text:
        album = Album(folder, browser, msgid_by_text)
        async with open_playground(locale) as (bot, world, store):
            await _fill_album(bot, world, store, album)
    (folder / SENTENCES_FILE_NAME).write_text(
        "".join(f"{one!r}\n" for one in sorted(album.sentences)), "utf-8"
    )


async def _fill_album(
    bot: playground.PlaygroundBot, world: playground.World, store: Store, album: Album
) -> None:
    preview = await playground.open_preview(world, store, 0)
    preview._server = CleanServer(preview, 0, world.language, lambda: False)
    bot.preview = preview
    await preview.__aenter__()
    try:
        anna = world.people[0]
        first = world.channel.history()[0]
        page.show_channel(preview, world.env.backend.channels[world.channel.id], first.id)
        await album.take_picture("start-desktop", preview, DESKTOP_SIZE)
        welcome = await anna.click(first, label="Das Riff")
        assert welcome.response is not None
        await anna.click(welcome.response, label="Play the computer (easy)")
        messages = world.env.backend.messages[world.channel.id]
        for message in world.channel.history()[:1]:
            # Remove the playground's first message. Otherwise the picture would begin in the middle of it.
            del messages[message.id]
        await bot.driver.wait_until_idle()
        await bot.announcer.wait_until_idle()
        await world.env.settle()
        board = world.channel.history()[-1]
        for later in [number for number in messages if number > board.id]:
            # Leave out the panel below the board, which the picture would cut off.
            del messages[later]
        page.show_channel(preview, world.env.backend.channels[world.channel.id], board.id)
        await album.take_picture("board-desktop", preview, DESKTOP_SIZE)
        await album.take_picture("board-phone", preview, PHONE_SIZE)
    finally:
        await preview.close()


def main() -> int:
    """Take the pictures. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.screens", description=__doc__)
    parser.add_argument("--tour", action="store_true", help="take all pages, at two widths")
    parser.add_argument("--language", default=SOURCE_LOCALE, help="language of the tour (default: English)")
    parser.add_argument("--into", type=Path, help="the folder of the pictures")
    parser.add_argument(
        "--browser", default=shutil.which("chromium") or shutil.which("google-chrome"), help="Chromium"
    )
    options = parser.parse_args()
    if options.browser is None:
        parser.error("Chromium isn't installed")
    folder = options.into or (TOUR_FOLDER if options.tour else SCREENS_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DISPLAY", "")
    take_pictures = take_tour_pictures if options.tour else take_readme_pictures
    asyncio.run(take_pictures(folder, options.browser, options.language))
    for picture in sorted(folder.glob("*.png")):
        size = picture.stat().st_size
        print(f"{picture.name}: {size // 1000} kB{'' if size <= MAX_PICTURE_BYTES else ', too large'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
