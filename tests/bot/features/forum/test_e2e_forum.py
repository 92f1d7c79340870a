"""The forum of a server: each table gets a post, whose tags show the state of the match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.forum import posts as forums
from bot.model.hours import HOUR
from bot.model.table import TABLE_OVER, Person, Table
from bot.ui.ids import make_custom_id
from tests.support.harbour import list_buttons, list_controls
from tests.support.person import open_my_data
from tests.support.port import Port
from tests.support.reading import get_reply, read_answer, read_text
from tests.support.winning import win_as_anna


async def make_forum(port: Port) -> Any:
    """As the manager, create a forum and set it as the place for tables."""
    forum = port.guild.create_forum_channel("matches")
    await port.env.settle()
    answer = read_answer(await port.manager.slash(port.pier, "reefs forum", forum=forum))
    assert f"Each new table gets a post in <#{forum.id}> now." in answer
    return forum


async def open_table_with_post(port: Port, game: str = "das_riff") -> Table:
    """As Anna, open a table, and return it once it has a post in the forum."""
    await port.anna.slash(port.channel, "club challenge", game=game)
    await port.wait_until_posted()
    (table,) = await port.bot.tables.list_active_tables(port.anna.id)
    return table


def list_threads(port: Port, forum: Any) -> list[discord.Thread]:
    channel = port.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    return list(channel.threads)


def get_only_post(forum: Any) -> Any:
    """Return the forum's only post, in which people can type commands."""
    (thread,) = forum.threads
    return thread


def list_tags(port: Port, thread_id: int) -> list[str]:
    thread = port.env.backend.get_channel(thread_id)
    assert thread.parent_id is not None
    known = {
        int(tag["id"]): tag["name"] for tag in port.env.backend.get_channel(thread.parent_id).available_tags
    }
    return [known[tag] for tag in thread.applied_tags]


async def test_a_table_gets_a_post_whose_tags_show_its_state(port: Port) -> None:
    forum = await make_forum(port)
    table = await open_table_with_post(port)
    (thread,) = list_threads(port, forum)
    assert table.place.channel_id == thread.id
    assert thread.name == "Das Riff: Anna"
    assert list_tags(port, thread.id) == ["open seat", "Das Riff"]
    said_there = [read_text(message) for message in get_only_post(forum).history()]
    assert any("1 seat free" in text for text in said_there)
    await port.bot.tables.lobby.join_lobby(table.id, Person(port.ben.id, "Ben"), 77)
    await port.wait_until_posted()
    assert list_tags(port, thread.id) == ["running", "Das Riff"]
    await port.bot.tables.play.resign_match(table.id, port.ben.id)
    await port.wait_until_posted()
    assert list_tags(port, thread.id) == ["finished", "Das Riff"]


async def test_a_match_that_begins_in_a_post_opens_no_panel_in_another_channel(port: Port) -> None:
    await make_forum(port)
    began = await port.anna.slash(port.channel, "play", game="das_riff", against="easy")
    assert began.response is not None and "Your match begins" in began.response.content
    assert not list_controls(began.response) and not began.followups


@pytest.mark.parametrize(("against", "has_goal"), [("easy", True), ("people", False)])
async def test_the_post_of_a_first_match_says_what_wins_and_where_hints_are(
    port: Port, against: str, has_goal: bool
) -> None:
    forum = await make_forum(port)
    await port.anna.slash(port.channel, "play", game="das_riff", against=against)
    await port.wait_until_posted()
    shown = [read_text(message) for message in get_only_post(forum).history()]
    goal = "🏆 Five broods (fish pairs) win; fish cost worms.\n💡 Press **Hint** for a good first move."
    assert any(goal in text for text in shown) is has_goal, shown


async def test_a_match_in_a_post_against_a_stronger_computer_says_so(port: Port) -> None:
    await win_as_anna(port, "reef")
    await make_forum(port)
    began = await port.anna.slash(port.channel, "play", game="reef")
    assert began.response is not None
    assert "You know the game now, so the computer is normal." in began.response.content


@pytest.mark.slow
async def test_choosing_the_forum_again_does_not_add_tags(port: Port) -> None:
    forum = await make_forum(port)
    before = port.env.backend.get_channel(forum.id).available_tags
    assert {tag["name"] for tag in before} >= {"open seat", "running", "finished", "Das Riff", "Reef"}
    await port.manager.slash(port.pier, "reefs forum", forum=forum)
    assert port.env.backend.get_channel(forum.id).available_tags == before


