"""Servers on this computer: a port for one that starts soon, and requests to one."""

from __future__ import annotations

import http.client
import os
import secrets
import socket
import urllib.request

LOWEST, HIGHEST = 15_000, 29_999
"""Range below the ports of outgoing connections, which could take a port before its server starts."""
SIDE_BY_SIDE = 64
"""Maximum number of processes of a test run that may look for ports concurrently, each in its own range."""


def free_port() -> int:
    """Return a free port of the loopback.

    :raises OSError: a hundred ports in a row were taken.
    """
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % SIDE_BY_SIDE
    for _ in range(100):
        port = LOWEST + own + SIDE_BY_SIDE * secrets.randbelow((HIGHEST - LOWEST) // SIDE_BY_SIDE)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port")


ANSWER_SECONDS = 120.0


def opened(request: str | urllib.request.Request) -> http.client.HTTPResponse:
    """Request a URL of this computer, bypassing proxies of the environment, with a long timeout.

    :raises urllib.error.URLError: nobody listens, or the answer is an error.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    answer: http.client.HTTPResponse = opener.open(request, timeout=ANSWER_SECONDS)
    return answer
