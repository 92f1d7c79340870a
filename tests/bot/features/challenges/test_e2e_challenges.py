"""Challenges are opened by a command or on the server board, can be joined by anyone, and close on time."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest

from bot.model.hours import DAY, HOUR
from bot.model.table import NO_USER_ID, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.challenges import CHALLENGE_CLOSING, CHALLENGE_END_ANNOUNCED
from bot.ui.ids import make_custom_id
from tests.support.harbour import list_buttons
from tests.support.port import Port
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_sent_payloads,
    read_answer,
    read_text,
)


async def open_challenge(port: Port, game: str = "das_riff", **options: Any) -> Table:
    await port.anna.slash(port.channel, "club challenge", game=game, **options)
    return await port.find_table()


def list_closing_lines(port: Port, channel: Any = None) -> list[str]:
    return [read_text(m) for m in (channel or port.channel).history() if "Time's up" in read_text(m)]


async def test_the_server_board_lists_a_challenge_with_its_terms(port: Port) -> None:
    await port.post_board()
    answer = await port.anna.slash(
        port.channel, "club challenge", game="australis", seats=3, strength="normal", until=3 * DAY
    )
    assert f"closes <t:{port.now + 3 * DAY}:R>" in read_answer(answer)
    table = await port.find_table()
    assert (table.status, table.capacity, table.game.key) == (TABLE_IN_LOBBY, 3, "australis")
    await port.wait_for_edit()
    assert "2 seats free" in port.board_text
    assert f"For players of normal strength · closes <t:{table.opened_at + 3 * DAY}:R>" in port.board_text
    await port.press_join(port.ben, table.id)
    await port.press_join(port.dana, table.id)
    assert (await port.find_table()).status == TABLE_PLAYING
    await port.wait_until_posted()
    assert await port.store.challenges.find_challenge(table.id) is None


async def test_an_expired_challenge_closes_with_one_line(port: Port) -> None:
    table = await open_challenge(port, until=HOUR)
    await port.wait_for_edit(HOUR - 2)
    assert (await port.find_table()).status == TABLE_IN_LOBBY
    await port.wait_for_edit(5)
    assert (await port.find_table()).status == TABLE_OVER
    assert len(list_closing_lines(port)) == 1
    await port.kill()
    await port.wait_for_edit(5)
    assert len(list_closing_lines(port)) == 1
    row = await port.store.challenges.find_challenge(table.id)
    assert row is not None and row.stage == CHALLENGE_END_ANNOUNCED


@pytest.mark.parametrize("ending", ["cancelled", "expired", "erased"])
async def test_a_challenge_that_never_began_logs_no_error_and_has_no_result(
    port: Port, caplog: pytest.LogCaptureFixture, ending: str
) -> None:
    caplog.set_level(logging.INFO)
    await open_challenge(port, until=HOUR)
    if ending == "cancelled":
        await port.anna.click(port.board, label="Cancel")
    elif ending == "erased":
        await port.bot.tables.people.erase_person(port.anna.id, "Somebody")
    await port.wait_for_edit(HOUR + 5)
    assert (await port.find_table()).status == TABLE_OVER
    # ``resume`` looks for missed challenges, and must log no error for this challenge.
    await port.bot.features.resume()
    await port.wait_until_posted()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not await port.store._database.fetch_rows("SELECT 1 FROM results")


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True], ids=["before it was closed", "before it was announced"])
async def test_a_challenge_is_announced_as_closed_once_despite_a_crash(port: Port, closed: bool) -> None:
    table = await open_challenge(port, until=HOUR)
    await port.store.challenges.set_stage(table.id, CHALLENGE_CLOSING)
    if closed:
        await port.bot.tables.lobby.cancel_lobby(table.id, port.anna.id)
    await port.kill()
    await port.wait_until_posted()
    assert (await port.find_table()).status == TABLE_OVER
    assert len(list_closing_lines(port)) == 1


@pytest.mark.slow
async def test_a_challenge_that_has_begun_is_not_closed(port: Port) -> None:
    table = await open_challenge(port, until=HOUR)
    await port.ben.click(port.board, label="Join")
    await port.wait_for_edit(2 * HOUR)
    assert (await port.find_table()).status == TABLE_PLAYING
    assert not list_closing_lines(port)
    assert await port.store.challenges.find_challenge(table.id) is None


@pytest.mark.slow
async def test_a_challenge_in_a_taken_channel_gets_a_thread(port: Port) -> None:
    await port.open_lobby("das_riff")
    answer = read_answer(await port.ben.slash(port.channel, "club challenge", game="reef"))
    found = await port.bot.tables.list_active_tables(port.ben.id)
    assert [table.game.key for table in found] == ["reef"]
    assert f"/{found[0].place.channel_id}" in answer
    assert found[0].place.channel_id != port.channel.id


@pytest.mark.slow
async def test_the_server_board_opens_a_table_in_another_channel(port: Port) -> None:
    await port.post_board()
    reply = get_reply(await port.anna.click(port.only_board, label="Open a table…"))
    check_limits(reply)
    assert "three days" in reply.content
    assert "Your table is open" in read_answer(await port.anna.click(reply, label="Reef"))
    (table,) = await port.bot.tables.list_active_tables(port.anna.id)
    assert table.place.channel_id != port.pier.id
    row = await port.store.challenges.find_challenge(table.id)
    assert row is not None and row.closes_at == table.opened_at + 3 * DAY
    await port.wait_for_edit()
    assert "Reef" in port.board_text and "For anybody" in port.board_text


def list_role_mentions(port: Port) -> list[dict[str, Any]]:
    return [post for post in list_sent_payloads(port) if post.get("allowed_mentions", {}).get("roles")]


async def make_challenge_role(port: Port) -> Any:
    """Create and return a role *seekers* that the bot may give and mention."""
    allowed = discord.Permissions(manage_roles=True, mention_everyone=True)
    strong = port.guild.create_role("bot's own", permissions=allowed)
    me = port.env.backend.get_member(port.guild.id, port.env.backend.bot_user.id)
    role = port.guild.create_role("seekers")
    port.env.backend.get_role(port.guild.id, role.id).position = 1
    port.env.backend.get_role(port.guild.id, strong.id).position = 9
    port.env.backend.add_member_role(port.guild.id, me.user_id, strong.id)
    await port.env.settle()
    return role


async def test_clearing_a_role_that_was_never_set_is_refused(port: Port) -> None:
    answer = read_answer(await port.manager.slash(port.pier, "reefs role"))
    assert answer == "This server has no role for open seats."


@pytest.mark.slow
async def test_people_add_and_remove_the_role_themselves(port: Port) -> None:
    await port.post_board()
    role = await make_challenge_role(port)
    assert "People can give themselves" in read_answer(
        await port.manager.slash(port.pier, "reefs role", role=role)
    )
    await port.wait_for_edit()
    assert "You have" in read_answer(await port.ben.click(port.only_board, label="Ping me about open seats"))
    assert role.id in port.env.backend.get_member(port.guild.id, port.ben.id).role_ids
    assert "no longer" in read_answer(await port.ben.click(port.only_board, label="Ping me about open seats"))
    assert role.id not in port.env.backend.get_member(port.guild.id, port.ben.id).role_ids
    old = KeptMessage(port, port.only_board)
    await port.manager.slash(port.pier, "reefs role")
    await port.wait_for_edit()
    assert "Ping me about open seats" not in list_buttons(port.only_board).values()
    assert "no longer uses that role" in read_answer(
        await old.press(port.ben, make_custom_id("b", "tr", role.id))
    )


async def test_the_role_is_mentioned_only_if_the_manager_chose_it(port: Port) -> None:
    role = await make_challenge_role(port)
    await port.manager.slash(port.pier, "reefs role", role=role)
    await open_challenge(port)
    assert not list_role_mentions(port)
    await port.anna.click(port.board, label="Cancel")
    await port.manager.slash(port.pier, "reefs role", role=role, call=True)
    await open_challenge(port)
    (call,) = list_role_mentions(port)
    assert [int(one) for one in call["allowed_mentions"]["roles"]] == [role.id]
    assert not call["allowed_mentions"]["parse"] and not call["allowed_mentions"].get("users")
    assert f"<@&{role.id}> Anna needs 1 more for **Das Riff**" in call["content"]
    await port.anna.click(port.board, label="Cancel")
    await open_challenge(port)
    assert len(list_role_mentions(port)) == 1
    await port.wait_for_edit(2 * HOUR)
    await port.ben.slash(port.pier, "club challenge", game="reef")
    assert len(list_role_mentions(port)) == 2


async def test_a_quiet_channel_does_not_mention_the_role(port: Port) -> None:
    role = await make_challenge_role(port)
    await port.manager.slash(port.pier, "reefs role", role=role, call=True)
    await port.bot.tables.channels.set_verbosity(port.channel.id, "quiet")
    await open_challenge(port)
    assert not list_role_mentions(port)


async def test_a_role_with_permissions_is_refused(port: Port) -> None:
    await make_challenge_role(port)
    strong = port.guild.create_role("mods", permissions=discord.Permissions(ban_members=True))
    await port.env.settle()
    answer = read_answer(await port.manager.slash(port.pier, "reefs role", role=strong))
    assert "gives extra permissions" in answer
    assert await port.store.challenges.find_challenge_role(port.guild.id) is None


async def test_a_role_that_gained_permissions_is_not_given_to_anyone(port: Port) -> None:
    await port.post_board()
    role = await make_challenge_role(port)
    await port.manager.slash(port.pier, "reefs role", role=role, call=True)
    await port.wait_for_edit()
    stored = port.env.backend.get_role(port.guild.id, role.id)
    changes = {"permissions": discord.Permissions(ban_members=True).value}
    port.env.backend.edit_role(port.guild.id, stored.id, changes)
    await port.env.settle()
    assert "gives extra permissions" in read_answer(
        await port.ben.click(port.only_board, label="Ping me about open seats")
    )
    assert role.id not in port.env.backend.get_member(port.guild.id, port.ben.id).role_ids


async def test_a_challenge_keeps_its_deadline_when_its_host_is_erased(port: Port) -> None:
    await port.post_board()
    table = await open_challenge(port, "australis", seats=3, until=HOUR)
    await port.ben.click(port.board, label="Join")
    await port.bot.tables.people.erase_person(port.anna.id, "Somebody")
    await port.wait_for_edit()
    table = await port.find_table()
    assert (table.status, table.host_id) == (TABLE_IN_LOBBY, port.ben.id)
    assert f"closes <t:{table.opened_at + HOUR}:R>" in port.board_text
    assert not (await port.store.people.collect_data(port.anna.id))["challenges"]
    row = await port.store.challenges.find_challenge(table.id)
    assert row is not None and row.user_id == NO_USER_ID
    await port.wait_for_edit(HOUR)
    assert (await port.find_table()).status == TABLE_OVER
    assert len(list_closing_lines(port)) == 1


@pytest.mark.slow
async def test_a_challenge_is_exported_and_erased_with_its_hosts_data(port: Port) -> None:
    table = await open_challenge(port, strength="strong")
    personal_data = await port.store.people.collect_data(port.anna.id)
    (row,) = personal_data["challenges"]
    assert (row["table"], row["strength"]) == (table.id, "strong")
    await port.anna.click(port.board, label="Cancel")
    await port.wait_until_posted()
    await port.store.people.erase_person(port.anna.id, "Somebody")
    assert not (await port.store.people.collect_data(port.anna.id))["challenges"]
