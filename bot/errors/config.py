"""Errors in the settings, and failed connections to Discord at startup."""

from __future__ import annotations

from typing import NoReturn

from games.core.words import Msg, load_words


class ConfigError(Exception):
    """The bot's configuration is faulty. ``message`` states the fault, and never contains a secret."""

    def __init__(self, msgid: str, **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)
        self.setting: str | None = None
        """``None`` if the error isn't about a setting."""

    def __str__(self) -> str:
        return load_words().msg(self.message)


class DiscordUnreachable(ConfigError):
    """Discord is unavailable right now. Starting the bot again later may work."""


def raise_error(error: ConfigError) -> NoReturn:
    """Raise ``error``. Used as a callback for errors in the settings, to stop at the first one."""
    raise error
