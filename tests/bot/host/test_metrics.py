"""The metrics page counts presses, matches and errors without personal data. The health page names faults."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
import json
import logging
import math
import os
import platform
import re
import socket
import threading
import time
import urllib.error
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families as parsed

from bot import metrics
from bot.app import ReefBot, create_bot
from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.worker import Job
from bot.config import Config
from bot.errors.config import ConfigError
from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseUnwritable, StorageError
from bot.host import disk, health, hosting, probe
from bot.host.disk import MIN_FREE_BYTES
from bot.kit.server_url import ServerUrl
from bot.kit.version import VERSION
from bot.meters import Meters
from bot.storage import Store
from bot.storage.engine.backup import back_up
from bot.storage.engine.database import Transaction
from bot.ui.presses import Router
from games.core.match import Match
from games.core.words import load_words
from games.registry import GAMES
from tests.support.harbour import Harbour
from tests.support.ports import ANSWER_TIMEOUT_SECONDS, find_free_port, open_url
from tests.support.reading import read_answer
from tests.support.stores import keep_store_open

W = load_words("en")


def read_samples(text: bytes) -> dict[tuple[str, ...], float]:
    """Return the values of a metrics page by metric name and label values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in parsed(text.decode())
        for sample in family.samples
    }


async def fetch_page(port: int, page: str) -> tuple[int, bytes]:
    def open_page() -> tuple[int, bytes]:
        try:
            with open_url(f"http://127.0.0.1:{port}/{page}") as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    return await asyncio.to_thread(open_page)


