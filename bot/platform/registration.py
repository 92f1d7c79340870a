"""Registers changed commands with Discord, which limits how often that can be done in a day."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.platform.commands import SLASH, collect_payloads
from bot.platform.mentions import Mentions
from bot.storage.settings import BOT_OWNER, Settings

log = logging.getLogger(__name__)

DIGEST = "commands"
"""Name of the setting that stores the digest of the commands sent last."""
IDS = "command-ids"
"""Name of the setting that stores the IDs that Discord gave the commands."""


async def register(
    tree: app_commands.CommandTree[Any], settings: Settings, mentions: Mentions, *, always: bool
) -> None:
    """Send the commands to Discord if they have changed, and give their IDs to ``mentions``.

    :param settings: where the bot stores the digest and the IDs.
    :param always: send them even if they haven't changed.
    """
    sent = await collect_payloads(tree)
    content = json.dumps(sent, sort_keys=True)
    digest = f"{tree.client.application_id}:{hashlib.sha256(content.encode()).hexdigest()}"
    ids = await settings.get(BOT_OWNER, IDS)
    if always or ids is None or await settings.get(BOT_OWNER, DIGEST) != digest:
        # Don't use ``tree.sync``, which would translate everything a second time.
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
