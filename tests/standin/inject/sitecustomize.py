"""Points discord.py at the stand-in, from outside the bot: this folder is put on PYTHONPATH."""

import os

if "REEFS_STANDIN" in os.environ:
    import discord.gateway
    import discord.http
    import yarl

    _ADDRESS = os.environ["REEFS_STANDIN"]
    discord.http.Route.BASE = f"http://{_ADDRESS}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{_ADDRESS}/gateway")
