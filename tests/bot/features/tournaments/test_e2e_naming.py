"""Each form belongs to the tournament of its page, and everybody can list the server's tournaments."""

from __future__ import annotations

from typing import Any

import discord

from tests.bot.features.tournaments.naming import (
    add_manager,
    hide_channel,
    open_tournament,
    read_tournament,
    run_tournament_command,
)
from tests.bot.features.tournaments.steps import (
    begin_tournament,
    fill_in_form,
    finish_table,
    forge_form,
    list_tables,
    wait_until_settled,
)
from tests.support.harbour import Harbour, find_menu, list_buttons, list_menus
from tests.support.reading import check_limits, get_reply


async def test_a_form_changes_the_tournament_of_its_page(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.dana, harbour.mod, rounds=1)
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    await open_tournament(harbour, harbour.ben, "Kelp Cup")
    answer = await fill_in_form(harbour, harbour.anna, "correct", table="1", result="1 1", reason="so")
    assert "Round 1, table 1:" in answer
    await open_tournament(harbour, harbour.anna, "Tide Cup")
    await fill_in_form(harbour, harbour.anna, "change", 3, title="Surf Cup")
    await fill_in_form(harbour, harbour.ben, "change", 2, title="Weed Cup")
    assert [(await read_tournament(harbour, n)).row.title for n in (1, 2, 3)] == [
        "Reef Cup",
        "Weed Cup",
        "Surf Cup",
    ]
    assert "Only" in await fill_in_form(harbour, harbour.dana, "change", 3, title="Mine")


async def test_only_the_host_can_open_or_submit_a_form(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.dana, harbour.mod, rounds=1)
    listed = get_reply(await harbour.ben.slash(harbour.channel, "club open", tab="t"))
    assert list_menus(listed)[find_menu(listed, "tmo")] == ["1"]
    forms: dict[str, dict[str, Any]] = {
        "change": {"title": "Mine"},
        "withdraw": {"person": str(harbour.dana.id)},
        "correct": {"table": "1", "result": "1 2", "reason": "so"},
        "host": {"person": str(harbour.ben.id)},
    }
    for what, values in forms.items():
        assert "Only" in await fill_in_form(harbour, harbour.ben, what), what
        assert "Only" in await forge_form(harbour, harbour.ben, what, **values), what
    found = await read_tournament(harbour, 1)
    assert found.row.title == "Reef Cup" and found.row.host_id == harbour.anna.id
    assert len(found.state.active_entries) == 2


async def test_a_server_manager_can_fill_in_a_hosts_forms(harbour: Harbour) -> None:
    await open_tournament(harbour, harbour.ben, "Kelp Cup")
    ada = add_manager(harbour)
    await fill_in_form(harbour, ada, "change", title="Surf Cup")
    assert (await read_tournament(harbour, 1)).row.title == "Surf Cup"
    assert "Dana hosts Surf Cup now." in await fill_in_form(harbour, ada, "host", person=harbour.dana)


async def test_everybody_can_list_the_servers_tournaments_with_links(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    assert "None is running." in await run_tournament_command(harbour, harbour.dana, "show")
    await open_tournament(harbour, harbour.anna, "Reef Cup")
    await open_tournament(harbour, harbour.ben, "Kelp Cup", other, when="3h")
    answer = get_reply(await harbour.dana.slash(harbour.channel, "club open", tab="t"))
    check_limits(answer)
    for number, title, channel in ((1, "Reef Cup", harbour.channel), (2, "Kelp Cup", other)):
        post = (await harbour.store.tournaments.list_posts(number))["p"]
        link = f"https://discord.com/channels/{harbour.guild.id}/{channel.id}/{post.message_id}"
        assert f"[**{title}**]({link})" in answer.content
    assert f"<@{harbour.anna.id}>" in answer.content and "It begins <t:" in answer.content
    assert not list_manage_labels(answer), "Dana hosts no tournament, so she has none to manage"
    reply = get_reply(await harbour.anna.slash(other, "club open", tab="t"))
    assert list_manage_labels(reply) == ["Manage Reef Cup…"]
    one = get_reply(await harbour.dana.select(answer, ["2"], custom_id=find_menu(answer, "tmo")))
    assert "Kelp Cup" in one.content and "Standings" in list_buttons(one).values()


async def test_a_server_manager_can_end_any_tournament_from_the_list(harbour: Harbour) -> None:
    await open_tournament(harbour, harbour.anna, "Reef Cup")
    await open_tournament(harbour, harbour.ben, "Kelp Cup")
    ada = add_manager(harbour)
    listed = get_reply(await ada.slash(harbour.channel, "club open", tab="t"))
    assert sorted(list_manage_labels(listed)) == ["Manage Kelp Cup…", "Manage Reef Cup…"]
    managed = get_reply(await ada.click(listed, label="Manage Reef Cup…"))
    reply = get_reply(await ada.click(managed, label="End…"))
    await ada.click(reply, label="End it")
    await wait_until_settled(harbour)
    assert (await read_tournament(harbour, 1)).state.status == "over"
    assert "Reef Cup" not in await run_tournament_command(harbour, harbour.ben, "show")


async def test_a_tournament_is_listed_only_for_people_who_can_see_its_channel(
    harbour: Harbour,
) -> None:
    role = harbour.guild.create_role("divers", permissions=discord.Permissions(view_channel=True))
    diver = harbour.guild.add_member(harbour.env.create_user("dora", global_name="Dora"), roles=[role])
    cave = harbour.guild.create_text_channel("cave")
    hide_channel(harbour, cave, role)
    await harbour.env.settle()
    await open_tournament(harbour, diver, "Secret Cup", cave)
    assert "Secret" not in await run_tournament_command(harbour, harbour.ben, "show")
    assert not list_menus(get_reply(await harbour.ben.slash(harbour.channel, "club open", tab="t")))
    answer = await run_tournament_command(harbour, harbour.ben, "show", tournament="1")
    assert "no tournament called" in answer
    assert "Secret Cup" in await run_tournament_command(harbour, diver, "show")


def list_manage_labels(message: Any) -> list[str]:
    """Return the labels of a page's buttons for the host."""
    return [label for identity, label in list_buttons(message).items() if identity.startswith("b:tmm")]
