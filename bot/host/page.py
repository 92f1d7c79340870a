"""The playground's page: SimCord's preview of a channel, next to a list of all channels.

This module uses private parts of SimCord: a preview's pages, its catalogue of commands, and the handlers of
its server.
"""

from __future__ import annotations

import asyncio
import functools
import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from struct import Struct
from typing import Any

import simcord
from aiohttp import web
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.preview import _action_plans, _component_projection
from simcord.preview._server import PreviewServer, _read_json_body

from bot.host.languages import Language
from bot.host.places import list_channels_with_threads
from bot.ui.ids import RENEWAL_SEPARATOR

SCRIPT_FILE = Path(__file__).with_name("places.js")
STYLE_FILE = Path(__file__).with_name("page.css")
ICON_FILE = Path(__file__).resolve().parents[2] / "assets" / "brand" / "icon.png"
ICON_PATH = "/favicon.ico"
SCRIPT_TAG_PATTERN = re.compile(r"(<script[^>]*/)app(\.js[^>]*></script>)")
"""Matches the script tag in SimCord's page, after which another one is inserted."""
HEAD_END_PATTERN = re.compile("</head>")
KINDS_WITHOUT_FORM = frozenset({"click", "select", "run_command", "send_message"})
"""Kinds of actions that are impossible while a form covers the page."""
UPDATE_INTERVAL_SECONDS = 0.3
PNG_SIGNATURE = b"\x89PNG"
PNG_SIZE, PNG_SIZE_OFFSET = Struct(">II"), 16
"""Format and place of the width and height in a PNG file."""


_make_control_key = _component_projection._control_key
_make_component_key = _action_plans._component_key


def tell_selects_apart() -> None:
    """Make the page treat a select with a renewed custom_id as another select, as Discord does.

    SimCord identifies selects by their place in a message, so the page would keep the old choice and ignore
    choosing it again.
    """
    _component_projection._control_key = lambda scope, component, path: _extend_key(
        _make_control_key(scope, component, path), component
    )
    _action_plans._component_key = lambda component, path, message_id: _extend_key(
        _make_component_key(component, path, message_id), component
    )


def _extend_key(key: str | None, component: Mapping[str, Any]) -> str | None:
    custom_id = str(component.get("custom_id", ""))
    if key is None or custom_id.startswith("b:"):
        return key
    return key + "".join(custom_id.partition(RENEWAL_SEPARATOR)[1:])


def announce_picture_sizes(preview: simcord.Preview) -> None:
    """Tell the page the size of each PNG picture before it is loaded, so that messages don't jump then."""
    make_payload = preview._page_payload

    def make_payload_with_sizes(page: Any) -> dict[str, Any]:
        payload = make_payload(page)
        for key, entry in payload.get("assets", {}).items():
            blob = preview._blobs.get(page.assets[key].digest)
            if blob is not None and blob.data.startswith(PNG_SIGNATURE):
                width, height = PNG_SIZE.unpack_from(blob.data, PNG_SIZE_OFFSET)
                entry |= {"displayWidth": width, "displayHeight": height}
        return payload

    preview._page_payload = make_payload_with_sizes  # type: ignore[method-assign]


