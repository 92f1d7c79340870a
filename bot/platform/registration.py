"""Sending the commands to Discord, only when they have changed: it takes few such calls a day."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.platform.commands import SLASH, payloads
from bot.platform.mentions import Mentions
from bot.storage.settings import BOT_OWNER, Settings

log = logging.getLogger(__name__)

DIGEST = "commands"
IDS = "command-ids"
"""Under these are kept what was sent last, and the ids that Discord gave to the commands then."""


async def register(
    tree: app_commands.CommandTree[Any], settings: Settings, mentions: Mentions, *, always: bool
) -> None:
    """Let Discord and ``mentions`` know the commands.

    :param settings: of channels, among them the bot's own.
    :param always: send them even if they are those of the last time.
    """
    sent = await payloads(tree)
    content = json.dumps(sent, sort_keys=True)
    digest = f"{tree.client.application_id}:{hashlib.sha256(content.encode()).hexdigest()}"
    ids = await settings.get(BOT_OWNER, IDS)
    if always or ids is None or await settings.get(BOT_OWNER, DIGEST) != digest:
        # What the tree would send itself is the same, but it would have all of it translated once more.
        application = tree.client.application_id
        assert application is not None
        known = await tree.client.http.bulk_upsert_global_commands(application, payload=sent)
        ids = json.dumps(
            {command["name"]: int(command["id"]) for command in known if command["type"] == SLASH}
        )
        await settings.set(BOT_OWNER, IDS, ids)
        await settings.set(BOT_OWNER, DIGEST, digest)
        log.info("commands synchronised")
    mentions.learn(sent, json.loads(ids))
