"""What is said where something was not done: every refusal as a sentence in the person's language."""

from __future__ import annotations

from discord import app_commands

from bot.errors.base import TableError
from bot.ui.escaping import escape_name
from games.core.errors import RuleError, UnreadableToken
from games.core.words import Msg, Words

_PEOPLE = ("name", "names")
"""The fields of a refusal that hold display names."""


def write_refusal(error: RuleError | TableError, w: Words) -> str:
    """Return the sentence for a refusal, with the clause that it rests on and where that is explained."""
    values = {k: escape_name(str(v)) if k in _PEOPLE else v for k, v in error.message.values.items()}
    text = w.msg(Msg(error.message.msgid, values))
    if isinstance(error, UnreadableToken) and not error.clause:
        return w(
            "{reason} Choose one that appears while you type, or see `/rules` for how moves are written.",
            reason=text,
        )
    clause = getattr(error, "clause", "")
    if not clause:
        return text
    return w("{reason} (rule {clause}, see `/rules`).", reason=text.rstrip("."), clause=clause)


def write_outdated(w: Words) -> str:
    """Return the sentence for a button of an earlier version."""
    return w("This button is out of date. `/table show` posts the table with fresh ones.")


def write_failed_check(error: app_commands.CheckFailure, w: Words) -> str:
    """Return the sentence for a command that may not be used here, or not by this person."""
    if isinstance(error, app_commands.NoPrivateMessage):
        return w("This works in a server's channel only.")
    return w("You may not do that here.")


def write_failure(w: Words) -> str:
    """Return the sentence for a fault of ours."""
    return w("Something went wrong on my side. What was done before is safe; please try again.")
