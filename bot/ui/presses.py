"""Routes every press to the handler of its verb.

Anybody can forge a custom_id, so a press that names a table is accepted only in the table's channel or, from
the table's players, in private.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, Literal

import discord

from bot.errors.tables import TableInOtherChannel
from bot.ui import press_metrics, replies
from bot.ui.edits import reset_selects
from bot.ui.ids import IdParts, OutdatedId, drop_renewal, read_table_id
from bot.ui.services import Interaction
from games.core.values import value_class

Handler = Callable[[Interaction, list[str], list[str]], Awaitable[None]]
"""Called with the interaction, the parts of the custom_id after the verb, and the values of a select."""

Acknowledgement = Literal["same", "new", "silent", "layout"]
"""See :attr:`PressHandler.acknowledge`."""
_ARGUMENTS_BY_ACKNOWLEDGEMENT: Final[Mapping[Acknowledgement, Mapping[str, bool]]] = {
    "same": {},
    "new": {"in_new_message": True},
    "silent": {"is_silent": True},
    "layout": {"is_layout": True},
}

SELECT_KINDS = ("s", "u", "c")
COMPONENT_KINDS = ("b", *SELECT_KINDS)
"""First parts of the custom_ids of buttons and selects (:mod:`bot.ui.ids`)."""
FORM_KIND = "m"
"""First part of the custom_ids of forms."""
_IS_TABLES_CHANNEL_KEY = "home"
"""Key in an interaction's ``extras`` that says whether it was made in the table's own channel."""


@value_class
class PressHandler:
    """A verb and the handler that answers its buttons, selects and forms.

    Posted messages keep their buttons for years, so a verb never changes its meaning.
    """

    verb: str
    handler: Handler
    table_id_index: int | None = 0
    """Index of the table's ID among the parts of the custom_id; see :data:`make_tableless_handler`."""
    handles_form: bool = False
    """Whether the handler processes a submitted form (:mod:`bot.ui.forms`). Buttons can't use its verb."""
    allows_guest_channels: bool = False
    """Whether to answer in other channels that play a seat of the table by vote."""
    is_expensive: bool = False
    """Whether the handler takes longer than a move or draws a picture. Such presses are rate-limited."""

    acknowledge: Acknowledgement | None = "same"
    """How to acknowledge a press before its handler runs.

    This happens in the pressed private message (``same``), in a ``new`` one, without an answer because the
    pressed message shows the effect (``silent``), or so that the answer can be a ``layout``. ``None`` if the
    handler opens a form or acknowledges the press itself.
    """

    @property
    def name(self) -> str:
        """The handler's label in the metrics."""
        return str(self.handler.__name__)


make_tableless_handler: Final = partial(PressHandler, table_id_index=None)
"""Makes a :class:`PressHandler` whose press is about no table, or that checks itself who may press."""


class Router:
    """Finds the handler of each press and runs it."""

    def __init__(self, press_handlers: Iterable[PressHandler]) -> None:
        """Index handlers by verb.

        :raises ValueError: two handlers share a verb.
        """
        handlers: dict[str, PressHandler] = {}
        for press_handler in press_handlers:
            if press_handler.verb in handlers:
                names = f"{handlers[press_handler.verb].name} and {press_handler.name}"
                raise ValueError(f"two handlers for {press_handler.verb!r}: {names}")
            handlers[press_handler.verb] = press_handler
        self.press_handlers: Mapping[str, PressHandler] = handlers

    def is_expensive(self, verb: str) -> bool:
        """Return whether presses with this verb are rate-limited."""
        return verb in self.press_handlers and self.press_handlers[verb].is_expensive

    async def route_press(self, interaction: Interaction) -> None:
        """Answer a press. Any failure is explained to the person who pressed."""
        data: Any = interaction.data
        kind, _, rest = drop_renewal(str(data["custom_id"])).partition(":")
        verb, *parts = rest.split(":")
        values = IdParts(str(value) for value in data.get("values", ()))
        submitted = interaction.type is discord.InteractionType.modal_submit
        press_handler = self.press_handlers.get(verb)
        fits = (
            press_handler is not None
            and press_handler.handles_form == submitted
            and kind in ((FORM_KIND,) if submitted else COMPONENT_KINDS)
        )
        if press_handler is not None and fits:
            interaction.extras[press_metrics.HANDLER_KEY] = press_handler.name
        async with replies.explain_errors(interaction):
            if press_handler is None or not fits:
                raise OutdatedId
            if press_handler.table_id_index is not None:
                replies.set_requirement(
                    interaction,
                    partial(_check_access, interaction, press_handler, parts[press_handler.table_id_index :]),
                )
            if press_handler.acknowledge is not None:
                await replies.acknowledge(
                    interaction, **_ARGUMENTS_BY_ACKNOWLEDGEMENT[press_handler.acknowledge]
                )
            await press_handler.handler(interaction, IdParts(parts), values)
        if kind in SELECT_KINDS:
            await reset_selects(interaction)

    async def route_form(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a submitted form. discord.py itself routes only forms that it keeps in memory."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.route_press(interaction)


async def _check_access(interaction: Interaction, press_handler: PressHandler, parts: list[str]) -> None:
    """Refuse a press outside the table's channels. Players and invited people may also press in private.

    :raises OutdatedId: the parts name no table.
    :raises TableError: the table doesn't exist or is somewhere else.
    """
    home, people, guests = await interaction.client.services.tables.lookup.find_channel_and_people(
        read_table_id(parts)
    )
    at_home = interaction.channel_id == home
    message = interaction.message
    private = interaction.guild_id is None or (message is not None and message.flags.ephemeral)
    is_guest_channel = press_handler.allows_guest_channels and interaction.channel_id in guests
    if not at_home and not is_guest_channel and not (private and interaction.user.id in people):
        raise TableInOtherChannel
    interaction.extras[_IS_TABLES_CHANNEL_KEY] = at_home


def is_moderator(interaction: Interaction) -> bool:
    """Return whether a press or command comes from a moderator of the table's channel.

    Rights in other channels that play at the table don't count. A command is always about its own channel.
    """
    command = interaction.type is discord.InteractionType.application_command
    return interaction.permissions.manage_messages and bool(
        interaction.extras.get(_IS_TABLES_CHANNEL_KEY, command)
    )


def is_bot(interaction: Interaction, user_id: str) -> bool:
    """Return whether the user chosen from a list of members is a bot."""
    data: Any = interaction.data
    return bool(data.get("resolved", {}).get("users", {}).get(user_id, {}).get("bot"))
