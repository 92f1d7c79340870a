"""Registers commands with Discord, only if they have changed, because Discord limits registrations."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.platform.commands import SLASH_COMMAND_TYPE, collect_payloads
from bot.platform.mentions import CommandMentions
from bot.storage.settings import BOT_OWNER, Settings

log = logging.getLogger(__name__)

COMMANDS_DIGEST_KEY = "commands"
COMMAND_IDS_KEY = "command-ids"


async def register_commands(
    tree: app_commands.CommandTree[Any], settings: Settings, mentions: CommandMentions, *, must_register: bool
) -> None:
    """Register the commands with Discord if they have changed, and pass their IDs to ``mentions``.

    :param settings: stores the digest and the IDs of the commands.
    :param must_register: register the commands even if they haven't changed.
    """
    sent = await collect_payloads(tree)
    content = json.dumps(sent, sort_keys=True)
    digest = f"{tree.client.application_id}:{hashlib.sha256(content.encode()).hexdigest()}"
    ids = await settings.get(BOT_OWNER, COMMAND_IDS_KEY)
    if must_register or ids is None or await settings.get(BOT_OWNER, COMMANDS_DIGEST_KEY) != digest:
        # ``tree.sync`` would translate all commands a second time.
        application = tree.client.application_id
        assert application is not None
        known = await tree.client.http.bulk_upsert_global_commands(application, payload=sent)
        ids = json.dumps(
            {
                command["name"]: int(command["id"])
                for command in known
                if command["type"] == SLASH_COMMAND_TYPE
            }
        )
        await settings.set(BOT_OWNER, COMMAND_IDS_KEY, ids)
        await settings.set(BOT_OWNER, COMMANDS_DIGEST_KEY, digest)
        log.info("commands synchronised")
    mentions.set_commands(sent, json.loads(ids))
