"""The playground lists its channels and threads on the page and restores them at every start."""

from __future__ import annotations

import json
import re
import urllib.error
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import discord
import pytest
import simcord
from PIL import Image

from bot.host import page, places, playground
from bot.host.playground import World
from bot.model.table import OWN_CHANNEL_PLAYER, ChannelSeat
from bot.storage.settings import BOT_OWNER
from bot.ui.ids import make_custom_id
from tests.support import ports
from tests.support.harbour import find_custom_id, list_buttons, list_controls, list_menus
from tests.support.playground import Tab, ThreeDaysLater, open_playground
from tests.support.reading import get_reply, read_answer, read_text
from tests.support.stores import keep_store_open


class PlaygroundTab(Tab):
    """A browser tab with the page of a playground that runs in the test's process."""

    def __init__(self, world: World, preview: simcord.Preview) -> None:
        super().__init__(preview.url)
        self._world = world
        self.preview = preview

    async def open_place(self, **place: int) -> dict[str, Any]:
        asked = {"viewer": str(self._world.people[0].id)} | {key: str(one) for key, one in place.items()}
        found: dict[str, Any] = json.loads(await self.request_page("api/pages", asked, **{"X-Places": "1"}))
        return found


@asynccontextmanager
async def open_tab(world: World) -> AsyncIterator[PlaygroundTab]:
    bot = get_bot(world)
    async with await playground.open_preview(world, bot.store, ports.find_free_port(), bot.plug) as preview:
        tab = PlaygroundTab(world, preview)
        await tab.open()
        yield tab


def get_bot(world: World) -> playground.PlaygroundBot:
    bot = world.env.bot
    assert isinstance(bot, playground.PlaygroundBot)
    return bot


async def start_match_in_thread(world: World) -> Any:
    """Start a match in the channel and another in a thread; return the thread."""
    anna, banner = world.people[0], world.channel.history()[0]
    reply = get_reply(await anna.click(banner, label="Reef"))
    await anna.click(reply, label="Play the computer (easy)")
    reply = get_reply(await anna.click(banner, label="Das Riff"))
    offer = get_reply(await anna.click(reply, label="Play the computer (easy)"))
    await anna.click(offer, custom_id=find_custom_id(offer, "th"))
    (thread,) = world.channel.threads
    return thread


def list_channels_with_threads(page: dict[str, Any]) -> list[tuple[str, bool, bool]]:
    return [(one["name"], one["deep"], one["new"]) for one in page["places"]]


