"""The log has one line per record and masks secrets."""

from __future__ import annotations

import asyncio
import errno
import gc
import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.errors.storage import DatabaseFailed
from bot.host import logs
from bot.host.causes import RepeatedCauseFilter
from bot.platform.choices import shorten_autocompletion_failures
from bot.storage.engine.database import Transaction
from bot.storage.engine.sqlite import SqliteDatabase


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    own_level = logging.getLogger("bot").level
    discord_level = logging.getLogger("discord").level
    text = io.StringIO()
    logs.set_up_logging("INFO", secrets=["sesame", ""], stream=text)
    yield text
    root.handlers[:] = before
    root.setLevel(level)
    logging.getLogger("discord").setLevel(discord_level)
    logging.getLogger("bot").setLevel(own_level)


def test_values_are_written_as_pairs(stream: io.StringIO) -> None:
    logging.getLogger("bot.test").info("acted", extra={"fields": {"table": 3, "token": "take:B3"}})
    assert stream.getvalue().startswith("time=")
    assert stream.getvalue().endswith("level=info logger=bot.test event=acted table=3 token=take:B3\n")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("commands synchronised", 'event="commands synchronised"'),
        ("ready guilds=3", "event=ready guilds=3"),
        ("table=1 kind=open", "table=1 kind=open"),
        ("moved table=3 token= ply=4", 'event=moved table=3 token="" ply=4'),
        ("moved table=3 token=", 'event=moved table=3 token=""'),
        ("odd a=b =c", 'event="odd a=b =c"'),
        ("", ""),
    ],
)
def test_pairs_at_the_end_of_a_message_become_fields(
    stream: io.StringIO, message: str, expected: str
) -> None:
    logging.getLogger("bot.test").info(message)
    assert stream.getvalue().partition("logger=bot.test")[2].strip() == expected


def test_values_with_spaces_or_line_breaks_are_quoted(stream: io.StringIO) -> None:
    logging.getLogger("bot.test").warning("two\nlines", extra={"fields": {"name": 'a "b" =ü', "none": ""}})
    assert stream.getvalue().count("\n") == 1
    assert r'event="two\nlines" name="a \"b\" =ü" none=""' in stream.getvalue()


def test_a_traceback_stays_on_one_line(stream: io.StringIO) -> None:
    try:
        raise ValueError("broken sesame")
    except ValueError:
        logging.getLogger("bot.test").exception("failed")
    assert stream.getvalue().count("\n") == 1
    assert 'error="ValueError: broken ***"' in stream.getvalue()
    assert "Traceback" in stream.getvalue()


def test_secrets_are_masked(stream: io.StringIO) -> None:
    logging.getLogger("bot.test").info(
        "(Guild: 5, User: 3001) sesame"
        " /api/v10/webhooks/123/aW50ZXJhY3Q-_x.y/messages/@original /interactions/4/abc/callback"
    )
    line = stream.getvalue()
    assert "sesame" not in line
    assert "(Guild: 5, User: ***)" in line
    assert "/webhooks/123/***/messages/@original /interactions/4/***/callback" in line


@pytest.mark.parametrize(
    "text", ["next\x85line", "next\u2028line", "\x1b[2Jgone", "carriage\rreturn", "\x00", "over\u202eturned"]
)
def test_line_breaks_and_terminal_codes_are_escaped(stream: io.StringIO, text: str) -> None:
    logging.getLogger("bot.test").info("told %s", text, extra={"fields": {"value": text}})
    assert stream.getvalue()[:-1].isprintable()
    assert stream.getvalue().count("\\") == 2


def test_a_secret_is_masked_within_quotes(stream: io.StringIO) -> None:
    text = io.StringIO()
    logs.set_up_logging("INFO", secrets=['op"en'], stream=text)
    logging.getLogger("bot.test").info('two words op"en', extra={"fields": {"value": 'op"en'}})
    assert "en" not in text.getvalue().partition("two words")[2]


@pytest.mark.parametrize("secret", ["host", "start", "reef", "b", "info"])
def test_a_short_secret_is_not_masked_inside_a_word(stream: io.StringIO, secret: str) -> None:
    text = io.StringIO()
    logs.set_up_logging("INFO", secrets=[secret], stream=text)
    said = "started hosting reefs"
    logging.getLogger("bot.host").info(said, extra={"fields": {"shown": "b1", "given": f"user:{secret}@db"}})
    line = text.getvalue()
    assert f'level=info logger=bot.host event="{said}" shown=b1 given=' in line
    assert line.endswith("given=user:***@db\n")


@pytest.mark.parametrize("around", ["{}", "a\n{}\nb", "postgresql://u:{}@db/x", "'{}'", "={}", "\t{}\x00"])
def test_a_short_secret_is_masked_wherever_it_is_a_word(stream: io.StringIO, around: str) -> None:
    try:
        raise ValueError(around.format("sesame"))
    except ValueError as error:
        fields = {"value": around.format("sesame"), "reason": error}
        logging.getLogger("bot.test").exception(around.format("sesame"), extra={"fields": fields})
    assert "sesame" not in stream.getvalue()
    assert stream.getvalue().count(logs.SECRET_MASK) >= 4


def test_a_long_secret_is_masked_inside_a_word(stream: io.StringIO) -> None:
    text = io.StringIO()
    logs.set_up_logging("INFO", secrets=["MTAwMQ.standin.secret"], stream=text)
    logging.getLogger("bot.test").info("BotMTAwMQ.standin.secretly")
    assert "event=Bot***ly" in text.getvalue()


