"""The server board is one message that shows the stored tables, is edited rarely, and mentions nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.model.table import Person, Place
from bot.ui.ids import make_custom_id
from tests.support.at_table import press_at_table
from tests.support.harbour import list_buttons
from tests.support.port import Port
from tests.support.reading import check_limits, get_reply, read_answer


def list_join_ids(message: Any) -> list[str]:
    return [identity for identity in list_buttons(message) if identity.startswith("b:tj:")]


async def test_a_board_lists_open_seats_and_running_matches(port: Port) -> None:
    answer = read_answer(await port.post_board())
    assert "The tide board is here" in answer
    check_limits(port.only_board)
    assert "No table has a free seat" in port.board_text
    await port.open_lobby("das_riff")
    table = await port.find_table()
    await port.wait_for_edit()
    assert list_join_ids(port.only_board) == [make_custom_id("b", "tj", table.id)]
    assert "Das Riff" in port.board_text and "Anna" in port.board_text and "1 seat free" in port.board_text
    answer = read_answer(await port.press_join(port.ben, table.id))
    assert "You're in" in answer and f"/{port.channel.id}/" in answer
    begun = port.now
    await port.anna.click(port.board, label="Start")
    await port.wait_for_edit()
    assert not list_join_ids(port.only_board)
    active_seat = (await port.find_match()).active_seat
    assert active_seat is not None
    name = (await port.find_table()).names[active_seat]
    assert f"Waiting for {name} · <t:{begun}:R>" in port.board_text


@pytest.mark.slow
async def test_results_of_the_week_disappear_after_a_week(port: Port) -> None:
    await port.post_board()
    await port.begin_match("das_riff")
    reply = get_reply(await press_at_table(port.anna, port.channel, "resign"))
    await port.anna.click(reply, label="Resign")
    await port.wait_for_edit()
    assert (
        "Results of the week" in port.board_text
        and "🥇 **Ben**" in port.board_text
        and "against Anna" in port.board_text
    )
    await port.wait_for_edit(8 * 24 * 3600)
    assert "Results of the week" not in port.board_text


async def test_the_board_mentions_nobody(port: Port) -> None:
    await port.post_board()
    await port.begin_match("das_riff")
    await port.wait_for_edit()
    posts = [r for r in port.env.http_requests if f"/channels/{port.pier.id}/messages" in r.path]
    changes = [r.json for r in posts if r.method in ("POST", "PATCH")]
    assert changes
    for change in changes:
        assert change is not None
        calls = change["allowed_mentions"]
        assert not calls["parse"] and not calls.get("users") and not calls.get("roles")
    assert "<@" not in port.board_text


async def test_the_board_is_edited_at_most_every_half_minute_and_only_after_changes(port: Port) -> None:
    await port.post_board()
    before = port.count_edits()
    await port.wait_for_edit(2 * 3600)
    assert port.count_edits() == before
    await port.open_lobby("das_riff")
    await port.wait_until_posted()
    await port.ben.click(port.board, label="Join")
    await port.ben.click(port.board, label="Leave")
    await port.ben.click(port.board, label="Join")
    await port.anna.click(port.board, label="Start")
    await port.wait_until_posted()
    assert port.count_edits() <= before + 1
    await port.wait_for_edit()
    assert port.count_edits() <= before + 2
    assert "Waiting for" in port.board_text


async def test_only_a_manager_can_set_the_board_the_forum_and_the_role(port: Port) -> None:
    for command in ("reefs board", "reefs forum", "reefs role"):
        assert "Manage Channels" in read_answer(await port.anna.slash(port.pier, command))
    assert not port.list_boards()


async def test_the_board_can_be_moved_and_removed(port: Port) -> None:
    await port.post_board()
    assert "already" in read_answer(await port.post_board())
    assert len(port.list_boards()) == 1
    assert "moved here" in read_answer(await port.post_board(port.channel))
    assert not port.list_boards() and len(port.list_boards(port.channel)) == 1
    assert "gone" in read_answer(await port.post_board(port.channel, end=True))
    assert not port.list_boards(port.channel)
    assert "has no tide board" in read_answer(await port.post_board(port.channel, end=True))
    assert "is here" in read_answer(await port.post_board())
    assert len(port.list_boards()) == 1


async def test_a_deleted_board_is_reposted_once_and_then_reported(port: Port) -> None:
    await port.post_board()
    for left in (1, 0):
        port.env.backend.delete_message(port.pier.id, port.only_board.id)
        await port.open_lobby("das_riff") if left else await port.ben.click(port.board, label="Join")
        await port.wait_for_edit()
        assert len(port.list_boards()) == left
    assert "deleted twice" in read_answer(await port.post_board())


@pytest.mark.slow
async def test_deleting_its_channel_ends_the_board(port: Port) -> None:
    await port.post_board()
    port.env.backend.delete_channel(port.pier.id)
    await port.env.settle()
    await port.open_lobby("das_riff")
    await port.wait_for_edit()
    row = await port.store.server_boards.find_board(port.guild.id)
    assert row is not None and row.end_reason == "channel"
    assert "channel it was in is gone" in read_answer(await port.post_board(port.channel))


@pytest.mark.slow
async def test_a_missing_permission_is_reported(port: Port) -> None:
    bot = port.env.backend.bot_user.id
    denied = discord.Permissions(send_messages=True).value
    port.env.backend.set_overwrite(
        port.pier.id, Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied)
    )
    assert read_answer(await port.post_board()) == "I need the permission **Send Messages** here."
    assert not port.list_boards()


@pytest.mark.slow
@pytest.mark.parametrize("stop", ["kill", "restart"])
async def test_the_same_board_is_edited_after_a_stop(port: Port, stop: str) -> None:
    await port.post_board()
    board = port.only_board.id
    await getattr(port, stop)()
    await port.open_lobby("das_riff")
    await port.wait_for_edit()
    assert port.only_board.id == board
    assert list_join_ids(port.only_board)


async def test_an_unconfirmed_board_is_not_posted_twice(port: Port) -> None:
    await port.post_board()
    row = await port.store.server_boards.find_board(port.guild.id)
    assert row is not None
    await port.store.server_boards.store_board(replace(row, message_id=None, digest=""))
    await port.kill()
    await port.wait_for_edit()
    assert len(port.list_boards()) == 1
    found = await port.store.server_boards.find_board(port.guild.id)
    assert found is not None and found.message_id == port.only_board.id


async def test_the_board_does_not_list_tables_in_private_channels(port: Port) -> None:
    everyone = port.guild.id
    await port.post_board()
    port.env.backend.set_overwrite(
        port.channel.id,
        Overwrite(
            target_id=everyone, type=OverwriteType.ROLE, deny=discord.Permissions(view_channel=True).value
        ),
    )
    bot = port.env.backend.bot_user.id
    see = discord.Permissions(view_channel=True, send_messages=True).value
    for who in (bot, port.anna.id):
        port.env.backend.set_overwrite(
            port.channel.id, Overwrite(target_id=who, type=OverwriteType.MEMBER, allow=see)
        )
    await port.env.settle()
    await port.open_lobby("das_riff")
    await port.wait_for_edit()
    assert "Anna" not in port.board_text
    table = await port.find_table()
    assert "can't see that table's channel" in read_answer(await port.press_join(port.ben, table.id))
    assert len((await port.find_table()).user_ids) == 1


async def test_a_table_of_another_server_cannot_be_joined_here(port: Port) -> None:
    await port.post_board()
    other = port.env.create_guild("Far Reef")
    far = other.create_text_channel("far")
    eve = other.add_member(port.env.create_user("eve"))
    await port.env.settle()
    await eve.slash(far, "play", game="das_riff", against="people", wait=True)
    table = await port.bot.tables.find_latest_table(far.id)
    assert table is not None
    assert "can't see that table's channel" in read_answer(await port.press_join(port.ben, table.id))


async def test_joining_on_the_board_has_the_same_checks_as_at_the_table(port: Port) -> None:
    """A person who already has a seat or comes too late is refused, as at the table itself."""
    await port.post_board()
    await port.open_lobby("das_riff")
    table = await port.find_table()
    await port.wait_for_edit()
    assert "already have a seat" in read_answer(await port.press_join(port.anna, table.id))
    board = port.only_board
    await port.press_join(port.ben, table.id)
    assert (await port.find_table()).user_ids == (port.anna.id, port.ben.id)
    assert read_answer(await port.press_join(port.dana, table.id, board))
    assert (await port.find_table()).user_ids == (port.anna.id, port.ben.id)


@pytest.mark.slow
async def test_a_board_with_two_hundred_tables_is_within_discords_limits(port: Port) -> None:
    await port.post_board()
    tables = port.bot.tables
    with port.pause_subscribers():
        for number in range(200):
            channel = port.guild.create_text_channel(f"reef-{number}")
            place = Place(channel.id, port.guild.id, "en-US")
            host = Person(10_000 + number, f"Somebody with a long name {number}")
            table = await tables.lobby.open_table(place, host, "das_riff", {}, press_id=number + 1)
            if number % 2:
                guest = Person(20_000 + number, f"Another with a long name {number}")
                await tables.lobby.join_lobby(table.id, guest, number + 1)
                await tables.lobby.start_match(table.id, host.user_id, number + 1)
    await port.env.settle()
    await port.open_lobby("das_riff", seats=2)
    await port.wait_for_edit()
    check_limits(port.only_board)
    named = len(list_join_ids(port.only_board))
    assert 1 <= named <= 8
    assert f"and {101 - named} more" in port.board_text
    running = port.board_text.count("Waiting for")
    assert f"and {100 - running} more" in port.board_text


async def test_only_the_process_that_owns_a_shard_edits_its_board(port: Port) -> None:
    await port.post_board()
    before = port.count_edits()
    port.bot.tables.core.share.restrict_to_shards(2, {1 - (port.guild.id >> 22) % 2})
    await port.open_lobby("das_riff")
    await port.wait_for_edit()
    assert port.count_edits() == before
