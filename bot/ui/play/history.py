"""Earlier positions of a match, step by step, as everybody may see them."""

from __future__ import annotations

from bot.model.table import Table
from bot.platform.limits import CONTENT, keep_newest_lines
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id, page_of, table_of
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene_at, require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words

LEAP = 10
NEWEST = 10**6
"""Beyond the last ply of any match: a button with it always leads to the newest position."""


def opener(table: Table, w: Words, row: int | None = None) -> Item:
    """Return the button that leads here."""
    return button(custom_id("b", "hi", table.id, NEWEST), w("Earlier positions"), emoji="🕰️", row=row)


async def open_position(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Answer the button *Earlier positions*, and those that lead from one to another."""
    turning = len(parts) > 2
    await replies.begin(interaction, new=not turning)
    table = await interaction.client.services.tables.get(table_of(parts))
    await show_position(interaction, table, page_of(parts, 1))


async def show_position(interaction: Interaction, table: Table, ply: int) -> None:
    """Show the position after so many steps in force; the newest where there are fewer by now."""
    match, w = require_match(table), replies.reader(interaction)
    ply = min(ply, match.ply)
    files = await interaction.client.services.pictures.at(table, match, ply, w)
    offered = interaction.client.services.offers.list_position_buttons(table, ply, w, 2)
    items = [*list_turns(match, ply, w, "hi", table.id), *offered]
    await replies.show(interaction, write_position(table, match, ply, w), view=view(items), files=files)


def write_position(table: Table, match: Match, ply: int, w: Words, which: str = "") -> str:
    """Return which position it is, what led to it, and how things stood.

    :param which: names a match that is played at no table.
    """
    position, scene = make_scene_at(table, match, ply, w)
    scene = escape_scene(scene)
    head = f"**{table.game.title}** · {which or w('table {number}', number=table.id)}"
    if ply:
        step = match.steps[ply - 1]
        which = w(
            "Step {ply} of {last}: {name}, `{token}`",
            ply=ply,
            last=match.ply,
            name=scene.names[step.seat],
            token=step.action.token,
        )
    elif match.ply:
        which = w("The beginning, before step 1 of {last}", last=match.ply)
    else:
        which = w("The beginning: nobody has moved yet")
    status = match.game.texts.status(position, scene)
    told = (match.game.texts.tell(event, scene) for event in scene.events)
    room = CONTENT - len(head) - len(which) - len(status) - 4
    story = keep_newest_lines([f"> {line}" for line in told if line], room)
    return "\n".join(part for part in (head, which, story, status) if part)


def list_turns(match: Match, ply: int, w: Words, verb: str, about: int) -> list[Item]:
    """Return the buttons to the other positions; those that lead nowhere are switched off.

    :param verb: answers them, for the match that ``about`` names.
    """
    last = match.ply

    def to(mark: str, target: int, label: str, emoji: str, row: int, *, off: bool) -> Item:
        identity = custom_id("b", verb, about, max(target, 0), mark)
        return button(identity, label, emoji=emoji, row=row, disabled=off)

    items = [
        to("f", 0, w("First"), "⏮️", 0, off=ply == 0),
        to("b", ply - 1, w("Back"), "◀️", 0, off=ply == 0),
        to("n", ply + 1, w("Forward"), "▶️", 0, off=ply == last),
        to("l", NEWEST, w("Newest"), "⏭️", 0, off=ply == last),
    ]
    if last > LEAP:
        items += [
            to("p", ply - LEAP, w("{n} back", n=LEAP), "⏪", 1, off=ply == 0),
            to("q", ply + LEAP, w("{n} forward", n=LEAP), "⏩", 1, off=ply == last),
        ]
    return items


PRESSES = (Press("hi", open_position, dear=True),)
