"""Runs the playground for tests, without a browser."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from unittest import mock

from bot.computers.thinker import Thinker
from bot.config import Config
from bot.host import playground
from bot.host.places import ThreadSaver
from bot.host.playground import PatientEnvironment, World
from tests.support import ports
from tests.support.harbour import SHARED_WORKER, THINK_SECONDS, RetryingEnvironment, replace_thinker
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.standin.world import list_components
from tests.support.stores import keep_store_open


class PageEnvironment(PatientEnvironment, RetryingEnvironment):
    """The playground's environment, changed to wait for more than a few seconds on a busy machine."""


@asynccontextmanager
async def open_playground(path: Path) -> AsyncIterator[World]:
    """Run the playground with its database at ``path`` during a block."""
    config = Config(None, path, "INFO", 8765, None)
    async with keep_store_open(path) as store, playground.PlaygroundBot(config, store) as bot:
        with mock.patch.object(playground, "PatientEnvironment", PageEnvironment):
            world = await playground.restore_world(bot, store)
        # Starting a worker process of its own would take longer than most tests take.
        replace_thinker(bot, Thinker(THINK_SECONDS, SHARED_WORKER))
        world.env.settle_timeout = HANG_TIMEOUT_SECONDS
        notes = ThreadSaver(world.env, store)
        try:
            await world.env.start()
            with world.env.time_context():
                await playground._post_first_messages(bot, world)
                yield world
        finally:
            await bot.close()
            await notes.wait_until_saved()
            await world.env.shutdown()


class ThreeDaysLater(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(days=3)


class Tab:
    """A browser tab with the playground's page."""

    def __init__(self, url: str) -> None:
        self._url, _, self._key = url.partition("#")
        self._context = ""
        self._number = 0

    async def request_page(self, path: str, body: object = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"X-Simcord-Capability": self._key, "Content-Type": "application/json"} | headers
        request = urllib.request.Request(self._url + path, data, headers)

        def read_response() -> bytes:
            with ports.open_url(request) as answer:
                return answer.read()

        return await asyncio.to_thread(read_response)

    async def open(self) -> None:
        self._context = json.loads(await self.request_page("api/pages", {}))["context"]["id"]

    async def perform_action(self, kind: str, **fields: object) -> dict[str, Any]:
        state, self._number = await self.read_state(), self._number + 1
        body = {
            "kind": kind,
            "protocol_version": 3,
            "generation": state["context"]["generation"],
            "bot_generation": state["botGeneration"],
            "published_revision": state["publishedRevision"],
            "sequence": self._number,
            "request_id": f"r{self._number}",
            **fields,
        }
        done: dict[str, Any] = json.loads(
            await self.request_page("api/action", body, **{"X-Simcord-Context": state["context"]["id"]})
        )
        return done

    async def send_message(self, text: str) -> dict[str, Any]:
        return await self.perform_action("send_message", content=text, attachments=[])

    async def read_state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(
            await self.request_page("api/state", **{"X-Simcord-Context": self._context})
        )
        return state

    async def click_button(self, label: str, **fields: object) -> dict[str, Any]:
        """Press the newest button that has this label.

        :param fields: values that replace those of the usual request.
        """
        state = await self.read_state()
        found = [
            (message, part["control_key"])
            for message in state["timeline"]
            for part in list_components(state["messages"][message]["components"])
            if part.get("label") == label
        ]
        message, key = found[-1]
        return await self.perform_action("click", target_id=message, control_key=key, **fields)

    async def list_texts(self) -> list[str]:
        state = await self.read_state()
        return [state["messages"][message]["content"] for message in state["timeline"]]
