"""What can be wrong with an action or a record, told to whoever brought it."""

from __future__ import annotations

from games.core.words import N_, Msg, words


class RuleError(Exception):
    """An action was refused and nothing has changed.

    ``message`` says what is missing, in words for the person; ``clause`` names the rule
    (``DR-3.6``) where one forbids it, and is empty where only the order of things does.
    """

    def __init__(self, msgid: str, clause: str = "", **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)
        self.clause = clause

    def __str__(self) -> str:
        text = words().msg(self.message)
        return f"{self.clause}: {text}" if self.clause else text


class Unplayable(ValueError):
    """A match cannot be dealt like that: ``message`` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.msgid)
        self.message = message

    def __str__(self) -> str:
        return words().msg(self.message)


class MatchOver(RuleError):
    """The match has ended."""

    def __init__(self) -> None:
        super().__init__(N_("This match has ended."))


class StaleAction(RuleError):
    """The position has changed since the choice was offered."""

    def __init__(self) -> None:
        super().__init__(N_("The match has moved on since then."))


class NotYourTurn(RuleError):
    """The seat is not among those to act."""

    def __init__(self) -> None:
        super().__init__(N_("It's not your turn."))


class UnreadableToken(RuleError):
    """The text is not the token of any action of this game.

    ``msgid`` says more, where it can be told which part is wrong; it may name the ``{token}``.
    """

    def __init__(
        self, token: str, msgid: str = N_("I can't read “{token}” as a move."), **values: object
    ) -> None:
        super().__init__(msgid, "", token=token[:40], **values)


class NoSuchPart(UnreadableToken):
    """The text is written as a move is, and names something that the game does not have."""

    def __init__(self, token: str, msgid: str, clause: str, **values: object) -> None:
        super().__init__(token, msgid, **values)
        self.clause = clause


class IllegalAction(RuleError):
    """The action can be read, but the rules forbid it in this position."""


class NothingToUndo(RuleError):
    """There is no step that this seat may take back by itself."""


class BrokenRecord(ValueError):
    """A file is no record, or claims what does not come out when it is recomputed: ``message`` says what."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.msgid)
        self.message = message

    def __str__(self) -> str:
        return words().msg(self.message)


class AnotherMatch(BrokenRecord):
    """A record holds, but it is not the one whose hash was shown."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            Msg(
                N_(
                    "This file has been changed, or it's another match: its SHA-256 value is {found}, "
                    "and you gave {known}."
                ),
                {"found": found, "known": known},
            )
        )


class NotARecord(BrokenRecord):
    """A file is no record at all."""

    def __init__(self) -> None:
        super().__init__(Msg(N_("This isn't the record of a match.")))
