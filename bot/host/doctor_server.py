"""Checks a database on a server for the doctor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.errors.storage import SchemaTooNew, StorageError
from bot.host.findings import Caution, Fault, report_changed_migrations
from bot.kit.server_url import ServerUrl
from bot.storage import Store
from bot.storage.engine.server_report import ServerReport
from games.core.words import Words

MAX_CLOCK_DIFFERENCE_SECONDS = 2.0
SLOW_ROUND_TRIP_SECONDS = 0.02
"""Duration of a query above which the doctor warns, because a press makes about a dozen queries."""
MAX_LAG_SECONDS = 10.0
"""Lag above which the doctor warns, because data that a replica hasn't received is lost if it takes over."""


def check_server(url: ServerUrl, w: Words) -> Iterator[str]:
    """Yield the findings about a database on a server.

    :raises Fault: the bot can't work with the database.
    """
    try:
        report = asyncio.run(Store.inspect_server(url))
    except StorageError as error:
        raise Fault(w.msg(error.message)) from error
    yield w("{url} answers, PostgreSQL {version}", url=url, version=report.server_version)
    if report.is_read_only:
        raise Fault(w("{url} is a replica and can only be read; name its primary", url=url))
    if report.newer_version is not None:
        raise Fault(w.msg(SchemaTooNew(url, report.newer_version, report.known_version).message))
    if report.forbidden_tables:
        raise Fault(
            w(
                "its user may not read and write these tables: {tables}",
                tables=", ".join(report.forbidden_tables),
            )
        )
    if not report.is_current:
        if not report.can_create_tables:
            raise Fault(w("its user may not create tables there, as the next start has to"))
        yield w("its tables will be created or updated at the next start")
    else:
        yield w("its user has every right the bot needs, schema {version}", version=report.schema_version)
    yield from report_changed_migrations(report.changed_migrations, w)
    if abs(report.clock_offset) > MAX_CLOCK_DIFFERENCE_SECONDS + report.max_offset_error:
        yield Caution(
            w(
                "its clock and this computer's are {seconds} seconds apart",
                seconds=f"{abs(report.clock_offset):.0f}",
            )
        )
    else:
        yield w("its clock and this computer's agree")
    yield from _check_lag(report, w)
    if not (report.is_encrypted or report.is_local):
        yield Caution(w("the connection isn't encrypted; add sslmode=verify-full to DATABASE_URL"))
    yield from describe_hosting_processes(url, w)


def _check_lag(report: ServerReport, w: Words) -> Iterator[str]:
    ms = f"{1000 * report.query_seconds:.1f}"
    if report.query_seconds > SLOW_ROUND_TRIP_SECONDS:
        yield Caution(
            w("an answer takes {ms} ms; move it nearer, as each press asks it a dozen times", ms=ms)
        )
    else:
        yield w("an answer takes {ms} ms", ms=ms)
    for name, seconds in report.replicas:
        line = w("its replica {name} is {seconds} seconds behind", name=name, seconds=f"{seconds:.0f}")
        yield Caution(line) if seconds > MAX_LAG_SECONDS else line


def describe_hosting_processes(url: ServerUrl, w: Words) -> Iterator[str]:
    """Yield a line for each process that holds leases."""
    try:
        shards_by_owner = asyncio.run(_list_owners(url))
    except StorageError:
        # Another check reports the missing or outdated schema.
        return
    for owner, (shards, ids) in shards_by_owner.items():
        listed = ", ".join(map(str, ids))
        yield w("{owner} hosts these of {shards} shards: {ids}", owner=owner, shards=shards, ids=listed)


async def _list_owners(url: ServerUrl) -> dict[str, tuple[int, list[int]]]:
    from bot.storage.leases import Leases

    leases = Leases(url)
    try:
        return await leases.list_owners()
    finally:
        await leases.close()
