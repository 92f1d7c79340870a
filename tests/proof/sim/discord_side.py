"""Discord inside the event loop, with faults. The stand-in replaces discord.py's HTTP session."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

from tests.proof.sim.loop import PROCESS_ID, SimLoop, call_outside_bot
from tests.support.standin.faults import Faults
from tests.support.standin.forums import Forums
from tests.support.standin.gateway import Gateway
from tests.support.standin.interactions import Interaction, Interactions
from tests.support.standin.payloads import RequestRefused, make_response
from tests.support.standin.rest import RestApi
from tests.support.standin.world import DISCORD_EPOCH_MS, Ids, Json, World

START_TIME = 1_780_000_000.0
"""Virtual time at which every run begins, in epoch seconds."""
MAX_ARRIVAL_DELAY_SECONDS = 0.15
"""Maximum delay, in seconds, with which a request still arrives if its process is killed."""
TIMEOUT_SECONDS = 10.0
"""Seconds after which the bot's HTTP client gives up on an answer."""

FAULTS_BEFORE_EFFECT = ("reset", "500", "503", "429", "403", "404")
"""Faults that prevent a request from being carried out."""
FAULTS_AFTER_EFFECT = ("cut", "502", "silence")
"""Faults that lose the answer to a request that was carried out."""
FAULT_KINDS = ("slow", "late", *FAULTS_BEFORE_EFFECT, *FAULTS_AFTER_EFFECT)
MESSAGES_PATH_PATTERN = re.compile(r"/channels/\d+/messages")
"""Matches the path of requests about a channel's messages."""
PERMANENT_FAULTS = ("403", "404")
"""Refusals after which the bot needn't retry until something changes."""


class VirtualIds(Ids):
    """Makes snowflake IDs from virtual time."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now

    def make_id(self) -> int:
        self._last = max(self._last + 1, (int(self._now() * 1000) - DISCORD_EPOCH_MS) << 22)
        return self._last


class Deliveries:
    """Delivers gateway events to the running processes. Events are lost while no process runs."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[str, Json], None]] = []

    async def dispatch(self, name: str, data: Json) -> bool:
        """Deliver an event; return whether a process received it."""
        for hear in self.listeners:
            hear(name, copy.deepcopy(data))
        return bool(self.listeners)


class EndpointRequest(dict[str, Any]):
    """The attributes of a web request that the stand-in's endpoints read."""

    can_read_body = True
    content_type = "application/json"

    def __init__(self, path: str, query: dict[str, str], match: dict[str, str], contents: Any) -> None:
        super().__init__(contents=contents)
        self.path, self.query, self.match_info = path, query, match

    async def json(self) -> Any:
        return self["contents"][0]


class HttpResponse:
    """The attributes of an HTTP response that discord.py reads."""

    reason = ""

    def __init__(self, status: int, headers: Any, body: str) -> None:
        self.status, self.headers, self._body = status, headers, body

    async def text(self, encoding: str = "utf-8") -> str:
        return self._body


