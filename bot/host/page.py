"""The playground's page: SimCord's Preview of one channel, with a list of all channels next to it.

This module uses two private parts of SimCord: a preview's pages and the handlers of its server.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web
from simcord.backend.models import Channel
from simcord.preview._server import PreviewServer

from bot.host.places import list_places
from games.core.words import Words

SCRIPT = Path(__file__).with_name("places.js")
SCRIPT_TAG = re.compile(r"(<script[^>]*/)app(\.js[^>]*></script>)")
"""The script tag in SimCord's page after which ours is inserted."""


class Server(PreviewServer):
    """Serves the page with the list of channels, and switches channels."""

    _STATIC_FILES = PreviewServer._STATIC_FILES | {"/places.js": str(SCRIPT)}

    def __init__(self, preview: simcord.Preview, port: int, w: Words) -> None:
        super().__init__(preview, port)
        self._w = w
        self._read: dict[int, int | None] = {}

    async def _index(self, request: web.Request) -> Any:
        """Add our script to SimCord's page."""
        answer = await super()._index(request)
        answer.text = SCRIPT_TAG.sub(rf"\g<0>\n\1{SCRIPT.stem}\2", answer.text)
        return answer

    async def _pages(self, request: web.Request) -> Any:
        """Open a page as usual. For our own script, return the channels and switch to the requested one."""
        if "X-Places" not in request.headers:
            return await super()._pages(request)
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        asked = await request.json()
        try:
            viewer, wanted, message = (int(asked.get(name) or 0) for name in ("viewer", "place", "message"))
        except (AttributeError, TypeError, ValueError):
            raise web.HTTPBadRequest from None
        places = list_places(self.preview.env, viewer)
        found = {one.id: one for channel, threads in places for one in (channel, *threads)}
        if wanted in found and self.preview._active_action is None:
            show_channel(self.preview, found[wanted], message)
        return web.json_response(self._describe_places(places), headers=self._SECURITY_HEADERS)

    def _describe_places(self, places: list[tuple[Channel, list[Channel]]]) -> dict[str, Any]:
        """Describe the channels for our script, marking the open one and those with new messages."""
        here, w = self.preview.channel.id, self._w
        shown = [(one, deep) for channel, threads in places for one, deep in _list_places(channel, threads)]
        for one, _ in shown:
            if one.id == here or one.id not in self._read:
                self._read[one.id] = one.last_message_id if one.id == here or not one.is_thread else None
        return {
            "title": w("Channel"),
            "here": str(here),
            "places": [
                {
                    "id": str(one.id),
                    "name": one.name,
                    "deep": deep,
                    "new": one.last_message_id != self._read[one.id],
                }
                for one, deep in shown
            ],
            "new": w("new"),
        }


def _list_places(channel: Channel, threads: list[Channel]) -> list[tuple[Channel, bool]]:
    """Return a channel and its threads, each with whether it is a thread."""
    return [(channel, False), *((one, True) for one in threads)]


def show_channel(preview: simcord.Preview, channel: Channel, message: int = 0) -> None:
    """Show another channel or thread on all pages, including those opened later.

    :param message: scroll to this one if it exists, otherwise to the newest.
    """
    preview.channel = simcord.ChannelHandle(preview.env, preview.channel.guild, channel)
    there = preview.env.backend.messages.get(channel.id, {})
    for page in preview._pages.values():
        preview._clear_page_assets(page)
        preview._redact_page_receipts(page)
        preview._reset_queries(page)
        page.channel_id = channel.id
        newest = preview._initial_target(page.viewer, channel.id)
        page.target_id = page.window_end_id = message if message in there else newest
        page.modal = page.modal_handle = None
        page.status = "current"
        page.generation += 1
        preview._publish(page, reason="navigation")
