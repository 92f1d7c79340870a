"""Parses requests (JSON and files), and makes answers and messages."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from aiohttp import BodyPartReader, web

from tests.support.standin.limits import LAYOUT_FLAG, MAX_ALT_TEXT_LENGTH, find_problems, list_emoji
from tests.support.standin.world import Json, Message, Upload, World, make_upload

INVALID_FORM_BODY = 50035


def make_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON response with exactly the content type that discord.py expects."""
    plain = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(content).encode(), status=status, headers=plain)


class RequestRefused(Exception):
    """The error response to a request that Discord refuses."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.response = make_response({"code": code, "message": message}, status=status)


async def read_body(request: web.Request) -> tuple[Json, list[tuple[str, bytes]]]:
    """Return a request's JSON, and its files in order as name and content.

    A request that doesn't go through HTTP carries both in ``request["contents"]``.
    """
    if (contents := request.get("contents")) is not None:
        found: tuple[Json, list[tuple[str, bytes]]] = contents
        return found
    if not request.content_type.startswith("multipart/"):
        return await request.json() if request.can_read_body else {}, []
    payload: Json = {}
    files: list[tuple[str, bytes]] = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert isinstance(part, BodyPartReader)
        content = bytes(await part.read())
        if part.name == "payload_json":
            payload = json.loads(content)
        else:
            files.append((part.filename or "", content))
    return payload, files


class MessageWriter:
    """Creates and edits messages from requests, enforcing Discord's limits."""

    def __init__(self, world: World) -> None:
        self._world = world

    def make_message(
        self, channel: int, payload: Json, files: list[tuple[str, bytes]], *, is_deferred: bool = False
    ) -> Message:
        """Return a new message, without adding it to a channel.

        :param is_deferred: whether the message is a deferred answer, see :meth:`edit_message`.
        :raises RequestRefused: the message exceeds a limit or shows unknown emoji.
        """
        if is_deferred and int(payload.get("flags") or 0) & LAYOUT_FLAG and files:
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        self._check_payload(payload)
        return Message(
            id=self._world.ids.make_id(),
            channel_id=channel,
            content=payload.get("content") or "",
            components=payload.get("components") or [],
            uploads=self._collect_uploads(payload, files, []),
            mentions=[int(user) for user in (payload.get("allowed_mentions") or {}).get("users", ())],
            nonce=None,
            flags=int(payload.get("flags") or 0),
        )

    def edit_message(
        self, message: Message, payload: Json, files: list[tuple[str, bytes]], *, is_deferred: bool = False
    ) -> None:
        """Edit a message. Omitted fields stay unchanged, and a Components V2 layout stays a layout.

        :param is_deferred: whether the message is a deferred answer. As observed, Discord then accepts no
            layout with new pictures.
        :raises RequestRefused: the message would exceed a limit or show unknown emoji.
        """
        layout = (message.flags | int(payload.get("flags") or 0)) & LAYOUT_FLAG
        if is_deferred and layout and files:
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        self._check_payload({**payload, "flags": layout})
        message.flags |= layout
        if "content" in payload:
            message.content = payload["content"] or ""
        if "components" in payload:
            message.components = payload["components"] or []
        if "attachments" in payload or files:
            message.uploads = self._collect_uploads(payload, files, message.uploads)
        message.edit_count += 1
        message.edited_at = datetime.now(UTC)

    def _collect_uploads(
        self, payload: Json, files: list[tuple[str, bytes]], kept_uploads: list[Upload]
    ) -> list[Upload]:
        """Return a message's files after an edit, kept and new. Record alt texts that are too long."""
        by_id = {str(upload.id): upload for upload in kept_uploads}
        made = []
        for entry in payload.get("attachments") or ():
            identity = str(entry["id"])
            if identity in by_id:
                made.append(by_id[identity])
            elif int(identity) < len(files):
                name, content = files[int(identity)]
                words = entry.get("description")
                made.append(make_upload(self._world.ids.make_id(), name, words, content))
                if len(words or "") > MAX_ALT_TEXT_LENGTH:
                    self._world.violations.append(f"alt text of {len(words)} characters")
        return made

    def _check_payload(self, payload: Json) -> None:
        """Refuse a payload that shows unknown emoji or exceeds a limit. Also record exceeded limits."""
        for emoji in list_emoji(payload.get("components") or []):
            if emoji.get("id") and int(emoji["id"]) not in self._world.emoji:
                raise RequestRefused(
                    400, INVALID_FORM_BODY, "In components.0.components.0.emoji.id: Invalid emoji"
                )
        found = find_problems(payload)
        if found:
            self._world.violations += found
            raise RequestRefused(400, INVALID_FORM_BODY, "; ".join(found))
