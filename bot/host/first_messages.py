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
    return w(
        "To play on Discord, create an application at <{portal}>, put `DISCORD_TOKEN=` and its "
        "token into the file `.env`, and start `{command}` again.",
        portal="https://discord.com/developers/applications",
        command=format_start_command(),
    )


def write_second_post(first_channel_mention: str, w: Words) -> str:
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
