"""Checks that commands stay within Discord's limits. If one exceeds a limit, Discord rejects all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.platform.limits import MAX_CHOICES, MAX_DESCRIPTION_LENGTH, MAX_SELECT_OPTIONS
from games.core.words import N_, Msg

SLASH_COMMAND_TYPE = discord.AppCommandType.chat_input.value
MAX_COMMANDS_BY_TYPE = {
    SLASH_COMMAND_TYPE: 100,
    discord.AppCommandType.user.value: 15,
    discord.AppCommandType.message.value: 15,
}
MAX_NAME_LENGTH = 32
MAX_TEXT_LENGTH = MAX_DESCRIPTION_LENGTH
"""Maximum number of characters in a description, or in the name or value of a choice."""
MAX_COMMAND_CHARACTERS = 8000
"""Maximum of :func:`count_characters` for a command."""

CommandPayload = dict[str, Any]


async def collect_payloads(tree: app_commands.CommandTree[Any]) -> list[CommandPayload]:
    """Return the JSON objects, with translations, that register the commands of a tree with Discord."""
    translator = tree.translator
    return [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]


def find_exceeded_limits(commands: Sequence[CommandPayload]) -> list[Msg]:
    """Return a message for each limit that a command exceeds."""
    exceeded: list[Msg] = []
    for kind, most in MAX_COMMANDS_BY_TYPE.items():
        alike = [command for command in commands if command["type"] == kind]
        exceeded += _check_count("", N_("{where}: {n} commands, the limit is {limit}"), alike, most)
    for command in commands:
        if command["type"] == SLASH_COMMAND_TYPE:
            where = f"/{command['name']}"
            exceeded += _check_command_node(command, where)
        else:
            where = command["name"]
            exceeded += _check_menu_command(command, where)
        length = count_characters(command)
        if length > MAX_COMMAND_CHARACTERS:
            exceeded.append(
                Msg(
                    N_("{where}: {n} characters in all, the limit is {limit}"),
                    {"where": where, "n": length, "limit": MAX_COMMAND_CHARACTERS},
                )
            )
    return exceeded


def count_characters(node: CommandPayload) -> int:
    """Return the number of characters in a command's names, descriptions and values.

    Of each text, the longest translation counts.
    """
    own = sum(max(map(len, _list_texts(node, key)), default=0) for key in ("name", "description"))
    value = node.get("value")
    below = (*(node.get("options") or ()), *(node.get("choices") or ()))
    return own + (len(str(value)) if value is not None else 0) + sum(map(count_characters, below))


def _check_command_node(node: CommandPayload, where: str) -> Iterator[Msg]:
    for name in _list_texts(node, "name"):
        if not _is_valid_name(name):
            yield Msg(
                N_("{where}: “{name}” isn't 1 to {limit} small letters, digits, - or _"),
                {"where": where, "name": name, "limit": MAX_NAME_LENGTH},
            )
    for text in _list_texts(node, "description"):
        yield from _check_length(
            where, N_("{where}: a description of {n} characters; 1 to {limit} are allowed"), text
        )
    options = node.get("options") or ()
    choices = node.get("choices") or ()
    yield from _check_count(
        where, N_("{where}: {n} options, the limit is {limit}"), options, MAX_SELECT_OPTIONS
    )
    yield from _check_count(where, N_("{where}: {n} choices, the limit is {limit}"), choices, MAX_CHOICES)
    for choice in choices:
        for text in (*_list_texts(choice, "name"), str(choice["value"])):
            yield from _check_length(
                where, N_("{where}: a choice of {n} characters; 1 to {limit} are allowed"), text
            )
    for option in options:
        yield from _check_command_node(option, f"{where} {option['name']}")


def _check_menu_command(command: CommandPayload, where: str) -> Iterator[Msg]:
    for name in _list_texts(command, "name"):
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            yield Msg(
                N_("{where}: a name of {n} characters; 1 to {limit} are allowed"),
                {"where": where, "n": len(name), "limit": MAX_NAME_LENGTH},
            )


def _check_count(where: str, msgid: str, payloads: Sequence[CommandPayload], limit: int) -> Iterator[Msg]:
    if len(payloads) > limit:
        yield Msg(msgid, {"where": where or "/", "n": len(payloads), "limit": limit})


def _check_length(where: str, msgid: str, text: str) -> Iterator[Msg]:
    if not 1 <= len(text) <= MAX_TEXT_LENGTH:
        yield Msg(msgid, {"where": where, "n": len(text), "limit": MAX_TEXT_LENGTH})


def _list_texts(node: CommandPayload, key: str) -> list[str]:
    own = [node[key]] if key in node else []
    return own + list((node.get(f"{key}_localizations") or {}).values())


def _is_valid_name(name: str) -> bool:
    return (
        1 <= len(name) <= MAX_NAME_LENGTH
        and name == name.lower()
        and all(letter.isalnum() or letter in "-_'" for letter in name)
    )