def read_style_sheet() -> dict[str, str]:
    """Return the declarations of the page's style sheet by selector."""
    text = re.sub(r"/\*.*?\*/", "", page.STYLE_FILE.read_text("utf-8"), flags=re.DOTALL)
    return {selector.strip(): rule for selector, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", text)}


async def test_a_thread_is_listed_on_the_page(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        assert list_channels_with_threads(await tab.open_place()) == [
            ("the-reef", False, False),
            ("the-lagoon", False, False),
        ]
        thread = await start_match_in_thread(world)
        found = await tab.open_place()
        assert list_channels_with_threads(found) == [
            ("the-reef", False, False),
            (thread.name, True, True),
            ("the-lagoon", False, False),
        ]
        assert found["here"] == str(world.channel.id)
        found = await tab.open_place(place=thread.id)
        assert found["here"] == str(thread.id) and list_channels_with_threads(found)[1] == (
            thread.name,
            True,
            False,
        )
        state = await tab.read_state()
        assert state["channel"]["name"] == thread.name
        assert set(state["timeline"]) == {str(post.id) for post in thread.history(viewer=world.people[0])}
        # A link to a message opens the message. A link to an unknown place changes nothing.
        first = world.channel.history()[0]
        await tab.open_place(place=world.channel.id, message=first.id)
        assert (await tab.read_state())["targetId"] == str(first.id)
        assert (await tab.open_place(place=1))["here"] == str(world.channel.id)
        world.env.raise_errors()


async def test_messages_and_commands_are_sent_to_the_place_shown(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        await tab.open_place(place=world.second_channel.id)
        await tab.send_message("hello")
        assert world.second_channel.history()[-1].content == "hello"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("/help", "Ocean board games"),
        ("/play reef", "play a card or take one"),
        ("/play game:Das Riff", "**Your "),
        ("/play chess", "Ocean board games"),
        ("/club open", "Open seats"),
        ("/club open nonsense", "Open seats"),
        ("/learn chess", "Learn a game"),
        ("/move take banana", "There's no table here."),
    ],
)
async def test_typing_a_command_runs_it(tmp_path: Path, typed: str, answer: str) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        result = await tab.send_message(typed)
        assert result["settlement"] == "settled"
        seen = world.channel.history(viewer=world.people[0])
        assert all(not message.content.startswith("/") for message in seen), "it isn't posted"
        assert any(answer in read_text(message) for message in seen[-2:])
        world.env.raise_errors()


@pytest.mark.parametrize("text", ["/nothing", "/club", "hello /help", "/"])
async def test_typing_any_other_message_posts_it(tmp_path: Path, text: str) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        await tab.send_message(text)
        assert world.channel.history()[-1].content == text


async def test_messages_appear_immediately_and_earlier_buttons_still_work(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        updates = page.LiveUpdates(tab.preview)
        before = await tab.read_state()
        channel = get_bot(world).get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("thinking")
        updates.update_pages()
        after = await tab.read_state()
        assert after["publishedRevision"] > before["publishedRevision"]
        assert any(one["content"] == "thinking" for one in after["messages"].values())
        updates.update_pages()
        assert (await tab.read_state())["publishedRevision"] == after["publishedRevision"], "nothing is new"
        result = await tab.click_button("Reef", published_revision=before["publishedRevision"])
        assert result["settlement"] == "settled"


async def test_a_late_private_answer_appears_without_a_press(tmp_path: Path) -> None:
    """An answer that takes longer than the page waits must replace "Thinking…"."""
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        updates = page.LiveUpdates(tab.preview)
        await tab.click_button("Host it on Discord…")
        (private,) = (one for one in world.channel.history(viewer=world.people[0]) if one.flags.ephemeral)
        updates.update_pages()
        world.env.backend.edit_message(world.channel.id, private.id, {"content": "late answer"})
        updates.update_pages()
        after = await tab.read_state()
        assert after["messages"][str(private.id)]["content"] == "late answer"
        updates.update_pages()
        assert (await tab.read_state())["publishedRevision"] == after["publishedRevision"], "nothing is new"


async def test_the_page_knows_the_size_of_a_picture_before_it_is_loaded(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        state = await tab.read_state()
        pictures = [one for one in state["assets"].values() if one.get("displayWidth")]
        assert pictures
        for picture in pictures:
            assert not picture["displayReady"], "it isn't loaded yet"
            data = await tab.request_page(
                f"api/assets/{quote(picture['id'], '')}", **{"X-Simcord-Context": state["context"]["id"]}
            )
            size = Image.open(BytesIO(data)).size
            assert (picture["displayWidth"], picture["displayHeight"]) == size, picture["filename"]


async def test_messages_appear_after_a_form_was_dismissed(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        updates = page.LiveUpdates(tab.preview)
        await tab.send_message("/me")
        await tab.click_button("Change…")
        assert (await tab.read_state())["modal"] is not None
        channel = get_bot(world).get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("hidden by the form")
        before = await tab.read_state()
        updates.update_pages()
        assert (await tab.read_state())["publishedRevision"] == before["publishedRevision"], (
            "the form stays open"
        )
        await tab.send_message("/help")
        await channel.send("after the form")
        updates.update_pages()
        after = await tab.read_state()
        assert after["modal"] is None
        assert any(one["content"] == "after the form" for one in after["messages"].values())


async def test_the_list_of_places_requires_the_key_and_the_page_has_its_script(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        assert b'src="/places.js"' in await tab.request_page("")
        assert await tab.request_page("places.js") == page.SCRIPT_FILE.read_bytes()
        assert b'href="/page.css"' in await tab.request_page("")
        style = await tab.request_page("page.css")
        assert style == page.STYLE_FILE.read_bytes()
        assert b"#place-picker { max-width: 140px" in style, "on a phone, # the-lagoon isn't cut"
        assert await tab.request_page("favicon.ico") == page.ICON_FILE.read_bytes()
        with pytest.raises(urllib.error.HTTPError) as refused:
            await tab.request_page("api/pages", {}, **{"X-Places": "1", "X-Simcord-Capability": "other"})
        assert refused.value.code == 401
        refused.value.close()


def test_the_style_sheet_names_only_parts_of_the_page() -> None:
    """An update of SimCord may rename a part, which would lose its style without an error."""
    static = Path(simcord.__file__).with_name("preview") / "static"
    sources = [*static.glob("*.js"), static / "index.html", page.SCRIPT_FILE, Path(page.__file__)]
    text = "\n".join(source.read_text("utf-8") for source in sources)
    names = {name for selector in read_style_sheet() for name in re.findall(r"[.#]([a-z][\w-]+)", selector)}
    assert names
    assert {name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", text)} == set()


def test_the_script_finds_its_parts_of_the_page() -> None:
    static = Path(simcord.__file__).with_name("preview") / "static"
    text = (static / "index.html").read_text("utf-8") + Path(page.__file__).read_text("utf-8")
    names = re.findall(r'getElementById\("([\w-]+)"\)', page.SCRIPT_FILE.read_text("utf-8"))
    assert {"new-messages", "channel-message-list", "channel-timeline"} <= set(names)
    assert [name for name in names if f'id="{name}"' not in text] == []


def test_a_picture_keeps_its_place_while_it_is_loaded() -> None:
    """Otherwise its message moves while a list is opened, and SimCord closes a list that is out of view."""
    static = Path(simcord.__file__).with_name("preview") / "static"
    assert "trigger.disabled = true" in (static / "media.js").read_text("utf-8")
    (rule,) = [
        rule
        for selector, rule in read_style_sheet().items()
        if ":disabled" in selector and ".gallery-image" in selector
    ]
    declarations = {one.strip() for one in rule.split(";")}
    assert {"display: block", "min-height: 0", "overflow: hidden"} <= declarations


def test_the_name_of_a_drawing_is_not_read_while_it_is_loaded() -> None:
    """SimCord sets the address of a drawing later, and its file name as its description."""
    static = Path(simcord.__file__).with_name("preview") / "static"
    assert "image.alt = String(emoji.name" in (static / "text.js").read_text("utf-8")
    rule = read_style_sheet()[".custom-emoji:not([src])"]
    assert {"overflow: hidden", "visibility: hidden"} <= {one.strip() for one in rule.split(";")}


async def test_a_private_thread_is_listed_only_for_its_members(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        channel = world.env.bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
        await thread.add_user(discord.Object(world.people[1].id))

        def can_see(person: Any) -> bool:
            found = places.list_channels_with_threads(world.env, person.id)
            return any(one.id == thread.id for _, threads in found for one in threads)

        # Anna owns the server, so she sees threads of which she isn't a member.
        assert [can_see(person) for person in world.people] == [True, True, False, False]


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_thread_is_restored_at_a_restart_while_its_table_is_active(
    tmp_path: Path, is_killed: bool
) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        thread = await start_match_in_thread(world)
        known = (thread.id, "Table 2" if is_killed else thread.name)
    if is_killed:
        async with keep_store_open(tmp_path / "reefs.db") as store:
            await store.channels.clear(BOT_OWNER, places.THREADS_KEY)
    async with open_playground(tmp_path / "reefs.db") as world:
        (found,) = world.channel.threads
        assert (found.id, found.name) == known
        (board,) = (post for post in found.history() if post.attachments)
        assert "@" in board.content and list_buttons(board)
        assert "Ocean board games" in world.channel.history()[0].content
        world.env.raise_errors()
        await get_bot(world).tables.arranged.close_table(2)
    if not is_killed:
        async with open_playground(tmp_path / "reefs.db") as world:
            assert world.channel.threads == [], "nothing goes on in it"


async def test_the_last_result_of_a_channel_is_reposted_after_a_restart(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, bot = world.people[0], get_bot(world)
        await anna.slash(world.channel, "play", game="reef")
        await bot.tables.play.resign_match(1, anna.id)
        await bot.features.wait_until_idle()
        await anna.slash(world.second_channel, "play", game="reef", against="people", wait=True)
        await bot.tables.play.close_table(2, anna.id)
    async with open_playground(tmp_path / "reefs.db") as world:
        assert world.env.bot.user is not None and world.env.bot.user.name == "Reefs"
        (result,) = (m for m in world.channel.history() if "Play again" in list_buttons(m).values())
        assert "Anna" in read_text(result)
        assert len(world.second_channel.history()) == 1, (
            "a table that was closed before its match has no result"
        )
        world.env.raise_errors()


async def test_the_last_result_is_reposted_above_the_board_of_a_running_match(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, bot = world.people[0], get_bot(world)
        for game in ("das_riff", "reef"):
            await anna.slash(world.channel, "play", game=game)
            await bot.tables.play.resign_match(1 if game == "das_riff" else 2, anna.id)
            await bot.features.wait_until_idle()
        await anna.slash(world.channel, "play", game="australis")
    async with open_playground(tmp_path / "reefs.db") as world:
        posts = world.channel.history()
        (result,) = (m for m in posts if "Play again" in list_buttons(m).values())
        (board,) = (
            m for m in posts if any(i.startswith("b:vw") for i in list_buttons(m)) and m is not result
        )
        assert "Reef · " in read_text(result) and "take a die" in read_text(board)
        assert result.id < board.id, "the running match is below its channel's results"
        world.env.raise_errors()


@pytest.mark.parametrize("was_announced", [False, True])
async def test_a_result_is_posted_once_after_a_restart_while_another_table_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, was_announced: bool
) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, bot = world.people[0], get_bot(world)
        await anna.slash(world.channel, "play", game="reef")
        await anna.slash(world.second_channel, "play", game="das_riff")
        await bot.announcer.wait_until_idle()
        if not was_announced:
            monkeypatch.setattr(bot.announcer, "announce_table", lambda table_id, **changes: None)
        await bot.tables.play.resign_match(1, anna.id)
        await bot.features.wait_until_idle()
    for _ in range(2):
        async with open_playground(tmp_path / "reefs.db") as world:
            results = [one for one in world.channel.history() if "Play again" in list_buttons(one).values()]
            assert len(results) == 1 and "Anna" in read_text(results[0])
            assert len(world.second_channel.history()) == 2, "the banner and the board"
            world.env.raise_errors()


async def invite_other_channel(world: World) -> None:
    """Open a lobby in which the channel plays, and invite the other channel."""
    anna = world.people[0]
    await anna.slash(world.channel, "play", game="reef", against="people", seats=2, wait=True)
    lobby = world.channel.history()[-1]
    seats = get_reply(await anna.click(lobby, label="Seats…"))
    front = get_reply(await anna.click(seats, label="Channel plays…"))
    front = get_reply(await anna.click(front, label="Give the channel my seat"))
    asking = next(one for one in list_menus(front) if one.startswith(make_custom_id("c", "cvi", 1)))
    await anna.select(front, [world.second_channel], custom_id=asking)
    await get_bot(world).features.wait_until_idle()


def list_questions(world: World) -> list[discord.Message]:
    return [one for one in world.second_channel.history() if "Does this channel want to play?" in one.content]


def list_polls(channel: Any) -> list[discord.Message]:
    return [one for one in channel.history() if "Vote" in list_buttons(one).values()]


async def test_two_channels_continue_their_match_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "reefs.db"
    async with open_playground(path) as world:
        assert "second channel" in world.second_channel.history()[0].content
        await invite_other_channel(world)
        assert len(list_questions(world)) == 1
    async with open_playground(path) as world:
        (question,) = list_questions(world)
        anna = world.people[0]
        assert "This channel plays." in read_answer(await anna.click(question, label="Play along"))
        await anna.click(world.channel.history()[-1], label="Start")
        await get_bot(world).features.wait_until_idle()
        table = await get_bot(world).tables.get(1)
        assert [one.computer for one in table.occupants] == [
            OWN_CHANNEL_PLAYER,
            str(ChannelSeat(world.second_channel.id)),
        ]
        (first,) = (
            number for number, one in enumerate((world.channel, world.second_channel)) if list_polls(one)
        )
    # Days later the vote is still open, because the playground's clock was stopped.
    monkeypatch.setattr(playground, "datetime", ThreeDaysLater)
    async with open_playground(path) as world:
        (poll,) = list_polls((world.channel, world.second_channel)[first])
        boards = [one for one in world.second_channel.history() if one.attachments]
        assert len(boards) == 1
        reply = get_reply(await world.people[1].click(poll, label="Vote"))
        assert "which move do you vote for" in reply.content
        world.env.raise_errors()


async def test_a_tournament_and_its_tables_are_restored_at_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with open_playground(path) as world:
        anna, ben = world.people[:2]
        await anna.slash(world.channel, "club tournament", title="Reef Cup", game="reef")
        await get_bot(world).features.wait_until_idle()
        front = next(one for one in world.channel.history() if "Join" in list_buttons(one).values())
        for person in (anna, ben):
            await person.click(front, label="Join")
        managed = get_reply(await anna.click(front, label="Manage…"))
        await anna.click(managed, label="Begin")
        await get_bot(world).features.wait_until_idle()
        (thread,) = world.channel.threads
        known = (thread.id, thread.name)
        assert "Reef Cup" in str(thread.name)
    async with open_playground(path) as world, open_tab(world) as tab:
        (thread,) = world.channel.threads
        assert (thread.id, thread.name) == known and (thread.name, True, True) in list_channels_with_threads(
            await tab.open_place()
        )
        assert [one for one in thread.history() if one.attachments and list_buttons(one)]
        posts = world.channel.history()
        assert "Ocean board games" in posts[0].content
        assert sum("🏆 **Reef Cup**" in one.content for one in posts) == 1
        world.env.raise_errors()


async def start_tournament(world: World, channel: Any) -> None:
    """Start a tournament with all four people."""
    anna = world.people[0]
    await anna.slash(channel, "club tournament", title="Reef Cup", game="reef", duplicate=True)
    await get_bot(world).features.wait_until_idle()
    front = next(one for one in channel.history() if "Join" in list_buttons(one).values())
    for person in world.people:
        await person.click(front, label="Join")
    managed = get_reply(await anna.click(front, label="Manage…"))
    await anna.click(managed, label="Begin")
    await get_bot(world).features.wait_until_idle()


def find_messages(channel: Any, text: str) -> list[discord.Message]:
    return [one for one in channel.history() if text in one.content]


async def test_the_round_of_a_tournament_is_reposted_with_all_its_threads(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with open_playground(path) as world:
        await start_tournament(world, world.channel)
        known = sorted((one.id, one.name) for one in world.channel.threads)
        (round_,) = find_messages(world.channel, "**Round 1** · Reef Cup")
        bot = get_bot(world)
        await bot.tables.play.resign_match(1, (await bot.tables.get(1)).user_ids[0])
        await bot.features.wait_until_idle()
        numbers = {row.key: row.message_id for row in (await bot.store.tournaments.list_posts(1)).values()}
    for _ in range(2):
        async with open_playground(path) as world:
            assert sorted((one.id, one.name) for one in world.channel.threads) == known
            (again,) = find_messages(world.channel, "**Round 1** · Reef Cup")
            assert again.content == round_.content
            assert list(list_buttons(again).values()) == ["Standings", "Fairness"]
            assert all(f"<#{number}>" in again.content for number, _ in known)
            for thread in world.channel.threads:
                assert [one for one in thread.history() if one.attachments and list_controls(one)], (
                    thread.name
                )
            noted = (await get_bot(world).store.tournaments.list_posts(1))["r0"]
            assert noted.message_id == numbers["r0"], "the deals depend on this ID"
            world.env.raise_errors()
    async with open_playground(path) as world:
        bot = get_bot(world)
        await bot.tables.play.resign_match(2, (await bot.tables.get(2)).user_ids[0])
        await bot.features.wait_until_idle()
        assert len(find_messages(world.channel, "**Round 2** · Reef Cup")) == 1
        assert len(find_messages(world.channel, "**Round 1** · Reef Cup")) == 1


async def test_a_tournament_in_a_thread_is_restored_at_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with open_playground(path) as world:
        thread = await start_match_in_thread(world)
        await get_bot(world).tables.arranged.close_table(2)
        await world.people[0].slash(thread, "club tournament", title="Reef Cup", game="reef")
        await get_bot(world).features.wait_until_idle()
        known = (thread.id, thread.name)
    async with open_playground(path) as world:
        (thread,) = world.channel.threads
        assert (thread.id, thread.name) == known
        assert len(find_messages(thread, "🏆 **Reef Cup**")) == 1
        managed = get_reply(await world.people[0].click(find_messages(thread, "🏆")[0], label="Manage…"))
        reply = get_reply(await world.people[0].click(managed, label="End…"))
        await world.people[0].click(reply, label="End it")
        await get_bot(world).features.wait_until_idle()
    async with open_playground(path) as world:
        assert world.channel.threads == [], "nothing goes on in it"
        world.env.raise_errors()


async def test_the_page_expects_a_restart_only_while_the_plug_is_armed(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world, open_tab(world) as tab:
        assert not (await tab.open_place())["restarts"]
        armed = get_reply(await world.people[0].click(world.channel.history()[0], label="Pull the plug…"))
        assert (await tab.open_place())["restarts"]
        await world.people[0].click(armed, label="Keep it running")
        assert not (await tab.open_place())["restarts"]
