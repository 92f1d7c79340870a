"""What a person is shown while others choose: for whom everybody waits, and what can be done until then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.model.table import Table
from bot.platform.limits import CONTENT, clip
from bot.ui import replies
from bot.ui.answers import Page
from bot.ui.components import Item, button, view
from bot.ui.ids import Choice, custom_id
from bot.ui.offers import WaitingButton
from bot.ui.play.beside import show_beside
from bot.ui.play.own_view import is_on, make_opener, write_status
from bot.ui.play.story import tell_news
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words


async def show_meanwhile(interaction: Interaction, table: Table, match: Match, seat: int, note: str) -> None:
    """Say for whom a seat waits, beside its picture.

    :param note: what has just happened.
    """
    w = replies.reader(interaction)
    status = write_status(table, match, seat, w)
    lines = [part for part in (note, status) if part]
    offers = interaction.client.services.offers
    items = list_pastimes(table, match, seat, w, offers.waiting)
    await show_beside(interaction, table, seat, "\n\n".join(lines), items)
    again = partial(_renew, interaction, seat, require_match(table).ply)
    interaction.client.services.panels.keep(interaction, table, status, again)


async def _renew(interaction: Interaction, seat: int, since: int, table: Table) -> Page | None:
    """Tell what the others have done since the step ``since``, and for whom the seat waits now."""
    match = table.match
    if match is None or seat not in table.seats_of(interaction.user.id):
        return None
    w, services = replies.reader(interaction), interaction.client.services
    status = write_status(table, match, seat, w)
    news = "\n".join(tell_news(table, match, seat, w, since))
    # What is to be done is not cut.
    lines = [part for part in (clip(news, CONTENT - len(status) - 2), status) if part]
    items = list_pastimes(table, match, seat, w, services.offers.waiting)
    private = partial(services.pictures.private, table, match, seat, w)
    return Page(status, "\n\n".join(lines), view(items), private)


def list_pastimes(
    table: Table, match: Match, seat: int, w: Words, offered: Sequence[WaitingButton]
) -> list[Item]:
    """Return the buttons of a player who waits: the result, what has happened, what features offer."""
    items: list[Item] = []
    if match.outcome is None and is_on(match, seat):
        items.append(make_opener(table, match, seat, w))
    elif match.outcome is None:
        again = custom_id("b", "go", *Choice(table.id, match.seq, seat).parts())
        items.append(button(again, w("What now?"), emoji="🔄"))
    items.append(button(custom_id("b", "lg", table.id, match.seq), w("Log"), emoji="📜"))
    items.append(button(custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝"))
    made = (make(table, match, seat, w) for make in offered)
    items += [item for item in made if item is not None]
    return items
