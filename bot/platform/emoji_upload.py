"""Uploads changed drawings to Discord one by one, in the background.

The name of each emoji contains the hash of its file, so changed drawings are found without a download.
If two processes start at the same time, both may upload a drawing. Both then use the older emoji.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

import discord

from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.emoji import INVALID_FORM_BODY_CODE, UploadedDrawings
from games.core.values import value_class

log = logging.getLogger(__name__)

DRAWINGS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "emoji"
"""Contains a subfolder for each game, named after the game's key."""
MAX_EMOJI = 2000
"""Discord's limit for an application."""
UPLOAD_PAUSE_SECONDS = 1.0
"""Drawings aren't urgent and must not delay presses."""
RECHECK_INTERVAL_SECONDS = 600.0
"""Seconds after the start of an upload or refresh during which a rejected drawing causes no new refresh."""
_UPLOADED_NAME_PATTERN = re.compile(r"reefs_\w+_[0-9a-f]{8}")


@value_class
class EmojiDrawing:
    """A drawing: a file in a subfolder of :data:`DRAWINGS_FOLDER`."""

    art_path: str
    """The game's key, a slash, and the file name without its suffix, as in ``Icon.art_path``."""
    name: str
    image: bytes

    @property
    def game(self) -> str:
        return self.art_path.partition("/")[0]


class EmojiClient(Protocol):
    """The methods of discord.py's client that uploads need."""

    async def fetch_application_emojis(self) -> Sequence[discord.Emoji]:
        """Return the emoji that the application has on Discord."""

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        """Upload the image file ``image`` as an emoji."""


@cache
def read_drawings(folder: Path = DRAWINGS_FOLDER) -> tuple[EmojiDrawing, ...]:
    """Return all drawings, sorted by game and name."""
    drawings = []
    for path in sorted(folder.glob("*/*.png")):
        image = path.read_bytes()
        game, thing = path.parent.name, path.stem
        name = f"reefs_{game}_{thing}_{hashlib.sha256(image).hexdigest()[:8]}"
        drawings.append(EmojiDrawing(f"{game}/{thing}", name, image))
    return tuple(drawings)


class EmojiUploader:
    """Uploads ``wanted_drawings``, and records in ``drawings`` which drawings are uploaded."""

    def __init__(
        self, client: EmojiClient, drawings: UploadedDrawings, wanted_drawings: Iterable[EmojiDrawing]
    ) -> None:
        self._client = client
        self._drawings = drawings
        self._wanted = {drawing.name: drawing for drawing in wanted_drawings}
        self._task: asyncio.Task[None] | None = None
        self._begun = 0.0
        drawings.set_rejection_callback(self._refresh_old_list)

    def start(self) -> None:
        """Upload missing drawings and delete unused ones, in the background."""
        self._start_task(self._upload_missing_drawings)

    def stop(self) -> None:
        """Stop uploading. The bot's next start uploads the remaining drawings."""
        if self._task is not None:
            self._task.cancel()

    def _refresh_old_list(self) -> None:
        """Fetch the list of the bot's emoji again, unless a task is running or was started recently."""
        now = asyncio.get_running_loop().time()
        if self._task is not None and self._task.done() and now - self._begun > RECHECK_INTERVAL_SECONDS:
            self._start_task(self._refresh_uploaded_emoji)

    def _start_task(self, step: Callable[[], Awaitable[object]]) -> None:
        self._begun = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run_step(step), name="drawings")

    async def _run_step(self, step: Callable[[], Awaitable[object]]) -> None:
        """Run a step of the upload. If it fails, log one line. Messages then keep their standard emoji."""
        try:
            await step()
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            log.warning("emoji shown in place of drawings", extra={"fields": {"reason": reason}})

    async def _upload_missing_drawings(self) -> None:
        existing = await self._refresh_uploaded_emoji()
        names = {emoji.name for emoji in existing}
        missing = [drawing for name, drawing in self._wanted.items() if name not in names]
        unused = self._find_unused_emoji(existing)
        if len(existing) + len(missing) > MAX_EMOJI:
            # There isn't room for both the unused emoji and their replacements, so delete first.
            await self._delete_emoji(unused)
            unused = []
        if missing:
            try:
                await self._upload_drawings(missing)
            finally:
                await self._refresh_uploaded_emoji()
            log.info("drawings uploaded rows=%d", len(missing))
        await self._delete_emoji(unused)

    async def _refresh_uploaded_emoji(self) -> Sequence[discord.Emoji]:
        """Fetch the list of the bot's emoji. Enable the drawings of each game whose emoji are complete."""
        existing = await self._client.fetch_application_emojis()
        oldest = _find_oldest_by_name(existing)
        missing = {drawing.game for name, drawing in self._wanted.items() if name not in oldest}
        self._drawings.set_uploaded_drawings(
            {
                drawing.art_path: (name, oldest[name].id)
                for name, drawing in self._wanted.items()
                if drawing.game not in missing
            }
        )
        return existing

    def _find_unused_emoji(self, existing_emoji: Sequence[discord.Emoji]) -> list[discord.Emoji]:
        """Return uploaded emoji that aren't used: outdated emoji, and newer duplicates of a name."""
        oldest = _find_oldest_by_name(existing_emoji)
        return [
            emoji
            for emoji in existing_emoji
            if _UPLOADED_NAME_PATTERN.fullmatch(emoji.name)
            and (emoji.name not in self._wanted or emoji.id != oldest[emoji.name].id)
        ]

    async def _upload_drawings(self, missing_drawings: Sequence[EmojiDrawing]) -> None:
        for number, drawing in enumerate(missing_drawings):
            await asyncio.sleep(UPLOAD_PAUSE_SECONDS if number else 0)
            try:
                await self._client.create_application_emoji(name=drawing.name, image=drawing.image)
            except discord.HTTPException as error:
                # If another process has just uploaded the drawing, Discord refuses the same name.
                if error.code != INVALID_FORM_BODY_CODE or drawing.name not in _find_oldest_by_name(
                    await self._refresh_uploaded_emoji()
                ):
                    raise

    async def _delete_emoji(self, unused_emoji: Iterable[discord.Emoji]) -> None:
        for emoji in unused_emoji:
            with contextlib.suppress(discord.NotFound):
                await emoji.delete()
            await asyncio.sleep(UPLOAD_PAUSE_SECONDS)


def _find_oldest_by_name(existing_emoji: Iterable[discord.Emoji]) -> Mapping[str, discord.Emoji]:
    return {emoji.name: emoji for emoji in sorted(existing_emoji, key=lambda emoji: emoji.id, reverse=True)}
