"""Opening a table for a wish, and beginning a match for which nobody presses *Start*."""

from __future__ import annotations

from bot.errors.tables import AlreadyStarted
from bot.model.table import Person, Place, Table
from bot.model.wish import Wish
from bot.storage.messages import LOBBY
from bot.ui.people import person
from bot.ui.services import Interaction, Services


async def open_table(interaction: Interaction, place: Place, wish: Wish) -> Table:
    """Open a table for the person who asks, call the opponent to it, or begin against the computer.

    :raises TableError: the place is taken, or an option is none of the game's.
    """
    return await open_for(interaction.client.services, person(interaction), interaction.id, place, wish)


async def open_for(services: Services, who: Person, press: int, place: Place, wish: Wish) -> Table:
    """Open a table for somebody who asked by a press, which may be some time ago; the same otherwise.

    :raises TableError: the place is taken, or an option is none of the game's.
    """
    seats = wish.seats
    if seats is None and wish.opponent is None and wish.against is not None:
        seats = min(wish.game.seats)
    table = await services.tables.lobby.open(
        place,
        who,
        wish.game.key,
        wish.options,
        press=press,
        clock=wish.clock,
        opponent=wish.opponent,
        against=wish.against,
        seats=seats,
        begins=wish.begins,
    )
    return await go_on(services, who, press, table, wish)


async def go_on(services: Services, who: Person, press: int, table: Table, wish: Wish) -> Table:
    """Begin the match of a lobby that waits for nobody, or call whom it waits for."""
    if wish.begins_at_once(who.user_id):
        return await begin_match(services, who, press, table)
    if wish.opponent in table.invited and wish.opponent is not None:
        # The call says "above", so the lobby comes first.
        await services.announcer.announced(table.id)
        await services.calls.invite_to_table(table, who.user_id, wish.opponent)
    return table


async def begin_match(services: Services, who: Person, press: int, table: Table) -> Table:
    """Start a match for which nobody presses *Start*.

    In place of that press the id of the message that carries the commitment goes into the match key: Discord
    makes it when the secret is fixed already.
    """
    await services.announcer.announced(table.id)
    shown = await services.messages.find_current(table.id, LOBBY)
    if shown is not None and shown.message_id is not None:
        press = shown.message_id
    try:
        table = await services.tables.lobby.start(table.id, who.user_id, press)
    except AlreadyStarted:
        # The host was quicker, by the button.
        table = await services.tables.get(table.id)
    return table
