"""Settings that cannot be used, and starts that cannot be made with them."""

from __future__ import annotations

from games.core.words import Msg, words


class ConfigError(Exception):
    """A setting cannot be used. ``message`` says which and why, never with a secret in it."""

    def __init__(self, msgid: str, **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)

    def __str__(self) -> str:
        return words().msg(self.message)


class Unreachable(ConfigError):
    """Discord cannot be used just now: the same start may do later."""
