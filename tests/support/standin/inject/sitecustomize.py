"""Makes discord.py connect to the stand-in. Python runs this module because its folder is on PYTHONPATH."""

import os
from importlib import import_module

_CONSTANTS = {
    "REEFS_ANSWER_SECONDS": ("bot.platform.deadlines", "RESPONSE_TIMEOUT_SECONDS"),
    "REEFS_LATE_SECONDS": ("bot.platform.deadlines", "LATE_CONFIRMATION_SECONDS"),
    "REEFS_SECOND_TRY_SECONDS": ("bot.platform.deadlines", "SECOND_TRY_DELAY_SECONDS"),
    "REEFS_PAUSE_SECONDS": ("bot.platform.emoji_upload", "UPLOAD_PAUSE_SECONDS"),
    "REEFS_TERM_SECONDS": ("bot.storage.leases", "TERM_SECONDS"),
    "REEFS_LOGIN_SECONDS": ("bot.shards.process_group", "LOGIN_SLOT_SECONDS"),
    "REEFS_KEEP_SECONDS": ("bot.shards.gate", "MAX_INTERACTION_AGE_SECONDS"),
    "REEFS_BUSY_SECONDS": ("bot.storage.engine.sqlite", "BUSY_TIMEOUT_SECONDS"),
}
"""Module and name of each constant that a test can set by an environment variable."""

if "REEFS_STANDIN" in os.environ:
    import discord.gateway
    import discord.http
    import yarl

    import bot.kit.retries

    _ADDRESS = os.environ["REEFS_STANDIN"]
    discord.http.Route.BASE = f"http://{_ADDRESS}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        f"ws://{_ADDRESS}/gateway/{os.environ.get('REEFS_STANDIN_NAME', '')}"
    )

    for _variable, (_module, _constant) in _CONSTANTS.items():
        if _variable in os.environ:
            setattr(import_module(_module), _constant, float(os.environ[_variable]))
    if "REEFS_RETRY_SECONDS" in os.environ:
        _RETRIES = (float(os.environ["REEFS_RETRY_SECONDS"]),) * len(bot.kit.retries.RETRY_DELAYS_SECONDS)
        bot.kit.retries.RETRY_DELAYS_SECONDS = _RETRIES  # type: ignore[assignment]
