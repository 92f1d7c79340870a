"""Forum channels: posts with tags, and Discord's refusals for archived posts."""

from __future__ import annotations

from aiohttp import web

from tests.support.standin.gateway import Gateway
from tests.support.standin.payloads import (
    INVALID_FORM_BODY,
    MessageWriter,
    RequestRefused,
    make_response,
    read_body,
)
from tests.support.standin.world import BOT_ID, Json, World

FORUM_TYPE = 15
MANAGE_CHANNELS_PERMISSION = 1 << 4
MISSING_PERMISSIONS_CODE, THREAD_ARCHIVED = 50013, 50083
MAX_TAGS, MAX_APPLIED_TAGS, MAX_TAG_NAME_LENGTH = 20, 5, 20


class Forums:
    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world, self._gateway = world, gateway
        self._writer = MessageWriter(world)

    async def create_post(self, parent: int, request: web.Request) -> web.StreamResponse:
        """Create a post: a thread and its first message, with the same ID."""
        payload, files = await read_body(request)
        tags = self._check_tags(parent, payload.get("applied_tags") or [])
        new = self._world.create_thread(parent, payload["name"], owner=BOT_ID)
        thread = self._world.threads[new]
        thread["applied_tags"] = tags
        message = self._writer.make_message(new, payload["message"], files)
        message.id = new
        self._world.add(message)
        await self._gateway.dispatch("THREAD_CREATE", {**thread, "newly_created": True})
        return make_response({**thread, "message": self._world.make_message_payload(message)}, status=201)

    async def change_channel(self, request: web.Request) -> web.StreamResponse:
        """Change a forum's tags, or a post (any thread)."""
        number, payload = int(request.match_info["channel"]), await request.json()
        if number in self._world.threads:
            return await self._change_post(number, payload)
        if number not in self._world.forum_tags_by_channel:
            raise RequestRefused(404, 10003, "Unknown Channel")
        if not self._world.granted_permissions & MANAGE_CHANNELS_PERMISSION:
            raise RequestRefused(403, MISSING_PERMISSIONS_CODE, "Missing Permissions")
        tags = payload.get("available_tags", self._world.forum_tags_by_channel[number])
        if len(tags) > MAX_TAGS or any(not 1 <= len(tag["name"]) <= MAX_TAG_NAME_LENGTH for tag in tags):
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        usual = {"moderated": False, "emoji_id": None, "emoji_name": None}
        self._world.forum_tags_by_channel[number] = [
            {**usual, **tag, "id": str(tag.get("id") or self._world.ids.make_id())} for tag in tags
        ]
        told = self._world.make_channel_payload(number)
        await self._gateway.dispatch("CHANNEL_UPDATE", told)
        return make_response(told)

    async def _change_post(self, number: int, payload: Json) -> web.StreamResponse:
        thread = self._world.threads[number]
        about = thread["thread_metadata"]
        if about["archived"] and payload.get("archived") is not False:
            raise RequestRefused(400, THREAD_ARCHIVED, "Thread is archived")
        if "applied_tags" in payload:
            thread["applied_tags"] = self._check_tags(int(thread["parent_id"]), payload["applied_tags"])
        about["archived"] = payload.get("archived", about["archived"])
        await self._gateway.dispatch("THREAD_UPDATE", thread)
        return make_response(thread)

    def _check_tags(self, parent: int, tag_ids: list[str]) -> list[str]:
        """Return the wanted tags if the forum has all of them.

        :raises RequestRefused: there are too many tags, or the forum lacks one.
        """
        known = {tag["id"] for tag in self._world.forum_tags_by_channel.get(parent, ())}
        found = [str(tag) for tag in tag_ids]
        if len(found) > MAX_APPLIED_TAGS or not set(found) <= known:
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        return found
