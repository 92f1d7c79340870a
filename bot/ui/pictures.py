"""Pictures made off the event loop: one worker, so that nothing else ever waits for a drawing."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b

import discord
from PIL import Image

from bot import metrics
from bot.kit.cache import Cache
from bot.model.positions import count_turns
from bot.model.seat_history import name_by_step
from bot.model.table import Table
from bot.platform.limits import ALT, clip
from bot.tables.feed import Change, Kind
from bot.ui.scenes import make_last_sight, make_scene, make_scene_at
from games.core.match import Match
from games.core.protocol import Game
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing.png import encode
from games.drawing.poster import arrange_posters, draw_poster
from games.drawing.replay import film

log = logging.getLogger(__name__)

FILMS = 8
"""So many films are kept; each has a mebibyte at most."""


class Pictures:
    """Draws views and keeps the newest few encoded pictures."""

    def __init__(self, *, kept: int = 64) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._cache: Cache[Hashable, bytes] = Cache(kept)
        self._films: Cache[Hashable, bytes] = Cache(FILMS)
        self._posters: dict[str, bytes] = {}
        self._filming = asyncio.Lock()

    async def render(self, key: Hashable, game: Game, view: ViewLike, scene: Scene) -> bytes:
        """Return the PNG of a view. Equal keys must mean equal pictures."""
        found = self._cache.get(key)
        if found is not None:
            return found
        loop = asyncio.get_running_loop()
        with metrics.time_drawing(game.key):
            made = await loop.run_in_executor(self._worker, _draw, game, view, scene)
        self._cache.put(key, made)
        return made

    async def make(self, key: Hashable, made: Callable[[], bytes]) -> bytes:
        """Return the PNG of what is no board. Equal keys must mean equal pictures."""
        found = self._cache.get(key)
        if found is None:
            found = await asyncio.get_running_loop().run_in_executor(self._worker, made)
            self._cache.put(key, found)
        return found

    async def files(
        self, key: Hashable, game: Game, view: ViewLike, scene: Scene, name: str = ""
    ) -> list[discord.File]:
        """Return the picture as an upload with its words for those who cannot see it.

        Empty where it could not be drawn: a match can be played from its words.

        :param name: of the file; by default that of the game.
        """
        try:
            png = await self.render(key, game, view, scene)
            alt = clip(game.texts.alt(view, scene), ALT)
        except Exception:
            log.exception("picture failed game=%s", game.key)
            return []
        return [discord.File(io.BytesIO(png), filename=name or f"{game.key}.png", description=alt)]

    async def poster(self, game: Game, w: Words) -> list[discord.File]:
        """Return the poster of a game as an upload with its words; empty where it could not be drawn.

        A game has one, which is kept for good.
        """
        try:
            made = self._posters.get(game.key)
            if made is None:
                loop = asyncio.get_running_loop()
                made = await loop.run_in_executor(self._worker, _draw_poster, game)
                self._posters[game.key] = made
        except Exception:
            log.exception("poster failed game=%s", game.key)
            return []
        alt = w("Poster of {game}: {what}.", game=game.title, what=w.msg(game.poster.alt))
        name = f"{game.key}-poster.png"
        return [discord.File(io.BytesIO(made), filename=name, description=clip(alt, ALT))]

    async def posters(self, games: Sequence[Game], w: Words) -> list[discord.File]:
        """Return the posters of several games in one picture, as :meth:`poster`."""
        keys = "+".join(game.key for game in games)
        try:
            made = self._posters.get(keys)
            if made is None:
                loop = asyncio.get_running_loop()
                made = await loop.run_in_executor(self._worker, _draw_posters, games)
                self._posters[keys] = made
        except Exception:
            log.exception("posters failed")
            return []
        alt = w("Posters of {games}.", games=w.listed([game.title for game in games]))
        return [discord.File(io.BytesIO(made), filename="posters.png", description=clip(alt, ALT))]

    async def drawn(self, draw: Callable[[], Image.Image], name: str, alt: str) -> list[discord.File]:
        """Return what ``draw`` makes as an upload with its words; empty where it could not be drawn.

        :param draw: touches nothing that changes, and returns a palette picture.
        """
        try:
            loop = asyncio.get_running_loop()
            png = await loop.run_in_executor(self._worker, lambda: encode(draw()))
        except Exception:
            log.exception("picture failed name=%s", name)
            return []
        return [discord.File(io.BytesIO(png), filename=f"{name}.png", description=clip(alt, ALT))]

    async def public(self, table: Table, match: Match, w: Words) -> list[discord.File]:
        """Return the picture for the channel."""
        view, scene = make_scene(table, match, None, w)
        key = (*name_position(table, match), None, w.locale, table.names)
        return await self.files(key, match.game, view, scene)

    async def since(
        self, table: Table, match: Match, seat: int | None, ply: int, w: Words
    ) -> list[discord.File]:
        """Return the picture for a seat, or for everybody, with what has changed since ``ply`` outlined."""
        view, scene = make_scene(table, match, seat, w, ply)
        key = (*name_position(table, match), seat, w.locale, table.names, "since", ply)
        return await self.files(key, match.game, view, scene)

    async def at(self, table: Table, match: Match, ply: int, w: Words) -> list[discord.File]:
        """Return the picture for everybody after ``ply`` steps in force."""
        view, scene = make_scene_at(table, match, ply, w)
        # An undo puts another step at the same ply, so the log's length belongs to the key.
        key = (*name_position(table, match), None, w.locale, table.names, "at", ply)
        return await self.files(key, match.game, view, scene)

    async def last_sight(self, table: Table, match: Match, ply: int, w: Words) -> list[discord.File]:
        """Return the picture for everybody of how things stood just before the step ``ply`` dealt on."""
        view, scene = make_last_sight(table, match, ply, w)
        key = (*name_position(table, match), None, w.locale, scene.names, "ended", ply)
        return await self.files(key, match.game, view, scene)

    async def private(self, table: Table, match: Match, seat: int, w: Words) -> list[discord.File]:
        """Return the picture for the person in a seat, its edge of the table near."""
        view, scene = make_scene(table, match, seat, w)
        name = name_private(table, match, seat, w)
        return await self.files(_key_private(table, match, seat, w), match.game, view, scene, name)

    async def film(self, table: Table, match: Match, w: Words) -> discord.File:
        """Return the match up to now as an animated GIF for everybody, with its words.

        One film is made at a time, a frame at a time, so that a board waits for one frame at most.
        """
        key = (*name_position(table, match), w.locale, table.names)
        async with self._filming:
            made = self._films.get(key)
            if made is None:
                pieces = film(match, table.names, w, name_by_step(table, match))
                loop = asyncio.get_running_loop()
                parts = []
                while (part := await loop.run_in_executor(self._worker, next, pieces, None)) is not None:
                    parts.append(part)
                made = b"".join(parts)
                self._films.put(key, made)
        position, scene = make_scene(table, match, None, w)
        alt = w.plural(
            "A replay of {game}, {n} turn. {status}",
            "A replay of {game}, {n} turns. {status}",
            count_turns(match),
            game=match.game.title,
            status=match.game.texts.status(position, scene),
        )
        name = f"{match.game.key}-{table.id}.gif"
        return discord.File(io.BytesIO(made), filename=name, description=clip(alt, ALT))

    def hear(self, change: Change) -> None:
        """Drop the pictures that are kept where somebody's name is not to be shown any more."""
        if change.kind is Kind.NAMES:
            self.forget()

    def forget(self) -> None:
        """Drop the pictures that are kept."""
        self._cache.clear()
        self._films.clear()

    def close(self) -> None:
        """Let the drawing under way end and take no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)


def name_private(table: Table, match: Match, seat: int, w: Words) -> str:
    """Return the file name of the picture for a seat: the same for the same picture, and for no other."""
    key = repr(_key_private(table, match, seat, w))
    return f"{match.game.key}-{blake2b(key.encode(), digest_size=6).hexdigest()}.png"


def name_position(table: Table, match: Match) -> tuple[Hashable, ...]:
    """Return what no position of another match is called among all pictures.

    A database that was restored may give a number again, so that is not enough.
    """
    return table.id, match.key, match.seq


def _key_private(table: Table, match: Match, seat: int, w: Words) -> tuple[Hashable, ...]:
    return (table.id, match.seq, seat, w.locale, table.names)


def _draw(game: Game, view: ViewLike, scene: Scene) -> bytes:
    return encode(game.draw(view, scene))


def _draw_posters(games: Sequence[Game]) -> bytes:
    return encode(arrange_posters([draw_poster(game.title, game.poster) for game in games]))


def _draw_poster(game: Game) -> bytes:
    return encode(draw_poster(game.title, game.poster))
