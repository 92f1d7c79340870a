"""Names tournaments in commands."""

from __future__ import annotations

from typing import Any

import discord

from bot.features.tournaments.service import Arrangements, Tournament
from tests.bot.features.tournaments.steps import CUP, settle
from tests.support.harbour import Harbour
from tests.support.reading import said


async def opened(harbour: Harbour, host: Any, title: str, channel: Any = None, **options: Any) -> None:
    answer = await host.slash(
        channel or harbour.channel, "tournament create", **{**CUP, "title": title, **options}
    )
    assert "Your tournament is below" in said(answer)
    await settle(harbour)


async def read(harbour: Harbour, number: int) -> Tournament:
    store = harbour.store.tournaments
    return await Arrangements(store, harbour.games, lambda: harbour.now, lambda: bytes(32)).get(number)


async def ask(harbour: Harbour, who: Any, command: str, **options: Any) -> str:
    told = said(await who.slash(harbour.channel, f"tournament {command}", **options))
    await settle(harbour)
    return told


def manager(harbour: Harbour) -> Any:
    role = harbour.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return harbour.guild.add_member(harbour.env.create_user("ada", global_name="Ada"), roles=[role])
