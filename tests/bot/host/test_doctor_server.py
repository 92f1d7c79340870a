"""The doctor checks a database server's address, rights, version, clock and connection."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import load_config
from bot.host import doctor, doctor_server, findings
from bot.kit.server_url import ServerUrl
from bot.storage.engine import postgres_report
from bot.storage.engine.server_report import ServerReport
from games.core.words import load_words
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS

W = load_words("en")
MAKE_CERTIFICATE_COMMAND = ("openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048")


@pytest.fixture
def server() -> postgres.Server:
    return postgres.get_server()


def check_server(url: ServerUrl) -> list[str]:
    config = load_config({"DISCORD_TOKEN": "MTAwMQ.a.b", "DATABASE_URL": url.text}, Path("none"))
    return list(doctor._check_database(config, W))


def read_problem(url: ServerUrl) -> str:
    with pytest.raises(findings.Fault) as caught:
        check_server(url)
    return str(caught.value)


def test_an_empty_server_is_reported_and_left_empty(server: postgres.Server) -> None:
    url = server.create_empty_database()
    lines = check_server(url)
    assert lines[0].startswith(f"{url} answers, PostgreSQL ")
    assert "its tables will be created or updated at the next start" in lines
    assert server.run_sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", url.database) == "0\n"


async def test_a_filled_server_is_reported_as_correct(
    server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_server, "SLOW_ROUND_TRIP_SECONDS", 60.0)
    url = await server.lend_database()
    lines = await asyncio.to_thread(check_server, url)
    server.take_back_databases()
    assert any(line.startswith("its user has every right the bot needs, schema ") for line in lines)
    assert "its clock and this computer's agree" in lines
    assert any(line.startswith("an answer takes ") for line in lines)
    assert not any(isinstance(line, findings.Caution) for line in lines)


async def test_each_problem_of_a_server_is_named(server: postgres.Server) -> None:
    url = await server.lend_database()
    server.run_sql("DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN")
    poor = server.make_url(url.database, "poor")
    assert "may not read and write these tables: advised, asked," in await asyncio.to_thread(
        read_problem, poor
    )
    assert "may not create tables" in await asyncio.to_thread(
        read_problem, server.make_url("template1", "poor")
    )
    assert "that database doesn't exist" in await asyncio.to_thread(read_problem, server.make_url("nothing"))
    assert "Can't reach" in await asyncio.to_thread(read_problem, ServerUrl("postgresql://x@127.0.0.1:1/x"))
    other = server.create_empty_database()
    server.run_sql("CREATE TABLE schema_version AS SELECT 999 AS version", other.database)
    assert "has schema 999" in await asyncio.to_thread(read_problem, other)
    server.take_back_databases()


def test_warnings_are_not_problems(server: postgres.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    look = postgres_report.inspect_server

    async def inspect_with_warnings(url: ServerUrl) -> ServerReport:
        found = await look(url)
        assert found.query_seconds > 0 and found.replicas == ()
        behind = (("near", 2.0), ("far", 600.0))
        return dataclasses.replace(
            found, clock_offset=-60.0, is_local=False, is_encrypted=False, query_seconds=0.08, replicas=behind
        )

    monkeypatch.setattr(postgres_report, "inspect_server", inspect_with_warnings)
    lines = check_server(server.create_empty_database())
    assert "its replica near is 2 seconds behind" in lines
    cautions = [line for line in lines if isinstance(line, findings.Caution)]
    assert [line.split(";")[0] for line in cautions] == [
        "its clock and this computer's are 60 seconds apart",
        "an answer takes 80.0 ms",
        "its replica far is 600 seconds behind",
        "the connection isn't encrypted",
    ]

    async def inspect_replica(url: ServerUrl) -> ServerReport:
        return dataclasses.replace(await look(url), is_read_only=True)

    monkeypatch.setattr(postgres_report, "inspect_server", inspect_replica)
    assert "is a replica" in read_problem(server.create_empty_database())


@pytest.fixture(scope="module")
def encrypted_server() -> Iterator[tuple[postgres.Server, Path]]:
    """A server with encrypted connections and its self-signed certificate."""
    server = postgres.Server(postgres.require_programs())
    certificate, key = server.folder / "server.crt", server.folder / "server.key"
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    subprocess.run(
        [*MAKE_CERTIFICATE_COMMAND, *names, "-out", certificate, "-keyout", key],
        check=True,
        capture_output=True,
        timeout=HANG_TIMEOUT_SECONDS,
    )
    owner = server.data.stat()
    for path in (certificate, key):
        os.chown(path, owner.st_uid, owner.st_gid)
        path.chmod(0o600)
    certificate.chmod(0o644)
    server.stop()
    server.add_settings("ssl=on", f"ssl_cert_file={certificate}", f"ssl_key_file={key}")
    server.folder.chmod(0o755)
    server.start()
    yield server, certificate
    server.remove()


def test_the_connection_is_encrypted_if_the_url_requests_it(
    encrypted_server: tuple[postgres.Server, Path],
) -> None:
    server, certificate = encrypted_server
    query = f"?sslmode=verify-full&sslrootcert={certificate}"
    database = server.create_empty_database().database
    for mode, encrypted in ((query, True), ("?sslmode=disable", False)):
        found = asyncio.run(postgres_report.inspect_server(server.make_url(database, query=mode)))
        assert found.is_encrypted == encrypted
    # The connection fails if only another certificate is trusted.
    other = server.folder / "other.crt"
    made = (*MAKE_CERTIFICATE_COMMAND, "-subj", "/CN=x", "-out", other, "-keyout", os.devnull)
    subprocess.run(made, check=True, capture_output=True, timeout=HANG_TIMEOUT_SECONDS)
    assert "Can't reach" in read_problem(
        server.make_url(database, query=f"?sslmode=verify-full&sslrootcert={other}")
    )
