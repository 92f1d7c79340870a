"""Helpers for tests with several tournaments."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.tournaments.service import Tournament, TournamentService
from tests.bot.features.tournaments.steps import CUP_OPTIONS, wait_until_settled
from tests.support.harbour import Harbour
from tests.support.reading import KeptMessage, get_reply, read_answer


async def open_tournament(
    harbour: Harbour, host: Any, title: str, channel: Any = None, **options: Any
) -> None:
    answer = await host.slash(
        channel or harbour.channel, "club tournament", **{**CUP_OPTIONS, "title": title, **options}
    )
    assert "Your tournament is below" in read_answer(answer)
    await wait_until_settled(harbour)


async def read_tournament(harbour: Harbour, number: int) -> Tournament:
    store = harbour.store.tournaments
    return await TournamentService(
        store, harbour.games, lambda: harbour.now, lambda: bytes(32)
    ).get_tournament(number)


async def run_tournament_command(harbour: Harbour, person: Any, command: str, **options: Any) -> str:
    """Type a command about tournaments and return the answer.

    :param command: ``show`` (a list or one tournament), ``create`` or ``allow`` (choose who may create one).
    """
    names = {"show": "club open", "create": "club tournament", "allow": "reefs tournaments"}
    if command == "show":
        shown_one = options.pop("tournament", "")
        listed = await person.slash(harbour.channel, names[command], tab="t")
        if shown_one:
            kept_message = KeptMessage(harbour, get_reply(listed))
            listed = await kept_message.forge_press(person, "s:tmo", [shown_one])
            await wait_until_settled(harbour)
        return read_answer(listed)
    answer = read_answer(await person.slash(harbour.channel, names[command], **options))
    await wait_until_settled(harbour)
    return answer


def add_manager(harbour: Harbour) -> Any:
    role = harbour.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return harbour.guild.add_member(harbour.env.create_user("ada", global_name="Ada"), roles=[role])


def hide_channel(harbour: Harbour, channel: Any, role: Any) -> None:
    """Hide a channel from everybody except a role and the bot."""
    see, backend = discord.Permissions(view_channel=True).value, harbour.env.backend
    everyone = Overwrite(target_id=harbour.guild.id, type=OverwriteType.ROLE, deny=see)
    backend.set_overwrite(channel.id, everyone)
    backend.set_overwrite(channel.id, Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=see))
    bot = Overwrite(target_id=backend.bot_user.id, type=OverwriteType.MEMBER, allow=see)
    backend.set_overwrite(channel.id, bot)
