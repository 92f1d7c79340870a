"""Real PostgreSQL servers for the tests, each in its own folder, in memory if it has space.

No server runs as root.

:func:`get_server` starts one per test process, on first use. Each server stops when its test process ends,
even if that process is killed.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.kit.server_url import ServerUrl
from tests.support import memory
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port

PROGRAM_NAMES = "initdb", "postgres"
SERVER_USER_NAMES = "postgres", "nobody"
"""Users that can run the server if the tests run as root, because PostgreSQL refuses to run as root."""
FOLDER_PREFIX = "reefs-postgres-"
MIN_ABANDONED_SECONDS = 3600
"""Minimum age of an abandoned folder. A new one may not be locked yet."""
START_TIMEOUT_SECONDS = HANG_TIMEOUT_SECONDS
FAST_SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings that make commits fast, but could lose them if the computer crashed."""
TEMPLATE_DATABASE = "reefs_template"
"""Name of the database with the bot's schema that new databases are copied from."""
EMPTY_TABLES_SQL = """
DO $$
DECLARE one record; held boolean; found text := '';
BEGIN
    FOR one IN SELECT quote_ident(tablename) AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('schema_version', 'schema_migrations') LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || one.name || ')' INTO held;
        IF held THEN found := found || ', ' || one.name; END IF;
    END LOOP;
    IF found <> '' THEN EXECUTE 'TRUNCATE ' || substr(found, 3) || ' CASCADE'; END IF;
    FOR one IN SELECT quote_ident(sequencename) AS name FROM pg_sequences
        WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
        EXECUTE 'ALTER SEQUENCE ' || one.name || ' RESTART';
    END LOOP;
END $$
"""
"""SQL that empties all tables with rows and restarts all IDs. Truncating every table takes twice as long."""
NOT_INSTALLED_TEXT = "PostgreSQL is not installed (Debian: apt-get install postgresql)"


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs on the PATH, or Debian's newest, or None."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    places = [*([Path(found).resolve().parent] if found else []), *reversed(folders)]
    return next((path for path in places if all((path / name).is_file() for name in PROGRAM_NAMES)), None)


def require_programs() -> Path:
    """Return the folder of the PostgreSQL programs. If there is none, skip the test, or fail in CI."""
    found = find_programs()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(NOT_INSTALLED_TEXT)
        pytest.skip(NOT_INSTALLED_TEXT)
    return found


def lock_folder(folder: Path) -> int:
    """Lock a folder until this process ends or closes the returned file descriptor.

    :raises BlockingIOError: another process has locked the folder.
    """
    file = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(file)
        raise
    return file


def remove_abandoned_folders(parent: Path) -> None:
    """Remove the folders of servers whose processes were killed, because they may be in memory."""
    for folder in parent.glob(f"{FOLDER_PREFIX}*"):
        # Another user's folder can't be opened, and another process may remove the folder first.
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > MIN_ABANDONED_SECONDS:
                os.close(lock_folder(folder))
                shutil.rmtree(folder, ignore_errors=True)


