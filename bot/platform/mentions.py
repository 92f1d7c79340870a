"""Commands named in messages, as mentions that a click begins.

Everybody's Discord lists the commands in that person's language, and a message has one. A mention shows the
name in the source's language (Discord neither translates it nor takes a translated one), and works for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.platform.commands import Payload
from bot.platform.limits import CONTENT

_NAMED = re.compile(r"`/([^`]+)`")
_SLASH = discord.AppCommandType.chat_input.value
_NESTED = (
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
)


class Mentions:
    """Knows each command by its names in all languages. Until it has learnt them, texts stay as they are."""

    def __init__(self) -> None:
        self._mentions: dict[str, str] = {}

    def learn(self, commands: Sequence[Payload], ids: Mapping[str, int]) -> None:
        """Take in the commands as they were sent, and the id that Discord gave to each by its name."""
        self._mentions = {
            name: f"</{spelt(path)}:{ids[command['name']]}>"
            for command in commands
            if command["name"] in ids and command["type"] == _SLASH
            for path in paths(command)
            for name in _spellings(path)
        }

    def linked(self, text: str) -> str:
        """Return a message's text with mentions for the commands that it names in backticks.

        Where it would grow beyond what Discord takes, it stays as it is.
        """
        found = _NAMED.sub(lambda named: self._mentions.get(named[1], named[0]), text)
        return found if len(found) <= CONTENT else text


def paths(node: Payload) -> Iterator[tuple[Payload, ...]]:
    """Give what leads from a command or group to each command at or below it that can be called."""
    below = [option for option in node.get("options") or () if option["type"] in _NESTED]
    if not below:
        yield (node,)
    for option in below:
        for path in paths(option):
            yield (node, *path)


def spelt(path: Sequence[Payload], locale: discord.Locale | None = None) -> str:
    """Return how a command is called in a language, without the slash; in the source's by default."""
    return " ".join(_translations(node).get(locale, node["name"]) for node in path)


def _spellings(path: Sequence[Payload]) -> set[str]:
    """Return how a command is called in all languages: in most of them as in the source's."""
    locales = {locale for node in path for locale in _translations(node)}
    return {spelt(path, locale) for locale in (None, *locales)}


def _translations(node: Payload) -> Mapping[discord.Locale | None, str]:
    found = node.get("name_localizations") or {}
    return {discord.Locale(locale): name for locale, name in found.items()}
