"""The state of the stand-in: servers with channels, people and messages."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, from which IDs count, in milliseconds since 1970."""
BOT_ID = 1001
APPLICATION_ID = 1001
GUILD_ID = 2001
FIRST_CHANNEL_ID = 4001
OWNER_ID = 700_000_000_000_003_001
"""ID of the first person, as long as a real ID so that no text contains it by chance."""
MEMBER_PERMISSIONS = sum(1 << bit for bit in (10, 11, 16))
"""Permissions of members: view, send, and read the history."""
HOST_PERMISSIONS = sum(1 << bit for bit in (10, 11, 14, 15, 16, 35, 36, 38))
"""Permissions that the bot's invitation asks for: view, send, embed, attach, history, threads."""
READ_HISTORY_PERMISSION = 1 << 16
EPHEMERAL_FLAG = 64
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
NONCE_LIFETIME_SECONDS = 300.0
"""Seconds for which a nonce identifies its message."""


class Ids:
    """Makes snowflake IDs, each greater than the last."""

    def __init__(self) -> None:
        self._last = 0

    def make_id(self) -> int:
        fresh = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(self._last + 1, fresh)
        return self._last


@dataclass(slots=True)
class Upload:
    id: int
    filename: str
    description: str | None
    size: int
    digest: str


MAX_RECENT_CONTENTS = 100
RECENT_CONTENTS_BY_DIGEST: dict[str, bytes] = {}
"""The contents of the last uploads of all worlds, to compare a wrong picture with the expected one."""


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    content: str
    components: list[Json]
    uploads: list[Upload]
    mentions: list[int]
    nonce: str | None
    flags: int = 0
    seen_by: int | None = None
    """ID of the only person who sees the message, if it is private."""
    edit_count: int = 0
    deleted: bool = False
    # The simulation replaces this clock, so the name must be looked up each time.
    posted_monotonic: float = field(default_factory=lambda: time.monotonic())
    posted_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    edited_at: datetime | None = None

    def list_buttons(self) -> dict[str, str]:
        """Return the labels of enabled buttons by custom_id."""
        return {
            part["custom_id"]: part.get("label", "")
            for part in self.list_parts()
            if part["type"] == 2 and not part.get("disabled") and "custom_id" in part
        }

    def list_menus(self) -> dict[str, list[str]]:
        """Return the values of enabled select menus by custom_id."""
        return {
            part["custom_id"]: [option["value"] for option in part["options"]]
            for part in self.list_parts()
            if part["type"] == 3 and not part.get("disabled")
        }

    def read_text(self) -> str:
        """Return the text of the message's Components V2 layout, or else its content."""
        return (
            "\n".join(part["content"] for part in list_components(self.components) if part["type"] == 10)
            or self.content
        )

    def list_parts(self) -> list[Json]:
        """Return all components except rows."""
        return [part for part in list_components(self.components) if part["type"] != 1]


