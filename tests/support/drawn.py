"""A cache of pictures for each test process, because most tests show the same few positions.

Cached pictures have the same bytes as newly drawn ones.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from dataclasses import fields
from typing import Any

from bot.kit.cache import Cache
from bot.ui import pictures
from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import Words

MAX_PICTURES = 400
"""Maximum number of cached pictures, each of about 50 KiB."""
_cached_pictures: Cache[Hashable, bytes] = Cache(MAX_PICTURES)


def install_picture_cache() -> None:
    """Make the bot draw equal views and posters only once per process."""
    if pictures._draw_view.__module__ == __name__:
        return
    draw_view, draw_lit, draw_poster = pictures._draw_view, pictures._draw_spotlight, pictures._draw_poster
    draw_posters = pictures._draw_posters

    def draw_view_once(game: Game, view: Any, scene: Scene) -> bytes:
        return _draw_once(_make_picture_key(game, view, scene), lambda: draw_view(game, view, scene))

    def draw_spotlight_once(spotlight: Any, game: Game, view: Any, scene: Scene) -> bytes:
        return _draw_once(
            _make_picture_key(game, view, scene, spotlight), lambda: draw_lit(spotlight, game, view, scene)
        )

    def draw_poster_once(game: Game) -> bytes:
        return _draw_once((game.title, game.poster), lambda: draw_poster(game))

    def draw_posters_once(games: Any) -> bytes:
        return _draw_once(tuple((game.title, game.poster) for game in games), lambda: draw_posters(games))

    vars(pictures).update(
        _draw_view=draw_view_once,
        _draw_spotlight=draw_spotlight_once,
        _draw_poster=draw_poster_once,
        _draw_posters=draw_posters_once,
    )


def _make_picture_key(game: Game, view: Any, scene: Scene, spotlight: Any = None) -> Hashable | None:
    """Return a cache key of everything that affects a picture, or ``None`` if the picture can't be cached."""
    # Don't cache the drawings of tests. A test may count draw calls, or draw equal views differently.
    from_test = not game.drawing_path.startswith("games.") or not game.draw.__module__.startswith("games.")
    if type(scene.w) is not Words or from_test:
        return None
    shown = [getattr(scene, field.name) for field in fields(scene) if field.name != "w"]
    # Include the functions in the key, because tests may replace them.
    functions = (
        game.draw,
        vars(pictures)["draw_spotlight"],
        vars(pictures)["encode"],
        Words._fill_placeholders,
    )
    language = scene.w.locale, type(scene.w._catalogue)
    try:
        # Compare pickled bytes, because ``==`` treats 1 and True as equal and may ignore fields.
        return functions, language, pickle.dumps((view, shown, spotlight))
    except (pickle.PicklingError, TypeError, AttributeError):
        return None


def _draw_once(key: Hashable | None, draw: Callable[[], bytes]) -> bytes:
    """Return the cached picture of a key, drawing it if it is new. Without a key, draw it every time."""
    if key is None:
        return draw()
    found = _cached_pictures.get(key)
    if found is None:
        found = draw()
        _cached_pictures.put(key, found)
    return found
