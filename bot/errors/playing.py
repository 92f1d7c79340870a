"""What is refused in a match that the rules know nothing of: turns, orders, proposals."""

from __future__ import annotations

from collections.abc import Iterable

from bot.errors.base import TableError
from games.core.match import DRAW
from games.core.words import N_

_OPEN_DRAW = N_("{person} offers a draw. First I'm waiting for {people} to answer that.")
_OPEN_UNDO = N_("{person} wants to take back a step. First I'm waiting for {people} to answer that.")


class NotTheTurnOf(TableError):
    """It is the turn of somebody else: ``name``."""

    text = N_("It's {name}'s turn.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class Unfinished(TableError):
    """What was typed is only how some possible moves begin: ``longer``."""

    text = N_("“{typed}” is only how a move begins. Type all of it: {moves}.")

    def __init__(self, typed: str, longer: Iterable[str]) -> None:
        super().__init__(typed=typed[:40], moves=", ".join(f"`{token}`" for token in longer))


class WaitingFor(TableError):
    """Others want to answer in person first: ``user_ids``."""

    text = N_("Waiting for {names} to answer first.")

    def __init__(self, names: Iterable[str], user_ids: Iterable[int]) -> None:
        super().__init__(names=", ".join(names))
        self.user_ids = tuple(user_ids)


class BadOrder(TableError):
    """The text is no standing order of the game."""

    text = N_("This game has no standing order “{order}”.")

    def __init__(self, order: str) -> None:
        super().__init__(order=order[:40])


class NoDrawWithComputers(TableError):
    """Nobody but computer players is there to agree."""

    text = N_("Computers don't agree to draws. You can resign or leave the table.")


class NoProposal(TableError):
    """The proposal has been settled, or a move has overtaken it."""

    text = N_("It's too late for that: this question is no longer open.")


class OwnProposal(TableError):
    """Nobody agrees to what they have asked for themselves."""

    text = N_("You asked this yourself, so the others answer. *Decline* takes it back.")


class ProposalOpen(TableError):
    """One proposal at a time: somebody has asked for something, and others are to answer."""

    def __init__(self, kind: str, user_id: int, awaiting: Iterable[int]) -> None:
        text = _OPEN_DRAW if kind == DRAW else _OPEN_UNDO
        people = ", ".join(f"<@{user}>" for user in awaiting)
        super().__init__(text, person=f"<@{user_id}>", people=people)
