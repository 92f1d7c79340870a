"""Writes refusals as sentences in the person's language."""

from __future__ import annotations

from discord import app_commands

from bot.errors.base import TableError
from bot.ui.components import Item, make_button
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id
from games.core.errors import RuleError, UnreadableToken
from games.core.words import Msg, Words

_NAME_FIELDS = ("name", "names")
"""Fields of a refusal that contain display names."""


def write_refusal(error: RuleError | TableError, w: Words) -> str:
    """Return the sentence for a refusal, with the rule clause it is based on."""
    values = {k: escape_name(str(v)) if k in _NAME_FIELDS else v for k, v in error.message.values.items()}
    text = w.msg(Msg(error.message.msgid, values))
    clause = getattr(error, "clause", "")
    if clause:
        text = w("{reason} ({clause}).", reason=text.rstrip("."), clause=clause)
    if isinstance(error, UnreadableToken) and error.suggestions:
        moves = ", ".join(f"`{token}`" for token in error.suggestions)
        return w("{reason} Try {moves}.", reason=text, moves=moves)
    if isinstance(error, UnreadableToken) and not clause:
        return w("{reason} Pick a move from the list, or see `/learn`.", reason=text)
    return text


def make_rule_button(clause: str, w: Words, *, row: int | None = None) -> Item:
    """Return the button that shows what the rules say about a clause."""
    return make_button(make_custom_id("b", "cla", clause), w("Rule"), row=row, emoji="📖")


def write_outdated_refusal(w: Words) -> str:
    """Return the sentence for a button of an earlier version."""
    return w("This button is out of date. `/table`, *Show again* posts the table with fresh ones.")


def write_failed_check_refusal(error: app_commands.CheckFailure, w: Words) -> str:
    """Return the sentence for a command that can't be used here or by this person."""
    if isinstance(error, app_commands.NoPrivateMessage):
        return w("This works in a server's channel only.")
    return w("You can't do that here.")


def write_forbidden_refusal(w: Words) -> str:
    """Return the sentence for a request that Discord forbids."""
    return w("Discord doesn't let me do that here. Ask somebody who runs the server to check my permissions.")


def write_unreachable_refusal(w: Words) -> str:
    """Return the sentence for a request that Discord failed to answer."""
    return w("Discord isn't answering me right now. Try again in a moment.")


def write_failure(w: Words) -> str:
    """Return the sentence for an unexpected error."""
    return w("Something went wrong on my side. Nothing you did before is affected; try again.")
