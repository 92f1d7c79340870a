"""Shows the list of all lessons, and handles the button that leaves a lesson."""

from __future__ import annotations

import discord

from bot.features.lessons.lesson import open_lesson
from bot.features.lessons.links import LESSON_ICON, LessonPlace, make_step_button
from bot.ui import layouts, replies
from bot.ui.components import Item
from bot.ui.offers import PageTab
from bot.ui.play import learning
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import N_, Words

LESSONS_TAB_KEY = "l"


async def show_lessons(interaction: Interaction, game: Game | None) -> None:
    """Continue the lesson of ``game``, or show the game's rules if it has no lesson.

    If ``game`` is ``None``, list all lessons with the user's progress.
    """
    if game is not None:
        await (
            open_lesson(interaction, game)
            if game.lesson_steps
            else learning.show_rules_tab(interaction, game)
        )
        return
    w, services = replies.get_words(interaction), interaction.client.services
    known = await services.lessons.read_step_by_game(interaction.user.id)
    taught = [game for game in services.games.values() if game.lesson_steps]
    head = "\n".join((w("## Learn a game"), w("About five minutes each, in private. You learn by doing.")))
    parts: list[layouts.LayoutPart] = [layouts.make_text(head)]
    lines, items = [head], []
    for game in taught:
        step = known.get(game.key, 0)
        line, (onward, *others) = _describe_lesson(game, step, w), _make_buttons(game, step, w)
        parts.append(layouts.make_section(line, onward))
        parts += layouts.make_action_rows(others)
        lines.append(line)
        items += [onward, *others]
    await learning.show_tab(interaction, LESSONS_TAB_KEY, parts, "\n".join(lines), items)


def _describe_lesson(game: Game, step: int, w: Words) -> str:
    summary = w.msg(game.summary)
    if step >= len(game.lesson_steps):
        return w("✅ **{game}**\n{summary}", game=game.title, summary=summary)
    if step:
        count = len(game.lesson_steps)
        return w(
            "**{game}**\nContinue at step {number} of {count}.", game=game.title, number=step + 1, count=count
        )
    return w("**{game}**\n{summary}", game=game.title, summary=summary)


def _make_buttons(game: Game, step: int, w: Words) -> list[Item]:
    primary = discord.ButtonStyle.primary
    if 0 < step < len(game.lesson_steps):
        text = w("{game} · step {number}", game=game.title, number=step + 1)
        onward = make_step_button(LessonPlace(game.key, step), text, emoji=LESSON_ICON, style=primary)
        return [onward, make_step_button(LessonPlace(game.key, 0), w("Start over"), emoji="🔁")]
    return [make_step_button(LessonPlace(game.key, 0), game.title, emoji=LESSON_ICON, style=primary)]


async def open_menu(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the list of all lessons when its button is pressed."""
    await show_lessons(interaction, None)


async def leave_lesson(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Close the lesson. The user can resume it later at this step."""
    w = replies.get_words(interaction)
    await layouts.show_layout(
        interaction, layouts.make_plain_layout(w("See you later! `/learn` continues where you left off."))
    )


LESSONS_TAB = PageTab(LESSONS_TAB_KEY, 1, N_("Lessons"), LESSON_ICON, show_lessons)
PRESS_HANDLERS = (
    make_tableless_handler("lem", open_menu, acknowledge="layout"),
    make_tableless_handler("lev", leave_lesson, acknowledge="layout"),
)
