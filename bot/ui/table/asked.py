"""What the one who asks people to a table reads of them in private, as long as it can be kept true."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.model.table import LOBBY, Table
from bot.ui import replies
from bot.ui.answers import Page
from bot.ui.components import view
from bot.ui.services import Interaction
from games.core.words import Words

Tell = Callable[[Table], Awaitable[str]]
"""Says how a table stands that is open or has begun."""


def keep_asked(interaction: Interaction, table: Table, text: str, tell: Tell) -> None:
    """Keep true what has just been said of who is asked to a table.

    :param text: what was said.
    :param tell: says what is waited for later.
    """
    again = partial(_renew, interaction, table.invited, tell)
    interaction.client.services.panels.keep(interaction, table, text, again)


def list_declined(table: Table, w: Words) -> list[str]:
    """Say who has turned an invitation down, if anybody has."""
    people = [f"<@{user}>" for user in table.declined if user not in table.people]
    return [w("Not coming: {people}.", people=w.listed(people))] if people else []


def tell_declined(table: Table, w: Words) -> str:
    """Say to who turns an invitation down that it is done, and who gets to know."""
    if table.status == LOBBY:
        return w("You've turned the invitation down. The lobby tells the host.")
    return w("You've turned the invitation down. Whoever asked you sees it under *Invite…*.")


def tell_answers(asked: Sequence[int], table: Table, w: Words) -> list[str]:
    """Say who of those that were asked has come, and who does not."""
    lines = []
    came = [f"<@{user}>" for user in asked if user in table.people]
    gone = [f"<@{user}>" for user in asked if user not in table.people and user not in table.invited]
    if came:
        lines.append(w("Joined: {people}.", people=w.listed(came)))
    if gone:
        lines.append(w("Not coming: {people}.", people=w.listed(gone)))
    return lines


async def _renew(interaction: Interaction, asked: Sequence[int], tell: Tell, table: Table) -> Page | None:
    """Say who of those that were asked has answered, and how, and what is waited for now."""
    w = replies.reader(interaction)
    if table.match is None and table.status != LOBBY:
        closed = w("The table is closed.")
        return Page(closed, closed, view([]))
    text = "\n".join((*tell_answers(asked, table, w), await tell(table)))
    return Page(text, text, view([]))
