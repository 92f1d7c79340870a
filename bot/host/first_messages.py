"""First messages in the playground's channels."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kit.installing import format_start_command
from games.core.protocol import Game
from games.core.words import Words


def write_first_post(games: Iterable[Game], w: Words) -> str:
    """Return the first message in the first channel, which recommends the first game to newcomers."""
    games = list(games)
    lines = [w("**{title}**: {tagline}", title=one.title, tagline=w.msg(one.tagline)) for one in games]
    return "\n".join(
        (
            w("## Ocean board games"),
            w("The real bot, without Discord."),
            *lines,
            w("**New here? Press {game}.**", game=games[0].title),
        )
    )


def write_hosting_instructions(w: Words) -> str:
    """Return instructions for hosting the bot on Discord."""
    command = format_start_command()
    return "\n".join(
        (
            w(
                "1. Create an application at <{portal}> and copy the bot's token.",
                portal="https://discord.com/developers/applications",
            ),
            w("2. `install -m 600 .env.example .env`, then write the token after `DISCORD_TOKEN=`."),
            w("3. `{command}` checks the setup and prints the invite link.", command=f"{command} doctor"),
            w("4. Invite the bot, then start it: `{command}`", command=f"{command} --discord"),
        )
    )


def write_second_channel_post(first_channel_mention: str, w: Words) -> str:
    """Return the first message in the second channel. It mentions the first channel."""
    return "\n".join(
        (
            w("**A second channel.** Two channels can play each other."),
            w(
                "Open a table in {channel}, press *Seats…* there, then *Channel plays…*.",
                channel=first_channel_mention,
            ),
        )
    )
