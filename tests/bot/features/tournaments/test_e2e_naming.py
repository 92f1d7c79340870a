"""Commands name the tournament they refer to, and everybody can list those of the server."""

from __future__ import annotations

from typing import Any

import discord

from tests.bot.features.tournaments.naming import ask, hide, manager, opened, read
from tests.bot.features.tournaments.steps import begin, finish, manage, settle, submit, tables
from tests.support.harbour import Harbour, buttons, lists
from tests.support.reading import limits, shown


async def test_a_form_is_about_the_tournament_of_its_page(harbour: Harbour) -> None:
    await begin(harbour, harbour.dana, harbour.mod, rounds=1)
    for table in await tables(harbour):
        await finish(harbour, table)
    await opened(harbour, harbour.ben, "Kelp Cup")
    told = await manage(harbour, harbour.anna, "correct", table="1", result="1 1", reason="so")
    assert "Round 1, table 1:" in told
    await opened(harbour, harbour.anna, "Tide Cup")
    await manage(harbour, harbour.anna, "change", 3, title="Surf Cup")
    await manage(harbour, harbour.ben, "change", 2, title="Weed Cup")
    assert [(await read(harbour, n)).row.title for n in (1, 2, 3)] == ["Reef Cup", "Weed Cup", "Surf Cup"]
    assert "Only" in await manage(harbour, harbour.dana, "change", 3, title="Mine")


async def test_nobody_but_the_host_opens_or_submits_a_form(harbour: Harbour) -> None:
    await begin(harbour, harbour.dana, harbour.mod, rounds=1)
    listed = shown(await harbour.ben.slash(harbour.channel, "club open", tab="t"))
    assert lists(listed)["s:tmo"] == ["1"]
    forms: dict[str, dict[str, Any]] = {
        "change": {"title": "Mine"},
        "withdraw": {"person": str(harbour.dana.id)},
        "correct": {"table": "1", "result": "1 2", "reason": "so"},
        "host": {"person": str(harbour.ben.id)},
    }
    for what, values in forms.items():
        assert "Only" in await manage(harbour, harbour.ben, what), what
        assert "Only" in await submit(harbour, harbour.ben, what, **values), what
    found = await read(harbour, 1)
    assert found.row.title == "Reef Cup" and found.row.host_id == harbour.anna.id
    assert len(found.course.active) == 2


async def test_a_manager_of_the_server_fills_in_every_form(harbour: Harbour) -> None:
    await opened(harbour, harbour.ben, "Kelp Cup")
    ada = manager(harbour)
    await manage(harbour, ada, "change", title="Surf Cup")
    assert (await read(harbour, 1)).row.title == "Surf Cup"
    assert "Dana hosts Surf Cup now." in await manage(harbour, ada, "host", person=harbour.dana)


async def test_everybody_lists_the_tournaments_of_the_server_with_links(harbour: Harbour) -> None:
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.env.settle()
    assert "None is going on." in await ask(harbour, harbour.dana, "show")
    await opened(harbour, harbour.anna, "Reef Cup")
    await opened(harbour, harbour.ben, "Kelp Cup", other, when="3h")
    answer = shown(await harbour.dana.slash(harbour.channel, "club open", tab="t"))
    limits(answer)
    for number, title, channel in ((1, "Reef Cup", harbour.channel), (2, "Kelp Cup", other)):
        post = (await harbour.store.tournaments.list_posts(number))["p"]
        link = f"https://discord.com/channels/{harbour.guild.id}/{channel.id}/{post.message_id}"
        assert f"[**{title}**]({link})" in answer.content
    assert f"<@{harbour.anna.id}>" in answer.content and "It begins <t:" in answer.content
    assert not manages(answer), "who runs none has nothing to manage"
    mine = shown(await harbour.anna.slash(other, "club open", tab="t"))
    assert manages(mine) == ["Manage Reef Cup…"]
    one = shown(await harbour.dana.select(answer, ["2"], custom_id="s:tmo"))
    assert "Kelp Cup" in one.content and "Standings" in buttons(one).values()


async def test_whoever_runs_the_server_ends_any_tournament_from_the_list(harbour: Harbour) -> None:
    await opened(harbour, harbour.anna, "Reef Cup")
    await opened(harbour, harbour.ben, "Kelp Cup")
    ada = manager(harbour)
    listed = shown(await ada.slash(harbour.channel, "club open", tab="t"))
    assert sorted(manages(listed)) == ["Manage Kelp Cup…", "Manage Reef Cup…"]
    managed = shown(await ada.click(listed, label="Manage Reef Cup…"))
    asked = shown(await ada.click(managed, label="End…"))
    await ada.click(asked, label="End it")
    await settle(harbour)
    assert (await read(harbour, 1)).course.status == "over"
    assert "Reef Cup" not in await ask(harbour, harbour.ben, "show")


async def test_a_tournament_in_a_channel_somebody_cannot_see_is_not_listed_for_them(
    harbour: Harbour,
) -> None:
    role = harbour.guild.create_role("divers", permissions=discord.Permissions(view_channel=True))
    diver = harbour.guild.add_member(harbour.env.create_user("dora", global_name="Dora"), roles=[role])
    cave = harbour.guild.create_text_channel("cave")
    hide(harbour, cave, role)
    await harbour.env.settle()
    await opened(harbour, diver, "Secret Cup", cave)
    assert "Secret" not in await ask(harbour, harbour.ben, "show")
    assert not lists(shown(await harbour.ben.slash(harbour.channel, "club open", tab="t")))
    told = await ask(harbour, harbour.ben, "show", tournament="1")
    assert "no tournament called" in told
    assert "Secret Cup" in await ask(harbour, diver, "show")


def manages(message: Any) -> list[str]:
    """Return the labels of the buttons that lead to a host's controls."""
    return [label for identity, label in buttons(message).items() if identity.startswith("b:tmm")]
