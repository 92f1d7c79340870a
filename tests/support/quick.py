"""Faster versions of slow operations that every simulated Discord repeats.

SimCord copies and checks all data that passes through it, several times per request, and each new bot
translates its commands.
"""

from __future__ import annotations

import copy
import json
import marshal
import pickle
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord.state
import simcord._dpy_internals
import simcord._runtime
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands

from bot.kit.cache import Cache
from bot.platform import registration
from bot.platform.commands import CommandPayload, collect_payloads
from bot.platform.mentions import CommandMentions
from tests.support.drawn import install_picture_cache

MAX_VALIDATED_TREES = 1000
"""Maximum number of cached component trees per process. Each has a few KiB."""
_validated_trees: Cache[tuple[bytes, int], bytes] = Cache(MAX_VALIDATED_TREES)
"""Valid components as SimCord normalizes them, by the original components and the message's flags."""
_validate_components = simcord.components.validate_components
_dispatch, _ROUTES = simcord.http.router.dispatch, simcord.http.router._ROUTES
_routes_by_length: dict[tuple[str, int], dict[str, Any]] = {}
walk_components = simcord.components.walk_components
_resolve_attachment_references = simcord.components.resolve_attachment_references
_is_wait_for_listener = simcord._dpy_internals.is_wait_for_listener
_is_view_timeout = simcord._dpy_internals._view_timeout_task_identity
_VIEW_TIMEOUT_CODE = simcord._dpy_internals._view.BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]

_payloads_by_signature: dict[str, list[CommandPayload]] = {}
"""Translated command payloads, by their untranslated form. All bots share them, because none changes them."""
_set_commands = CommandMentions.set_commands
_mentions_by_commands: dict[tuple[int, tuple[tuple[str, int], ...]], dict[str, str]] = {}
"""Command mentions by the identity of the payloads and the commands' IDs."""


def copy_data_quickly(data: Any, memo: dict[int, Any] | None = None) -> Any:
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


