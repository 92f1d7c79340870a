"""Controls Chromium through its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

START_TIMEOUT_SECONDS, ANSWER_TIMEOUT_SECONDS = 30.0, 60.0
LOAD_TIMEOUT_SECONDS = 15.0
POLL_INTERVAL_SECONDS = 0.25
IS_LOADED_SCRIPT = """
document.getElementById('preview-app')?.getAttribute('aria-busy') !== 'true'
  && document.querySelectorAll('[data-message-id]').length > 0
  && [...document.images].every(one => one.offsetParent === null || (one.complete && one.naturalWidth > 0))
"""
"""Returns whether the playground's page shows its messages and pictures."""


class Browser:
    """A headless Chromium with a single page."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = Path(tempfile.mkdtemp())
        self._number = 0

    async def __aenter__(self) -> Self:
        arguments = (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-dark-mode",
        )
        profile = (f"--user-data-dir={self._folder}", "--remote-debugging-port=0", "about:blank")
        self._process = await asyncio.create_subprocess_exec(
            self._program,
            *arguments,
            *profile,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._session = aiohttp.ClientSession()
        port = await asyncio.wait_for(self._read_port(), START_TIMEOUT_SECONDS)
        async with self._session.get(f"http://127.0.0.1:{port}/json") as answer:
            (page, *_) = [one for one in await answer.json() if one["type"] == "page"]
        self._socket = await self._session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        await self._session.close()
        self._process.terminate()
        await self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _read_port(self) -> str:
        while True:
            try:
                return (self._folder / "DevToolsActivePort").read_text("utf-8").split()[0]
            except (OSError, IndexError):
                await asyncio.sleep(POLL_INTERVAL_SECONDS)

    async def send_command(self, method: str, **values: object) -> dict[str, Any]:
        """Send a command. Return its result.

        :raises RuntimeError: Chromium answered with an error.
        """
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": values})
        while True:
            answer = json.loads((await self._socket.receive(ANSWER_TIMEOUT_SECONDS)).data)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    async def run_script(self, script: str) -> Any:
        """Run JavaScript in the page and return its value."""
        result = await self.send_command("Runtime.evaluate", expression=script, returnByValue=True)
        return result["result"].get("value")

    async def open_page(self, url: str, width: int, height: int) -> None:
        """Open the playground's page in a window of this size, and call :meth:`wait_until_loaded`."""
        await self.send_command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        # Leave the page first, because a URL that differs only in the fragment wouldn't reload the page.
        await self.send_command("Page.navigate", url="about:blank")
        await self.send_command("Page.navigate", url=url)
        await self.wait_until_loaded()

    async def wait_until_loaded(self) -> None:
        """Wait until the page shows its messages and pictures, but at most :data:`LOAD_TIMEOUT_SECONDS`."""
        for _ in range(round(LOAD_TIMEOUT_SECONDS / POLL_INTERVAL_SECONDS)):
            await asyncio.sleep(POLL_INTERVAL_SECONDS)
            if await self.run_script(IS_LOADED_SCRIPT):
                break
        await asyncio.sleep(POLL_INTERVAL_SECONDS)

    async def type_text(self, text: str) -> None:
        """Type a text into the page's message field."""
        await self.run_script("document.getElementById('channel-composer-input').focus()")
        await self.send_command("Input.insertText", text=text)
        await asyncio.sleep(4 * POLL_INTERVAL_SECONDS)

    async def take_screenshot(self) -> bytes:
        """Return a screenshot of the window as PNG."""
        result = await self.send_command("Page.captureScreenshot", format="png")
        return base64.b64decode(result["data"])
