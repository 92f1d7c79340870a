"""Faster versions of slow operations that every simulated Discord repeats.

SimCord copies and checks all data that passes through it, several times per request, and each new bot
translates its commands.
"""

from __future__ import annotations

import copy
import json
import marshal
import pickle
from types import SimpleNamespace
from typing import Any

import simcord._runtime
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands

from bot.kit.cache import Cache
from bot.platform import registration
from bot.platform.commands import CommandPayload, collect_payloads
from tests.support.drawn import install_picture_cache

MAX_VALIDATED_TREES = 1000
"""Maximum number of cached component trees per process. Each has a few KiB."""
_validated_trees: Cache[tuple[bytes, int], bytes] = Cache(MAX_VALIDATED_TREES)
"""Valid components as SimCord normalizes them, by the original components and the message's flags."""
_validate_components = simcord.components.validate_components

_payloads_by_signature: dict[str, list[CommandPayload]] = {}
"""Translated command payloads, by their untranslated form. All bots share them, because none changes them."""


def copy_quickly(data: Any, memo: dict[int, Any] | None = None) -> Any:
    """Return an independent copy, made by ``marshal`` or ``pickle`` if they support the data.

    The cached command payloads are by far the largest data, and are returned without copying.
    """
    if any(data is shared for shared in _payloads_by_signature.values()):
        return data
    try:
        return marshal.loads(marshal.dumps(data))
    except ValueError:
        pass
    try:
        return pickle.loads(pickle.dumps(data))
    except (pickle.PicklingError, TypeError, AttributeError):
        return copy.deepcopy(data, memo)


def validate_once(components: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """Return a normalized copy of a message's components. Equal valid ones are checked only once per process.

    :raises ComponentValidationError: Discord would refuse them.
    """
    try:
        # Use version 2, because the results of newer versions depend on which objects are identical.
        key = marshal.dumps(components, 2), int(flags)
    except ValueError:
        return _validate_components(components, flags=flags)
    kept = _validated_trees.get(key)
    if kept is not None:
        copied: list[dict[str, Any]] = marshal.loads(kept)
        return copied
    normalized = _validate_components(components, flags=flags)
    _validated_trees.put(key, marshal.dumps(normalized))
    return normalized


async def collect_cached_payloads(tree: app_commands.CommandTree[Any]) -> list[CommandPayload]:
    """Return the command tree's payload for Discord. Equal trees are translated only once per process."""
    plain = json.dumps([command.to_dict(tree) for command in tree.get_commands()])
    if plain not in _payloads_by_signature:
        _payloads_by_signature[plain] = await collect_payloads(tree)
    return _payloads_by_signature[plain]


def install_quick_versions() -> None:
    """Patch SimCord and the bot with the quick versions in this module."""
    for named in (simcord.components, simcord.results):
        vars(named)["deepcopy"] = copy_quickly
    for whole in (simcord.gateway, simcord.http.router):
        vars(whole)["copy"] = SimpleNamespace(deepcopy=copy_quickly)
    vars(simcord.components)["validate_components"] = validate_once
    # SimCord searches a list for a callback's record. Comparing identities is enough, and faster than
    # comparing all fields.
    setattr(simcord._runtime._CallbackRecord, "__eq__", object.__eq__)  # noqa: B010
    vars(registration)["collect_payloads"] = collect_cached_payloads
    install_picture_cache()
