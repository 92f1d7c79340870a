"""The gateway: HELLO, IDENTIFY, RESUME, heartbeats and events, compressed as the client asks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from tests.standin.world import APPLICATION_ID, BOT_ID, GUILD_ID, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MS = 20_000
KEPT_EVENTS = 5000


class Session:
    """What a client that identified itself has been told, so that it can resume."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.seq = 0
        self.events: list[Json] = []


class Connection:
    """One WebSocket."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj() if compress else None

    async def send(self, payload: Json) -> None:
        """Send one payload; a connection that is gone swallows it, as the network would."""
        text = json.dumps(payload)
        with contextlib.suppress(ConnectionError):
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)

    async def close(self, code: int = 4000) -> None:
        """Drop the connection."""
        await self._socket.close(code=code)


class Gateway:
    """The server's side of all connections; one is alive at a time."""

    def __init__(self, world: World, url: Callable[[], str]) -> None:
        self._world = world
        self._url = url
        self._sessions: dict[str, Session] = {}
        self._session: Session | None = None
        self._connection: Connection | None = None
        self._open: set[Connection] = set()
        self.identified = 0
        self.resumed = 0
        self.mute = False
        """While it is, HELLO and heartbeats are answered, and no login is."""

    @property
    def connected(self) -> bool:
        """Whether events reach a client now."""
        return self._connection is not None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, compress=request.query.get("compress") == "zlib-stream")
        self._open.add(connection)
        await connection.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._receive(connection, json.loads(message.data))
        finally:
            self._open.discard(connection)
            if self._connection is connection:
                self._connection = None
        return socket

    async def _receive(self, connection: Connection, payload: Json) -> None:
        op, data = payload["op"], payload.get("d") or {}
        if op == HEARTBEAT:
            # discord.py notes when it sent one only after that: an answer at once would look 20 s late.
            await asyncio.sleep(0.05)
            await connection.send({"op": ACK})
        elif self.mute:
            return
        elif op == IDENTIFY:
            await self._identify(connection, data)
        elif op == RESUME:
            await self._resume(connection, data)

    async def _identify(self, connection: Connection, data: Json) -> None:
        self.identified += 1
        session = self._session = Session()
        self._sessions[session.id] = session
        self._connection = connection
        ready = {
            "v": 10,
            "user": self._world.user(BOT_ID),
            "guilds": [{"id": str(GUILD_ID), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "shard": data.get("shard", [0, 1]),
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }
        await self.dispatch("READY", ready)
        await self.dispatch("GUILD_CREATE", self._world.guild())

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None:
            await connection.send({"op": INVALID, "d": False})
            return
        self.resumed += 1
        self._session, self._connection = session, connection
        for event in session.events:
            if event["s"] > data["seq"]:
                await connection.send(event)
        await self.dispatch("RESUMED", {})

    async def dispatch(self, name: str, data: Any) -> bool:
        """Tell an event; without a connection it waits for RESUME, and without a session it is lost."""
        session = self._session
        if session is None:
            return False
        session.seq += 1
        event = {"op": DISPATCH, "t": name, "s": session.seq, "d": data}
        session.events.append(event)
        del session.events[:-KEPT_EVENTS]
        if self._connection is not None:
            await self._connection.send(event)
        return True

    @property
    def unanswered(self) -> bool:
        """Whether somebody is connected whose login has not been answered."""
        return bool(self._open) and self._connection is None

    async def drop(self, code: int = 4000) -> None:
        """Break every connection; the session can be resumed where ``code`` allows it."""
        self._connection = None
        for connection in list(self._open):
            await connection.close(code)

    async def forget(self) -> None:
        """Break the connection and lose the session: the client must identify itself anew."""
        self._sessions.clear()
        await self.drop()
        self._session = None
