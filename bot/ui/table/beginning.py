"""Opens tables, and starts matches that need no press of *Start*."""

from __future__ import annotations

from bot.errors.tables import MatchAlreadyStarted
from bot.model.table import Person, Place, Table
from bot.model.table_request import TableRequest
from bot.storage.messages import LOBBY_MESSAGE
from bot.ui.people import get_person
from bot.ui.services import Interaction, Services


async def open_table(interaction: Interaction, place: Place, request: TableRequest) -> Table:
    """Open the table that the person who pressed wants, then start its match or invite the opponent.

    :raises TableError: the place is taken, or the game has no such option.
    """
    return await open_table_for(
        interaction.client.services, get_person(interaction), interaction.id, place, request
    )


async def open_table_for(
    services: Services, person: Person, press_id: int, place: Place, request: TableRequest
) -> Table:
    """Open the table that ``person`` wants, then start its match or invite the opponent.

    :param press_id: the ID of the person's press, perhaps an earlier one.
    :raises TableError: the place is taken, or the game has no such option.
    """
    seats = request.seat_count
    if seats is None and request.opponent_id is None and request.computer_level is not None:
        seats = min(request.game.seat_counts)
    table = await services.tables.lobby.open_table(
        place,
        person,
        request.game.key,
        request.options,
        press_id=press_id,
        clock=request.clock,
        opponent_id=request.opponent_id,
        computer_level=request.computer_level,
        seat_count=seats,
        start_trigger=request.start_trigger,
    )
    return await begin_or_invite(services, person, press_id, table, request)


async def begin_or_invite(
    services: Services, person: Person, press_id: int, table: Table, request: TableRequest
) -> Table:
    """Start the match if nobody else needs to join. Otherwise invite the opponent that the request names."""
    if request.starts_immediately(person.user_id):
        return await begin_match(services, person, press_id, table)
    if request.opponent_id in table.invited_ids and request.opponent_id is not None:
        # The invitation says "above", so the lobby must be posted first.
        await services.announcer.wait_until_announced(table.id)
        await services.invitations.invite_to_table(table, person.user_id, request.opponent_id)
    return table


async def begin_match(services: Services, person: Person, press_id: int, table: Table) -> Table:
    """Start a match without a press of *Start*.

    The match key must include an ID that Discord assigns after the secret is fixed. Instead of the press's
    ID, this is the ID of the lobby's message.
    """
    await services.announcer.wait_until_announced(table.id)
    shown = await services.messages.find_current_message(table.id, LOBBY_MESSAGE)
    if shown is not None and shown.message_id is not None:
        press_id = shown.message_id
    try:
        table = await services.tables.lobby.start_match(table.id, person.user_id, press_id)
    except MatchAlreadyStarted:
        # Accept that the host has pressed *Start* in the meantime.
        table = await services.tables.get(table.id)
    return table
