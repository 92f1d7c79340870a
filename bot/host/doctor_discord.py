"""Checks the bot's token for the doctor by asking Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import aiohttp
import discord

from bot.config import Config, looks_like_token
from bot.errors.reasons import find_reason
from bot.host.findings import Caution, Fault
from games.core.words import Words

USER_AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
TIMEOUT_SECONDS = 10.0


def check_token(config: Config, w: Words) -> Iterator[str]:
    """Ask Discord whether it accepts the token, and yield the findings.

    Nothing is yielded if the token is missing or malformed.

    :raises Fault: Discord doesn't accept the token.
    """
    if config.token is None or not looks_like_token(config.token):
        return
    try:
        status, name = asyncio.run(_fetch_bot_name(config.token))
    except (aiohttp.ClientError, OSError, ValueError) as error:
        text = w.msg(find_reason(error))
        yield Caution(w("can't ask Discord whether DISCORD_TOKEN is right: {reason}", reason=text))
        return
    if status == 401:
        raise Fault(
            w("Discord doesn't accept the DISCORD_TOKEN. Reset it in the Developer Portal and copy it again.")
        )
    if status == 200:
        yield w("Discord accepts DISCORD_TOKEN; the bot is {name}", name=name)
    else:
        yield Caution(w("Discord didn't say whether DISCORD_TOKEN is right: status {status}", status=status))


async def _fetch_bot_name(token: str) -> tuple[int, str]:
    """Return the HTTP status of a request with the token, and the bot's name if the token is accepted."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": USER_AGENT}
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    async with (
        aiohttp.ClientSession(headers=headers, timeout=timeout) as session,
        session.get(f"{discord.http.Route.BASE}/users/@me", allow_redirects=False) as answer,
    ):
        return answer.status, str((await answer.json())["username"]) if answer.status == 200 else ""
