"""``python -m bot health``: ask the running bot, or check its database if it serves no health page.

Imports are kept to a minimum, because orchestrators run this command every half minute.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import sys
import urllib.error
import urllib.request

from bot.config import Config
from bot.errors.reasons import find_reason
from bot.errors.storage import StorageError
from bot.host.disk import require_free_space, try_writing
from games.core.words import N_, Msg, Words

UNHEALTHY_STATUS = 1
RESPONSE_TIMEOUT_SECONDS = 5

_TEXT_BY_REASON = {
    "starting": N_("The bot isn't logged in to Discord."),
    "disconnected": N_("The bot has lost its connection to Discord and is reconnecting."),
    "stopping": N_("The bot is stopping."),
    "database": N_("The bot's database doesn't answer."),
    "unwritable": N_("The bot can't write to its database: look at the free disk space and the log."),
}

_HEALTHY_TEXT = N_("The bot is logged in and its database answers.")
_TEXT_BY_ROLE = {
    "owner": N_("The bot is logged in, its database answers, and it hosts."),
    "standby": N_("The bot is logged in, its database answers, and it stands by: another process hosts."),
}
ROLE_NAMES = tuple(_TEXT_BY_ROLE)

_READABLE_TEXT = N_("{path} can be read, schema {version}; without METRICS_PORT I can't ask the bot itself.")


def run_probe(config: Config, w: Words, role: str | None = None) -> int:
    """Print a line about the bot's health. Return 0 if the bot is healthy, otherwise 1.

    :param role: the role that the process must have to count as healthy, if several processes run the bot.
    """
    if config.metrics_port is None and role is None:
        try:
            summary = _check_database(config)
        except StorageError as error:
            print(w.msg(error.message), file=sys.stderr)
            return UNHEALTHY_STATUS
        print(w.msg(summary))
        return 0
    if config.metrics_port is None:
        print(w("Without METRICS_PORT I can't ask the bot what it is."), file=sys.stderr)
        return UNHEALTHY_STATUS
    well, text = _request_health(_make_url(config.metrics_host, config.metrics_port), role)
    print(w.msg(text), file=None if well else sys.stderr)
    return 0 if well else UNHEALTHY_STATUS


def _check_database(config: Config) -> Msg:
    if config.database_url is not None:
        from bot.storage import Store

        report = asyncio.run(Store.inspect_server(config.database_url))
        return Msg(_READABLE_TEXT, {"path": config.database_url, "version": report.schema_version or 0})
    from bot.storage.engine.backup import read_schema_version

    version = read_schema_version(config.database_path)
    try_writing(config.database_path)
    require_free_space(config.database_path)
    return Msg(
        _READABLE_TEXT,
        {"path": config.database_path, "version": version},
    )


def _make_url(host: str, port: int) -> str:
    """Return the URL of the health page. If the bot listens on all addresses, use the local one."""
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        address = ipaddress.ip_address("::1" if address.version == 6 else "127.0.0.1")
    return f"http://[{address}]:{port}/health" if address.version == 6 else f"http://{address}:{port}/health"


def _request_health(url: str, role: str | None) -> tuple[bool, Msg]:
    # Bypass a proxy from the environment, because it couldn't reach this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=RESPONSE_TIMEOUT_SECONDS) as answer:
            body = answer.read()
    except urllib.error.HTTPError as error:
        body = error.read()
    except (OSError, http.client.HTTPException) as error:
        cause = getattr(error, "reason", None) or error
        text = find_reason(cause) if isinstance(cause, Exception) else cause
        return False, Msg(N_("The bot doesn't answer at {url}: {reason}"), {"url": url, "reason": text})
    try:
        health = json.loads(body)
        if health["ready"] is not True:
            return False, Msg(_TEXT_BY_REASON[health["reason"]], {})
        is_now = health.get("role")
        return role in (None, is_now), Msg(_TEXT_BY_ROLE.get(is_now, _HEALTHY_TEXT), {})
    except (ValueError, KeyError, TypeError, AttributeError):
        return False, Msg(N_("Something at {url} answers, but it isn't the bot."), {"url": url})
