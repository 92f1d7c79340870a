"""Texts at the top of the playground's channels."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.table import welcome
from games.core.protocol import Game
from games.core.words import Words


def write_first(games: Iterable[Game], other: str, w: Words) -> str:
    """Return the text at the top of the first channel.

    :param other: name of the second channel.
    """
    return "\n".join(
        (
            w("**This is the playground.** The real bot runs on this computer; nothing reaches Discord."),
            *welcome.name_games(games, w),
            "",
            w("**Press a game to play it.** *Viewing as* is who you are: one tab plays all seats."),
            w("*Channel* is where you are: this one, {channel} or a thread.", channel=f"#{other}"),
            w(
                "To play on Discord, create an application at <{portal}>, put `DISCORD_TOKEN=` and its "
                "token into the file `.env`, and start `python -m bot` again.",
                portal="https://discord.com/developers/applications",
            ),
        )
    )


def write_second(first: str, w: Words) -> str:
    """Return the text at the top of the second channel.

    :param first: mention of the first channel.
    """
    return "\n".join(
        (
            w("**This is a second channel of the same server.** *Channel*, above, leads to all of them."),
            w(
                "Two channels can play each other: open a table in {channel}, then *Seats…*, "
                "*Channel plays…*, *Ask another channel…* and *Give the channel my seat*.",
                channel=first,
            ),
        )
    )