class SimDiscord:
    """Discord in a simulated run, with faults chosen by the seed."""

    def __init__(self, loop: SimLoop, chance: Random, channel_count: int, people: list[str]) -> None:
        self.loop, self.chance = loop, chance
        self.world = World(channel_count, people)
        self.world.ids = VirtualIds(self.now)
        self.interactions = Interactions(self.world)
        self.interactions.acknowledge_seconds = 3.0
        self.gateway = Deliveries()
        forums = Forums(self.world, cast(Gateway, self.gateway))
        self.rest = RestApi(self.world, self.interactions, Faults(), forums)
        self._handlers = _list_handlers(self.rest)
        self.fault_rate = 0.0
        """Share of requests that get a fault."""
        self.fault_kinds: tuple[str, ...] = FAULT_KINDS
        self.faults: Counter[str] = Counter()
        self.refused_for_good = False
        self.clock_errors: dict[int, float] = {}
        """Clock error of each process, in seconds."""
        self.request_count = 0
        self.late_requests: dict[int, float] = {}
        """Virtual time at which a process's newest request arrived that a suspension had delayed."""
        self.during_message: Callable[[int], object] | None = None
        """Called once, with the process ID, when a process next begins to post or edit a channel message."""
        self.fails_at: tuple[int, str] | None = None
        """Number of the only request to fail, and its fault, or ``None`` to choose faults at random."""
        self.watch: Callable[[str, str, Json, list[tuple[str, bytes]]], None] = lambda *args: None
        """Called after each request that Discord has carried out."""

    def now(self) -> float:
        """Return the virtual time in epoch seconds."""
        return START_TIME + self.loop.time()

    def read_clock(self) -> float:
        """Return the time shown by the current process's clock, in epoch seconds."""
        return self.now() + self.clock_errors.get(PROCESS_ID.get(), 0.0)

    def draw_fault(self) -> str:
        """Return the next request's fault, or an empty string for no fault."""
        self.request_count += 1
        if self.fails_at is not None:
            return self.fails_at[1] if self.request_count == self.fails_at[0] else ""
        if self.fault_rate and self.chance.random() < self.fault_rate:
            return self.chance.choice(self.fault_kinds)
        return ""

    async def request(self, method: str, url: str, contents: Any, query: dict[str, str]) -> HttpResponse:
        """Send a request to Discord and return its answer, each with a random delay.

        :raises aiohttp.ClientError: the connection breaks or times out.
        """
        path = urlsplit(url).path
        fault = self.draw_fault()
        if fault in PERMANENT_FAULTS and (method == "GET" or not MESSAGES_PATH_PATTERN.search(path)):
            fault = "500"
        if fault:
            self.faults[fault] += 1
        there = self.chance.random() * (8 if fault == "slow" else 0.15)
        process_id = PROCESS_ID.get()
        back = self.chance.random() * (9 if fault == "late" else 0.15)
        done: Any = self.loop.create_future()
        if fault in FAULTS_BEFORE_EFFECT:
            call_outside_bot(self.loop, there, self._answer_with_error, done, fault, method, path)
        else:
            about = (done, back, fault, method, path, contents, query)
            killable = process_id if there > MAX_ARRIVAL_DELAY_SECONDS else 0
            call_outside_bot(self.loop, there, self._receive, process_id, killable, *about)
            if (
                self.during_message is not None
                and method in ("POST", "PATCH")
                and MESSAGES_PATH_PATTERN.search(path)
            ):
                act, self.during_message = self.during_message, None
                act(process_id)
        return cast(HttpResponse, await done)

    def _receive(self, process_id: int, required_process_id: int, *args: Any) -> None:
        """Carry out a request. If its process is suspended, it often arrives only after the suspension."""
        if process_id in self.loop.callbacks_by_suspended_process and self.chance.random() < 0.5:
            self.loop.call_on_resume(process_id, self._carry_out_late_request, process_id, *args)
        else:
            self._carry_out_request(required_process_id, *args)

    def _carry_out_late_request(self, process_id: int, *args: Any) -> None:
        """Carry out the request of a process that has just continued, unless it was killed."""
        self.late_requests[process_id] = self.loop.time()
        self._carry_out_request(process_id, *args)

    def _carry_out_request(
        self,
        process_id: int,
        future: Any,
        answer_delay: float,
        fault: str,
        method: str,
        path: str,
        contents: Any,
        query: Any,
    ) -> None:
        """Carry out a request, then deliver or lose its answer.

        :param process_id: the process that must be alive to carry out the request, or 0 if none must be.
        """
        if process_id in self.loop.dead_process_ids:
            return
        answer = self._call_endpoint(method, path, contents, query)
        if fault == "cut":
            call_outside_bot(self.loop, answer_delay, _set_error, future, aiohttp.ServerDisconnectedError())
        elif fault == "silence":
            call_outside_bot(self.loop, TIMEOUT_SECONDS, _set_error, future, aiohttp.ServerTimeoutError())
        elif fault == "502":
            call_outside_bot(
                self.loop, answer_delay, _set_answer, future, HttpResponse(502, CIMultiDict(), "bad gateway")
            )
        else:
            call_outside_bot(self.loop, answer_delay, _set_answer, future, answer)

    def _call_endpoint(self, method: str, path: str, contents: Any, query: Any) -> HttpResponse:
        """Call the stand-in's endpoint for a request; return its answer."""
        for known, pattern, handler in self._handlers:
            if known == method and (found := pattern.fullmatch(path)):
                call = EndpointRequest(path, query, found.groupdict(), contents)
                try:
                    response = _run_endpoint(handler(cast(web.Request, call)))
                except RequestRefused as refused:
                    response = refused.response
                else:
                    self.watch(method, path, *contents)
                return _make_answer(response)
        raise AssertionError(f"no such endpoint: {method} {path}")

    def _answer_with_error(self, future: Any, fault: str, method: str, path: str) -> None:
        """Answer a request with an error, without carrying it out."""
        if fault == "reset":
            _set_error(future, aiohttp.ClientOSError(104, "Connection reset by peer"))
            return
        if fault == "429":
            body = json.dumps({"message": "slow down", "retry_after": 0.5, "global": False})
            headers = {"Via": "1.1", "Retry-After": "0.5", "Content-Type": "application/json"}
            _set_answer(future, HttpResponse(429, CIMultiDict(headers), body))
            return
        code, status = {"403": (50013, 403), "404": (10008, 404)}.get(fault, (0, int(fault)))
        if fault == "404":
            gone = re.fullmatch(r".*/channels/\d+/messages/(\d+)", path)
            message = None if gone is None else self.world.messages.get(int(gone[1]))
            if message is None:
                code, status = 0, 500
            else:
                # A 404 means that the message was deleted.
                message.deleted = True
        if status in (403, 404):
            self.refused_for_good = True
        response = make_response({"code": code, "message": "drawn"}, status=status)
        _set_answer(future, _make_answer(response))

    def send_press(self, interaction: Interaction, *, is_delivered_twice: bool = False) -> None:
        """Deliver a press to the bot, once or twice, with the message as it is now."""
        payload = self.interactions.make_payload(interaction)
        for _ in range(2 if is_delivered_twice else 1):
            delay = self.chance.random() * 0.1
            call_outside_bot(self.loop, delay, self._deliver_press, interaction.id, payload)

    def _deliver_press(self, interaction_id: int, payload: Json) -> None:
        for hear in self.gateway.listeners:
            hear("INTERACTION_CREATE", {**payload, "_press": interaction_id})


