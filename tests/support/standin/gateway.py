"""The gateway: HELLO, IDENTIFY, RESUME, heartbeats and events, compressed if the client asks for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from tests.support.standin.world import APPLICATION_ID, BOT_ID, Json, World

DISPATCH_OPCODE, HEARTBEAT_OPCODE, IDENTIFY_OPCODE, RESUME_OPCODE = 0, 1, 2, 6
INVALID_SESSION_OPCODE, HELLO_OPCODE, HEARTBEAT_ACK_OPCODE = 9, 10, 11
HEARTBEAT_INTERVAL_MS = 20_000
MAX_KEPT_EVENTS = 5000


class Session:
    """An identified client's session. It keeps its newest events so that it can be resumed."""

    def __init__(self, process_name: str, shard: int, shard_count: int) -> None:
        self.id = secrets.token_hex(8)
        self.process_name, self.shard, self.shards = process_name, shard, shard_count
        self.seq = 0
        self.events: list[Json] = []
        self.connection: Connection | None = None

    async def keep_and_send(self, name: str, data: Any) -> None:
        """Keep an event for RESUME, and send it now if the client is connected."""
        self.seq += 1
        event = {"op": DISPATCH_OPCODE, "t": name, "s": self.seq, "d": data}
        self.events.append(event)
        del self.events[:-MAX_KEPT_EVENTS]
        if self.connection is not None:
            await self.connection.send(event)


class Connection:
    """A WebSocket connection of a client."""

    def __init__(self, socket: web.WebSocketResponse, process_name: str, *, compresses: bool) -> None:
        self.process_name = process_name
        self._socket = socket
        self._deflate = zlib.compressobj() if compresses else None

    async def send(self, payload: Json) -> None:
        """Send a payload. It is lost if the connection is gone, as on a real network."""
        text = json.dumps(payload)
        with contextlib.suppress(ConnectionError):
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)

    async def close(self, code: int = 4000) -> None:
        await self._socket.close(code=code)


class Gateway:
    """The gateway server for all clients.

    A client that identifies for a shard gets that shard's events, even if other processes have the same
    shard. Processes are distinguished by the path they connect to, and each has one live session per shard.
    """

    def __init__(self, world: World, url: Callable[[], str]) -> None:
        self._world = world
        self._url = url
        self._sessions: dict[str, Session] = {}
        self._alive: dict[tuple[str, int], Session] = {}
        self._open: set[Connection] = set()
        self.identify_count = 0
        self.resume_count = 0
        self.logins: list[tuple[str, int, float]] = []
        """The process, shard and time of every IDENTIFY."""
        self.mute = False
        """If true, IDENTIFY and RESUME are left unanswered, but HELLO and heartbeats still work."""

    @property
    def is_connected(self) -> bool:
        """Whether any client receives events now."""
        return any(session.connection is not None for session in self._alive.values())

    def count_reached_shards(self, process_name: str) -> int:
        """Return the number of shards whose events a process receives now."""
        return sum(s.connection is not None for s in self._alive.values() if s.process_name == process_name)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        who = request.match_info.get("who", "")
        connection = Connection(socket, who, compresses=request.query.get("compress") == "zlib-stream")
        self._open.add(connection)
        await connection.send({"op": HELLO_OPCODE, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._receive(connection, json.loads(message.data))
        finally:
            self._open.discard(connection)
            self._disconnect(connection)
        return socket

    async def _receive(self, connection: Connection, payload: Json) -> None:
        op, data = payload["op"], payload.get("d") or {}
        if op == HEARTBEAT_OPCODE:
            # Wait, because discord.py notes the time of a heartbeat only after sending it. An immediate
            # answer would look 20 s late.
            await asyncio.sleep(0.05)
            await connection.send({"op": HEARTBEAT_ACK_OPCODE})
        elif self.mute:
            return
        elif op == IDENTIFY_OPCODE:
            await self._identify(connection, data)
        elif op == RESUME_OPCODE:
            await self._resume(connection, data)

    async def _identify(self, connection: Connection, data: Json) -> None:
        """Begin a session: send READY and the shard's servers."""
        self.identify_count += 1
        shard, shards = data.get("shard", [0, 1])
        self.logins.append((connection.process_name, shard, time.monotonic()))
        session = Session(connection.process_name, shard, shards)
        self._sessions[session.id] = self._alive[connection.process_name, shard] = session
        session.connection = connection
        guilds = [guild for guild in self._world.guilds if _find_shard(guild, shards) == shard]
        ready = {
            "v": 10,
            "user": self._world.make_user_payload(BOT_ID),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._url()
            + (f"/{connection.process_name}" if connection.process_name else ""),
            "shard": [shard, shards],
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }
        await session.keep_and_send("READY", ready)
        for guild in guilds:
            await session.keep_and_send("GUILD_CREATE", self._world.make_guild_payload(guild))

    async def _resume(self, connection: Connection, data: Json) -> None:
        """Resume a session and send the missed events, or declare an unknown session invalid."""
        session = self._sessions.get(data["session_id"])
        if session is None:
            await connection.send({"op": INVALID_SESSION_OPCODE, "d": False})
            return
        self.resume_count += 1
        self._alive[session.process_name, session.shard] = session
        session.connection = connection
        for event in session.events:
            if event["s"] > data["seq"]:
                await connection.send(event)
        await session.keep_and_send("RESUMED", {})

    async def dispatch(self, name: str, data: Any) -> bool:
        """Send an event to its shard's sessions, or keep it for RESUME; return whether there are any."""
        guild = int(data.get("guild_id") or 0)
        told = [s for s in self._alive.values() if _find_shard(guild, s.shards) == s.shard]
        for session in told:
            await session.keep_and_send(name, data)
        return bool(told)

    @property
    def has_unanswered_login(self) -> bool:
        """Whether clients are connected, but none receives events, as its login hasn't been answered."""
        return bool(self._open) and not self.is_connected

    async def drop_connections(self, code: int = 4000, process_name: str | None = None) -> None:
        """Close all connections. Sessions can be resumed if ``code`` allows it.

        :param process_name: close only this process's connections.
        """
        for connection in [c for c in self._open if process_name is None or c.process_name == process_name]:
            self._disconnect(connection)
            await connection.close(code)

    async def end_sessions(self, process_name: str | None = None) -> None:
        """Close the connections and end their sessions, so that clients must identify again.

        :param process_name: affect only this process's connections and sessions.
        """
        self._sessions = {
            n: s
            for n, s in self._sessions.items()
            if process_name is not None and s.process_name != process_name
        }
        await self.drop_connections(process_name=process_name)
        self._alive = {
            n: s
            for n, s in self._alive.items()
            if process_name is not None and s.process_name != process_name
        }

    def _disconnect(self, connection: Connection) -> None:
        for session in self._alive.values():
            if session.connection is connection:
                session.connection = None


def _find_shard(guild: int, shard_count: int) -> int:
    return (guild >> 22) % shard_count
