"""A tournament copes with the loss of people, threads, posts, or its whole channel."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.model.table import TABLE_PLAYING
from bot.storage.tournament_rows import RoundTable
from tests.bot.features.tournaments.naming import (
    add_manager,
    open_tournament,
    read_tournament,
    run_tournament_command,
)
from tests.bot.features.tournaments.steps import (
    begin_tournament,
    create_tournament,
    fill_in_form,
    find_panel,
    finish_table,
    list_tables,
    list_workers,
    read_state,
    wait_until_settled,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import get_reply, read_answer, read_text

HOURS_PER_DAY = 24


async def delete_channel(harbour: Harbour, channel: Any) -> None:
    known = harbour.bot.get_channel(channel.id)
    await known.delete()  # type: ignore[union-attr]
    await wait_until_settled(harbour)


async def remove_member(harbour: Harbour, person: Any) -> None:
    harbour.env.backend.remove_member(harbour.guild.id, person.id)
    await wait_until_settled(harbour)


async def list_round_tables(harbour: Harbour) -> tuple[RoundTable, ...]:
    return await harbour.store.tournaments.list_tables(1)


def list_round_posts(harbour: Harbour) -> list[Any]:
    return [m for m in harbour.list_posts() if m.content.startswith("**Round 1**")]


async def test_a_tournament_that_nobody_joins_for_fourteen_days_ends_with_a_post(harbour: Harbour) -> None:
    await create_tournament(harbour)
    await harbour.pass_time(10 * HOURS_PER_DAY)
    await harbour.ben.click(find_panel(harbour), label="Join")
    await harbour.pass_time(13 * HOURS_PER_DAY)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open", "Ben joined only thirteen days ago"
    await harbour.pass_time(1.1 * HOURS_PER_DAY)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "over"
    (post,) = [m for m in harbour.list_posts() if "nobody has joined for 14 days" in m.content]
    assert [user.id for user in post.mentions] == [harbour.anna.id]
    assert "It's over." in find_panel(harbour).content
    assert await harbour.store.tournaments.count_unfinished_tournaments(harbour.guild.id) == 0
    await harbour.kill()
    await wait_until_settled(harbour)
    assert len([m for m in harbour.list_posts() if "nobody has joined" in m.content]) == 1


async def test_a_tournament_with_a_start_time_waits_until_then(harbour: Harbour) -> None:
    await create_tournament(harbour, when="30d")
    for _ in range(3):
        await harbour.pass_time(9 * HOURS_PER_DAY)
        await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open"
    for person in (harbour.anna, harbour.ben):
        await person.click(find_panel(harbour), label="Join")
    await harbour.pass_time(4 * HOURS_PER_DAY)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.rounds


async def test_deleting_the_channel_ends_the_tournament_and_its_matches(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    await delete_channel(harbour, harbour.channel)
    harbour.channel = other
    assert (await read_state(harbour)).state.status == "over"
    assert (await harbour.bot.tables.get(table.id)).status == "over"
    assert await harbour.store.tournaments.count_unfinished_tournaments(harbour.guild.id) == 0
    text = read_text(get_reply(await harbour.anna.slash(other, "mine")))
    assert "You're not at any table." in text
    assert "None is running." in await run_tournament_command(harbour, harbour.anna, "show")


async def test_deleting_the_channel_while_the_bot_is_down_ends_the_tournament(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await create_tournament(harbour)
    harbour.bot.intake.closed = True
    harbour.bot.features.stop()
    harbour.env.backend.delete_channel(harbour.channel.id)
    await harbour.kill()
    await wait_until_settled(harbour)
    harbour.channel = other
    assert (await read_state(harbour)).state.status == "over"


async def test_hiding_the_channel_from_the_bot_does_not_end_the_tournament(harbour: Harbour) -> None:
    await create_tournament(harbour)
    harbour.deny_permissions("view_channel")
    await harbour.kill()
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open"


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 0), (404, 10003)])
async def test_only_discords_error_unknown_channel_ends_a_tournament(
    harbour: Harbour, status: int, code: int
) -> None:
    """Other errors can mean that Discord has an outage or that the bot lost access."""
    await create_tournament(harbour)
    guild = harbour.bot.get_guild(harbour.guild.id)
    channel = harbour.bot.get_channel(harbour.channel.id)
    assert guild is not None and isinstance(channel, discord.TextChannel)
    guild._remove_channel(channel)
    harbour.env.inject_error("GET", f"/channels/{channel.id}", status=status, code=code, times=None)
    for worker in list_workers(harbour):
        await worker.resume()
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).row.has_ended is (code == 10003)


async def test_a_deleted_thread_is_replaced_and_the_round_links_to_the_new_one(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    (old,) = harbour.channel.threads
    (table,) = await list_tables(harbour)
    await delete_channel(harbour, old)
    (new,) = harbour.channel.threads
    assert new.id != old.id and new.name == old.name
    table = await harbour.bot.tables.get(table.id)
    assert table.status == TABLE_PLAYING and table.place.channel_id == new.id
    (post,) = list_round_posts(harbour)
    assert f"<#{new.id}>" in post.content and f"<#{old.id}>" not in post.content
    assert any("More…" in list_buttons(m).values() for m in new.history())
    (row,) = await list_round_tables(harbour)
    assert row.thread_id == new.id
    await finish_table(harbour, table)
    assert (await read_state(harbour)).state.status == "over"


async def test_a_thread_deleted_while_the_bot_is_down_is_replaced(harbour: Harbour) -> None:
    await begin_tournament(
        harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1, duplicate=True
    )
    old, kept = harbour.channel.threads
    harbour.bot.features.stop()
    harbour.env.backend.delete_channel(old.id)
    await harbour.kill()
    await wait_until_settled(harbour)
    ids = {thread.id for thread in harbour.channel.threads}
    assert len(ids) == 2 and kept.id in ids and old.id not in ids
    assert {row.thread_id for row in await list_round_tables(harbour)} == ids
    one = next(table for table in await list_tables(harbour) if table.place.channel_id != kept.id)
    new = harbour.env.backend.channels[one.place.channel_id]
    assert set(one.user_ids) <= set(new.thread_members), (
        "the table's players are members of the new private thread"
    )


async def test_matches_whose_threads_were_deleted_continue_in_channels_if_threads_are_forbidden(
    harbour: Harbour,
) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1)
    harbour.deny_permissions("create_public_threads", "create_private_threads")
    for thread in harbour.channel.threads:
        await delete_channel(harbour, thread)
    first, second = await list_tables(harbour)
    assert first.place.channel_id == harbour.channel.id != second.place.channel_id
    people = {person.id: person for person in (harbour.anna, harbour.ben, harbour.dana, harbour.mod)}
    person = people[second.user_ids[0]]
    reply = get_reply(await person.slash(other, "mine"))
    assert "Its channel is gone." in read_text(reply)
    await person.click(reply, label=f"Go on here: table {second.id}")
    await wait_until_settled(harbour)
    (post,) = list_round_posts(harbour)
    assert f"<#{other.id}>" in post.content
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    assert (await read_state(harbour)).state.status == "over"


async def test_a_deleted_round_post_is_reposted_during_the_round(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    (post,) = list_round_posts(harbour)
    harbour.env.backend.delete_message(harbour.channel.id, post.id)
    await harbour.pass_time(1.1)
    await wait_until_settled(harbour)
    (again,) = list_round_posts(harbour)
    assert again.id != post.id and again.content == post.content
    harbour.env.backend.delete_message(harbour.channel.id, again.id)
    await run_tournament_command(harbour, harbour.ben, "show", tournament="1")
    (third,) = list_round_posts(harbour)
    assert third.content == post.content
    (table,) = await list_tables(harbour)
    await finish_table(harbour, table)
    assert (await read_state(harbour)).state.status == "over"


async def test_players_who_left_the_server_are_withdrawn_before_each_round(harbour: Harbour) -> None:
    await create_tournament(harbour, rounds=3)
    zoe = harbour.guild.add_member(harbour.env.create_user("zoe", global_name="Zoe"))
    for person in (harbour.anna, harbour.ben, harbour.dana, harbour.mod, zoe):
        await person.click(find_panel(harbour), label="Join")
    await remove_member(harbour, zoe)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await wait_until_settled(harbour)
    found = await read_state(harbour)
    assert len(found.state.entries) == 4
    entry = found.find_entry_number(harbour.dana.id)
    await remove_member(harbour, harbour.dana)
    await harbour.pass_time(0.2)
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    found = await read_state(harbour)
    assert len(found.state.rounds) == 2 and entry in found.state.withdrawn_entries
    assert entry not in found.state.rounds[1].entries
    standings = get_reply(await harbour.anna.click(find_panel(harbour), label="Standings"))
    changes = read_answer(await harbour.anna.click(standings, label="Changes"))
    assert "automatically: Dana has left the server and is withdrawn" in changes
    assert not [m for m in harbour.list_posts() if "two rounds in a row" in m.content]


async def test_a_tournament_with_too_few_players_left_in_the_server_does_not_begin(harbour: Harbour) -> None:
    await create_tournament(harbour)
    for person in (harbour.ben, harbour.dana):
        await person.click(find_panel(harbour), label="Join")
    await remove_member(harbour, harbour.dana)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert "at least two people" in read_answer(await harbour.anna.click(managed, label="Begin"))
    assert "1 person: Ben" in find_panel(harbour).content


async def test_a_handover_to_another_host_is_posted_in_the_channel(harbour: Harbour) -> None:
    await create_tournament(harbour)
    assert "Only" in await fill_in_form(harbour, harbour.ben, "host")
    assert (await read_state(harbour)).row.host_id == harbour.anna.id
    assert "another person" in await fill_in_form(harbour, harbour.anna, "host", person=harbour.anna)
    assert "Ben hosts Reef Cup now." in await fill_in_form(harbour, harbour.anna, "host", person=harbour.ben)
    (post,) = [m for m in harbour.list_posts() if "handed over by Anna" in m.content]
    assert [user.id for user in post.mentions] == [harbour.ben.id]
    assert f"Host: <@{harbour.ben.id}>" in find_panel(harbour).content
    assert "Only" in read_answer(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    managed = get_reply(await harbour.ben.click(find_panel(harbour), label="Manage…"))
    changes = read_answer(await harbour.ben.click(managed, label="Changes"))
    assert "Anna: chose another host" in changes


async def test_a_server_manager_chooses_another_host_when_the_host_has_left(harbour: Harbour) -> None:
    await create_tournament(harbour)
    ada = add_manager(harbour)
    await remove_member(harbour, harbour.anna)
    await fill_in_form(harbour, ada, "host", person=harbour.ben)
    assert (await read_state(harbour)).row.host_id == harbour.ben.id
    assert (
        "Begin"
        in list_buttons(get_reply(await harbour.ben.click(find_panel(harbour), label="Manage…"))).values()
    )


async def test_nobody_can_be_made_the_host_of_a_third_tournament(harbour: Harbour) -> None:
    await create_tournament(harbour)
    for title in ("Kelp Cup", "Tide Cup"):
        await open_tournament(harbour, harbour.ben, title)
    answer = await fill_in_form(harbour, harbour.anna, "host", person=harbour.ben)
    assert answer == f"<@{harbour.ben.id}> already hosts 2 tournaments here."
    assert (await read_tournament(harbour, 1)).row.host_id == harbour.anna.id
