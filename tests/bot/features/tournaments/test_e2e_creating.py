"""Tournaments can be created only by people with permission, and only a limited number at a time."""

from __future__ import annotations

from typing import Any

from tests.bot.features.tournaments.naming import add_manager, open_tournament, run_tournament_command
from tests.bot.features.tournaments.steps import CUP_OPTIONS, wait_until_settled
from tests.support.harbour import Harbour, find_menu
from tests.support.reading import check_limits, get_reply, read_answer


async def try_to_create_tournament(harbour: Harbour, person: Any, channel: Any = None) -> str:
    answer = read_answer(await person.slash(channel or harbour.channel, "club tournament", **CUP_OPTIONS))
    await wait_until_settled(harbour)
    return answer


async def end_tournament(harbour: Harbour, person: Any, number: int) -> None:
    listed = get_reply(await person.slash(harbour.channel, "club open", tab="t"))
    one = get_reply(await person.select(listed, [str(number)], custom_id=find_menu(listed, "tmo")))
    managed = get_reply(await person.click(one, label="Manage…"))
    await person.click(get_reply(await person.click(managed, label="End…")), label="End it")
    await wait_until_settled(harbour)


async def test_a_person_hosts_at_most_two_tournaments_at_a_time(
    harbour: Harbour,
) -> None:
    for number in range(10):
        channel = harbour.guild.create_text_channel(f"reef-{number}")
        await harbour.env.settle()
        answer = await try_to_create_tournament(harbour, harbour.dana, channel)
        assert ("You already host 2 tournaments here." in answer) == (number >= 2)
    await open_tournament(harbour, harbour.ben, "Kelp Cup")
    assert await harbour.store.tournaments.count_unfinished_tournaments(harbour.guild.id) == 3
    await end_tournament(harbour, harbour.dana, 1)
    await open_tournament(harbour, harbour.dana, "Tide Cup")


async def test_a_full_server_refuses_a_tournament_and_names_who_can_end_one(harbour: Harbour) -> None:
    people = [
        harbour.guild.add_member(harbour.env.create_user(f"p{number}", global_name=f"P{number}"))
        for number in range(5)
    ]
    for person in people:
        for _ in range(2):
            await open_tournament(harbour, person, "The long [cup] of all of the reefs " + "_" * 24)
    listed = get_reply(await harbour.anna.slash(harbour.channel, "club open", tab="t"))
    check_limits(listed)
    for number in range(1, 11):
        post = (await harbour.store.tournaments.list_posts(number))["p"]
        assert f"/{post.message_id})" in listed.content
    answer = await try_to_create_tournament(harbour, harbour.anna)
    assert "already has 10 tournaments" in answer and "Manage Server" in answer
    assert "End…" not in read_answer(await harbour.anna.slash(harbour.channel, "club open", tab="t"))
    await end_tournament(harbour, add_manager(harbour), 3)
    await open_tournament(harbour, harbour.anna, "Kelp Cup")


async def test_a_server_can_let_only_one_role_create_tournaments(harbour: Harbour) -> None:
    role = harbour.guild.create_role("hosts")
    host = harbour.guild.add_member(harbour.env.create_user("hilda", global_name="Hilda"), roles=[role])
    ada = add_manager(harbour)
    for person in (harbour.anna, host, harbour.mod):
        answer = await run_tournament_command(harbour, person, "allow", role=role)
        assert answer == "Only people with Manage Server can set this."
    await open_tournament(harbour, harbour.anna, "Reef Cup")
    assert f"Only <@&{role.id}>" in await run_tournament_command(harbour, ada, "allow", role=role)
    assert f"Only <@&{role.id}>" in await try_to_create_tournament(harbour, harbour.ben)
    await open_tournament(harbour, host, "Kelp Cup")
    await open_tournament(harbour, ada, "Tide Cup")
    assert "Everybody" in await run_tournament_command(harbour, ada, "allow")
    await open_tournament(harbour, harbour.ben, "Surf Cup")
