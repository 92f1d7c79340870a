"""People, threads, posts and channels disappear: a tournament notices and continues, or ends and says so."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.model.table import PLAYING
from bot.storage.tournament_rows import RoundTable
from tests.bot.features.tournaments.naming import ask, manager, opened, read
from tests.bot.features.tournaments.steps import (
    begin,
    create,
    finish,
    manage,
    panel,
    settle,
    state,
    tables,
    workers,
)
from tests.support.harbour import Harbour, buttons
from tests.support.reading import said, shown, written

DAY = 24


async def delete(harbour: Harbour, channel: Any) -> None:
    known = harbour.bot.get_channel(channel.id)
    await known.delete()  # type: ignore[union-attr]
    await settle(harbour)


async def leave(harbour: Harbour, person: Any) -> None:
    harbour.env.backend.remove_member(harbour.guild.id, person.id)
    await settle(harbour)


async def rows(harbour: Harbour) -> tuple[RoundTable, ...]:
    return await harbour.store.tournaments.list_tables(1)


def rounds(harbour: Harbour) -> list[Any]:
    return [m for m in harbour.posts() if m.content.startswith("**Round 1**")]


async def test_one_that_nobody_joins_ends_after_fourteen_days_and_says_so(harbour: Harbour) -> None:
    await create(harbour)
    await harbour.pass_time(10 * DAY)
    await harbour.ben.click(panel(harbour), label="Join")
    await harbour.pass_time(13 * DAY)
    await settle(harbour)
    assert (await state(harbour)).course.status == "open", "somebody joined thirteen days ago"
    await harbour.pass_time(1.1 * DAY)
    await settle(harbour)
    assert (await state(harbour)).course.status == "over"
    (post,) = [m for m in harbour.posts() if "nobody has joined for 14 days" in m.content]
    assert [user.id for user in post.mentions] == [harbour.anna.id]
    assert "It's over." in panel(harbour).content
    assert await harbour.store.tournaments.count_in_server(harbour.guild.id) == 0
    await harbour.kill()
    await settle(harbour)
    assert len([m for m in harbour.posts() if "nobody has joined" in m.content]) == 1


async def test_one_with_a_time_waits_for_it(harbour: Harbour) -> None:
    await create(harbour, when="30d")
    for _ in range(3):
        await harbour.pass_time(9 * DAY)
        await settle(harbour)
    assert (await state(harbour)).course.status == "open"
    for person in (harbour.anna, harbour.ben):
        await person.click(panel(harbour), label="Join")
    await harbour.pass_time(4 * DAY)
    await settle(harbour)
    assert (await state(harbour)).course.rounds


async def test_one_whose_channel_is_deleted_ends_with_its_matches(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    await delete(harbour, harbour.channel)
    harbour.channel = other
    assert (await state(harbour)).course.status == "over"
    assert (await harbour.bot.tables.get(table.id)).status == "over"
    assert await harbour.store.tournaments.count_in_server(harbour.guild.id) == 0
    told = written(shown(await harbour.anna.slash(other, "mine")))
    assert "You're not at any table." in told
    assert "None is going on." in await ask(harbour, harbour.anna, "show")


async def test_a_channel_that_is_deleted_while_the_bot_is_down_ends_it_too(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await create(harbour)
    harbour.bot.intake.closed = True
    harbour.bot.features.stop()
    harbour.env.backend.delete_channel(harbour.channel.id)
    await harbour.kill()
    await settle(harbour)
    harbour.channel = other
    assert (await state(harbour)).course.status == "over"


async def test_a_channel_that_the_bot_cannot_see_ends_nothing(harbour: Harbour) -> None:
    await create(harbour)
    harbour.deny("view_channel")
    await harbour.kill()
    await settle(harbour)
    assert (await state(harbour)).course.status == "open"


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 0), (404, 10003)])
async def test_only_a_channel_that_discord_calls_unknown_ends_one(
    harbour: Harbour, status: int, code: int
) -> None:
    """Discord may have an outage, or the bot may have lost access."""
    await create(harbour)
    guild = harbour.bot.get_guild(harbour.guild.id)
    channel = harbour.bot.get_channel(harbour.channel.id)
    assert guild is not None and isinstance(channel, discord.TextChannel)
    guild._remove_channel(channel)
    harbour.env.inject_error("GET", f"/channels/{channel.id}", status=status, code=code, times=None)
    for worker in workers(harbour):
        await worker.resume()
    await settle(harbour)
    assert (await state(harbour)).row.ended is (code == 10003)


async def test_a_deleted_thread_is_made_again_and_the_round_leads_to_it(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    (old,) = harbour.channel.threads
    (table,) = await tables(harbour)
    await delete(harbour, old)
    (new,) = harbour.channel.threads
    assert new.id != old.id and new.name == old.name
    table = await harbour.bot.tables.get(table.id)
    assert table.status == PLAYING and table.place.channel_id == new.id
    (post,) = rounds(harbour)
    assert f"<#{new.id}>" in post.content and f"<#{old.id}>" not in post.content
    assert any("More…" in buttons(m).values() for m in new.history())
    (row,) = await rows(harbour)
    assert row.thread_id == new.id
    await finish(harbour, table)
    assert (await state(harbour)).course.status == "over"


async def test_a_thread_that_is_deleted_while_the_bot_is_down_is_made_again(harbour: Harbour) -> None:
    await begin(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1, duplicate=True)
    old, kept = harbour.channel.threads
    harbour.bot.features.stop()
    harbour.env.backend.delete_channel(old.id)
    await harbour.kill()
    await settle(harbour)
    ids = {thread.id for thread in harbour.channel.threads}
    assert len(ids) == 2 and kept.id in ids and old.id not in ids
    assert {row.thread_id for row in await rows(harbour)} == ids
    one = next(table for table in await tables(harbour) if table.place.channel_id != kept.id)
    new = harbour.env.backend.channels[one.place.channel_id]
    assert set(one.people) <= set(new.thread_members), "it is as private as the first"


async def test_without_threads_matches_go_on_in_the_channel_one_after_the_other(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    await begin(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1)
    harbour.deny("create_public_threads", "create_private_threads")
    for thread in harbour.channel.threads:
        await delete(harbour, thread)
    first, second = await tables(harbour)
    assert first.place.channel_id == harbour.channel.id != second.place.channel_id
    people = {person.id: person for person in (harbour.anna, harbour.ben, harbour.dana, harbour.mod)}
    person = people[second.people[0]]
    mine = shown(await person.slash(other, "mine"))
    assert "Its channel is gone." in written(mine)
    await person.click(mine, label=f"Go on here: table {second.id}")
    await settle(harbour)
    (post,) = rounds(harbour)
    assert f"<#{other.id}>" in post.content
    for table in await tables(harbour):
        await finish(harbour, table)
    assert (await state(harbour)).course.status == "over"


async def test_a_deleted_round_post_comes_back_while_the_round_is_played(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    (post,) = rounds(harbour)
    harbour.env.backend.delete_message(harbour.channel.id, post.id)
    await harbour.pass_time(1.1)
    await settle(harbour)
    (again,) = rounds(harbour)
    assert again.id != post.id and again.content == post.content
    harbour.env.backend.delete_message(harbour.channel.id, again.id)
    await ask(harbour, harbour.ben, "show", tournament="1")
    (third,) = rounds(harbour)
    assert third.content == post.content
    (table,) = await tables(harbour)
    await finish(harbour, table)
    assert (await state(harbour)).course.status == "over"


async def test_whoever_has_left_the_server_is_withdrawn_before_each_draw(harbour: Harbour) -> None:
    await create(harbour, rounds=3)
    zoe = harbour.guild.add_member(harbour.env.create_user("zoe", global_name="Zoe"))
    for person in (harbour.anna, harbour.ben, harbour.dana, harbour.mod, zoe):
        await person.click(panel(harbour), label="Join")
    await leave(harbour, zoe)
    managed = shown(await harbour.anna.click(panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await settle(harbour)
    found = await state(harbour)
    assert len(found.course.entries) == 4
    entry = found.find_entry(harbour.dana.id)
    await leave(harbour, harbour.dana)
    await harbour.pass_time(0.2)
    for table in await tables(harbour):
        await finish(harbour, table)
    found = await state(harbour)
    assert len(found.course.rounds) == 2 and entry in found.course.gone
    assert entry not in found.course.rounds[1].entries
    standings = shown(await harbour.anna.click(panel(harbour), label="Standings"))
    changes = said(await harbour.anna.click(standings, label="Changes"))
    assert "by itself: Dana has left the server and is withdrawn" in changes
    assert not [m for m in harbour.posts() if "two rounds in a row" in m.content]


async def test_with_too_few_left_in_the_server_it_does_not_begin(harbour: Harbour) -> None:
    await create(harbour)
    for person in (harbour.ben, harbour.dana):
        await person.click(panel(harbour), label="Join")
    await leave(harbour, harbour.dana)
    managed = shown(await harbour.anna.click(panel(harbour), label="Manage…"))
    assert "at least two people" in said(await harbour.anna.click(managed, label="Begin"))
    assert "1 person: Ben" in panel(harbour).content


async def test_a_host_hands_over_and_the_channel_is_told(harbour: Harbour) -> None:
    await create(harbour)
    assert "Only" in await manage(harbour, harbour.ben, "host")
    assert (await state(harbour)).row.host_id == harbour.anna.id
    assert "another person" in await manage(harbour, harbour.anna, "host", person=harbour.anna)
    assert "Ben hosts Reef Cup now." in await manage(harbour, harbour.anna, "host", person=harbour.ben)
    (post,) = [m for m in harbour.posts() if "handed over by Anna" in m.content]
    assert [user.id for user in post.mentions] == [harbour.ben.id]
    assert f"Host: <@{harbour.ben.id}>" in panel(harbour).content
    assert "Only" in said(await harbour.anna.click(panel(harbour), label="Manage…"))
    managed = shown(await harbour.ben.click(panel(harbour), label="Manage…"))
    changes = said(await harbour.ben.click(managed, label="Changes"))
    assert "Anna: chose another host" in changes


async def test_whoever_runs_the_server_hands_over_when_the_host_has_left(harbour: Harbour) -> None:
    await create(harbour)
    ada = manager(harbour)
    await leave(harbour, harbour.anna)
    await manage(harbour, ada, "host", person=harbour.ben)
    assert (await state(harbour)).row.host_id == harbour.ben.id
    assert "Begin" in buttons(shown(await harbour.ben.click(panel(harbour), label="Manage…"))).values()


async def test_nobody_is_handed_more_than_they_may_host(harbour: Harbour) -> None:
    await create(harbour)
    for title in ("Kelp Cup", "Tide Cup"):
        await opened(harbour, harbour.ben, title)
    told = await manage(harbour, harbour.anna, "host", person=harbour.ben)
    assert told == f"<@{harbour.ben.id}> already hosts 2 tournaments here."
    assert (await read(harbour, 1)).row.host_id == harbour.anna.id
