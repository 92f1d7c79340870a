"""The playground prints a banner, simulates a server, serves a page, and exits cleanly."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import ReefBot, create_bot
from bot.config import Config
from bot.host import playground
from bot.host.first_messages import write_first_post
from bot.platform.emoji_upload import read_drawings
from bot.storage.engine.backup import back_up, restore
from games.core.match_record import record_match
from games.core.upload import MAX_RECORD_BYTES
from games.core.words import load_words
from games.registry import GAMES
from tests.support import ports
from tests.support.commands import make_environment
from tests.support.game_parts import UNPUBLISHED_GAME_COUNT
from tests.support.harbour import find_custom_id, list_buttons, list_controls
from tests.support.playground import ThreeDaysLater, open_playground
from tests.support.reading import get_reply, read_answer
from tests.support.stores import keep_store_open
from tests.support.words import count_message_words
from tools.walks import Case

MAX_WORDS_PER_GAME = 5
"""Maximum number of words about a game in the banner: its title and tagline."""


async def test_the_banner_comes_first(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        first = world.channel.history()[0]
        assert first.author.bot
        assert first.content == write_first_post(GAMES.values(), load_words("en"))
        assert count_message_words(first) <= 30 + UNPUBLISHED_GAME_COUNT * MAX_WORDS_PER_GAME
        assert "New here? Press Das Riff." in first.content, "it says where to start"
        for game in GAMES.values():
            assert game.tagline.msgid in first.content, f"it says what {game.title} is about"
        told = await world.people[0].click(first, label="Host it on Discord…")
        answer = read_answer(told)
        assert all(part in answer for part in ("DISCORD_TOKEN=", " doctor`", " --discord`")), answer
        hosting = "Host it on Discord…"
        games = [game.title for game in GAMES.values()]
        assert list(list_buttons(first).values()) == [
            *games,
            hosting,
            "Skip time…",
            "Pull the plug…",
            "Deutsch",
            "Nederlands",
        ]
        assert len(world.channel.history()) == 1, "nothing else is posted before a match"
        world.env.raise_errors()


async def test_four_people_may_use_the_bot(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        assert len({person.id for person in world.people}) == 4
        backend = world.env.backend
        guild = backend.guilds[world.people[0].guild.id]
        assert set(guild.members) == {backend.bot_user.id, *(person.id for person in world.people)}
        assert guild.owner_id == world.people[0].id
        for person in world.people:
            assert "help" in person.available_commands(world.channel)
            answer = await person.slash(world.channel, "help")
            assert answer.acknowledged
        world.env.raise_errors()


async def test_the_page_can_show_every_application_emoji(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        emoji = world.env.backend.application_emojis
        assert {one.name for one in emoji.values()} == {drawing.name for drawing in read_drawings()}
        pictures = playground.find_emoji_images(world.env)
        assert len(pictures) == len(emoji)
        for identity, one in emoji.items():
            (image,) = (drawing.image for drawing in read_drawings() if drawing.name == one.name)
            assert pictures[f"https://cdn.simcord.invalid/emojis/{identity}.png"] == ("image/png", image)


async def test_people_and_places_keep_their_ids_but_messages_get_new_ones(tmp_path: Path) -> None:
    seen: list[tuple[int, ...]] = []
    messages: set[int] = set()
    for _ in range(2):
        async with open_playground(tmp_path / "reefs.db") as world:
            seen.append((world.channel.id, *(person.id for person in world.people)))
            found = {message.id for message in world.channel.history()}
        assert found.isdisjoint(messages)
        messages |= found
    assert seen[0] == seen[1]


async def test_time_can_be_advanced_and_continues_from_there(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, ben = world.people[:2]
        control = get_reply(await ben.click(world.channel.history()[0], label="Skip time…"))
        await anna.slash(world.channel, "play", game="reef", opponent=ben)
        lobby = world.channel.history()[-2]
        await ben.click(lobby, label="Join")
        before = world.env.now()
        await ben.click(control, label="+ 8 hours")
        result = await ben.click(control, label="+ 1 day")
        after = world.env.now()
        assert (after - before).total_seconds() == 32 * 3600
        posts = [message.content for message in world.channel.history()]
        assert f"<t:{int(after.timestamp())}:f>" in read_answer(result)
        assert sum("a table is waiting for you:" in post for post in posts) == 1
        world.env.raise_errors()
    async with open_playground(tmp_path / "reefs.db") as world:
        assert world.env.now() > after
        posts = [message.content for message in world.channel.history()]
        assert not any("a table is waiting for you:" in post for post in posts), "the reminder is posted once"


async def test_time_stops_while_the_playground_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        begun = world.env.now()
        assert abs((datetime.now(UTC) - begun).total_seconds()) < 300
    monkeypatch.setattr(playground, "datetime", ThreeDaysLater)
    for number in (1, 2):
        async with open_playground(tmp_path / "reefs.db") as world:
            assert 0 < (world.env.now() - begun).total_seconds() < 60 * number


async def test_a_restored_copy_shows_its_board_once_below_the_banner(tmp_path: Path) -> None:
    database, copy = tmp_path / "reefs.db", tmp_path / "copy.db"
    boards: list[int] = []
    for _ in range(2):
        async with open_playground(database) as world:
            if not boards:
                await world.people[0].slash(world.channel, "play", game="reef", opponent=world.people[1])
                lobby = world.channel.history()[-2]
                await world.people[1].click(lobby, label="Join")
            posts = world.channel.history()
            boards.append(sum(bool(post.attachments) and bool(list_controls(post)) for post in posts[1:]))
            assert "Ocean board games" in posts[0].content
            world.env.raise_errors()
        if not copy.exists():
            back_up(database, copy)
            restore(copy, database, datetime.now(UTC))
    assert boards == [1, 1]


async def test_the_pages_address_stays_valid_until_the_database_is_deleted(tmp_path: Path) -> None:
    found: list[str] = []
    port = ports.find_free_port()
    for name in ("reefs.db", "reefs.db", "others.db"):
        async with open_playground(tmp_path / name) as world:
            bot = world.env.bot
            assert isinstance(bot, ReefBot)
            store = bot.store
            async with await playground.open_preview(world, store, port) as preview:
                found.append(preview.url)
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}/api/pages",
                    b"{}",
                    {"X-Simcord-Capability": found[0].partition("#")[2], "Content-Type": "application/json"},
                )
                try:
                    status = (await asyncio.to_thread(ports.open_url, request)).status
                except urllib.error.HTTPError as error:
                    status = error.code
                    error.close()
                assert (status == 200) is (name == "reefs.db")
    assert found[0] == found[1]
    assert found[1] != found[2]


def test_a_display_is_detected_only_in_a_local_session(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not playground.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert playground.has_display()
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    assert not playground.has_display()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
async def test_the_process_answers_and_exits_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    port = ports.find_free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "--no-browser", "--port", str(port),
        cwd=tmp_path, env=make_environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), ports.ANSWER_TIMEOUT_SECONDS)).decode()
        address = re.search(rf"http://127\.0\.0\.1:{port}/#\S+", line)
        assert address, line
        assert (await asyncio.to_thread(ports.open_url, f"http://127.0.0.1:{port}/")).status == 200
        process.send_signal(number)
        _, errors = await asyncio.wait_for(process.communicate(), ports.ANSWER_TIMEOUT_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, errors.decode()
    assert b"Traceback" not in errors
    last = errors.decode().splitlines()[-1]
    assert "level=info" in last
    assert last.endswith("event=stopped")
    # The playground uses its own database file and doesn't touch the hosted bot's file.
    assert (tmp_path / "reefs-playground.db").is_file()
    assert not (tmp_path / "reefs.db").exists()


async def test_a_second_game_can_be_opened(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, banner = world.people[0], world.channel.history()[0]
        reply = get_reply(await anna.click(banner, label="Reef"))
        await anna.click(reply, label="Play the computer (easy)")
        reply = get_reply(await anna.click(banner, label="Das Riff"))
        offer = get_reply(await anna.click(reply, label="Play the computer (easy)"))
        assert list(list_buttons(offer).values()) == [
            "Show that table",
            "End it, start Das Riff here",
            "Start Das Riff in a thread",
        ]
        question = get_reply(await anna.click(offer, custom_id=find_custom_id(offer, "em")))
        await anna.click(question, label="End it")
        assert "rolls" in [m for m in world.channel.history() if m.attachments][-1].content
        world.env.raise_errors()


async def test_a_match_can_be_imported(tmp_path: Path) -> None:
    game = GAMES["reef"]
    walked = Case(game, game.seat_counts[0], game.get_default_options(), 7, is_rich=True)
    record = record_match(walked.match, walked.secret, walked.presses).to_json().encode()
    async with open_playground(tmp_path / "reefs.db") as world:
        anna = world.people[0]
        front = await anna.slash(world.channel, "table", file=("match.json", record))
        assert "Checked: every move is legal" in read_answer(front)
        large = ("match.json", bytes(MAX_RECORD_BYTES + 1))
        assert "too big" in read_answer(await anna.slash(world.channel, "table", file=large))
        world.env.raise_errors()


async def test_the_playground_does_not_compute_in_idle_time(tmp_path: Path) -> None:
    config = Config(None, tmp_path / "reefs.db", "INFO", 8765, None)
    async with keep_store_open(tmp_path / "reefs.db") as store:
        for there in (True, False):
            async with create_bot(config, store, is_playground=there) as bot:
                assert bot.feature_services.may_think_when_idle is not there
                await bot.close()
