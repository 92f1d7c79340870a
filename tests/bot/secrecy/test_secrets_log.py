"""The log at its most verbose contains nobody's ID or name, no token, and nothing hidden."""

from __future__ import annotations

import ast
import logging
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

import bot
from bot.model.table import Table
from bot.tables.service import Tables, make_tables
from bot.ui.ids import encode_number
from games.registry import GAMES
from tests.proof.faults.cells import try_press
from tests.proof.faults.scenes import prepare_confirmation, prepare_move, prepare_refused_press
from tests.proof.faults.stage import Stage
from tests.support.at_table import press_at_standin_table
from tests.support.dealing import redeal_hidden_parts
from tests.support.ports import find_free_port
from tests.support.reading import list_logged_lines
from tests.support.standin.faults import Fault, FaultKind
from tests.support.standin.process import TOKEN, BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World
from tests.support.stores import keep_store_open
from tests.support.tables_kit import ANN, BEN, make_place, open_hall

MOVE_COUNT = 12
"""Number of plies to play while the log is recorded."""
NAMES = ("Ambrosius", "Benedikta", "Chrysanthe", "Desdemona")
FAULTS: tuple[tuple[str, FaultKind, int, int], ...] = (
    ("acknowledge", "status", 500, 1),
    ("acknowledge", "cut", 0, 1),
    ("answer", "cut", 0, 1),
    ("answer", "status", 403, 1),
    ("post", "refused", 0, 2),
    ("edit", "status", 404, 1),
)
"""Simulated faults: request, kind of failure, HTTP status, and number of failures in a row."""
LOGGED_KEYS = {
    *("time", "level", "logger", "event", "error", "trace", "reason", "host", "port"),
    *("table", "tables", "seq", "seat", "kind", "token", "ms", "game", "rows", "by"),
    *("id", "status", "code", "guild", "guilds", "channel", "message", "missing"),
    *("shards", "ids", "tenure", "feature", "day", "name", "workers"),
    *("version", "database", "schema", "shard_ids", "copy", "before", "now", "seconds"),
    *("ending", "moves", "seats", "waiting"),
}
"""Names of all values that may be logged. Check PRIVACY.md before adding one."""


async def test_the_log_contains_no_secrets(tmp_path: Path) -> None:
    world = World(2, NAMES)
    port = find_free_port()
    async with Standin(world) as standin:
        environment = {"LOG_LEVEL": "DEBUG", "METRICS_PORT": str(port)}
        process = BotProcess(standin, tmp_path, environment=environment, uses_new_interpreter=True)
        await process.start()
        try:
            await play_with_faults(standin, sorted(world.channels))
            metrics = await read_metrics(port)
        finally:
            await process.stop()
        hidden = await list_secret_prefixes(process.database)
    log = process.log.read_text("utf-8")
    people = range(OWNER_ID, OWNER_ID + len(NAMES))
    ids = [form for number in people for form in (str(number), encode_number(number))]
    tokens = [TOKEN, TOKEN.rpartition(".")[2], *standin.interactions.by_token]
    assert len(tokens) > 20
    # The log doubles backslashes within quotes.
    for name, text in (("log", log.replace("\\\\", "\\")), ("metrics", metrics)):
        for secret in (*NAMES, *ids, *tokens, *hidden):
            assert secret not in text, f"{secret} is in the {name}"
    for message in world.messages.values():
        said = " ".join((message.content, *(upload.description or "" for upload in message.uploads)))
        assert not [secret for secret in (*tokens, *hidden) if secret in said]
    assert list_keys(log) <= LOGGED_KEYS
    assert "level=warning" in log
    assert "level=error" in log


