"""What a person is shown while others choose: for whom everybody waits, and what can be done until then."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.table import Table
from bot.ui import replies
from bot.ui.ids import Choice, custom_id
from bot.ui.play.beside import show_beside
from bot.ui.presses import Item, button
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words

Pastime = Callable[[Table, Match, int, Words], Item | None]
"""Gets the table, its match as the seat finds it, the seat and the language."""
OFFERED: dict[str, Pastime] = {}
"""The buttons of features, behind the others."""


def offer(name: str, pastime: Pastime) -> None:
    """Have a feature's button stand there."""
    OFFERED[name] = pastime


async def show_meanwhile(interaction: Interaction, table: Table, match: Match, seat: int, note: str) -> None:
    """Say for whom a seat waits, beside its picture.

    :param note: what has just happened.
    """
    w = replies.reader(interaction)
    position, scene = make_scene(table, match, seat, w)
    text = match.game.texts.status(position, escape_scene(scene))
    lines = [part for part in (note, text) if part]
    await show_beside(interaction, table, seat, "\n\n".join(lines), list_pastimes(table, match, seat, w))


def list_pastimes(table: Table, match: Match, seat: int, w: Words) -> list[Item]:
    """Return the buttons of somebody who waits: what came of it, what has happened, what features offer."""
    items: list[Item] = []
    if match.outcome is None:
        again = custom_id("b", "go", *Choice(table.id, match.seq, seat).parts())
        items.append(button(again, w("What now?"), emoji="🔄"))
    items.append(button(custom_id("b", "lg", table.id, match.seq), w("Log"), emoji="📜"))
    items.append(button(custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝"))
    made = (offered(table, match, seat, w) for offered in OFFERED.values())
    items += [item for item in made if item is not None]
    return items