class PlaygroundServer(PreviewServer):
    """Serves the page with the list of channels, and runs typed commands."""

    _STATIC_FILES = PreviewServer._STATIC_FILES | {
        "/places.js": str(SCRIPT_FILE),
        "/page.css": str(STYLE_FILE),
        ICON_PATH: str(ICON_FILE),
    }
    _STATIC_CONTENT_TYPES = PreviewServer._STATIC_CONTENT_TYPES | {
        str(STYLE_FILE): "text/css",
    }

    def __init__(
        self, preview: simcord.Preview, port: int, language: Language, is_plug_armed: Callable[[], bool]
    ) -> None:
        """Create the server.

        :param is_plug_armed: returns whether the next move restarts the bot, so that the page can say so.
        """
        super().__init__(preview, port)
        tell_selects_apart()
        announce_picture_sizes(preview)
        self._is_plug_armed = is_plug_armed
        self._language = language
        self._last_read_ids: dict[int, int | None] = {}

    async def _index(self, request: web.Request) -> Any:
        """Return SimCord's page, with the playground's script and style sheet added."""
        answer = await super()._index(request)
        text = SCRIPT_TAG_PATTERN.sub(rf"\g<0>\n\1{SCRIPT_FILE.stem}\2", answer.text)
        text = HEAD_END_PATTERN.sub(rf'<link rel="stylesheet" href="/{STYLE_FILE.name}">\g<0>', text)
        answer.text = text.replace("</body>", f"{self._make_notice()}</body>")
        return answer

    def _make_notice(self) -> str:
        """Return the element that covers an unusable page. Its attributes contain the script's texts."""
        w = self._language.words
        texts = {
            "restarting": w("Starting again…"),
            "stopped": w("The playground is closed. Start it again, and this page reloads."),
            "keyless": w("Open the address that the terminal printed."),
        }
        held = " ".join(f'data-{name}="{html.escape(text)}"' for name, text in texts.items())
        return f'<p id="playground-notice" role="status" {held} hidden></p>'

    async def _static(self, request: web.Request) -> Any:
        """Return a static file. The icon is read here, because SimCord would read it as text."""
        if request.path != ICON_PATH:
            return await super()._static(request)
        return web.Response(
            body=ICON_FILE.read_bytes(), content_type="image/png", headers=self._SECURITY_HEADERS
        )

    async def _action(self, request: web.Request) -> Any:
        """Perform a user's action on the page. A message that is a command is run instead of posted."""
        context = request.headers.get("X-Simcord-Context")
        if request.content_type.startswith("multipart/") or not self._authorized(request, context=context):
            return await super()._action(request)
        asked = await _read_json_body(request)
        try:
            if isinstance(asked, dict):
                asked = self._convert_action(asked, self.preview._get_page(context))
            result = await self.preview._action(context, asked)
        except (simcord.SetupError, BackendError):
            raise web.HTTPBadRequest from None
        return web.json_response(result, headers=self._SECURITY_HEADERS)

    def _convert_action(self, action: dict[str, Any], page: Any) -> dict[str, Any]:
        """Return the action that SimCord should perform for a user's action.

        A message that is a command becomes that command. A press gets the revision of the current page,
        because SimCord refuses presses on a page that has just changed, unlike Discord.
        """
        if action.get("kind") == "send_message":
            entries = page.command_catalog.get("entries", [])
            action = action | read_command(str(action.get("content", "")), entries)
        if action.get("kind") in KINDS_WITHOUT_FORM:
            # An open form delays live updates, and SimCord isn't told that the form was dismissed.
            page.modal = page.modal_handle = None
        return action | {"published_revision": page.revision} if "published_revision" in action else action

    async def _pages(self, request: web.Request) -> Any:
        """Open a page or, if the playground's script asks, switch the channel and return all channels."""
        if "X-Places" not in request.headers:
            return await super()._pages(request)
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        asked = await request.json()
        try:
            viewer, wanted, message = (int(asked.get(name) or 0) for name in ("viewer", "place", "message"))
        except (AttributeError, TypeError, ValueError):
            raise web.HTTPBadRequest from None
        places = list_channels_with_threads(self.preview.env, viewer)
        channel_by_id = {one.id: one for channel, threads in places for one in (channel, *threads)}
        if wanted in channel_by_id and self.preview._active_action is None:
            show_channel(self.preview, channel_by_id[wanted], message)
        return web.json_response(self._make_places_payload(places), headers=self._SECURITY_HEADERS)

    def _make_places_payload(self, places: list[tuple[Channel, list[Channel]]]) -> dict[str, Any]:
        here, w = self.preview.channel.id, self._language.words
        shown = [
            (one, deep) for channel, threads in places for one, deep in _flatten_channels(channel, threads)
        ]
        for one, _ in shown:
            if one.id == here or one.id not in self._last_read_ids:
                self._last_read_ids[one.id] = (
                    one.last_message_id if one.id == here or not one.is_thread else None
                )
        return {
            "title": w("Channel"),
            "viewer": w("You are"),
            "here": str(here),
            "restarts": self._is_plug_armed(),
            "places": [
                {
                    "id": str(one.id),
                    "name": one.name,
                    "deep": deep,
                    "new": one.last_message_id != self._last_read_ids[one.id],
                }
                for one, deep in shown
            ],
            "new": w("new"),
        }


