"""*Challenge to a match*: choose a game in private; a table is opened, and the person is called to it."""

from __future__ import annotations

import discord

from bot.errors.seats import BotOpponent, CannotCome, OwnChallenge
from bot.model.wish import Wish
from bot.platform import obstacles
from bot.platform.limits import CONTENT, LABEL, PER_ROW, clip
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, page_of
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import taken


async def offer_games(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Ask which game it is to be.

    :raises TableError: the person cannot be challenged here.
    """
    _check(interaction, person)
    w, services = replies.reader(interaction), interaction.client.services
    obstacle = await obstacles.find_obstacle(interaction)
    if obstacle is not None:
        await replies.show(interaction, obstacle.text(w))
        return
    lines = [w("Which game do you challenge {person} to?", person=f"<@{person.id}>")]
    lines += [f"- **{game.title}**: {w.msg(game.summary)}" for game in services.games.values()]
    items = [
        button(
            custom_id("b", "ch", game.key, person.id),
            clip(game.title, LABEL),
            row=number // PER_ROW,
            style=discord.ButtonStyle.primary,
        )
        for number, game in enumerate(services.games.values())
    ]
    await replies.show(interaction, clip("\n".join(lines), CONTENT), view=view(items))


def _check(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Refuse whom no call would bring to a table here.

    :raises BotOpponent: it is a bot.
    :raises OwnChallenge: it is the one who asks.
    :raises CannotCome: the person has left the server, or cannot see the channel.
    """
    if person.bot:
        raise BotOpponent
    if person.id == interaction.user.id:
        raise OwnChallenge
    seen = person.resolved_permissions if isinstance(person, discord.Member) else discord.Permissions.none()
    if seen is not None and not seen.view_channel:
        raise CannotCome(escape_name(person.display_name))


async def choose_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the table; a second press on the question meanwhile opens no second one."""
    async with taken.chosen(interaction, parts) as game:
        if game is not None:
            await taken.open_or_offer(interaction, Wish(game, {}, opponent=page_of(parts, 1) or None))


PRESSES = (Press("ch", choose_game, table=None),)
