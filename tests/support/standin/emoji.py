"""The application's emoji: listing, uploading and deleting, with Discord's checks."""

from __future__ import annotations

import asyncio
import base64
import io
import re

from aiohttp import web
from PIL import Image

from tests.support.standin.payloads import INVALID_FORM_BODY, RequestRefused, make_response
from tests.support.standin.world import Json, World

MAX_EMOJI_COUNT, MAX_EMOJI_BYTES = 2000, 256 << 10
TOO_MANY_EMOJI, UNKNOWN_EMOJI = 30008, 10014
_PNG_PREFIX = "data:image/png;base64,"


class Emoji:
    def __init__(self, world: World) -> None:
        self._world = world
        self.uploaded: list[str] = []
        """Names of all uploads, in order."""
        self.listing_barrier: asyncio.Barrier | None = None
        """If set, the next listings wait at this barrier before they are answered."""

    async def list_emoji(self, request: web.Request) -> web.StreamResponse:
        told = {"items": list(self._world.emoji.values())}
        if self.listing_barrier is not None and await self.listing_barrier.wait() == 0:
            self.listing_barrier = None
        return make_response(told)

    async def create_emoji(self, request: web.Request) -> web.StreamResponse:
        """Create an emoji from an uploaded PNG, unless Discord would refuse it."""
        body = await request.json()
        name, image = body["name"], body["image"]
        if not re.fullmatch(r"\w{2,32}", name, re.ASCII) or not image.startswith(_PNG_PREFIX):
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        content = base64.b64decode(image.removeprefix(_PNG_PREFIX), validate=True)
        with Image.open(io.BytesIO(content)) as picture:
            square = picture.width == picture.height
        if len(content) > MAX_EMOJI_BYTES or not square:
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        if len(self._world.emoji) >= MAX_EMOJI_COUNT:
            raise RequestRefused(400, TOO_MANY_EMOJI, "Maximum number of emojis reached (2000)")
        if self._world.unique_emoji and name in {emoji["name"] for emoji in self._world.emoji.values()}:
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        self.uploaded.append(name)
        return make_response(self.add_emoji(name), status=201)

    def add_emoji(self, name: str) -> Json:
        """Add an emoji without checking it; return its payload."""
        identity = self._world.ids.make_id()
        made = {"id": str(identity), "name": name, "animated": False, "available": True}
        self._world.emoji[identity] = made | {"roles": [], "require_colons": True, "managed": False}
        return self._world.emoji[identity]

    async def delete_emoji(self, request: web.Request) -> web.StreamResponse:
        if self._world.emoji.pop(int(request.match_info["emoji"]), None) is None:
            raise RequestRefused(404, UNKNOWN_EMOJI, "Unknown Emoji")
        return web.Response(status=204)