def test_a_url_with_a_password_is_masked_as_a_whole(stream: io.StringIO) -> None:
    text = io.StringIO()
    logs.set_up_logging("INFO", secrets=["db", "postgresql://u:db@db.example/reefs"], stream=text)
    logging.getLogger("bot.test").info(
        "told", extra={"fields": {"url": "postgresql://u:db@db.example/reefs"}}
    )
    assert "url=***\n" in text.getvalue()


def test_stored_values_are_not_logged(stream: io.StringIO) -> None:
    logs.set_up_logging("DEBUG", stream=stream)
    logging.getLogger("aiosqlite").debug("executing INSERT INTO seats ... 'Anna'")
    logging.getLogger("bot.test").debug("told")
    assert "Anna" not in stream.getvalue()
    assert "event=told" in stream.getvalue()


def test_discord_py_logs_one_level_lower(stream: io.StringIO) -> None:
    logging.getLogger("discord.gateway").info("connected")
    logging.getLogger("bot.test").debug("nothing")
    assert stream.getvalue() == ""


def make_refusal(code: int) -> discord.HTTPException:
    response: Any = type("Response", (), {"status": 400, "reason": "Bad Request"})()
    return discord.HTTPException(response, {"code": code, "message": "no"})


def log_failed_autocomplete(error: BaseException) -> None:
    """Log a failed autocomplete the way discord.py does."""
    shorten_autocompletion_failures()
    try:
        raise error
    except BaseException:
        said = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"
        logging.getLogger("discord.app_commands.tree").exception(said, "table take", 7, 700000000000003001)


@pytest.mark.parametrize(
    "error", [make_refusal(40060), make_refusal(10062), ConnectionResetError("cut"), TimeoutError()]
)
def test_refused_autocompletes_are_logged_in_one_line(stream: io.StringIO, error: Exception) -> None:
    log_failed_autocomplete(error)
    (line,) = stream.getvalue().splitlines()
    assert (
        'level=info logger=discord.app_commands.tree event="autocompletion failed" command=table.take' in line
    )
    assert type(error).__name__ in line and "trace" not in line and "7000000" not in line


def test_an_error_in_an_autocomplete_keeps_its_traceback(stream: io.StringIO) -> None:
    log_failed_autocomplete(KeyError("broken"))
    (line,) = stream.getvalue().splitlines()
    assert "level=error" in line and "Traceback" in line and "7000000" not in line


@pytest.mark.parametrize(
    ("error", "level"), [(ConnectionResetError("gone"), "warning"), (ValueError("wrong"), "error")]
)
async def test_a_connection_lost_after_its_request_ended_is_not_an_error(
    stream: io.StringIO, error: Exception, level: str
) -> None:
    """asyncio reports the exception of a future that nobody awaited when the future is collected."""
    broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    broken.set_exception(error)
    del broken
    gc.collect()
    (line,) = stream.getvalue().splitlines()
    assert f"level={level} " in line and str(error) in line
    assert ("trace=" in line) is (level == "error")


async def make_full_disk_error(folder: Path) -> DatabaseFailed:
    """Return the error of a write that SQLite refuses because the disk is full."""
    database = await SqliteDatabase.open(folder / "reefs.db")
    try:

        async def limit_pages_and_insert(transaction: Transaction) -> None:
            (pages,) = await transaction.fetch_row("PRAGMA page_count") or (0,)
            await transaction.fetch_row(f"PRAGMA max_page_count = {pages}")
            await transaction.run("INSERT INTO preferences VALUES (1, 'x', ?)", ("x" * 100_000,))

        with pytest.raises(DatabaseFailed) as caught:
            await database.write(limit_pages_and_insert)
        return caught.value
    finally:
        await database.close()


async def test_a_full_disk_is_logged_once_a_minute(tmp_path: Path) -> None:
    error = await make_full_disk_error(tmp_path)
    now = 0.0
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logs.LineFormatter())
    handler.addFilter(RepeatedCauseFilter(lambda: now))
    own = logging.Logger("own")
    own.addHandler(handler)
    for number in range(40):
        own.error("not stored id=%d", number, exc_info=error)
        own.warning("look not recorded", extra={"fields": {"reason": str(error)}})
        own.error("not kept", exc_info=OSError(errno.ENOSPC, "x"))
    now = 61.0
    own.error("not stored id=%d", 40, exc_info=error)
    first, second, third = text.getvalue().splitlines()
    assert 'event="not stored" id=0' in first and "the disk is full" in first
    assert 'event="not kept"' in second
    assert "id=40" in third and third.endswith("more=79")
    assert "Traceback" not in text.getvalue() and len(text.getvalue()) < 1000


async def test_a_bug_keeps_its_traceback(stream: io.StringIO, tmp_path: Path) -> None:
    database = await SqliteDatabase.open(tmp_path / "reefs.db")
    try:
        for _ in range(2):
            with pytest.raises(DatabaseFailed) as caught:
                await database.run("INSERT INTO nowhere VALUES (1)")
            logging.getLogger("bot.test").error("not stored", exc_info=caught.value)
    finally:
        await database.close()
    assert stream.getvalue().count("trace=") == 2


async def test_a_host_does_not_flood_its_log_about_a_full_disk(stream: io.StringIO, tmp_path: Path) -> None:
    error = await make_full_disk_error(tmp_path)
    for _ in range(9):
        logging.getLogger("bot.test").error("not stored", exc_info=error)
    assert stream.getvalue().count("\n") == 1
    assert "Traceback" not in stream.getvalue()
