"""What is refused in a match that the rules know nothing of: turns, orders, proposals."""

from __future__ import annotations

from collections.abc import Iterable

from bot.errors.base import TableError
from games.core.words import N_


class NotTheTurnOf(TableError):
    """It is the turn of somebody else: ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("It is not your turn: it waits for {name}."), name=name)


class WaitingFor(TableError):
    """Others want to answer in person first: ``user_ids``."""

    def __init__(self, names: Iterable[str], user_ids: Iterable[int]) -> None:
        super().__init__(N_("This waits for an answer from: {names}."), names=", ".join(names))
        self.user_ids = tuple(user_ids)


class BadOrder(TableError):
    """The text is no standing order of the game."""

    def __init__(self, order: str) -> None:
        super().__init__(N_("“{order}” is not a standing order of this game."), order=order[:40])


class NoDrawWithComputers(TableError):
    """Nobody but computer players is there to agree."""

    def __init__(self) -> None:
        super().__init__(N_("Computer players agree to no draw. You can resign, or leave the table."))


class NoProposal(TableError):
    """The proposal has been settled, or a move has overtaken it."""

    def __init__(self) -> None:
        super().__init__(N_("That proposal is no longer open."))


class OwnProposal(TableError):
    """Nobody agrees to what they have asked for themselves."""

    def __init__(self) -> None:
        super().__init__(
            N_("You have asked this yourself; the others answer. You can take it back with Decline.")
        )


class ProposalOpen(TableError):
    """One proposal at a time."""

    def __init__(self) -> None:
        super().__init__(N_("Another proposal is still to be answered."))