class World:
    """The state of the servers. Most collections are dicts by ID."""

    def __init__(
        self,
        channel_count: int = 1,
        people: Iterable[str] = ("Anna", "Ben", "Chris", "Dana"),
        *,
        guild_count: int = 1,
    ) -> None:
        """Create channels and people. The first person owns the servers.

        :param guild_count: number of servers, over which the channels are spread. With as many shards as
            servers, each server has its own shard.
        """
        self.ids = Ids()
        self.guilds = [GUILD_ID + (number << 22) for number in range(guild_count)]
        self.people = {OWNER_ID + n: name for n, name in enumerate(people)}
        self.channels = {FIRST_CHANNEL_ID + n: f"reef-{n + 1}" for n in range(channel_count)}
        self.threads: dict[int, Json] = {}
        self.forum_tags_by_channel: dict[int, list[Json]] = {}
        self.granted_permissions = HOST_PERMISSIONS
        """Permissions of the bot's role, as bits. Set them before the bot starts."""
        self.extra_permissions_by_user: dict[int, int] = {}
        """Additional permissions in all channels, as bits by user ID."""
        self.messages: dict[int, Message] = {}
        self.messages_by_channel: dict[int, list[Message]] = {}
        self.unjoined_threads: set[int] = set()
        """Private threads that the bot hasn't joined, from which it receives only presses and commands."""
        self.denied_permissions_by_channel: dict[int, int] = {}
        """Permissions that the bot doesn't have, as bits by channel. Set them before the bot starts."""
        self.max_concurrency = 1
        """Number of groups of shards. Only one shard of each group may log in at a time."""
        self.commands: list[Json] = []
        self.emoji: dict[int, Json] = {}
        self.events: dict[int, Json] = {}
        self.unique_emoji = True
        self.violations: list[str] = []
        """Discord limits exceeded by the bot's requests."""

    def add(self, message: Message) -> Message:
        self.messages[message.id] = message
        self.messages_by_channel.setdefault(message.channel_id, []).append(message)
        return message

    def list_public_messages(self, channel_id: int) -> list[Message]:
        """Return the public messages in a channel, oldest first."""
        found = self.messages_by_channel.get(channel_id, [])
        return [m for m in found if not m.deleted and m.seen_by is None]

    def find_guild(self, channel_id: int) -> int:
        """Return the server of a channel or thread."""
        if channel_id in self.threads:
            return int(self.threads[channel_id]["guild_id"])
        return self.guilds[(channel_id - FIRST_CHANNEL_ID) % len(self.guilds)]

    def create_thread(
        self,
        parent: int,
        name: str,
        *,
        kind: int = PUBLIC_THREAD,
        owner: int = OWNER_ID,
        has_bot_joined: bool = True,
    ) -> int:
        """Create a thread without sending an event; return its ID."""
        new = self.ids.make_id()
        self.threads[new] = {
            "id": str(new),
            "guild_id": str(self.find_guild(parent)),
            "parent_id": str(parent),
            "owner_id": str(owner),
            "type": kind,
            "name": name,
            "message_count": 0,
            "member_count": 1,
            "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": 1440,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
                "locked": False,
            },
        }
        if kind == PRIVATE_THREAD:
            self.unjoined_threads.add(new)
        if has_bot_joined:
            self.join_thread(new)
        return new

    def join_thread(self, thread: int) -> Json:
        self.unjoined_threads.discard(thread)
        joined = {"id": str(thread), "join_timestamp": "2026-01-01T00:00:00+00:00", "flags": 0}
        self.threads[thread]["member"] = {**joined, "user_id": str(BOT_ID)}
        return self.threads[thread]

    def is_locked(self, thread: int) -> bool:
        return thread in self.threads and bool(self.threads[thread]["thread_metadata"]["locked"])

    def find_by_nonce(self, channel_id: int, nonce: str) -> Message | None:
        """Return the channel's recent message that was posted with this nonce, if any."""
        since = time.monotonic() - NONCE_LIFETIME_SECONDS
        for message in reversed(self.messages_by_channel.get(channel_id, [])):
            if message.posted_monotonic < since:
                return None
            if message.nonce == nonce:
                return message
        return None

    def make_user_payload(self, user_id: int) -> Json:
        bot = user_id == BOT_ID
        name = "Reefs" if bot else self.people[user_id]
        return {
            "id": str(user_id),
            "username": name.lower(),
            "global_name": name,
            "discriminator": "0",
            "avatar": None,
            "bot": bot,
        }

    def make_member_payload(self, user_id: int, *, permissions: int | None = None) -> Json:
        """Return a member's payload. Include ``permissions`` if it is for an interaction."""
        told: Json = {
            "user": self.make_user_payload(user_id),
            "roles": [str(GUILD_ID + 1)] if user_id == BOT_ID else [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        if permissions is not None:
            told["permissions"] = str(permissions)
        return told

    def make_channel_payload(self, channel_id: int) -> Json:
        if channel_id in self.threads:
            return self.threads[channel_id]
        return {
            "id": str(channel_id),
            "guild_id": str(self.find_guild(channel_id)),
            "type": 0,
            "name": self.channels[channel_id],
            "position": 0,
            "permission_overwrites": [_make_denial(self.denied_permissions_by_channel.get(channel_id, 0))],
            "nsfw": False,
            "topic": None,
            "parent_id": None,
            "rate_limit_per_user": 0,
            **(
                {"type": 15, "available_tags": self.forum_tags_by_channel[channel_id]}
                if channel_id in self.forum_tags_by_channel
                else {}
            ),
        }

    def make_guild_payload(self, guild_id: int = GUILD_ID) -> Json:
        """Return a server's payload, as sent with GUILD_CREATE."""
        roles = [
            _make_role(guild_id, "@everyone", MEMBER_PERMISSIONS, 0),
            _make_role(GUILD_ID + 1, "Reefs", self.granted_permissions, 1),
        ]
        return {
            "id": str(guild_id),
            "name": "Reef Harbour",
            "icon": None,
            "owner_id": str(OWNER_ID),
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": roles,
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "system_channel_flags": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "nsfw_level": 0,
            "large": False,
            "member_count": len(self.people) + 1,
            "members": [self.make_member_payload(BOT_ID)],
            "channels": [
                self.make_channel_payload(found)
                for found in self.channels
                if self.find_guild(found) == guild_id
            ],
            "threads": [
                made
                for number, made in self.threads.items()
                if number not in self.unjoined_threads and self.find_guild(number) == guild_id
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "unavailable": False,
        }

    def make_message_payload(self, message: Message) -> Json:
        return {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author": self.make_user_payload(BOT_ID),
            "content": message.content,
            "timestamp": message.posted_at.isoformat(),
            "edited_timestamp": None if message.edited_at is None else message.edited_at.isoformat(),
            "tts": False,
            "mention_everyone": False,
            "mentions": [self.make_user_payload(user) for user in message.mentions if user in self.people],
            "mention_roles": [],
            "attachments": [_make_attachment(upload) for upload in message.uploads],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": message.flags,
            "components": message.components,
            **({} if message.nonce is None else {"nonce": message.nonce}),
        }


def list_components(components: Iterable[Json]) -> Iterator[Json]:
    """Yield every component of a message, including nested ones."""
    for part in components:
        yield part
        yield from list_components(part.get("components", ()))
        yield from list_components([part["accessory"]] if "accessory" in part else ())


def make_upload(id_: int, filename: str, description: str | None, content: bytes) -> Upload:
    upload = Upload(id_, filename, description, len(content), hashlib.sha256(content).hexdigest())
    RECENT_CONTENTS_BY_DIGEST[upload.digest] = content
    while len(RECENT_CONTENTS_BY_DIGEST) > MAX_RECENT_CONTENTS:
        del RECENT_CONTENTS_BY_DIGEST[next(iter(RECENT_CONTENTS_BY_DIGEST))]
    return upload


def _make_denial(bits: int) -> Json:
    """Return a permission overwrite that denies the bot these permissions."""
    return {"id": str(BOT_ID), "type": 1, "allow": "0", "deny": str(bits)}


def _make_role(role_id: int, name: str, permissions: int, position: int) -> Json:
    return {
        "id": str(role_id),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def _make_attachment(upload: Upload) -> Json:
    return {
        "id": str(upload.id),
        "filename": upload.filename,
        "description": upload.description,
        "size": upload.size,
        "url": f"https://cdn.invalid/{upload.id}",
        "proxy_url": f"https://cdn.invalid/{upload.id}",
        "content_type": "image/png",
    }
