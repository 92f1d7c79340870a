"""Free ports of this machine, and requests to local servers."""

from __future__ import annotations

import http.client
import os
import secrets
import socket
import urllib.request

LOWEST_PORT, HIGHEST_PORT = 15_000, 29_999
"""Range of ports to use, below those that outgoing connections could take."""
MAX_PROCESSES = 64
"""Maximum number of concurrent test processes. Each uses different ports."""


def find_free_port() -> int:
    """Return a random free loopback port from this test process's share of the range.

    :raises OSError: a hundred random ports were all taken.
    """
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % MAX_PROCESSES
    for _ in range(100):
        port = (
            LOWEST_PORT
            + own
            + MAX_PROCESSES * secrets.randbelow((HIGHEST_PORT - LOWEST_PORT) // MAX_PROCESSES)
        )
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port")


ANSWER_TIMEOUT_SECONDS = 120.0


def open_url(request: str | urllib.request.Request) -> http.client.HTTPResponse:
    """Request a local URL with a long timeout, ignoring proxies.

    :raises urllib.error.URLError: nobody listens, or the answer is an error.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    answer: http.client.HTTPResponse = opener.open(request, timeout=ANSWER_TIMEOUT_SECONDS)
    return answer
