"""Errors about actions, matches and records, with messages for the person who caused them."""

from __future__ import annotations

from games.core.words import N_, Msg, load_words


class RuleError(Exception):
    """An action was refused, and nothing has changed.

    ``message`` explains the refusal. ``clause`` cites the rule that forbids the action (``DR-3.6``), and is
    empty if no rule of the game forbids it. ``general_message`` explains it without naming a place, if other
    places would be refused for the same reason.
    """

    general_message: Msg | None = None

    def __init__(self, msgid: str, clause: str = "", **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)
        self.clause = clause

    def __str__(self) -> str:
        text = load_words().msg(self.message)
        return f"{self.clause}: {text}" if self.clause else text


class UnplayableSettings(ValueError):
    """A match can't be dealt with these settings."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.msgid)
        self.message = message

    def __str__(self) -> str:
        return load_words().msg(self.message)


class MatchOver(RuleError):
    """The match has ended."""

    def __init__(self) -> None:
        super().__init__(N_("This match has ended."))


class StaleAction(RuleError):
    """The position has changed since the choice was offered."""

    def __init__(self) -> None:
        super().__init__(N_("The match has moved on since then."))


class NotYourTurn(RuleError):
    """The seat may not act now."""

    def __init__(self) -> None:
        super().__init__(N_("It's not your turn."))


class UnreadableToken(RuleError):
    """The text is not an action of this game.

    ``msgid`` may contain ``{token}`` and say which part is wrong. ``suggestions`` are tokens of possible
    actions, if any are known. ``readings`` are the tokens that the text could stand for, in any position.
    """

    suggestions: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    def __init__(
        self, token: str, msgid: str = N_("I can't read “{token}” as a move."), **values: object
    ) -> None:
        super().__init__(msgid, "", token=token[:40], **values)


class NoSuchPart(UnreadableToken):
    """The token is well-formed but names something the game doesn't have."""

    def __init__(self, token: str, msgid: str, clause: str, **values: object) -> None:
        super().__init__(token, msgid, **values)
        self.clause = clause


class IllegalAction(RuleError):
    """The action is readable, but the rules forbid it in this position."""


class NoSuchPlace(IllegalAction):
    """The action names a place that isn't there in this position."""


class NothingToUndo(RuleError):
    """The seat has no step that it may undo."""


class BrokenRecord(ValueError):
    """A file is not a valid record of a match."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.msgid)
        self.message = message

    def __str__(self) -> str:
        return load_words().msg(self.message)


class RecordHashMismatch(BrokenRecord):
    """The record is valid, but its hash or the hash of its secret differs from the given hash."""

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
    """The file is not a record at all."""

    def __init__(self) -> None:
        super().__init__(Msg(N_("This isn't the record of a match.")))
