"""Each tab of ``/club open`` shows the row of all tabs."""

from __future__ import annotations

import discord

from tests.bot.features.tournaments.naming import hide_channel
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer

TAB_LABELS = ["Open seats", "Standings", "Tournaments", "Predictions", "History"]


async def test_each_tab_replaces_the_page_and_shows_all_tabs(harbour: Harbour) -> None:
    page = first = get_reply(await harbour.anna.slash(harbour.channel, "club open"))
    for label in (*TAB_LABELS[1:], TAB_LABELS[0]):
        page = get_reply(await harbour.anna.click(page, label=label))
        check_limits(page)
        assert page.id == first.id and page.ephemeral
        assert list(list_buttons(page).values())[-len(TAB_LABELS) :] == TAB_LABELS


async def test_an_open_seat_can_be_taken_on_the_page(harbour: Harbour) -> None:
    await harbour.open_lobby()
    page = get_reply(await harbour.ben.slash(harbour.channel, "club open"))
    assert "Das Riff" in page.content and "1 seat free" in page.content
    assert "You're in" in read_answer(await harbour.ben.click(page, label="Join 1"))
    page = get_reply(await harbour.dana.slash(harbour.channel, "club open"))
    assert "No table has a free seat" in page.content


async def test_an_open_seat_is_shown_only_to_people_who_can_see_its_channel(harbour: Harbour) -> None:
    role = harbour.guild.create_role("divers", permissions=discord.Permissions(view_channel=True))
    diver = harbour.guild.add_member(harbour.env.create_user("dora", global_name="Dora"), roles=[role])
    cave = harbour.guild.create_text_channel("cave")
    hide_channel(harbour, cave, role)
    await harbour.env.settle()
    await diver.slash(cave, "play", game="reef", against="people")
    reply = get_reply(await diver.slash(harbour.channel, "club open"))
    hidden = get_reply(await harbour.ben.slash(harbour.channel, "club open"))
    assert "Reef" in reply.content and "Reef" not in hidden.content


async def test_outside_a_server_only_the_history_is_shown(harbour: Harbour) -> None:
    user = harbour.env.create_user("eve")
    for command, options in (
        ("club open", {}),
        ("club challenge", {"game": "reef"}),
        ("club tournament", {"game": "reef", "title": "Cup"}),
    ):
        assert "in a server" in read_answer(await user.slash(command, **options))
    assert "None yet" in read_answer(await user.slash("club history"))


async def test_an_unknown_tab_is_out_of_date(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "club open"))
    assert "out of date" in read_answer(
        await KeptMessage(harbour, page).forge_press(harbour.anna, "b:clb:zz")
    )
