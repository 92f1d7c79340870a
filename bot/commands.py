"""Whether slash commands keep within Discord's limits: told before Discord refuses them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import app_commands

from bot.ui.limits import CHOICE_NAME, CHOICES, DESCRIPTION, OPTIONS

COMMANDS = 100
NAME = 32
CHARACTERS = 8000
CHAT_INPUT = 1

Payload = dict[str, Any]


async def payloads(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """Return what a synchronisation of the tree would send, translations included."""
    translator = tree.translator
    return [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]


def problems(commands: Sequence[Payload]) -> list[str]:
    """Return a line for each limit that is broken, in English: the reader is a developer."""
    found = []
    if len(commands) > COMMANDS:
        found.append(f"{len(commands)} commands; {COMMANDS} are allowed")
    for command in commands:
        found += _node(command, f"/{command['name']}")
        length = characters(command)
        if length > CHARACTERS:
            found.append(f"/{command['name']}: {length} characters; {CHARACTERS} are allowed")
    return found


def characters(node: Payload) -> int:
    """Count the characters that Discord counts: names, descriptions, values; the longest translation."""
    own = sum(max(map(len, _texts(node, key)), default=0) for key in ("name", "description"))
    value = node.get("value")
    below = (*(node.get("options") or ()), *(node.get("choices") or ()))
    return own + (len(str(value)) if value is not None else 0) + sum(map(characters, below))


def _node(node: Payload, path: str) -> Iterable[str]:
    for name in _texts(node, "name"):
        if not _named(name):
            yield f"{path}: “{name}” is not 1 to {NAME} small letters, digits, - or _"
    for text in _texts(node, "description"):
        if not 1 <= len(text) <= DESCRIPTION:
            yield f"{path}: a description has {len(text)} characters; 1 to {DESCRIPTION} are allowed"
    options = node.get("options") or ()
    if len(options) > OPTIONS:
        yield f"{path}: {len(options)} options; {OPTIONS} are allowed"
    choices = node.get("choices") or ()
    if len(choices) > CHOICES:
        yield f"{path}: {len(choices)} choices; {CHOICES} are allowed"
    for choice in choices:
        for text in (*_texts(choice, "name"), str(choice["value"])):
            if not 1 <= len(text) <= CHOICE_NAME:
                yield f"{path}: a choice has {len(text)} characters; 1 to {CHOICE_NAME} are allowed"
    for option in options:
        yield from _node(option, f"{path} {option['name']}")


def _texts(node: Payload, key: str) -> list[str]:
    own = [node[key]] if key in node else []
    return own + list((node.get(f"{key}_localizations") or {}).values())


def _named(name: str) -> bool:
    return (
        1 <= len(name) <= NAME
        and name == name.lower()
        and all(letter.isalnum() or letter in "-_'" for letter in name)
    )