@pytest.fixture(autouse=True)
def long_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengthen timeouts, so that no test fails because of a slow disk."""
    monkeypatch.setattr(health, "DATABASE_TIMEOUT_SECONDS", ANSWER_TIMEOUT_SECONDS)
    monkeypatch.setattr(probe, "RESPONSE_TIMEOUT_SECONDS", ANSWER_TIMEOUT_SECONDS)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[ReefBot]:
    """A bot that is not logged in."""
    config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None, metrics_port=find_free_port())
    async with keep_store_open(config.database_path) as store, create_bot(config, store) as bot:
        yield bot


async def test_presses_are_counted_by_verb_and_result(harbour: Harbour) -> None:
    with metrics.start_measuring() as meters:
        await harbour.begin_match()
        await harbour.dana.click(harbour.board, label="My view")
        refused = await harbour.type_move("worm:nonsense")
        assert read_answer(refused)
        harbour.bot.intake.closed = True
        await harbour.ben.slash(harbour.channel, "hand")
        harbour.bot.intake.closed = False
        # Remove a verb, so that its button looks like one of an earlier version.
        router = Router(press for verb, press in harbour.bot.router.press_handlers.items() if verb != "vw")
        harbour.bot.services = dataclasses.replace(harbour.bot.services, router=router)
        await harbour.anna.click(harbour.board, label="My view")
        counts = await harbour.store.count_tables()
        meters.set_table_metrics(counts.live_count_by_game_and_status, counts.outdated_table_count)
        found = read_samples(meters.render())
    presses = {key[1:]: value for key, value in found.items() if key[0] == "reefs_presses_total"}
    assert presses == {
        ("ok", "/play"): 1,
        ("ok", "join_lobby"): 1,
        ("ok", "start_match"): 1,
        ("ok", "open_view"): 1,
        ("outdated", "unknown"): 1,
        ("refused", "/move"): 1,
        ("stopping", "/hand"): 1,
    }
    # Interactions that were refused before their acknowledgement count too.
    assert found["reefs_acknowledge_seconds_count",] == sum(presses.values())
    assert found["reefs_acknowledge_seconds_bucket", "3.0"] == sum(presses.values())
    assert found["reefs_picture_seconds_count", "das_riff"] >= 1
    assert found["reefs_live_tables", "das_riff", "playing"] == 1
    assert found["reefs_announcements_behind",] == 0


@pytest.mark.parametrize(
    ("status", "code", "result"), [(404, 10062, "expired"), (404, 10003, "failed"), (500, 0, "failed")]
)
async def test_an_unacknowledged_press_counts_as_the_slowest(
    harbour: Harbour, status: int, code: int, result: str
) -> None:
    await harbour.begin_match()
    with metrics.start_measuring() as meters:
        harbour.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code, times=None)
        await harbour.anna.slash(harbour.channel, "hand")
        found = read_samples(meters.render())
    assert found["reefs_presses_total", result, "/hand"] == 1
    assert found["reefs_acknowledge_seconds_bucket", "3.0"] == 0
    assert found["reefs_acknowledge_seconds_count",] == 1


async def test_autocompletes_are_measured_separately(harbour: Harbour) -> None:
    await harbour.begin_match()
    with metrics.start_measuring() as meters:
        await harbour.anna.autocomplete(harbour.channel, "move", "action", "")
        first = read_samples(meters.render())
        harbour.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        await harbour.anna.autocomplete(harbour.channel, "move", "action", "")
        second = read_samples(meters.render())
    assert first["reefs_choices_seconds_bucket", "3.0"] == first["reefs_choices_seconds_count",] == 1
    assert second["reefs_choices_seconds_bucket", "3.0"] == 1
    assert second["reefs_choices_seconds_count",] == 2
    assert second["reefs_acknowledge_seconds_count",] == 0


async def test_a_press_delivered_twice_is_measured_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    with metrics.start_measuring() as meters:
        await harbour.anna.slash(harbour.channel, "hand")
        monkeypatch.setattr(harbour.bot.intake, "register_press", lambda _: False)
        await harbour.anna.slash(harbour.channel, "hand")
        found = read_samples(meters.render())
    assert found["reefs_presses_total", "repeated", "/hand"] == 1
    assert found["reefs_acknowledge_seconds_count",] == 1


async def test_no_label_contains_personal_data(harbour: Harbour) -> None:
    with metrics.start_measuring() as meters:
        await harbour.begin_match()
        await harbour.play_random_moves(20)
        for name in ("hand", "mine", "help", "table"):
            await harbour.anna.slash(harbour.channel, name)
        text = meters.render()
    known = {
        *(press.name for press in harbour.bot.router.press_handlers.values()),
        *GAMES,
        "ok",
        "refused",
        "0",
        "1",
        "2",
        "playing",
        "lobby",
        "read",
        "write",
        "move",
        "hint",
        "later",
        VERSION,
        platform.python_version(),
        discord.__version__,
    }
    for family in parsed(text.decode()):
        for sample in family.samples:
            if family.name.startswith("reefs_"):
                values = {value for name, value in sample.labels.items() if name != "le"}
                assert all(value in known or re.fullmatch(r"/[a-z]+( [a-z]+)?", value) for value in values)
    secrets: list[object] = [person.id for person in (harbour.anna, harbour.ben)]
    secrets += [harbour.channel.id, harbour.guild.id, "Anna", "Ben"]
    assert not [secret for secret in secrets if str(secret) in text.decode()]


async def test_by_default_no_metrics_are_measured_or_served(harbour: Harbour) -> None:
    assert harbour.bot.config.metrics_port is None
    async with health.serve_health(harbour.bot.config, harbour.bot):
        assert metrics._meters is None
        await harbour.begin_match()
    with metrics.start_measuring() as meters:
        assert not [key for key in read_samples(meters.render()) if key[0] == "reefs_presses_total"]


async def test_outdated_messages_are_counted(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await harbour.type_move("end")
    assert (await harbour.store.count_tables()).outdated_table_count == 1


async def test_the_health_page_of_a_healthy_bot_says_ready(harbour: Harbour) -> None:
    await harbour.begin_match()
    config = dataclasses.replace(harbour.bot.config, metrics_port=find_free_port())
    assert config.metrics_port is not None
    async with health.serve_health(config, harbour.bot):
        status, body = await fetch_page(config.metrics_port, "health")
        assert (status, json.loads(body)) == (200, {"ready": True})
        assert await asyncio.to_thread(probe.run_probe, config, W) == 0
        status, body = await fetch_page(config.metrics_port, "metrics")
        assert status == 200
        assert read_samples(body)["reefs_ready",] == 1
        assert read_samples(body)["reefs_live_tables", "das_riff", "playing"] == 1
    with pytest.raises(urllib.error.URLError):
        await fetch_page(config.metrics_port, "health")


async def test_a_lost_connection_is_reported(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await health.find_health_obstacle(harbour.bot) is None
    monkeypatch.setattr(harbour.bot.shards[0]._parent, "ws", SimpleNamespace(open=False, shard_id=0))
    assert await health.find_health_obstacle(harbour.bot) == "disconnected"
    monkeypatch.undo()


def test_every_health_problem_has_a_sentence() -> None:
    found = {
        health.STARTING_STATE,
        health.DISCONNECTED_STATE,
        health.STOPPING_STATE,
        health.DATABASE_UNREADABLE_STATE,
        health.DATABASE_UNWRITABLE_STATE,
    }
    assert found == set(probe._TEXT_BY_REASON)


async def test_an_unhealthy_host_reports_the_reason(bot: ReefBot, capsys: pytest.CaptureFixture[str]) -> None:
    port = bot.config.metrics_port
    assert port is not None
    async with health.serve_health(bot.config, bot):

        async def check_report(reason: str, sentence: str) -> None:
            status, body = await fetch_page(port, "health")
            assert (status, json.loads(body)) == (503, {"ready": False, "reason": reason})
            assert await asyncio.to_thread(probe.run_probe, bot.config, W) == 1
            assert capsys.readouterr().err == f"{sentence}\n"
            status, body = await fetch_page(port, "metrics")
            assert (status, read_samples(body)["reefs_ready",]) == (200, 0)

        await check_report("starting", "The bot isn't logged in to Discord.")
        bot._ready.set()
        await bot.store.close()
        await check_report("database", "The bot's database doesn't answer.")
        bot.config.database_path.unlink()
        await check_report("database", "The bot's database doesn't answer.")
        assert (
            str(read_samples((await fetch_page(port, "metrics"))[1])["reefs_announcements_behind",]) == "nan"
        )
        bot._closing = True
        await check_report("stopping", "The bot is stopping.")
        bot._closing = False


async def set_disk_full(store: Store, *, full: bool) -> None:
    """Make SQLite fail as if the disk were full, or let it succeed again."""

    async def limit_pages(transaction: Transaction) -> None:
        (pages,) = await transaction.fetch_row("PRAGMA page_count") or (0,)
        await transaction.fetch_row(f"PRAGMA max_page_count = {pages if full else 1_000_000}")

    await store._database.write(limit_pages)


async def test_a_bot_with_a_full_disk_is_not_ready(
    harbour: Harbour, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading works even on a full disk, so the check has to write."""
    config = dataclasses.replace(harbour.bot.config, metrics_port=find_free_port())
    port = config.metrics_port
    assert port is not None
    async with health.serve_health(config, harbour.bot):
        await set_disk_full(harbour.store, full=True)
        status, body = await fetch_page(port, "health")
        assert (status, json.loads(body)) == (503, {"ready": False, "reason": "unwritable"})
        assert await asyncio.to_thread(probe.run_probe, config, W) == 1
        assert "can't write to its database" in capsys.readouterr().err
        assert read_samples((await fetch_page(port, "metrics"))[1])["reefs_ready",] == 0
        await set_disk_full(harbour.store, full=False)
        assert (await fetch_page(port, "health"))[0] == 200


