"""*Challenge to a match*: choose a game in private, open a table and invite the person."""

from __future__ import annotations

import discord

from bot.errors.seats import BotOpponent, ChallengedPersonAbsent, SelfChallenge
from bot.model.table_request import TableRequest
from bot.platform import obstacles
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_BUTTONS_PER_ROW, MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_page
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import channel_taken


async def offer_games(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Ask which game to challenge a person to.

    :raises TableError: the person can't be challenged here.
    """
    _check_can_invite(interaction, person)
    w, services = replies.get_words(interaction), interaction.client.services
    obstacle = await obstacles.find_obstacle(interaction)
    if obstacle is not None:
        await replies.show(interaction, obstacle.describe(w))
        return
    lines = [w("Which game do you challenge {person} to?", person=f"<@{person.id}>")]
    lines += [f"- **{game.title}**: {w.msg(game.summary)}" for game in services.games.values()]
    items = [
        make_button(
            make_custom_id("b", "ch", game.key, person.id),
            clip(game.title, MAX_BUTTON_LABEL_LENGTH),
            row=number // MAX_BUTTONS_PER_ROW,
            style=discord.ButtonStyle.primary,
        )
        for number, game in enumerate(services.games.values())
    ]
    await replies.show(interaction, clip("\n".join(lines), MAX_MESSAGE_LENGTH), view=make_view(items))


def _check_can_invite(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Check that a person can be invited to a table in this channel.

    :raises BotOpponent: the person is a bot.
    :raises SelfChallenge: the person invites themselves.
    :raises ChallengedPersonAbsent: the person has left the server or can't see the channel.
    """
    if person.bot:
        raise BotOpponent
    if person.id == interaction.user.id:
        raise SelfChallenge
    permissions = (
        person.resolved_permissions if isinstance(person, discord.Member) else discord.Permissions.none()
    )
    if permissions is not None and not permissions.view_channel:
        raise ChallengedPersonAbsent(escape_name(person.display_name))


async def choose_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a table for the chosen game and invite the opponent. A double press opens only one table."""
    async with channel_taken.read_chosen_game(interaction, parts) as game:
        if game is not None:
            await channel_taken.open_table_or_offer_alternatives(
                interaction, TableRequest(game, {}, opponent_id=read_page(parts, 1) or None)
            )


PRESS_HANDLERS = (make_tableless_handler("ch", choose_game),)