class Server:
    """A running PostgreSQL server on this machine that trusts every connection."""

    def __init__(self, programs: Path, *, settings: Sequence[str] = FAST_SETTINGS) -> None:
        self.programs = programs
        self._settings = list(settings)
        self._numbers = count()
        self._lent: list[str] = []
        self._used: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        # Don't use pytest's temporary folder, which the server's user may not enter.
        parent = memory.find_folder() or Path(tempfile.gettempdir())
        remove_abandoned_folders(parent)
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=parent))
        self._lock: int | None = lock_folder(self.folder)
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = next(pwd.getpwnam(name) for name in SERVER_USER_NAMES if _user_exists(name))
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.data = self.folder / "data"
        made = ("-D", self.data, "-U", "reefs", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self._run_program("initdb", *made, options=self.as_user)
        self.port = find_free_port()
        self.start()
        atexit.register(self.remove)

    def restart(self) -> None:
        """Stop the server abruptly, and start it again."""
        self.stop()
        self.start()

    def add_settings(self, *settings: str) -> None:
        """Add settings. They take effect at the next start."""
        self._settings += settings

    def start(self) -> None:
        self.start_without_waiting()
        self.wait_until_ready()

    def start_without_waiting(self) -> None:
        """Start the server without waiting until it is ready. It stops when the calling thread ends."""
        options = (f"port={self.port}", f"unix_socket_directories={self.folder}", *self._settings)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                # setpriv stops the server when this thread ends, even if the process is killed.
                [
                    *("setpriv", "--pdeathsig", "INT", self.programs / "postgres", "-D", self.data),
                    *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"),
                    *("-c", "shared_buffers=32MB"),
                    *(part for option in options for part in ("-c", option)),
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self.as_user,
            )

    def wait_until_ready(self) -> None:
        """Wait until the server answers.

        :raises RuntimeError: the server ended or took too long. The message is the end of its log.
        """
        assert self._process is not None
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace")[-2000:])
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server abruptly, as in a crash. It recovers at the next start."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGQUIT)
            process.wait()

    def remove(self) -> None:
        """Stop the server and delete all its data. Do nothing if that was done before."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            lock, self._lock = self._lock, None
            if lock is not None:
                os.close(lock)

    def make_url(self, database: str = "postgres", user: str = "reefs", query: str = "") -> ServerUrl:
        return ServerUrl(f"postgresql://{user}@127.0.0.1:{self.port}/{database}{query}")

    def run_sql(self, sql: str, database: str = "postgres") -> str:
        """Run SQL with psql. Return one line per row, with values separated by ``|``.

        :raises RuntimeError: the SQL failed.
        """
        place = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "reefs", "-d", database)
        # Run psql as the current user, because changing the user would fork the tests' whole process.
        return self._run_program(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *place, "-c", sql, options={}
        )

    def create_empty_database(self) -> ServerUrl:
        return self._create_database("template0")

    async def lend_database(self) -> ServerUrl:
        """Return the URL of a database with the bot's schema and no rows.

        It is reserved until :meth:`take_back_databases`.
        """
        from bot.storage.engine.postgres import PostgresDatabase

        if self._used:
            name = self._used.pop()
            await asyncio.to_thread(self.run_sql, EMPTY_TABLES_SQL, name)
            self._lent.append(name)
            return self.make_url(name)
        if not self.run_sql(f"SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE_DATABASE}'").strip():
            self.run_sql(f"CREATE DATABASE {TEMPLATE_DATABASE} TEMPLATE template0")
            await (await PostgresDatabase.open(self.make_url(TEMPLATE_DATABASE))).close()
        url = await asyncio.to_thread(self._create_database, TEMPLATE_DATABASE)
        self._lent.append(url.database)
        return url

    def take_back_databases(self) -> None:
        """Take back all lent databases. Each is emptied before it is lent again."""
        lent, self._lent = self._lent, []
        self._used += lent

    def _create_database(self, template: str) -> ServerUrl:
        name = f"test{next(self._numbers)}"
        self.run_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.make_url(name)

    def _is_ready(self) -> bool:
        place = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "reefs", "-d", "postgres")
        completed = subprocess.run(
            [self.programs / "psql", "-X", *place, "-c", "SELECT 1"],
            capture_output=True,
            timeout=HANG_TIMEOUT_SECONDS,
        )
        return completed.returncode == 0

    def _run_program(self, program: str, *arguments: str | Path, options: dict[str, Any]) -> str:
        """Run one of PostgreSQL's programs; return its output.

        :raises RuntimeError: the program failed.
        """
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=HANG_TIMEOUT_SECONDS,
            **options,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr}")
        return done.stdout


def _user_exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


_servers: list[Server] = []


def get_server() -> Server:
    """Return this process's server, starting it on first use. Without PostgreSQL, skip or fail the test."""
    if not _servers:
        _servers.append(Server(require_programs()))
    return _servers[0]