async def test_a_forum_without_permission_for_tags_works_with_a_warning(port: Port) -> None:
    forum = port.guild.create_forum_channel("matches")
    deny_permissions(port, forum, manage_channels=True)
    await port.env.settle()
    answer = read_answer(await port.manager.slash(port.pier, "reefs forum", forum=forum))
    assert "allow me **Manage Channels** there" in answer
    table = await open_table_with_post(port)
    assert [thread.id for thread in list_threads(port, forum)] == [table.place.channel_id]
    assert list_tags(port, table.place.channel_id) == []


def deny_permissions(port: Port, channel: Any, **permissions: bool) -> None:
    bot = port.env.backend.bot_user.id
    denied = discord.Permissions(**permissions).value
    port.env.backend.set_overwrite(
        channel.id, Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied)
    )


@pytest.mark.slow
async def test_a_forum_without_permission_to_post_is_refused(port: Port) -> None:
    forum = port.guild.create_forum_channel("matches")
    deny_permissions(port, forum, send_messages=True)
    await port.env.settle()
    answer = read_answer(await port.manager.slash(port.pier, "reefs forum", forum=forum))
    assert answer == "I need the permission **Send Messages** there."
    assert await port.store.forums.find_forum(port.guild.id) is None


@pytest.mark.slow
async def test_an_archived_post_gets_its_final_tags(port: Port) -> None:
    await make_forum(port)
    table = await open_table_with_post(port)
    thread_id = table.place.channel_id
    port.env.backend.edit_channel(thread_id, {}, thread_metadata={"archived": True})
    await port.env.settle()
    with port.pause_subscribers():
        await port.bot.tables.lobby.cancel_lobby(table.id, port.anna.id)
    await port.kill()
    await port.wait_until_posted()
    assert list_tags(port, thread_id) == ["finished", "Das Riff"]
    about = port.env.backend.get_channel(thread_id).thread_metadata
    assert about is not None and about.archived


