"""``/play``: open a table in this channel and confirm it."""

from __future__ import annotations

from functools import partial

from bot.errors.tables import ChannelTaken
from bot.model.table import START_WHEN_ANSWERED, START_WHEN_FULL, START_WHEN_PRESSED, Table
from bot.model.table_request import TableRequest
from bot.platform import obstacles, permissions
from bot.ui import people, replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.links import get_message_purpose
from bot.ui.places import get_place
from bot.ui.play import panel
from bot.ui.services import Interaction, Services
from bot.ui.table import lobby_message
from bot.ui.table.beginning import open_table
from bot.ui.table.invited import keep_invitation_answers_updated
from games.core.words import Words


async def open_in_channel(interaction: Interaction, request: TableRequest) -> Table | None:
    """Start a match or open a lobby in this channel.

    :returns: the channel's active table if it prevented this, otherwise ``None``.
    """
    services = interaction.client.services
    note = await write_level_note(interaction, request)
    try:
        with services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id):
            table = await open_table(interaction, get_place(interaction), request)
    except ChannelTaken as error:
        return error.table
    # Announce the table before answering, because the answer says "below".
    unposted = await services.announcer.wait_until_announced(table.id, get_message_purpose(table))
    obstacle = await obstacles.find_obstacle(interaction) or unposted
    w = replies.get_words(interaction)
    if obstacle is None:
        text = await _write_opened_confirmation(services, table, w)
        if table.match is not None:
            text = f"{text} {note}".strip()
    else:
        text = _write_unposted_reason(table, obstacle, w)
    await replies.show(interaction, text)
    if obstacle is None:
        await _open_first_move(interaction, table.id)
    if obstacle is None and table.invited_ids:
        keep_invitation_answers_updated(
            interaction, table, text, partial(_write_updated_confirmation, services, w)
        )
    return None


async def write_level_note(interaction: Interaction, request: TableRequest) -> str:
    """Return a sentence on why the computer is stronger than the person is used to, or an empty string.

    Call this before the table is opened, because the level isn't new to the person afterwards.
    """
    adviser, user_id = interaction.client.services.adviser, interaction.user.id
    game, level = request.game.key, request.computer_level
    if (
        level is None
        or request.is_level_chosen
        or not request.starts_immediately(user_id)
        or level != await adviser.choose_level(user_id, game)
        or not await adviser.is_level_raised(user_id, game, level)
    ):
        return ""
    w = replies.get_words(interaction)
    name = w.msg(people.NAME_BY_LEVEL[level])
    return w("You know the game now, so the computer is {level}.", level=name)


async def _open_first_move(interaction: Interaction, table_id: int) -> None:
    """Open the panel below the answer if it is the person's turn, so that they don't have to press *Move*."""
    services = interaction.client.services
    # A computer may have to answer first. The panel would be out of date after its move.
    await services.computers.wait_for_moves(table_id)
    table = await services.tables.get(table_id)
    seat = table.find_acting_seat(interaction.user.id)
    if seat is None or table.match is None or table.match.to_act != (seat,):
        return
    await services.announcer.wait_until_announced(table_id)
    answer = get_answer(interaction)
    answer.target, answer.message_id = AnswerTarget.BELOW, None
    await panel.ask_first_question(interaction, table, seat)


async def _write_updated_confirmation(services: Services, w: Words, table: Table) -> str:
    if table.match is not None:
        return w("Your match has begun below.")
    return await _write_opened_confirmation(services, table, w)


async def _write_opened_confirmation(services: Services, table: Table, w: Words) -> str:
    """Return the text that points to the new table below and names the players it waits for."""
    if table.match is not None:
        return _write_begun_confirmation(table, w)
    if table.is_complete:
        return w("Your table is below, and every seat is taken: press **Start** when you're ready.")
    if table.invited_ids:
        held_back = await services.invitations.write_invitation_wait(table, w)
        return f"{_write_asked_confirmation(table, w)}\n{held_back}".strip()
    if table.start_trigger == START_WHEN_PRESSED:
        return w("Your table is below. Anybody can join; you press **Start**.")
    if table.start_trigger == START_WHEN_ANSWERED:
        # Anybody can join, because the invited people have declined or are no longer invited.
        return w.plural(
            "Your table is below. Anybody can join; the match begins when {n} more person is here.",
            "Your table is below. Anybody can join; the match begins when {n} more people are here.",
            lobby_message.count_missing_players(table),
        )
    if lobby_message.can_start_early(table):
        return w(
            "Your table is below. Anybody can join; the match begins when every seat is taken, or when you "
            "press **Start**."
        )
    return w("Your table is below. Anybody can join; the match begins when every seat is taken.")


def _write_asked_confirmation(table: Table, w: Words) -> str:
    """Return the text that names the invited people, and says when the match begins."""
    people = w.join_list([f"<@{user}>" for user in table.invited_ids])
    if table.start_trigger == START_WHEN_PRESSED:
        return w("I've asked {people} to join. Press **Start** when you're ready.", people=people)
    if table.start_trigger != START_WHEN_FULL:
        return w("I've asked {people} to join. The match begins as soon as they do.", people=people)
    if lobby_message.can_start_early(table):
        return w(
            "I've asked {people} to join. The match begins when every seat is taken, or when you "
            "press **Start**.",
            people=people,
        )
    return w("I've asked {people} to join. The match begins when every seat is taken.", people=people)


def _write_begun_confirmation(table: Table, w: Words) -> str:
    """Return the text for a match that started right away. The message below it names the computers."""
    if not table.computer_seats:
        return w("Your match begins below. You play every seat.")
    return w("Your match begins below.")


def _write_unposted_reason(table: Table, obstacle: obstacles.Obstacle, w: Words) -> str:
    begun = table.match is not None
    if obstacle.cause is obstacles.ObstacleCause.PERMISSION:
        names = permissions.name_permissions(list(obstacle.missing_permissions), w)
        if begun:
            return w(
                "The match has begun, but I can't post it here: I need the permission {names}.", names=names
            )
        return w("The table is open, but I can't post it here: I need the permission {names}.", names=names)
    sentence = (
        w("The match has begun, but I can't post it yet.")
        if begun
        else w("The table is open, but I can't post it yet.")
    )
    return f"{sentence}\n{obstacle.describe(w)}"
