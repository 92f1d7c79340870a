"""Draws pictures in one worker thread, so that the event loop never waits for a drawing."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import blake2b

import discord
from PIL import Image

from bot import metrics
from bot.kit.cache import Cache
from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.model.turns import count_played_turns
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, clip
from bot.tables.feed import Change, ChangeKind
from bot.ui.scenes import make_scene, make_scene_at, make_scene_before_deal
from games.core.match import Match
from games.core.protocol import Game
from games.core.shapes import Pick, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing.enlarge import draw_own_parts
from games.drawing.png import encode
from games.drawing.poster import arrange_posters, draw_poster, encode_poster
from games.drawing.spotlight import Spotlight, draw_spotlight

log = logging.getLogger(__name__)

Picks = tuple[Pick, ...]

MAX_CACHED_REPLAYS = 8
"""Each cached replay has up to one MiB."""


class Pictures:
    """Draws pictures and caches recent ones as encoded files."""

    def __init__(self, *, max_cached_pictures: int = 64) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._cache: Cache[Hashable, bytes] = Cache(max_cached_pictures)
        self._replays: Cache[Hashable, bytes] = Cache(MAX_CACHED_REPLAYS)
        self._posters: dict[str, bytes] = {}
        self._replay_lock = asyncio.Lock()

    async def render_view(
        self, key: Hashable, game: Game, view: ViewLike, scene: Scene, spotlight: Spotlight | None = None
    ) -> bytes:
        """Return the PNG of a view. Equal keys must mean equal pictures.

        :param spotlight: the places to light while the rest is dimmed, and the question above the picture.
        """
        key = (key, spotlight) if spotlight else key
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        loop = asyncio.get_running_loop()
        with metrics.time_drawing(game.key):
            draw = partial(_draw_spotlight, spotlight) if spotlight else _draw_view
            picture = await loop.run_in_executor(self._worker, draw, game, view, scene)
        self._cache.put(key, picture)
        return picture

    async def draw_cached(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """Return the PNG that ``draw`` makes, or the cached one. Equal keys must mean equal pictures."""
        picture = self._cache.get(key)
        if picture is None:
            picture = await asyncio.get_running_loop().run_in_executor(self._worker, draw)
            self._cache.put(key, picture)
        return picture

    async def draw_files(
        self,
        key: Hashable,
        game: Game,
        view: ViewLike,
        scene: Scene,
        name: str = "",
        spotlight: Spotlight | None = None,
    ) -> list[discord.File]:
        """Return the picture as an upload with alt text, or an empty list if drawing fails.

        A failure is only logged, because a match can be played from its text.

        :param name: the file name, by default derived from the game.
        :param spotlight: the places to light while the rest is dimmed, and the question above the picture.
        """
        try:
            png = await self.render_view(key, game, view, scene, spotlight)
            alt_text = game.texts.describe_picture(view, scene)
        except Exception:
            log.exception("picture failed game=%s", game.key)
            return []
        if spotlight is not None and spotlight.question:
            alt_text = f"{spotlight.question} {alt_text}"
        alt_text = clip(alt_text, MAX_ALT_TEXT_LENGTH)
        return [discord.File(io.BytesIO(png), filename=name or f"{game.key}.png", description=alt_text)]

    async def draw_poster(self, game: Game, w: Words) -> list[discord.File]:
        """Return the poster of a game as an upload with alt text, or nothing if drawing fails.

        Posters are cached until the process ends.
        """
        try:
            png = self._posters.get(game.key)
            if png is None:
                loop = asyncio.get_running_loop()
                png = await loop.run_in_executor(self._worker, _draw_poster, game)
                self._posters[game.key] = png
        except Exception:
            log.exception("poster failed game=%s", game.key)
            return []
        alt_text = w("Poster of {game}: {what}.", game=game.title, what=w.msg(game.poster.alt))
        name = f"{game.key}-poster.png"
        return [discord.File(io.BytesIO(png), filename=name, description=clip(alt_text, MAX_ALT_TEXT_LENGTH))]

    async def draw_posters(self, games: Sequence[Game], w: Words) -> list[discord.File]:
        """Return the posters of several games as one picture with alt text, or nothing if drawing fails.

        The picture is cached until the process ends.
        """
        keys = "+".join(game.key for game in games)
        try:
            png = self._posters.get(keys)
            if png is None:
                loop = asyncio.get_running_loop()
                png = await loop.run_in_executor(self._worker, _draw_posters, games)
                self._posters[keys] = png
        except Exception:
            log.exception("posters failed")
            return []
        alt_text = w("Posters of {games}.", games=w.join_list([game.title for game in games]))
        return [
            discord.File(
                io.BytesIO(png), filename="posters.png", description=clip(alt_text, MAX_ALT_TEXT_LENGTH)
            )
        ]

    async def draw_upload(
        self, draw: Callable[[], Image.Image], name: str, alt_text: str
    ) -> list[discord.File]:
        """Return a drawing as an upload with alt text, or nothing if drawing fails.

        :param draw: returns a palette picture. It runs in the worker thread, so it may use only data that
            doesn't change.
        """
        try:
            loop = asyncio.get_running_loop()
            png = await loop.run_in_executor(self._worker, lambda: encode(draw()))
        except Exception:
            log.exception("picture failed name=%s", name)
            return []
        return [
            discord.File(
                io.BytesIO(png), filename=f"{name}.png", description=clip(alt_text, MAX_ALT_TEXT_LENGTH)
            )
        ]

    async def draw_public_view(self, table: Table, match: Match, w: Words) -> list[discord.File]:
        """Return the picture of the position that everybody may see."""
        view, scene = make_scene(table, match, None, w)
        key = (*make_position_key(table, match), None, w.locale, table.names)
        return await self.draw_files(key, match.game, view, scene)

    async def draw_changes(
        self, table: Table, match: Match, seat: int | None, ply: int, w: Words
    ) -> list[discord.File]:
        """Return the picture for a seat, or for everybody, with the changes since ``ply`` outlined."""
        view, scene = make_scene(table, match, seat, w, ply)
        key = (*make_position_key(table, match), seat, w.locale, table.names, "since", ply)
        return await self.draw_files(key, match.game, view, scene)

    async def draw_position(self, table: Table, match: Match, ply: int, w: Words) -> list[discord.File]:
        """Return the public picture after the first ``ply`` steps that have not been undone."""
        view, scene = make_scene_at(table, match, ply, w)
        # An undo can put a different step at this ply, so the key includes the length of the log.
        key = (*make_position_key(table, match), None, w.locale, table.names, "at", ply)
        return await self.draw_files(key, match.game, view, scene)

    async def draw_before_deal(self, table: Table, match: Match, ply: int, w: Words) -> list[discord.File]:
        """Return the public picture just before new cards or dice were dealt within the step ``ply``."""
        view, scene = make_scene_before_deal(table, match, ply, w)
        key = (*make_position_key(table, match), None, w.locale, scene.names, "ended", ply)
        return await self.draw_files(key, match.game, view, scene)

    async def draw_private_view(
        self, table: Table, match: Match, seat: int, w: Words, picks: Picks = ()
    ) -> list[discord.File]:
        """Return the picture for the person in a seat, seen from their side of the table.

        :param picks: shown if the game can preview their effect.
        """
        view, scene = make_scene(table, match, seat, w)
        shown = preview_picks(match.game, view, picks)
        if shown != view:
            scene = replace(scene, events=(), earlier_view=view)
        name = make_private_file_name(table, match, seat, w, picks)
        key = _make_private_key(table, match, seat, w, picks)
        return await self.draw_files(key, match.game, shown, scene, name)

    async def draw_enlarged_view(self, table: Table, match: Match, seat: int, w: Words) -> list[discord.File]:
        """Return a picture of only a seat's own parts of the board, or an empty list if it has none.

        The list is empty after the match, because the result covers the pieces on the board.
        """
        view, scene = make_scene(table, match, seat, w)
        game = match.game
        if match.outcome is not None or not game.list_own_parts(view):
            return []
        alt_text = game.texts.describe_picture(view, scene)
        return await self.draw_upload(
            lambda: draw_own_parts(game, view, scene, seat), f"{game.key}-large", alt_text
        )

    async def draw_replay(
        self, table: Table, match: Match, w: Words, swings: Mapping[int, float] | None = None
    ) -> discord.File:
        """Return the match so far as a public animated GIF with alt text.

        One replay is made at a time. The worker draws other pictures between its frames, so a board never
        waits for more than one frame.

        :param swings: the change in win chances by step number, for choosing the highlights.
        """
        key = (*make_position_key(table, match), w.locale, table.names, bool(swings))
        async with self._replay_lock:
            gif = self._replays.get(key)
            if gif is None:
                loop = asyncio.get_running_loop()
                make_replay = await loop.run_in_executor(self._worker, _load_make_replay)
                pieces = make_replay(match, table.names, w, make_name_lookup(table, match), swings=swings)
                parts = []
                while (part := await loop.run_in_executor(self._worker, next, pieces, None)) is not None:
                    parts.append(part)
                gif = b"".join(parts)
                self._replays.put(key, gif)
        position, scene = make_scene(table, match, None, w)
        alt_text = w.plural(
            "A replay of {game}, {n} turn. {status}",
            "A replay of {game}, {n} turns. {status}",
            count_played_turns(match),
            game=match.game.title,
            status=match.game.texts.describe_status(position, scene),
        )
        name = f"{match.game.key}-{table.id}.gif"
        return discord.File(io.BytesIO(gif), filename=name, description=clip(alt_text, MAX_ALT_TEXT_LENGTH))

    def handle_change(self, change: Change) -> None:
        """Clear the cache if a change concerns people's names, because pictures show names."""
        if change.kind is ChangeKind.NAMES_CHANGED:
            self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cache, except for posters, which show no names."""
        self._cache.clear()
        self._replays.clear()

    def close(self) -> None:
        """Finish the current drawing and refuse new ones."""
        self._worker.shutdown(wait=True, cancel_futures=True)


def make_private_file_name(table: Table, match: Match, seat: int, w: Words, picks: Picks = ()) -> str:
    """Return the file name of a seat's picture. Different pictures have different names."""
    key = repr(_make_private_key(table, match, seat, w, picks))
    return f"{match.game.key}-{blake2b(key.encode(), digest_size=6).hexdigest()}.png"


