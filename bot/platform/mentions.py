"""Turns command names in messages into mentions that can be clicked.

Discord lists commands in each user's language, but a message has only one language. A mention works for
everyone. Discord shows it in the source language, because it doesn't translate mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.platform.commands import CommandPayload
from bot.platform.limits import MAX_MESSAGE_LENGTH

_COMMAND_IN_BACKTICKS_PATTERN = re.compile(r"`/([^`]+)`")
_SLASH_COMMAND_TYPE = discord.AppCommandType.chat_input.value
_SUBCOMMAND_TYPES = (
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
)


class CommandMentions:
    """Replaces command names with mentions. Texts stay unchanged until :meth:`set_commands` is called."""

    def __init__(self) -> None:
        self._mentions: dict[str, str] = {}

    def set_commands(self, commands: Sequence[CommandPayload], id_by_name: Mapping[str, int]) -> None:
        """Set the commands that were registered with Discord.

        :param id_by_name: the commands' IDs.
        """
        self._mentions = {
            name: f"</{spell_command(path)}:{id_by_name[command['name']]}>"
            for command in commands
            if command["name"] in id_by_name and command["type"] == _SLASH_COMMAND_TYPE
            for path in walk_commands(command)
            for name in _list_spellings(path)
        }

    def link_commands(self, text: str) -> str:
        """Replace command names in backticks with mentions.

        If the text would become longer than Discord allows, return it unchanged.
        """
        linked = _COMMAND_IN_BACKTICKS_PATTERN.sub(lambda named: self._mentions.get(named[1], named[0]), text)
        return linked if len(linked) <= MAX_MESSAGE_LENGTH else text


def walk_commands(node: CommandPayload) -> Iterator[tuple[CommandPayload, ...]]:
    """Yield the path from a command or group to each callable command in it."""
    below = [option for option in node.get("options") or () if option["type"] in _SUBCOMMAND_TYPES]
    if not below:
        yield (node,)
    for option in below:
        for path in walk_commands(option):
            yield (node, *path)


def spell_command(path: Sequence[CommandPayload], locale: discord.Locale | None = None) -> str:
    """Return the full name of a command, without the slash, in ``locale`` or else in the source language."""
    return " ".join(_get_translations(node).get(str(locale), node["name"]) for node in path)


def _list_spellings(path: Sequence[CommandPayload]) -> set[str]:
    translations = [(node["name"], _get_translations(node)) for node in path]
    locales = {locale for _, names in translations for locale in names}
    return {" ".join(names.get(locale, name) for name, names in translations) for locale in (None, *locales)}


def _get_translations(node: CommandPayload) -> Mapping[str | None, str]:
    """Return the translations of a command's name by Discord's locale code."""
    return node.get("name_localizations") or {}
