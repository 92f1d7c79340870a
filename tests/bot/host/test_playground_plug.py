"""The *Pull the plug* button kills the bot during a move. The next start reports the stored moves."""

from __future__ import annotations

import asyncio
import http.client
import re
import subprocess
import sys
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from bot.app import ReefBot
from bot.host import plug
from bot.host.playground import World
from bot.host.plug import StoredMatch, write_restart_line
from bot.tables.service import make_tables
from bot.ui.escaping import strip_markup
from games.core.words import load_words
from games.registry import GAMES
from tests.support import ports
from tests.support.commands import make_environment
from tests.support.playground import Tab, open_playground
from tests.support.reading import get_reply, read_answer
from tests.support.stores import keep_store_open

RESTART_LINE_PATTERN = r"Started again: (1 move is|\d+ moves are) there\. The last: Anna · .*\n"


async def test_pull_the_plug_kills_the_bot_at_the_next_move_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: list[str] = []
    monkeypatch.setattr(plug, "restart_process", notes.append)
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, ben = world.people[:2]
        banner = world.channel.history()[0]
        armed = get_reply(await anna.click(banner, label="Pull the plug…"))
        assert "then the bot crashes" in armed.content
        await anna.slash(world.channel, "play", game="das_riff", opponent=ben)
        await ben.click(world.channel.history()[-2], label="Join")
        assert notes == [], "a start isn't a move"
        await anna.click(armed, label="Keep it running")
        await make_move(world)
        assert notes == [], "the plug was disarmed"
        assert "crashes" in read_answer(await anna.click(banner, label="Pull the plug…"))
        await make_move(world)
        assert notes == ["1:2"]
        world.env.raise_errors()


async def make_move(world: World) -> None:
    """Make the first legal move for the player who must act."""
    bot = world.env.bot
    assert isinstance(bot, ReefBot)
    table = await bot.tables.get(1)
    assert table.match is not None
    (seat, *_) = table.match.to_act
    person = next(one for one in world.people if one.id == table.occupants[seat].user_id)
    await person.slash(world.channel, "move", action=table.match.legal_actions(seat)[0].token)


async def test_the_next_process_reports_lost_moves_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    w = load_words("en")
    async with keep_store_open(tmp_path / "reefs.db") as store:
        tables = make_tables(store, GAMES)
        assert await plug.find_pulled_match(store, tables) is None
        monkeypatch.setenv(plug.PULLED_TABLE_VARIABLE, "1:3")
        found = await plug.find_pulled_match(store, tables)
        assert found == StoredMatch(0, 3)
        assert write_restart_line(found, w) == "Started again, and 3 moves are lost."
        assert write_restart_line(StoredMatch(2, 0), w) == "Started again: 2 moves are there."
        assert await plug.find_pulled_match(store, tables) is None, "only once"


async def test_any_start_finds_the_newest_match_with_moves(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, ben, chris, _ = world.people
        await anna.slash(world.channel, "play", game="das_riff", opponent=ben)
        await ben.click(world.channel.history()[-2], label="Join")
        await make_move(world)
        await anna.slash(world.second_channel, "play", game="das_riff", opponent=chris)
        bot = world.env.bot
        assert isinstance(bot, ReefBot)
        found = await plug.find_running_match(bot.store, bot.tables)
        assert found is not None
        line = write_restart_line(found, load_words("en"))
    shape = r"Started again: 1 move is there\. The last: \w+ · [A-Z][^`]+"
    assert re.fullmatch(shape, line), "the open lobby has no moves"
    async with keep_store_open(tmp_path / "other.db") as store:
        assert await plug.find_running_match(store, make_tables(store, GAMES)) is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows doesn't keep the process")
async def test_a_process_killed_during_a_move_restarts_with_the_move_stored(tmp_path: Path) -> None:
    port = ports.find_free_port()
    process = await start_process(tmp_path, port)
    try:
        first = await read_line(process)
        tab = await open_tab(first)
        await tab.send_message("/play das_riff")
        await tab.click_button("Pull the plug…")
        with pytest.raises((OSError, http.client.HTTPException)):
            # The first command declines a worm, and is refused if none is offered.
            await tab.send_message("/move worm:-")
            await tab.send_message("/move end")
        told, again = await read_line(process), await read_line(process)
        tab = await open_tab(again)
        texts = await tab.list_texts()
        page = (await tab.request_page("")).decode()
    finally:
        await stop_process(process)
    assert first == again, "the same address"
    assert re.fullmatch(RESTART_LINE_PATTERN, told) and "`" not in told, told
    assert strip_markup(texts[-1]).splitlines()[0] == told.strip()
    assert texts[-1].endswith("on Discord they stay.")
    # The page contains the text to show while the bot is away.
    assert 'data-restarting="Starting again…"' in page and "Open the address" in page
    assert any("**Your turn" in text or "**Your answer" in text for text in texts)
    # A start after a normal stop reports the stored moves too.
    process = await start_process(tmp_path, port)
    try:
        assert (await read_line(process)).startswith("Started again: ")
        assert await read_line(process) == first
    finally:
        await stop_process(process)


async def start_process(folder: Path, port: int) -> Process:
    """Start a playground as a process of its own, with its database in ``folder``."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "--no-browser", "--port", str(port),
        cwd=folder, env=make_environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


async def read_line(process: Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), ports.ANSWER_TIMEOUT_SECONDS)).decode()


async def stop_process(process: Process) -> None:
    """Stop the process and check that it ends cleanly."""
    if process.returncode is None:
        process.terminate()
    _, errors = await asyncio.wait_for(process.communicate(), ports.ANSWER_TIMEOUT_SECONDS)
    assert process.returncode == 0, errors.decode()


async def open_tab(line: str) -> Tab:
    """Open the page whose address is in a line that the process printed."""
    address = re.search(r"http://\S+", line)
    assert address, line
    tab = Tab(address[0])
    await tab.open()
    return tab
