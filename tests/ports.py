"""A port for a server that another process will start in a moment."""

from __future__ import annotations

import secrets
import socket

LOWEST, HIGHEST = 15_000, 29_999
"""Below the ports of outgoing connections, one of which could be given the port before its server starts."""


def free_port() -> int:
    """Return a port of the loopback that nobody listens on.

    :raises OSError: a hundred ports in a row were taken.
    """
    for _ in range(100):
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port")