@pytest.mark.parametrize("key", GAMES)
async def test_the_log_of_a_move_contains_nothing_hidden(
    tmp_path: Path, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    compared = 0
    async with open_hall(tmp_path) as hall:
        tables = make_tables(hall.store, GAMES, draw_secret=lambda: bytes(32))
        table = await tables.lobby.open_table(make_place(), ANN, key, {}, press_id=1)
        await tables.lobby.join_lobby(table.id, BEN, 2)
        table = await tables.lobby.start_match(table.id, ANN.user_id, 3)
        while table.match is not None and table.match.outcome is None and table.match.ply < MOVE_COUNT:
            other = redeal_hidden_parts(table.match, None, 7)
            seat = table.match.to_act[0]
            legal = [action.token for action in table.match.legal_actions(seat)]
            possible = {action.token for action in other.legal_actions(seat)}
            token = next((token for token in legal if token in possible), legal[0])
            if token in possible and other.state != table.match.state:
                compared += 1
                before = await move_and_read_log(tables, replace(table, match=other), seat, token, caplog)
                await hall.store._database.run("DELETE FROM log WHERE seq > ?", (other.seq,))
                assert before == await move_and_read_log(tables, table, seat, token, caplog)
            else:
                await move_and_read_log(tables, table, seat, token, caplog)
            table = await tables.get(table.id)
    assert compared >= 3, "hardly anything was hidden, so hardly anything is proved"


async def move_and_read_log(
    tables: Tables, table: Table, seat: int, token: str, caplog: pytest.LogCaptureFixture
) -> list[str]:
    """Make a move at a table, and return the lines that the move logged."""
    assert table.match is not None
    tables.core._cache.put(table.id, table)
    caplog.clear()
    await tables.play.perform_action(
        table.id, table.occupants[seat].user_id, token, table.match.seq, seat=seat
    )
    lines = list_logged_lines(caplog)
    assert any(f"token={token}" in line for line in lines)
    return lines


def make_fault_check(fault: Fault) -> Callable[[], bool]:
    return lambda: fault.failure_count == fault.max_failures


async def play_with_faults(standin: Standin, channels: list[int]) -> None:
    """Play a match in which every fault happens once, and leave it in progress."""
    one, other = (Stage(standin, channel, OWNER_ID + 2 * n) for n, channel in enumerate(channels))
    await other.open_lobby()
    await try_press(await prepare_refused_press(other))
    await one.begin_match()
    for call, kind, status, times in FAULTS:
        await one.wait_until(lambda: "go" in one.list_verbs())
        press = await prepare_move(one)
        fault = standin.faults.inject(Fault(one.channel, call, kind, status, max_failures=times))
        # Accept a missing answer, because the fault may have lost it.
        await try_press(press)
        # The bot answers the person before it updates the channel.
        assert await one.wait_until(make_fault_check(fault)), f"{call} was never made"
        standin.faults.remove(fault)
    assert await one.wait_until(lambda: one.shows_seq(len(FAULTS)))
    # Updates of older panels fail too, but only the failed answer to the command is logged as an error.
    fault = standin.faults.inject(Fault(one.channel, "answer", "status", 400, max_failures=100))
    result = await one.anna.type_command(one.channel, "hand", wait=False)
    assert await one.wait_until(lambda: any(made is result for made in fault.affected))
    standin.faults.remove(fault)
    await try_press(await prepare_confirmation(one))
    await one.anna.type_command(one.channel, "move", action="nonsense of Ambrosius")
    await one.anna.type_command(one.channel, "hand")
    await press_at_standin_table(one.ben, one.channel, "export")
    await press_at_standin_table(one.ben, one.channel, "log")
    page = (await one.ben.type_command(one.channel, "me")).get_answer()
    assert page is not None
    await one.ben.press(page, "b:pm")


async def read_metrics(port: int) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        return await answer.text()


async def list_secret_prefixes(database: Path) -> list[str]:
    """Return the beginnings of the secrets and keys of live tables, in each notation a log might use."""
    async with keep_store_open(database) as store:
        found: list[bytes] = []
        for number in await store.matches.list_all_active_table_ids():
            row = await store.matches.find_table(number)
            table = await make_tables(store, GAMES).get(number)
            assert row is not None
            found += [row.secret, *(() if table.match is None else (table.match.key,))]
    assert len(found) == 3, "a lobby and a match in play"
    # Look for the beginning of each secret, because parts of secrets must not be logged either.
    return [
        form
        for secret in found
        for form in (
            secret.hex()[:16],
            b64encode(secret)[:12].decode(),
            repr(secret)[2:20],
            str(list(secret))[1:30],
        )
    ]


def test_only_listed_values_are_logged() -> None:
    """All logger calls in ``bot`` are checked, even those that no test runs."""
    told = [names for path in Path(bot.__file__).parent.rglob("*.py") for names in list_logged_names(path)]
    assert len(told) > 40
    assert {"table", "reason", "missing"} < set().union(*told), "not all forms of a call are understood"
    assert set().union(*told) <= LOGGED_KEYS


def list_logged_names(path: Path) -> Iterator[set[str]]:
    """Yield the names of the values that each logger call of a file logs, in its message and ``fields``."""
    text = path.read_text("utf-8")
    if "log." not in text:
        return  # Don't parse the file, because parsing all files is slow.
    tree = ast.parse(text)
    named = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log.")):
            continue
        message = ast.literal_eval(node.args[0])
        found = set(re.findall(r"(?:^| )([a-z_]+)=", message))
        for word in node.keywords:
            assert word.arg in ("extra", "exc_info"), ast.unparse(node)
            if word.arg == "extra":
                assert isinstance(word.value, ast.Dict), ast.unparse(node)
                (fields,) = word.value.values
                fields = named[fields.id] if isinstance(fields, ast.Name) else fields
                assert isinstance(fields, ast.Dict), ast.unparse(node)
                found |= {ast.literal_eval(key) for key in fields.keys if key is not None}
        yield found


def list_keys(log: str) -> set[str]:
    """Return the names of all logged values, leaving out text in quotes."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", log)
    return {key for line in bare.splitlines() for key in re.findall(r"(?:^| )([a-z_]+)=", line)}