def validate_components_once(components: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """Return a normalized copy of a message's components. Equal valid ones are checked only once per process.

    :raises ComponentValidationError: Discord would refuse them.
    """
    try:
        # Use version 2 of marshal, because the output of newer versions depends on which objects are
        # identical.
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


def walk_components_quickly(components: Any) -> Iterator[dict[str, Any]]:
    """Return every component in wire order, including nested ones."""
    return iter(_list_nested([], components))


def _list_nested(found: list[dict[str, Any]], components: Any) -> list[dict[str, Any]]:
    for component in (components,) if isinstance(components, dict) else components:
        if not isinstance(component, dict):
            continue
        found.append(component)
        if "components" in component and isinstance(component["components"], list):
            _list_nested(found, component["components"])
        for key in ("accessory", "component"):
            if key in component and isinstance(component[key], dict):
                _list_nested(found, component[key])
    return found


def resolve_attachments_quickly(components: Any, attachments: Any) -> list[dict[str, Any]]:
    """Return a copy of components in which ``attachment://`` URLs are replaced, if there are any."""
    try:
        dumped = marshal.dumps(components, 2)
    except ValueError:
        dumped = b"attachment://"
    if b"attachment://" in dumped:
        return _resolve_attachment_references(components, attachments)
    copied: list[dict[str, Any]] = marshal.loads(dumped)
    return copied


def read_clock() -> float:
    """Return the simulated time in a bot's code, and the real time elsewhere."""
    scope = simcord._runtime._BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and generation == env._generation:
            now: float = env._virtual_time
            return now
    return simcord._dpy_internals._REAL_MONOTONIC()


def is_wait_for_listener(client: Any, task: Any) -> bool:
    """Return whether a task waits for an event of ``Client.wait_for``."""
    return any(client._listeners.values()) and _is_wait_for_listener(client, task)


def is_view_wait_future(client: Any, waiter: Any) -> bool:
    """Return whether ``waiter`` ends when a view of discord.py's store is stopped."""
    store = client._connection._view_store
    return (
        bool(store._views or store._modals)
        and waiter in simcord._dpy_internals._stored_wait_futures(client)
        and not waiter.done()
    )


def is_view_timeout(client: Any, task: Any) -> bool:
    """Return whether a task ends a view of discord.py's store after its timeout."""
    store = client._connection._view_store
    code = getattr(task.get_coro(), "cr_code", None)
    if not store._views and not store._modals and code is not _VIEW_TIMEOUT_CODE:
        return False
    return _is_view_timeout(client, task)


def dispatch_quickly(backend: Any, method: str, path: str, **request: Any) -> Any:
    """Dispatch a request among the routes that have as many parts as its path."""
    part_count = len(path.strip("/").split("/"))
    if (method, part_count) not in _routes_by_length:
        found = [each for each in _ROUTES.get(method, ()) if len(each[0]) == part_count]
        _routes_by_length[method, part_count] = {method: found}
    vars(simcord.http.router)["_ROUTES"] = _routes_by_length[method, part_count]
    return _dispatch(backend, method, path, **request)


async def collect_cached_payloads(tree: app_commands.CommandTree[Any]) -> list[CommandPayload]:
    """Return the command tree's payload for Discord. Equal trees are translated only once per process."""
    plain = json.dumps([command.to_dict(tree) for command in tree.get_commands()])
    if plain not in _payloads_by_signature:
        _payloads_by_signature[plain] = await collect_payloads(tree)
    return _payloads_by_signature[plain]


def set_commands_once(mentions: CommandMentions, commands: list[CommandPayload], ids: dict[str, int]) -> None:
    """Set the commands that texts link to. Links to the same commands are only made once per process."""
    # Cached payloads are never freed, so no other payload gets the same ``id``.
    key = id(commands), tuple(ids.items())
    if not any(commands is shared for shared in _payloads_by_signature.values()):
        _set_commands(mentions, commands, ids)
    elif key in _mentions_by_commands:
        mentions._mentions = _mentions_by_commands[key]
    else:
        _set_commands(mentions, commands, ids)
        _mentions_by_commands[key] = mentions._mentions


def list_parsers(state: Any) -> list[tuple[str, Any]]:
    """Return the methods of discord.py's state that parse events, with their names."""
    return [(name, getattr(state, name)) for name in dir(type(state)) if name.startswith("parse_")]


def install_quick_versions() -> None:
    """Patch SimCord and the bot with the quick versions in this module."""
    for named in (simcord.components, simcord.results):
        vars(named)["deepcopy"] = copy_data_quickly
    for whole in (simcord.gateway, simcord.http.router):
        vars(whole)["copy"] = SimpleNamespace(deepcopy=copy_data_quickly)
    vars(simcord.components)["validate_components"] = validate_components_once
    _replace_everywhere(walk_components, walk_components_quickly)
    _replace_everywhere(_dispatch, dispatch_quickly)
    _replace_everywhere(simcord.components.resolve_attachment_references, resolve_attachments_quickly)
    vars(simcord._dpy_internals).update(
        _clock_monotonic=read_clock,
        is_wait_for_listener=is_wait_for_listener,
        is_view_wait_future=is_view_wait_future,
        _view_timeout_task_identity=is_view_timeout,
    )
    # SimCord searches a list for a callback's record. Comparing identities is enough, and faster than
    # comparing all fields.
    setattr(simcord._runtime._CallbackRecord, "__eq__", object.__eq__)  # noqa: B010
    vars(registration)["collect_payloads"] = collect_cached_payloads
    CommandMentions.set_commands = set_commands_once  # type: ignore[method-assign,assignment]
    # Replace ``inspect.getmembers``, which would read every attribute of the state to find its parsers.
    vars(discord.state)["inspect"] = SimpleNamespace(getmembers=list_parsers)
    install_picture_cache()


def _replace_everywhere(original: Any, quick: Any) -> None:
    """Replace a function in every module of SimCord that has imported it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "simcord":
            vars(module).update({key: quick for key, value in vars(module).items() if value is original})
