"""The lessons of all games, and the way out of one."""

from __future__ import annotations

import discord

from bot.ui import replies
from bot.ui.lessons.links import ICON, Place, make_step_button
from bot.ui.presses import Item, press, view
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words


async def show_menu(interaction: Interaction) -> None:
    """Show every game that can be learned, and how far one has come."""
    w, services = replies.reader(interaction), interaction.client.services
    known = await services.lessons.of(interaction.user.id)
    taught = [game for game in services.games.values() if game.lesson]
    lines = [w("## Learn a game"), w("About five minutes each, in private. You learn by doing.")]
    lines += [_write_line(game, known.get(game.key, 0), w) for game in taught]
    items: list[Item] = []
    # A row for each game only where one has two buttons.
    begun = any(0 < known.get(game.key, 0) < len(game.lesson) for game in taught)
    for row, game in enumerate(taught):
        items += _make_buttons(game, known.get(game.key, 0), row if begun else 0, w)
    await replies.show(interaction, "\n".join(lines), view=view(items))


def _write_line(game: Game, step: int, w: Words) -> str:
    summary = w.msg(game.summary)
    if step >= len(game.lesson):
        return w("- ✅ **{game}** {summary}", game=game.title, summary=summary)
    if step:
        count = len(game.lesson)
        return w(
            "- **{game}** Go on at step {number} of {count}.", game=game.title, number=step + 1, count=count
        )
    return w("- **{game}** {summary}", game=game.title, summary=summary)


def _make_buttons(game: Game, step: int, row: int, w: Words) -> list[Item]:
    """Return what begins a game's lesson, goes on with it, or begins it once more."""
    primary = discord.ButtonStyle.primary
    if 0 < step < len(game.lesson):
        text = w("{game} · step {number}", game=game.title, number=step + 1)
        onward = make_step_button(Place(game.key, step), text, emoji=ICON, row=row, style=primary)
        return [onward, make_step_button(Place(game.key, 0), w("Start over"), emoji="🔁", row=row)]
    return [make_step_button(Place(game.key, 0), game.title, emoji=ICON, row=row, style=primary)]


@press("lem", table=None)
async def open_menu(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the lessons of all games."""
    await replies.begin(interaction)
    await show_menu(interaction)


@press("lev", table=None)
async def leave_lesson(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Leave a lesson; it is kept where one was."""
    await replies.begin(interaction)
    w = replies.reader(interaction)
    await replies.show(interaction, w("See you later! `/learn` goes on where you were."), view=view([]))
