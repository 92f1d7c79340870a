"""``/mine`` lists a person's tables page by page, starting with those that wait for the person."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.model.table import Person
from tests.bot.ui.person.mine import refuse_layouts
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, read_components, wait_until_idle
from tests.support.learning import open_rules
from tests.support.playing import list_continuing_buttons
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_layout_texts,
    read_answer,
    read_picture,
)
from tests.support.standin.limits import GALLERY_TYPE, TEXT_TYPE
from tests.support.words import count_message_words


async def open_lobbies(harbour: Harbour, count: int) -> None:
    """Open a table for Anna in each of several new channels."""
    for number in range(count):
        channel = harbour.guild.create_text_channel(f"bay-{number}")
        await harbour.anna.slash(channel, "play", game="das_riff", against="people", wait=True)
        if number % 8 == 7:
            await harbour.pass_time(0.5)


async def test_a_waiting_table_comes_first_and_its_button_opens_the_panel_in_place(harbour: Harbour) -> None:
    await open_lobbies(harbour, 1)
    await harbour.begin_match("reef", clock="86400+7200")
    table = await harbour.find_table()
    person = await harbour.find_player()
    reply = get_reply(await person.slash(harbour.channel, "mine"))
    check_limits(reply)
    first = "\n".join(reply.content.splitlines()[1:3])
    assert f"[table {table.id}]" in first and "**Your turn** · time ends <t:" in first
    await read_picture(reply)
    opened = get_reply(await person.click(reply, label="Move"))
    assert opened.id == reply.id and opened.ephemeral, "the panel replaces the page"
    assert list_continuing_buttons(opened)
    other = await harbour.find_opponent()
    page = get_reply(await other.slash(harbour.channel, "mine"))
    told = page.content.split(f"[table {table.id}](")[1]
    assert f"Waiting for {table.names[table.list_seats(person.id)[0]]} · time ends <t:" in told
    assert told.split(")")[0].endswith(f"/{harbour.channel.id}/{harbour.board.id}")
    assert "Move" not in list_buttons(page).values() and not page.attachments


async def test_the_table_that_has_waited_longest_comes_first_with_its_picture(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    holder = await harbour.find_player()
    await harbour.pass_time(1)
    lagoon = harbour.guild.create_text_channel("lagoon")
    await holder.slash(lagoon, "play", game="das_riff", against="easy")
    while (played := await harbour.bot.tables.find_latest_table(lagoon.id)) is None or holder.id not in (
        played.occupants[seat].user_id for seat in (played.match.to_act if played.match else ())
    ):
        await wait_until_idle(harbour)
    reply = get_reply(await holder.slash(lagoon, "mine"))
    check_limits(reply)
    lines = reply.content.splitlines()
    assert "Coral Reef" in lines[1] and "Das Riff" in lines[3]
    assert f"**Your turn** · <t:{harbour.now - 3600}:R>" in lines[2]
    assert {"Move: table 1", "Move: table 2"} <= set(list_buttons(reply).values())
    (file,) = reply.attachments
    assert file.filename.startswith("coral_reef")


async def test_a_page_with_three_tables_is_short(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await open_lobbies(harbour, 2)
    bay = harbour.guild.create_text_channel("bay")
    await harbour.dana.slash(bay, "play", game="das_riff", against="people", wait=True)
    reply = get_reply(await harbour.anna.slash(harbour.channel, "mine"))
    check_limits(reply)
    assert "🪑 Open seats: [Das Riff](" in reply.content
    assert any(label.startswith("Today's reef: ") for label in list_buttons(reply).values())
    assert count_message_words(reply) <= 60, reply.content


async def test_open_seats_in_hidden_channels_are_not_offered(harbour: Harbour) -> None:
    bay = harbour.guild.create_text_channel("bay")
    await harbour.dana.slash(bay, "play", game="das_riff", against="people", wait=True)
    harbour.env.backend.set_overwrite(
        bay.id,
        Overwrite(target_id=harbour.anna.id, type=OverwriteType.MEMBER, deny=1 << 10),
    )
    assert "Open seats" not in read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    assert "Open seats" in read_answer(await harbour.ben.slash(harbour.channel, "mine"))


async def test_the_newest_result_is_named(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.bot.tables.play.resign_match(1, harbour.ben.id)
    await wait_until_idle(harbour)
    assert "🏁 Won [Reef](" in read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    lost = read_answer(await harbour.ben.slash(harbour.channel, "mine"))
    assert "🏁 Lost [Reef](" in lost and "against Anna, <t:" in lost
    assert "🏁" not in read_answer(await harbour.dana.slash(harbour.channel, "mine"))


async def test_the_buttons_of_an_old_mine_page_open_a_new_message(harbour: Harbour) -> None:
    await open_lobbies(harbour, 1)
    rules = await open_rules(harbour.anna, harbour.channel, "reef")
    turned = get_reply(await KeptMessage(harbour, rules).forge_press(harbour.anna, "b:my:0"))
    assert turned.id != rules.id and "Your tables" in turned.content


async def play_until_asked(harbour: Harbour, clock: str, order: str) -> Any:
    """End turns of a new match until a player is asked in another's turn; return the player's ``/mine`` page.

    :param order: the standing order of both players.
    """
    for person in (harbour.anna, harbour.ben):
        panel = get_reply(await press_at_table(person, harbour.channel, "settings"))
        await KeptMessage(harbour, panel).forge_press(person, "s:so:das_riff", [order])
    await harbour.begin_match("das_riff", **({"clock": clock} if clock else {}))
    while (match := await harbour.find_match()).active_seat in match.to_act:
        await harbour.type_move("end")
    asked = await harbour.find_player(match.to_act[0])
    return read_answer(await asked.slash(harbour.channel, "mine"))


@pytest.mark.parametrize("clock", ["", "86400+7200"])
async def test_a_player_asked_in_anothers_turn_does_not_read_your_turn(harbour: Harbour, clock: str) -> None:
    told = await play_until_asked(harbour, clock, "wait")
    assert "**Your answer** · " in told and "Your turn" not in told
    assert ("time ends <t:" in told) == bool(clock)


@pytest.mark.parametrize("clock", ["", "86400+7200"])
async def test_the_active_player_sees_whose_answer_comes_first(harbour: Harbour, clock: str) -> None:
    await play_until_asked(harbour, clock, "wait")
    match = await harbour.find_match()
    holder, asked = await harbour.find_player(), await harbour.find_player(match.to_act[0])
    reply = get_reply(await holder.slash(harbour.channel, "mine"))
    told = reply.content
    names = {harbour.anna.id: "Anna", harbour.ben.id: "Ben"}
    assert f"Your turn; {names[asked.id]} must answer first · " in told
    assert "**Your turn**" not in told and ("time ends <t:" in told) == bool(clock)
    assert "Move" not in list_buttons(reply).values()


async def test_a_player_who_may_answer_sees_whose_turn_it_is(harbour: Harbour) -> None:
    told = await play_until_asked(harbour, "", "least")
    holder = await harbour.find_player()
    name = (await harbour.find_table()).names[(await harbour.find_table()).list_seats(holder.id)[0]]
    assert (
        f"{name}'s turn. There's something for you to decide first, if you like." in told and "▶️" not in told
    )
    assert "Your turn" in read_answer(await holder.slash(harbour.channel, "mine"))


async def test_tables_that_do_not_fit_are_on_further_pages(harbour: Harbour) -> None:
    await open_lobbies(harbour, 9)
    reply = get_reply(await harbour.anna.slash(harbour.channel, "mine"))
    check_limits(reply)
    assert "page 1 of 2" in reply.content and reply.content.count("[table ") == 7
    second = get_reply(await harbour.anna.click(reply, label="Next"))
    check_limits(second)
    assert second.id == reply.id, "the new page replaces the old one"
    assert "page 2 of 2" in second.content and second.content.count("[table ") == 2
    assert "page 1 of 2" in get_reply(await harbour.anna.click(second, label="Back")).content


async def test_a_table_whose_channel_was_deleted_can_continue_here_or_be_left(harbour: Harbour) -> None:
    await harbour.begin_match()
    gone = harbour.bot.get_channel(harbour.channel.id)
    assert isinstance(gone, discord.TextChannel)
    elsewhere = harbour.guild.create_text_channel("other-reef")
    await harbour.env.settle()
    await gone.delete()
    reply = get_reply(await harbour.ben.slash(elsewhere, "mine"))
    check_limits(reply)
    assert {"Go on here: table 1", "Leave table 1"} <= set(list_buttons(reply).values())
    kept_message = KeptMessage(harbour, reply)
    here = next(i for i, label in list_buttons(reply).items() if label.startswith("Go on here"))
    asked = get_reply(await harbour.ben.click(reply, label="Leave table 1"))
    assert "Leave" in " ".join(list_buttons(asked).values())
    assert "goes on here" in read_answer(await kept_message.press(harbour.ben, here))


async def test_the_rules_have_a_picture_inside_their_text(harbour: Harbour) -> None:
    page = await open_rules(harbour.dana, harbour.channel, "reef")
    check_limits(page)
    second = get_reply(await harbour.dana.click(page, label="Next"))
    assert second.id == page.id, "the new page replaces the old one"
    kinds = [part["type"] for part in read_components(second)]
    assert (
        kinds[:3] == [TEXT_TYPE, GALLERY_TYPE, TEXT_TYPE]
        and "In the picture: Anna plays" in list_layout_texts(second)[1]
    )
    ((item,),) = [part["items"] for part in read_components(second) if part["type"] == GALLERY_TYPE]
    (file,) = second.attachments
    assert item["description"] == file.description and 1 <= len(item["description"]) <= 1024


async def test_the_rules_are_plain_text_if_layouts_are_refused(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_layouts(harbour, monkeypatch)
    menu = get_reply(await harbour.dana.slash(harbour.channel, "learn"))
    (rules,) = (await harbour.dana.click(menu, label="Rules")).followups
    answer = await harbour.dana.click(rules, label="Reef")
    plain = get_reply(answer)
    assert not plain.flags.components_v2 and plain.attachments and answer.followups == []
    turned = await harbour.dana.click(plain, label="Next")
    assert "Your turn" in read_answer(turned) and turned.followups[-1].attachments


async def test_long_names_are_left_out_rather_than_truncated(harbour: Harbour) -> None:
    for number in range(7):
        bay = harbour.guild.create_text_channel(f"bay-{number}")
        await harbour.anna.slash(bay, "play", game="coral_reef", against="people", wait=True, seats=4)
        table = await harbour.bot.tables.find_latest_table(bay.id)
        assert table is not None
        for user in range(1001, 1003 + (table.capacity > 3)):
            await harbour.bot.tables.lobby.join_lobby(table.id, Person(user, "*" * 32), user)
        await harbour.pass_time(1)
    reply = get_reply(await harbour.anna.slash(harbour.channel, "mine"))
    check_limits(reply)
    assert reply.content.count("](https://") == 7 and "…" not in reply.content
