"""Shows a person the answers of the people they invited, as long as the private message can be edited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.model.table import TABLE_IN_LOBBY, Table
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import make_view
from bot.ui.services import Interaction
from games.core.words import Words

WriteStatus = Callable[[Table], Awaitable[str]]
"""Returns a sentence about the players that a table waits for, or about the start of its match."""


def keep_invitation_answers_updated(
    interaction: Interaction, table: Table, text: str, write_status: WriteStatus
) -> None:
    """Keep a message about invited people up to date.

    :param text: the current text of the message.
    """
    again = partial(_make_updated_page, interaction, table.invited_ids, write_status)
    interaction.client.services.panels.keep_answer_updated(interaction, table, text, again)


def list_declined_lines(table: Table, w: Words) -> list[str]:
    """Return a line naming those who declined an invitation, if anybody has."""
    people = [f"<@{user}>" for user in table.declined_ids if user not in table.user_ids]
    return [w("Not coming: {people}.", people=w.join_list(people))] if people else []


def write_decline_confirmation(table: Table, w: Words) -> str:
    """Return the confirmation for a person who declines an invitation."""
    if table.status == TABLE_IN_LOBBY:
        return w("You've turned the invitation down. The lobby tells the host.")
    return w("You've turned the invitation down. Whoever asked you sees it under *Invite…*.")


def list_answer_lines(invited_ids: Sequence[int], table: Table, w: Words) -> list[str]:
    """Return a line with the invited people who joined, and one with those who declined or were uninvited."""
    lines = []
    came = [f"<@{user}>" for user in invited_ids if user in table.user_ids]
    gone = [
        f"<@{user}>" for user in invited_ids if user not in table.user_ids and user not in table.invited_ids
    ]
    if came:
        lines.append(w("Joined: {people}.", people=w.join_list(came)))
    if gone:
        lines.append(w("Not coming: {people}.", people=w.join_list(gone)))
    return lines


async def _make_updated_page(
    interaction: Interaction, invited_ids: Sequence[int], write_status: WriteStatus, table: Table
) -> PanelPage | None:
    """Return the message after a change: the answers so far, and the table's status."""
    w = replies.get_words(interaction)
    if table.match is None and table.status != TABLE_IN_LOBBY:
        closed = w("The table is closed.")
        return PanelPage(closed, closed, make_view([]))
    text = "\n".join((*list_answer_lines(invited_ids, table, w), await write_status(table)))
    return PanelPage(text, text, make_view([]))