class Session:
    """Stands in for the session of discord.py's HTTP client."""

    def __init__(self, sim_discord: SimDiscord, trace: aiohttp.TraceConfig) -> None:
        """Create the session.

        :param trace: its hooks are called as aiohttp does. One may raise an error before a request.
        """
        self._sim_discord = sim_discord
        self._trace = trace
        self._timeout: Any = None
        self.closed = False

    def request(
        self, method: str, url: str, *, data: Any = None, params: Any = None, **kwargs: Any
    ) -> _RequestContext:
        """Return a request as a context manager, as aiohttp does.

        :raises RuntimeError: the session is closed.
        """
        if self.closed:
            raise RuntimeError("Session is closed")
        query = {key: str(value) for key, value in (params or {}).items()}
        parts = urlsplit(url)
        for pair in parts.query.split("&") if parts.query else ():
            key, _, value = pair.partition("=")
            query[key] = value
        return _RequestContext(self._sim_discord, self._trace, method, url, _read_body(data), query)

    async def close(self) -> None:
        """Refuse further requests."""
        self.closed = True


class _RequestContext:
    """A request used as a context manager by discord.py."""

    def __init__(self, sim_discord: SimDiscord, trace: aiohttp.TraceConfig, *args: Any) -> None:
        self._sim_discord, self._trace, self._args = sim_discord, trace, args

    async def __aenter__(self) -> HttpResponse:
        method, url, *_ = self._args
        begun = aiohttp.TraceRequestStartParams(method, URL(url), CIMultiDict())
        await self._call_hooks(self._trace.on_request_start, begun)
        answer = await self._sim_discord.request(*self._args)
        await self._call_hooks(self._trace.on_request_end, SimpleNamespace(response=answer))
        return answer

    async def _call_hooks(self, hooks: Any, params: Any) -> None:
        for hook in hooks:
            await hook(None, SimpleNamespace(), params)

    async def __aexit__(self, *unused: object) -> None:
        """Do nothing, because the whole answer has already arrived."""


def _read_body(data: Any) -> tuple[Json, list[tuple[str, bytes]]]:
    if data is None:
        return {}, []
    if isinstance(data, str | bytes):
        return json.loads(data), []
    payload: Json = {}
    files = []
    for about, _headers, value in data._fields:
        if about["name"] == "payload_json":
            payload = json.loads(value)
        else:
            content = value if isinstance(value, bytes) else value.read()
            files.append((about.get("filename", ""), content))
    return payload, files


def _list_handlers(rest: RestApi) -> list[tuple[str, re.Pattern[str], Any]]:
    """Return the method, path pattern and handler of each endpoint."""
    handlers: list[tuple[str, re.Pattern[str], Any]] = []
    plain = patch.object(rest, "_inject_faults", lambda handler: handler)
    with plain:
        for route in rest.list_routes():
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path)
            handlers.append((route.method, re.compile(pattern), route.handler))
    return handlers


def _run_endpoint(steps: Any) -> Any:
    """Run an endpoint to its end, without an event loop. Endpoints never wait."""
    try:
        steps.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("an endpoint waited")


def _make_answer(response: web.Response) -> HttpResponse:
    body = response.body
    return HttpResponse(response.status, response.headers, body.decode() if isinstance(body, bytes) else "")


def _set_answer(future: Any, answer: HttpResponse) -> None:
    if not future.done():
        future.set_result(answer)


def _set_error(future: Any, error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