async def test_each_check_of_the_disk_writes_a_new_value(bot: ReefBot) -> None:
    """SQLite writes nothing to the disk if the value is already stored."""
    tried = set()
    for _ in range(3):
        await bot.store.check_writable()
        tried.add(await bot.store.channels.get(0, "tried"))
    assert len(tried) == 3


async def test_a_host_with_a_nearly_full_disk_is_not_ready(
    bot: ReefBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check writes only a little. It may succeed although there is no space for a move."""
    bot._ready.set()
    assert await health.find_health_obstacle(bot) is None
    monkeypatch.setattr(disk, "find_free_bytes", lambda _: MIN_FREE_BYTES - 1)
    assert await health.find_health_obstacle(bot) == "unwritable"


@pytest.mark.parametrize("free", [5_000_000, 0])
async def test_without_a_health_page_the_health_command_tries_to_write(
    tmp_path: Path, free: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None)
    async with keep_store_open(config.database_path):
        pass
    assert probe.run_probe(config, W) == 0

    def raise_disk_full(_: Path) -> None:
        raise DatabaseUnwritable(config.database_path, find_reason(OSError(errno.ENOSPC, "x")))

    monkeypatch.setattr(disk, "find_free_bytes", lambda _: free)
    if free:
        monkeypatch.setattr(probe, "try_writing", raise_disk_full)
    capsys.readouterr()
    assert probe.run_probe(config, W) == 1
    assert "the disk is full" in capsys.readouterr().err


async def test_the_age_of_the_last_backup_is_measured(bot: ReefBot, tmp_path: Path) -> None:
    port = bot.config.metrics_port
    assert port is not None

    async def read_age() -> float:
        return read_samples((await fetch_page(port, "metrics"))[1])["reefs_last_copy_age_seconds",]

    async with health.serve_health(bot.config, bot):
        assert await read_age() == math.inf
        copied = time.time()
        await asyncio.to_thread(back_up, bot.config.database_path, tmp_path / "copy.db")
        assert 0 <= await read_age() <= time.time() - copied + 1
        note = tmp_path / "reefs.db.copied"
        os.utime(note, (copied - 5000, copied - 5000))
        with pytest.raises(StorageError):
            await asyncio.to_thread(back_up, bot.config.database_path, tmp_path / "nowhere" / "copy.db")
        assert await read_age() >= 5000
    assert math.isnan(health._measure_backup_age(ServerUrl("postgresql://reefs@db/reefs")))


async def test_free_space_is_measured(bot: ReefBot) -> None:
    port = bot.config.metrics_port
    assert port is not None
    async with health.serve_health(bot.config, bot):
        assert read_samples((await fetch_page(port, "metrics"))[1])["reefs_disk_free_bytes",] > 0
    assert math.isnan(await health._measure_free_bytes(ServerUrl("postgresql://reefs@db/reefs")))


async def test_the_health_page_does_not_wait_for_a_hanging_database(
    bot: ReefBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot._ready.set()
    go = threading.Event()

    async def block_database(transaction: Transaction) -> bool:
        return go.wait()

    hanging = asyncio.create_task(bot.store._database.write(block_database))
    await asyncio.sleep(0)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(health, "DATABASE_TIMEOUT_SECONDS", 0.01)
            assert await health.find_health_obstacle(bot) == "database"
    finally:
        go.set()
        await hanging
    assert await health.find_health_obstacle(bot) is None


async def test_the_health_page_is_served_before_the_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None, metrics_port=find_free_port())
    answers = []

    async def start(self: discord.Client, token: str, *, reconnect: bool = True) -> None:
        assert config.metrics_port is not None
        answers.append((await fetch_page(config.metrics_port, "health"))[0])
        raise discord.LoginFailure("no")

    monkeypatch.setattr(discord.Client, "start", start)
    with pytest.raises(ConfigError, match="doesn't accept the DISCORD_TOKEN"):
        await hosting.host_bot(config, "a.b.c", create_bot)
    assert answers == [503]
    assert metrics._meters is None


async def test_an_address_in_use_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None, metrics_port=port)
        with pytest.raises(ConfigError, match=rf"METRICS_PORT {port}: another program") as caught:
            await hosting.host_bot(config, "a.b.c", create_bot)
        assert "127.0.0.1" in str(caught.value)
    async with keep_store_open(config.database_path):
        pass


async def test_discord_errors_are_counted_by_status(bot: ReefBot, monkeypatch: pytest.MonkeyPatch) -> None:
    port = find_free_port()

    async def answer_with_error(request: web.Request) -> web.Response:
        return web.json_response({"code": 0, "message": "no"}, status=401)

    app = web.Application()
    app.add_routes([web.get("/users/@me", answer_with_error)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    with metrics.start_measuring() as meters:
        with pytest.raises(discord.LoginFailure):
            await bot.login("a.b.c")
        with pytest.raises(discord.NotFound):
            await bot.fetch_user(1)
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await bot.fetch_user(1)
        found = read_samples(meters.render())
    errors = {key[1]: value for key, value in found.items() if key[0] == "reefs_discord_errors_total"}
    assert errors == {"401": 1, "404": 1, "network": 1}


async def test_matches_are_counted_and_their_end_is_logged(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    with metrics.start_measuring() as meters:
        await harbour.begin_match()
        found = read_samples(meters.render())
        assert found["reefs_matches_begun_total", "das_riff"] == 1
        assert ("reefs_matches_ended_total", "das_riff") not in found
        assert found["reefs_database_seconds_count", "read"] > 0
        assert found["reefs_database_seconds_count", "write"] > 0
        caplog.set_level(logging.INFO, "bot.tables")
        await harbour.bot.tables.play.close_table(1, harbour.anna.id)
        found = read_samples(meters.render())
    assert found["reefs_matches_ended_total", "das_riff"] == 1
    assert found["reefs_build_info", *list_label_values()] == 1
    (line,) = [one.getMessage() for one in caplog.records if one.getMessage().startswith("match ended")]
    assert line == "match ended table=1 game=das_riff seats=2 moves=0 ending=closed"


def list_label_values() -> tuple[str, ...]:
    return discord.__version__, platform.python_version(), VERSION


async def test_a_closed_lobby_is_not_counted_as_a_match(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.tables")
    with metrics.start_measuring() as meters:
        await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
        await harbour.bot.tables.play.close_table(1, harbour.anna.id)
        found = read_samples(meters.render())
    assert not [key for key in found if key[0].startswith("reefs_matches")]
    assert not [one for one in caplog.records if one.getMessage().startswith("match ended")]


@pytest.mark.parametrize("purpose", ["move", "hint"])
async def test_thoughts_are_measured_by_purpose(purpose: str) -> None:
    pool = WorkerPool((WorkerProcess(),))
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    seat = match.to_act[0]
    view = match.rules.view(match.state, seat)
    job = Job("reef", match.rules.version, view, seat, "easy", bytes(32), 0, 0.05)
    with metrics.start_measuring() as meters:
        try:
            assert await (
                pool.rank_moves_for_hint(job) if purpose == "hint" else pool.rank_moves_for_computer(job)
            )
        finally:
            pool.close()
        found = read_samples(meters.render())
    assert found["reefs_thought_seconds_count", purpose] == 1


async def test_a_blocked_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LOOP_DELAY_INTERVAL_SECONDS", 0.01)
    meters = Meters()
    with metrics.measure_loop_delay(meters):
        await asyncio.sleep(0)
        time.sleep(0.2)  # noqa: ASYNC251
        await asyncio.sleep(0.05)
    found = read_samples(meters.render())
    assert found["reefs_loop_lag_seconds_sum",] > 0.15
    beats = found["reefs_loop_lag_seconds_count",]
    await asyncio.sleep(0.05)
    assert read_samples(meters.render())["reefs_loop_lag_seconds_count",] == beats >= 1
