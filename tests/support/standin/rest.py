"""The endpoints of Discord's REST API that the bot uses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from tests.support.standin.emoji import Emoji
from tests.support.standin.events import Events
from tests.support.standin.faults import Fault, Faults
from tests.support.standin.forums import Forums
from tests.support.standin.interactions import (
    CHOICES_RESPONSE,
    DEFER_REPLY_RESPONSE,
    DEFER_UPDATE_RESPONSE,
    FORM_RESPONSE,
    REPLY_RESPONSE,
    UPDATE_RESPONSE,
    Interaction,
    Interactions,
)
from tests.support.standin.limits import find_form_problems
from tests.support.standin.payloads import MessageWriter, RequestRefused, make_response, read_body
from tests.support.standin.world import (
    APPLICATION_ID,
    BOT_ID,
    EPHEMERAL_FLAG,
    PUBLIC_THREAD,
    Json,
    Message,
    World,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK = 10003, 10008, 10015
MISSING_ACCESS, THREAD_LOCKED = 50001, 160005
UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, UNKNOWN_MEMBER = 10062, 40060, 10007


class RestApi:
    """Handles the bot's requests, with injected faults."""

    def __init__(self, world: World, interactions: Interactions, faults: Faults, forums: Forums) -> None:
        self._world = world
        self._forums = forums
        self._interactions = interactions
        self._faults = faults
        self._writer = MessageWriter(world)
        self.emoji, self._events = Emoji(world), Events(world)
        self.request_counts_by_method: dict[str, int] = {}
        self.observe_request: Callable[[web.Request, int], None] | None = None
        """Called with each request and the ID of its channel before the request is carried out."""
        self.gateway_url = ""

    def list_routes(self) -> list[web.RouteDef]:
        """Return the routes of all endpoints."""
        base = "/api/v10"
        hook = "/webhooks/{app}/{token}"
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self._send_user),
            ("GET", "/oauth2/applications/@me", self._send_application),
            ("GET", "/gateway/bot", self._send_gateway),
            ("PUT", "/applications/{app}/commands", self._store_commands),
            ("POST", "/interactions/{id}/{token}/callback", self._accept_callback),
            ("PATCH", hook + "/messages/@original", self._edit_original),
            ("GET", hook + "/messages/@original", self._get_original),
            ("DELETE", hook + "/messages/@original", self._delete_original),
            ("POST", hook, self._create_follow_up),
            ("PATCH", hook + "/messages/{message}", self._edit_follow_up),
            ("DELETE", hook + "/messages/{message}", self._delete_follow_up),
            ("GET", "/channels/{channel}", self._get_channel),
            ("PATCH", "/channels/{channel}", self._forums.change_channel),
            ("POST", "/channels/{channel}/threads", self._create_thread),
            ("GET", "/channels/{channel}/messages", self._send_history),
            ("POST", "/channels/{channel}/messages", self._create_message),
            ("GET", "/channels/{channel}/messages/{message}", self._send_message),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit_message),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete_message),
            ("GET", "/guilds/{guild}/members/{user}", self._send_member),
            ("GET", "/guilds/{guild}/scheduled-events", self._events.list_events),
            ("POST", "/guilds/{guild}/scheduled-events", self._events.create_event),
            ("GET", "/guilds/{guild}/scheduled-events/{event}", self._events.get_event),
            ("PATCH", "/guilds/{guild}/scheduled-events/{event}", self._events.change_event),
            ("DELETE", "/guilds/{guild}/scheduled-events/{event}", self._events.delete_event),
            ("GET", "/applications/{app}/emojis", self.emoji.list_emoji),
            ("POST", "/applications/{app}/emojis", self.emoji.create_emoji),
            ("DELETE", "/applications/{app}/emojis/{emoji}", self.emoji.delete_emoji),
        ]
        return [
            web.route(method, base + path, self._inject_faults(handler)) for method, path, handler in table
        ]

    def _inject_faults(self, handler: Handler) -> Handler:
        """Return a handler that applies injected faults to its requests."""

        async def answer(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix("/api/v10")
            self.request_counts_by_method[request.method] = (
                self.request_counts_by_method.get(request.method, 0) + 1
            )
            interaction = self._interactions.by_token.get(request.match_info.get("token", ""))
            place = (
                int(request.match_info.get("channel", 0)) if interaction is None else interaction.channel_id
            )
            if self.observe_request is not None:
                self.observe_request(request, place)
            fault = self._faults.record_request(request.method, path, place, interaction)
            if fault is not None and fault.kind in ("status", "rate", "refused", "deaf"):
                await request.read()
                if fault.request_name in ("edit", "delete") and fault.status == 404:
                    # A 404 means that the message was deleted.
                    self._find_message(request).deleted = True
                return await self._fail_request(request, fault)
            if fault is not None and fault.kind == "slow":
                await asyncio.sleep(fault.seconds)
            try:
                response = await handler(request)
            except RequestRefused as refused:
                response = refused.response
            except ConnectionResetError:
                # The bot was killed while it sent the request.
                return web.Response(status=499)
            if fault is None or fault.kind == "slow":
                return response
            if fault.kind == "late":
                await asyncio.sleep(fault.seconds)
                return response
            return await self._fail_request(request, fault)

        return answer

    async def _fail_request(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        if fault.kind in ("mute", "deaf"):
            fault.is_still_waiting = not await _wait_for_disconnect(request, fault.seconds)
            return web.Response(status=499)
        if fault.kind in ("cut", "refused"):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        if fault.kind == "rate":
            wait = {"message": "You are being rate limited.", "retry_after": fault.seconds, "global": False}
            return make_response(
                wait, status=429, headers={"Via": "1.1 standin", "Retry-After": str(fault.seconds)}
            )
        status = 502 if fault.kind == "lost" else fault.status
        return make_response({"code": fault.code, "message": "ordered"}, status=status)

    async def _send_user(self, request: web.Request) -> web.StreamResponse:
        return make_response(self._world.make_user_payload(BOT_ID))

    async def _send_application(self, request: web.Request) -> web.StreamResponse:
        told = {
            "id": str(APPLICATION_ID),
            "name": "Reefs",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": self._world.make_user_payload(BOT_ID),
            "team": None,
        }
        return make_response(told)

    async def _send_gateway(self, request: web.Request) -> web.StreamResponse:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0}
        limit["max_concurrency"] = self._world.max_concurrency
        return make_response(
            {"url": self.gateway_url, "shards": len(self._world.guilds), "session_start_limit": limit}
        )

    async def _store_commands(self, request: web.Request) -> web.StreamResponse:
        self._world.commands = await request.json()
        told = [
            {
                "description": "",
                **command,
                "id": str(5001 + n),
                "application_id": str(APPLICATION_ID),
                "version": "1",
            }
            for n, command in enumerate(self._world.commands)
        ]
        return make_response(told)

    async def _accept_callback(self, request: web.Request) -> web.StreamResponse:
        payload, files = await read_body(request)
        interaction = self._interactions.by_token.get(request.match_info["token"])
        if interaction is not None and interaction.acknowledged_at is None:
            interaction.is_late = self._interactions.is_too_late(interaction)
        if interaction is None or interaction.is_late:
            raise RequestRefused(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if interaction.acknowledged_at is not None:
            raise RequestRefused(400, ALREADY_ACKNOWLEDGED, "Interaction has already been acknowledged.")
        kind, data = payload["type"], payload.get("data") or {}
        interaction.acknowledged_at, interaction.response = time.monotonic(), kind
        if kind == CHOICES_RESPONSE:
            interaction.choices = data["choices"]
            interaction.count_answer()
        elif kind == FORM_RESPONSE:
            self._world.violations += find_form_problems(data)
            interaction.form = data
            interaction.count_answer()
        elif kind == REPLY_RESPONSE:
            interaction.original = self._create_private_message(interaction, data, files)
        elif kind == UPDATE_RESPONSE:
            assert interaction.message is not None
            self._writer.edit_message(interaction.message, data, files)
            interaction.count_answer()
        elif kind not in (DEFER_REPLY_RESPONSE, DEFER_UPDATE_RESPONSE):
            self._world.violations.append(f"callback of type {kind}")
        told: Json = {"id": str(interaction.id), "type": interaction.kind, "response_message_ephemeral": True}
        return make_response({"interaction": told, "resource": {"type": kind}})

    async def _edit_original(self, request: web.Request) -> web.StreamResponse:
        interaction = self._find_interaction(request)
        payload, files = await read_body(request)
        if interaction.original is not None:
            self._writer.edit_message(interaction.original, payload, files, is_deferred=True)
            interaction.count_answer()
        elif interaction.response == DEFER_UPDATE_RESPONSE and interaction.message is not None:
            self._writer.edit_message(interaction.message, payload, files, is_deferred=True)
            if interaction.message not in interaction.answers:
                interaction.answers.append(interaction.message)
            interaction.original = interaction.message
            interaction.count_answer()
        else:
            interaction.original = self._create_private_message(interaction, payload, files, is_deferred=True)
        return make_response(self._world.make_message_payload(interaction.original))

    async def _delete_original(self, request: web.Request) -> web.StreamResponse:
        interaction = self._find_interaction(request)
        gone = interaction.original or (
            interaction.message if interaction.response == DEFER_UPDATE_RESPONSE else None
        )
        if gone is None or gone.deleted:
            raise RequestRefused(404, UNKNOWN_MESSAGE, "Unknown Message")
        gone.deleted = True
        if gone in interaction.answers:
            interaction.answers.remove(gone)
        return web.Response(status=204)

    async def _get_original(self, request: web.Request) -> web.StreamResponse:
        interaction = self._find_interaction(request)
        if interaction.original is None:
            raise RequestRefused(404, UNKNOWN_MESSAGE, "Unknown Message")
        return make_response(self._world.make_message_payload(interaction.original))

    async def _create_follow_up(self, request: web.Request) -> web.StreamResponse:
        interaction = self._find_interaction(request)
        payload, files = await read_body(request)
        first = interaction.original is None and interaction.response == DEFER_REPLY_RESPONSE
        message = self._create_private_message(interaction, payload, files, is_deferred=first)
        if first:
            # In Discord, the first follow-up to a deferred answer replaces it.
            interaction.original = message
        return make_response(self._world.make_message_payload(message))

    async def _edit_follow_up(self, request: web.Request) -> web.StreamResponse:
        message = self._find_follow_up(request)
        payload, files = await read_body(request)
        self._writer.edit_message(message, payload, files)
        self._find_interaction(request).count_answer()
        return make_response(self._world.make_message_payload(message))

    async def _delete_follow_up(self, request: web.Request) -> web.StreamResponse:
        message = self._find_follow_up(request)
        message.deleted = True
        self._find_interaction(request).answers.remove(message)
        return web.Response(status=204)

    async def _get_channel(self, request: web.Request) -> web.StreamResponse:
        return make_response(self._world.make_channel_payload(self._find_channel(request)))

    async def _create_thread(self, request: web.Request) -> web.StreamResponse:
        parent = self._find_channel(request)
        if parent in self._world.forum_tags_by_channel:
            return await self._forums.create_post(parent, request)
        payload = await request.json()
        kind = payload.get("type", PUBLIC_THREAD)
        new = self._world.create_thread(parent, payload["name"], kind=kind, owner=BOT_ID)
        return make_response(self._world.threads[new], status=201)

    async def _send_history(self, request: web.Request) -> web.StreamResponse:
        channel, limit = self._find_channel(request), int(request.query.get("limit", "50"))
        before = int(request.query.get("before", str(1 << 62)))
        found = [m for m in self._world.list_public_messages(channel) if m.id < before]
        if "after" in request.query:
            after = [m for m in found if m.id > int(request.query["after"])]
            return make_response(
                [self._world.make_message_payload(message) for message in after[:limit][::-1]]
            )
        return make_response([self._world.make_message_payload(message) for message in found[::-1][:limit]])

    async def _create_message(self, request: web.Request) -> web.StreamResponse:
        channel = self._find_writable_channel(request)
        payload, files = await read_body(request)
        nonce = payload.get("nonce")
        if nonce is not None and payload.get("enforce_nonce"):
            known = self._world.find_by_nonce(channel, str(nonce))
            if known is not None and not known.deleted:
                return make_response(self._world.make_message_payload(known))
        message = self._writer.make_message(channel, payload, files)
        message.nonce = None if nonce is None else str(nonce)
        self._world.add(message)
        return make_response(self._world.make_message_payload(message))

    async def _send_message(self, request: web.Request) -> web.StreamResponse:
        self._find_channel(request)
        return make_response(self._world.make_message_payload(self._find_message(request)))

    async def _edit_message(self, request: web.Request) -> web.StreamResponse:
        self._find_writable_channel(request)
        message = self._find_message(request)
        payload, files = await read_body(request)
        self._writer.edit_message(message, payload, files)
        return make_response(self._world.make_message_payload(message))

    async def _delete_message(self, request: web.Request) -> web.StreamResponse:
        self._find_message(request).deleted = True
        return web.Response(status=204)

    async def _send_member(self, request: web.Request) -> web.StreamResponse:
        user = int(request.match_info["user"])
        if int(request.match_info["guild"]) not in self._world.guilds or user not in (
            *self._world.people,
            BOT_ID,
        ):
            raise RequestRefused(404, UNKNOWN_MEMBER, "Unknown Member")
        return make_response(self._world.make_member_payload(user))

    def _find_channel(self, request: web.Request) -> int:
        """Return the ID of the channel in the request.

        :raises RequestRefused: there is no such channel, or the bot has no access.
        """
        channel = int(request.match_info["channel"])
        if channel not in self._world.channels and channel not in self._world.threads:
            raise RequestRefused(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if channel in self._world.unjoined_threads:
            raise RequestRefused(403, MISSING_ACCESS, "Missing Access")
        return channel

    def _find_writable_channel(self, request: web.Request) -> int:
        """Return the ID of the channel in the request.

        :raises RequestRefused: there is no such channel, the bot has no access, or the thread is locked.
        """
        channel = self._find_channel(request)
        if self._world.is_locked(channel):
            raise RequestRefused(403, THREAD_LOCKED, "Thread is locked")
        return channel

    def _find_message(self, request: web.Request) -> Message:
        """Return the public message in the request.

        :raises RequestRefused: there is no such message, or it was deleted.
        """
        found = self._world.messages.get(int(request.match_info["message"]))
        if found is None or found.deleted or found.seen_by is not None:
            raise RequestRefused(404, UNKNOWN_MESSAGE, "Unknown Message")
        return found

    def _find_interaction(self, request: web.Request) -> Interaction:
        """Return the interaction whose token is in the request.

        :raises RequestRefused: the token is unknown or no longer valid.
        """
        interaction = self._interactions.by_token.get(request.match_info["token"])
        if interaction is None or self._interactions.is_void(interaction):
            raise RequestRefused(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        return interaction

    def _find_follow_up(self, request: web.Request) -> Message:
        """Return the private message in the request.

        :raises RequestRefused: the interaction has no such answer, or the answer was deleted.
        """
        number = int(request.match_info["message"])
        for message in self._find_interaction(request).answers:
            if message.id == number and not message.deleted:
                return message
        raise RequestRefused(404, UNKNOWN_MESSAGE, "Unknown Message")

    def _create_private_message(
        self,
        interaction: Interaction,
        payload: Json,
        files: list[tuple[str, bytes]],
        *,
        is_deferred: bool = False,
    ) -> Message:
        message = self._writer.make_message(interaction.channel_id, payload, files, is_deferred=is_deferred)
        message.flags |= EPHEMERAL_FLAG
        message.seen_by = interaction.user_id
        self._world.add(message)
        interaction.answers.append(message)
        interaction.count_answer()
        return message


async def _wait_for_disconnect(request: web.Request, seconds: float) -> bool:
    """Wait until the bot closes a request's connection. Return whether the bot closed it in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if request.transport is None or request.transport.is_closing():
            return True
        await asyncio.sleep(0.02)
    return False
