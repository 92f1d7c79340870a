"""Remote thinkers are asked first. If none answers in time, the host chooses the move itself.

The tests use a real PostgreSQL server.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from bot import metrics
from bot.computers import thinker_queue
from bot.computers.thinker import Thinker
from bot.computers.thinker_queue import ThinkerQueueClient
from bot.computers.worker import Job
from bot.storage.engine.questions import QUEUE_PRIVILEGES, QuestionQueue
from tests.support import postgres
from tests.support.harbour import SHARED_WORKER
from tests.support.jobs import make_random_job
from tests.support.thinking import WAIT_TIMEOUT_SECONDS, StubWorker, list_legal_tokens, make_computer_table

ROOT = Path(__file__).parents[3]
THINK_SECONDS = 4.0
"""Time limit of each thought, in seconds."""
UNANSWERED_SECONDS = 0.1
"""Time limit of a question that nobody answers, in seconds. The queue must be open before."""


GRANTS_SQL = (ROOT / "deploy" / "thinker.sql").read_text("utf-8")


@pytest.fixture
def url() -> str:
    return postgres.get_server().create_empty_database().text


@pytest.fixture
async def queue(url: str) -> AsyncIterator[ThinkerQueueClient]:
    client = ThinkerQueueClient(url)
    yield client
    client.close()


class ThinkerProcess:
    """A process that runs ``python -m bot think``."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, url: str) -> ThinkerProcess:
        environment = {**os.environ, "DATABASE_URL": url, "THINK_WORKERS": "1", "LOG_LEVEL": "INFO"}
        made = cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "think"),
                cwd=ROOT,
                env=environment,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        )
        assert made.process.stderr is not None
        async with asyncio.timeout(WAIT_TIMEOUT_SECONDS):
            while b"thinking" not in await made.process.stderr.readline():
                pass
        return made

    async def end(self, signal_number: int = signal.SIGTERM) -> int:
        """End the process with the signal ``signal_number``, unless it has ended; return its exit status."""
        if self.process.returncode is None:
            self.process.send_signal(signal_number)
        await asyncio.wait_for(self.process.communicate(), WAIT_TIMEOUT_SECONDS)
        return self.process.returncode or 0


def make_job(seconds: float, number: int = 0) -> Job:
    job = make_random_job("reef", number)
    return Job(job.game, job.version, job.view, job.seat, "easy", job.seed, job.ply, seconds)


async def test_a_thinker_answers_questions_and_exits_cleanly(url: str, queue: ThinkerQueueClient) -> None:
    machine = await ThinkerProcess.start(url)
    found = [await queue.ask(make_job(WAIT_TIMEOUT_SECONDS / 4, number)) for number in range(3)]
    assert all(one and one[0][0] for one in found)
    assert await machine.end() == 0


async def test_the_host_thinks_locally_if_no_thinker_answers(queue: ThinkerQueueClient) -> None:
    own = StubWorker(lambda _: (("x", 0.5),))
    thinker = Thinker(0.5, own, remote=queue)
    began = time.monotonic()
    assert await thinker.choose_move(*make_computer_table()) == "x"
    # The next question isn't sent to thinkers, because the first one got no answer.
    later = time.monotonic()
    assert await thinker.choose_move(*make_computer_table(table_id=2)) == "x"
    assert time.monotonic() - later < later - began
    thinker.close()
    assert len(own.asked) == 2


@pytest.mark.slow
async def test_every_move_arrives_although_one_of_two_thinkers_is_killed(
    url: str, queue: ThinkerQueueClient
) -> None:
    machines = [await ThinkerProcess.start(url) for _ in range(2)]
    thinker = Thinker(THINK_SECONDS, SHARED_WORKER, remote=queue)
    waited: list[float] = []

    async def wait_for_answers(number: int) -> None:
        began = time.monotonic()
        made, match, seat = make_computer_table("reef", "easy", number)
        assert await thinker.choose_move(made, match, seat) in list_legal_tokens(match, seat)
        waited.append(time.monotonic() - began)

    moves = [asyncio.create_task(wait_for_answers(number)) for number in range(6)]
    await asyncio.sleep(0.05)
    await machines[0].end(signal.SIGKILL)
    await asyncio.gather(*moves)
    assert len(waited) == 6
    assert max(waited) < 2 * THINK_SECONDS + WAIT_TIMEOUT_SECONDS / 4, "no table was left waiting"
    await machines[1].end()


@pytest.mark.parametrize("lie", ["[]", "{", '[["no such move", 1.0]]', '[["x", 7]]', ""])
async def test_a_lying_thinker_can_only_cause_legal_moves(
    url: str, queue: ThinkerQueueClient, lie: str
) -> None:
    liar = await asyncpg.connect(url)
    await QuestionQueue(liar).create_queue_if_missing()

    async def send_wrong_answers() -> None:
        while True:
            found = await liar.fetch("SELECT id, channel FROM thoughts")
            for number, channel in found:
                await liar.execute("SELECT pg_notify($1, $2)", channel, f"{number} {lie}")
            if found:
                return
            await asyncio.sleep(0.01)

    made, match, seat = make_computer_table()
    thinker = Thinker(
        THINK_SECONDS, StubWorker(lambda _: ((sorted(list_legal_tokens(match, seat))[0], 0.5),)), remote=queue
    )
    telling = asyncio.create_task(send_wrong_answers())
    advice = await thinker.rank_moves_for_hint(made, match, seat)
    await telling
    assert advice and {token for token, _ in advice} <= list_legal_tokens(match, seat)
    thinker.close()
    await liar.close()


