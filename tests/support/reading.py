"""Helpers that read messages in a simulated Discord, check Discord's limits, and press buttons."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from simcord import interactions as simulated
from simcord.backend import serializers
from simcord.results import InteractionResult, ResponseMessage

from bot.host.logs import LineFormatter
from games.core.picture import MAX_BOARD_HEIGHT, PICTURE_WIDTH
from games.drawing.spotlight import STRIP_HEIGHT
from tests.support.harbour import Harbour, read_components
from tests.support.quick import copy_data_quickly
from tests.support.standin.limits import TEXT_TYPE, find_problems
from tests.support.standin.world import list_components


def read_answer(result: InteractionResult) -> str:
    """Return the text of the newest answer to a press or command, asserting that it is private."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown is not None, "no answer at all"
    assert shown.ephemeral, f"shown to everybody: {shown.content}"
    return read_text(shown)


def read_text(message: Any) -> str:
    """Return the text of a message's Components V2 layout, or else its content."""
    return "\n".join(list_layout_texts(message)) or str(message.content)


def list_layout_texts(message: Any) -> list[str]:
    """Return the texts of a Components V2 layout."""
    return [
        part["content"] for part in list_components(read_components(message)) if part["type"] == TEXT_TYPE
    ]


def get_reply(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None, "no answer at all"
    return result.response


def list_sent_payloads(harbour: Harbour) -> list[dict[str, Any]]:
    """Return the payloads of the bot's posts in channels, oldest first."""
    requests = harbour.env.http_requests
    return [r.json or {} for r in requests if r.method == "POST" and r.path.endswith("/messages")]


def list_notified_people(harbour: Harbour) -> list[int]:
    """Return the IDs of the people whom the newest post pinged."""
    return [int(user) for user in list_sent_payloads(harbour)[-1]["allowed_mentions"].get("users", ())]


def check_limits(message: Any) -> None:
    files = [{"filename": file.filename} for file in message.attachments]
    told = {"content": message.content, "flags": message.flags.value, "attachments": files}
    assert not find_problems({**told, "components": read_components(message)})


async def read_picture(message: Any, *, is_board: bool = True) -> Image.Image:
    """Return a message's only picture, after checking its description, format and, for a board, size."""
    (attachment,) = message.attachments
    assert 1 <= len(attachment.description) <= 1024
    image = Image.open(io.BytesIO(await attachment.read()))
    image.load()
    assert image.format == "PNG"
    if is_board:
        assert image.width == PICTURE_WIDTH and image.height <= MAX_BOARD_HEIGHT + STRIP_HEIGHT
        # Discord's clients change the layout for pictures wider than 11:7.
        assert 7 * image.width <= 11 * image.height
    return image


def list_logged_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines that the bot logged, without times or durations."""
    line = LineFormatter()
    records = [record for record in caplog.records if record.name.startswith("bot")]
    return [re.sub(r"\b(time|ms)=\S+ ?", "", line.format(record)) for record in records]


class KeptMessage:
    """A message as a client once showed it, with buttons that can be pressed later."""

    def __init__(self, harbour: Harbour, message: Any) -> None:
        self.harbour = harbour
        self.message_id = message.id
        self.channel_id = getattr(message, "channel_id", None) or message.channel.id
        stored = harbour.env.backend.get_message(self.channel_id, message.id)
        self.payload: dict[str, Any] = copy_data_quickly(
            dict(serializers.message_payload(harbour.env.backend, stored))
        )

    def press_without_waiting(
        self, person: Any, custom_id: str, values: list[str] | None = None
    ) -> InteractionResult:
        """Press a button or choose from a list without waiting for the result."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = values
        env = self.harbour.env
        record, payload = simulated.base_payload(
            env.backend,
            type=3,
            channel_id=self.channel_id,
            guild_id=env.backend.get_channel(self.channel_id).guild_id,
            user_id=person.id,
            data=data,
        )
        payload["message"] = copy_data_quickly(self.payload)
        record.source_message_id = self.message_id
        env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(env, record)

    async def press(self, person: Any, custom_id: str, values: list[str] | None = None) -> InteractionResult:
        """Press a button or choose from a list, and wait for the result."""
        result = self.press_without_waiting(person, custom_id, values)
        await self.harbour.env.settle()
        return result

    async def forge_press(
        self, person: Any, custom_id: str, values: list[str] | None = None
    ) -> InteractionResult:
        """Press a button or choose from a list that the message never had."""
        self.show_only_component(custom_id, values)
        return await self.press(person, custom_id, values)

    def show_only_component(self, custom_id: str, values: list[str] | None = None) -> None:
        """Replace the message's components with one button, or with one list if there are ``values``."""
        part: dict[str, Any] = {"type": 2, "custom_id": custom_id, "label": "?", "style": 1}
        if values is not None:
            part = {"type": 3, "custom_id": custom_id, "options": []}
        self.payload["components"] = [{"type": 1, "components": [part]}]


def set_languages(
    monkeypatch: pytest.MonkeyPatch, people: dict[int, str], *, server: str = "en-US", others: str = "en-US"
) -> None:
    """Set the languages of the server and of people's clients.

    :param people: languages by user ID. All other people have the language ``others``.
    """
    real = simulated.base_payload

    def make_localised_payload(*args: Any, **kwargs: Any) -> Any:
        record, payload = real(*args, **kwargs)
        payload["locale"] = people.get(kwargs["user_id"], others)
        if "guild_locale" in payload:
            payload["guild_locale"] = server
        return record, payload

    monkeypatch.setattr(simulated, "base_payload", make_localised_payload)