class LiveUpdates:
    """Shows messages as soon as they arrive or change, private ones too.

    SimCord itself shows them only after a press is answered, and announces only public messages.
    """

    def __init__(self, preview: simcord.Preview) -> None:
        """Watch the messages of the simulated Discord."""
        self._preview = preview
        self._changed = False
        backend = preview.env.backend
        for name in ("commit_message", "edit_message", "delete_message", "bulk_delete_messages"):
            setattr(backend, name, self._note_change_after(getattr(backend, name)))

    def _note_change_after(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that changes messages like the given one and notes that they changed."""

        @functools.wraps(change)
        def change_messages(*args: Any, **fields: Any) -> Any:
            result = change(*args, **fields)
            self._changed = True
            return result

        return change_messages

    async def run(self) -> None:
        """Update the pages regularly until cancelled."""
        while True:
            await asyncio.sleep(UPDATE_INTERVAL_SECONDS)
            self.update_pages()

    def update_pages(self) -> None:
        """Show changes since the last update, except on pages with an open form."""
        if not self._changed:
            return
        pages = tuple(self._preview._pages.values())
        self._changed = any(page.modal is not None for page in pages)
        for page in pages:
            if page.modal is None:
                self._preview._publish(page)


def read_command(text: str, command_entries: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the command typed as a text such as ``/move take A1``.

    Return an empty dict if the text isn't a command, or if a required option is missing. The words after the
    command's name are the value of its first option, whose name may precede them: ``action:take A1``. If that
    option doesn't have such a choice, leave the option out, so that a page opens at its first tab. A command
    that needs it becomes ``/help``, which lists the games and commands.
    """
    words = text.split()
    if not words or not words[0].startswith("/"):
        return {}
    words[0] = words[0][1:]
    matching_entries = [one for one in command_entries if words[: len(one["path"])] == one["path"]]
    if not matching_entries:
        return {}
    entry = max(matching_entries, key=lambda one: len(one["path"]))
    rest, options = " ".join(words[len(entry["path"]) :]), {}
    for option in entry["options"]:
        value, rest = rest.removeprefix(f"{option['name']}:").strip(), ""
        # The beginning of a choice's name is enough, such as a title without the number of players.
        named = [one["value"] for one in option["choices"] if one["name"].lower().startswith(value.lower())]
        known = value in (one["value"] for one in option["choices"])
        is_unknown = bool(option["choices"]) and not named and not known
        if is_unknown and option["required"]:
            # Show the help page, because SimCord would only say that the command wasn't completed.
            return read_command("/help", command_entries)
        if value and not is_unknown:
            options[option["name"]] = named[0] if named and not known else value
        elif option["required"]:
            return {}
    return {
        "kind": "run_command",
        "command_id": entry["commandId"],
        "path": entry["path"],
        "schema_fingerprint": entry["schemaFingerprint"],
        "options": options,
    }


def _flatten_channels(channel: Channel, threads: list[Channel]) -> list[tuple[Channel, bool]]:
    return [(channel, False), *((one, True) for one in threads)]


def show_channel(preview: simcord.Preview, channel: Channel, message_id: int = 0) -> None:
    """Show another channel or thread on all pages, including pages opened later.

    :param message_id: the message to scroll to; the newest one if it doesn't exist.
    """
    preview.channel = simcord.ChannelHandle(preview.env, preview.channel.guild, channel)
    messages = preview.env.backend.messages.get(channel.id, {})
    for page in preview._pages.values():
        preview._clear_page_assets(page)
        preview._redact_page_receipts(page)
        preview._reset_queries(page)
        page.channel_id = channel.id
        newest = preview._initial_target(page.viewer, channel.id)
        page.target_id = page.window_end_id = message_id if message_id in messages else newest
        page.modal = page.modal_handle = None
        page.status = "current"
        page.generation += 1
        preview._publish(page, reason="navigation")
