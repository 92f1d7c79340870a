"""A Discord stand-in that records the virtual time of every request and message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from tests.support.standin.forums import Forums
from tests.support.standin.payloads import make_response
from tests.support.standin.rest import Handler, RestApi
from tests.support.standin.server import Standin
from tests.support.standin.world import DISCORD_EPOCH_MS, Ids, Json, Message, World

FIRST_DIRECT_CHANNEL_ID = 6_000_000
"""ID of the first direct message channel. The others follow in the order of people."""
REMINDER_PREFIX = "b:me:"
MIN_OLD_MESSAGE_SECONDS = 3600
"""Age of a message, in seconds, from which Discord limits edits more strictly."""
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    sent_at: float
    """Virtual time, in epoch seconds."""
    kind: str
    """The HTTP method in lower case, or ``other`` for a POST that sends no message."""
    channel: int
    """ID of the channel, or 0 for requests without a channel."""
    edits_old_message: bool
    """Whether the request edits a message older than :data:`MIN_OLD_MESSAGE_SECONDS`."""


@dataclass(frozen=True, slots=True)
class RecordedPost:
    sent_at: float
    """Virtual time, in epoch seconds."""
    channel: int
    marker: str
    """The custom_id that identifies a reminder and its turn. Empty for other messages."""
    mentions: tuple[int, ...]
    """IDs of the people pinged in a channel."""
    reader_id: int | None
    """ID of the person who got a direct message, or ``None`` for a message in a channel."""

    @property
    def notified_ids(self) -> tuple[int, ...]:
        return self.mentions if self.reader_id is None else (self.reader_id,)


class VirtualIds(Ids):
    """Makes snowflake IDs from the club's virtual time."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def make_id(self) -> int:
        fresh = (int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(self._last + 1, fresh)
        return self._last


class RecordingWorld(World):
    """A server that records posts, and stores the requests recorded by :class:`RecordingRest`."""

    def __init__(self, channel_count: int, people: list[str], clock: Clock) -> None:
        super().__init__(channel_count, people)
        self.ids = VirtualIds(clock)
        self.clock = clock
        self.posts: list[RecordedPost] = []
        self.calls: list[RecordedRequest] = []

    def add(self, message: Message) -> Message:
        reader = None
        if message.channel_id >= FIRST_DIRECT_CHANNEL_ID and message.channel_id not in self.threads:
            reader = list(self.people)[message.channel_id - FIRST_DIRECT_CHANNEL_ID]
        named = [str(part.get("custom_id", "")) for part in message.list_parts()]
        marker = next((name for name in named if name.startswith(REMINDER_PREFIX)), "")
        where = message.channel_id
        self.posts.append(RecordedPost(self.clock(), where, marker, tuple(message.mentions), reader))
        return super().add(message)

    def drop_old_messages(self) -> None:
        """Keep only the newest 40 messages of each channel, to save memory over weeks."""
        for channel, kept in self.messages_by_channel.items():
            for message in kept[:-40]:
                del self.messages[message.id]
            self.messages_by_channel[channel] = kept[-40:]


class RecordingRest(RestApi):
    """The HTTP API, including direct messages. It records each request before answering it."""

    world: RecordingWorld

    def list_routes(self) -> list[web.RouteDef]:
        opening = web.post("/api/v10/users/@me/channels", self._inject_faults(self._open_direct_channel))
        return [*super().list_routes(), opening]

    async def _open_direct_channel(self, request: web.Request) -> web.StreamResponse:
        user = int((await request.json())["recipient_id"])
        number = FIRST_DIRECT_CHANNEL_ID + list(self.world.people).index(user)
        self.world.channels[number] = "direct"
        told: Json = {"id": str(number), "type": 1, "recipients": [self.world.make_user_payload(user)]}
        return make_response({**told, "last_message_id": None, "flags": 0})

    def _inject_faults(self, handler: Handler) -> Handler:
        """Return a handler that records requests before injecting faults."""
        answer = super()._inject_faults(handler)

        async def record_request(request: web.Request) -> web.StreamResponse:
            found = request.match_info
            message = self.world.messages.get(int(found.get("message", 0)))
            now = self.world.clock()
            is_old = (
                message is not None
                and (message.id >> 22) + DISCORD_EPOCH_MS < (now - MIN_OLD_MESSAGE_SECONDS) * 1000
            )
            kind = request.method.lower()
            if kind == "post" and not request.path.endswith("/messages"):
                kind = "other"
            self.world.calls.append(
                RecordedRequest(now, kind, int(found.get("channel", 0)), is_old and kind == "patch")
            )
            return await answer(request)

        return record_request


def make_recording_standin(
    channel_count: int, people: list[str], clock: Clock
) -> tuple[Standin, RecordingWorld]:
    """Return a stand-in that records requests, and its server."""
    world = RecordingWorld(channel_count, people, clock)
    standin = Standin(world)
    forums = Forums(world, standin.gateway)
    standin.rest = RecordingRest(world, standin.interactions, standin.faults, forums)
    standin.rest.world = world
    return standin, world
