"""The rules of a game, page by page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.errors.tables import UnknownGame
from bot.platform.emoji import UploadedDrawings
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, MAX_PLACEHOLDER_LENGTH, clip
from bot.ui import layouts, replies
from bot.ui.components import Item, make_button, make_select
from bot.ui.ids import encode_number, make_custom_id, read_page
from bot.ui.layouts import MessageLayout
from bot.ui.play.clause import write_sign_legend
from bot.ui.presses import make_tableless_handler
from bot.ui.scenes import redact_events
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.rules_pictures import find_example_matches
from games.core.texts import Scene
from games.core.words import Words

PLAYER_NAMES = ("Anna", "Ben", "Chris", "Dana", "Emil", "Fritzi")
"""Names of the players in the pictures of the rules, and of the opponents in lessons."""
MAX_CAPTION_LENGTH = 300


async def show_rules(interaction: Interaction, game: Game, page: int) -> None:
    """Show one page of a game's rules with its picture and buttons to the other pages."""
    w = replies.get_words(interaction)
    pages = game.texts.list_rules_pages(w)
    shown = max(0, min(page, len(pages) - 1))
    services = interaction.client.services
    offered = services.offers.list_game_buttons(game, w, replaces_page=False)
    index, turns = _make_page_controls(game, [one.title for one in pages], shown, offered, w)
    head = f"## {game.title} · {pages[shown].title}"
    files, caption = await _draw_page(interaction, game, shown, w)
    content = pages[shown].text
    if shown == 0:
        content = _add_legend(content, game, services.drawings, w)
    before, _, after = content.partition("\n\n")
    parts: list[layouts.LayoutPart] = [layouts.make_text(f"{head}\n{before}")]
    if files:
        parts.append(layouts.make_gallery(files))
    rest = "\n\n".join(part for part in (caption, after) if part)
    if rest:
        parts.append(layouts.make_text(clip(rest, layouts.MAX_TEXT_LENGTH - len(head) - len(before) - 1)))
    parts += [layouts.make_action_row(row) for row in ([index], turns) if row]
    plain = clip(f"{head}\n{content}", MAX_MESSAGE_LENGTH)
    await layouts.show_layout(interaction, MessageLayout(parts, plain, [index, *turns], files))


def _make_page_controls(
    game: Game, titles: Sequence[str], shown_page: int, feature_buttons: Sequence[Item], w: Words
) -> tuple[Item, list[Item]]:
    """Return a select of all pages and the buttons that turn them.

    The pages are in a select because a button for each would fill a phone's screen.
    """
    options = [
        discord.SelectOption(
            label=clip(title, MAX_BUTTON_LABEL_LENGTH),
            value=encode_number(number),
            default=number == shown_page,
        )
        for number, title in enumerate(titles)
    ]
    index = make_select(
        make_custom_id("s", "ru", game.key, shown_page),
        options,
        clip(titles[shown_page], MAX_PLACEHOLDER_LENGTH),
        row=0,
    )
    turns: list[Item] = []
    if shown_page > 0:
        turns.append(
            make_button(make_custom_id("b", "ru", game.key, shown_page - 1), w("Back"), emoji="◀️", row=1)
        )
    if shown_page + 1 < len(titles):
        turns.append(
            make_button(make_custom_id("b", "ru", game.key, shown_page + 1), w("Next"), emoji="▶️", row=1)
        )
    for item in feature_buttons:
        item.row = 1
    return index, [*turns, *feature_buttons]


def _add_legend(text: str, game: Game, drawings: UploadedDrawings, w: Words) -> str:
    named = (f"{drawings.format_icon(icon)} {w.msg(label)}" for icon, label in game.legend)
    legend = "\n".join(line for line in (text, " · ".join(named), write_sign_legend(game, w)) if line)
    return legend if len(legend) <= MAX_MESSAGE_LENGTH else text


async def _draw_page(
    interaction: Interaction, game: Game, page: int, w: Words
) -> tuple[list[discord.File], str]:
    """Return the picture and caption of a page. If the page has no picture, both values are empty.

    The picture shows a public position just after an event that the page explains.
    """
    match = (await asyncio.to_thread(find_example_matches, game))[page]
    if match is None:
        return [], ""
    happened = redact_events(match, match.ply - 1, None)
    scene = Scene(PLAYER_NAMES[: match.seat_count], w, happened, match.outcome)
    position = match.rules.view(match.state, None)
    key = ("rules", game.key, page, w.locale)
    files = await interaction.client.services.pictures.draw_files(key, game, position, scene)
    sentences = [line for line in (game.texts.narrate_event(event, scene) for event in happened) if line]
    if not files or not sentences or not match.ply:
        return files, ""
    return files, clip(w("-# In the picture: {what}", what=" ".join(sentences)), MAX_CAPTION_LENGTH)


async def open_rules(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the rules, or turn to the page that the button or select names."""
    await replies.acknowledge(interaction, in_new_message=len(parts) < 2, is_layout=True)
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    await show_rules(interaction, game, read_page(values, 0) if values else read_page(parts, 1))


PRESS_HANDLERS = (make_tableless_handler("ru", open_rules, acknowledge=None),)
