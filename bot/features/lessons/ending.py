"""Shows the last page of a lesson, which offers a match against the easy computer."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.computers.advice import GUIDE_ON
from bot.errors.tables import UnknownGame
from bot.features.lessons.links import LessonPlace, make_step_button
from bot.model.table_request import TableRequest
from bot.ui import layouts, replies
from bot.ui.components import Item, make_button
from bot.ui.ids import IdParts, make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import channel_taken
from games.core.protocol import Game

OPPONENT_LEVEL = "easy"
"""A level that beginners can beat."""


async def show_ending(interaction: Interaction, game: Game) -> None:
    """Congratulate the learner, and offer a match with the guide on."""
    w = replies.get_words(interaction)
    text = "\n".join(
        (
            w("## {game} · you know enough to play 🎉", game=game.title),
            w(
                "Next: a real match against the easy computer. At each choice, the guide shows you a good "
                "move and says why. To look things up, there's `/learn`."
            ),
        )
    )
    last = LessonPlace(game.key, len(game.lesson_steps) - 1)
    items: list[Item] = [
        make_button(
            make_custom_id("b", "lec", game.key),
            w("Play the easy computer"),
            emoji="🎲",
            style=discord.ButtonStyle.success,
        ),
        make_step_button(last, w("Back"), emoji="◀️"),
        make_step_button(LessonPlace(game.key, 0), w("Start over"), emoji="🔁"),
        make_button(make_custom_id("b", "lem"), w("Other games"), emoji="🎓"),
    ]
    await layouts.show_layout(
        interaction, MessageLayout([layouts.make_text(text), *layouts.make_action_rows(items)], text, items)
    )


async def open_easy_match(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a table against the easy computer, and switch on the user's guide.

    If the channel is taken, alternatives are offered instead.

    :raises UnknownGame: there is no such game.
    :raises app_commands.NoPrivateMessage: this is a direct message, but matches are only played in servers.
    """
    services = interaction.client.services
    key = IdParts(parts)[0]
    game = services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    options = await services.adviser.choose_options(interaction.user.id, game, OPPONENT_LEVEL)
    await channel_taken.open_table_or_offer_alternatives(
        interaction, TableRequest(game, options, computer_level=OPPONENT_LEVEL)
    )
    await services.adviser.set_guide(interaction.user.id, GUIDE_ON)


PRESS_HANDLERS = (make_tableless_handler("lec", open_easy_match, is_expensive=True, acknowledge="new"),)
