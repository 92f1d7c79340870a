"""Interactions (presses and commands), their deadlines, and the lifetime of their tokens."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from tests.support.standin.world import (
    APPLICATION_ID,
    MEMBER_PERMISSIONS,
    Json,
    Message,
    World,
)

COMMAND_KIND, COMPONENT_KIND, AUTOCOMPLETE_KIND, SUBMIT_KIND = 2, 3, 4, 5
REPLY_RESPONSE, DEFER_REPLY_RESPONSE, DEFER_UPDATE_RESPONSE = 4, 5, 6
UPDATE_RESPONSE, CHOICES_RESPONSE, FORM_RESPONSE = 7, 8, 9
ACKNOWLEDGE_DEADLINE_SECONDS = 3.0
"""Seconds within which Discord requires an acknowledgement. The stand-in enforces this only on request."""
DEFAULT_DEADLINE_SECONDS = 60.0
"""Seconds that the stand-in allows by default, so that tests don't fail on a busy computer."""
TOKEN_LIFETIME_SECONDS = 900.0


@dataclass(slots=True)
class Interaction:
    """A press, command or autocomplete request, and the answers to it."""

    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    data: Json
    message: Message | None
    # The simulation replaces this clock, so the name must be looked up each time.
    sent_at: float = field(default_factory=lambda: time.monotonic())
    acknowledged_at: float | None = None
    is_late: bool = False
    """Whether the bot's acknowledgement came after the deadline."""
    response: int | None = None
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    """Private messages sent as answers, including the original response once it has text."""
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    """The form that was sent as the answer."""
    answer_count: int = 0
    """Number of answers shown to the person, counting edits."""

    @property
    def acknowledgement_seconds(self) -> float | None:
        return None if self.acknowledged_at is None else self.acknowledged_at - self.sent_at

    @property
    def name(self) -> str:
        """A short description: the command, or the verb of a button and the kind of its message."""
        if self.kind == SUBMIT_KIND:
            return f"{self.data['custom_id'].split(':')[1]} filled in"
        if self.kind == COMPONENT_KIND:
            place = "channel" if self.message is None or self.message.seen_by is None else "private message"
            return f"{self.data['custom_id'].split(':')[1]} in the {place}"
        sub = "".join(f" {option['name']}" for option in self.data.get("options", ()) if option["type"] == 1)
        return f"{'choices of ' if self.kind == AUTOCOMPLETE_KIND else ''}/{self.data['name']}{sub}"

    def get_answer(self) -> Message | None:
        return self.answers[-1] if self.answers else None

    def count_answer(self) -> None:
        self.answer_count += 1


class Interactions:
    """All interactions, by token."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.by_token: dict[str, Interaction] = {}
        self.acknowledge_seconds = DEFAULT_DEADLINE_SECONDS
        self.answer_seconds = DEFAULT_DEADLINE_SECONDS
        self.token_seconds = TOKEN_LIFETIME_SECONDS

    def make_interaction(
        self, kind: int, user_id: int, channel_id: int, data: Json, message: Message | None
    ) -> Interaction:
        """Create an interaction without sending it to the bot."""
        interaction = Interaction(
            self._world.ids.make_id(), secrets.token_hex(16), kind, user_id, channel_id, data, message
        )
        self.by_token[interaction.token] = interaction
        return interaction

    def make_payload(self, interaction: Interaction, locale: str = "en-US") -> Json:
        guild = self._world.find_guild(interaction.channel_id)
        permissions = MEMBER_PERMISSIONS | self._world.extra_permissions_by_user.get(interaction.user_id, 0)
        told: Json = {
            "id": str(interaction.id),
            "application_id": str(APPLICATION_ID),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "guild_id": str(guild),
            "guild": {"id": str(guild), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "locale": locale,
            "channel_id": str(interaction.channel_id),
            "channel": self._world.make_channel_payload(interaction.channel_id),
            "member": self._world.make_member_payload(interaction.user_id, permissions=permissions),
            "data": interaction.data,
            "app_permissions": str(
                self._world.granted_permissions
                & ~self._world.denied_permissions_by_channel.get(interaction.channel_id, 0)
            ),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild)},
            "context": 0,
            "attachment_size_limit": 10 << 20,
        }
        if interaction.message is not None:
            told["message"] = self._world.make_message_payload(interaction.message)
        return told

    def is_too_late(self, interaction: Interaction) -> bool:
        """Return whether the deadline for acknowledging has passed."""
        return time.monotonic() - interaction.sent_at > self.acknowledge_seconds

    def is_void(self, interaction: Interaction) -> bool:
        """Return whether the token has expired, or the interaction was never acknowledged."""
        return (
            interaction.acknowledged_at is None or time.monotonic() - interaction.sent_at > self.token_seconds
        )


def make_press_data(custom_id: str, values: list[str] | None = None, kind: int | None = None) -> Json:
    """Return the interaction data for pressing a component.

    :param kind: the component's type, by default 2 (button) without ``values``, 3 (select menu) with them.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind or (2 if values is None else 3)}
    if values is not None:
        data["values"] = values
    return data


def make_form_data(form: Json, values: dict[str, str | bool]) -> Json:
    """Return the interaction data for submitting a form. Fields without a value keep their initial one."""
    made = []
    for label in form["components"]:
        field_ = label["component"]
        key, options = field_["custom_id"], field_.get("options", ())
        offered = next((option["value"] for option in options if option.get("default")), None)
        value = values.get(key, offered if options else field_.get("value", field_.get("default")))
        part = {"type": field_["type"], "custom_id": key, "value": value}
        if field_["type"] == 3:
            part = {"type": 3, "custom_id": key, "values": [] if value is None else [value]}
        made.append({"type": 18, "component": part})
    return {"custom_id": form["custom_id"], "components": made}


def make_command_data(
    command: str, options: dict[str, Any], focused: str | None = None, command_id: int = 5001
) -> Json:
    """Return the interaction data for a slash command. A subcommand is separated by a space.

    A channel option is given as Discord's payload.
    """
    name, _, sub = command.partition(" ")
    made: list[Json] = []
    resolved: Json = {}
    for key, value in options.items():
        if isinstance(value, dict):
            resolved[value["id"]] = {**value, "permissions": str(MEMBER_PERMISSIONS)}
            made.append({"name": key, "type": 7, "value": value["id"]})
            continue
        kind = 4 if isinstance(value, int) and not isinstance(value, bool) else 3
        made.append(
            {"name": key, "type": kind, "value": value, **({"focused": True} if key == focused else {})}
        )
    if sub:
        made = [{"name": sub, "type": 1, "options": made}]
    told: Json = {"id": str(command_id), "name": name, "type": 1, "options": made}
    return {**told, "resolved": {"channels": resolved}} if resolved else told
