"""Why a table's messages could not be posted, in words for whoever has asked for them."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from bot.platform import permissions
from games.core.words import Words


class Kind(Enum):
    """What was in the way."""

    CHANNEL = auto()
    """It is gone, or cannot be seen."""
    PERMISSION = auto()
    DISCORD = auto()
    """It is at fault or cannot be reached."""
    REFUSED = auto()
    """Discord refuses, and would refuse another try as well."""
    DATABASE = auto()
    COMPUTER = auto()
    """One is thinking: what it does is told with the board."""
    OURSELVES = auto()


class Obstacle(NamedTuple):
    """What was in the way, which permissions are lacking, and whether it will be tried again unasked."""

    kind: Kind
    lacking: tuple[str, ...] = ()
    again: bool = False

    def text(self, w: Words) -> str:
        """Say why, and what is to be expected."""
        match self.kind:
            case Kind.CHANNEL:
                return w("I cannot see the table's channel any more.")
            case Kind.PERMISSION:
                return w(
                    "I lack the permission {names} here.", names=permissions.named(list(self.lacking), w)
                )
            case Kind.REFUSED:
                return w(
                    "Discord does not let me post in the table's channel. "
                    "Please check what I am allowed to do there."
                )
            case Kind.COMPUTER:
                return w("A computer player is thinking. The table is posted again with its move.")
            case Kind.OURSELVES:
                return w("Something went wrong on my side. What was done before is safe; please try again.")
            case Kind.DISCORD:
                why = w("Discord does not take my messages just now.")
            case Kind.DATABASE:
                why = w("I cannot use my database just now.")
        prospect = (
            w("I will try again by myself in a few minutes.") if self.again else w("Please try again later.")
        )
        return f"{why}\n{prospect}"
