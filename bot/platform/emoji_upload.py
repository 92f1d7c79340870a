"""Bringing our drawings to Discord: only those that have changed, one after the other, beside all else.

Each is known by a name that holds the hash of its file, so what Discord has needs no looking into. Two
processes that start together may both upload one: everybody then takes the older of two of a name.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import discord

from bot.platform.deadlines import CUT
from bot.platform.emoji import INVALID_FORM, Drawings

log = logging.getLogger(__name__)

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "emoji"
MOST = 2000
"""So many an application may have."""
PAUSE_SECONDS = 1.0
"""Between two calls: nobody waits for drawings, and presses are to find Discord idle."""
AGAIN_SECONDS = 600.0
"""Sooner Discord is not asked again what it has."""
_OURS = re.compile(r"reefs_\w+_[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A file below :data:`FOLDER`. ``art`` is its ``game/thing``, ``name`` what Discord is to call it."""

    art: str
    name: str
    image: bytes

    @property
    def game(self) -> str:
        """The folder that it is in."""
        return self.art.partition("/")[0]


class Uploading(Protocol):
    """discord.py's client, as far as it is needed for this."""

    async def fetch_application_emojis(self) -> Sequence[discord.Emoji]:
        """Return what the application has."""

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        """Add one."""


@cache
def read_drawings(folder: Path = FOLDER) -> tuple[Drawing, ...]:
    """Return all drawings that there are."""
    found = []
    for path in sorted(folder.glob("*/*.png")):
        image = path.read_bytes()
        game, thing = path.parent.name, path.stem
        name = f"reefs_{game}_{thing}_{hashlib.sha256(image).hexdigest()[:8]}"
        found.append(Drawing(f"{game}/{thing}", name, image))
    return tuple(found)


class Uploader:
    """Sees to it that Discord has the drawings, and that ``drawings`` knows of them."""

    def __init__(self, client: Uploading, drawings: Drawings, wanted: Iterable[Drawing]) -> None:
        self._client = client
        self._drawings = drawings
        self._wanted = {drawing.name: drawing for drawing in wanted}
        self._task: asyncio.Task[None] | None = None
        self._begun = 0.0
        drawings.when_doubted(self._look_again)

    def start(self) -> None:
        """Bring Discord up to date, in the background."""
        self._begin(self._bring)

    def stop(self) -> None:
        """Leave the rest for the next start."""
        if self._task is not None:
            self._task.cancel()

    def _look_again(self) -> None:
        """Find out what Discord has, where it has not been asked of late: somebody may have deleted some."""
        now = asyncio.get_running_loop().time()
        if self._task is not None and self._task.done() and now - self._begun > AGAIN_SECONDS:
            self._begin(self._look)

    def _begin(self, do: Callable[[], Awaitable[object]]) -> None:
        self._begun = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._try(do), name="drawings")

    async def _try(self, do: Callable[[], Awaitable[object]]) -> None:
        """Do something. What goes wrong is told in one line, and emoji stand where a drawing is lacking."""
        try:
            await do()
        except (discord.HTTPException, *CUT) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            log.warning("emoji shown in place of drawings", extra={"fields": {"reason": reason}})

    async def _bring(self) -> None:
        there = await self._look()
        names = {emoji.name for emoji in there}
        missing = [drawing for name, drawing in self._wanted.items() if name not in names]
        spare = self._find_spare(there)
        if len(there) + len(missing) > MOST:
            # Otherwise they stay until there are others in their place.
            await self._remove(spare)
            spare = []
        if missing:
            try:
                await self._upload(missing)
            finally:
                await self._look()
            log.info("drawings uploaded rows=%d", len(missing))
        await self._remove(spare)

    async def _look(self) -> Sequence[discord.Emoji]:
        """Ask Discord what it has, and let those games have drawings of which none is lacking."""
        there = await self._client.fetch_application_emojis()
        oldest = _find_oldest(there)
        lacking = {drawing.game for name, drawing in self._wanted.items() if name not in oldest}
        self._drawings.learn(
            {
                drawing.art: (name, oldest[name].id)
                for name, drawing in self._wanted.items()
                if drawing.game not in lacking
            }
        )
        return there

    def _find_spare(self, there: Sequence[discord.Emoji]) -> list[discord.Emoji]:
        """Return those of ours that nobody shows any more: outdated ones, and the newer of two of a name."""
        oldest = _find_oldest(there)
        return [
            emoji
            for emoji in there
            if _OURS.fullmatch(emoji.name)
            and (emoji.name not in self._wanted or emoji.id != oldest[emoji.name].id)
        ]

    async def _upload(self, missing: Sequence[Drawing]) -> None:
        for number, drawing in enumerate(missing):
            await asyncio.sleep(PAUSE_SECONDS if number else 0)
            try:
                await self._client.create_application_emoji(name=drawing.name, image=drawing.image)
            except discord.HTTPException as error:
                # Another process may just have brought it.
                if error.code != INVALID_FORM or drawing.name not in _find_oldest(await self._look()):
                    raise

    async def _remove(self, spare: Iterable[discord.Emoji]) -> None:
        for emoji in spare:
            with contextlib.suppress(discord.NotFound):
                await emoji.delete()
            await asyncio.sleep(PAUSE_SECONDS)


def _find_oldest(there: Iterable[discord.Emoji]) -> Mapping[str, discord.Emoji]:
    """Return the oldest emoji of each name."""
    return {emoji.name: emoji for emoji in sorted(there, key=lambda emoji: emoji.id, reverse=True)}