async def test_an_unanswered_question_is_removed_from_the_queue(url: str, queue: ThinkerQueueClient) -> None:
    await queue.connect()
    assert await queue.ask(make_job(UNANSWERED_SECONDS)) is None
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT count(*) FROM thoughts") == 0
    await connection.close()


async def test_the_queue_gives_up_immediately_if_the_server_is_away() -> None:
    away = ThinkerQueueClient("postgresql://reefs@127.0.0.1:1/nowhere")
    began = time.monotonic()
    assert await away.ask(make_job(WAIT_TIMEOUT_SECONDS)) is None
    assert time.monotonic() - began < WAIT_TIMEOUT_SECONDS / 2
    assert await away.ask(make_job(WAIT_TIMEOUT_SECONDS)) is None
    away.close()


async def test_a_queue_whose_creation_was_interrupted_is_created_later(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_queue, "LOCAL_ONLY_SECONDS", 0.0)
    host, listen = ThinkerQueueClient(url), asyncpg.Connection.add_listener

    async def disconnect(connection: asyncpg.Connection, *args: object) -> None:
        connection.terminate()
        raise ConnectionResetError

    monkeypatch.setattr(asyncpg.Connection, "add_listener", disconnect)
    assert await host.ask(make_job(WAIT_TIMEOUT_SECONDS)) is None
    monkeypatch.setattr(asyncpg.Connection, "add_listener", listen)
    monkeypatch.setattr(thinker_queue, "CONNECT_TIMEOUT_SECONDS", WAIT_TIMEOUT_SECONDS)
    await host.connect()
    host.close()
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT last_value FROM thoughts_id_seq") == 1
    await connection.close()


async def test_a_thinker_without_a_database_url_exits_with_one_line() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "think"),
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await process.communicate()
    assert process.returncode == 2 and told.count(b"\n") == 1 and b"DATABASE_URL" in told


class RestrictedUser:
    """A database user with few rights, and the thinkers that connect as this user."""

    def __init__(self) -> None:
        self.server = postgres.get_server()
        self.server.run_sql("DROP ROLE IF EXISTS thinker; CREATE ROLE thinker LOGIN")
        self.database = self.server.create_empty_database().database
        self.owner = self.server.make_url(self.database).text
        self.url = self.server.make_url(self.database, "thinker").text

    async def read_refusal(self) -> str:
        """Start a thinker that is refused, and return the line that it prints."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "think"),
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": self.url, "THINK_WORKERS": "1"},
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(WAIT_TIMEOUT_SECONDS):
            _, told = await process.communicate()
        assert process.returncode == 2
        (line,) = told.decode().splitlines()
        return line

    def remove(self) -> None:
        self.server.run_sql("DROP OWNED BY thinker; DROP ROLE thinker", self.database)


@pytest.fixture
def restricted_user() -> Iterator[RestrictedUser]:
    made = RestrictedUser()
    yield made
    made.remove()


@pytest.mark.slow
async def test_a_thinker_needs_exactly_the_documented_rights(restricted_user: RestrictedUser) -> None:
    host = ThinkerQueueClient(restricted_user.owner)
    await host.connect()
    assert "may not read and write these tables: thoughts" in await restricted_user.read_refusal()
    restricted_user.server.run_sql(
        f"CREATE TABLE matches (secret TEXT); {GRANTS_SQL}", restricted_user.database
    )
    machine = await ThinkerProcess.start(restricted_user.url)
    assert await host.ask(make_job(WAIT_TIMEOUT_SECONDS / 4))
    own = await asyncpg.connect(restricted_user.url)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await own.fetch("SELECT secret FROM matches")
    await own.close()
    assert await machine.end() == 0
    host.close()
    for right in QUEUE_PRIVILEGES:
        restricted_user.server.run_sql(f"REVOKE {right} ON thoughts FROM thinker", restricted_user.database)
        assert "may not read and write" in await restricted_user.read_refusal()
        restricted_user.server.run_sql(GRANTS_SQL, restricted_user.database)


@pytest.mark.slow
async def test_a_thinker_waits_for_a_missing_queue_but_exits_if_the_database_does_not_exist(
    restricted_user: RestrictedUser,
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "think"),
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": restricted_user.url, "THINK_WORKERS": "1", "LOG_LEVEL": "INFO"},
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    async with asyncio.timeout(WAIT_TIMEOUT_SECONDS):
        assert (
            b"no table of questions for thinkers yet: start the bot on it first"
            in await process.stderr.readline()
        )
        host = ThinkerQueueClient(restricted_user.owner)
        await host.connect()
        restricted_user.server.run_sql(GRANTS_SQL, restricted_user.database)
        while b"thinking" not in await process.stderr.readline():
            pass
        process.terminate()
        await process.communicate()
    host.close()
    restricted_user.url = restricted_user.server.make_url("nothing", "thinker").text
    assert "that database doesn't exist" in await restricted_user.read_refusal()


async def test_results_of_questions_are_counted(url: str) -> None:
    with metrics.start_measuring() as meters:
        host = ThinkerQueueClient(url)
        await host.connect()
        assert await host.ask(make_job(UNANSWERED_SECONDS)) is None
        text = meters.render().decode()
        assert 'reefs_thoughts_elsewhere_ended_total{result="unanswered"} 1.0' in text
        assert "reefs_thoughts_elsewhere 0.0" in text
        host.close()