@pytest.mark.parametrize("recorded", [False, True], ids=["post not recorded", "table not open"])
async def test_a_crash_while_a_table_opens_leaves_one_post_with_one_table(
    port: Port, recorded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = await make_forum(port)

    async def simulate_kill(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    where = (port.bot.tables.lobby, "open_table") if recorded else (port.store.forums, "mark_created")
    monkeypatch.setattr(type(where[0]), where[1], simulate_kill)
    await port.anna.slash(port.channel, "club challenge", game="das_riff")
    monkeypatch.undo()
    assert len(list_threads(port, forum)) == 1
    assert not await port.bot.tables.list_active_tables(port.anna.id)
    await port.kill()
    await port.wait_until_posted()
    (thread,) = list_threads(port, forum)
    (table,) = await port.bot.tables.list_active_tables(port.anna.id)
    assert table.place.channel_id == thread.id
    assert await port.store.challenges.find_challenge(table.id) is not None
    assert not await port.store.forums.list_pending_posts()


async def test_a_challenge_that_a_crash_interrupted_still_closes_on_time(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_forum(port)

    async def simulate_kill(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    monkeypatch.setattr(type(port.store.forums), "mark_created", simulate_kill)
    await port.anna.slash(port.channel, "club challenge", game="das_riff", until=HOUR)
    monkeypatch.undo()
    await port.kill()
    await port.wait_until_posted()
    (table,) = await port.bot.tables.list_active_tables(port.anna.id)
    await port.wait_for_edit(HOUR + 5)
    assert (await port.bot.tables.get(table.id)).status == TABLE_OVER


async def test_a_post_requested_an_hour_ago_is_not_made_after_a_crash(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = await make_forum(port)

    async def simulate_kill(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    monkeypatch.setattr(forums.ForumPosts, "_create_post", simulate_kill)
    await port.anna.slash(port.channel, "club challenge", game="das_riff")
    monkeypatch.undo()
    await port.pass_time(1)
    await port.kill()
    await port.wait_until_posted()
    assert not list_threads(port, forum)
    assert not await port.store.forums.list_pending_posts()


@pytest.mark.slow
async def test_another_table_opened_in_a_post_updates_its_tags(port: Port) -> None:
    forum = await make_forum(port)
    table = await open_table_with_post(port)
    thread = table.place.channel_id
    await port.bot.tables.lobby.cancel_lobby(table.id, port.anna.id)
    await port.wait_until_posted()
    assert list_tags(port, thread) == ["finished", "Das Riff"]
    await port.anna.slash(get_only_post(forum), "play", game="reef", against="people", wait=True)
    await port.wait_until_posted()
    assert set(list_tags(port, thread)) == {"open seat", "Reef"}
    assert len(list_threads(port, forum)) == 1


async def test_clearing_a_forum_that_was_never_set_is_refused(port: Port) -> None:
    answer = read_answer(await port.manager.slash(port.pier, "reefs forum"))
    assert answer == "This server has no forum for tables."


@pytest.mark.slow
async def test_tables_get_no_posts_after_the_forum_is_cleared(port: Port) -> None:
    forum = await make_forum(port)
    answer = read_answer(await port.manager.slash(port.pier, "reefs forum"))
    assert answer == "New tables no longer get a post. Existing posts stay."
    table = await open_table_with_post(port)
    assert table.place.channel_id == port.channel.id
    assert not list_threads(port, forum)


@pytest.mark.slow
async def test_a_deleted_forum_is_reported(port: Port) -> None:
    forum = await make_forum(port)
    port.env.backend.delete_channel(forum.id)
    await port.env.settle()
    answer = read_answer(await port.anna.slash(port.channel, "club challenge", game="das_riff"))
    assert "can't post in the forum" in answer
    assert not await port.store.forums.list_pending_posts()


@pytest.mark.slow
async def test_the_first_message_of_a_post_can_open_another_table(port: Port) -> None:
    forum = await make_forum(port)
    await open_table_with_post(port)
    first = get_only_post(forum).history()[0]
    assert make_custom_id("b", "tdo", "f", 1) in list_buttons(first)
    assert "Which game?" in read_answer(await port.ben.click(first, label="Open a table…"))


async def test_every_way_to_open_a_table_makes_a_post(port: Port) -> None:
    forum = await make_forum(port)
    began = await port.anna.slash(port.channel, "play", game="reef")
    assert began.response is not None
    content = began.response.content
    await port.wait_until_posted()
    table = await port.bot.tables.get(1)
    (thread,) = list_threads(port, forum)
    assert table.place.channel_id == thread.id and thread.name == "Reef: Anna"
    assert table.status == "playing" and table.computer_seats
    assert "Your match begins: [table 1](" in content and str(thread.id) in content
    assert await port.store.challenges.find_challenge(table.id) is None
    assert not await port.store.forums.list_pending_posts()
    invited = read_answer(await port.anna.slash(port.channel, "play", game="reef", opponent=port.ben))
    await port.wait_until_posted()
    assert f"I've asked {port.ben.mention} to join: [table 2](" in invited
    assert (await port.bot.tables.get(2)).place.channel_id != thread.id
    lobby = read_answer(await port.anna.slash(port.channel, "play", game="reef", against="people", wait=True))
    assert "Your table is open: [table 3](" in lobby
    await port.wait_until_posted()
    assert len(list_threads(port, forum)) == 3 and not port.list_posts()
    reply = get_reply(await port.ben.context_menu(port.channel, "Challenge to a match", port.anna))
    await port.ben.click(reply, label="Reef")
    await port.wait_until_posted()
    assert len(list_threads(port, forum)) == 4


@pytest.mark.parametrize(
    ("answer", "expected"), [("join", "Joined"), ("leave", "Not coming"), ("close", "closed")]
)
async def test_an_inviter_in_another_channel_reads_the_answer(port: Port, answer: str, expected: str) -> None:
    await make_forum(port)
    panel = get_reply(await port.anna.slash(port.channel, "play", game="reef", opponent=port.ben))
    await port.wait_until_posted()
    assert f"I've asked {port.ben.mention} to join: [table 1](" in panel.content
    if answer == "join":
        await port.bot.tables.lobby.join_lobby(1, Person(port.ben.id, "Ben"), 77)
    elif answer == "leave":
        await port.bot.tables.seats.leave_table(1, port.ben.id)
    else:
        await port.bot.tables.lobby.cancel_lobby(1, port.anna.id)
    await port.wait_until_posted()
    await port.bot.panels.wait_until_idle()
    assert expected in panel.content and "I've asked" not in panel.content
    assert ("Your match begins: [table 1](" in panel.content) == (answer == "join")
    assert ("Your table is open: [table 1](" in panel.content) == (answer == "leave")


async def test_the_here_option_opens_the_table_in_the_current_channel(port: Port) -> None:
    forum = await make_forum(port)
    await port.anna.slash(port.channel, "play", game="reef", here=True)
    await port.wait_until_posted()
    table = await port.bot.tables.get(1)
    assert table.place.channel_id == port.channel.id and not list_threads(port, forum)


async def test_a_table_opens_here_if_the_forum_is_invisible_or_the_thread_is_private(
    port: Port,
) -> None:
    forum = await make_forum(port)
    port.env.backend.set_overwrite(
        forum.id,
        Overwrite(
            target_id=port.anna.id,
            type=OverwriteType.MEMBER,
            deny=discord.Permissions(view_channel=True).value,
        ),
    )
    await port.env.settle()
    await port.anna.slash(port.channel, "play", game="reef")
    await port.wait_until_posted()
    assert (await port.bot.tables.get(1)).place.channel_id == port.channel.id and not list_threads(
        port, forum
    )
    channel = port.bot.get_channel(port.pier.id)
    assert isinstance(channel, discord.TextChannel)
    private = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await private.add_user(discord.Object(port.ben.id))
    await port.env.settle()
    there = next(thread for thread in port.pier.threads if thread.id == private.id)
    await port.ben.slash(there, "play", game="reef")
    await port.wait_until_posted()
    assert (await port.bot.tables.get(2)).place.channel_id == private.id and not list_threads(port, forum)


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_an_unusable_forum_is_reported_and_the_channel_is_offered(port: Port, is_deleted: bool) -> None:
    forum = await make_forum(port)
    if is_deleted:
        port.env.backend.delete_channel(forum.id)
    else:
        deny_permissions(port, forum, send_messages=True)
    await port.env.settle()
    answer = get_reply(await port.anna.slash(port.channel, "play", game="reef", against="hard"))
    said_so = (
        "I can't post in the forum"
        if is_deleted
        else f"I need the permission **Send Messages** in <#{forum.id}>."
    )
    assert said_so in answer.content
    assert not await port.bot.tables.list_active_tables(port.anna.id)
    await port.anna.click(answer, label="Play here")
    await port.wait_until_posted()
    table = await port.bot.tables.get(1)
    assert table.place.channel_id == port.channel.id and table.status == "playing"
    assert [one.computer for one in table.occupants] == [None, "hard"]


@pytest.mark.parametrize("recorded", [False, True], ids=["post not recorded", "table not open"])
async def test_a_crash_before_a_match_against_computers_begins_leaves_one_post(
    port: Port, recorded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = await make_forum(port)

    async def simulate_kill(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    where = (port.bot.tables.lobby, "start_match") if recorded else (port.store.forums, "mark_created")
    monkeypatch.setattr(type(where[0]), where[1], simulate_kill)
    await port.anna.slash(port.channel, "play", game="reef")
    monkeypatch.undo()
    await port.kill()
    await port.wait_until_posted()
    (thread,) = list_threads(port, forum)
    (table,) = await port.bot.tables.list_active_tables(port.anna.id)
    assert table.place.channel_id == thread.id and table.status == "playing"
    assert not await port.store.forums.list_pending_posts()


async def erase_data(port: Port, person: Any) -> str:
    reply = get_reply(await open_my_data(person, port.pier))
    reply = get_reply(await person.click(reply, label="Erase…"))
    answer = read_answer(await person.click(reply, label="Yes, forget me"))
    await port.wait_until_posted()
    return answer


@pytest.mark.parametrize("archived", [False, True])
async def test_a_post_title_loses_the_name_of_an_erased_person(port: Port, *, archived: bool) -> None:
    forum = await make_forum(port)
    table = await open_table_with_post(port)
    await port.bot.tables.lobby.join_lobby(table.id, Person(port.ben.id, "Ben"), 77)
    await port.bot.tables.play.resign_match(table.id, port.ben.id)
    await port.wait_until_posted()
    (thread,) = list_threads(port, forum)
    if archived:
        await thread.edit(archived=True)
        await port.wait_until_posted()
    answer = await erase_data(port, port.anna)
    assert port.env.backend.get_channel(thread.id).name == "Das Riff: Somebody"
    kept = port.env.backend.get_channel(thread.id).thread_metadata
    assert kept is not None and kept.archived is archived
    assert "couldn't rename" not in answer


async def test_an_erasure_reports_a_post_that_cannot_be_renamed(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = await make_forum(port)
    await open_table_with_post(port)
    (thread,) = list_threads(port, forum)

    async def refuse_edit(self: discord.Thread, **values: object) -> None:
        raise discord.Forbidden(SimpleNamespace(status=403, reason="no"), "no")

    monkeypatch.setattr(discord.Thread, "edit", refuse_edit)
    answer = await erase_data(port, port.anna)
    assert f"I couldn't rename 1 thread: <#{thread.id}>." in answer
    assert "Nothing I keep names you" in answer and "posted before" in answer


async def test_an_erasure_does_not_rename_a_thread_of_another_owner(port: Port) -> None:
    forum = await make_forum(port)
    await open_table_with_post(port)
    (thread,) = list_threads(port, forum)
    port.env.backend.get_channel(thread.id).owner_id = port.ben.id
    thread.owner_id = port.ben.id
    assert "couldn't rename" not in await erase_data(port, port.anna)
    assert port.env.backend.get_channel(thread.id).name == "Das Riff: Anna"
