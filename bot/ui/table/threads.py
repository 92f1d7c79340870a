"""Opens a table in a new thread if its channel is taken."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

import discord

from bot.model.table import Place
from bot.model.table_request import TableRequest
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.limits import clip
from bot.ui import replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.links import get_message_purpose
from bot.ui.people import get_person
from bot.ui.places import get_public_locale
from bot.ui.play.guide import BULB_EMOJI, GOAL_EMOJI
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction, Services
from bot.ui.table.beginning import open_table
from bot.ui.table.opening import write_level_note
from bot.ui.table.table_request import read_table_request
from games.core.words import Words, load_words

MAX_THREAD_NAME_LENGTH = 100


async def open_thread(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Create a thread and open the table there. A double press creates only one thread."""
    async with replies.answer_once(interaction) as alone:
        if alone:
            await _open_thread(interaction, parts)


async def _open_thread(interaction: Interaction, parts: list[str]) -> None:
    w = replies.get_words(interaction)
    services = interaction.client.services
    game = services.games.get(parts[0] if parts else "")
    channel = interaction.channel
    if game is None or not isinstance(channel, discord.TextChannel):
        await replies.show(interaction, w("I can't open a thread here."))
        return
    request = read_table_request(game, parts)
    note = await write_level_note(interaction, request)
    title = w("{game}: {name}", game=game.title, name=get_person(interaction).name)
    with services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id):
        try:
            thread = await channel.create_thread(
                name=clip(title, MAX_THREAD_NAME_LENGTH), type=_choose_thread_type(channel)
            )
        except discord.Forbidden:
            refusal = w("I need the permission {names} here.", names=f"**{w('Create Public Threads')}**")
            await replies.show(interaction, refusal)
            return
        place = Place(thread.id, interaction.guild_id, get_public_locale(interaction))
        await _post_goal(interaction, thread, request)
        table = await open_table(interaction, place, request)
    text = (
        w("Your table is open in {thread}.", thread=thread.mention)
        if table.match is None
        else w("Your match begins in {thread}.", thread=thread.mention)
    )
    held_back = await services.invitations.write_invitation_wait(table, w)
    text = "\n".join(filter(None, (text, note, held_back)))
    # The first press in the thread opens the panel there, because Discord shows private messages only in the
    # channel of the press.
    await replies.confirm_posted(interaction, table.id, get_message_purpose(table), text, text)


async def _post_goal(interaction: Interaction, thread: discord.Thread, request: TableRequest) -> None:
    """Begin the thread of a person's first match with the game's goal, because no panel opens there."""
    w = load_words(get_public_locale(interaction))
    text = await write_first_goal(interaction.client.services, interaction.user.id, request, w)
    # If Discord refuses this message, it refuses the board as well, and the answer says why.
    with suppress(discord.HTTPException, *NO_RESPONSE_ERRORS):
        if text:
            await thread.send(text)


def _choose_thread_type(
    channel: discord.TextChannel,
) -> Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]:
    """Return the type of thread that everybody can see in a channel of this type."""
    kinds = discord.ChannelType
    return kinds.news_thread if channel.is_news() else kinds.public_thread


PRESS_HANDLERS = (make_tableless_handler("th", open_thread),)


async def write_first_goal(services: Services, user_id: int, request: TableRequest, w: Words) -> str:
    """Return the goal and an invitation to press *Hint* if this is a person's first match of the game.

    The text is empty if somebody else has to join first, or if the person has switched the guide off.
    """
    game = request.game
    if game.goal is None or not request.starts_immediately(user_id):
        return ""
    if not await services.adviser.begins_first_match(user_id, game.key):
        return ""
    return f"{GOAL_EMOJI} {w.msg(game.goal)}\n{BULB_EMOJI} {w('Press **Hint** for a good first move.')}"
