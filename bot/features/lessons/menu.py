"""The lessons of all games, and the way out of one."""

from __future__ import annotations

import discord

from bot.features.lessons.links import ICON, Place, make_step_button
from bot.ui import layouts, replies
from bot.ui.components import Item
from bot.ui.layouts import Layout
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words


async def show_menu(interaction: Interaction) -> None:
    """Show every game that can be learned, and how far one has come."""
    w, services = replies.reader(interaction), interaction.client.services
    known = await services.lessons.list_steps(interaction.user.id)
    taught = [game for game in services.games.values() if game.lesson]
    head = "\n".join((w("## Learn a game"), w("About five minutes each, in private. You learn by doing.")))
    parts: list[layouts.Part] = [layouts.text(head)]
    lines, items = [head], []
    for game in taught:
        step = known.get(game.key, 0)
        line, (onward, *others) = _write_line(game, step, w), _make_buttons(game, step, w)
        parts.append(layouts.section(line, onward))
        parts += layouts.rows(others)
        lines.append(line)
        items += [onward, *others]
    await layouts.show(interaction, Layout(parts, "\n".join(lines), items))


def _write_line(game: Game, step: int, w: Words) -> str:
    summary = w.msg(game.summary)
    if step >= len(game.lesson):
        return w("✅ **{game}**\n{summary}", game=game.title, summary=summary)
    if step:
        count = len(game.lesson)
        return w(
            "**{game}**\nGo on at step {number} of {count}.", game=game.title, number=step + 1, count=count
        )
    return w("**{game}**\n{summary}", game=game.title, summary=summary)


def _make_buttons(game: Game, step: int, w: Words) -> list[Item]:
    """Return what begins a game's lesson, goes on with it, or begins it once more."""
    primary = discord.ButtonStyle.primary
    if 0 < step < len(game.lesson):
        text = w("{game} · step {number}", game=game.title, number=step + 1)
        onward = make_step_button(Place(game.key, step), text, emoji=ICON, style=primary)
        return [onward, make_step_button(Place(game.key, 0), w("Start over"), emoji="🔁")]
    return [make_step_button(Place(game.key, 0), game.title, emoji=ICON, style=primary)]


async def open_menu(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the lessons of all games."""
    await replies.begin(interaction, layout=True)
    await show_menu(interaction)


async def leave_lesson(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Leave a lesson; it is kept where one was."""
    await replies.begin(interaction, layout=True)
    w = replies.reader(interaction)
    await layouts.show(interaction, layouts.plain(w("See you later! `/learn` goes on where you were.")))


PRESSES = (
    Press("lem", open_menu, table=None),
    Press("lev", leave_lesson, table=None),
)
