"""``/mine`` as a layout: a section a table, its way on beside it, page by page; and where that is refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.ui.person.mine import beside, refuse_layouts
from tests.support.harbour import Harbour, buttons, components
from tests.support.learning import open_rules
from tests.support.playing import goes
from tests.support.reading import Kept, limits, said, shown, texts, written
from tests.support.standin.limits import GALLERY, TEXT


async def lobbies(harbour: Harbour, many: int) -> None:
    """Open a table for Anna in each of several new channels."""
    for number in range(many):
        channel = harbour.guild.create_text_channel(f"bay-{number}")
        await harbour.anna.slash(channel, "play", game="das_riff", against="people", wait=True)
        if number % 8 == 7:
            await harbour.pass_time(0.5)


async def test_a_waiting_table_comes_first_and_its_button_opens_the_panel(harbour: Harbour) -> None:
    await lobbies(harbour, 1)
    await harbour.begin("reef", clock="86400+7200")
    table = await harbour.table()
    person = await harbour.holder()
    mine = shown(await person.slash(harbour.channel, "mine"))
    limits(mine)
    first = texts(mine)[1]
    assert "Your turn" in first and "your time ends <t:" in first and f"it began <t:{harbour.now}:R>" in first
    assert beside(mine)[0]["label"] == "Your move"
    opened = shown(await person.click(mine, label="Your move"))
    assert opened.id != mine.id and opened.ephemeral
    assert goes(opened)
    other = await harbour.other()
    theirs = shown(await other.slash(harbour.channel, "mine"))
    place = next(n for n, text in enumerate(texts(theirs)[1:]) if f"table {table.id}]" in text)
    told = texts(theirs)[1 + place]
    assert f"Waiting for {table.names[table.seats_of(person.id)[0]]}: it began" in told
    assert "time runs out" in told
    link = beside(theirs)[place]
    assert link["url"].endswith(f"/{harbour.channel.id}/{harbour.board.id}") and link["label"] == "Go"


async def asked_in_another_turn(harbour: Harbour, clock: str, order: str) -> Any:
    """Ask a player during another's turn, and return what both are told."""
    for person in (harbour.anna, harbour.ben):
        panel = shown(await person.slash(harbour.channel, "table settings"))
        await Kept(harbour, panel).forge(person, "s:so:das_riff", [order])
    await harbour.begin("das_riff", **({"clock": clock} if clock else {}))
    while (match := await harbour.match()).turn in match.to_act:
        await harbour.type("end")
    asked = await harbour.holder(match.to_act[0])
    return texts(shown(await asked.slash(harbour.channel, "mine")))[1]


@pytest.mark.parametrize("clock", ["", "86400+7200"])
async def test_a_player_asked_in_anothers_turn_is_not_told_it_is_their_turn(
    harbour: Harbour, clock: str
) -> None:
    told = await asked_in_another_turn(harbour, clock, "wait")
    assert "**Your answer**: asked for <t:" in told and "Your turn" not in told
    assert ("your time ends <t:" in told) == bool(clock)


@pytest.mark.parametrize("clock", ["", "86400+7200"])
async def test_the_player_in_turn_sees_whose_answer_comes_first(harbour: Harbour, clock: str) -> None:
    await asked_in_another_turn(harbour, clock, "wait")
    match = await harbour.match()
    holder, asked = await harbour.holder(), await harbour.holder(match.to_act[0])
    mine = shown(await holder.slash(harbour.channel, "mine"))
    told = texts(mine)[1]
    names = {harbour.anna.id: "Anna", harbour.ben.id: "Ben"}
    assert f"Your turn; {names[asked.id]} must answer first, asked <t:" in told
    assert "**Your turn**" not in told and ("time runs out <t:" in told) == bool(clock)
    assert beside(mine)[0]["label"] == "Go"


async def test_a_player_who_may_answer_sees_whose_turn_it_is(harbour: Harbour) -> None:
    told = await asked_in_another_turn(harbour, "", "least")
    holder = await harbour.holder()
    name = (await harbour.table()).names[(await harbour.table()).seats_of(holder.id)[0]]
    assert (
        f"It's {name}'s turn. There's something for you to decide first, if you like." in told
        and "▶️" not in told
    )
    assert "Your turn" in texts(shown(await holder.slash(harbour.channel, "mine")))[1]


async def test_more_tables_than_fit_are_on_further_pages(harbour: Harbour) -> None:
    await lobbies(harbour, 9)
    mine = shown(await harbour.anna.slash(harbour.channel, "mine"))
    limits(mine)
    assert "page 1 of 2" in texts(mine)[0] and len(beside(mine)) == 7
    addresses = {button["url"] for button in beside(mine)}
    second = shown(await harbour.anna.click(mine, label="Next"))
    limits(second)
    assert second.id == mine.id, "the page takes the place of the other"
    assert "page 2 of 2" in texts(second)[0] and len(beside(second)) == 2
    assert len(addresses | {button["url"] for button in beside(second)}) == 9
    assert "page 1 of 2" in texts(shown(await harbour.anna.click(second, label="Back")))[0]


async def test_a_plain_answer_never_becomes_a_layout(harbour: Harbour) -> None:
    await harbour.begin()
    gone = harbour.bot.get_channel(harbour.channel.id)
    assert isinstance(gone, discord.TextChannel)
    elsewhere = harbour.guild.create_text_channel("other-reef")
    await harbour.env.settle()
    await gone.delete()
    mine = shown(await harbour.ben.slash(elsewhere, "mine"))
    limits(mine)
    assert {"Go on here: table 1", "Leave table 1"} <= set(buttons(mine).values())
    asked = shown(await harbour.ben.click(mine, label="Leave table 1"))
    assert (
        asked.id != mine.id and not asked.flags.components_v2 and "Leave" in " ".join(buttons(asked).values())
    )
    assert "Your tables" in written(mine)
    assert "goes on here" in said(await harbour.ben.click(mine, label="Go on here: table 1"))


async def test_the_list_is_plain_text_if_layouts_are_refused(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin()
    refuse_layouts(harbour, monkeypatch)
    answer = await (await harbour.holder()).slash(harbour.channel, "mine")
    plain = shown(answer)
    limits(plain)
    assert not plain.flags.components_v2 and plain.ephemeral
    assert "Your turn" in plain.content and "Your move" in buttons(plain).values()


async def test_the_rules_have_a_picture_within_their_text(harbour: Harbour) -> None:
    page = await open_rules(harbour.dana, harbour.channel, "reef")
    limits(page)
    second = shown(await harbour.dana.click(page, label="Next"))
    assert second.id == page.id, "the page takes the place of the other"
    kinds = [part["type"] for part in components(second)]
    assert kinds[:3] == [TEXT, GALLERY, TEXT] and "In the picture: Anna plays" in texts(second)[1]
    ((item,),) = [part["items"] for part in components(second) if part["type"] == GALLERY]
    (file,) = second.attachments
    assert item["description"] == file.description and 1 <= len(item["description"]) <= 1024


async def test_the_rules_are_plain_text_if_layouts_are_refused(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_layouts(harbour, monkeypatch)
    menu = shown(await harbour.dana.slash(harbour.channel, "learn"))
    (rules,) = (await harbour.dana.click(menu, label="Rules")).followups
    answer = await harbour.dana.click(rules, label="Reef")
    plain = shown(answer)
    assert not plain.flags.components_v2 and plain.attachments and answer.followups == []
    turned = await harbour.dana.click(plain, label="Next")
    assert "Your turn" in said(turned) and turned.followups[-1].attachments
