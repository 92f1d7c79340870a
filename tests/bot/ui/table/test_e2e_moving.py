"""A table whose channel is gone goes on in another."""

from __future__ import annotations

import discord

from tests.support.harbour import Harbour, buttons
from tests.support.playing import whole
from tests.support.reading import said, shown, written


async def deleted(harbour: Harbour) -> None:
    """Delete the channel of the match, and have everybody meet in another."""
    gone = harbour.bot.get_channel(harbour.channel.id)
    assert isinstance(gone, discord.TextChannel)
    harbour.channel = harbour.guild.create_text_channel("other-reef")
    await harbour.env.settle()
    await gone.delete()
    await harbour.env.settle()


async def test_mine_offers_to_continue_elsewhere_if_the_channel_is_gone(harbour: Harbour) -> None:
    await harbour.begin()
    await harbour.type("end")
    before = await harbour.match()
    await deleted(harbour)
    answer = shown(await harbour.ben.slash(harbour.channel, "mine"))
    assert "Its channel is gone" in written(answer)
    (identity,) = [i for i in buttons(answer) if i.startswith("b:mv")]
    assert "goes on here" in said(await harbour.ben.click(answer, custom_id=identity))
    assert (await harbour.match()).rows == before.rows
    await whole(harbour)
    await harbour.type("end")
    assert (await harbour.match()).seq > before.seq


async def test_a_channel_with_a_table_refuses_a_second_one(harbour: Harbour) -> None:
    await harbour.begin()
    await deleted(harbour)
    await harbour.open_lobby()
    answer = shown(await harbour.ben.slash(harbour.channel, "mine"))
    (identity,) = [i for i in buttons(answer) if i.startswith("b:mv")]
    assert "in this channel." in said(await harbour.ben.click(answer, custom_id=identity))


async def test_a_table_whose_channel_is_there_stays(harbour: Harbour) -> None:
    await harbour.begin()
    answer = shown(await harbour.ben.slash(harbour.channel, "mine"))
    assert not [i for i in buttons(answer) if i.startswith(("b:mv", "b:lvq"))]


async def test_a_table_stays_on_its_players_server(harbour: Harbour) -> None:
    await harbour.begin()
    await deleted(harbour)
    other = harbour.env.create_guild("Far Reef")
    anna = other.add_member(harbour.anna.user)
    far = other.create_text_channel("far")
    await harbour.env.settle()
    answer = shown(await anna.slash(far, "mine"))
    (identity,) = [i for i in buttons(answer) if i.startswith("b:mv")]
    assert "belongs to another server" in said(await anna.click(answer, custom_id=identity))
    table = await harbour.bot.tables.get(1)
    assert (table.place.guild_id, table.computers) == (harbour.guild.id, ())
