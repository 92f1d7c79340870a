"""Makes discord.py connect to the stand-in. Python runs this module because its folder is on PYTHONPATH."""

import os

if "REEFS_STANDIN" in os.environ:
    import discord.gateway
    import discord.http
    import yarl

    import bot.kit.retries
    import bot.platform.deadlines
    import bot.platform.emoji_upload

    _ADDRESS = os.environ["REEFS_STANDIN"]
    discord.http.Route.BASE = f"http://{_ADDRESS}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        f"ws://{_ADDRESS}/gateway/{os.environ.get('REEFS_STANDIN_NAME', '')}"
    )

    # Apply the timeouts that the test has set.
    bot.platform.deadlines.RESPONSE_TIMEOUT_SECONDS = float(
        os.environ.get("REEFS_ANSWER_SECONDS", bot.platform.deadlines.RESPONSE_TIMEOUT_SECONDS)
    )
    bot.platform.deadlines.LATE_CONFIRMATION_SECONDS = float(
        os.environ.get("REEFS_LATE_SECONDS", bot.platform.deadlines.LATE_CONFIRMATION_SECONDS)
    )
    bot.platform.emoji_upload.UPLOAD_PAUSE_SECONDS = float(
        os.environ.get("REEFS_PAUSE_SECONDS", bot.platform.emoji_upload.UPLOAD_PAUSE_SECONDS)
    )
    if "REEFS_TERM_SECONDS" in os.environ:
        import bot.shards.process_group
        import bot.storage.leases

        bot.storage.leases.TERM_SECONDS = float(os.environ["REEFS_TERM_SECONDS"])
        bot.shards.process_group.LOGIN_SLOT_SECONDS = float(os.environ["REEFS_LOGIN_SECONDS"])
    if "REEFS_RETRY_SECONDS" in os.environ:
        _RETRIES = (float(os.environ["REEFS_RETRY_SECONDS"]),) * len(bot.kit.retries.RETRY_DELAYS_SECONDS)
        bot.kit.retries.RETRY_DELAYS_SECONDS = _RETRIES  # type: ignore[assignment]
