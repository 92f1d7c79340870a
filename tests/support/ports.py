"""Free ports of this computer, and requests to servers on it."""

from __future__ import annotations

import http.client
import os
import secrets
import socket
import urllib.request

LOWEST, HIGHEST = 15_000, 29_999
"""Range of ports to use, below those of outgoing connections, which could take one in the meantime."""
MAX_PROCESSES = 64
"""Maximum number of concurrent test processes, each of which uses different ports."""


def find_free_port() -> int:
    """Return a random free port of the loopback, from this test process's share of the range.

    :raises OSError: a hundred random ports were all taken.
    """
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % MAX_PROCESSES
    for _ in range(100):
        port = LOWEST + own + MAX_PROCESSES * secrets.randbelow((HIGHEST - LOWEST) // MAX_PROCESSES)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port")


ANSWER_SECONDS = 120.0


def open_url(request: str | urllib.request.Request) -> http.client.HTTPResponse:
    """Request a URL of this computer with a long timeout, ignoring proxies.

    :raises urllib.error.URLError: nobody listens, or the answer is an error.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    answer: http.client.HTTPResponse = opener.open(request, timeout=ANSWER_SECONDS)
    return answer