def make_position_key(table: Table, match: Match) -> tuple[Hashable, ...]:
    """Return a cache key that no position of another match shares.

    The match key is included because a restored database may assign a table number twice.
    """
    return table.id, match.key, match.seq


def _make_private_key(table: Table, match: Match, seat: int, w: Words, picks: Picks) -> tuple[Hashable, ...]:
    key = (table.id, match.seq, seat, w.locale, table.names)
    if match.game.preview_picks is None or not picks:
        return key
    view, _ = make_scene(table, match, seat, w)
    return (*key, tuple(picks)) if preview_picks(match.game, view, picks) != view else key


def preview_picks(game: Game, view: ViewLike, picks: Picks) -> ViewLike:
    """Return a seat's view with the effect of the picks so far, if the game can show it."""
    return game.preview_picks(view, picks) if game.preview_picks and picks else view


def _load_make_replay() -> Callable[..., Iterator[bytes]]:
    """Import what makes replays. Hosting starts without it, and many bots never make a replay.

    Call this in the worker, because importing takes tens of milliseconds.
    """
    from games.drawing.replay import make_replay

    return make_replay


def _draw_view(game: Game, view: ViewLike, scene: Scene) -> bytes:
    return encode(game.draw(view, scene))


def _draw_spotlight(spotlight: Spotlight, game: Game, view: ViewLike, scene: Scene) -> bytes:
    return encode(draw_spotlight(game, view, scene, spotlight))


def _draw_posters(games: Sequence[Game]) -> bytes:
    return encode_poster(arrange_posters([draw_poster(game.title, game.poster) for game in games]))


def _draw_poster(game: Game) -> bytes:
    return encode_poster(draw_poster(game.title, game.poster))
