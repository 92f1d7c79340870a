"""``/play``: the table is opened where it is asked for, and said to be."""

from __future__ import annotations

from bot.errors.tables import ChannelTaken
from bot.model.table import Table
from bot.platform import obstacles, permissions
from bot.ui import replies
from bot.ui.fairness import OPEN
from bot.ui.links import purpose
from bot.ui.places import place_here
from bot.ui.services import Interaction, Services
from bot.ui.table import lobby, threads
from bot.ui.table.beginning import open_table
from bot.ui.table.wish import Wish
from games.core.words import Words


async def open_here(interaction: Interaction, wish: Wish) -> None:
    """Begin a match in this channel, or open a lobby; offer a thread where the channel is taken."""
    services = interaction.client.services
    try:
        with services.fairness.posting(OPEN, interaction.user.id):
            table = await open_table(interaction, place_here(interaction), wish)
    except ChannelTaken as error:
        await threads.offer(interaction, error.table, wish)
        return
    # Announced before the answer, which says "below".
    unposted = await services.announcer.announced(table.id, purpose(table))
    obstacle = await obstacles.here(interaction) or unposted
    w = replies.reader(interaction)
    if obstacle is None:
        text = await _tell_opened(services, table, w)
    else:
        text = _tell_unposted(table, obstacle, w)
    await replies.show(interaction, text)


async def _tell_opened(services: Services, table: Table, w: Words) -> str:
    """Say what there is below, and who is waited for."""
    if table.match is not None:
        return _tell_begun(table, w)
    if len(table.occupants) == table.capacity:
        return w("The table is open, and every seat is taken: press **Start** below.")
    if table.invited:
        people = w.listed([f"<@{user}>" for user in table.invited])
        text = w("The table is open, and {people} is asked to join it.", people=people)
        held_back = await services.calls.held_back(table, w)
        return f"{text}\n{held_back}".strip()
    return w("The table is open: everybody can join below.")


def _tell_begun(table: Table, w: Words) -> str:
    """Say against whom the match has begun, and how people come to it."""
    rivals = w.listed([lobby.name_occupant(table, table.occupants[seat], w) for seat in table.computers])
    return w(
        "Your match against {names} begins below. Anybody can take over a computer's seat, under **More…**. "
        "To wait for people from the start, name an opponent, or choose *whoever joins* under `against`.",
        names=rivals,
    )


def _tell_unposted(table: Table, obstacle: obstacles.Obstacle, w: Words) -> str:
    """Say what there is, though it cannot be posted, and why not."""
    begun = table.match is not None
    if obstacle.kind is obstacles.Cause.PERMISSION:
        names = permissions.named(list(obstacle.lacking), w)
        if begun:
            return w(
                "The match has begun, but I cannot post it here: I lack the permission {names}.", names=names
            )
        return w("The table is open, but I cannot post it here: I lack the permission {names}.", names=names)
    said = (
        w("The match has begun, but I cannot post it yet.")
        if begun
        else w("The table is open, but I cannot post it yet.")
    )
    return f"{said}\n{obstacle.text(w)}"
