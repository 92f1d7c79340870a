"""What an imported match looks like: how it ended, its positions, and what its numbers prove."""

from __future__ import annotations

from typing import Any

import discord

from bot.features.records.keeper import Imported
from bot.features.records.verbs import ASK, FILM, LIST, OPEN, POST, REVIEW, STEP, VALUES
from bot.platform.limits import CONTENT, PER_ROW, clip
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.play import history
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.fork import find_newest_ply
from games.core.words import Words

LONGEST_REVIEWED = 1000
"""Steps of a match; a longer one would keep those busy for hours who review what is played here."""


def can_review(imported: Imported) -> bool:
    """Tell whether there is something to review, and not too much."""
    match = imported.match
    won = match.outcome is not None and match.outcome.winners
    return bool(won) and 0 < match.ply <= LONGEST_REVIEWED


def write_front(imported: Imported, w: Words) -> str:
    """Return which match it is, that it holds, who won and how long it was."""
    table, match = imported.make_table(w), imported.match
    position, scene = make_scene(table, match, None, w)
    lines = [
        f"**{match.game.title}** · {w('imported match')}",
        match.game.texts.status(position, escape_scene(scene)),
        w("Players: {names}", names=w.listed(list(table.names))),
        w("✅ Checked: every move is legal, all chance follows from the secret, and the result is right."),
        w.plural("-# {n} step. Files name nobody.", "-# {n} steps. Files name nobody.", match.ply),
    ]
    return clip("\n".join(lines), CONTENT)


def list_ways(imported: Imported, offers: Offers, w: Words) -> list[Item]:
    """Return what everybody can do with a match: they stand below its post too."""
    number = imported.row.id
    items = [
        button(custom_id("b", STEP, number, history.NEWEST), w("Step by step"), emoji="🕰️", row=0),
        button(custom_id("b", FILM, number), w("Replay"), emoji="🎞️", row=0),
    ]
    if can_review(imported):
        items.append(button(custom_id("b", REVIEW, number), w("Review"), emoji="📈", row=0))
    items.append(button(custom_id("b", VALUES, number), w("Fairness"), row=0))
    table = imported.make_table(w)
    newest = find_newest_ply(imported.match)
    return [*items, *offers.list_position_buttons(table, newest, w, 0)][:PER_ROW]


def _list_own(imported: Imported, w: Words) -> list[Item]:
    number = imported.row.id
    return [
        button(custom_id("b", POST, number), w("Post it in the channel"), emoji="📣", row=1),
        button(custom_id("b", LIST), w("My imported matches"), emoji="🗂️", row=1),
        button(custom_id("b", ASK, number), w("Remove"), emoji="🗑️", row=1),
    ]


async def draw_end(pictures: Pictures, imported: Imported, w: Words) -> list[discord.File]:
    """Return the last position as an upload with its words."""
    return await pictures.public(imported.make_table(w), imported.match, w)


async def show_front(interaction: Interaction, imported: Imported) -> None:
    """Show a match to its person."""
    w = replies.reader(interaction)
    files = await draw_end(interaction.client.services.pictures, imported, w)
    items = list_ways(imported, interaction.client.services.offers, w)
    if imported.row.user_id == interaction.user.id:
        items += _list_own(imported, w)
    await replies.show(interaction, write_front(imported, w), view=view(items), files=files)


def make_post(imported: Imported, offers: Offers, w: Words) -> dict[str, Any]:
    """Return what everybody reads of a match, but its picture."""
    return {"content": write_front(imported, w), "view": view(list_ways(imported, offers, w))}


async def show_step(interaction: Interaction, imported: Imported, ply: int) -> None:
    """Show the position after so many steps, with the buttons that lead to others."""
    w, match = replies.reader(interaction), imported.match
    table, ply = imported.make_table(w), min(ply, match.ply)
    services = interaction.client.services
    files = await services.pictures.at(table, match, ply, w)
    items = history.list_turns(match, ply, w, STEP, imported.row.id)
    items += [make_way_back(imported, w, 2), *services.offers.list_position_buttons(table, ply, w, 2)]
    text = history.write_position(table, match, ply, w, w("imported match"))
    await replies.show(interaction, text, view=view(items), files=files)


def make_way_back(imported: Imported, w: Words, row: int) -> Item:
    """Return the button to the first page."""
    return button(custom_id("b", OPEN, imported.row.id), w("Back to the match"), emoji="🚪", row=row)


def write_values(imported: Imported, w: Words) -> str:
    """Return the numbers of a record, what they prove, and what they cannot."""
    record = imported.record
    return "\n".join(
        [
            w("**Is it fair?**"),
            w("All chance of this match follows from its secret. The secret's SHA-256 value:"),
            f"`{record.commitment}`",
            w("The SHA-256 value of the whole match, every move included:"),
            f"`{record.digest}`",
            w(
                "Compare both with those behind *Fairness* where it was played. If they're the same, these "
                "are the moves that were played, and the secret was fixed before them."
            ),
        ]
    )
