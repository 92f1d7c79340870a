"""One of several processes: what it logs and when, what it forgets, whom it answers when it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from bot.kit.sharing import ALL, Sharing
from bot.shards import gate, lease
from bot.shards.lease import Role
from bot.shards.several import Several, Silent
from bot.storage import leases
from bot.storage.tenure import Held, Taken
from bot.tables.service import make_tables
from games.registry import GAMES
from tests.support.leases import Played
from tests.support.ports import free_port
from tests.support.stores import OpenStore, open_store

__all__ = ["open_store"]

WEBHOOK, CHANNEL = "/api/v10/webhooks/1/token/messages/@original", "/api/v10/channels/1/messages"


class Asked(Played):
    """Leases and other database calls, simulated by the test."""

    def __init__(self) -> None:
        super().__init__(term=60.0)
        self.sharing: int | None = None
        self.application = 0

    def listen(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Nothing is called out."""

    async def find_sharing(self) -> int | None:
        return self.sharing

    async def notify(self, text: str) -> None:
        """Nobody hears it."""

    async def await_login(self, bucket: int, seconds: float) -> float:
        return 0.0

    async def claim(self, chore: str, day: int) -> bool:
        return True

    async def close(self) -> None:
        """Nothing is open."""


class One:
    """A process, and what happened to it."""

    def __init__(self, several: Several, asked: Asked) -> None:
        self.several, self.asked = several, asked
        self.passed: list[int] = []
        self.parsers: dict[str, Any] = {
            "INTERACTION_CREATE": lambda data: self.passed.append(int(data["id"]))
        }
        several.gate.intercept(self.parsers)
        self.forgot = 0

    def press(self, number: int) -> None:
        self.parsers["INTERACTION_CREATE"]({"id": str(number)})

    async def hosts(self) -> None:
        """Let it take the lease."""
        self.asked.answer = Taken(1, frozenset())
        await self.several.begin(0, 1, 1)
        assert self.several.role is Role.OWNER


@pytest_asyncio.fixture
async def one(open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[One]:
    store = await open_store(tmp_path / "reefs.db")
    tables = make_tables(store, GAMES)

    async def nothing() -> None:
        """There is nothing to do."""

    asked = Asked()
    several = Several(asked, store, tables, ALL, hosts=nothing, look=nothing)
    made = One(several, asked)

    def forget() -> None:
        made.forgot += 1

    monkeypatch.setattr(tables.core, "clear_cache", forget)
    yield made
    await several.close()


async def would_send(several: Several, method: str, path: str) -> bool:
    """Return whether an answer would be sent."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response()

    app, port = web.Application(), free_port()
    app.add_routes([web.route("*", "/{path:.*}", answer)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    trace = several.silence(aiohttp.TraceConfig())
    try:
        async with (
            aiohttp.ClientSession(trace_configs=[trace]) as session,
            session.request(method, f"http://127.0.0.1:{port}{path}"),
        ):
            return True
    except Silent:
        return False
    finally:
        await runner.cleanup()


async def test_a_standby_posts_nothing_but_may_answer_presses(one: One) -> None:
    one.asked.answer = Held(60.0)
    await one.several.begin(0, 1, 1)
    assert not await would_send(one.several, "POST", CHANNEL)
    assert not await would_send(one.several, "PATCH", CHANNEL)
    assert await would_send(one.several, "GET", CHANNEL)
    assert await would_send(one.several, "PATCH", WEBHOOK)


async def test_a_host_posts_and_a_former_host_only_answers(one: One) -> None:
    await one.hosts()
    assert await would_send(one.several, "POST", CHANNEL)
    await one.several.release()
    assert not await would_send(one.several, "POST", CHANNEL)
    assert await would_send(one.several, "PATCH", WEBHOOK)


async def test_caches_from_before_a_tenure_are_cleared(one: One) -> None:
    await one.hosts()
    assert one.forgot == 1


async def test_a_host_without_a_standby_tells_people_that_it_stops(one: One) -> None:
    await one.hosts()
    one.asked.renewed = False
    assert not await one.several.leave()
    one.press(1)
    assert one.passed == [1]


async def test_a_stopping_host_leaves_presses_to_its_standby(one: One) -> None:
    await one.hosts()
    one.press(1)
    one.asked.renewed = True
    assert await one.several.leave()
    one.press(2)
    await one.several.release()
    assert one.passed == [1]
    assert one.asked.released == [(1, [1])]


@pytest.mark.parametrize(("theirs", "shards"), [(None, 5), (3, 3)])
async def test_a_joining_process_uses_the_hosts_number_of_shards(
    one: One, theirs: int | None, shards: int
) -> None:
    one.asked.sharing = theirs
    assert await one.several.begin(8001, 5, 1) == (shards, tuple(range(shards)))
    assert one.asked.application == 8001


def test_the_time_limits_fit_together() -> None:
    ask = leases.ASK_SECONDS + lease.RETRY_SECONDS
    # Two checks in a row may fail before a lease expires.
    assert leases.TERM_SECONDS / lease.RENEWALS + 2 * ask <= leases.TERM_SECONDS
    # A killed process is missed for ten seconds at most.
    assert leases.TERM_SECONDS + lease.POLL_SECONDS <= 10.0
    # Whatever has waited can still be answered.
    assert gate.WAIT_SECONDS < 3.0
    assert gate.RECENT_SECONDS > leases.TERM_SECONDS
    assert Sharing(None) == ALL
