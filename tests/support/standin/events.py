"""The servers' scheduled events, with Discord's checks and allowed status changes."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from aiohttp import web

from tests.support.standin.payloads import INVALID_FORM_BODY, RequestRefused, make_response
from tests.support.standin.world import BOT_ID, Json, World

CREATE_EVENTS_PERMISSION = 1 << 44
UNKNOWN_EVENT_CODE, MISSING_PERMISSIONS_CODE = 10070, 50013
EXTERNAL_ENTITY_TYPE = 3
SCHEDULED_STATUS, ACTIVE_STATUS, COMPLETED_STATUS, CANCELED_STATUS = 1, 2, 3, 4
NEXT_STATUSES_BY_STATUS = {
    SCHEDULED_STATUS: (SCHEDULED_STATUS, ACTIVE_STATUS, CANCELED_STATUS),
    ACTIVE_STATUS: (ACTIVE_STATUS, COMPLETED_STATUS),
}
MAX_NAME_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_LOCATION_LENGTH = 100, 1000, 100


class Events:
    def __init__(self, world: World) -> None:
        self._world = world

    async def list_events(self, request: web.Request) -> web.StreamResponse:
        """List the server's events that haven't ended."""
        found = self._world.events.values()
        return make_response(
            [
                one
                for one in found
                if one["status"] in NEXT_STATUSES_BY_STATUS and self._is_in_server(request, one)
            ]
        )

    async def get_event(self, request: web.Request) -> web.StreamResponse:
        return make_response(self._find_event(request))

    async def create_event(self, request: web.Request) -> web.StreamResponse:
        self._check_permission()
        payload = await request.json()
        event: Json = {
            "id": str(self._world.ids.make_id()),
            "guild_id": request.match_info["guild"],
            "channel_id": None,
            "creator_id": str(BOT_ID),
            "description": None,
            "status": SCHEDULED_STATUS,
            "entity_id": None,
            "entity_metadata": None,
            "image": None,
            **payload,
        }
        if payload.get("entity_type") != EXTERNAL_ENTITY_TYPE or not _is_in_future(
            event["scheduled_start_time"]
        ):
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        _check_event(event)
        self._world.events[int(event["id"])] = event
        return make_response(event)

    async def change_event(self, request: web.Request) -> web.StreamResponse:
        self._check_permission()
        event, payload = self._find_event(request), await request.json()
        if payload.get("status", event["status"]) not in NEXT_STATUSES_BY_STATUS.get(event["status"], ()):
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        starts = payload.get("scheduled_start_time")
        if starts is not None and (event["status"] != SCHEDULED_STATUS or not _is_in_future(starts)):
            raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")
        changed = {**event, **payload}
        _check_event(changed)
        self._world.events[int(event["id"])] = changed
        return make_response(changed)

    async def delete_event(self, request: web.Request) -> web.StreamResponse:
        self._check_permission()
        del self._world.events[int(self._find_event(request)["id"])]
        return web.Response(status=204)

    def _check_permission(self) -> None:
        """Refuse the request unless the bot may create events."""
        if not self._world.granted_permissions & CREATE_EVENTS_PERMISSION:
            raise RequestRefused(403, MISSING_PERMISSIONS_CODE, "Missing Permissions")

    def _is_in_server(self, request: web.Request, event: Json) -> bool:
        return bool(event["guild_id"] == request.match_info["guild"])

    def _find_event(self, request: web.Request) -> Json:
        """Return the event in the request.

        :raises RequestRefused: the server has no such event.
        """
        event = self._world.events.get(int(request.match_info["event"]))
        if event is None or not self._is_in_server(request, event):
            raise RequestRefused(404, UNKNOWN_EVENT_CODE, "Unknown Guild Scheduled Event")
        return event


def _check_event(event: dict[str, Any]) -> None:
    location = (event["entity_metadata"] or {}).get("location") or ""
    ends = event.get("scheduled_end_time")
    fits = (
        1 <= len(event["name"]) <= MAX_NAME_LENGTH
        and len(event["description"] or "") <= MAX_DESCRIPTION_LENGTH
        and 1 <= len(location) <= MAX_LOCATION_LENGTH
        and event.get("privacy_level") == 2
    )
    if not fits or ends is None or _parse_time(ends) <= _parse_time(event["scheduled_start_time"]):
        raise RequestRefused(400, INVALID_FORM_BODY, "Invalid Form Body")


def _parse_time(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _is_in_future(text: str) -> bool:
    return _parse_time(text) > time.time()
