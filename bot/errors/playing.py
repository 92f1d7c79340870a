"""Refusals during a match for reasons other than the game's rules."""

from __future__ import annotations

from collections.abc import Iterable

from bot.errors.base import TableError
from games.core.errors import RuleError
from games.core.match import DRAW_KIND
from games.core.words import N_

_OPEN_DRAW_TEXT = N_("{person} offers a draw. I'm waiting for {people} to answer that first.")
_OPEN_UNDO_TEXT = N_("{person} wants to take back a move. I'm waiting for {people} to answer that first.")


class OtherPlayersTurn(TableError):
    """It is the turn of another player, ``name``."""

    text = N_("It's {name}'s turn.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class IncompleteMove(TableError):
    """The typed text is only the beginning of a move.

    ``longer`` are the possible moves that begin with it.
    """

    text = N_("“{typed}” only begins a move. Type a whole one, such as {moves}.")

    def __init__(self, typed: str, longer: Iterable[str]) -> None:
        super().__init__(typed=typed[:40], moves=", ".join(f"`{token}`" for token in longer))


class NoMoveTyped(TableError):
    """No move was typed. ``moves`` are examples of possible moves."""

    text = N_("Type a move, such as {moves}.")

    def __init__(self, moves: Iterable[str]) -> None:
        super().__init__(moves=", ".join(f"`{token}`" for token in moves))


class GuessedMoveRefused(RuleError):
    """The rules refuse the move that was understood from the typed words. ``move`` is its phrase."""

    def __init__(self, move: str, refusal: RuleError) -> None:
        text = N_("I read this as “{move}”. {reason}")
        super().__init__(text, refusal.clause, move=move, reason=refusal.message)


class WaitingForAnswers(TableError):
    """The people ``user_ids`` must answer before the match can continue."""

    text = N_("Waiting for {names} to answer first.")

    def __init__(self, names: Iterable[str], user_ids: Iterable[int]) -> None:
        super().__init__(names=", ".join(names))
        self.user_ids = tuple(user_ids)


class UnknownStandingOrder(TableError):
    """The game has no such standing order (a player's automatic answer)."""

    text = N_("This game has no standing order “{order}”.")

    def __init__(self, order: str) -> None:
        super().__init__(order=order[:40])


class NoDrawWithComputers(TableError):
    """The only opponents are computers, which don't agree to draws."""

    text = N_("Computers don't agree to draws. You can resign or leave the table.")


class ProposalNoLongerOpen(TableError):
    """The proposal is no longer open: it was answered, or a move has been made since."""

    text = N_("It's too late for that: this question is no longer open.")


class OwnProposalAnswered(TableError):
    """The person tried to agree to their own proposal."""

    text = N_("You asked this yourself, so the others answer. *Decline* takes it back.")


class OtherProposalOpen(TableError):
    """Another proposal is still waiting for answers. A match has only one open proposal."""

    def __init__(self, kind: str, user_id: int, awaiting: Iterable[int]) -> None:
        text = _OPEN_DRAW_TEXT if kind == DRAW_KIND else _OPEN_UNDO_TEXT
        people = ", ".join(f"<@{user}>" for user in awaiting)
        super().__init__(text, person=f"<@{user_id}>", people=people)
