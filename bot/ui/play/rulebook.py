"""The rules of a game, a page at a time."""

from __future__ import annotations

import asyncio

import discord

from bot.errors.tables import UnknownGame
from bot.platform.limits import CONTENT, LABEL, clip
from bot.ui import replies
from bot.ui.ids import custom_id, page_of
from bot.ui.lessons.links import learn_button
from bot.ui.presses import Item, button, press, view
from bot.ui.scenes import redact_events
from bot.ui.services import Interaction
from games.core.example import examples
from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import Words

PLAYERS = ("Anna", "Ben", "Chris", "Dana", "Emil", "Fritzi")
"""Who plays in the pictures of the rules."""


async def show_rules(interaction: Interaction, game: Game, page: int) -> None:
    """Show one page of a game's rules, with buttons to the others."""
    w = replies.reader(interaction)
    pages = game.texts.rules(w)
    shown = max(0, min(page, len(pages) - 1))
    items: list[Item] = [
        button(
            custom_id("b", "ru", game.key, number),
            clip(one.title, LABEL),
            style=discord.ButtonStyle.primary if number == shown else discord.ButtonStyle.secondary,
        )
        for number, one in enumerate(pages)
    ]
    learn = learn_button(game, w)
    if learn is not None:
        items.append(learn)
    text = f"## {game.title} · {pages[shown].title}\n{pages[shown].text}"
    files = await _draw_page(interaction, game, shown, w)
    await replies.show(interaction, clip(text, CONTENT), view=view(items), files=files)


async def _draw_page(interaction: Interaction, game: Game, page: int, w: Words) -> list[discord.File]:
    """Return the picture of a page: a public position in which what it explains has just happened."""
    match = (await asyncio.to_thread(examples, game))[page]
    if match is None:
        return []
    scene = Scene(PLAYERS[: match.seats], w, redact_events(match, match.ply - 1, None), match.outcome)
    position = match.rules.view(match.state, None)
    key = ("rules", game.key, page, w.locale)
    return await interaction.client.services.pictures.files(key, game, position, scene)


@press("ru", table=None)
async def open_rules(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the rules, or turn to a page."""
    await replies.begin(interaction, new=len(parts) < 2)
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    await show_rules(interaction, game, page_of(parts, 1))
