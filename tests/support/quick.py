"""What each simulated Discord does again and again, done quicker: no test is about it.

SimCord copies all that passes through it, at each request twice; each new bot has its commands translated.
"""

from __future__ import annotations

import copy
import json
import marshal
from types import SimpleNamespace
from typing import Any

import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands

from bot.platform import registration
from bot.platform.commands import Payload, collect_payloads

_translated: dict[str, list[Payload]] = {}
"""The commands in all languages, found by what they are in their own."""


def copied(data: Any, memo: dict[int, Any] | None = None) -> Any:
    """Return a copy that shares nothing; of plain data, which nearly all is, without a step of Python."""
    try:
        return marshal.loads(marshal.dumps(data))
    except ValueError:
        return copy.deepcopy(data, memo)


async def known(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """Return what a synchronisation of the tree would send; what is alike is translated once a process."""
    plain = json.dumps([command.to_dict(tree) for command in tree.get_commands()])
    if plain not in _translated:
        _translated[plain] = await collect_payloads(tree)
    made: list[Payload] = copied(_translated[plain])
    return made


def hurry() -> None:
    """Have SimCord copy that way, and bots present commands that have been translated."""
    for named in (simcord.components, simcord.results):
        vars(named)["deepcopy"] = copied
    for whole in (simcord.gateway, simcord.http.router):
        vars(whole)["copy"] = SimpleNamespace(deepcopy=copied)
    vars(registration)["payloads"] = known
