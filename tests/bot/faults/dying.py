"""Ends the bot in the middle of something."""

from __future__ import annotations


class Killed(BaseException):
    """The process ends here; nothing catches it."""


def die() -> None:
    raise Killed
