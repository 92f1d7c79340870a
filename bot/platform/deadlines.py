"""How long Discord may take, and what is done where its answer never came.

Each single try is limited, so what discord.py waits for by itself (a rate limit, the pause before another
try) is never cut short. After a cut or a time-out nobody knows whether the call took effect.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

T = TypeVar("T")

ACKNOWLEDGE_SECONDS = 1.5
"""For one of the two tries to acknowledge: Discord takes none after three seconds."""
ANSWER_SECONDS = 10.0
"""From the end of what is sent to the answer; also for a connection to be made."""
UPLOAD_SECONDS = 120.0
"""For a try as a whole: ten megabytes over a slow line take a while."""

CUT = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""What is raised where no answer came; discord.py does not try these again."""


def limit(client: discord.Client) -> None:
    """Let no call of a client that has logged in wait longer than the above."""
    # Where discord.py itself looks for it; the simulated Discord of tests has none.
    session: Any = client.http._HTTPClient__session  # type: ignore[attr-defined]
    if session is not None:
        session._timeout = aiohttp.ClientTimeout(
            total=UPLOAD_SECONDS, sock_connect=ANSWER_SECONDS, sock_read=ANSWER_SECONDS
        )


async def again_where_cut(call: Callable[[], Awaitable[T]]) -> T:
    """Do a call that may be repeated, once more where no answer came."""
    try:
        return await call()
    except CUT as error:
        log.warning("discord did not answer error=%r", error)
        return await call()


def fresh(files: Sequence[discord.File]) -> list[discord.File]:
    """Return files in memory as they were before they were sent: discord.py is done with them then."""
    for file in files:
        file.fp.seek(0)
    return [discord.File(file.fp, file.filename, description=file.description) for file in files]
