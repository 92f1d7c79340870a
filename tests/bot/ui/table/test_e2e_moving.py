"""A table whose channel was deleted can continue in another channel."""

from __future__ import annotations

import discord

from tests.support.harbour import Harbour, list_buttons
from tests.support.playing import check_board
from tests.support.reading import get_reply, read_answer, read_text


async def delete_channel(harbour: Harbour) -> None:
    """Delete the match's channel, and make the harbour use a new one."""
    gone = harbour.bot.get_channel(harbour.channel.id)
    assert isinstance(gone, discord.TextChannel)
    harbour.channel = harbour.guild.create_text_channel("other-reef")
    await harbour.env.settle()
    await gone.delete()
    await harbour.env.settle()


async def test_the_mine_page_offers_to_continue_elsewhere_if_the_channel_was_deleted(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await harbour.type_move("end")
    before = await harbour.find_match()
    await delete_channel(harbour)
    answer = get_reply(await harbour.ben.slash(harbour.channel, "mine"))
    assert "Its channel is gone" in read_text(answer)
    (identity,) = [i for i in list_buttons(answer) if i.startswith("b:mv")]
    assert "goes on here" in read_answer(await harbour.ben.click(answer, custom_id=identity))
    assert (await harbour.find_match()).rows == before.rows
    await check_board(harbour)
    await harbour.type_move("end")
    assert (await harbour.find_match()).seq > before.seq


async def test_a_table_cannot_be_moved_to_a_channel_with_a_table(harbour: Harbour) -> None:
    await harbour.begin_match()
    await delete_channel(harbour)
    await harbour.open_lobby()
    answer = get_reply(await harbour.ben.slash(harbour.channel, "mine"))
    (identity,) = [i for i in list_buttons(answer) if i.startswith("b:mv")]
    assert "in this channel." in read_answer(await harbour.ben.click(answer, custom_id=identity))


async def test_a_table_whose_channel_exists_cannot_be_moved(harbour: Harbour) -> None:
    await harbour.begin_match()
    answer = get_reply(await harbour.ben.slash(harbour.channel, "mine"))
    assert not [i for i in list_buttons(answer) if i.startswith(("b:mv", "b:lvq"))]


async def test_a_table_cannot_be_moved_to_another_server(harbour: Harbour) -> None:
    await harbour.begin_match()
    await delete_channel(harbour)
    other = harbour.env.create_guild("Far Reef")
    anna = other.add_member(harbour.anna.user)
    far = other.create_text_channel("far")
    await harbour.env.settle()
    answer = get_reply(await anna.slash(far, "mine"))
    (identity,) = [i for i in list_buttons(answer) if i.startswith("b:mv")]
    assert "belongs to another server" in read_answer(await anna.click(answer, custom_id=identity))
    table = await harbour.bot.tables.get(1)
    assert (table.place.guild_id, table.computer_seats) == (harbour.guild.id, ())
