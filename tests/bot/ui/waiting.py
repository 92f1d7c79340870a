"""Private messages of players who wait for others."""

from __future__ import annotations

from typing import Any

from simcord.backend.errors import BackendError
from simcord.results import ResponseMessage

from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import get_reply


async def make_move(harbour: Harbour) -> Any:
    """Type a move as the player to act, and return the private answer."""
    match = await harbour.find_match()
    seat = match.to_act[0]
    return get_reply(
        await harbour.type_move(match.legal_actions(seat)[0].token, await harbour.find_player(seat))
    )


async def open_waiting_panel(harbour: Harbour) -> Any:
    """Make the first move, and return the panel of the player who waits."""
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    panel = await make_move(harbour)
    assert "Waiting for Ben" in panel.content
    return panel


async def open_question(harbour: Harbour) -> tuple[Any, Any]:
    """Begin a match, and return the player to act and the panel that asks for the move, with a picture."""
    await harbour.begin_match("coral_reef")
    person = await harbour.find_player()
    view = get_reply(await person.click(harbour.board, label="My hand"))
    panel = get_reply(await person.click(view, label="Move…"))
    assert "b:go" in str([*list_buttons(panel)]) and panel.attachments
    return person, panel


async def act_elsewhere(harbour: Harbour) -> None:
    """Make a move in the service, as a clock or a prepared move does."""
    table, match = await harbour.find_table(), await harbour.find_match()
    seat = match.to_act[0]
    person = await harbour.find_player(seat)
    token = match.legal_actions(seat)[0].token
    await harbour.bot.tables.play.perform_action(table.id, person.id, token, match.seq, seat=seat)
    await settle_panels(harbour)


async def settle_panels(harbour: Harbour) -> None:
    """Wait until private panels show the changes that were made directly in the service."""
    await harbour.settle()
    await harbour.bot.panels.wait_until_idle()


def is_shown(harbour: Harbour, message: Any) -> bool:
    """Return whether a message has not been deleted."""
    try:
        harbour.env.backend.get_message(harbour.channel.id, message.id)
    except BackendError:
        return False
    return True


def list_private_messages(harbour: Harbour, person: Any) -> list[ResponseMessage]:
    """Return the private messages that a person sees in the channel, oldest first."""
    kept = harbour.env.backend.messages.get(harbour.channel.id, {})
    return [
        ResponseMessage(harbour.env, kept[number])
        for number in sorted(kept)
        if kept[number].is_ephemeral and kept[number].visible_to(person.id)
    ]
